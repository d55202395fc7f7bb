"""Files written in a programming or build language, as the syntax tree of its tree-sitter grammar."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._sheet import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_LARGEST = 100_000
_LARGEST_STARLARK = 1_000_000
"""The parser takes time by the square of the size of some broken files, but people generate large ones of Bazel."""
_CHUNK = 1 << 16
_MOST_RECOVERIES = 8_000
"""A parser that looks for a way to go on after errors takes a hundred times as long. Its steps are counted, not timed:
the answer must not depend on the machine."""
_FIRST_STEPS = 500
_BYTES_PER_STEP = 16
"""What people write takes a step for every fifty bytes or more, and the densest text one for twenty. What could be read
in ever more ways takes many for each, and each takes long."""
_MOST_COSTLY = 5_000
_COSTLY: Mapping[str, re.Pattern[str]] = {
    "elixir": re.compile(r"\n\s"),
    "ruby": re.compile(r"%[A-Za-z]?[^\w\s]|#\{|=begin|\\"),
    "starlark": re.compile(r"\\\n"),
    "swift": re.compile(r"#|/\*"),
}
"""What makes the scanner of a grammar take time, and some memory, by the square of how many there are."""


@lru_cache(maxsize=32)
def _parser(grammar: str) -> Any:
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language(grammar))  # type: ignore[arg-type]


def parse_syntax(file: SourceFile, grammar: str) -> "Node":
    """The root of the syntax tree of ``file``; errors are nodes of type ``ERROR`` in it (``root.has_error``).

    Raises :class:`UnreadableError` for a file that is too large, or so broken that parsing it would take long: a large
    file of Starlark must be Python, which Starlark is a part of.
    Positions are in the bytes of the decoded text as UTF-8 with plain line feeds, so that neither a byte order mark nor
    another encoding or other line endings shift any.
    """
    # To a grammar, a carriage return ends no line, and a row of them takes time by its square.
    text = "\n".join(file.lines)
    data = text.encode("utf-8", "replace")
    is_large = len(data) > _LARGEST
    if is_large and (grammar != "starlark" or len(data) > _LARGEST_STARLARK):
        raise UnreadableError(f"larger than {_LARGEST_STARLARK if grammar == 'starlark' else _LARGEST} bytes")
    if (costly := _COSTLY.get(grammar)) and (found := next(islice(costly.finditer(text), _MOST_COSTLY, None), None)):
        line = text.count("\n", 0, found.start()) + 1
        raise UnreadableError(f"unparseable: more than {_MOST_COSTLY} times {found[0]!r} or the like", line)
    parser = _parser(grammar)
    if is_large:
        _expect_python(text)
    if not _is_bearable(parser, data):
        raise UnreadableError(f"unparseable: too much of it is no {grammar}")
    root: Node = parser.parse(data).root_node
    return root


def _expect_python(text: str) -> None:
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as problem:
        raise UnreadableError(f"unparseable: {problem.msg}", problem.lineno) from None
    except (ValueError, RecursionError, MemoryError):
        raise UnreadableError("unparseable: nested too deeply, or with a null byte") from None


def _is_bearable(parser: Any, data: bytes) -> bool:
    """Parse once while counting the steps, and those taken in errors; false where there are too many."""
    steps = recoveries = 0
    most_steps = _FIRST_STEPS + len(data) // _BYTES_PER_STEP

    def read(offset: int, _point: object) -> bytes:
        return data[offset : offset + _CHUNK]

    def is_too_much(_offset: int, has_error: bool) -> bool:
        nonlocal steps, recoveries
        steps += 1
        recoveries += has_error
        return steps > most_steps or recoveries > _MOST_RECOVERIES

    try:
        parser.parse(read, progress_callback=is_too_much)
    except ValueError:
        parser.reset()
        return False
    return True


def walk(node: "Node") -> "Iterator[Node]":
    """The named nodes below ``node`` and itself, in the order of the file."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += reversed(current.named_children)


def text_of(node: "Node") -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def span_of(node: "Node") -> Span:
    """First and last line of a node, counted from 1; a line feed at its very end belongs to the line before."""
    first = node.start_point.row + 1
    last = node.end_point.row + (1 if node.end_point.column else 0)
    return first, max(first, last)
