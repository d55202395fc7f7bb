"""One run of a plugin through all situations, in a process of its own: ``python -m crossbearing.testing.probe``.

The kit compares what two such runs print under different hash seeds, and kills a run that hangs.
"""

import hashlib
import sys
from pathlib import Path

from crossbearing.testing.exercise import outcomes
from crossbearing.testing.plain import as_json


def main(qualified: str, cases: str = "") -> None:
    """Print a digest of every outcome, one situation a line."""
    for outcome in outcomes(qualified, Path(cases) if cases else None):
        answer = as_json([outcome.value, outcome.unreadable]).encode("utf-8", "surrogatepass")
        sys.stdout.write(f"{hashlib.sha256(answer).hexdigest()} {outcome.situation.name!r}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
