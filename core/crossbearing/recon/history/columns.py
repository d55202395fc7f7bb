"""Commits in columns: made from the log, extended by what is new, and kept as arrays."""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import evolve

from crossbearing.model.history import BOT, REFERS, History
from crossbearing.model.text import terms
from crossbearing.recon.history.log import LoggedCommit
from crossbearing.recon.strings import PackedStrings, pack_strings
from crossbearing.source.paths import to_text

Array = npt.NDArray[Any]

# Localization specification §3.5: messages that reference an issue.
_REFERS = re.compile(r"#\d+|\b(?:fix(?:e[sd])?|clos(?:e[sd]?)|resolv(?:e[sd]?))\b", re.IGNORECASE)
_BOT = re.compile(
    rb"\[bot\]|\bbot@|dependabot|renovate|pre-commit-ci|greenkeeper|pyup-bot|snyk-bot|github-actions|mergify|allcontributors",
    re.IGNORECASE,
)
# What hooks and tools append to a message: names and addresses of people, ids of other systems.
_TRAILER = re.compile(r"^(?:[A-Z][\w-]*-by|Change-Id|git-svn-id|Reviewed-on|Cc|Former-commit-id)\s*:.*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_MOST_TERMS = 400
_LONGEST_MESSAGE = 1_000
_MOST_COUNT = 0xFFFF


class Columns:
    """A history that grows, in any order of commits; :meth:`arrays` puts it in its own."""

    def __init__(self) -> None:
        self._ids: list[bytes] = []
        self._times, self._authored = array("q"), array("q")
        self._marks = array("B")
        self._messages: list[str] = []
        self._names: dict[bytes, int] = {}
        self._change_ends, self._change_names, self._change_olds = array("q"), array("i"), array("i")
        self._words: dict[str, int] = {}
        self._term_ends, self._terms, self._counts = array("q"), array("i"), array("H")

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def change_count(self) -> int:
        """How many files the commits touched, each counted for every commit."""
        return len(self._change_names)

    def add(self, commit: LoggedCommit, prefix: bytes = b"") -> None:
        """Take in a commit; of the files that it touched, those below ``prefix`` (empty, or ending in ``/``)."""
        message = commit.message.decode("utf-8", "replace").strip()
        self._ids.append(bytes.fromhex(commit.id.decode("ascii")))
        self._times.append(commit.time)
        self._authored.append(commit.authored)
        said = _TRAILER.sub("", _COMMENT.sub("", message))
        refers = REFERS if _REFERS.search(said) else 0
        self._marks.append(refers | (BOT if _BOT.search(commit.author) else 0))
        self._messages.append(message[:_LONGEST_MESSAGE])
        for change in commit.changes:
            if change.path.startswith(prefix):
                self._change_names.append(self._name(change.path[len(prefix) :]))
                old = change.old is not None and change.old.startswith(prefix)
                self._change_olds.append(self._name((change.old or b"")[len(prefix) :]) if old else -1)
        self._change_ends.append(len(self._change_names))
        bag = Counter(self._word(term) for term in _terms_of(said))
        self._terms.extend(bag)
        self._counts.extend(min(count, _MOST_COUNT) for count in bag.values())
        self._term_ends.append(len(self._terms))

    def extend(self, kept: Mapping[str, Array]) -> None:
        """Take in a history kept earlier."""
        width = kept["ids"].shape[1] if kept["ids"].ndim == 2 else 20
        raw = kept["ids"].tobytes()
        self._ids += [raw[start : start + width] for start in range(0, len(raw), width)]
        self._times.frombytes(kept["times"].tobytes())
        self._authored.frombytes(kept["authored"].tobytes())
        self._marks.frombytes(kept["marks"].tobytes())
        self._messages += list(_packed(kept, "messages"))
        names = np.array([self._name(_encoded(name)) for name in _packed(kept, "names")], np.int32)
        names = np.append(names, np.int32(-1))  # a change without an old name has -1
        base = len(self._change_names)
        self._change_names.frombytes(names[kept["change_names"]].tobytes())
        self._change_olds.frombytes(names[kept["change_olds"]].tobytes())
        self._change_ends.frombytes((kept["change_offsets"][1:] + base).astype(np.int64).tobytes())
        self._extend_terms(kept)

    def _extend_terms(self, kept: Mapping[str, Array]) -> None:
        words = np.array([self._word(word) for word in _packed(kept, "vocabulary")], np.int32)
        by_term = np.repeat(np.arange(len(words)), np.diff(kept["term_offsets"]))
        order = np.argsort(kept["postings"], kind="stable")
        base = len(self._terms)
        self._terms.frombytes(words[by_term[order]].tobytes())
        self._counts.frombytes(kept["counts"][order].tobytes())
        per_commit = np.bincount(kept["postings"], minlength=len(kept["times"]))
        self._term_ends.frombytes((np.cumsum(per_commit) + base).astype(np.int64).tobytes())

    def arrays(self, limit: int) -> dict[str, Array]:
        """The newest ``limit`` commits as arrays, oldest first."""
        times = np.array(self._times, np.int64)
        width = len(self._ids[0]) if self._ids else 20
        ids = np.frombuffer(b"".join(self._ids), np.uint8).reshape(-1, width)
        keys = np.ascontiguousarray(ids).view(f"S{width}").reshape(-1) if len(ids) else np.empty(0, "S20")
        order = np.lexsort((keys, times))[-limit:]
        change_offsets, changed = _rows(np.array(self._change_ends, np.int64), order)
        change_names = np.array(self._change_names, np.int32)[changed]
        change_olds = np.array(self._change_olds, np.int32)[changed]
        names = [to_text(name) for name in self._names]
        name_offsets, name_data = pack_strings(names)
        message_offsets, message_data = pack_strings([self._messages[number] for number in order.tolist()])
        columns: dict[str, Array | bytes] = {
            "ids": ids[order],
            "times": times[order],
            "authored": np.array(self._authored, np.int64)[order],
            "marks": np.array(self._marks, np.uint8)[order],
            "messages_offsets": message_offsets,
            "messages": message_data,
            "names_offsets": name_offsets,
            "names": name_data,
            "change_offsets": change_offsets,
            "change_names": change_names,
            "change_olds": change_olds,
            "changes": _todays(change_offsets, change_names, change_olds, len(names)),
            **self._inverted(order),
        }
        return {name: np.frombuffer(v, np.uint8) if isinstance(v, bytes) else v for name, v in columns.items()}

    def _inverted(self, order: Array) -> dict[str, Array | bytes]:
        """Postings by term, terms sorted and within each the commits ascending."""
        offsets, rows = _rows(np.array(self._term_ends, np.int64), order)
        words = sorted(self._words)
        rank = np.empty(len(words), np.int64)
        rank[[self._words[word] for word in words]] = np.arange(len(words))
        ranks = rank[np.array(self._terms, np.int64)[rows]]
        commits = np.repeat(np.arange(len(order), dtype=np.int32), np.diff(offsets))
        counts = np.array(self._counts, np.uint16)[rows]
        by_term = np.argsort(ranks, kind="stable")
        used, sizes = np.unique(ranks, return_counts=True)
        word_offsets, word_data = pack_strings([words[number] for number in used.tolist()])
        return {
            "vocabulary_offsets": word_offsets,
            "vocabulary": word_data,
            "term_offsets": np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
            "postings": commits[by_term],
            "counts": counts[by_term],
            "lengths": np.bincount(commits, counts, minlength=len(order)).astype(np.int32),
        }

    def _name(self, path: bytes) -> int:
        return self._names.setdefault(path, len(self._names))

    def _word(self, term: str) -> int:
        return self._words.setdefault(term, len(self._words))


def history_of(arrays: Mapping[str, Array], *, truncated: bool) -> History:
    """The history that was kept as arrays; raises ValueError or KeyError where they are none."""
    history = History(
        arrays["ids"],
        arrays["times"],
        arrays["authored"],
        arrays["marks"],
        arrays["change_offsets"],
        arrays["changes"],
        _packed(arrays, "names"),
        _packed(arrays, "vocabulary"),
        arrays["term_offsets"],
        arrays["postings"],
        arrays["counts"],
        arrays["lengths"],
        _packed(arrays, "messages"),
        truncated,
    )
    _check(history)
    return history


def marked(history: History, ids: Iterable[bytes], mark: int) -> History:
    """The same history with one more mark on the commits of these ids."""
    wanted = np.zeros(len(history), np.bool_)
    width = history.ids.shape[1] if len(history) else 20
    keys = np.ascontiguousarray(history.ids).tobytes()
    places = {keys[start : start + width]: start // width for start in range(0, len(keys), width)}
    wanted[[places[key] for key in ids if key in places]] = True
    return evolve(history, marks=history.marks | (wanted * np.uint8(mark)).astype(np.uint8))


def _check(history: History) -> None:
    count = len(history)
    columns = (history.ids, history.authored, history.marks, history.lengths, history.messages)
    if any(len(column) != count for column in columns) or len(history.change_offsets) != count + 1:
        raise ValueError("columns of different lengths")
    if len(history.term_offsets) != len(history.vocabulary) + 1 or len(history.counts) != len(history.postings):
        raise ValueError("postings do not fit the vocabulary")
    for numbers, end in ((history.changes, len(history.paths)), (history.postings, count)):
        if len(numbers) and (int(numbers.min()) < 0 or int(numbers.max()) >= end):
            raise ValueError("a number names nothing")


def _packed(arrays: Mapping[str, Array], name: str) -> PackedStrings:
    return PackedStrings(arrays[f"{name}_offsets"], arrays[name])


def _encoded(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _terms_of(text: str) -> Iterable[str]:
    return islice(terms(text), _MOST_TERMS)


def _rows(ends: Array, order: Array) -> tuple[Array, Array]:
    """Offsets and row numbers of groups that end at ``ends``, taken in ``order``."""
    starts = np.concatenate(([0], ends[:-1])) if len(ends) else ends
    sizes = (ends - starts)[order]
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    rows = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - starts[order], sizes)
    return offsets, rows.astype(np.int64)


def _todays(offsets: Array, names: Array, olds: Array, count: int) -> Array:
    """The name that each changed file has in the end: renames are followed from the newest commit back."""
    today = np.arange(count, dtype=np.int32)
    found = np.empty(len(names), np.int32)
    end = len(names)
    renames = np.flatnonzero(olds >= 0)
    commits = np.searchsorted(offsets, renames, side="right") - 1
    for commit in np.unique(commits)[::-1].tolist():
        start = int(offsets[commit])
        found[start:end] = today[names[start:end]]
        end = start
        # Before it, an old name means what the new one does; a new name meant something of its own, if anything.
        here = renames[commits == commit]
        old, new = olds[here], names[here]
        meant = today[new]
        today[new] = new
        today[old] = meant
    found[:end] = today[names[:end]]
    return found
