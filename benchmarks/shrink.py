"""Whether the shrinker drops all that is superfluous, and nothing else, with real tests as its oracle.

    python benchmarks/shrink.py DATASET --repos DIR --python python3.11 [--repo sympy/sympy] [--instances 15] [--out F]
    python benchmarks/shrink.py DATASET --repos DIR --repo pallets/flask --command 'PYTHONPATH=src pytest -q {names}'

For issues with known fixes and tests: the fix is padded with hunks that no test can need (a new file, a line of the
README, functions or with ``--comments`` comments in two other modules, a comment at the end of a file of the fix), and
shrunk with the failing tests of the issue as the oracle, applied besides. Then the fix alone is shrunk. Counted are the
padding hunks that are left, whether the result still turns the tests from failing to passing (in another run), and the
hunks of the fix that were dropped; of those, each is put to the test by itself: the fix without it must pass. Issues
whose tests do not run with the interpreter at hand (they fail with the fix, or pass without it) are left out and
counted.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from crossbearing.model.stages import ShrinkResult, ShrinkTask
from crossbearing.patches import changes_of, grouped, keeping, parse_patch
from crossbearing.registry import PluginHost, load_profile
from crossbearing.repair.oracle import CommandOracle
from crossbearing.repair.worktrees import Worktree, open_worktree

COMMENT = "# This line is of no use to anybody.\n"
CODE = "\n\ndef _nobody_calls_this():\n    return None\n"
PADDING = {f"+{line}\n" for line in f"{COMMENT}{CODE}A line more.\nNothing to see here.".split("\n")}


def main() -> None:
    arguments = read_arguments()
    rows = [json.loads(line) for line in Path(arguments.dataset).read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["repo"] == arguments.repo and row.get("FAIL_TO_PASS")]
    random.Random(arguments.seed).shuffle(rows)
    host = PluginHost.open(load_profile("scalpel", environment={}))
    results: list[dict[str, Any]] = []
    skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        mirror = next(path for path in (arguments.repos / arguments.repo.replace("/", "+")).glob("repo*"))
        git("clone", "-q", "--shared", "--no-checkout", str(mirror), str(clone))
        for row in rows:
            if len(results) == arguments.instances:
                break
            result = shrink_row(host, clone, row, arguments, Path(folder) / "cache")
            if result is None:
                skipped += 1
                continue
            results.append(result)
            print(json.dumps(result), flush=True)
            if arguments.out:
                Path(arguments.out).write_text("".join(f"{json.dumps(each)}\n" for each in results))
    summarize(results, skipped)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--repo", default="sympy/sympy")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--command", help="shell command that runs the tests {names}")
    parser.add_argument("--setup", default="", help="shell command that is run once in each worktree")
    parser.add_argument("--comments", action="store_true", help="pad with comments instead of functions")
    parser.add_argument("--instances", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out")
    return parser.parse_args()


def git(*arguments: str, cwd: Path | None = None) -> str:
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout


def shrink_row(
    host: PluginHost, clone: Path, row: dict[str, Any], arguments: argparse.Namespace, cache: Path
) -> dict[str, Any] | None:
    fix = row["patch"]
    command = test_command(arguments, row, cache)
    with open_worktree(clone, row["base_commit"]) as worktree:
        text = COMMENT if arguments.comments else CODE
        padded = pad(worktree, fix, text, random.Random(row["instance_id"]))
    started = time.perf_counter()
    given, setup = row["test_patch"], arguments.setup
    with CommandOracle(clone, row["base_commit"], command, given=given, setup=setup) as oracle:
        base, fixed = oracle(["", fix])
        if base or not fixed:
            return None
        shrunk: ShrinkResult = host.run("shrink", ShrinkTask(padded, oracle))
        alone: ShrinkResult = host.run("shrink", ShrinkTask(fix, oracle))
        flips = oracle([shrunk.patch])[0]
        gold = len(grouped(changes_of(parse_patch(fix)), "hunk"))
        needless = sum(oracle([text])[0] is True for text in without_each_hunk(fix)) if gold > 1 else 0
    return {
        "instance_id": row["instance_id"],
        "padding": parse_patch(padded).hunks - gold,
        "padding_left": padding_left(shrunk.patch),
        "runs": shrunk.oracle_runs,
        "flips": flips,
        "fix_hunks": gold,
        "needless_fix_hunks": needless,
        "fix_hunks_left": alone.kept,
        "fix_runs": alone.oracle_runs,
        "seconds": round(time.perf_counter() - started, 1),
    }


def test_command(arguments: argparse.Namespace, row: dict[str, Any], cache: Path) -> str:
    """A shell command that runs the failing tests of an issue: ``--command``, or else an import of their files."""
    names = row["FAIL_TO_PASS"]
    names = json.loads(names) if isinstance(names, str) else names
    if arguments.command:
        return str(arguments.command.replace("{names}", shlex.join(names)))
    files = [path for path in parse_patch(row["test_patch"]).paths if "/tests/" in path or "test_" in path]
    program = (
        "import sys, warnings, runpy; warnings.simplefilter('ignore'); sys.path.insert(0, '.')\n"
        "names = set(sys.argv[2:])\n"
        "found = [(n, f) for path in sys.argv[1].split(',') for n, f in runpy.run_path(path).items() if n in names]\n"
        "assert {n for n, _ in found} == names, names; [f() for _, f in found]"
    )
    return f"PYTHONPYCACHEPREFIX={cache} {shlex.join([arguments.python, '-c', program, ','.join(files), *names])}"


def pad(worktree: Worktree, fix: str, text: str, chance: random.Random) -> str:
    """The fix with five superfluous hunks, or four where git joins one to the fix's own."""
    assert worktree.apply(fix), "the fix does not apply"
    root = worktree.path
    (root / "NOTES.txt").write_text("Nothing to see here.\n" * 5)
    readme = next(iter(sorted(root.glob("README*"))))
    readme.write_text(readme.read_text("utf-8") + "\nA line more.\n", "utf-8")
    fixed = [path for path in parse_patch(fix).paths if path.endswith(".py")]
    others = [path for path in git("ls-files", "*.py", cwd=root).split() if "test" not in path and path not in fixed]
    for name, more in zip((*chance.sample(others, 2), fixed[0]), (text, text, COMMENT), strict=True):
        module = root / name
        module.write_text(module.read_text("utf-8") + more, "utf-8")
    return worktree.diff()


