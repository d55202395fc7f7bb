"""The questions themselves."""

from collections.abc import Collection, Sequence
from typing import get_args

from attrs import evolve

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.facts import ReferenceKind
from crossbearing.model.graph import CodeGraph, EdgeType
from crossbearing.model.relations import (
    Definitions,
    Family,
    KinRelation,
    Match,
    Neighbourhood,
    Paths,
    Uses,
)
from crossbearing.recon.query.inheritance import kin_of
from crossbearing.recon.query.lookup import Found, Lookup
from crossbearing.recon.query.paths import EDGE_TYPES, Network, disjoint_bodies, near, neighbour, shortest
from crossbearing.recon.query.tables import Tables
from crossbearing.recon.query.walks import Choice, ImportWalks, ReferenceWalks
from crossbearing.recon.references import REFERENCE_KINDS, ImportTable, ReferenceTable

KIN_RELATIONS: tuple[KinRelation, ...] = get_args(KinRelation)


class GraphQueries:
    """Questions about one map; answers depend on the map alone.

    What ``symbol`` may be is said at :class:`~crossbearing.recon.query.lookup.Lookup`. A name that means several
    definitions asks about all of them, and the answer names them. ``files`` keeps only places in these files, folders
    or patterns; ``limit`` says how much of each list to return, its ``total`` how much there is. With ``certain``
    nothing counts that has a confidence below 1.

    All methods raise :class:`CrossbearingError`, with near matches, for a symbol that does not exist, and for a kind,
    type or file that does not.
    """

    def __init__(self, graph: CodeGraph, references: ReferenceTable, imports: ImportTable) -> None:
        self._tables = Tables(graph, references, imports)
        self._lookup = Lookup(graph)

    @property
    def uses(self) -> tuple[ReferenceTable, ImportTable]:
        """The line-level tables."""
        return self._tables.references, self._tables.imports

    def meant(self, symbol: str) -> list[int]:
        """The entities that ``symbol`` means, the likeliest first."""
        return [found.entity for found in self._asked(symbol)]

    def definitions(
        self, symbol: str, *, kinds: Collection[str] = (), files: Sequence[str] = (), limit: int | None = None
    ) -> Definitions:
        """What ``symbol`` may mean, the likeliest first; only similar names where nothing else is found.

        ``kinds`` are of definitions: ``module``, ``class``, ``function``, ``method`` and ``variable``.
        """
        graph, chosen = self._tables.graph, self._tables.files(files)
        found = [
            item
            for item in self._lookup.find(symbol)
            if chosen[graph.file_index[item.entity]] and (not kinds or graph.kinds[item.entity] in kinds)
        ]
        if not found:
            self._lookup.meant(symbol)  # raises where the name is unknown at all
            raise CrossbearingError(f"{symbol!r} has no definition of the kinds and in the files asked for")
        return Definitions(symbol, self._matches(found[:limit]), len(found))

    def callers(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: Collection[ReferenceKind] = (),
        files: Sequence[str] = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> Uses:
        """Where ``symbol`` is called or used otherwise, and (from ``depth`` 2) where the functions are that do so.

        A constructor is used where its class is called. ``kinds`` are of uses: ``call``, ``read``, ``base`` and
        ``decorator``.
        """
        found, walks = self._asked(symbol), self._walks(kinds, files, certain, limit)
        entities = [item.entity for item in found]
        places, candidates, totals = walks.callers(entities, depth)
        unresolved = () if certain else walks.unresolved_named(entities)
        totals = evolve(totals, unresolved=sum(name.count for name in unresolved))
        return Uses(
            "callers", symbol, self._matches(found[:limit]), len(found), places, candidates, unresolved[:limit], totals
        )

    def callees(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: Collection[ReferenceKind] = (),
        files: Sequence[str] = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> Uses:
        """What ``symbol`` and all that is defined inside it use, and (from ``depth`` 2) what the functions used use.

        Of a class that is called, its constructor is followed.
        """
        found, walks = self._asked(symbol), self._walks(kinds, files, certain, limit)
        entities = [item.entity for item in found]
        places, candidates, totals = walks.callees(entities, depth)
        unresolved = walks.unresolved_inside(entities)
        totals = evolve(totals, unresolved=sum(name.count for name in unresolved))
        return Uses(
            "callees", symbol, self._matches(found[:limit]), len(found), places, candidates, unresolved[:limit], totals
        )

    def importers(self, symbol: str, *, depth: int = 1, files: Sequence[str] = (), limit: int | None = None) -> Uses:
        """Import statements that lead to ``symbol`` (to a module: or to what it defines), and to their importers."""
        found = self._asked(symbol)
        walks = ImportWalks(self._tables, Choice(files=files, limit=limit))
        places, totals = walks.importers([item.entity for item in found], depth)
        return Uses("importers", symbol, self._matches(found[:limit]), len(found), places, totals=totals)

    def imports(self, symbol: str, *, depth: int = 1, files: Sequence[str] = (), limit: int | None = None) -> Uses:
        """What of the project ``symbol`` imports (of a module: the whole file), and what those files import."""
        found = self._asked(symbol)
        walks = ImportWalks(self._tables, Choice(files=files, limit=limit))
        places, totals = walks.imports([item.entity for item in found], depth)
        return Uses("imports", symbol, self._matches(found[:limit]), len(found), places, totals=totals)

    def inheritance(
        self,
        symbol: str,
        *,
        depth: int | None = None,
        relations: Collection[KinRelation] = (),
        files: Sequence[str] = (),
        limit: int | None = None,
    ) -> Family:
        """Bases and subclasses of a class; methods that a method overrides, and that override it."""
        _refuse(relations, KIN_RELATIONS, "relation")
        found = self._asked(symbol)
        chosen = {file for file, kept in zip(self._tables.graph.files, self._tables.files(files), strict=True) if kept}
        kin = [
            item
            for match in found
            for item in kin_of(self._tables, match.entity)
            if (not relations or item.relation in relations)
            and (depth is None or item.depth <= depth)
            and item.symbol.file in chosen
        ]
        return Family(symbol, self._matches(found[:limit]), len(found), tuple(kin[:limit]), len(kin))

    def path(self, source: str, target: str, *, types: Collection[EdgeType] = (), certain: bool = False) -> Paths:
        """Shortest paths between two symbols; a class or module stands for everything in it.

        Over ``types`` of edges; by default over calls and other references, and only where those do not connect them,
        over edges of all types.
        """
        _refuse(types, EDGE_TYPES, "edge type")
        first, second = self._asked(source), self._asked(target)
        given = tuple(name for name in EDGE_TYPES if name in types)
        choices: tuple[tuple[EdgeType, ...], ...] = (given,) if types else (("invoke",), EDGE_TYPES)
        for chosen in choices:
            answer = self._paths(source, target, first, second, chosen, certain=certain)
            if answer.forward is not None or answer.backward is not None:
                return answer
        return self._joined(answer, first, second, certain=certain)

    def neighbourhood(
        self,
        symbol: str,
        *,
        depth: int = 1,
        types: Collection[EdgeType] = (),
        files: Sequence[str] = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> Neighbourhood:
        """The definitions within ``depth`` edges of ``symbol``, in either direction, over ``types`` of edges."""
        _refuse(types, EDGE_TYPES, "edge type")
        tables, found = self._tables, self._asked(symbol)
        network = Network.of(tables, types or EDGE_TYPES, certain=certain, construct=False).both_ways()
        chosen = tables.files(files)[tables.graph.file_index]
        rows = near(network, [item.entity for item in found], len(tables.graph), depth)
        kept = [(row, distance) for row, distance in rows if chosen[network.ends[row]]]
        neighbours = tuple(neighbour(tables, network, row, distance) for row, distance in kept[:limit])
        return Neighbourhood(symbol, self._matches(found[:limit]), len(found), neighbours, len(kept))

    def _asked(self, symbol: str) -> list[Found]:
        return self._lookup.meant(symbol)

    def _walks(
        self, kinds: Collection[ReferenceKind], files: Sequence[str], certain: bool, limit: int | None
    ) -> ReferenceWalks:
        _refuse(kinds, REFERENCE_KINDS, "kind of use")
        return ReferenceWalks(self._tables, Choice(kinds, files, certain, limit))

    def _paths(
        self,
        source: str,
        target: str,
        first: Sequence[Found],
        second: Sequence[Found],
        types: tuple[EdgeType, ...],
        *,
        certain: bool,
    ) -> Paths:
        tables = self._tables
        network = Network.of(tables, types, certain=certain)
        from_, to = disjoint_bodies(tables, [item.entity for item in first], [item.entity for item in second])
        return Paths(
            source,
            target,
            self._matches(first),
            self._matches(second),
            types,
            forward=shortest(tables, network, from_, to),
            backward=shortest(tables, network, to, from_),
        )

    def _joined(self, answer: Paths, first: Sequence[Found], second: Sequence[Found], *, certain: bool) -> Paths:
        tables = self._tables
        network = Network.of(tables, answer.types, certain=certain).both_ways()
        from_, to = disjoint_bodies(tables, [item.entity for item in first], [item.entity for item in second])
        return evolve(answer, joined=shortest(tables, network, from_, to))

    def _matches(self, found: Sequence[Found]) -> tuple[Match, ...]:
        return tuple(
            Match(self._tables.symbol(item.entity), item.reason, rank, item.score)
            for rank, item in enumerate(found, start=1)
        )


def _refuse(names: Collection[str], known: Sequence[str], what: str) -> None:
    for name in names:
        if name not in known:
            raise CrossbearingError(f"unknown {what} {name!r}; known are {', '.join(known)}")
