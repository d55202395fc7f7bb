"""Turning arrays of raw scores into evidence."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query


def as_scores(scores: "npt.NDArray[np.float64]", candidates: "npt.NDArray[np.int32]") -> dict[int, float]:
    """The positive scores of ``candidates``, as plain numbers."""
    own = scores[candidates]
    positive = own > 0
    return dict(zip(candidates[positive].tolist(), own[positive].tolist(), strict=True))


def scaled(
    scores: "npt.NDArray[np.float64]", candidates: "npt.NDArray[np.int32]", *, least: float = 0.0
) -> "npt.NDArray[np.float64]":
    """Divide by the best score of ``candidates``, or by ``least`` if that is more; all zeros stay so.

    With a ``least``, evidence that is weak for all of them stays weak.
    """
    best = max(least, float(scores[candidates].max(initial=0.0)))
    return scores / best if best > 0 else scores


def modules(query: "Query") -> "npt.NDArray[np.bool_]":
    """Mark the whole files among the candidates."""
    import numpy as np

    kinds = np.array(query.graph.kinds, dtype=np.str_)
    mask: npt.NDArray[np.bool_] = query.population & (kinds == "module")
    return mask


def quoted(words: Iterable[str]) -> str:
    """Join words as code: ```peek`, `parser```."""
    return ", ".join(f"`{word}`" for word in words)


def short_name(qualname: str) -> str:
    """The last two parts of a qualified name: ``Parser.peek``."""
    return ".".join(qualname.rsplit(".", 2)[-2:])


class Reasons(Mapping[int, str]):
    """Reasons in words for scored entities, each written when it is asked for: few of thousands ever are."""

    def __init__(self, entities: Iterable[int], write: Callable[[int], str]) -> None:
        self._entities = dict.fromkeys(entities)
        self._write = write

    def __getitem__(self, entity: int) -> str:
        if entity not in self._entities:
            raise KeyError(entity)
        return self._write(entity)

    def __iter__(self) -> Iterator[int]:
        return iter(self._entities)

    def __len__(self) -> int:
        return len(self._entities)
