"""Forms of Elixir: what a call of ``def``, ``defmodule``, ``alias`` and their like defines or binds."""

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._elixir.aliases import QUOTE, Aliases
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading, Span
from crossbearing_plugins.languages._treesitter.text import one_line

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS_TEXT = "def defp defmacro defmacrop defguard defguardp defdelegate defn defnp"
_FUNCTIONS = frozenset(_FUNCTIONS_TEXT.split())
_MODULES = frozenset(("defmodule", "defprotocol", "defimpl"))
_TYPES = frozenset(("type", "typep", "opaque"))
_CALLBACKS = frozenset(("callback", "macrocallback"))
_DOCUMENTS = frozenset(("doc", "moduledoc", "typedoc"))
_RESERVED_TEXT = """
after_compile after_verify before_compile behaviour callback compile deprecated derive dialyzer doc enforce_keys
external_resource fallback_to_any impl macrocallback moduledoc nifs on_definition on_load opaque optional_callbacks
since spec type typedoc typep undocumented vsn
"""
_RESERVED = frozenset(_RESERVED_TEXT.split())
_WRITTEN = frozenset(("spec", *_TYPES, *_CALLBACKS))
"""Attributes that hold types, in which calls are types as well."""
_LONGEST_NAME = 60
NAME = re.compile(rb"[a-z_\x80-\xff][\w\x80-\xff]*[?!]?\Z")
_MEMBER = re.compile(rb"\.[a-z_][\w\x80-\xff]*[?!]?")
_ARITY = re.compile(rb"/\d")
_OWN_MODULE = re.compile(rb"\b(?P<whole>(?P<unquote>unquote\()?(?P<own>__MODULE__)(?(unquote)\)))(?=\.[a-z_])")
_USING = re.compile(rb"\b__using__\b|\busing\b[ (]")
_GIVES = re.compile(rb"(?m)(?:^|;)[ \t]*(?:import|use|defp?|defmacrop?|@behaviour)\b")
NOWHERE = (0, 0)
"""The owner of a definition that belongs to the file itself."""


def finish(reading: Reading) -> None:
    """Read the forms of one file."""
    _Forms(reading).run()


