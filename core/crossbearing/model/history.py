"""The history of a repository as localization reads it: which commits led to a revision, and what they touched."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, overload

import numpy as np
import numpy.typing as npt
from attrs import define, evolve, frozen

from crossbearing.model.evidence import NoEvidence

REFERS = 1
"""The message names an issue (``#12``) or says that it fixes, closes or resolves something."""
BOT = 2
"""A program made the commit."""
IGNORED = 4
"""The project's ``.git-blame-ignore-revs`` names the commit."""

Spans = tuple[tuple[int, int], ...]
"""Ranges of lines, first and last included, counted from 1."""


@frozen
class Commit:
    """One commit: ``time`` is when it was committed and ``authored`` when it was written, in seconds since 1970.

    ``paths`` are the files it touched, by the names that they have in the revision that was asked about.
    """

    id: str
    time: int
    authored: int
    message: str
    paths: tuple[str, ...]


@define(eq=False, repr=False)
class History:
    """Commits as parallel columns, oldest first: by commit time, and by id where that is the same; merges left out.

    Commit ``i`` touched the ``paths`` numbered ``changes[change_offsets[i]:change_offsets[i + 1]]``: every file by the
    name that it has today, renames followed. Its message is a document: ``vocabulary`` is sorted, and term ``t`` is in
    the messages ``postings[term_offsets[t]:term_offsets[t + 1]]``, so many times as ``counts`` says. ``marks`` are sums
    of :data:`REFERS`, :data:`BOT` and :data:`IGNORED`. ``truncated`` says that older commits may have been left out.
    """

    ids: npt.NDArray[np.uint8]
    times: npt.NDArray[np.int64]
    authored: npt.NDArray[np.int64]
    marks: npt.NDArray[np.uint8]
    change_offsets: npt.NDArray[np.int64]
    changes: npt.NDArray[np.int32]
    paths: Sequence[str]
    vocabulary: Sequence[str]
    term_offsets: npt.NDArray[np.int64]
    postings: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.int32]
    messages: Sequence[str]
    truncated: bool = False

    def __len__(self) -> int:
        return len(self.times)

    def until(self, before: int) -> "History":
        """The commits made before a time (seconds since 1970); one that claims to be written later is left out too."""
        end = int(np.searchsorted(self.times, before))
        early = np.arange(len(self)) < end
        early &= self.authored < before
        kept = np.flatnonzero(early)
        if len(kept) == len(self):
            return self
        numbers = np.cumsum(early) - 1
        rows = np.repeat(early, self.sizes())
        posted = early[self.postings]
        held = np.concatenate(([0], np.cumsum(posted)))
        return evolve(
            self,
            ids=self.ids[kept],
            times=self.times[kept],
            authored=self.authored[kept],
            marks=self.marks[kept],
            change_offsets=np.concatenate(([0], np.cumsum(self.sizes()[kept]))).astype(np.int64),
            changes=self.changes[rows],
            term_offsets=held[self.term_offsets].astype(np.int64),
            postings=numbers[self.postings[posted]].astype(np.int32),
            counts=self.counts[posted],
            lengths=self.lengths[kept],
            messages=_Chosen(self.messages, kept),
        )

    def commit(self, number: int) -> Commit:
        """Describe one commit."""
        return Commit(
            self.commit_id(number),
            int(self.times[number]),
            int(self.authored[number]),
            self.messages[number],
            tuple(self.paths[path] for path in self.touched(number).tolist()),
        )

    def commit_id(self, number: int) -> str:
        """The full id of a commit, in hexadecimal."""
        return bytes(self.ids[number]).hex()

    def touched(self, number: int) -> npt.NDArray[np.int32]:
        """The numbers of the paths that a commit touched."""
        return self.changes[self.change_offsets[number] : self.change_offsets[number + 1]]

    def sizes(self) -> npt.NDArray[np.int64]:
        """How many files each commit touched."""
        return np.diff(self.change_offsets)

    def containing(self, term: str) -> slice:
        """The slice of ``postings`` and ``counts`` that belongs to ``term``; empty where no message holds it."""
        position = bisect_left(self.vocabulary, term)
        if position == len(self.vocabulary) or self.vocabulary[position] != term:
            return slice(0, 0)
        return slice(int(self.term_offsets[position]), int(self.term_offsets[position + 1]))

    def shared(self, terms: Iterable[str]) -> npt.NDArray[np.int32]:
        """How many of the distinct ``terms`` each message holds."""
        found = np.zeros(len(self), np.int32)
        for term in sorted(set(terms)):
            found[self.postings[self.containing(term)]] += 1
        return found

    def distinct(self) -> npt.NDArray[np.int32]:
        """How many distinct terms each message has."""
        return np.bincount(self.postings, minlength=len(self)).astype(np.int32)

    def bm25(
        self, query: Mapping[str, float], population: npt.NDArray[np.bool_], *, k1: float = 1.5, b: float = 0.75
    ) -> npt.NDArray[np.float64]:
        """Score the messages of ``population`` against weighted terms; all statistics are taken over it alone.

        ``score(d) = Σ_t w_t · idf(t) · tf·(k1+1) / (tf + k1·(1-b+b·len/avg))`` with
        ``idf(t) = ln(1 + (N-df+0.5)/(df+0.5))`` (Robertson/Lucene form).
        """
        scores = np.zeros(len(self))
        total = int(population.sum())
        if not total:
            return scores
        norm = k1 * (1 - b + b * self.lengths / (float(self.lengths[population].mean()) or 1.0))
        for term in sorted(query):
            span = self.containing(term)
            commits = self.postings[span]
            kept = population[commits]
            commits, tf = commits[kept], self.counts[span][kept].astype(np.float64)
            if len(commits):
                idf = np.log(1 + (total - len(commits) + 0.5) / (len(commits) + 0.5))
                scores[commits] += query[term] * idf * tf * (k1 + 1) / (tf + norm[commits])
        return scores


@frozen(eq=False)
class _Chosen(Sequence[str]):
    """Some of many strings."""

    strings: Sequence[str]
    numbers: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.strings[number] for number in self.numbers[index].tolist()]
        return self.strings[int(self.numbers[index])]


class Past(Protocol):
    """Access to the history of a repository; nothing is read before it is asked for."""

    def read(self) -> History | NoEvidence:
        """The history that led to the revision in question, or the reason why there is none."""

    def lines(self, wanted: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Spans]:
        """Where the lines that a commit wrote in a file are today, by the commit's id and today's path.

        What the commit wrote is followed through all later changes of the file; what cannot be followed is absent.
        """


@frozen
class Unknown:
    """The history of what has none."""

    reason: str = "the files are not in a git repository"

    def read(self) -> History | NoEvidence:
        """The reason why there is none."""
        return NoEvidence(self.reason)

    def lines(self, wanted: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Spans]:
        """Nothing."""
        return {}


UNKNOWN = Unknown()
"""The history of files that are in no git repository."""


@frozen(eq=False)
class Earlier:
    """The part of a history that was there before a time (seconds since 1970)."""

    past: Past
    before: int

    def read(self) -> History | NoEvidence:
        """The commits made before that time, or the reason why there are none."""
        history = self.past.read()
        return history.until(self.before) if isinstance(history, History) else history

    def lines(self, wanted: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Spans]:
        """Where the lines that commits wrote are today."""
        return self.past.lines(wanted)
