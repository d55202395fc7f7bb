"""The questions about the code graph alone."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from crossbearing.harness.opened import OpenedRepository
from crossbearing.model.errors import CrossbearingError
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.model.facts import ReferenceKind
    from crossbearing.model.graph import EdgeType
    from crossbearing.model.relations import Definitions, Family, KinRelation, Neighbourhood, Paths, Uses


class GraphQuestions(OpenedRepository):
    """Who defines, calls, imports and inherits what."""

    def definitions(
        self, symbol: str, *, kinds: "Collection[str]" = (), files: "Sequence[str]" = (), limit: int | None = None
    ) -> "Definitions":
        """What ``symbol`` may mean, the likeliest first, each with the reason.

        A symbol is a qualified name or a dotted end of one (``Parser.peek``), ``FILE``, ``FILE:NAME`` or ``FILE:LINE``
        (the innermost definition there). Here and in the questions below, a name that means several definitions asks
        about all of them; ``files`` keeps only places in these files, folders or patterns, ``limit`` cuts each list,
        and ``certain`` leaves out what has a confidence below 1. All raise :class:`CrossbearingError`, with near
        matches, for a symbol that does not exist.
        """
        with self._lock:
            return self._graph().definitions(symbol, kinds=kinds, files=files, limit=limit)

    def callers(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: "Collection[ReferenceKind]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Uses":
        """Every place that calls or otherwise uses ``symbol``, with its confidence; up to ``depth`` calls away.

        ``kinds`` are of uses: ``call``, ``read``, ``base`` and ``decorator``; all by default.
        """
        with self._lock:
            return self._graph().callers(symbol, depth=depth, kinds=kinds, files=files, certain=certain, limit=limit)

    def callees(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: "Collection[ReferenceKind]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Uses":
        """What ``symbol`` and all that is defined inside it use, with the names that lead nowhere known."""
        with self._lock:
            return self._graph().callees(symbol, depth=depth, kinds=kinds, files=files, certain=certain, limit=limit)

    def importers(
        self, symbol: str, *, depth: int = 1, files: "Sequence[str]" = (), limit: int | None = None
    ) -> "Uses":
        """Import statements that lead to ``symbol``; to a module, also those that lead to what it defines."""
        with self._lock:
            return self._graph().importers(symbol, depth=depth, files=files, limit=limit)

    def imports(self, symbol: str, *, depth: int = 1, files: "Sequence[str]" = (), limit: int | None = None) -> "Uses":
        """Import statements of ``symbol`` (of a module: of the whole file) that lead to code of the project."""
        with self._lock:
            return self._graph().imports(symbol, depth=depth, files=files, limit=limit)

    def inheritance(
        self,
        symbol: str,
        *,
        depth: int | None = None,
        relations: "Collection[KinRelation]" = (),
        files: "Sequence[str]" = (),
        limit: int | None = None,
    ) -> "Family":
        """Bases and subclasses of a class; methods that a method overrides, and that override it."""
        with self._lock:
            return self._graph().inheritance(symbol, depth=depth, relations=relations, files=files, limit=limit)

    def path(self, source: str, target: str, *, types: "Collection[EdgeType]" = (), certain: bool = False) -> "Paths":
        """Shortest paths between two symbols, in both directions; over ``types`` of edges (``invoke``, ``import``, …).

        By default over calls and other uses, and where those do not connect the two, over edges of all types.
        """
        with self._lock:
            return self._graph().path(source, target, types=types, certain=certain)

    def neighbourhood(
        self,
        symbol: str,
        *,
        depth: int = 1,
        types: "Collection[EdgeType]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Neighbourhood":
        """The definitions within ``depth`` edges of ``symbol`` in either direction, each once, the nearest first."""
        with self._lock:
            return self._graph().neighbourhood(
                symbol, depth=depth, types=types, files=files, certain=certain, limit=limit
            )

    def export_graph(self) -> Iterator[str]:
        """Yield the graph as lines of JSON, nodes first: the rows of the store's views ``nodes`` and ``edges``."""
        from crossbearing.recon.export import export_graph

        with self._lock:
            found, source = self._warm(), self._opened()
        with Store.of(source, self._build_dir) as store:
            header = store.current()
            if header is None or header.fingerprint != found.fingerprint:
                self.scan()  # another map took its place in the build directory
                header = store.current()
            if header is None or header.fingerprint != found.fingerprint:
                raise CrossbearingError(f"the map is not kept in {store.build_dir}; name another build directory")
            yield from export_graph(store)
