"""Parsers of the grammars that are known to end, with a budget of time for every file."""

import re
from collections.abc import Callable
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, Any

from crossbearing.plugin import UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser, Query, Tree

MOST_SECONDS = 20
"""Processor time that parsing one file may take."""
MOST_STATES = 4_096
"""How many matches of a query may be under way at once."""
MOST_LEVELS = 4_000_000_000
"""What the depths of all nodes of a file may add up to: a query takes about a second for each billion."""
_SAMPLE = 64
SMALL = 20_000
"""Files of fewer bytes are parsed without a look at the clock: even pathological ones take a second."""
ERRATIC = frozenset({"dart", "swift"})
"""Grammars that take many seconds for short files with some errors: always watched, and given less time."""
ERRATIC_BYTES = 200_000
"""For each so many bytes of such a file there is a second more than one; files that parse well take a tenth of it."""

NARROW = frozenset({"bash"})
"""Grammars that ask whether a character is a digit with a function that only knows Latin-1: others end the process."""
_WIDE = re.compile(rb"[\xc4-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3}")
_LETTERS = (b"", b"", "é".encode(), "éx".encode(), "éé".encode())

_ALLOWED = """
bash c cpp csharp dart elixir go java javascript kotlin lua php python ruby rust scala sql svelte swift
tsx typescript vue
"""
GRAMMARS = frozenset(_ALLOWED.split())
"""Grammars that were tried on hostile input; others of the pack loop for ever on some."""

Match = tuple[int, dict[str, list["Node"]]]
"""A pattern's number and the nodes that it captured by name."""


@cache
def grammar(name: str) -> "Language":
    """The grammar of this name in the language pack."""
    if name not in GRAMMARS:
        raise ValueError(f"{name} is no grammar that is allowed here")
    from tree_sitter_language_pack import get_language

    return get_language(name)  # type: ignore[arg-type]


@cache
def parser(name: str) -> "Parser":
    """The one parser of a grammar in this process."""
    from tree_sitter import Parser

    return Parser(grammar(name))


def parse(data: bytes, name: str) -> "Tree":
    """Parse UTF-8; raises UnreadableError where that takes too long.

    What nodes say is to be taken from ``data``: to ask a node of a watched file for its text ends the process, and of
    grammars in :data:`NARROW` it has other letters.
    """
    tool = parser(name)
    if name in NARROW:
        # Letters of as many bytes, so that all places stay where they are.
        data = _WIDE.sub(lambda character: _LETTERS[len(character[0])], data)
    if len(data) < SMALL and name not in ERRATIC:
        return tool.parse(data)
    view = memoryview(data)
    seconds = min(MOST_SECONDS, 1 + len(data) // ERRATIC_BYTES) if name in ERRATIC else MOST_SECONDS
    late = _clock(seconds, 1 if name in ERRATIC else 64)
    parts: list[memoryview] = []

    def read(offset: int, _: object) -> memoryview:
        parts.append(view[offset:])
        return parts[-1]

    try:
        return tool.parse(read, progress_callback=lambda offset, has_error: late())
    except ValueError:
        tool.reset()
        raise UnreadableError(f"tree-sitter takes more than {seconds} seconds to parse this file") from None
    finally:
        # The library never lets go of what was read, and so of the whole text.
        for part in parts:
            part.release()


def matches(query: "Query", root: "Node", data: bytes) -> list[Match]:
    """All matches of a query in the order of the text; where too many are under way at once, some are left out.

    Raises UnreadableError for a file whose nesting would make that take too long.

    ``(#text-is? @capture "text" ...)`` and ``(#text-like? @capture "expression")`` are evaluated here: the library's
    own predicates on texts end the process on trees that were parsed with a budget, and so does its callback that
    could stop a query.
    """
    from tree_sitter import QueryCursor

    if _levels(root) > MOST_LEVELS:
        raise UnreadableError("what is written in this file is nested too deeply to be searched")

    def holds(predicate: str, args: Any, pattern_index: int, captures: dict[str, list["Node"]]) -> bool:
        nodes, expected = captures[args[0][0]], [value for value, _ in args[1:]]
        texts = [data[node.start_byte : node.end_byte].decode("utf-8", "replace") for node in nodes]
        # The library never lets go of these lists, and so of the tree; the match has others.
        for found in captures.values():
            found.clear()
        if predicate == "text-is?":
            return all(text in expected for text in texts)
        return all(re.search(expected[0], text) for text in texts)

    return QueryCursor(query, match_limit=MOST_STATES).matches(root, holds)


def _levels(root: "Node") -> int:
    """About what the depths of all nodes add up to, from evenly spaced ones."""
    if root.end_byte < SMALL:
        return 0
    count, cursor, depths = root.descendant_count, root.walk(), 0
    for number in range(_SAMPLE):
        cursor.goto_descendant(count * number // _SAMPLE)
        depths += cursor.depth
    return depths * count // _SAMPLE


def _clock(seconds: float, interval: int) -> Callable[[], bool]:
    calls = 0
    deadline = process_time() + seconds

    def late() -> bool:
        nonlocal calls
        calls += 1
        # Looking at the clock costs more than most steps of the parser.
        return not calls % interval and process_time() > deadline

    return late
