"""Forms of Lua that a query cannot say: functions of tables, required modules, and what a file returns."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._lua.annotations import annotate
from crossbearing_plugins.languages._lua.classes import Classes
from crossbearing_plugins.languages._lua.names import STANDARD
from crossbearing_plugins.languages._lua.nodes import first_parameter, function_around, span, target_of, value_of
from crossbearing_plugins.languages._lua.tables import Tables
from crossbearing_plugins.languages._treesitter.reading import Reading
from crossbearing_plugins.languages._treesitter.strings import unquoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

DEFAULT = "default"
OWN = ""
"""As an import's module: the file itself, which gives one of its names to others under a second one."""
_NOWHERE = (0, 0)
_LONG = re.compile(r"(?s)\[(=*)\[\n?(.*)\]\1\]\Z")
_LINK = re.compile(rb"(?:(?<!\.)\.|(?<!:):)\s*([A-Za-z_\x80-\xff])")
_NAME = re.compile(r"[^\W\d]\w*\Z")


def literal(text: str) -> str:
    """The text of a string without quotes or long brackets."""
    match = _LONG.match(text)
    return match[2] if match else unquoted(text)


def finish(reading: Reading) -> None:
    """Read the forms of one file."""
    # What follows a point or colon is no name of its own.
    reading.claimed.update(match.start(1) for match in _LINK.finditer(reading.source.data))
    tables = Tables(reading)
    _methods(reading, tables)
    _fields(reading, tables)
    _members(reading, tables)
    functions = {(raw.start, raw.end): raw for raw in reading.definitions if raw.kind != "variable"}
    classes = Classes(reading, tables, functions)
    classes.read()
    annotate(reading, tables, functions)
    for found in reading.custom.get("returned", ()):
        _give(reading, tables, found["custom.returned"])
    _require(reading)
    _standard(reading, tables)
    tables.make_classes()
    declared = {raw.name_at[0] for raw in reading.definitions}
    reading.assignments = [item for item in reading.assignments if item.target[0] not in declared]
    for raw in reading.definitions:
        if raw.kind in ("function", "method") and raw.body == raw.end and reading.text((raw.end - 3, raw.end)) == "end":
            raw.body = raw.end - 3


def _methods(reading: Reading, tables: Tables) -> None:
    """Functions that are written as ``A.b`` or ``A:b``."""
    for found in reading.custom.get("method", ()):
        whole, owner, name = found["custom.method"], found["owner"], found["name"]
        table = reading.node_text(owner)
        in_function = function_around(whole) is not None
        if not _NAME.match(table) or (in_function and table not in tables.tops):
            # Nobody knows under which name the table is seen elsewhere.
            reading.scopes.append((*span(whole), True))
            continue
        tables.add(table, "method", whole, name, owner, found.get("body"))
        self_ = first_parameter(whole)
        is_method = owner.parent is not None and owner.parent.type == "method_index_expression"
        if is_method or (self_ is not None and reading.node_text(self_) == "self"):
            tables.classes.add(table)


def _fields(reading: Reading, tables: Tables) -> None:
    """``M.name = value`` at the top level, where the value is no function."""
    for found in reading.custom.get("field", ()):
        owner, name, value = found["owner"], found["name"], found["value"]
        table, own = reading.node_text(owner), reading.node_text(name)
        if own == "__index":
            tables.classes.add(table)
            reading.claimed.add(owner.start_byte)
        elif table in tables.tops and value.type != "function_definition":
            if value.type == "identifier" and reading.node_text(value) == own:
                tables.same.append((table, name, found))
            else:
                raw = tables.add(table, "variable", found["custom.field"], name, owner, None)
                raw.value = span(value)


def _members(reading: Reading, tables: Tables) -> None:
    """Functions in the table that a name of the top level holds, or that the file returns."""
    for found in reading.custom.get("member", ()):
        whole, name = found["custom.member"], found["name"]
        table = whole.parent
        holder = None if table is None or table.parent is None else table.parent
        if table is None or holder is None or holder.type != "expression_list" or function_around(table) is not None:
            continue
        target = target_of(table)
        if target is not None and target.type == "identifier" and reading.node_text(target) in tables.tops:
            tables.add(reading.node_text(target), "method", whole, name, target, found.get("body"))
        elif holder.parent is not None and holder.parent.type == "return_statement":
            raw = reading.add_definition("function", span(whole), span(name))
            raw.body = found["body"].start_byte if "body" in found else raw.end


