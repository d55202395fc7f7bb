"""Classes and instances by metatables and by the libraries that make classes."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._lua.nodes import function_around, span, target_of
from crossbearing_plugins.languages._lua.tables import Tables
from crossbearing_plugins.languages._treesitter.reading import RawAssignment, RawDefinition, Reading, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

_DOTTED = re.compile(r"[^\W\d][\w.]*\Z")
_SELF = re.compile(rb"\bself\b")
_OWN = ("self", "cls", "class")


class Classes:
    """Finds the classes, bases and instances of one file; ``functions`` are its definitions by their spans."""

    def __init__(self, reading: Reading, tables: Tables, functions: dict[Span, RawDefinition]) -> None:
        self.reading = reading
        self.tables = tables
        self.functions = functions
        self.with_functions = {table for table, _ in tables.owned}
        self.variables: dict[Span, list[RawDefinition]] = {}
        for raw in reading.definitions:
            if raw.kind == "variable":
                self.variables.setdefault(raw.name_at, []).append(raw)
        self.types: dict[str, Span] = {}
        """Metatables by name, with the class that they are for."""

    def read(self) -> None:
        """Read all forms."""
        reading, custom = self.reading, self.reading.custom
        for found in custom.get("metatable", ()):
            self.types.setdefault(reading.node_text(found["name"]), span(found["class"]))
        for found in custom.get("made", ()):
            self._made(found)
        for found in custom.get("meta", ()):
            self._meta(found["custom.meta"], found["object"], found["meta"])
        for found in custom.get("gives", ()):
            self._gives(found["custom.gives"], found["callee"])
        for found in custom.get("self", ()):
            self._other_self(found["custom.self"], found["function"])
        for found in custom.get("super", ()):
            self._parent_call(found["class"], found["custom.super"])

    def _made(self, found: "Mapping[str, Node]") -> None:
        """A class that a library makes: ``Base:extend()``, ``class("Name", Base)``."""
        reading, name = self.reading, self.reading.node_text(found["name"])
        if name not in self.tables.tops:
            return
        self.tables.classes.add(name)
        bases = [found["base"]] if "base" in found else []
        if not bases:
            bases = [node for node in found["arguments"].named_children if node.type == "identifier"]
        reading.owned_bases += [(span(found["name"]), span(base)) for base in bases[:1]]

    def _meta(self, call: "Node", value: "Node", meta: "Node") -> None:
        """``setmetatable(value, meta)``: the value is an instance, or a class with a base."""
        class_ = self._class_of(meta)
        if class_ is None:
            return
        target = target_of(call)
        if target is None and value.type == "identifier":
            target = value
        name = "" if target is None or target.type != "identifier" else self.reading.node_text(target)
        function = function_around(call)
        if function is None:
            self._base(name, class_)
            return
        raw = self._definition_of(function)
        if self.reading.text(class_) in _OWN and raw is not None and raw.owner is not None:
            class_ = raw.owner
        if name and target is not None:
            self._hold(target, class_)
        if raw is not None and _gives(self.reading, function, call, name):
            raw.type = raw.type or class_

    def _gives(self, block: "Node", callee: "Node") -> None:
        """A function whose last word is ``return Class:new()`` or ``return Class()`` returns an instance."""
        function = block.parent
        raw = None if function is None else self._definition_of(function)
        if raw is None or raw.type is not None:
            return
        if callee.type in ("method_index_expression", "dot_index_expression"):
            last = callee.named_children[-1]
            if self.reading.node_text(last) != "new":
                return
            callee = callee.named_children[0]
        if _DOTTED.match(self.reading.node_text(callee)):
            own = self.reading.node_text(callee) in _OWN
            raw.type = raw.owner if own else span(callee)

    def _class_of(self, meta: "Node") -> Span | None:
        """The class that a metatable is for, as the span of its name."""
        if meta.type == "identifier":
            return self.types.get(self.reading.node_text(meta), span(meta))
        for item in meta.named_children if meta.type == "table_constructor" else ():
            key, value = item.child_by_field_name("name"), item.child_by_field_name("value")
            if key is not None and value is not None and self.reading.node_text(key) == "__index":
                return span(value) if value.type == "identifier" else None
        return None

    def _base(self, name: str, class_: Span) -> None:
        """A metatable at the top level: the base of a table with functions, or what a plain value is."""
        node = self.tables.tops.get(name)
        if node is None or name == self.reading.text(class_):
            return
        if name in self.tables.classes or name in self.with_functions:
            self.tables.classes.add(name)
            self.reading.owned_bases.append((span(node), class_))
        else:
            self._hold(node, class_)

    def _hold(self, target: "Node", class_: Span) -> None:
        """Say that a name holds an instance of a class."""
        declared = self.variables.get(span(target), ())
        for raw in declared:
            raw.type, raw.value = class_, None
        if not declared:
            self.reading.assignments.append(RawAssignment(span(target), class_, None, ""))

    def _definition_of(self, function: "Node") -> RawDefinition | None:
        whole, holder = function, function.parent
        if function.type == "function_definition" and holder is not None:
            whole = holder.parent if holder.type == "expression_list" and holder.parent is not None else holder
        return self.functions.get(span(whole))

    def _other_self(self, name: "Node", function: "Node") -> None:
        """``self`` as the parameter of a function that is no method means nobody knows what."""
        raw = self._definition_of(function)
        if raw is not None and raw.owner is not None:
            return
        data, heads = self.reading.source.data, self.reading.heads
        for match in _SELF.finditer(data, name.end_byte, function.end_byte):
            heads.pop(match.start(), None)

    def _parent_call(self, class_: "Node", word: "Node") -> None:
        """``Class.super.method(self)``: the chain begins with the word."""
        reading = self.reading
        reading.claimed.discard(word.start_byte)
        reading.claimed.add(class_.start_byte)
        reading.heads[word.start_byte] = word.end_byte
        if calls := reading.calls.pop(class_.start_byte, None):
            reading.calls[word.start_byte] = calls


def _gives(reading: Reading, function: "Node", call: "Node", name: str) -> bool:
    """Whether a function returns what a call gives, or the name that holds it."""
    holder = call.parent
    if holder is not None and holder.parent is not None and holder.parent.type == "return_statement":
        return True
    body = function.child_by_field_name("body")
    last = body.named_children[-1] if body is not None and body.named_children else None
    if not name or last is None or last.type != "return_statement":
        return False
    return reading.node_text(last).removeprefix("return").strip(" \t\n;") == name
