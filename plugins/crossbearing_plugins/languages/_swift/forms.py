"""Forms of Swift that a query cannot say: extensions, imports, constrained type parameters, casts and attributes."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import TYPE_CHECKING

from crossbearing.plugin import FileFacts
from crossbearing_plugins.languages._swift.names import OUTSIDE
from crossbearing_plugins.languages._treesitter.reading import RawLocal, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

_PREFIX = re.compile(r"\s*(?:@[\w.]+(?:\([^()]*\))?\s*|(?:inout|some|any|borrowing|consuming|sending|isolated)\b\s*)+")
_TYPE = re.compile(r"`?([^\W\d]\w*)`?((?:\s*\.\s*`?[^\W\d]\w*`?)*)")
_OPTIONAL = re.compile(r"Optional\s*<(.*)>$", re.DOTALL)
_IMPORT = re.compile(
    r"(?:@\w+(?:\([^()]*\))?\s*|(?:public|internal|package|private|fileprivate|open)\s+)*import\s+"
    r"(?:(typealias|struct|class|enum|protocol|let|var|func)\s+)?([\w.]+)"
)
_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_SHORT = re.compile(rb"\$\d")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?<!\.)\.[ \t]*(?=[\w`\x80-\xff])")
_STRING = re.compile(r'#*("""|")(.*?)(?:"""|")?#*$', re.DOTALL)
_RECEIVERS = (b"self", b"Self", b"super")
_MOST_REDIRECTS = 8


# What the grammar does not know, in places where nothing else can stand, with what a text of each must have.
_UNKNOWN = (
    ("#", re.compile(r"^[ \t\ufeff]*#(?:if|elseif|else|endif|warning|error|sourceLocation)\b[^\r\n]*", re.MULTILINE)),
    ("()", re.compile(r"\(\)(?:(?<=\(\(\))|(?<=[:,] \(\)))(?=[,)])")),
    ("nonisolated(", re.compile(r"(?<=nonisolated)\(\w+\)")),
    ("throws(", re.compile(r"(?<=\bthrows)\([\w.]+\)(?=\s*(?:->|\{|where\b|$))", re.MULTILINE)),
    ("sending ", re.compile(r"(?<=[:,(] )(?:consuming[ \t]+)?sending[ \t]+(?=[@\w(\[])")),
    ("consume ", re.compile(r"(?<=[=(,])[ \t]*\bconsume[ \t]+(?=[a-z])")),
    ("copy ", re.compile(r"(?<=[=(,])[ \t]*\bcopy[ \t]+(?=[a-z])")),
    ("unsafe ", re.compile(r"\bunsafe[ \t]+(?=[a-z]\w*[(.])")),
    ("await", re.compile(r"(?:(?<== try )|(?<== try[?!] ))await\b")),
    ("#_sourceLocation", re.compile(r"#_sourceLocation\b")),
)
_ANYTHING = {"#_sourceLocation": "#line", "()": "0"}


def known_words(text: str) -> str:
    """The text with blanks for compilation conditions and for newer words, which the grammar does not know."""
    for mark, pattern in _UNKNOWN:
        if mark in text:
            text = pattern.sub(lambda match: _ANYTHING.get(match[0], "").ljust(len(match[0])), text)
    return text


def declared_type(text: str) -> str:
    """The class that a declared type names; nothing for tuples and functions."""
    text = text.strip()
    for _ in range(_MOST_REDIRECTS):
        if (prefix := _PREFIX.match(text)) is not None:
            text = text[prefix.end() :]
        elif (holder := _OPTIONAL.match(text.rstrip("?!"))) is not None:
            text = holder[1].strip()
        elif text.startswith("(") and text.rstrip("?!").endswith(")") and "->" not in text and "," not in text:
            text = text.rstrip("?!")[1:-1].strip()
        else:
            break
    if text.startswith("["):
        return "Dictionary" if ":" in text else "Array"
    match = None if "->" in text else _TYPE.match(text)
    if match is None:
        return ""
    name = "".join(match[0].split()).replace("`", "")
    return name.removesuffix(".Type").removesuffix(".Protocol")


def literal(text: str) -> str:
    """The text of a string of any form."""
    match = _STRING.match(text)
    return match[2] if match else text


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    data = reading.source.data
    reading.claimed.update(match.end() for match in _LINK.finditer(data))
    for match in _SHORT.finditer(data):
        reading.heads.pop(match.start(), None)
    for found in reading.custom.get("construct", ()):
        _construct(reading, found)
    for found in reading.custom.get("import", ()):
        _import(reading, found["custom.import"])
    for found in reading.custom.get("extension", ()):
        _extension(reading, found)
    _skip_attributes(reading)
    for raw in reading.definitions:
        raw.name = raw.name.strip("`")
    known = {raw.name_at[0] for raw in reading.definitions}
    locals_: dict[int, RawLocal] = {}
    for local in reading.locals:
        # Of the patterns that find a name, the one that says more counts.
        told = locals_.get(local.name_at[0])
        is_told = told is not None and (told.type or told.value)
        if local.name_at[0] not in known and not is_told and _is_local(reading, local):
            locals_[local.name_at[0]] = local
    reading.locals = list(locals_.values())
    _look_through(reading)
    _errors(reading)


def _import(reading: Reading, node: "Node") -> None:
    match = _IMPORT.match(reading.node_text(node))
    for word in _WORD.finditer(reading.source.data, node.start_byte, node.end_byte):
        reading.heads.pop(word.start(), None)
    if match is None:
        return
    at, (module, _, name) = node.start_byte, match[2].partition(".")
    if match[1] and name:
        reading.add_import(at, module, name, name.partition(".")[0])
        return
    reading.add_import(at, module, "", module)
    reading.add_import(at, module, "*", "")


