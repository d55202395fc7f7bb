"""A drawing of what calls a place and what it calls: callers on the left, the place, callees on the right."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from crossbearing.plugin import printable

if TYPE_CHECKING:
    from crossbearing.plugin import Neighbour, RankedEntity

_WIDTH, _HEIGHT, _GAP, _BETWEEN = 250, 26, 10, 60
_LONGEST = 30


def draw_neighbours(entity: "RankedEntity") -> str:
    """The drawing as an SVG element; each box has the whole name and its place as its title."""
    callers = [item for item in entity.neighbours if item.relation == "caller"]
    callees = [item for item in entity.neighbours if item.relation == "callee"]
    rows = max(len(callers), len(callees), 1)
    height = rows * (_HEIGHT + _GAP) + _GAP
    width = 3 * _WIDTH + 2 * _BETWEEN
    label = f"{len(callers)} callers and {len(callees)} callees of {printable(entity.qualname)}"
    middle = height / 2
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(label)}">']
    parts += _side(callers, 0, middle, height, is_left=True)
    parts += _side(callees, 2 * (_WIDTH + _BETWEEN), middle, height, is_left=False)
    parts.append(_box(entity.qualname, entity.file, entity.line, _WIDTH + _BETWEEN, middle - _HEIGHT / 2))
    return "".join((*parts, "</svg>"))


def _side(items: "Sequence[Neighbour]", left: int, middle: float, height: int, *, is_left: bool) -> Iterator[str]:
    top = (height - len(items) * (_HEIGHT + _GAP) + _GAP) / 2
    for number, item in enumerate(items):
        at = top + number * (_HEIGHT + _GAP)
        start, end = (left + _WIDTH, at + _HEIGHT / 2), (left + _WIDTH + _BETWEEN, middle)
        if not is_left:
            start, end = (left - _BETWEEN, middle), (left, at + _HEIGHT / 2)
        bend = (start[0] + end[0]) / 2
        yield f'<path d="M{start[0]} {start[1]:g}C{bend:g} {start[1]:g} {bend:g} {end[1]:g} {end[0]} {end[1]:g}"/>'
        yield _box(item.qualname, item.file, item.line, left, at)


def _box(qualname: str, file: str, line: int, left: float, top: float) -> str:
    name = printable(qualname)
    shown = ".".join(name.rsplit(".", 2)[-2:])
    shown = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
    title = escape(f"{name} {printable(file)}:{line}")
    return (
        f'<g><title>{title}</title><rect x="{left}" y="{top:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="4"/>'
        f'<text x="{left + 8}" y="{top + 17:g}">{escape(shown)}</text></g>'
    )
