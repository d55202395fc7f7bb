"""Localization with a failing test: what the spectrum adds, on solved issues whose failing tests are known.

For each row of a data set (SWE-bench's fields with ``test_patch`` and ``FAIL_TO_PASS``): write out the base commit,
apply the test patch, run the failing tests and the passing ones that the graph chooses, and localize twice, without the
spectrum and with it. Rows whose tests cannot run here, or do not fail, are listed and left out of both columns.

    python benchmarks/repro.py ROWS.jsonl --repos DIR --work DIR --python sympy/sympy=venv/bin/python [--only TEXT]

Spectra are kept below ``--work`` and used again; ``--again`` runs the tests anew.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from crossbearing.dynamic.evidence import SpectrumRequest, collect_spectrum
from crossbearing.dynamic.limits import Limits
from crossbearing.localize import LocateRequest, locate
from crossbearing.measure.gold import FUNCTION_KINDS, gold_of
from crossbearing.measure.metrics import Span, file_figures, function_figures
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.spectrum import Spectrum, spectrum_from_json, spectrum_to_json
from crossbearing.recon.scan import RepositoryMap, scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import Source, open_source
from crossbearing.store import Store

FIGURES = ("file_acc@1", "file_acc@3", "file_acc@5", "function_acc@1", "function_acc@5", "function_acc@10")


def main() -> int:
    arguments = parse()
    rows = [json.loads(line) for line in arguments.rows.read_text("utf-8").splitlines() if line.strip()]
    pythons = dict(pair.split("=", 1) for pair in arguments.python)
    chosen = [row for row in rows if row["repo"] in pythons and re.search(arguments.only, row["instance_id"])]
    results = []
    for row in chosen[: arguments.most]:
        started = time.monotonic()
        try:
            result = one(row, pythons[row["repo"]], arguments)
        except (CrossbearingError, subprocess.CalledProcessError, OSError) as error:
            result = {"instance_id": row["instance_id"], "left_out": f"{error}"[:300]}
        result["seconds"] = round(time.monotonic() - started, 1)
        results.append(result)
        print(json.dumps(result), flush=True)
    summary(results)
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--repos", type=Path, required=True, help="git directories, named owner+name")
    parser.add_argument("--work", type=Path, required=True, help="where trees, maps and spectra are kept")
    parser.add_argument("--python", action="append", default=[], metavar="OWNER/NAME=PATH", help="its interpreter")
    parser.add_argument("--only", default="", help="pattern of instance ids")
    parser.add_argument("--most", type=int, default=1000, help="at most so many rows")
    parser.add_argument("--tests", type=int, default=150, help="at most so many passing tests")
    parser.add_argument("--seconds", type=float, default=60.0, help="for the passing tests")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--again", action="store_true", help="run the tests although their spectrum is kept")
    parser.add_argument("--kept-only", action="store_true", help="only rows whose spectrum is kept: run nothing")
    return parser.parse_args()


def one(row: dict[str, Any], python: str, arguments: argparse.Namespace) -> dict[str, Any]:
    kept = arguments.work / "spectra" / f"{row['instance_id']}.json"
    if arguments.kept_only and not kept.exists():
        raise CrossbearingError("no spectrum is kept")
    tree = arguments.work / "trees" / row["instance_id"] / row["repo"].split("/")[1]
    if not tree.exists():
        check_out(row, tree, arguments.repos)
    host = PluginHost.open(load_profile(arguments.profile))
    store_dir = arguments.work / "maps" / row["repo"].replace("/", "+")
    with open_source(tree) as source, Store.open(store_dir) as store:
        found = scan(source, store, host, persist=False)
        spectrum = spectrum_of(row, python, arguments, source, found, kept)
        return compare(row, found, spectrum, host)


def check_out(row: dict[str, Any], tree: Path, repos: Path) -> None:
    repository = next(
        place for name in ("repo", "") if ((place := repos / row["repo"].replace("/", "+") / name) / "objects").exists()
    )
    tree.mkdir(parents=True)
    index = tree.with_name("index")
    environment = os.environ | {"GIT_DIR": str(repository), "GIT_WORK_TREE": str(tree), "GIT_INDEX_FILE": str(index)}
    subprocess.run(["git", "read-tree", row["base_commit"]], env=environment, check=True, cwd=tree)
    subprocess.run(["git", "checkout-index", "-a", "-f", "-q"], env=environment, check=True, cwd=tree)
    index.unlink()
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    outside = os.environ | {"GIT_CEILING_DIRECTORIES": str(tree.parent)}
    try:
        subprocess.run(command, input=row["test_patch"].encode(), check=True, cwd=tree, env=outside)
    except subprocess.CalledProcessError:
        shutil.rmtree(tree)
        raise


def spectrum_of(
    row: dict[str, Any],
    python: str,
    arguments: argparse.Namespace,
    source: Source,
    found: RepositoryMap,
    kept: Path,
) -> Spectrum:
    if kept.exists() and not arguments.again:
        return spectrum_from_json(json.loads(kept.read_text("utf-8")))
    request = SpectrumRequest(
        failing=failing_tests(row, source),
        most=arguments.tests,
        seconds=arguments.seconds,
        python=python,
        in_place=True,
        limits=Limits(seconds=240, test_seconds=60),
    )
    spectrum = collect_spectrum(source, found.graph, request)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(spectrum_to_json(spectrum)), "utf-8")
    return spectrum


def failing_tests(row: dict[str, Any], source: Source) -> tuple[str, ...]:
    """The ids of the failing tests; bare names of functions are looked for in the files of the test patch."""
    files = re.findall(r"^\+\+\+ b/(\S+)", row["test_patch"], re.MULTILINE)
    texts = {path: file.text for path in files if (file := source.read(path)) is not None}
    found = []
    for test in row["FAIL_TO_PASS"]:
        if "::" in test:
            found.append(test)
        else:
            homes = [
                path for path, text in texts.items() if re.search(rf"^def {re.escape(test)}\(", text, re.MULTILINE)
            ]
            found += [f"{path}::{test}" for path in homes]
    return tuple(found)


def compare(row: dict[str, Any], found: RepositoryMap, spectrum: Spectrum, host: PluginHost) -> dict[str, Any]:
    outcome = {"failing": len(spectrum.failing), "passing": len(spectrum.passing), "remarks": list(spectrum.remarks)}
    if not spectrum.failing:
        raise CrossbearingError("; ".join(spectrum.remarks))
    gold = gold_of(row["patch"], found.graph, lambda path: lines_of(found, path))
    executed, _ = spectrum.entities(found.graph)
    figures = {
        name: measured(found, request, gold, host)
        for name, request in (
            ("without", LocateRequest(row["problem_statement"])),
            ("with", with_tests(row, found, spectrum)),
        )
    }
    outcome["gold_executed"] = bool(gold.entities) and set(gold.entities) <= set(executed.tolist())
    return {"instance_id": row["instance_id"], **outcome, **figures}


def with_tests(row: dict[str, Any], found: RepositoryMap, spectrum: Spectrum) -> LocateRequest:
    """What ``locate --repro`` asks."""
    test = spectrum.failing[0].name
    return LocateRequest(row["problem_statement"], spectrum.traceback(found.graph), test, spectrum=spectrum)


def lines_of(found: RepositoryMap, path: str) -> list[str] | None:
    file = found.tree.read(path)
    return None if file is None else file.text.split("\n")


def measured(found: RepositoryMap, request: LocateRequest, gold: Any, host: PluginHost) -> dict[str, float]:
    report = locate(found, request, host)
    graph = found.graph
    spans = {
        (graph.file(e), graph.qualnames[e], int(graph.lines[e])): int(graph.start_lines[e]) for e in range(len(graph))
    }
    figures = file_figures([file.file for file in report.ranking.files], gold.files)
    ranked = [
        Span(e.file, spans.get((e.file, e.qualname, e.line), e.line), e.end_line)
        for e in report.ranking.entities
        if e.kind in FUNCTION_KINDS
    ]
    if gold.functions:
        figures |= function_figures(ranked, [Span(g.file, g.line, g.end_line) for g in gold.functions])
    return {name: round(value, 4) for name, value in figures.items()}


def summary(results: list[dict[str, Any]]) -> None:
    good = [result for result in results if "with" in result]
    print(f"\n{len(good)} of {len(results)} rows ran", file=sys.stderr)
    for result in results:
        if "with" not in result:
            print(f"  left out {result['instance_id']}: {result['left_out']}", file=sys.stderr)
    print(f"{'figure':<18}{'rows':>6}{'without':>10}{'with':>8}", file=sys.stderr)
    for name in FIGURES:
        own = [result for result in good if name in result["with"]]
        if own:
            means = [sum(result[side][name] for result in own) / len(own) for side in ("without", "with")]
            print(f"{name:<18}{len(own):>6}{means[0]:>10.3f}{means[1]:>8.3f}", file=sys.stderr)
    executed = sum(result["gold_executed"] for result in good)
    print(f"all gold functions executed by a test: {executed} of {len(good)}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