def _construct(reading: Reading, found: Mapping[str, "Node"]) -> None:
    """``Box<Int>(1)`` is a call of ``Box``, whatever stands between."""
    node, type_ = found["custom.construct"], found["type"]
    words = [child for child in type_.named_children if child.type == "type_identifier"]
    if words:
        call = (words[-1].end_byte, node.start_byte, node.end_byte)
        reading.calls.setdefault(node.start_byte, []).append(call)


def _extension(reading: Reading, found: Mapping[str, "Node"]) -> None:
    """An extension is a part of the type that it names; one of a nested type, a part within a part."""
    node, name, body = found["custom.extension"], found["name"], found["body"]
    start = node.start_byte
    words = [child for child in name.named_children if child.type == "type_identifier"]
    for word in words[:_MOST_REDIRECTS]:
        span = (word.start_byte, word.end_byte)
        raw = reading.add_definition("class", (start, node.end_byte), span)
        raw.body, raw.is_part = body.start_byte, True
        start = span[1] + 1


def _skip_attributes(reading: Reading) -> None:
    """Let a definition begin behind its attributes, of which its signature says nothing."""
    ends = {}
    for found in reading.custom.get("attribute", ()):
        node = found["custom.attribute"]
        ends[node.start_byte] = node.end_byte
        if (name := next(iter(node.named_children), None)) is not None and name.type == "user_type":
            reading.decorators.append((name.start_byte, name.end_byte))
    data = reading.source.data
    for raw in reading.definitions:
        while raw.start in ends and ends[raw.start] < raw.name_at[0]:
            start = ends[raw.start]
            while start < raw.name_at[0] and data[start : start + 1].isspace():
                start += 1
            raw.start = start


def _is_local(reading: Reading, local: RawLocal) -> bool:
    """Whether a pattern's name is one that it binds: no case (``.some``), and not the object itself."""
    start, end = local.name_at
    data = reading.source.data
    return data[start:end] not in _RECEIVERS and data[max(0, start - 1) : start] != b"."


def _look_through(reading: Reading) -> None:
    """What a cast holds is of its type, ``a ?? b`` and ``a!`` are what ``a`` is, and ``T`` is what it has to be."""
    values: dict[Span, tuple[Span, bool]] = {}
    for found in reading.custom.get("value", ()):
        node, inner = found["custom.value"], found.get("type") or found["value"]
        values[node.start_byte, node.end_byte] = (inner.start_byte, inner.end_byte), "type" in found
    bounds = _type_bounds(reading)

    def held(type_: Span | None, value: Span | None) -> tuple[Span | None, Span | None]:
        for _ in range(_MOST_REDIRECTS):
            if type_ is not None or value not in values:
                break
            span, is_type = values[value]
            type_, value = (span, None) if is_type else (None, span)
        return (None if type_ is None else _bounded(reading, bounds, type_)), value

    told = [(local, held(local.type, local.value)) for local in reading.locals]
    reading.locals = [local._replace(type=found[0], value=found[1]) for local, found in told]
    for raw in reading.definitions:
        raw.type, raw.value = held(raw.type, raw.value)
    given = [(item, held(item.type, item.value)) for item in reading.assignments]
    reading.assignments = [item._replace(type=found[0], value=found[1]) for item, found in given]
    reading.returns = [_bounded(reading, bounds, span) for span in reading.returns]


Bounds = dict[bytes, list[tuple[int, int, Span]]]
"""For each type parameter that has to be something: where it is known, and where it is said what it is."""


def _type_bounds(reading: Reading) -> Bounds:
    bounds: Bounds = {}
    for found in reading.custom.get("constrained", ()):
        name, type_ = found["custom.constrained"], found["type"]
        around = name
        while around.parent is not None and not around.type.endswith("_declaration"):
            around = around.parent
        word = reading.source.data[name.start_byte : name.end_byte]
        bounds.setdefault(word, []).append((around.start_byte, around.end_byte, (type_.start_byte, type_.end_byte)))
    return bounds


def _bounded(reading: Reading, bounds: Bounds, type_: Span) -> Span:
    if not bounds:
        return type_
    word = reading.source.data[type_[0] : type_[1]].rstrip(b"?!")
    return next((span for start, end, span in bounds.get(word, ()) if start <= type_[0] < end), type_)


def _errors(reading: Reading) -> None:
    """A ``catch`` without a pattern binds ``error``."""
    data = reading.source.data
    starts: list[int] = []
    for found in reading.custom.get("catch", ()):
        node = found["custom.catch"]
        if node.child_by_field_name("error") is not None:
            continue
        starts = starts or sorted(start for start, end in reading.heads.items() if data[start:end] == b"error")
        at = bisect_left(starts, node.start_byte)
        if at < len(starts) and starts[at] < node.end_byte:
            reading.locals.append(RawLocal((starts[at], starts[at] + 5), None, None, False))


_COMPUTED = re.compile(r"\bvar\s+`?([^\W\d]\w*)`?\s*:")


def complete(facts: FileFacts) -> FileFacts:
    """Reduce types, and say which methods are properties and what initialisers give."""
    extended = {item.name for item in facts.definitions if item.is_part and item.scope < 0 and item.name in OUTSIDE}
    if extended:
        # An extension does not make the type that it extends.
        facts.references = [item for item in facts.references if item.kind != "call" or item.name not in extended]
    for definition in facts.definitions:
        if definition.annotation:
            definition.annotation = declared_type(definition.annotation) or definition.annotation
        if definition.kind != "method":
            continue
        if definition.name == "init":
            definition.annotation = "Self"
        elif (match := _COMPUTED.search(definition.signature)) and match[1] == definition.name:
            definition.decorators = (*definition.decorators, "property")
    return facts
