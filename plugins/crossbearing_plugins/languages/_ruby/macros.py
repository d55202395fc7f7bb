"""Calls that define names: ``attr_reader``, ``alias_method``, ``define_method``, ``include``, ``require``."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_ATTRIBUTES_TEXT = """
attr attr_reader attr_writer attr_accessor attr_internal mattr_reader mattr_writer mattr_accessor cattr_reader
cattr_writer cattr_accessor thread_mattr_accessor class_attribute delegate
"""
_ATTRIBUTES = frozenset(_ATTRIBUTES_TEXT.split())
_MIXINS = frozenset(("include", "extend", "prepend"))
_REQUIRES = frozenset(("require", "require_relative", "load", "require_dependency"))
_NAMES_A_METHOD = re.compile(
    r"(?:method|public_method|instance_method|send|public_send|__send__|helper_method|validate|private_class_method"
    r"|(?:skip_|prepend_|append_)?(?:before|after|around)_\w+)\Z"
)
_MAGIC = re.compile(r"#\s*-?\*?-?\s*(?:frozen[_-]string[_-]literal|encoding|coding|warn[_-]indent|rubocop|typed)\b")
RELATIVE = "./"
"""Begins the module of ``require_relative``: a path seen from the file."""


def finish(reading: Reading) -> None:
    """Read the macros of one file."""
    reading.comments = [span for span in reading.comments if not _MAGIC.match(reading.text(span))]
    for found in reading.custom.get("new", ()):
        _constructor(reading, found["callee"], found["custom.new"])
    for start in [start for start in reading.calls if reading.source.data.startswith(b"::", start)]:
        # The chain of ``::Name.call`` begins with the name.
        reading.calls.setdefault(start + 2, []).extend(reading.calls.pop(start))
    for found in reading.custom.get("nested", ()):
        _nested(reading, found["custom.path"], found["custom.nested"])
    for found in reading.custom.get("struct", ()):
        node = found["member"]
        reading.add_definition("variable", (node.start_byte, node.end_byte), (node.start_byte + 1, node.end_byte))
    for found in reading.custom.get("alias", ()):
        _alias(reading, found["custom.alias"], found["name"], found["value"])
    for found in reading.custom.get("macro", ()):
        _macro(reading, reading.node_text(found["macro"]), found["custom.macro"])


def _constructor(reading: Reading, callee: "Node", call: "Node") -> None:
    """``X.new(...)`` is a call of ``X``."""
    calls = reading.calls.setdefault(call.start_byte, [])
    calls[:] = [item for item in calls if item[2] != call.end_byte]
    calls.append((callee.end_byte, call.start_byte, call.end_byte))


def _nested(reading: Reading, path: "Node", whole: "Node") -> None:
    """``class A::B``: the class ``B`` of ``A``, which is opened for it."""
    name = path.child_by_field_name("name")
    if name is None:
        return
    for raw in reading.definitions:
        if raw.name_at == (path.start_byte, path.end_byte):
            raw.name_at, raw.name = (name.start_byte, name.end_byte), reading.node_text(name)
            body = raw.body
    rank, outer = -1, path.child_by_field_name("scope")
    while outer is not None:
        last = outer.child_by_field_name("name") or outer
        place = (last.start_byte, last.end_byte)
        if outer.type in ("constant", "scope_resolution"):
            raw = reading.add_definition("class", (whole.start_byte, whole.end_byte), place, rank=rank)
            raw.body = body
        rank, outer = rank - 1, outer.child_by_field_name("scope")


def _alias(reading: Reading, whole: "Node", name: "Node", value: "Node") -> None:
    """A second name for a method: a variable that holds it."""
    (start, text), (place, _) = _symbol(reading, name), _symbol(reading, value)
    if text.startswith("$"):
        return
    raw = reading.add_definition(
        "variable", (whole.start_byte, whole.end_byte), (start, start + len(text.encode())), text
    )
    raw.value = (place, value.end_byte)
    reading.heads[place] = value.end_byte


def _symbol(reading: Reading, node: "Node") -> tuple[int, str]:
    """Where the name in a symbol or string begins, and the name."""
    text = reading.node_text(node)
    if node.type == "simple_symbol":
        return node.start_byte + 1, text[1:]
    if node.type == "string":
        return node.start_byte + 1, text[1:-1]
    return node.start_byte, text


def _macro(reading: Reading, name: str, call: "Node") -> None:
    arguments = call.child_by_field_name("arguments")
    assert arguments is not None
    if name in _MIXINS:
        for node in arguments.named_children:
            if node.type in ("constant", "scope_resolution"):
                reading.bases.append((node.start_byte, node.end_byte))
    elif name in _ATTRIBUTES:
        for node in _literals(arguments):
            start, text = _symbol(reading, node)
            if text.isidentifier():
                reading.add_definition(
                    "variable", (call.start_byte, call.end_byte), (start, start + len(text.encode()))
                )
    elif name in _REQUIRES or name == "autoload":
        _require(reading, name, list(_literals(arguments)))
    elif name == "alias_method" or name == "define_method":
        _method(reading, name, call, list(_literals(arguments)))
    elif _NAMES_A_METHOD.match(name):
        for node in _literals(arguments):
            if node.type == "simple_symbol":
                reading.heads[node.start_byte + 1] = node.end_byte


def _literals(arguments: "Node") -> "Iterator[Node]":
    for node in arguments.named_children:
        if node.type not in ("simple_symbol", "string"):
            return
        yield node


def _require(reading: Reading, name: str, literals: "list[Node]") -> None:
    if literals and literals[-1].type == "string" and len(literals) == 1 + (name == "autoload"):
        place, text = _symbol(reading, literals[-1])
        reading.add_import(place, f"{RELATIVE if name == 'require_relative' else ''}{text}", "", "")


def _method(reading: Reading, name: str, call: "Node", literals: "list[Node]") -> None:
    if name == "alias_method" and len(literals) == 2:
        _alias(reading, call, *literals)
    elif name == "define_method" and literals:
        start, text = _symbol(reading, literals[0])
        end = start + len(text.encode())
        raw = reading.add_definition("method", (call.start_byte, call.end_byte), (start, end), text)
        block = call.child_by_field_name("block")
        raw.body = call.end_byte if block is None else block.start_byte