def padding_left(patch: str) -> int:
    left = 0
    for file in parse_patch(patch).files:
        for hunk in file.hunks:
            changed = {line for line in hunk.lines if line[0] in "+-"}
            left += changed <= PADDING
    return left


def without_each_hunk(fix: str) -> list[str]:
    patch = parse_patch(fix)
    groups = grouped(changes_of(patch), "hunk")
    return [keeping(patch, [each for other in groups if other != group for each in other]).text for group in groups]


def summarize(results: list[dict[str, Any]], skipped: int) -> None:
    total = {
        key: sum(result[key] for result in results)
        for key in ("padding", "padding_left", "fix_hunks", "fix_hunks_left")
    }
    lost = sum(max(0, r["fix_hunks"] - r["fix_hunks_left"] - r["needless_fix_hunks"]) for r in results)
    print(f"{len(results)} instances, {skipped} whose tests do not run here")
    print(f"superfluous hunks dropped: {total['padding'] - total['padding_left']} of {total['padding']}")
    print(f"results that flip the tests: {sum(result['flips'] is True for result in results)} of {len(results)}")
    print(f"hunks of the fixes: {total['fix_hunks']}, kept {total['fix_hunks_left']}; needed ones lost: {lost}")
    print(f"runs of the oracle: {sum(r['runs'] for r in results) / max(1, len(results)):.1f} a padded fix (at most 12)")


if __name__ == "__main__":
    main()
