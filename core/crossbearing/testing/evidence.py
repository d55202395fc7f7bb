"""The rule that every claim of a manifest has to meet, checked from outside: its line exists and says so.

This is written apart from the check that the core makes before it accepts a claim, so that each watches the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from crossbearing.model.claims import Claim, UnreadablePart
from crossbearing.model.file import FileTree

_NAMES = ("name", "framework", "convention")
_LISTS = (
    "languages",
    "components",
    "dependencies",
    "tests",
    "external-packages",
    "runners",
    "entry-points",
    "config",
    "targets",
    "locked",
)


def unproved(claims: Iterable[Claim], tree: FileTree) -> list[str]:
    """Say of each claim whose evidence is no line of ``tree``, or lacks the claim's words, what is wrong with it."""
    return [f"{reason}: {claim}" for claim in claims if (reason := _refusal(claim, tree))]


def unproved_in(manifest: Mapping[str, Any], tree: FileTree) -> list[str]:
    """The same for a manifest as data (``manifest --full --format json``), every pointer in it included."""
    complaints: list[str] = []
    for section, claim in claims_in(manifest):
        words = claim.get("spelling") or next(str(claim[name]) for name in _NAMES if name in claim)
        if reason := _wrong_place(tree, claim["evidence"], words):
            complaints.append(f"{reason}: {section} {claim}")
        pointers = (*claim.get("also", ()), *filter(None, [claim.get("resolved_at")]))
        complaints += (f"no line: {section} {claim} ({place})" for place in pointers if _wrong_place(tree, place, ""))
    return complaints


def claims_in(manifest: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every claim of a manifest as data, with its section; commands that lost and other package managers included."""
    for section in _LISTS:
        for claim in manifest[section]:
            yield section, claim
            for loser in claim.get("alternatives", ()):
                yield section, {"name": claim["name"], **loser}
    manager = manifest["package_manager"]
    if manager["name"] is not None:
        yield "package_manager", manager
        for other in manager.get("alternatives", ()):
            yield "package_manager", other
    for claim in manifest["layout"]["claims"]:
        yield "layout", claim


def _refusal(claim: Claim, tree: FileTree) -> str:
    if isinstance(claim, UnreadablePart):
        reason = _wrong_place(tree, str(claim.evidence), "")
        return reason or ("" if claim.reason and "\n" not in claim.reason else "no reason on one line")
    words = claim.spelling or str(next(getattr(claim, key) for key in _NAMES if hasattr(claim, key)))
    return _wrong_place(tree, str(claim.evidence), words) if words else "no words"


def _wrong_place(tree: FileTree, pointer: str, words: str) -> str:
    path, _, line = pointer.rpartition(":")
    file = tree.read(path)
    if file is None:
        return f"points at {pointer}, which is no file"
    lines = file.lines[:-1] if file.lines[-1] == "" else file.lines
    if not 1 <= int(line) <= len(lines):
        return f"points at {pointer}, which is no line"
    return "" if words in lines[int(line) - 1] else f"{words!r} does not stand at {pointer}"
