"""What a localization plugin is given to work with."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.model.facts import FileFacts
from crossbearing.model.file import FileTree
from crossbearing.model.graph import CodeGraph
from crossbearing.model.history import UNKNOWN, Past
from crossbearing.model.index import TextIndex
from crossbearing.model.issue import IssueBundle, Passage, PassageKind
from crossbearing.model.spectrum import Spectrum


@frozen(eq=False)
class Query:
    """One localization request over one revision of a repository.

    ``title`` is the issue's first non-empty line and ``text`` the whole of it (a traceback given separately included).
    ``candidates`` are the entities that may be ranked, ascending: those of source files before the pre-filter, the
    expanded pool after it. ``population`` is the same as a mask over all entities of ``graph``. ``passages`` are the
    parts of ``text`` by what they are; ``snippets`` gives what the language plugins read in those that are code, which
    they do when it is first called. ``history`` gives the commits that led to the revision, as far as they
    may be known, to whom asks for them; ``spectrum`` is which test executed what, where tests were run.
    """

    title: str
    text: str
    bundle: IssueBundle
    graph: CodeGraph
    index: TextIndex
    tree: FileTree
    candidates: npt.NDArray[np.int32]
    population: npt.NDArray[np.bool_]
    passages: tuple[Passage, ...] = ()
    history: Past = UNKNOWN
    spectrum: Spectrum | None = None
    snippets: Callable[[], Sequence[FileFacts]] = tuple

    def text_of(self, *kinds: PassageKind) -> str:
        """The text of the passages of these kinds, in the issue's order."""
        return "\n".join(passage.text for passage in self.passages if passage.kind in kinds)


@frozen(eq=False)
class Seed:
    """An entity from which expansion starts, with its pre-filter score."""

    entity: int
    score: float


@frozen(eq=False)
class Expansion:
    """The candidate pool: ``distances`` maps every pooled entity to its hops from the nearest seed (seeds: 0)."""

    distances: dict[int, int]
    iterations: int
    pruned: int


@frozen
class FusedPlaces:
    """The answer of a fusion that ranks files itself: the scores of entities, and of files by their number.

    A ``note`` tells the reader of the report what the fusion had to do without.
    """

    entities: dict[int, float]
    files: dict[int, float]
    note: str = ""


@frozen(eq=False)
class FusionQuestion:
    """What a fusion is asked: see :func:`crossbearing.hookspecs.fuse`."""

    evidence: Mapping[str, Mapping[int, float]]
    weights: Mapping[str, float]
    channels: Mapping[str, Mapping[int, float]]
    query: Query


Seeds = Sequence[Seed]
