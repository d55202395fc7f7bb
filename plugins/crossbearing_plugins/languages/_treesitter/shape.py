"""A mark of a text's syntax, by which two texts are known to be the same code."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from crossbearing.plugin import UnreadableError
from crossbearing_plugins.languages._treesitter.grammar import parse

if TYPE_CHECKING:
    from tree_sitter import Node

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
    """Depth, kind and, of leaves, the text of all nodes in order: where layout is syntax, a moved statement differs."""
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if "comment" in node.type:
            continue
        children = node.children
        yield depth, node.type, b"" if children else data[node.start_byte : node.end_byte]
        stack += [(child, depth + 1) for child in reversed(children)]
