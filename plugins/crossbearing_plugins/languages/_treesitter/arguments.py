"""What calls are given: how many arguments there are, and their labels."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_ARGUMENTS = 64
"""Calls with more say nothing."""
UNKNOWN = "*?"
"""Any number of arguments."""
CLOSURE = "{}"
"""An argument behind the brackets."""

_LISTS = frozenset({"argument_list", "arguments", "value_arguments"})
_SUFFIXES = frozenset({"call_suffix", "constructor_suffix"})
_CLOSURES = frozenset({"block", "case_block", "lambda_literal", "annotated_lambda", "colon_argument"})
_SPREADS = frozenset({"spread_expression", "parameter_pack_expansion", "repeated_parameter_type"})


def written_arguments(call: "Node", data: bytes) -> str:
    """The arguments of a call in the form of :attr:`crossbearing.plugin.Reference.arguments`, values as ``?``."""
    if call.type == "infix_expression":
        return "?" if call.named_children[-1].type not in ("tuple_expression", "unit") else UNKNOWN
    if call.type == "compound_literal_expression":
        return UNKNOWN
    found: list[str] = []
    pending = list(reversed(call.named_children))
    while pending:
        node = pending.pop()
        kind = node.type
        if kind in _SUFFIXES:
            pending += reversed(node.named_children)
        elif kind in _LISTS:
            if node.named_child_count > MAX_ARGUMENTS:
                return UNKNOWN
            found += [_argument(child, data) for child in node.named_children if not child.type.endswith("comment")]
        elif kind in _CLOSURES:
            found.append(CLOSURE)
    return ", ".join(found)


def _argument(node: "Node", data: bytes) -> str:
    """One argument with its label, if it has one."""
    if node.type in _SPREADS or node.type == "ERROR":
        return UNKNOWN
    if node.type == "assignment_expression":
        # Scala writes its labels as assignments.
        label = node.child_by_field_name("left")
        return "?" if label is None else _labelled(label, data)
    if node.type not in ("argument", "value_argument"):
        is_spread = node.type == "ascription_expression" and node.named_children[-1].type in _SPREADS
        return UNKNOWN if is_spread else "?"
    label = node.child_by_field_name("name")
    parts = node.named_children
    if label is None and len(parts) == 2 and parts[0].type == "simple_identifier":
        label = parts[0]
    if label is None:
        return UNKNOWN if parts and parts[0].type in _SPREADS else "?"
    return _labelled(label, data)


def _labelled(label: "Node", data: bytes) -> str:
    word = data[label.start_byte : label.end_byte].decode("utf-8", "replace").strip("`: ")
    return f"{word}=?" if word.isidentifier() else "?"
