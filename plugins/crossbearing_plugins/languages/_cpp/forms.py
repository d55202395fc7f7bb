"""Forms of C++ that need more than a query: declarators, templates, constructors, casts and macros."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._c.forms import macro
from crossbearing_plugins.languages._cpp.declarators import functions
from crossbearing_plugins.languages._cpp.names import CASTS, HOLDERS, MAKERS
from crossbearing_plugins.languages._cpp.places import DECLARED
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPES = ("type_identifier", "qualified_identifier", "template_type")
_NO_TYPE = re.compile(rb"(?:decltype\s*\(\s*)?auto\b|decltype\b")
_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_SPACE = re.compile(r"\s+")
_RESERVED_TEXT = """
class struct union enum namespace template typename if else for while do switch return operator public private
protected virtual const static using new delete this friend
"""
_RESERVED = frozenset(_RESERVED_TEXT.split())


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    functions(reading)
    custom = reading.custom
    for found in custom.get("typedef", ()):
        _typedef(reading, found["custom.typedef"], found["name"], found["type"])
    for found in custom.get("construct", ()):
        _construct(reading, found["custom.construct"])
    for found in custom.get("initializer", ()):
        _initializer(reading, found["custom.initializer"])
    for found in custom.get("typed", ()):
        _typed(reading, found["custom.typed"], found["function"])
    for found in custom.get("global", ()):
        _global(reading, found["custom.global"])
    for found in custom.get("body", ()):
        macro(reading, found["custom.body"])
    for found in custom.get("using", ()):
        _using(reading, found["custom.using"])
    for found in custom.get("alias", ()):
        _alias(reading, found["alias"], found["module"])
    for found in custom.get("declared", ()):
        _declared(reading, found["custom.declared"])
    for found in custom.get("attribute", ()):
        _forget(reading, found["custom.attribute"])
    for found in custom.get("destructor", ()):
        _destructor(reading, found["custom.destructor"])
    _names(reading)
    _values(reading)
    _templates(reading)


def _names(reading: Reading) -> None:
    """Names without template arguments, and none that a broken tree made of a keyword."""
    kept = []
    for raw in reading.definitions:
        if raw.kind == "class":
            _class_name(reading, raw)
        if raw.name and raw.name not in _RESERVED:
            kept.append(raw)
    reading.definitions = kept


def _class_name(reading: Reading, raw: RawDefinition) -> None:
    """The name of a class or namespace; a class that is named with the one around it belongs to that."""
    text = reading.text(raw.name_at)
    if reading.source.data.startswith((b"namespace", b"inline"), raw.start):
        # What a project adds to the standard library makes that none of its own.
        raw.name = "" if text == "std" else _SPACE.sub("", text).replace("::", ".").removeprefix(".")
        for match in _WORD.finditer(reading.source.data, *raw.name_at):
            reading.heads.pop(match.start(), None)
        return
    head, last = _last_name(text)
    name = last.partition("<")[0].strip()
    # A specialization gives way to the template.
    raw.is_part = raw.is_part or name != last
    raw.name = name
    if head:
        start, end = raw.name_at
        size = len(head.encode())
        raw.owner, raw.name_at = (start, start + size), (start + size, end)


def _last_name(text: str) -> tuple[str, str]:
    """Split a qualified name before its last part; ``::`` in template arguments does not count."""
    depth, split = 0, 0
    for position, character in enumerate(text):
        depth += (character in "<(") - (character in ">)")
        if character == ":" and depth == 0:
            split = position + 1
    return text[:split], text[split:].strip()


def _values(reading: Reading) -> None:
    """``auto`` says nothing, the value does; what has a type needs no value."""
    data = reading.source.data
    for raw in reading.definitions:
        if raw.type is not None and _NO_TYPE.match(data, raw.type[0]):
            raw.type = None
    for number, local in enumerate(reading.locals):
        if local.type is not None and _NO_TYPE.match(data, local.type[0]):
            reading.locals[number] = local._replace(type=None)


def _templates(reading: Reading) -> None:
    """A template's parameters are names of what follows them."""
    first: dict[int, list[RawDefinition]] = {}
    for raw in reading.definitions:
        first.setdefault(raw.start, []).append(raw)
    for found in reversed(reading.custom.get("template", ())):
        whole = found["custom.template"]
        inner = whole.named_children[-1] if whole.named_children else whole
        while inner.type in ("requires_clause", "friend_declaration") and inner.named_children:
            inner = inner.named_children[-1]
        chosen = [raw for raw in first.get(inner.start_byte, ()) if raw.end <= whole.end_byte]
        for raw in chosen:
            raw.start = whole.start_byte
        if chosen:
            first.setdefault(whole.start_byte, []).extend(chosen)
        else:
            reading.scopes.append((whole.start_byte, whole.end_byte, False))


def _typedef(reading: Reading, whole: "Node", name: "Node", type_: "Node") -> None:
    """A name for a type: a class that has what it names as its base."""
    if type_.type in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
        tag, body = type_.child_by_field_name("name"), type_.child_by_field_name("body")
        if tag is None:
            raw = reading.add_definition("class", _span(whole), _span(name))
            raw.body = body.start_byte if body is not None else raw.body
            return
        if reading.node_text(tag) == reading.node_text(name):
            reading.claimed.add(name.start_byte)
            return
        type_, whole = tag, name if body is not None else whole
    raw = reading.add_definition("class", _span(whole), _span(name))
    if (base := held(reading, type_)) is not None:
        raw.bases.append(_span(base))


