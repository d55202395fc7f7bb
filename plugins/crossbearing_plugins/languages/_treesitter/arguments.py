"""What calls are given: how many arguments there are, their labels, and the types that their own words tell."""

import re
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
_WRAPPERS = frozenset({"argument", "value_argument"})
_STRINGS = (
    *("string_literal", "line_string_literal", "multi_line_string_literal", "string", "text_block"),
    *("interpolated_string_expression", "verbatim_string_literal", "raw_string_literal", "concatenated_string"),
)
_INTEGERS = ("decimal_integer_literal", "hex_integer_literal", "integer_literal", "number_literal")
_DECIMALS = ("decimal_floating_point_literal", "real_literal", "floating_point_literal", "float_literal")
_TYPE_OF_LITERAL = {
    **dict.fromkeys(_STRINGS, "String"),
    **dict.fromkeys(_INTEGERS, "int"),
    **dict.fromkeys(_DECIMALS, "double"),
    **dict.fromkeys(("true", "false", "boolean_literal"), "boolean"),
    **dict.fromkeys(("character_literal", "char_literal"), "char"),
    "class_literal": "Class",
    "typeof_expression": "Type",
}
_NAMES = frozenset({"identifier", "simple_identifier"})
_TYPED = frozenset({"object_creation_expression", "new_expression", "instance_expression", "cast_expression"})
_WORDS = re.compile(r"\w+")


def written_arguments(call: "Node", data: bytes) -> str:
    """The arguments of a call in the form of :attr:`crossbearing.plugin.Reference.arguments`.

    A value is ``?`` and the word of its type where it says that itself (``?String`` for a literal, ``?Cart`` for
    ``new Cart()``); ``?@name`` is a name whose declaration may say it.
    """
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


def type_word(text: str) -> str:
    """The word that names a written type, without its arguments, package and signs: ``Map`` for ``java.util.Map<K>``.

    A type in or with square brackets is ``Array``.
    """
    if "[" in text.partition("<")[0]:
        return "Array"
    found = _WORDS.findall(re.split(r"[<\[(]", text, maxsplit=1)[0])
    return found[-1] if found else ""


def _argument(node: "Node", data: bytes) -> str:
    """One argument with its label, if it has one."""
    if node.type in _SPREADS or node.type == "ERROR":
        return UNKNOWN
    if node.type == "assignment_expression":
        # Scala writes its labels as assignments.
        label = node.child_by_field_name("left")
        return "?" if label is None else _labelled(label, node.child_by_field_name("right"), data)
    if node.type not in _WRAPPERS:
        is_spread = node.type == "ascription_expression" and node.named_children[-1].type in _SPREADS
        return UNKNOWN if is_spread else _value(node, data)
    label = node.child_by_field_name("name")
    parts = node.named_children
    if label is None and len(parts) == 2 and parts[0].type == "simple_identifier":
        label = parts[0]
    if label is None:
        return UNKNOWN if parts and parts[0].type in _SPREADS else _value(parts[-1] if parts else None, data)
    return _labelled(label, parts[-1], data)


def _labelled(label: "Node", value: "Node | None", data: bytes) -> str:
    word = _text(label, data).strip("`: ")
    return f"{word}={_value(value, data)}" if word.isidentifier() else "?"


def _value(node: "Node | None", data: bytes) -> str:
    """``?``, and what is known of a value's type."""
    if node is None:
        return "?"
    kind = node.type
    if kind in _NAMES:
        return f"?@{_text(node, data)}"
    if kind in _TYPED:
        declared = node.child_by_field_name("type")
        if declared is None and kind != "cast_expression" and node.named_children:
            declared = node.named_children[0]
        return f"?{type_word(_text(declared, data))}" if declared is not None else "?"
    found = _TYPE_OF_LITERAL.get(kind, "")
    return f"?{_number(_text(node, data), found) if found in ('int', 'double') else found}"


def _number(text: str, kind: str) -> str:
    """The type of a number as its last letter says, or whether it has a point."""
    if text[:2].lower() != "0x":
        kind = "double" if "." in text else kind
        if text[-1:] in ("f", "F"):
            return "float"
    return "long" if text[-1:] in ("l", "L") else kind


def _text(node: "Node", data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")
