"""The rule that every claim of every ecosystem plugin has to meet, as a function to assert on."""

from collections.abc import Iterable

from crossbearing.plugin import Claim, FileTree, UnreadablePart


def unproved(claims: Iterable[Claim], tree: FileTree) -> list[str]:
    """Say of each claim whose evidence is no line of the tree, or lacks the claim's words, what is wrong with it."""
    return [f"{reason}: {claim}" for claim in claims if (reason := _refusal(claim, tree))]


def _refusal(claim: Claim, tree: FileTree) -> str:
    file = tree.read(claim.evidence.path)
    if file is None:
        return "no such file"
    lines = file.lines[:-1] if file.lines[-1] == "" else file.lines
    if not 1 <= claim.evidence.line <= len(lines):
        return "no such line"
    if isinstance(claim, UnreadablePart):
        return "" if claim.reason and "\n" not in claim.reason else "no reason on one line"
    words = claim.spelling or _name(claim)
    if not words:
        return "no words"
    return "" if words in lines[claim.evidence.line - 1] else "the words do not stand there"


def _name(claim: Claim) -> str:
    return str(next(getattr(claim, key) for key in ("name", "framework", "convention") if hasattr(claim, key)))