def held(reading: Reading, type_: "Node") -> "Node | None":
    """The node of the class that a type names, through smart pointers."""
    for _ in range(6):
        inner = type_
        while inner.type in ("qualified_identifier", "dependent_type"):
            children = inner.named_children
            inner = children[-1] if children else inner
            if not children:
                break
        if inner.type != "template_type":
            break
        name, arguments = inner.child_by_field_name("name"), inner.child_by_field_name("arguments")
        if name is None or arguments is None or reading.node_text(name) not in HOLDERS:
            break
        first = _first_type(arguments)
        if first is None:
            break
        type_ = first
    return type_ if type_.type in _TYPES else None


def _first_type(arguments: "Node") -> "Node | None":
    """The type that stands first among template arguments."""
    for child in arguments.named_children[:1]:
        return child.child_by_field_name("type") if child.type == "type_descriptor" else None
    return None


def _construct(reading: Reading, type_: "Node") -> None:
    """``Store store(path)`` calls the class."""
    if type_.type == "template_type":
        name = type_.child_by_field_name("name")
        if name is not None:
            _add_call(reading, name.start_byte, name.end_byte, name.start_byte, name.end_byte)
    else:
        _add_call(reading, type_.start_byte, type_.end_byte, type_.start_byte, type_.end_byte)


def _add_call(reading: Reading, start: int, callee_end: int, begin: int, end: int) -> None:
    reading.calls.setdefault(start, []).append((callee_end, begin, end))


def _initializer(reading: Reading, name: "Node") -> None:
    """``: Base(x), size_(y)``: a name in capitals is taken for a class, others are fields."""
    inner = name.child_by_field_name("name") if name.type == "template_method" else name
    if inner is None or inner.type != "field_identifier":
        return
    text = reading.node_text(inner)
    if text[:1].isupper() and not text.endswith("_") and any(letter.islower() for letter in text):
        reading.heads[inner.start_byte] = inner.end_byte
        _add_call(reading, inner.start_byte, inner.end_byte, inner.start_byte, inner.end_byte)


def _typed(reading: Reading, call: "Node", function: "Node") -> None:
    """``make_unique<T>(…)`` and ``static_cast<T*>(x)`` give what their argument names."""
    while function.type == "qualified_identifier" and (inner := function.child_by_field_name("name")) is not None:
        function = inner
    name, arguments = function.child_by_field_name("name"), function.child_by_field_name("arguments")
    if name is None or arguments is None:
        return
    word = reading.node_text(name)
    if word not in MAKERS and word not in CASTS:
        return
    type_ = _first_type(arguments)
    type_ = None if type_ is None else held(reading, type_)
    if type_ is None:
        return
    _without_function(reading, call)
    end = type_.end_byte
    if type_.type == "template_type" and (plain := type_.child_by_field_name("name")) is not None:
        end = plain.end_byte
    if word in MAKERS:
        _add_call(reading, type_.start_byte, end, call.start_byte, call.end_byte)
    else:
        reading.wraps.append((_span(call), (type_.start_byte, end)))


def _without_function(reading: Reading, call: "Node") -> None:
    """The call of a function that only says which type its value has."""
    start = call.start_byte
    function = call.child_by_field_name("function")
    if function is None:
        return
    reading.heads.pop(start, None)
    left = [item for item in reading.calls.pop(start, ()) if item[0] != function.end_byte]
    if left:
        reading.calls[start] = left


def _global(reading: Reading, name: "Node") -> None:
    """``::name``: the chain begins with the word."""
    whole = name.parent
    if whole is None or whole.start_byte == name.start_byte:
        return
    for callee_end, begin, end in reading.calls.pop(whole.start_byte, ()):
        begin = name.start_byte if begin == whole.start_byte else begin
        _add_call(reading, name.start_byte, callee_end, begin, end)


def _forget(reading: Reading, node: "Node") -> None:
    """What stands here uses no name."""
    for match in _WORD.finditer(reading.source.data, node.start_byte, node.end_byte):
        reading.heads.pop(match.start(), None)


def _declared(reading: Reading, node: "Node") -> None:
    """``class Store;`` outside of classes and functions."""
    around = node.parent
    if around is not None and around.type == "template_declaration":
        around = around.parent
    while around is not None and around.type.startswith("preproc_"):
        around = around.parent
    name = node.child_by_field_name("name")
    is_open = around is not None and around.type in ("translation_unit", "declaration_list")
    if is_open and name is not None and name.type == "type_identifier" and node.child_by_field_name("body") is None:
        text = reading.node_text(name)
        reading.claimed.add(name.start_byte)
        reading.add_import(name.start_byte, DECLARED, text, text)


def _destructor(reading: Reading, node: "Node") -> None:
    """``x.~Store()`` ends a life, and calls nothing that has a name."""
    _forget(reading, node)
    for start in (node.start_byte, node.parent.start_byte if node.parent is not None else node.start_byte):
        left = [call for call in reading.calls.get(start, ()) if call[0] != node.end_byte]
        if left:
            reading.calls[start] = left
        else:
            reading.calls.pop(start, None)


def _using(reading: Reading, node: "Node") -> None:
    """``using std::name;``; what the project has in namespaces is known without."""
    _forget(reading, node)
    text = reading.node_text(node)
    words = re.findall(r"[^\W\d]\w*", text)[1:]
    if len(words) >= 2 and words[0] == "std":
        reading.add_import(node.start_byte, ".".join(words[:-1]), words[-1], words[-1])


def _alias(reading: Reading, alias: "Node", module: "Node") -> None:
    """``namespace a = b::c;``"""
    for node in (alias, module):
        _forget(reading, node)
    name = _SPACE.sub("", reading.node_text(module)).replace("::", ".").strip(".")
    if name:
        reading.add_import(alias.start_byte, name, "", reading.node_text(alias))


def _span(node: "Node") -> tuple[int, int]:
    return node.start_byte, node.end_byte