def _give(reading: Reading, tables: Tables, value: "Node") -> None:
    """What the file returns: a name, or a table."""
    if value.type == "function_call":
        name, arguments = value.child_by_field_name("name"), value.child_by_field_name("arguments")
        if name is not None and arguments is not None and reading.node_text(name) == "setmetatable":
            value = arguments.named_children[0] if arguments.named_children else value
    if value.type == "identifier":
        reading.claimed.add(value.start_byte)
        _module_table(reading, tables, reading.node_text(value), value.start_byte)
    elif value.type == "table_constructor":
        for item in value.named_children:
            _public(reading, item)


def _public(reading: Reading, item: "Node") -> None:
    """A field of the table that the file returns."""
    key, value = item.child_by_field_name("name"), item.child_by_field_name("value")
    if key is None or value is None or key.type != "identifier" or value.type == "function_definition":
        return
    if value.type != "identifier" or reading.node_text(value) != reading.node_text(key):
        raw = reading.add_definition("variable", span(item), span(key))
        raw.value = span(value)


def _module_table(reading: Reading, tables: Tables, name: str, at: int) -> None:
    """The functions of the table that the file returns are the file's own, if nothing speaks against it."""
    node = tables.tops.get(name)
    value = None if node is None else value_of(node)
    mine = [raw for table, raw in tables.owned if table == name]
    hidden = {raw.name for raw in mine} & {key for key, place in tables.tops.items() if place != node}
    is_plain = value is not None and value.type == "table_constructor" and name not in tables.classes
    if node is None or hidden or not is_plain:
        tables.returned = name
        reading.add_import(at, OWN, name, DEFAULT)
        return
    for raw in mine:
        raw.owner = _NOWHERE
    tables.owned = [item for item in tables.owned if item[0] != name]
    reading.definitions = [raw for raw in reading.definitions if raw.name_at != span(node)]
    reading.claimed.add(node.start_byte)
    reading.add_import(node.start_byte, OWN, "", name)


def _require(reading: Reading) -> None:
    bound: set[int] = set()
    for found in reading.custom.get("require", ()):
        name = _declared(found["custom.require"], 0)
        if name is None:
            _inline(reading, found["custom.require"], found["module"])
        else:
            bound.add(_bind(reading, found, name))
    for found in reading.custom.get("guarded", ()):
        if (name := _declared(found["custom.guarded"], 1)) is not None:
            bound.add(_bind(reading, found, name))
    reading.definitions = [raw for raw in reading.definitions if raw.kind != "variable" or raw.name_at[0] not in bound]
    reading.claimed |= bound


def _declared(call: "Node", shift: int) -> "Node | None":
    """The local name that a required module is given to."""
    name = target_of(call, shift)
    statement = None if name is None or name.parent is None else name.parent.parent
    if statement is None or statement.parent is None or statement.parent.type != "variable_declaration":
        return None
    return name


def _bind(reading: Reading, found: "Mapping[str, Node]", name: "Node") -> int:
    call = found.get("custom.require") or found["custom.guarded"]
    reading.claimed.add(call.start_byte)
    reading.calls.pop(call.start_byte, None)
    if "required" in found:
        reading.claimed.add(found["required"].start_byte)
    reading.add_import(name.start_byte, reading.node_text(found["module"]), DEFAULT, reading.node_text(name))
    return name.start_byte


def _standard(reading: Reading, tables: Tables) -> None:
    """``local table = table`` and its like name what they always do."""
    places = set()
    for name, node in tables.tops.items():
        value = value_of(node) if name in STANDARD else None
        if value is not None and re.search(rf"\b{name}\Z", reading.node_text(value)):
            places.add(span(node))
    reading.definitions = [raw for raw in reading.definitions if raw.name_at not in places]


def _inline(reading: Reading, call: "Node", module: "Node") -> None:
    """``require("a.b").c``: the call as a whole begins the chain."""
    start, text = call.start_byte, reading.node_text(module)
    reading.heads[start] = call.end_byte
    calls = [item for item in reading.calls.pop(start, ()) if item[2] != call.end_byte]
    if calls:
        reading.calls[start] = calls
    reading.add_import(start, text, DEFAULT, text.replace(".", "/"))
