"""What is on the picture, before anything is drawn: boxes, links, marks and heat, all from the map alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from attrs import evolve, frozen

from crossbearing.model.graph import CodeGraph
from crossbearing.model.manifest import Manifest
from crossbearing.model.report import Report
from crossbearing.recon.picture.folders import Area, area_tree
from crossbearing.recon.picture.treemap import Box, squarified

SIDE = 1024
"""Pixels of the picture's sides; what is smaller than :data:`SMALLEST` pixels is not drawn by itself."""
SMALLEST = 3.0
LABEL_HEIGHT = 15.0
LEAST_LABELLED = 44.0
MOST_LINKS = 40
_MARGIN = 2.0
_DOCUMENTS = 4
"""Documentation is shown at one part in this many of its size: the picture is of code."""
_LEGEND = 64.0


@frozen
class Folder:
    """A folder's frame: its label stands in a strip of its own above what the folder holds."""

    box: Box
    path: str
    label: str
    depth: int
    is_labelled: bool


@frozen
class Cell:
    """A file, or the small files of a folder together; ``taken`` pixels of its width on the right hold marks."""

    box: Box
    path: str
    role: str
    label: str = ""
    taken: float = 0.0


@frozen
class Link:
    """Imports between two folders: ``waypoints`` lead through the folders that enclose them both."""

    source: str
    target: str
    count: int
    waypoints: tuple[tuple[float, float], ...]


@frozen
class Mark:
    """An entry point or a command, where it stands."""

    kind: str
    x: float
    y: float


@frozen
class Heat:
    """A file of a ranking, hottest first."""

    rank: int
    path: str
    share: float
    box: Box


@frozen(eq=False)
class Scene:
    """Everything to draw, back to front; the boxes of the picture's title and legend are left free."""

    title: str
    folders: tuple[Folder, ...]
    cells: tuple[Cell, ...]
    links: tuple[Link, ...]
    marks: tuple[Mark, ...]
    heat: tuple[Heat, ...]


def scene_of(name: str, graph: CodeGraph, manifest: Manifest, report: Report | None = None) -> Scene:
    """Lay out a repository's map, and over it the files that a localization ranks."""
    layout = _Layout(area_tree(name, _files(graph)))
    marks, taken = _marks(manifest, layout)
    lines = sum(_lines(graph, path) for path in graph.files)
    return Scene(
        title=f"{name}: {len(graph.files):,} files, {lines:,} lines",
        folders=tuple(layout.folders),
        cells=tuple(evolve(cell, taken=taken.get(cell.path, 0.0)) for cell in layout.cells),
        links=tuple(_links(graph, layout)),
        marks=tuple(marks),
        heat=tuple(_heat(report, layout)) if report else (),
    )


def _files(graph: CodeGraph) -> Iterator[tuple[str, int, str]]:
    for number, path in enumerate(graph.files):
        role = graph.roles[number]
        yield path, _lines(graph, path) // (_DOCUMENTS if role == "docs" else 1), role


def _lines(graph: CodeGraph, path: str) -> int:
    module = graph.module_of_file(path)
    return 1 if module is None else int(graph.end_lines[module])


