"""The values of a BUILD or MODULE file as far as they are known without running Bazel."""

from bisect import bisect_left
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from crossbearing.plugin import FileTree
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._syntax import span_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST_STRINGS = 5_000
_MOST_NODES = 50_000
_MOST_FAULTS = 5
_BUILD_FILES = ("BUILD.bazel", "BUILD")


class Call(NamedTuple):
    """A call at the top of a file: its name as written, its positional and named arguments, and its lines."""

    name: str
    positional: list["Node"]
    named: dict[str, "Node"]
    span: Span


class Values:
    """The variables of one file, and the files of its package that ``glob`` may take."""

    def __init__(self, tree: FileTree, directory: str) -> None:
        self._tree = tree
        self._directory = directory
        self._variables: dict[str, list[str]] = {}

    def assign(self, name: str, value: "Node") -> None:
        """Remember the strings of a variable."""
        self._variables[name] = list(self.strings(value))

    def text(self, node: "Node | None") -> str | None:
        """The string that an expression is for certain, or None."""
        if node is None:
            return None
        parts: list[str] = []
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if current.type == "string":
                parts.append(_content(current))
            elif current.type == "identifier" and len(held := self._variables.get(text_of(current), [])) == 1:
                parts += held
            elif current.type in ("parenthesized_expression", "binary_operator"):
                if current.type == "binary_operator" and any(child.type not in _ADDED for child in current.children):
                    return None
                waiting += reversed(current.named_children)
            elif current.type != "comment":
                return None
            if len(parts) > _MOST_STRINGS:
                return None
        return "".join(parts)

    def strings(self, node: "Node | None") -> Iterator[str]:
        """The strings that an expression may lead to: of lists, both sides of ``+``, all branches of ``select``."""
        waiting = [node] if node is not None else []
        budget = _MOST_NODES
        while waiting and budget > 0:
            current = waiting.pop()
            budget -= 1
            kind = current.type
            if kind == "string":
                yield _content(current)
            elif kind == "identifier":
                held = self._variables.get(text_of(current), [])
                budget -= len(held)
                yield from held
            elif kind == "pair":
                waiting += [value for value in [current.child_by_field_name("value")] if value is not None]
            elif kind == "call":
                waiting += reversed(self._of_call(current))
                if call_name(current) == "glob":
                    yield from self._globbed(current)
            elif kind in _CONTAINERS:
                waiting += reversed(current.named_children)

    @staticmethod
    def _of_call(node: "Node") -> list["Node"]:
        """What a call of ``select`` chooses from; any other call is not known."""
        if call_name(node) not in ("select", "selects.with_or"):
            return []
        arguments = node.child_by_field_name("arguments")
        return arguments.named_children if arguments is not None else []

    def _globbed(self, node: "Node") -> Iterator[str]:
        call = read_call(node)
        if call is None:
            return
        included = call.named.get("include", call.positional[0] if call.positional else None)
        patterns = list(self.strings(included))
        excluded = list(self.strings(call.named.get("exclude")))
        for path in package_files(self._tree, self._directory):
            if _matches(path, patterns) and not _matches(path, excluded):
                yield path


_ADDED = frozenset({"string", "identifier", "binary_operator", "parenthesized_expression", "+"})
_CONTAINERS = frozenset({"list", "tuple", "dictionary", "binary_operator", "parenthesized_expression", "set"})


def _content(node: "Node") -> str:
    """The content of a string; escapes are left as they are written."""
    text = text_of(node)
    text = text.lstrip("rRbBuU")
    for quotes in ('"""', "'''", '"', "'"):
        if text.startswith(quotes):
            return text[len(quotes) :].removesuffix(quotes)
    return text


def _matches(path: str, patterns: list[str]) -> bool:
    return any(_matches_one(path, pattern) for pattern in patterns)


def _matches_one(path: str, pattern: str) -> bool:
    """Match as Bazel does: ``**`` stands for any folders, ``*`` for a part of a name."""
    folder, _, name = pattern.rpartition("/")
    where, _, base = path.rpartition("/")
    if "**" in name:
        return where == folder or where.startswith(f"{folder}/") or not folder
    if not fnmatchcase(base, name):
        return False
    if "**" not in folder:
        return where == folder or (where.count("/") == folder.count("/") and fnmatchcase(where, folder))
    start = folder.partition("**")[0].rstrip("/")
    return not start or where == start or where.startswith(f"{start}/")


def package_files(tree: FileTree, directory: str) -> Iterator[str]:
    """The files of a package, relative to its folder: those of its subfolders that are no packages themselves."""
    prefix = f"{directory}/" if directory else ""
    nested: dict[str, bool] = {}
    paths = tree.paths
    for place in range(bisect_left(paths, prefix), len(paths)):
        if not paths[place].startswith(prefix):
            return
        relative = paths[place][len(prefix) :]
        folder = relative.rpartition("/")[0]
        if folder and folder not in nested:
            nested[folder] = _is_in_package(tree, prefix, folder)
        if not folder or not nested[folder]:
            yield relative


def _is_in_package(tree: FileTree, prefix: str, folder: str) -> bool:
    while folder:
        if any(tree.exists(f"{prefix}{folder}/{name}") for name in _BUILD_FILES):
            return True
        folder = folder.rpartition("/")[0]
    return False


def call_name(node: "Node") -> str:
    """What a call calls, as it is written: ``cc_library``, ``maven.install``."""
    function = node.child_by_field_name("function")
    return text_of(function) if function is not None and function.type in ("identifier", "attribute") else ""


def read_call(node: "Node") -> Call | None:
    """Take a call apart, or None where it calls no plain name."""
    name = call_name(node)
    arguments = node.child_by_field_name("arguments")
    if not name or arguments is None:
        return None
    positional: list[Node] = []
    named: dict[str, Node] = {}
    for child in arguments.named_children:
        if child.type == "keyword_argument":
            key, value = child.child_by_field_name("name"), child.child_by_field_name("value")
            if key is not None and value is not None:
                named[text_of(key)] = value
        elif child.type != "comment":
            positional.append(child)
    return Call(name, positional, named, span_of(node))


def top_calls(root: "Node", values: Values | None = None) -> Iterator[Call]:
    """The calls that stand at the top of a file; assignments before them are put into ``values``."""
    for statement in root.named_children:
        node = (
            statement.named_children[0]
            if statement.type == "expression_statement" and statement.named_children
            else None
        )
        if node is None:
            continue
        if node.type == "call":
            if (call := read_call(node)) is not None:
                yield call
        elif node.type == "assignment" and values is not None:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                values.assign(text_of(left), right)


def faults(root: "Node") -> Iterator[tuple[str, int]]:
    """What could not be parsed at the top of a file, with the line: the first few."""
    found = 0
    for child in root.children:
        if child.has_error and found < _MOST_FAULTS:
            found += 1
            bad = _first_error(child)
            words = text_of(bad).strip().partition("\n")[0][:40]
            yield (f"{bad.type} is missing" if bad.is_missing else f"unexpected {words!r}"), bad.start_point.row + 1


def _first_error(node: "Node") -> "Node":
    """The innermost place at which parsing went wrong."""
    current = node
    while not current.is_error and not current.is_missing:
        bad = next((child for child in current.children if child.has_error or child.is_missing), None)
        if bad is None:
            break
        current = bad
    return current
