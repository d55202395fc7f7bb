"""The words of one file, by document and field, before they are merged into the index.

A *document* is what can be ranked: document 0 is the whole file, then every definition in the order of
:attr:`~crossbearing.model.facts.FileFacts.definitions`. A file of a language that no plugin reads has document 0 only.

The text is tokenised once: every token knows its line, every line its innermost definition, and the counts of a
definition are handed on to the ones around it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, count

import numpy as np
import numpy.typing as npt
from attrs import Factory, define

from crossbearing.model.facts import Definition, FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.index import FIELDS
from crossbearing.model.text import LONGEST_WORD, terms_of_word

TEXT_VERSION = 1
"""Part of every cache key: raise it when the same file gives other terms."""

NAME, SIGNATURE, DOCSTRING, BODY, PATH = range(len(FIELDS))
MAX_COUNT = int(np.iinfo(np.uint16).max)
MAX_NESTING = 8
"""How many enclosing definitions the words of a line count for, innermost first (and always for the file)."""

# By whether the text is ASCII: looking characters up in the Unicode tables costs half as much again.
_TOKENS = {True: re.compile(r"\w+|\n", re.ASCII).findall, False: re.compile(r"\w+|\n").findall}
_WORDS = {True: re.compile(r"\w+", re.ASCII).findall, False: re.compile(r"\w+").findall}
# A docstring that is part of the body starts this close to the name; documentation above a definition is not.
_DOCSTRING_REACH = 40
# Up to so many (8 bytes each) it is quicker to count in a table of all combinations than to sort.
_DENSE_LIMIT = 100_000

Array = npt.NDArray[np.int64]


@define(eq=False, repr=False)
class TextFacts:
    """Term bags of one file: field ``fields[i]`` of document ``documents[i]`` holds ``terms[i]`` ``counts[i]`` times.

    ``terms`` are positions in ``vocabulary``, which lists each term once; rows are sorted by document, field and term.
    ``lengths`` has one row a document and one column a field of :data:`~crossbearing.model.index.FIELDS`: the number of
    terms, repetitions included. A count stops at 65,535. ``line_count`` is the number of lines, at least 1.
    """

    vocabulary: list[str]
    documents: npt.NDArray[np.int32]
    fields: npt.NDArray[np.uint8]
    terms: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.int32]
    line_count: int = 1


def text_facts(file: SourceFile, facts: FileFacts | None) -> TextFacts:
    """Count the terms of ``file`` by document and field; without ``facts`` the whole file is the only document.

    - ``body``: of the file and of a function all text of its lines (comments and nested functions included) but for
      its own documentation; of a class what remains of its lines without its methods; of a variable its first line.
    - ``path``: the directories and the stem of the file, for each of its documents.
    - ``name`` of document 0: the file's stem, for a package's ``__init__`` that of its directory.
    """
    definitions: Sequence[Definition] = facts.definitions if facts else ()
    text = file.text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    bag = _Bag()
    bag.add(0, NAME, _module_name(file.path))
    bag.add_path(_without_suffix(file.path), len(definitions) + 1)
    bag.add_documentation(0, facts.docstring if facts else "", lines)
    for document, definition in enumerate(definitions, start=1):
        bag.add(document, NAME, definition.name)
        bag.add(document, SIGNATURE, definition.signature)
        if definition.kind == "variable":
            bag.add(document, BODY, "".join(lines[definition.line - 1 : definition.line]))
        elif definition.docstring:
            last = min(definition.end_line, definition.line + _DOCSTRING_REACH)
            bag.add_documentation(document, definition.docstring, lines[definition.start_line - 1 : last])
    bag.add_text(text, definitions)
    rows = bag.rows(len(definitions) + 1)
    rows.line_count = max(1, len(lines) - (not lines[-1]))
    return rows


def _words(text: str) -> list[str]:
    found: list[str] = _WORDS[text.isascii()](text)
    return found


def _without_suffix(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name.partition('.')[0] or name}"


def _module_name(path: str) -> str:
    folder, _, stem = _without_suffix(path).rpartition("/")
    return folder.rpartition("/")[2] if stem == "__init__" else stem


@define(eq=False)
class _Bag:
    """Words on their way to rows. A *slot* is a field of a document: ``document * len(FIELDS) + field``."""

    numbers: dict[str, int] = Factory(lambda: defaultdict(count().__next__))
    words: list[int] = Factory(list)
    slots: list[int] = Factory(list)
    sizes: list[int] = Factory(list)
    signs: list[int] = Factory(list)
    parts: list[tuple[Array, Array, Array]] = Factory(list)

    def add(self, document: int, field: int, text: str) -> None:
        """Count the words of ``text`` in one field of a document."""
        if text:
            self._add(document, field, (text,) if text.isidentifier() else _words(text), 1)

    def _add(self, document: int, field: int, words: Sequence[str], sign: int) -> None:
        self.words.extend(map(self.numbers.__getitem__, words))
        self.slots.append(document * len(FIELDS) + field)
        self.sizes.append(len(words))
        self.signs.append(sign)

    def add_documentation(self, document: int, docstring: str, lines: Iterable[str]) -> None:
        """Add a documentation text, and take it out of the body where it stands in the body's ``lines``."""
        words = _words(docstring)
        self._add(document, DOCSTRING, words, 1)
        first = docstring.strip().partition("\n")[0].rstrip()
        if first and any(first in line for line in lines):
            self._add(document, BODY, words, -1)

    def add_path(self, path: str, documents: int) -> None:
        """Count the words of ``path`` for every document."""
        words = np.array([self.numbers[word] for word in _words(path)], np.int64)
        slots = np.repeat(np.arange(documents) * len(FIELDS) + PATH, len(words))
        self.parts.append((slots, np.tile(words, documents), np.ones(len(slots), np.int64)))

    def add_text(self, text: str, definitions: Sequence[Definition]) -> None:
        """Count the words of the whole text for every document whose body they stand in."""
        newline = self.numbers["\n"]
        tokens = _TOKENS[text.isascii()](text)
        ids = np.fromiter(map(self.numbers.__getitem__, tokens), np.int64, len(tokens))
        breaks = ids == newline
        lines = np.cumsum(breaks)
        owners = _line_owners(definitions, int(lines[-1]) + 1 if len(lines) else 1)[lines[~breaks]]
        keys, counts = _count(owners * len(self.numbers) + ids[~breaks])
        owners, words = np.divmod(keys, len(self.numbers))
        rows, documents = _expand(owners, _receivers(definitions))
        self.parts.append((documents * len(FIELDS) + BODY, words[rows], counts[rows]))

    def rows(self, documents: int) -> TextFacts:
        """Turn words into terms and add up what falls on the same slot and term."""
        slots = np.repeat(np.array(self.slots, np.int64), self.sizes)
        signs = np.repeat(np.array(self.signs, np.int64), self.sizes)
        self.parts.append((slots, np.array(self.words, np.int64), signs))
        slots, words, counts = (np.concatenate(column) for column in zip(*self.parts, strict=True))
        vocabulary, terms_of = _term_table(self.numbers)
        rows, terms = _expand(words, terms_of)
        width = max(1, len(vocabulary))
        keys, sums = _add_up(slots[rows] * width + terms, counts[rows], documents * len(FIELDS) * width)
        slots, terms = np.divmod(keys, width)
        lengths = np.bincount(slots, sums, documents * len(FIELDS)).astype(np.int32)
        return TextFacts(
            vocabulary=vocabulary,
            documents=(slots // len(FIELDS)).astype(np.int32),
            fields=(slots % len(FIELDS)).astype(np.uint8),
            terms=terms.astype(np.int32),
            counts=np.minimum(sums, MAX_COUNT).astype(np.uint16),
            lengths=lengths.reshape(documents, len(FIELDS)),
        )


Groups = tuple[Array, Array]
"""Values of numbered groups: the sizes of the groups, and all values one group after the other."""


def _groups(values: list[Sequence[int]]) -> Groups:
    sizes = np.fromiter(map(len, values), np.int64, len(values))
    return sizes, np.array(list(chain.from_iterable(values)), np.int64)


def _expand(keys: Array, groups: Groups) -> tuple[Array, Array]:
    """Replace each key by all values of its group; the first array says which key each value came from."""
    sizes, values = groups
    counts = sizes[keys]
    rows = np.repeat(np.arange(len(keys)), counts)
    starts = (np.cumsum(sizes) - sizes)[keys]
    ends = np.cumsum(counts)
    return rows, values[np.arange(len(rows)) + np.repeat(starts - ends + counts, counts)]


def _count(keys: Array) -> tuple[Array, Array]:
    """The distinct keys, sorted, and how often each occurs."""
    keys = np.sort(keys)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts], np.diff(starts, append=len(keys))


