"""What the gate and the ladder are asked, what their plugins answer, and what an agent is told in the end.

The words are those of the reconnaissance specification (§4, §5): signals decide whether a task needs anything beyond
the entity at hand, and rungs how much of what lies around it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from attrs import Factory, frozen

from crossbearing.model.file import FileTree
from crossbearing.model.graph import CodeGraph, EdgeType
from crossbearing.model.location import Location, Problem
from crossbearing.model.manifest import Manifest

Direction = Literal["out", "in"]


@frozen(eq=False)
class ContextQuery:
    """A task, and where in the repository it is worked on.

    ``entity`` is the entity in which the asker works; None: nowhere in particular. ``suspiciousness`` scores entities
    by what failing tests executed, and is empty where none was run.
    """

    task: str
    entity: int | None
    graph: CodeGraph
    manifest: Manifest
    tree: FileTree
    suspiciousness: Mapping[int, float] = Factory(dict)

    @property
    def file(self) -> str | None:
        """The file of :attr:`entity`."""
        return None if self.entity is None else self.graph.file(self.entity)


@frozen
class SignalHit:
    """One reason to look beyond the entity at hand.

    ``words`` are the words of the task that fired the signal, empty where the graph alone did; ``evidence`` is the line
    that proves it, ``reason`` says it in a sentence, and ``entity`` is what it points at, where that is known.
    """

    words: str
    evidence: Location
    reason: str
    entity: int | None = None


@frozen
class FiredSignal:
    """A hit with the qualified name of the signal that it comes from (``signal.s1``)."""

    signal: str
    hit: SignalHit


@frozen(order=True)
class Tie:
    """An edge of the entity around which context is gathered: to (``out``) or from (``in``) another entity."""

    type: EdgeType
    direction: Direction
    entity: int


@frozen
class Section:
    """A part of the context in words: a heading, and lines that each end with their evidence."""

    heading: str
    lines: tuple[str, ...]


@frozen(eq=False)
class Footing:
    """What the ladder has reached so far.

    ``rung`` is the name of the last rung climbed, empty on the ground; ``fired`` are the signals that opened the gate.
    ``named`` is the entity that the task is about, ``root`` the one around which context is gathered, ``ties`` its
    edges shown so far, and ``sections`` what is said besides. ``reason`` says why the rung was climbed; ``beyond``
    which evidence leads out of what is shown, empty where none does.
    """

    fired: tuple[FiredSignal, ...]
    rung: str = ""
    named: int | None = None
    root: int | None = None
    ties: tuple[Tie, ...] = ()
    sections: tuple[Section, ...] = ()
    reason: str = ""
    beyond: str = ""


@frozen
class Stop:
    """The answer of a rung that is not climbed: why what is below suffices."""

    reason: str


@frozen
class LadderStep:
    """What became of one rung, and why."""

    rung: str
    is_climbed: bool
    reason: str


@frozen
class ShownEntity:
    """An entity as it is shown: its one-line signature and where it stands, never its body."""

    qualname: str
    kind: str
    signature: str
    file: str
    line: int


@frozen
class ShownTie:
    """An edge as it is shown: ``file`` and ``line`` are those of its first site, ``sites`` how many there are."""

    type: EdgeType
    direction: Direction
    entity: ShownEntity
    file: str
    line: int
    sites: int = 1


@frozen
class ShownSignal:
    """A fired signal as it is shown."""

    signal: str
    words: str
    evidence: str
    reason: str
    entity: str | None = None


@frozen
class Context:
    """The answer to a task: nothing but the manifest's header, or as much of the surroundings as evidence asks for.

    ``text`` is what a model is given, of ``tokens`` tokens; ``omitted`` counts what the budget left out of it.
    ``level`` is the last rung climbed, or ``r3_required_deferred`` where evidence led beyond the ladder.
    ``alternatives`` are the first places (``name [file:line]``) that the symbol given as the entity means as well.
    """

    retrieved: bool
    entity: str | None
    manifest_header: dict[str, Any]
    text: str
    tokens: int
    level: str = ""
    named: str | None = None
    root: ShownEntity | None = None
    signals: tuple[ShownSignal, ...] = ()
    ladder: tuple[LadderStep, ...] = ()
    ties: tuple[ShownTie, ...] = ()
    sections: tuple[Section, ...] = ()
    omitted: dict[str, int] = Factory(dict)
    alternatives: tuple[str, ...] = ()
    errors: tuple[Problem, ...] = ()