class _Layout:
    """Boxes for all areas that are large enough to be seen."""

    def __init__(self, root: Area) -> None:
        self.folders: list[Folder] = []
        self.cells: list[Cell] = []
        self.boxes: dict[str, Box] = {}
        box = Box(0.0, LABEL_HEIGHT + 6, SIDE, SIDE - LABEL_HEIGHT - 6 - _LEGEND)
        self.boxes[""] = box
        pending = [(root, box, 0)]
        while pending:
            area, box, depth = pending.pop()
            children = area.by_size()
            for child, inner in zip(children, squarified([child.size for child in children], box), strict=True):
                self.boxes[child.path] = inner
                if child.is_file:
                    self._cell(child, inner)
                elif min(inner.width, inner.height) < 2 * LABEL_HEIGHT:
                    self._mixed(child, inner)
                else:
                    labelled = inner.width >= LEAST_LABELLED
                    self.folders.append(Folder(inner, child.path, child.name, depth, labelled))
                    pending.append((child, inner.inset(_MARGIN, LABEL_HEIGHT if labelled else 0.0), depth + 1))

    def _cell(self, area: Area, box: Box) -> None:
        if min(box.width, box.height) >= SMALLEST:
            wide = box.width >= LEAST_LABELLED and box.height >= LABEL_HEIGHT
            self.cells.append(Cell(box, area.path, area.role, area.name if wide else ""))

    def _mixed(self, area: Area, box: Box) -> None:
        """A folder too small to be opened, in the colour of most of its lines."""
        roles: Counter[str] = Counter()
        pending = [area]
        while pending:
            item = pending.pop()
            roles[item.role] += item.size if item.is_file else 0
            pending += item.children.values()
        if min(box.width, box.height) >= SMALLEST:
            self.cells.append(Cell(box, area.path, min(roles, key=lambda role: (-roles[role], role))))

    def box_around(self, path: str) -> tuple[str, Box]:
        """The box of a file or folder, or of the innermost folder around it that has one."""
        while path not in self.boxes:
            path = path.rpartition("/")[0]
        return path, self.boxes[path]

    def waypoints(self, source: str, target: str) -> Iterator[tuple[float, float]]:
        """The middles of the folders on the way from one folder to another."""
        return (self.boxes[path].centre for path in _way(source, target) if path in self.boxes)

    def frames_around(self, path: str) -> list[str]:
        """The folders drawn around a path, the innermost first, and the whole picture last."""
        drawn = {folder.path for folder in self.folders}
        parts = path.split("/")
        return [prefix for count in range(len(parts) - 1, 0, -1) if (prefix := "/".join(parts[:count])) in drawn] + [""]


def _links(graph: CodeGraph, layout: _Layout) -> Iterator[Link]:
    """The folders that import each other most, over the innermost folders that are drawn."""
    edges = graph.edges["import"]
    homes = [layout.frames_around(path) for path in graph.files]
    pairs: Counter[tuple[str, str]] = Counter()
    sources, targets = graph.file_index[edges.sources], graph.file_index[edges.targets]
    keys, counts = np.unique(sources.astype(np.int64) * len(graph.files) + targets, return_counts=True)
    for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
        source, target = homes[key // len(graph.files)], homes[key % len(graph.files)]
        if source[0] != target[0] and source[0] not in target and target[0] not in source:
            pairs[source[0], target[0]] += count
    strongest = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:MOST_LINKS]
    for (start, end), count in strongest:
        yield Link(start, end, count, tuple(layout.waypoints(start, end)))


def _way(source: str, target: str) -> list[str]:
    """From one folder to another through the folders that enclose them (Holten: Hierarchical Edge Bundles, 2006)."""
    up, down = _enclosing(source), _enclosing(target)
    shared = next(path for path in up if path in down)
    first, second = up[: up.index(shared)], down[: down.index(shared)]
    # The shared folder itself is left out, or all lines would meet in its middle.
    return [*first, *reversed(second)]


def _enclosing(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)] + [""]


def _marks(manifest: Manifest, layout: _Layout) -> tuple[list[Mark], dict[str, float]]:
    """Entry points and commands at the files that state them, and the width that they take; one of a kind at a file."""
    places = [("entry point", claim.evidence.path) for claim in manifest.entry_points]
    places += [("command", claim.evidence.path) for claim in manifest.runners]
    marks: list[Mark] = []
    taken: dict[str, float] = {}
    for kind, path in dict.fromkeys(places):
        where, box = layout.box_around(path)
        used = taken.get(where, 0.0)
        if used + 12.0 <= max(12.0, box.width):
            taken[where] = used + 12.0
            x = box.x + box.width - min(7.0, box.width / 2) - used
            marks.append(Mark(kind, x, box.y + min(8.0, box.height / 2)))
    return marks, taken


def _heat(report: Report, layout: _Layout) -> Iterator[Heat]:
    best = max((file.score for file in report.ranking.files), default=0.0)
    for rank, file in enumerate(report.ranking.files, start=1):
        _, box = layout.box_around(file.file)
        yield Heat(rank, file.file, file.score / best if best else 0.0, box)


def roles_shown(cells: Iterable[Cell], colours: Mapping[str, str]) -> list[str]:
    """The roles on the picture, in the order of ``colours``."""
    present = {cell.role for cell in cells}
    return [role for role in colours if role in present]
