"""Make a data set for `crossbearing bench`, `ablate` and `ab` out of a repository's own history.

    git clone --bare https://github.com/psf/requests mirrors/psf+requests
    python issues_from_history.py mirrors/psf+requests psf/requests 400 > history.jsonl

Every one of the newest commits (here: 400) that has one parent and changes a few Python files becomes an instance: its
message is the issue, its parent the base commit, its diff the fix. A message is written by somebody who knows the fix,
so figures on such a set are higher than on reports of users: use it to compare ways with each other, never to say how
good one is.
"""

import json
import subprocess
import sys

LARGEST = 3
"""Commits that change more files than this are seldom the fix of one fault."""


def git(repository: str, *arguments: str) -> str:
    """What git says."""
    done = subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def main(repository: str, name: str, newest: str) -> None:
    """Write an instance on each line."""
    for line in git(repository, "log", "--no-merges", f"-{int(newest)}", "--format=%H %P").splitlines():
        commit, _, parent = line.partition(" ")
        changed = git(repository, "diff", "--name-only", parent, commit).split() if parent else []
        if len(changed) > LARGEST or not any(path.endswith(".py") for path in changed):
            continue
        row = {
            "instance_id": f"{name.replace('/', '__')}-{commit[:10]}",
            "repo": name,
            "base_commit": parent,
            "problem_statement": git(repository, "show", "-s", "--format=%B", commit).strip(),
            "patch": git(repository, "diff", "--no-color", "--no-ext-diff", parent, commit),
        }
        if row["problem_statement"] and row["patch"]:
            sys.stdout.write(f"{json.dumps(row)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