def _add_up(keys: Array, values: Array, limit: int) -> tuple[Array, Array]:
    """The distinct keys (below ``limit``) whose values add up to more than 0, sorted, and their sums."""
    if limit <= _DENSE_LIMIT + 8 * len(keys):
        dense = np.bincount(keys, values, limit)
        found = np.flatnonzero(dense > 0)
        return found, dense[found].astype(np.int64)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(values[order], starts)
    return keys[starts[sums > 0]], sums[sums > 0]


def _line_owners(definitions: Sequence[Definition], count: int) -> Array:
    """The innermost document of each line, by line counted from 0."""
    owners = np.zeros(count, np.int64)
    for document, definition in enumerate(definitions, start=1):
        if definition.kind != "variable":
            owners[definition.start_line - 1 : definition.end_line] = document
    return owners


def _receivers(definitions: Sequence[Definition]) -> Groups:
    """For each document, the documents whose body its own lines belong to."""
    receivers: list[tuple[int, ...]] = [()]
    for document, definition in enumerate(definitions, start=1):
        around = receivers[definition.scope + 1]
        if definition.kind != "class":
            around = tuple(outer for outer in around if definitions[outer - 1].kind != "class")
        receivers.append((document, *around[: MAX_NESTING - 1]))
    return _groups([(*own, 0) for own in receivers])


def _term_table(words: Iterable[str]) -> tuple[list[str], Groups]:
    """All terms in the order of their first use, and the numbers of each word's terms."""
    terms_of = [terms_of_word(word) if len(word) <= LONGEST_WORD else () for word in words]
    numbers: dict[str, int] = defaultdict(count().__next__)
    flat = list(map(numbers.__getitem__, chain.from_iterable(terms_of)))
    sizes = np.fromiter(map(len, terms_of), np.int64, len(terms_of))
    return list(numbers), (sizes, np.array(flat, np.int64))
