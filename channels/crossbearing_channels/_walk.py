"""Personalised PageRank by power iteration."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import CodeGraph

    Array = npt.NDArray[np.float64]
    Ends = npt.NDArray[np.int64]


def arcs(graph: "CodeGraph", types: Iterable[str], *, both_ways: bool) -> tuple["Ends", "Ends"]:
    """Sources and targets of the distinct edges of ``types``."""
    import numpy as np

    chosen = [edges for name, edges in sorted(graph.edges.items()) if name in tuple(types)]
    sources = np.concatenate([edges.sources for edges in chosen] or [np.empty(0, np.int32)]).astype(np.int64)
    targets = np.concatenate([edges.targets for edges in chosen] or [np.empty(0, np.int32)]).astype(np.int64)
    if both_ways:
        sources, targets = np.concatenate([sources, targets]), np.concatenate([targets, sources])
    # NumPy sorts integers many times faster than it finds distinct ones.
    keys = np.sort(sources * max(1, len(graph)) + targets)
    return np.divmod(keys[np.diff(keys, prepend=-1) > 0], max(1, len(graph)))


def walked(starts: "Array", ends: tuple["Ends", "Ends"], *, restart: float, rounds: int) -> "Array":
    """Where a random walk is found that starts by ``starts`` and starts anew with probability ``restart`` (Haveliwala,
    "Topic-sensitive PageRank", WWW 2002), after so many rounds of power iteration. All zeros stay so."""
    import numpy as np

    total = float(starts.sum())
    if total <= 0:
        return np.zeros_like(starts)
    sources, targets = ends
    home = starts / total
    degrees = np.bincount(sources, minlength=len(starts))
    share = 1.0 / np.maximum(degrees, 1)
    place = home
    for _ in range(rounds):
        moved = np.bincount(targets, (place * share)[sources], minlength=len(starts))
        place = restart * home + (1 - restart) * moved
        place += (1.0 - place.sum()) * home  # what stood where no edge leaves starts anew
    return place
