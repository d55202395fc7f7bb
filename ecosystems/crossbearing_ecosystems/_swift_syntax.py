"""Calls, arguments and lists in the syntax tree of a Swift file."""

from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing_ecosystems._syntax import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

_MOST_ITEMS = 5_000


@frozen
class SwiftCall:
    """A call: what is called as written (``.package``, ``Package``, ``package.targets.append``), and its arguments."""

    callee: str
    labels: tuple[str, ...]
    values: "tuple[Node, ...]"

    @property
    def name(self) -> str:
        """The last part of what is called."""
        return self.callee.rpartition(".")[2]

    def argument(self, label: str) -> "Node | None":
        """The value of the argument ``label``, or None."""
        return self.values[self.labels.index(label)] if label in self.labels else None


def call_of(node: "Node") -> SwiftCall | None:
    """The call that a node is, or None."""
    if node.type != "call_expression" or not node.named_children:
        return None
    suffix = node.named_children[-1]
    if suffix.type != "call_suffix":
        return None
    found = [
        argument
        for group in suffix.named_children
        if group.type == "value_arguments"
        for argument in group.named_children
        if argument.type == "value_argument"
    ]
    labels, values = [], []
    for argument in found:
        children = [child for child in argument.named_children if child.type != "comment"]
        if children:
            is_labelled = children[0].type == "value_argument_label"
            labels.append(text_of(children[0]) if is_labelled else "")
            values.append(children[-1])
    return SwiftCall(_callee(node.named_children[0]), tuple(labels), tuple(values))


def _callee(node: "Node") -> str:
    text = text_of(node)
    return "".join(text.split()) if len(text) < 200 else ""


def string_of(node: "Node | None") -> str:
    """The text of a plain string; empty for anything else, and for one with something to fill in."""
    if node is None or node.type != "line_string_literal":
        return ""
    parts = node.named_children
    return "".join(map(text_of, parts)) if all(part.type == "line_str_text" for part in parts) else ""


def items_of(node: "Node | None", variables: "Mapping[str, Node]") -> "Iterator[Node]":
    """The items of a list, through ``+`` and the names of lists that stand in the same file; or the value itself."""
    waiting = [node] if node else []
    seen: set[str] = set()
    for _ in range(_MOST_ITEMS):
        if not waiting:
            return
        current = waiting.pop()
        if current.type in ("array_literal", "additive_expression"):
            waiting += reversed(current.named_children)
        elif current.type == "simple_identifier":
            name = text_of(current)
            if name in variables and name not in seen:
                seen.add(name)
                waiting.append(variables[name])
        elif current.type != "comment":
            yield current


def variable_of(node: "Node") -> "tuple[str, str, Node] | None":
    """The name, the type as written, and the value of a ``let`` or ``var``; None for one without a plain value."""
    if node.type != "property_declaration":
        return None
    pattern = next((child for child in node.named_children if child.type == "pattern"), None)
    kind = next((child for child in node.named_children if child.type == "type_annotation"), None)
    value = node.child_by_field_name("value")
    if pattern is None or value is None:
        return None
    return text_of(pattern), "".join(text_of(kind).split()).lstrip(":") if kind else "", value
