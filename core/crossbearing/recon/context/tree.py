"""The tree in which context is shown (reconnaissance specification, §5): signatures and places, never bodies.

The root is the entity around which context is gathered; each edge is a line, and the definition at its other end a line
below. Two columns are one level::

    repo.cli.main (function) — "def main(argv: list[str]) -> int:" [cli.py:12]
    ├── repo.utils.parse_args:invoke [cli.py:15]
    │ └── repo.utils.parse_args (function) — "def parse_args(argv):" [utils.py:8]
    └── repo.cli:contain [cli.py:1]

Edges that lead to the root are written ``invoked-by`` and ``imported-by``. No line shows more than one place.
"""

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from crossbearing.model.context import ShownEntity, ShownTie
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.text import printable
from crossbearing.model.tokens import count_tokens

MAX_RADIUS = 1
"""Edges from the root to anything shown. Flattening two edges into one view makes agents worse than no view at all."""

LONGEST = 300
"""Characters of a name or signature that are shown."""
_INWARD = {"invoke": "invoked-by", "import": "imported-by"}


@frozen
class Tree:
    """The lines of a tree that fits its budget, and how many edges do not."""

    lines: tuple[str, ...]
    ties: tuple[ShownTie, ...]
    omitted: dict[str, int]


def entity_line(entity: ShownEntity) -> str:
    """An entity on one line: name, kind, signature, place."""
    signature = f' — "{_cut(entity.signature)}"' if entity.signature else ""
    return printable(f"{_cut(entity.qualname)} ({entity.kind}){signature} [{entity.file}:{entity.line}]")


def draw_tree(
    root: ShownEntity,
    ties: Sequence[ShownTie],
    max_tokens: int,
    *,
    max_radius: int = MAX_RADIUS,
    count: Callable[[str], int] = count_tokens,
) -> Tree:
    """Draw the edges of ``root``, given in the order of their worth, as far as ``max_tokens`` reach.

    The lines are in the order of the text: what the entity uses by line, then what uses it, then what encloses it. What
    does not fit is left out from the least worthy edge on, and counted by type; there are no lines where not even the
    root fits. Raises :class:`CrossbearingError` for a radius of more than one edge.
    """
    if max_radius != MAX_RADIUS:
        raise CrossbearingError(f"context reaches {MAX_RADIUS} edge from the entity, not {max_radius}")
    kept = _fitting(root, ties, max_tokens, count)
    lines = _lines(root, kept, ties)
    while kept and count("\n".join(lines)) > max_tokens:
        kept = kept[:-1]
        lines = _lines(root, kept, ties)
    fitting = next((some for some in (lines, lines[:1]) if count("\n".join(some)) <= max_tokens), [])
    return Tree(tuple(fitting), tuple(sorted(kept, key=_place)), _omitted(ties[len(kept) :]))


def _fitting(
    root: ShownEntity, ties: Sequence[ShownTie], max_tokens: int, count: Callable[[str], int]
) -> list[ShownTie]:
    """The first edges that fit by the sum of their own lines, with room for saying what is left out."""
    left = max_tokens - count(f"{entity_line(root)}\n") - 2 * count("└── … 100,000 more edges: 100,000 invoked-by\n")
    kept = []
    for tie in ties:
        left -= count("".join(f"{line}\n" for line in _tie_lines(tie, is_last=False)))
        if left < 0:
            break
        kept.append(tie)
    return kept


def _lines(root: ShownEntity, kept: Sequence[ShownTie], ties: Sequence[ShownTie]) -> list[str]:
    shown = sorted(kept, key=_place)
    omitted = _omitted(ties[len(kept) :])
    lines = [entity_line(root)]
    for number, tie in enumerate(shown, start=1):
        lines += _tie_lines(tie, is_last=number == len(shown) and not omitted)
    if omitted:
        counts = ", ".join(f"{number:,} {label}" for label, number in omitted.items())
        lines.append(f"└── … {sum(omitted.values()):,} more: {counts}")
    return lines


def _tie_lines(tie: ShownTie, *, is_last: bool) -> list[str]:
    branch, trunk = ("└── ", "  ") if is_last else ("├── ", "│ ")
    sites = f" ×{tie.sites:,}" if tie.sites > 1 else ""
    head = printable(f"{branch}{_cut(tie.entity.qualname)}:{label(tie)} [{tie.file}:{tie.line}]{sites}")
    return [head] if tie.type == "contain" else [head, f"{trunk}└── {entity_line(tie.entity)}"]


def label(tie: ShownTie) -> str:
    """How an edge is called, from the root's point of view."""
    return tie.type if tie.direction == "out" else _INWARD.get(tie.type, f"{tie.type}-of")


def _place(tie: ShownTie) -> tuple[int, str, int, str, str]:
    group = 2 if tie.type == "contain" else int(tie.direction == "in")
    return group, tie.file, tie.line, tie.type, tie.entity.qualname


def _omitted(ties: Iterable[ShownTie]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for tie in ties:
        counts[label(tie)] = counts.get(label(tie), 0) + 1
    return dict(sorted(counts.items()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
