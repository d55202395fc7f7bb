"""What the spectrum costs, and whether others' tools rank the same.

    python benchmarks/spectrum.py overhead TREE --python venv/bin/python [--tests tests/test_basic.py] [--rounds 3]
    python benchmarks/spectrum.py peers [--fauxpy venv/bin/python] [--floss venv/bin/python] [--rounds 3]

``overhead`` runs the same tests plain, under our tracer, and under coverage.py with contexts. It prints CPU seconds (of
everything that a run starts) and the ratio to the plain run; rounds are interleaved and the least of them counts.

``peers`` ranks the lines of the five small bugs beside this file (``bugs``) by Ochiai, with ``crossbearing spectrum``
and with each tool whose interpreter is given: FauxPy (``pip install fauxpy``) and FLOSS (``pip install floss``). It
prints the rank of the faulty line, whether the lines that both sides rank stand in the same order, every line where
they differ, and the CPU seconds of each command.
"""

import argparse
import csv
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

BUGS = Path(__file__).with_name("bugs")
TRACERS = {"none": "plain run", "own": "our tracer", "coverage": "coverage.py with contexts"}
Scores = dict[tuple[str, int], float]
"""Suspiciousness by file and line; lines that no failing test executed are left out."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    cost = commands.add_parser("overhead", help="what recording per test costs")
    cost.add_argument("tree", type=Path)
    cost.add_argument("--python", required=True)
    cost.add_argument("--tests", action="append", default=[])
    beside = commands.add_parser("peers", help="ranks and runtimes beside other tools, on five small bugs")
    beside.add_argument("--python", default=sys.executable, help="interpreter with pytest for our own runs")
    for name in PEERS:
        beside.add_argument(f"--{name}", metavar="PYTHON", help=f"an interpreter that has {name}")
    for command in (cost, beside):
        command.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    return overhead(arguments) if arguments.command == "overhead" else peers(arguments)


def overhead(arguments: argparse.Namespace) -> int:
    from crossbearing.dynamic.interpreter import find_interpreter
    from crossbearing.dynamic.limits import Limits
    from crossbearing.dynamic.runner import Runner
    from crossbearing.dynamic.runs import Bench, run_tests
    from crossbearing.dynamic.sandbox import sandbox
    from crossbearing.source import open_source

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


class Ranking(NamedTuple):
    """What one tool says of one bug, and the seconds that it took: of the processor, and of the clock."""

    scores: Scores
    cpu: float
    wall: float


def peers(arguments: argparse.Namespace) -> int:
    tools: dict[str, tuple[Callable[[Path, str], Scores], str]] = {"ours": (ours, arguments.python)}
    tools |= {name: (tool, python) for name, tool in PEERS.items() if (python := getattr(arguments, name))}
    differences: list[str] = []
    print(f"{'bug':<10}{'tool':<8}{'lines':>6}{'rank of the fault':>19}{'common order':>14}{'CPU s':>8}{'wall s':>8}")
    for bug in sorted(path for path in BUGS.iterdir() if path.is_dir()):
        found = {name: rank(tool, python, bug, arguments.rounds) for name, (tool, python) in tools.items()}
        for name, ranking in found.items():
            order = "" if name == "ours" else "same" if same_order(found["ours"].scores, ranking.scores) else "differs"
            place = rank_of_fault(bug, ranking.scores)
            figures = f"{place:>19}{order:>14}{ranking.cpu:8.2f}{ranking.wall:8.2f}"
            print(f"{bug.name:<10}{name:<8}{len(ranking.scores):>6}{figures}", flush=True)
            differences += [f"{bug.name}: {text}" for text in differing(found["ours"].scores, ranking.scores, name)]
    print("\nlines that differ:", *(differences or ["none"]), sep="\n")
    return 0


def rank(tool: Callable[[Path, str], Scores], python: str, bug: Path, rounds: int) -> Ranking:
    """The ranking of a tool; of its seconds the least of several rounds, after one that warms."""
    cpu, wall = [], []
    scores: Scores = {}
    for number in range(rounds + 1):
        with TemporaryDirectory(prefix="crossbearing-peers-") as folder:
            tree = Path(folder, bug.name)
            shutil.copytree(bug, tree, ignore=shutil.ignore_patterns("__pycache__"))
            before, started = used(), time.monotonic()
            scores = tool(tree, python)
            if number:
                cpu.append(used() - before)
                wall.append(time.monotonic() - started)
    return Ranking(scores, min(cpu), min(wall))


def run(command: list[str], tree: Path, python: str) -> None:
    places = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": places, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: a test failed, as it should
        sys.exit(f"{' '.join(command)} exited with {done.returncode}: {done.stderr or done.stdout}")


def ours(tree: Path, python: str) -> Scores:
    out = tree.parent / "ours.json"
    command = [sys.executable, "-m", "crossbearing", "spectrum", "--repo", str(tree), "--python", python, "-q"]
    command += ["--build-dir", str(tree.parent / "build"), "--tests", "all", "--level", "line", "--top", "9999"]
    for test in failing_tests(tree):
        command += ["--repro", test]
    run([*command, "--export", str(out)], tree, sys.executable)
    return {(each["file"], each["line"]): each["score"] for each in json.loads(out.read_bytes())["suspects"]}


def fauxpy(tree: Path, python: str) -> Scores:
    run([python, "-m", "pytest", "tests", "--src", ".", "--exclude", "[tests]", "--family", "sbfl"], tree, python)
    (table,) = tree.parent.glob("FauxPyReport*/Scores_Ochiai.csv")
    with table.open(encoding="utf-8", newline="") as file:
        rows = [(row["Entity"].rpartition("::"), float(row["Score"])) for row in csv.DictReader(file)]
    return {(str(Path(file).relative_to(tree)), int(line)): score for (file, _, line), score in rows if score > 0}


def floss(tree: Path, python: str) -> Scores:
    out = tree.parent / "floss.json"
    program = str(Path(python).with_name("floss"))
    run([program, "run", "-s", ".", "-t", "tests", "-f", "ochiai", "-o", str(out)], tree, python)
    files = json.loads(out.read_bytes())["files"]
    return {
        (file, int(line)): each["ochiai"]
        for file, told in files.items()
        for line, each in told.get("suspiciousness", {}).items()
        if each["ochiai"] > 0 and not file.startswith("tests")
    }


PEERS: dict[str, Callable[[Path, str], Scores]] = {"fauxpy": fauxpy, "floss": floss}


def failing_tests(bug: Path) -> list[str]:
    return (bug / "tests" / "failing.txt").read_text("utf-8").split()


def faulty_lines(bug: Path) -> Iterator[tuple[str, int]]:
    for path in sorted(bug.glob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if "# the fault:" in line:
                yield path.name, number


def ranks(scores: Scores) -> dict[tuple[str, int], int]:
    """1 and how many lines have a higher score; scores that differ by rounding only are one."""
    rounded = {place: round(score, 6) for place, score in scores.items()}
    return {place: 1 + sum(other > own for other in rounded.values()) for place, own in rounded.items()}


def rank_of_fault(bug: Path, scores: Scores) -> str:
    places = ranks(scores)
    found = [str(places.get(place, "-")) for place in faulty_lines(bug)]
    tied = [sum(other == places[place] for other in places.values()) for place in faulty_lines(bug) if place in places]
    return f"{' '.join(found)}{f' of {max(tied)} tied' if tied and max(tied) > 1 else ''}"


def same_order(one: Mapping[tuple[str, int], float], other: Mapping[tuple[str, int], float]) -> bool:
    common = one.keys() & other.keys()
    return ranks({place: one[place] for place in common}) == ranks({place: other[place] for place in common})


def differing(own: Scores, other: Scores, name: str) -> Iterator[str]:
    """Lines that one side alone ranks, and common ones whose rank among the common ones differs."""
    common = own.keys() & other.keys()
    first, second = ranks({place: own[place] for place in common}), ranks({place: other[place] for place in common})
    for file, line in sorted(own.keys() | other.keys()):
        place = (file, line)
        if place not in other:
            yield f"{file}:{line} {own[place]:.3f}, not ranked by {name}"
        elif place not in own:
            yield f"{file}:{line} {other[place]:.3f} by {name}, not ranked by us"
        elif first[place] != second[place]:
            yield f"{file}:{line} rank {first[place]} ({own[place]:.3f}), {name} {second[place]} ({other[place]:.3f})"


if __name__ == "__main__":
    sys.exit(main())
