"""Whether two texts of one file are the same code."""

import re
from pathlib import PurePosixPath

# Indentation that means something is compared; elsewhere white space at the beginning of a line is layout.
INDENTED = frozenset(
    (".py", ".pyi", ".pyx", ".yaml", ".yml", ".haml", ".pug", ".coffee", ".nim", ".fs", ".sass", ".md", ".rst")
)
_HASH = frozenset(
    (".py", ".pyi", ".pyx", ".rb", ".sh", ".bash", ".pl", ".r", ".yaml", ".yml", ".toml", ".ex", ".exs", ".nim", ".cfg")
)
_GRAMMARS = {
    ".py": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".jsx": "javascript",
    ".ts": "typescript",
    ".tsx": "tsx",
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
    ".c": "c",
    ".h": "c",
    ".cc": "cpp",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".cs": "csharp",
    ".rb": "ruby",
    ".php": "php",
    ".kt": "kotlin",
    ".scala": "scala",
    ".swift": "swift",
    ".lua": "lua",
}
_SPACE = re.compile(r"[ \t\r\f\v]+")


def normal_line(line: str, path: str, *, comments: bool) -> str:
    """A line of code without what does not count: runs of white space, layout, and, without ``comments``, a comment."""
    suffix = PurePosixPath(path).suffix.lower()
    text = line.expandtabs(8).rstrip()
    body = text.lstrip()
    if not comments and body.startswith("#" if suffix in _HASH else ("//", "/*", "* ", "*/")):
        return ""
    indentation = text[: len(text) - len(body)] if suffix in INDENTED else ""
    return indentation + _SPACE.sub(" ", body) if body else ""


def same_tree(path: str, one: str, other: str) -> bool | None:
    """Whether two texts have the same syntax, comments and layout aside; None where no grammar can tell.

    The leaves of both trees are compared in order with the kinds of the nodes above them, so that in languages where
    layout is syntax a moved statement is another tree.
    """
    grammar = _GRAMMARS.get(PurePosixPath(path).suffix.lower())
    if grammar is None:
        return None
    try:
        from tree_sitter_language_pack import get_parser
    except ImportError:
        return None
    parser = get_parser(grammar)  # type: ignore[arg-type]
    trees = [parser.parse(text.encode("utf-8", "surrogateescape")) for text in (one, other)]
    if any(tree.root_node.has_error for tree in trees):
        return None
    return _shape(trees[0].root_node) == _shape(trees[1].root_node)


def _shape(root: object) -> list[tuple[int, str, bytes]]:
    shape = []
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        children = node.children  # type: ignore[attr-defined]
        kind = node.type  # type: ignore[attr-defined]
        if "comment" in kind:
            continue
        shape.append((depth, kind, b"" if children else node.text))  # type: ignore[attr-defined]
        stack += [(child, depth + 1) for child in reversed(children)]
    return shape