class _Forms:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.data = reading.source.data
        self.aliases = Aliases(reading)
        self.functions: list[RawDefinition] = []
        self.types: list[Span] = []
        self.documents: set[int] = set()
        self.givers: dict[RawDefinition, bool] = {}
        """Whether a module gives something to those that use it."""

    def run(self) -> None:
        """Read modules first: aliases stand for names in them, and functions belong to them."""
        forms = [
            (found["custom.form"], self.reading.node_text(found["form"]), found["arguments"])
            for found in self.reading.custom.get("form", ())
        ]
        forms.sort(key=lambda item: item[0].start_byte)
        for call, form, arguments in forms:
            if form == "quote":
                self._quote(call)
            elif form in _MODULES:
                self._module(call, form, arguments)
            elif form in _FUNCTIONS:
                self._function(call, form, arguments)
            elif form in ("defstruct", "defexception"):
                name_at = (call.start_byte, call.start_byte + len(form))
                self.reading.add_definition("method", _span(call), name_at, "__struct__").body = call.end_byte
            else:
                self._directive(call, form, arguments)
        for found in self.reading.custom.get("attribute", ()):
            self._attribute(found["custom.attribute"], found["name"], found["arguments"])
        self._join()
        self._own_modules()
        for found in self.reading.custom.get("template", ()):
            self._template(found["custom.template"])
        self._calls()
        self.aliases.settle()
        self.reading.strings = [span for span in self.reading.strings if span[0] not in self.documents]

    # Definitions

    def _module(self, call: "Node", form: str, arguments: "Node") -> None:
        names = arguments.named_children
        name = names[0] if names else None
        if name is None:
            return
        text = self.reading.node_text(name)
        if name.type not in ("alias", "dot", "identifier"):
            # Erlang names its modules by atoms; others get theirs when the code is compiled.
            text = one_line(text, _LONGEST_NAME)
            self._open(call, form, arguments, text, text)
            return
        if form == "defimpl":
            target = _option(self.reading, names, "for")
            inner = self.aliases.around(call.start_byte)
            kind = self.reading.node_text(target) if target is not None else inner
            if not kind or kind[0] in "[{":
                kind = "*"
            full = f"{self.aliases.full(text, name.start_byte)}.{self.aliases.full(kind, name.start_byte)}"
        else:
            full = self.aliases.nested(text, call.start_byte)
        raw = self._open(call, form, arguments, full, text)
        if form == "defimpl":
            # The protocol's name stays a use: the base of what implements it.
            self.reading.claimed -= {name.start_byte, raw.name_at[0]}
            raw.name_at = (call.start_byte, call.start_byte + len(form))
            self.reading.claimed.add(call.start_byte)
            self.aliases.base(raw, name)

    def _open(self, call: "Node", form: str, arguments: "Node", full: str, text: str) -> RawDefinition:
        name = arguments.named_children[0]
        place = (max(name.end_byte - len(text.rpartition(".")[2].encode()), name.start_byte), name.end_byte)
        raw = self.reading.add_definition("class", _span(call), place, full)
        self.reading.claimed.add(name.start_byte)
        raw.owner = NOWHERE
        raw.body = arguments.end_byte
        self.aliases.open(raw, text, is_named=form != "defimpl")
        return raw

    def _quote(self, call: "Node") -> None:
        """What a module quotes for those that use it is a class of its own: a mixin."""
        module = self.aliases.module_at(call.start_byte)
        if module is None or not _GIVES.search(self.data, call.start_byte, call.end_byte):
            return
        if module not in self.givers:
            self.givers[module] = _USING.search(self.data, module.start, module.end) is not None
        if self.givers[module]:
            place = (call.start_byte, call.start_byte + len(QUOTE))
            raw = RawDefinition("class", _span(call), place, QUOTE, 0)
            if self.aliases.quote(raw):
                self.reading.definitions.append(raw)
                self.reading.claimed.add(call.start_byte)
                raw.body = place[1]

    def _function(self, call: "Node", form: str, arguments: "Node") -> None:
        names = arguments.named_children
        if not names:
            return
        head = names[0]
        inner = head
        if head.type == "binary_operator" and _operator(head) == "when":
            inner = head.child_by_field_name("left") or head
        name = inner.child_by_field_name("target") if inner.type == "call" else inner
        if name is not None and inner.type == "binary_operator":
            name = next((child for child in inner.children if not child.is_named), None)
        if name is None or (name.type != "identifier" and name.is_named):
            return
        raw = self.reading.add_definition("method", _span(call), _span(name))
        raw.body = head.end_byte
        self.functions.append(raw)

    def _join(self) -> None:
        """Make one definition of the clauses of a function that follow one another."""
        reading = self.reading
        clauses = {id(raw) for raw in self.functions}
        dropped: set[int] = set()
        open_: list[RawDefinition] = []
        for raw in sorted(reading.definitions, key=lambda raw: (raw.start, -raw.end)):
            before: RawDefinition | None = None
            while open_ and open_[-1].end <= raw.start:
                before = open_.pop()
            if before is not None and before.name == raw.name and {id(before), id(raw)} <= clauses:
                before.end = raw.end
                dropped.add(id(raw))
                raw = before
            open_.append(raw)
        reading.definitions = [raw for raw in reading.definitions if id(raw) not in dropped]

    def _attribute(self, whole: "Node", name: "Node", arguments: "Node") -> None:
        reading, text = self.reading, self.reading.node_text(name)
        reading.claimed.add(name.start_byte)
        values = arguments.named_children
        if text in _WRITTEN:
            self.types.append(_span(whole))
        if text in _DOCUMENTS:
            if values and values[0].type in ("string", "sigil"):
                reading.docs.append((_span(values[0]), text == "moduledoc"))
                self.documents.add(values[0].start_byte)
        elif text == "behaviour" and values and values[0].type in ("alias", "dot"):
            self.aliases.base(self.aliases.class_at(whole.start_byte), values[0])
        elif (text in _TYPES or text in _CALLBACKS) and values:
            declared = values[0]
            while declared.type == "binary_operator" and (left := declared.child_by_field_name("left")) is not None:
                declared = left
            target = declared.child_by_field_name("target") if declared.type == "call" else declared
            if target is not None and target.type == "identifier":
                kind = "method" if text in _CALLBACKS else "variable"
                reading.add_definition(kind, _span(whole), _span(target))
        elif text not in _RESERVED and values:
            place = (whole.start_byte, name.end_byte)
            reading.add_definition("variable", _span(whole), place)

    # Directives

    def _directive(self, call: "Node", form: str, arguments: "Node") -> None:
        values = arguments.named_children
        if not values:
            return
        if values[0].type == "dot":
            self.reading.claimed.add(values[0].start_byte)
        for name in _modules(values[0]):
            if form == "alias":
                target = _option(self.reading, values, "as")
                self.aliases.alias(call, name, target)
            else:
                self.aliases.bring(form, call, name, values)

    # Uses

    def _own_modules(self) -> None:
        """``__MODULE__`` begins a chain where something is called on it, or another module in it named."""
        reading = self.reading
        root = reading.tree.root_node
        for match in _OWN_MODULE.finditer(self.data):
            node = root.descendant_for_byte_range(*match.span("own"))
            if node is None or node.type != "identifier":
                continue
            reading.heads[match.start("own")] = match.end("own")
            if match["unquote"] is not None:
                # What a macro quotes calls on the module that has the macro.
                start, end = match.start(), match.end("whole")
                reading.wraps.append(((start, end), match.span("own")))
                calls = reading.calls.get(start, [])
                calls[:] = [call for call in calls if call[2] != end]

    def _calls(self) -> None:
        """Heads of local calls, and calls of other modules without brackets."""
        reading, data, spans = self.reading, self.data, sorted(self.types)
        for start, calls in list(reading.calls.items()):
            if _inside(start, spans) or data[start : start + 1] in (b":", b"@"):
                del reading.calls[start]
                continue
            end = min((call[0] for call in calls), default=start)
            if start not in reading.heads and NAME.match(data, start, end):
                reading.heads[start] = end
        for start, end in reading.heads.items():
            match = _MEMBER.match(data, end)
            if match is None or start in reading.calls or data[start : start + 1] == b"@":
                continue
            if not _ARITY.match(data, match.end()) and not _inside(start, spans):
                reading.calls[start] = [(match.end(), start, match.end())]

    def _template(self, sigil: "Node") -> None:
        from crossbearing_plugins.languages._elixir.templates import uses

        for start, end, called in uses(self.data, sigil.start_byte, sigil.end_byte):
            self.reading.heads[start] = end
            self.reading.calls.setdefault(start, []).append((called, start, called))


