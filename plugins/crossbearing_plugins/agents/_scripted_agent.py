"""The program that ``agent.scripted`` runs; it uses the standard library and git alone.

Arguments: the file of solutions (empty: none), how many files it may look at, and dollars a token.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

_FILE = re.compile(r"^(?:---|\+\+\+) [ab]/(\S+)", re.MULTILINE)


def main(solutions: str, reads: str, price: str) -> int:
    """Apply the solution if it lies within the files that are looked at, and say what that took."""
    places = json.loads(Path(os.environ["CROSSBEARING_PLACES_FILE"]).read_text("utf-8"))["places"]
    looked_at = list(dict.fromkeys(place["file"] for place in places))[: int(reads)]
    patch = _solution(solutions, os.environ["CROSSBEARING_INSTANCE_ID"])
    touched = set(_FILE.findall(patch))
    if touched and touched <= set(looked_at):
        subprocess.run(["git", "apply", "--whitespace=nowarn"], input=patch.encode(), check=True)
    told = [Path(os.environ[name]) for name in ("CROSSBEARING_ISSUE_FILE", "CROSSBEARING_CONTEXT_FILE")]
    size = sum(path.stat().st_size for path in (*told, *map(Path, looked_at)) if path.is_file())
    usage = {"tokens": size // 4, "cost": round(size // 4 * float(price), 9)}
    Path(os.environ["CROSSBEARING_USAGE_FILE"]).write_text(json.dumps(usage), "utf-8")
    return 0


def _solution(solutions: str, name: str) -> str:
    if not solutions:
        return ""
    with Path(solutions).open(encoding="utf-8") as file:
        rows = (json.loads(line) for line in file if line.strip())
        return next((row["patch"] for row in rows if row["instance_id"] == name), "")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
