"""A mark of a text's syntax, by which two texts are known to be the same code."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from crossbearing.plugin import UnreadableError
from crossbearing_plugins.languages._treesitter.grammar import parse

if TYPE_CHECKING:
    from tree_sitter import Node

# In them white space counts, and grammars differ in what of them is a node.
_TEXT = re.compile(r"string|char|regex|heredoc|nowdoc|sigil|quoted|text")
# Comments that a compiler, an interpreter or a build obeys.
_DIRECTIVE = re.compile(
    rb"//go:|//\s*\+build|//export |#!|#.*(?:coding[:=]|frozen_string_literal)|//\s*@ts-|///\s*<|/\*+\s*@jsx"
    rb"|//\s*swift-tools-version|/\*[+!]|--\+|#\s*type:"
)

Shape = Callable[[str, str], str | None]


def shape_by(grammar: str, others: Mapping[str, str] | None = None) -> Shape:
    """What a language plugin gives as ``SHAPE``: a function of path and text; ``others`` are grammars by suffix.

    Its answer is the same for texts that differ in layout and comments only; None where the text has syntax errors, or
    takes too long to parse.
    """

    def shape(path: str, text: str) -> str | None:
        name = (others or {}).get(PurePosixPath(path).suffix.lower(), grammar)
        data = text.encode("utf-8", "surrogateescape")
        try:
            root = parse(data, name).root_node
        except UnreadableError:
            return None
        return None if root.has_error else _mark(root, data)

    return shape


def _mark(root: "Node", data: bytes) -> str:
    mark = hashlib.sha256()
    for depth, kind, leaf in _nodes(root, data):
        mark.update(b"%d %b %d %b" % (depth, kind.encode(), len(leaf), leaf))
    return mark.hexdigest()


def _nodes(root: "Node", data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Depth, kind and text of all nodes in order: where layout is syntax, a moved statement differs.

    Of leaves and texts it is all that is written, of others what stands between their children.
    """
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        whole = data[node.start_byte : node.end_byte]
        if "comment" in node.type:
            if _DIRECTIVE.match(whole):
                yield depth, node.type, whole
            continue
        children = [] if _TEXT.search(node.type) else node.children
        yield depth, node.type, _between(node, children, data) if children else whole
        stack += [(child, depth + 1) for child in reversed(children)]


def _between(node: "Node", children: Sequence["Node"], data: bytes) -> bytes:
    """What no child of a node says, without white space."""
    ends = [node.start_byte, *(child.end_byte for child in children)]
    starts = [*(child.start_byte for child in children), node.end_byte]
    return b"".join(b"".join(data[end:start].split()) for end, start in zip(ends, starts, strict=True))
