"""The words of a task that may name something in code, told apart by where they stand.

What only looks like a name is taken out first: addresses of pages and people, version numbers, the places in lines of
a stack trace, tags of mark-up. A word is ``fenced`` in a block of code, ``quoted`` where backticks enclose it and
nothing else, and otherwise ``prose``.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

MOST_CHARACTERS = 50_000
"""How much of a task is read."""

Standing = Literal["prose", "quoted", "fenced"]

_NOT_NAMES = re.compile(
    r"""
    [a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s<>)\]}"'`]+          # addresses
    | \bwww\.[^\s<>)\]}"'`]+
    | [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+
    | ^[ \t]*File[ ]"[^"\n]*",[ ]line[ ]\d+.*$              # places in stack traces
    | ^[ \t]*at[ ].{0,300}:\d+.*$
    | ^[ \t]*(?:[\w./\\-]+):\d+(?::\d+)?:[ ].*$
    | </?[a-zA-Z][^<>\n]{0,200}>                            # mark-up
    | \bv?\d+(?:\.\d+)+[\w.+-]*                             # versions
    """,
    re.VERBOSE | re.MULTILINE,
)
_FENCE = re.compile(r"^[ \t]*(?P<mark>```+|~~~+)[^\n]*\n(?P<body>.*?)(?:^[ \t]*(?P=mark)|\Z)", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"(?<!`)`(?P<body>[^`\n]{1,200})`(?!`)")
_WORD = re.compile(r"(?<![\w@$%-])(?P<name>[A-Za-z_]\w*(?:(?:\.|::|\#)[A-Za-z_]\w*)*)(?P<call>\()?")
_WHOLE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|\#)[A-Za-z_]\w*)*(?:\([^()]*\))?")
_CODE_LIKE = re.compile(r"[a-z0-9]_+[A-Za-z0-9]|^_\w|[a-z0-9][A-Z][a-z]|[A-Za-z][.:#]+[A-Za-z]")


class Word(NamedTuple):
    """A name as the task writes it, with dots between its parts; ``is_called`` where a bracket follows."""

    name: str
    written: str
    standing: Standing
    is_called: bool

    @property
    def has_shape(self) -> bool:
        """Whether nobody would write such a word in a sentence: ``read_csv``, ``DataFrame``, ``shop.cart``."""
        return bool(_CODE_LIKE.search(self.written))

    @property
    def looks_like_code(self) -> bool:
        """Whether it has the shape of a name, or is called."""
        return self.is_called or self.has_shape


def words_of(task: str) -> list[Word]:
    """The distinct words in their order; a word that stands in several ways is taken where it is most surely code."""
    found: dict[str, Word] = {}
    for word in _words(task[:MOST_CHARACTERS]):
        known = found.get(word.name)
        if known is None or _rank(word) > _rank(known):
            found[word.name] = word
    return list(found.values())


def parts_of(task: str) -> frozenset[str]:
    """All words of the task, and the parts of those with dots."""
    return frozenset(re.findall(r"\w+", task[:MOST_CHARACTERS]))


def without_addresses(task: str) -> str:
    """The task with what only looks like a name blanked out."""
    return _NOT_NAMES.sub(lambda match: " " * len(match[0]), task[:MOST_CHARACTERS])


def _rank(word: Word) -> int:
    return ("prose", "fenced", "quoted").index(word.standing) * 2 + word.is_called


def _words(task: str) -> Iterator[Word]:
    text = without_addresses(task)
    fenced = [match.span("body") for match in _FENCE.finditer(text)]
    quoted = [
        match.span("body")
        for match in _QUOTED.finditer(text)
        if _WHOLE.fullmatch(match["body"].strip()) and not _inside(match.start(), fenced)
    ]
    for match in _WORD.finditer(text):
        standing: Standing = "prose"
        if _inside(match.start(), fenced):
            standing = "fenced"
        elif _inside(match.start(), quoted):
            standing = "quoted"
        written = match["name"]
        name = written.replace("::", ".").replace("#", ".")
        yield Word(name, written, standing, match["call"] is not None)


def _inside(position: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)