def _modules(node: "Node") -> "list[Node]":
    """The nodes that name modules in ``A.B`` or ``A.{B, C}``."""
    if node.type == "dot":
        right = node.child_by_field_name("right")
        if right is not None and right.type == "tuple":
            return [child for child in right.named_children if child.type == "alias"]
    if node.type == "call" and (inner := node.child_by_field_name("target")) is not None and inner.type == "identifier":
        # A macro quotes the names of modules that it knows: ``import unquote(__MODULE__)``.
        arguments = node.named_children[-1]
        node = arguments.named_children[0] if len(arguments.named_children) == 1 else node
    return [node] if node.type in ("alias", "dot", "identifier") else []


def _option(reading: Reading, values: "list[Node]", key: str) -> "Node | None":
    """The value of ``key:`` among the arguments of a form."""
    for keywords in values:
        if keywords.type == "keywords":
            for pair in keywords.named_children:
                name, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
                if name is not None and reading.node_text(name).strip() == f"{key}:":
                    return value
    return None


def _operator(node: "Node") -> str:
    operator = node.child_by_field_name("operator")
    return "" if operator is None else operator.type


def _inside(place: int, spans: list[Span]) -> bool:
    at = bisect_right(spans, (place, 1 << 62)) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


def _span(node: "Node") -> Span:
    return node.start_byte, node.end_byte
