"""What recording per test costs: the same tests plain, under our tracer, and under coverage.py with contexts.

    python benchmarks/spectrum.py TREE --python venv/bin/python [--tests tests/test_basic.py] [--rounds 3]

Prints CPU seconds (of everything that a run starts) and the ratio to the plain run; rounds are interleaved and
the least of them counts.
"""

import argparse
import resource
import sys
from pathlib import Path

from crossbearing.dynamic.interpreter import find_interpreter
from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.runner import Runner
from crossbearing.dynamic.runs import Bench, run_tests
from crossbearing.dynamic.sandbox import sandbox
from crossbearing.source import open_source

TRACERS = {"none": "plain run", "own": "our tracer", "coverage": "coverage.py with contexts"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--python", required=True)
    parser.add_argument("--tests", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    seconds: dict[str, list[float]] = {tracer: [] for tracer in TRACERS}
    with open_source(arguments.tree) as source, sandbox(source) as box:
        interpreter = find_interpreter(source.root, arguments.python)
        for number in range(arguments.rounds + 1):
            for tracer in TRACERS:
                bench = Bench(box, interpreter, Runner("pytest"), Limits(), tracer)
                before = used()
                run = run_tests(bench, arguments.tests or ["."])
                if number:  # the first round compiles and warms
                    seconds[tracer].append(used() - before)
                passed = sum(record.test.is_passing for record in run.records)
                covered = sum(len(lines) for record in run.records for lines in record.lines.values())
                print(f"round {number} {TRACERS[tracer]}: {passed} passed, {covered} test-line pairs", file=sys.stderr)
    plain = min(seconds["none"])
    for tracer, name in TRACERS.items():
        best = min(seconds[tracer])
        print(f"{name:<28}{best:8.2f} s CPU{best / plain:8.2f} x")
    return 0


def used() -> float:
    """CPU seconds of the ended children so far, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
