"""What the commits of a history say about files: how often they were touched, and by which messages."""

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define

from crossbearing.plugin import BOT, IGNORED, REFERS, terms
from crossbearing_channels._words import STOP_WORDS, telling_terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import CodeGraph, History, Query

    Counts = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_DAY = 86_400


@define(eq=False, slots=False)
class PastCommits:
    """The commits that count, and the files of the graph that they touched.

    ``counted`` marks the commits; ``rows`` and ``files`` run parallel: commit ``rows[i]`` touched file ``files[i]``.
    """

    history: "History"
    file_count: int
    counted: "Mask"
    rows: "npt.NDArray[np.int64]"
    files: "npt.NDArray[np.int64]"

    @classmethod
    def of(cls, history: "History", graph: "CodeGraph", *, largest: int, bots: bool) -> "PastCommits":
        """Choose the commits that touched at least one and at most ``largest`` files (0: any number)."""
        import numpy as np

        numbers = {path: number for number, path in enumerate(graph.files)}
        places = np.array([numbers.get(path, -1) for path in history.paths], np.int64)
        sizes = history.sizes()
        files = places[history.changes] if len(history.changes) else np.empty(0, np.int64)
        rows = np.repeat(np.arange(len(history)), sizes)
        counted = np.zeros(len(history), np.bool_)
        counted[rows[files >= 0]] = True
        counted &= history.marks & (IGNORED if bots else IGNORED | BOT) == 0
        if largest:
            counted &= sizes <= largest
        kept = (files >= 0) & counted[rows]
        return cls(history, len(graph.files), counted, rows[kept], files[kept])

    def refers(self) -> "Mask":
        """Which of the counted commits name an issue or say that they fix something."""
        return self.counted & (self.history.marks & REFERS > 0)

    def churn(self, half_life: float = 0.0) -> "Counts":
        """How many of the commits touched each file; with a half-life in days, older ones count less."""
        import numpy as np

        weights = self.recency(half_life)[self.rows]
        return np.bincount(self.files, weights, minlength=self.file_count).astype(np.float64)

    def recency(self, half_life: float) -> "Counts":
        """The weight of each commit by its age before the newest one; 1 for all without a half-life (in days)."""
        import numpy as np

        times = self.history.times
        if not half_life or not len(times):
            return np.ones(len(times))
        weights: Counts = np.exp2((times - times[-1]) / (_DAY * half_life))
        return weights

    def best(self, scores: "Counts") -> "Counts":
        """For each file the best score of a commit that touched it."""
        import numpy as np

        found = np.zeros(self.file_count)
        np.maximum.at(found, self.files, scores[self.rows])
        return found

    def total(self, scores: "Counts") -> "Counts":
        """For each file the sum over the commits that touched it."""
        import numpy as np

        return np.bincount(self.files, scores[self.rows], minlength=self.file_count).astype(np.float64)

    def together(self, scores: "Counts", seeds: int, least: int) -> "Counts":
        """For each file how much it is changed together with the ``seeds`` best files.

        The score of such a file times the share of the commits on it that touched both (at least ``least`` of them),
        the best of these; 0 for the file itself.
        """
        import numpy as np

        found = np.zeros(self.file_count)
        for seed in np.argsort(-scores, kind="stable")[:seeds].tolist():
            commits = np.zeros(len(self.history), np.bool_)
            commits[self.rows[self.files == seed]] = True
            both = np.bincount(self.files[commits[self.rows]], minlength=self.file_count)
            shares = np.where(both >= least, both / max(1, int(both[seed])), 0.0)
            shares[seed] = 0.0
            np.maximum(found, scores[seed] * shares, out=found)
        return found


def asked(query: "Query") -> dict[str, float]:
    """The words of the title and of what the reporter wrote, weighted by the root of how often they occur."""
    counts = Counter(telling_terms(query.text_of("title", "prose")))
    return {term: count**0.5 for term, count in counts.items()}


def overlapping(query: "Query", history: "History", least: float) -> "Mask":
    """Which messages say nearly the same as the issue's title, or as the whole of it.

    The share is that of the distinct words in both among those in either (Jaccard), stop words left out.
    """
    import numpy as np

    found = np.zeros(len(history), np.bool_)
    distinct = history.distinct() - history.shared(term for word in STOP_WORDS for term in terms(word))
    longest = int(distinct.max(initial=0))
    for text in (query.title, query.text):
        words = set(telling_terms(text))
        # What is in either has all the words: then no message is long enough.
        if least * len(words) > longest:
            continue
        shared = history.shared(words)
        either = distinct + len(words) - shared
        found |= (shared > 0) & (shared >= least * either)
    return found
