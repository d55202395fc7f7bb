"""What the lines of a bench show beside their figures: lines to read, stages that lose gold, channels that find it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.measure.trail import STAGES

Line = Mapping[str, Any]

BUDGETS = (10, 25, 50, 100, 200, 400, 800, 1600)
"""Line budgets at which accuracy is reported."""

HISTORY_RICH = 1000
"""From so many commits before the base on, a repository's history counts as rich."""


def with_functions(lines: Sequence[Line]) -> list[Line]:
    """The lines that are measured by functions: those with gold ones, and those that failed before it was known."""
    return [line for line in lines if "function_mrr" in line["figures"]]


def budget_curve(lines: Sequence[Line]) -> dict[int, Estimate]:
    """For each budget, the share of instances all of whose gold functions are read whole within it."""
    needed = [_needed(line) for line in with_functions(lines)]
    curve = {budget: estimate([float(each is not None and each <= budget) for each in needed]) for budget in BUDGETS}
    return {budget: share for budget, share in curve.items() if share is not None}


def _needed(line: Line) -> int | None:
    numbers = [gold["lines"] for gold in line.get("trail", ())]
    return None if not numbers or None in numbers else max(numbers)


def stage_counts(lines: Sequence[Line]) -> dict[str, int]:
    """How many gold functions were lost at each stage, or found; those of failed instances are ``failed``."""
    counts = Counter(gold["stage"] for line in lines for gold in line.get("trail", ()))
    failed = sum(len(line["gold"]["functions"]) for line in lines if line["status"] == "failed")
    return {stage: counts[stage] for stage in STAGES} | ({"failed": failed} if failed else {})


def channel_shares(lines: Sequence[Line]) -> dict[str, dict[str, Estimate]]:
    """For each channel, over the instances that were localized and have gold functions, the shares in which it

    - ``answered``: had evidence at all,
    - ``supported``: gave a score to a gold function in the pool,
    - ``led``: had a gold function as its own first choice.
    """
    asked = [line for line in with_functions(lines) if line["status"] == "measured"]
    names = sorted({channel["channel"] for line in asked for channel in line["channels"]})
    shares: dict[str, dict[str, Estimate]] = {}
    for name in names:
        seen = [_told(line, name) for line in asked]
        found = {key: estimate([float(each[key]) for each in seen]) for key in ("answered", "supported", "led")}
        shares[name] = {key: share for key, share in found.items() if share is not None}
    return shares


def _told(line: Line, channel: str) -> dict[str, bool]:
    own = next((each for each in line["channels"] if each["channel"] == channel), None)
    gold = {each["qualname"] for each in line["gold"]["functions"]}
    return {
        "answered": own is not None and own["status"] == "evidence",
        "supported": any(channel in each["channels"] for each in line["trail"]),
        "led": own is not None and own["top1"] in gold,
    }


def strata(lines: Sequence[Line]) -> dict[tuple[str, str], list[Line]]:
    """The groups that are reported apart: all, each repository and language, by history and by failing test.

    Instances that failed before their history was read belong to neither of its groups.
    """
    groups: dict[tuple[str, str], list[Line]] = {("overall", "all"): list(lines)}
    for what, field in (("repositories", "repo"), ("languages", "language")):
        for name in sorted({line[field] for line in lines}):
            groups[what, name] = [line for line in lines if line[field] == name]
    known = [line for line in lines if line.get("history") is not None]
    groups["history", "rich"] = [line for line in known if line["history"] >= HISTORY_RICH]
    groups["history", "poor"] = [line for line in known if line["history"] < HISTORY_RICH]
    groups["repro", "with"] = [line for line in lines if line.get("repro")]
    groups["repro", "without"] = [line for line in lines if not line.get("repro")]
    return groups
