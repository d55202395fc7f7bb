"""Exact names, and help for the ones that are not."""

from collections.abc import Iterable

from crossbearing.model.errors import CrossbearingError

_LOWEST = 0.6
# Of several similar names only those are worth showing that come this near to the most similar one.
_NEAR_THE_BEST = 0.9


def near_matches(name: str, known: Iterable[str]) -> list[str]:
    """Return at most three known names that ``name`` may have been meant for, the likeliest first.

    The kind may be missing or wrong: ``bm25`` and ``fusion.bm25`` are near ``channel.bm25``.
    """
    choices = sorted(known)
    by_tail: dict[str, str] = {}
    for choice in choices:
        by_tail.setdefault(choice.rpartition(".")[2], choice)
    tail = name.rpartition(".")[2]
    if tail in by_tail:
        return [by_tail[tail]]
    return _similar(name, choices) or [by_tail[match] for match in _similar(tail, by_tail)]


def _similar(name: str, choices: Iterable[str]) -> list[str]:
    import difflib

    found = difflib.get_close_matches(name, choices, n=3, cutoff=_LOWEST)
    if not found:
        return []
    best = difflib.SequenceMatcher(None, found[0], name).ratio()
    return difflib.get_close_matches(name, found, n=3, cutoff=max(_LOWEST, best * _NEAR_THE_BEST))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of an error sentence about an unknown name: near matches, else every known name."""
    choices = sorted(known)
    if found := near_matches(name, choices):
        return f"did you mean {' or '.join(found)}?"
    return f"known are {', '.join(choices)}" if choices else "none is known"


def refuse_unknown(names: Iterable[str], known: Iterable[str], what: str) -> None:
    """Raise :class:`CrossbearingError` for the first of ``names``, in sorted order, that is not known.

    ``what`` says in the error what was being named, for example ``plugin``.
    """
    choices = set(known)
    for name in sorted(names):
        if name not in choices:
            raise CrossbearingError(f"unknown {what} {name!r}: {suggestion(name, choices)}")
