"""Answers to questions about the code graph; the JSON output is these objects field by field.

Lines count from 1, columns from 0 in characters, as everywhere in the graph.
"""

from typing import Literal

from attrs import Factory, frozen

from crossbearing.model.facts import ReferenceKind
from crossbearing.model.graph import EdgeType, EntityKind

MatchReason = Literal["exact", "file", "line", "suffix", "case", "spelling", "similar"]
"""Why a definition may be meant by what was asked for, the surest first.

``exact``: its qualified name. ``file``: the module of the file named. ``line``: the innermost definition at the line
named. ``suffix``: the end of its qualified name, from a dot on. ``case``: the same but for upper and lower case.
``spelling``: the same but for case and underscores (``read_file`` and ``readFile``). ``similar``: only similar.
"""
UseKind = Literal[ReferenceKind, "import"]
KinRelation = Literal["base", "subclass", "overrides", "overridden-by"]
StepType = Literal[EdgeType, "construct"]
"""An edge's type, or ``construct``: from a class to the constructor that a call of the class runs."""
Direction = Literal["forward", "backward"]


@frozen
class Symbol:
    """A definition, and where its name stands."""

    qualname: str
    kind: EntityKind
    file: str
    line: int
    column: int
    end_line: int
    signature: str = ""

    @property
    def place(self) -> str:
        """``file:line``, as editors open it."""
        return f"{self.file}:{self.line}"


@frozen
class Match:
    """A definition that may be meant; the lower the ``rank`` (from 1), the likelier; ``score`` is 1 unless similar."""

    symbol: Symbol
    reason: MatchReason
    rank: int
    score: float = 1.0


@frozen
class Definitions:
    """What a name may mean, the likeliest first; ``total`` counts those that a limit cut off as well."""

    symbol: str
    matches: tuple[Match, ...]
    total: int


@frozen
class Use:
    """A place in the code where ``source`` uses ``target`` (both qualified names).

    ``name`` is the dotted name as written, empty for imports. ``depth`` is 1 for uses of the definition asked about,
    2 for uses of its users, and so on.
    """

    source: str
    target: str
    kind: UseKind
    name: str
    file: str
    line: int
    column: int
    confidence: float
    depth: int

    @property
    def place(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class UnresolvedName:
    """A name as written that leads nowhere known, how often it is used in this way, and where for the first time."""

    name: str
    kind: ReferenceKind
    count: int
    file: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class UseTotals:
    """How many there are of each, whatever a limit cut off; ``unresolved`` counts uses, not names."""

    places: int = 0
    candidates: int = 0
    unresolved: int = 0


@frozen
class Uses:
    """Where a definition is used, or what it uses.

    ``places`` are certain; each of ``candidates`` is one of several possible meanings, or a guess, with a confidence
    below 1. For callees, ``unresolved`` are the names that lead nowhere known; for callers, those that end in the name
    of the definition and so may mean it. ``matches`` are the definitions that the question is about: where there are
    several, the answer is about all of them; ``matched`` counts those that a limit cut off as well.
    """

    query: Literal["callers", "callees", "imports", "importers"]
    symbol: str
    matches: tuple[Match, ...]
    matched: int
    places: tuple[Use, ...] = ()
    candidates: tuple[Use, ...] = ()
    unresolved: tuple[UnresolvedName, ...] = ()
    totals: UseTotals = Factory(UseTotals)


@frozen
class Kin:
    """A definition related by inheritance to ``of`` (a qualified name), ``depth`` edges of inheritance away."""

    relation: KinRelation
    of: str
    symbol: Symbol
    depth: int


@frozen
class Family:
    """Bases and subclasses of a class; methods that a method overrides and that override it."""

    symbol: str
    matches: tuple[Match, ...]
    matched: int
    kin: tuple[Kin, ...] = ()
    total: int = 0


@frozen
class Step:
    """One edge of a path, from ``source`` to ``target``; a ``backward`` one is walked against its direction.

    The place is where the edge comes from: the call, the import statement, the name of the base class.
    """

    type: StepType
    source: str
    target: str
    direction: Direction
    file: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Paths:
    """Shortest paths between two definitions over edges of ``types``; None where there is none.

    ``forward`` leads from the first to the second along the edges, ``backward`` from the second to the first. Only
    where there is neither, ``joined`` leads from the first to the second whatever the direction of each edge.
    """

    source: str
    target: str
    sources: tuple[Match, ...]
    targets: tuple[Match, ...]
    types: tuple[EdgeType, ...]
    forward: tuple[Step, ...] | None = None
    backward: tuple[Step, ...] | None = None
    joined: tuple[Step, ...] | None = None


@frozen
class Neighbour:
    """A definition near another, by the edge that leads to it from ``via``, which is one edge nearer.

    ``direction`` is ``forward`` where ``via`` is the edge's source.
    """

    symbol: Symbol
    depth: int
    type: EdgeType
    direction: Direction
    via: str
    file: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """``file:line:column`` of the edge."""
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Neighbourhood:
    """The definitions within some edges of a definition, each once, the nearest first."""

    symbol: str
    matches: tuple[Match, ...]
    matched: int
    neighbours: tuple[Neighbour, ...] = ()
    total: int = 0


GraphAnswer = Definitions | Uses | Family | Paths | Neighbourhood
