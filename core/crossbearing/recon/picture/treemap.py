"""Squarified treemaps: rectangles of given sizes that fill a rectangle and are as square as possible.

Bruls, Huizing, van Wijk: Squarified Treemaps (2000).
"""

from collections.abc import Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; ``y`` grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, margin: float, top: float = 0.0) -> "Box":
        """The box without a margin on each side and ``top`` more above; never less than nothing."""
        width, height = self.width - 2 * margin, self.height - 2 * margin - top
        return Box(self.x + margin, self.y + margin + top, max(0.0, width), max(0.0, height))


def squarified(sizes: Sequence[float], box: Box) -> list[Box]:
    """Boxes in the proportions of ``sizes`` (positive, descending), in their order, that fill ``box``."""
    total = sum(sizes)
    if not total or not box.area:
        return [Box(box.x, box.y, 0.0, 0.0) for _ in sizes]
    areas = [size * box.area / total for size in sizes]
    boxes: list[Box] = []
    start = 0
    while start < len(areas):
        side = min(box.width, box.height)
        stop = start + 1
        while stop < len(areas) and _worst(areas[start : stop + 1], side) <= _worst(areas[start:stop], side):
            stop += 1
        row, box = _row(areas[start:stop], box)
        boxes += row
        start = stop
    return boxes


def _worst(areas: Sequence[float], side: float) -> float:
    """The worst proportion of long to short side in a row of these areas along a side."""
    total = sum(areas)
    if not total or not side:
        return float("inf")
    return max(max(side * side * area / total**2, total**2 / (side * side * area)) for area in areas)


def _row(areas: Sequence[float], box: Box) -> tuple[list[Box], Box]:
    """A row along the shorter side, and what is left."""
    total, boxes = sum(areas), []
    if box.width >= box.height:
        thickness, y = total / box.height if box.height else 0.0, box.y
        for area in areas:
            height = area / thickness if thickness else 0.0
            boxes.append(Box(box.x, y, thickness, height))
            y += height
        return boxes, Box(box.x + thickness, box.y, max(0.0, box.width - thickness), box.height)
    thickness, x = total / box.width if box.width else 0.0, box.x
    for area in areas:
        width = area / thickness if thickness else 0.0
        boxes.append(Box(x, box.y, width, thickness))
        x += width
    return boxes, Box(box.x, box.y + thickness, box.width, max(0.0, box.height - thickness))
