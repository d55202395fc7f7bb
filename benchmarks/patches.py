"""Whether diffs survive being read and written, and whether their parts apply, on commits of real repositories.

    python benchmarks/patches.py --repos DIR [--commits 20] [--dataset FILE]... NAME...

From each repository (a git directory ``DIR/owner+name/repo`` or ``DIR/owner+name``) come random commits, and others
chosen for renames, new modes and binary files. Of each commit's diff, with ``--binary``, counted are: whether it is
written again as it was read; of random subsets of its files, hunks, runs and lines, whether ``git apply`` takes them at
the commit's parent; and of each file, whether applying its patch to the old text gives the new one. Of datasets in
SWE-bench's format the fields ``patch`` and ``test_patch`` are read and written.
"""

import argparse
import json
import os
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.patch import FilePatch, Patch
from crossbearing.patches import apply_to, changes_of, grouped, keeping, parse_patch

LARGEST = 3_000_000
SIGNS = ("rename from ", "copy from ", "old mode ", "GIT binary patch", "\\ No newline at end of file", "\r\n")


def main() -> None:
    arguments = read_arguments()
    counts: Counter[str] = Counter()
    for dataset in arguments.dataset:
        for line in Path(dataset).read_text("utf-8").splitlines():
            row = json.loads(line)
            for text in filter(None, (row.get("patch"), row.get("test_patch"))):
                counts["patches"] += 1
                counts["patches written as they were read"] += parse_patch(text).text == text
    for name in arguments.names:
        place = next(path for path in (arguments.repos / name / "repo", arguments.repos / name) if path.is_dir())
        with tempfile.TemporaryDirectory() as folder:
            Repository(place, Path(folder), counts).count(arguments.commits, random.Random(name))
    for what, count in counts.items():
        print(f"{count:6}  {what!r}" if what in SIGNS else f"{count:6}  {what}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*")
    parser.add_argument("--repos", type=Path, default=Path())
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--dataset", action="append", default=[])
    return parser.parse_args()


class Repository:
    """One git directory, and an index and objects of our own beside it."""

    def __init__(self, place: Path, folder: Path, counts: Counter[str]) -> None:
        self.place = place
        self.counts = counts
        found = self.git("rev-parse", "--git-path", "objects").stdout.decode().strip()
        (folder / "objects").mkdir()
        self.own = {
            "GIT_INDEX_FILE": str(folder / "index"),
            "GIT_OBJECT_DIRECTORY": str(folder / "objects"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str((place / found).resolve()),
        }

    def git(self, *arguments: str, data: bytes = b"", own: bool = False) -> "subprocess.CompletedProcess[bytes]":
        environment = {**os.environ, **(self.own if own else {})}
        return subprocess.run(
            ["git", "-C", str(self.place), *arguments], input=data, env=environment, capture_output=True, check=False
        )

    def count(self, commits: int, chance: random.Random) -> None:
        for commit in self.chosen(commits, chance):
            raw = self.git("show", "--binary", "-M", "--no-color", commit).stdout
            has_parent = self.git("rev-parse", "-q", "--verify", f"{commit}^").returncode == 0
            if len(raw) > LARGEST or not has_parent:
                continue
            text = raw.decode("utf-8", "surrogateescape")
            patch = parse_patch(text)
            self.counts["commits"] += 1
            self.counts["commits written as they were read"] += patch.text == text
            self.counts.update(sign for sign in SIGNS if sign in text)
            self.try_parts(patch, commit, chance)
            for file in patch.files:
                self.apply(file, commit)

    def chosen(self, commits: int, chance: random.Random) -> list[str]:
        told = self.git("log", "--no-merges", "--max-count=4000", "-M", "--summary", "--numstat", "--format=@%H")
        entries = [each for each in told.stdout.decode("utf-8", "replace").split("\n@") if each.strip()]
        names = [entry.lstrip("@").split()[0] for entry in entries]
        special = [
            names[number]
            for sign in (" mode change ", " rename ", "\n-\t-\t")
            for number, entry in enumerate(entries)
            if sign in entry
        ]
        few = max(1, commits // 4)
        return sorted(
            {*chance.sample(names, min(commits, len(names))), *chance.sample(special, min(few, len(special)))}
        )

    def try_parts(self, patch: Patch, commit: str, chance: random.Random) -> None:
        self.git("read-tree", f"{commit}^", own=True)
        for level in ("file", "hunk", "run", "line") * 2:
            groups = grouped(changes_of(patch), level)
            if len(groups) < 2:
                continue
            chosen = chance.sample(groups, chance.randint(1, len(groups) - 1))
            part = keeping(patch, [change for group in chosen for change in group]).text
            run = self.git("apply", "--cached", "--check", "-", data=part.encode("utf-8", "surrogateescape"), own=True)
            self.counts["subsets"] += 1
            self.counts["subsets that git applies"] += run.returncode == 0
            if run.returncode:
                print(f"{self.place} {commit} {level}: {run.stderr.decode('utf-8', 'replace').strip()}")

    def apply(self, file: FilePatch, commit: str) -> None:
        if file.is_binary or file.is_opaque or not file.hunks or not file.old_path or not file.new_path:
            return
        old, new = (self.git("show", f"{commit}{end}") for end in (f"^:{file.old_path}", f":{file.new_path}"))
        if old.returncode or new.returncode:
            return
        self.counts["files"] += 1
        try:
            result = apply_to(file, old.stdout.decode("utf-8", "surrogateescape"))
            self.counts["files that come out as in the commit"] += (
                result.encode("utf-8", "surrogateescape") == new.stdout
            )
        except CrossbearingError as problem:
            print(f"{self.place} {commit}: {problem}")


if __name__ == "__main__":
    main()
