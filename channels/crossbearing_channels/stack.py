"""Closeness to the deepest frame of the issue's traceback (localization specification §3.1 and §3.6).

The frames are those that mining kept: library frames are gone. Counting them from the innermost, the entity of frame
``k`` (0, 1, 2, …) scores ``decay ** k``; the other entities of the deepest frame's file score ``same_file``, and an
entity keeps its best score. A frame's entity is the definition of the frame's function in the file that the printed
path means (by most trailing parts), the one nearest to the frame's line, since line numbers may come from another
version than the one at hand; without such a function, it is the innermost definition around the line.

Example: for a traceback ``main → parse → peek`` the scores are 1 for ``peek``, 0.5 for ``parse``, 0.25 for ``main``.

Limits: no traceback, no evidence. A cause that returned before the failing call was made is not on the stack.
"""

from typing import TYPE_CHECKING, NamedTuple

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import CodeGraph, Frame, Query

    Mask = npt.NDArray[np.bool_]

VERSION = 1


@frozen
class Options:
    """``decay``: what each frame further out keeps; ``same_file``: the score of other entities of the deepest file."""

    decay: float = field(default=0.5, validator=[validators.gt(0), validators.le(1)])
    same_file: float = field(default=0.1, validator=[validators.ge(0), validators.le(1)])


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates on the stack and their neighbours in the deepest file."""
    options = options or Options()
    frames = query.bundle.frames
    if not frames:
        return NoEvidence("the issue holds no traceback")
    places = ((number, frame, _place(query.graph, frame)) for number, frame in enumerate(frames, start=1))
    inside = [_Step(number, frame, entity) for number, frame, entity in places if entity is not None]
    if not inside:
        return NoEvidence("no traceback frame lies in the project")
    found = _Findings(len(frames))
    for depth, step in enumerate(reversed(inside)):
        found.add(query.graph, step, options.decay**depth)
    found.add_file(query.graph, inside[-1], options.same_file)
    return found.evidence(query.population)


class _Step(NamedTuple):
    number: int
    frame: "Frame"
    entity: int


class _Findings:
    """What the frames say, while they are read from the innermost to the outermost."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.scores: dict[int, float] = {}
        self.reasons: dict[int, str] = {}
        self.lines: dict[int, dict[int, float]] = {}

    def add(self, graph: "CodeGraph", step: _Step, score: float) -> None:
        """Note a frame; the innermost frame of an entity has spoken for it already."""
        entity = step.entity
        if entity not in self.scores:
            self.scores[entity] = score
            self.reasons[entity] = f"it is traceback frame {step.number} of {self.count}"
        if graph.start_lines[entity] <= step.frame.line <= graph.end_lines[entity]:
            self.lines.setdefault(entity, {}).setdefault(step.frame.line, score)

    def add_file(self, graph: "CodeGraph", step: _Step, score: float) -> None:
        """Note the rest of the file of a frame."""
        for entity in graph.entities_of_file(graph.file(step.entity)):
            if entity not in self.scores:
                self.scores[entity] = score
                self.reasons[entity] = "it is in the file of the deepest traceback frame"

    def evidence(self, population: "Mask") -> Evidence:
        """What was found about candidates."""
        kept = [entity for entity in sorted(self.scores) if population[entity] and self.scores[entity] > 0]
        return Evidence(
            {entity: self.scores[entity] for entity in kept},
            {entity: self.reasons[entity] for entity in kept},
            {entity: self.lines[entity] for entity in kept if entity in self.lines},
        )


def _place(graph: "CodeGraph", frame: "Frame") -> int | None:
    """The entity that a frame means, or None where its file is not one of the project."""
    path = graph.resolve_path(frame.file)
    if path is None:
        return None
    name = frame.function.rsplit(".", 1)[-1].strip("<>")
    named = [entity for entity in graph.entities_of_file(path)[1:] if graph.names[entity] == name]
    if named:
        return min(named, key=lambda entity: (_gap(graph, entity, frame.line), entity))
    return graph.enclosing(path, frame.line)


def _gap(graph: "CodeGraph", entity: int, line: int) -> int:
    return max(0, int(graph.start_lines[entity]) - line, line - int(graph.end_lines[entity]))
