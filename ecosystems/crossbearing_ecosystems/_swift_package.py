"""What a `Package.swift` says, found in its syntax tree: nothing is run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from crossbearing_ecosystems._swift_syntax import SwiftCall, call_of, variable_of
from crossbearing_ecosystems._syntax import text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPES = {
    "Package": "package",
    "PackageDescription.Package": "package",
    "Package.Dependency": "dependencies",
    "PackageDescription.Package.Dependency": "dependencies",
    "Product": "products",
    "PackageDescription.Product": "products",
    "Target": "targets",
    "PackageDescription.Target": "targets",
    "Target.Dependency": "needs",
    "PackageDescription.Target.Dependency": "needs",
}
_LISTS = ("dependencies", "products", "targets")
_TARGETS = frozenset(
    ("target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "plugin", "macro", "systemModule")
)
_PRODUCTS = frozenset(("library", "executable", "plugin", "iOSApplication"))
_ONLY_IN_NEEDS = frozenset(("name", "condition", "package"))
_LONGEST_CONDITION = 120


class Found(NamedTuple):
    """A call that declares a ``package``, ``dependency``, ``product`` or ``target``, and under what condition."""

    kind: str
    call: SwiftCall
    node: "Node"
    condition: str


class SwiftPackage:
    """The declarations of a file in their order, and its variables by name."""

    def __init__(self, root: "Node") -> None:
        self.variables: dict[str, Node] = {}
        self.found: list[Found] = []
        for node in walk(root):
            if variable := variable_of(node):
                self.variables.setdefault(variable[0], variable[2])
        self._collect(root)

    def of_kind(self, kind: str) -> Iterator[Found]:
        """The declarations of one kind."""
        return (found for found in self.found if found.kind == kind)

    def _collect(self, root: "Node") -> None:
        """Walk the tree; each node is met with the list that it is in, and the condition that it stands under."""
        waiting: list[tuple[Node, str, str]] = [(root, "", "")]
        while waiting:
            node, inside, condition = waiting.pop()
            if call := call_of(node):
                kind = _kind_of(call, inside)
                if kind:
                    self.found.append(Found(kind, call, node, condition))
                inner = [(value, _inside(call, label, kind, inside), condition) for label, value in _pairs(call)]
                waiting += reversed(inner)
            elif node.type == "if_statement":
                waiting += reversed(list(_branches(node, condition)))
            else:
                if variable := variable_of(node):
                    inside = _TYPES.get(variable[1].strip("[]"), "")
                elif node.type == "assignment" and node.named_children:
                    inside = _list_of(text_of(node.named_children[0]))
                waiting += reversed([(child, inside, condition) for child in node.named_children])


def _pairs(call: SwiftCall) -> "Iterator[tuple[str, Node]]":
    return zip(call.labels, call.values, strict=True)


def _kind_of(call: SwiftCall, inside: str) -> str:
    """What a call declares, by its name, its arguments, and the list that it stands in; empty for nothing."""
    if _TYPES.get(call.callee.removesuffix(".init")) == "package" or (call.callee == ".init" and inside == "package"):
        return "package"
    if inside == "needs" or not (call.callee.startswith(".") or call.callee.rpartition(".")[0] in _TYPES):
        return ""
    if call.name == "package" and {"url", "path", "id", "name"}.intersection(call.labels):
        return "dependency"
    if "name" not in call.labels:
        return ""
    if call.name in _PRODUCTS and (inside == "products" or (not inside and "targets" in call.labels)):
        return "product"
    if call.name in _TARGETS and (inside == "targets" or (not inside and not _ONLY_IN_NEEDS.issuperset(call.labels))):
        return "target"
    return ""


def _inside(call: SwiftCall, label: str, kind: str, inside: str) -> str:
    """The list that an argument of a call stands in."""
    if kind == "package":
        return label if label in _LISTS else ""
    if kind == "target":
        return "needs"
    if call.name == "append":
        return _list_of(call.callee.removesuffix(".append"))
    return inside


def _list_of(text: str) -> str:
    """Which list of the package an expression is: ``package.dependencies``."""
    name = text.strip().rpartition(".")[2]
    return name if name in _LISTS and len(text) < 200 else ""


def _branches(node: "Node", condition: str) -> "Iterator[tuple[Node, str, str]]":
    """The parts of an ``if``, each with the condition under which it is taken."""
    written = " ".join(" ".join(text_of(part) for part in node.children_by_field_name("condition")).split())
    written = written[:_LONGEST_CONDITION] or "a condition"
    is_else = False
    for child in node.children:
        is_else = is_else or child.type == "else"
        if child.is_named:
            own = f"not ({written})" if is_else else written
            yield child, "", " and ".join(part for part in (condition, own) if part)
