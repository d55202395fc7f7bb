"""Score a peer's published per-instance output with our metrics, to see that both count alike.

    python benchmarks/published_lists.py locagent/repo lite.jsonl

The first argument is a git directory of gersteinlab/LocAgent, whose repository holds the raw output of its run with
Claude 3.5 on SWE-bench Lite; the second is that data set as JSON Lines (``instance_id`` and ``patch``). Published for
this run: file Acc@1/3/5 77.3/91.3/93.7 over all 300 (Chen et al., ACL 2025). Printed by this script: 77.33, 91.33 and
93.67.

Files edited are taken from the patches alone, by the published rule (every file that the patch names counts), and by
ours.
"""

import argparse
import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from crossbearing.measure.edits import read_edits
from crossbearing.measure.gold import why_no_gold
from crossbearing.measure.intervals import estimate
from crossbearing.measure.metrics import FILE_CUTS, accuracy

OUTPUT = "evaluation/loc_output/locagent/claude_3-5/loc_outputs.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(description="Score LocAgent's published output with Crossbearing's metrics.")
    parser.add_argument("repository", type=Path, help="git directory of gersteinlab/LocAgent")
    parser.add_argument("dataset", type=Path, help="SWE-bench Lite, or some rows of it, as JSON Lines")
    arguments = parser.parse_args()
    found = published(arguments.repository)
    gold = {row["instance_id"]: row["patch"] for row in rows(arguments.dataset.read_text("utf-8").splitlines())}
    missing = sorted(gold.keys() - found.keys())
    print(f"{len(gold)} instances, {len(missing)} without published output (counted as misses): {' '.join(missing)}")
    files = {instance: row["found_files"] for instance, row in found.items()}
    report("files, every one of the patch", files, {name: every_file(patch) for name, patch in gold.items()}, FILE_CUTS)
    report("files, our rule", files, {name: our_rule(patch) for name, patch in gold.items()}, FILE_CUTS)


def report(name: str, ranked: dict[str, list[str]], gold: dict[str, set[str]], cuts: tuple[int, ...]) -> None:
    """Print Acc@k over the instances that have gold; one without output is a miss."""
    for k in cuts:
        value = estimate([accuracy(list(dict.fromkeys(ranked.get(i, ()))), own, k) for i, own in gold.items() if own])
        assert value is not None
        low, high = 100 * value.low, 100 * value.high
        print(f"{name}: Acc@{k} {100 * value.value:.2f} [{low:.1f}, {high:.1f}] over {value.count}")


def published(repository: Path) -> dict[str, dict]:
    command = ["git", "--git-dir", str(repository), "show", f"HEAD:{OUTPUT}"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {row["instance_id"]: row for row in rows(lines)}


def rows(lines: Iterable[str]) -> list[dict]:
    return [json.loads(line) for line in lines if line.strip()]


def every_file(patch: str) -> set[str]:
    return {edit.path for edit in read_edits(patch)}


def our_rule(patch: str) -> set[str]:
    return {edit.path for edit in read_edits(patch) if not why_no_gold(edit)}


if __name__ == "__main__":
    main()
