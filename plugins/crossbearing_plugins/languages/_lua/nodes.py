"""Small questions about the syntax tree of Lua."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

Span = tuple[int, int]
_MOST_LEVELS = 64
_FUNCTIONS = ("function_declaration", "function_definition")


def span(node: "Node") -> Span:
    """Where a node starts and ends, in bytes."""
    return node.start_byte, node.end_byte


def function_around(node: "Node") -> "Node | None":
    """The innermost function that a node stands in, unless it stands very deep."""
    outer = node.parent
    for _ in range(_MOST_LEVELS):
        if outer is None or outer.type in _FUNCTIONS:
            return outer
        outer = outer.parent
    return None


def top_names(root: "Node") -> "Iterator[Node]":
    """The names that the top level of a file declares or assigns, in order."""
    for statement in root.named_children:
        if statement.type == "function_declaration":
            name = statement.child_by_field_name("name")
            if name is not None and name.type == "identifier":
                yield name
            continue
        if statement.type == "variable_declaration" and statement.named_children:
            statement = statement.named_children[0]
        if statement.type in ("assignment_statement", "variable_list"):
            names = statement if statement.type == "variable_list" else statement.named_children[0]
            yield from (node for node in names.named_children if node.type == "identifier")


def assignment_of(value: "Node") -> "Node | None":
    """The assignment of which a value is one."""
    holder = value.parent
    statement = None if holder is None else holder.parent
    return statement if statement is not None and statement.type == "assignment_statement" else None


def target_of(value: "Node", shift: int = 0) -> "Node | None":
    """What a value, or the one ``shift`` places after it in what it gives, is assigned to."""
    statement = assignment_of(value)
    if statement is None or value.parent is None:
        return None
    at = [node.id for node in value.parent.named_children].index(value.id) + shift
    names = statement.named_children[0].named_children
    return names[at] if at < len(names) else None


def value_of(target: "Node") -> "Node | None":
    """The value that an assignment gives to a name, by its place."""
    names = target.parent
    statement = None if names is None else names.parent
    if names is None or statement is None or statement.type != "assignment_statement":
        return None
    at = [node.id for node in names.named_children].index(target.id)
    values = statement.named_children[-1].named_children
    return values[at] if at < len(values) else None


def first_parameter(whole: "Node") -> "Node | None":
    """The first parameter of a function, or of the one that an assignment gives."""
    if whole.type == "assignment_statement":
        whole = whole.named_children[-1].named_children[0]
    parameters = whole.child_by_field_name("parameters")
    return parameters.named_children[0] if parameters is not None and parameters.named_children else None
