"""Forms of C that need more than a query: type names, bodies of macros, declarations of other files' names."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import Reading

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPE = re.compile(r"(?:(?:const|volatile|struct|union|enum|unsigned|signed|register|static)\s+)*([A-Za-z_]\w*)")
_PRIMITIVE = frozenset(
    ("bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void", "size_t")
)
_RESERVED_TEXT = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
return short signed sizeof static struct switch typedef union unsigned void volatile while
"""
_RESERVED = frozenset(_RESERVED_TEXT.split())
_CALL = re.compile(rb"(?<![\w.>#\x80-\xff])([A-Za-z_]\w*)[ \t]*(?=\((?!\s*\*+\s*(?:const\s+)?\w+\s*\)))")
_KEYWORDS = frozenset(
    (
        b"if",
        b"for",
        b"while",
        b"switch",
        b"return",
        b"sizeof",
        b"defined",
        b"do",
        b"__attribute__",
        b"__typeof__",
        b"typeof",
        b"_Alignof",
        b"_Generic",
        b"alignof",
        b"__asm__",
        b"asm",
    )
)


def type_name(text: str) -> str:
    """The struct or type that a declaration names; nothing for plain values."""
    match = _TYPE.match(text.strip())
    return "" if match is None or match[1] in _PRIMITIVE or "{" in text else match[1]


def finish(reading: Reading) -> None:
    """Read type names, macros and declarations of one file."""
    # Macros that stand like types make the parser take keywords for names.
    reading.definitions = [raw for raw in reading.definitions if raw.name not in _RESERVED]
    for found in reading.custom.get("typedef", ()):
        _typedef(reading, found["custom.typedef"], found["name"], found.get("tag"), found.get("base"))
    for found in reading.custom.get("body", ()):
        macro(reading, found["custom.body"])
    places = {found["custom.declared"].start_byte for found in reading.custom.get("declared", ())}
    for found in reading.custom.get("extern", ()):
        node = found["declarator"]
        while node.type in ("pointer_declarator", "array_declarator") and (inner := _declarator(node)) is not None:
            node = inner
        places.add(node.start_byte)
    for raw in reading.definitions:
        if raw.name_at[0] in places and raw.value is None:
            # C exports nothing; until the facts are complete, the list says which names are only declared.
            line, column = reading.source.place(raw.name_at[0])
            reading.exports.append(f"{line}:{column}")
            reading.exports_known = True


def _declarator(node: "Node") -> "Node | None":
    return node.child_by_field_name("declarator")


def _typedef(reading: Reading, whole: "Node", name: "Node", tag: "Node | None", base: "Node | None") -> None:
    """A second name of a struct: a class that has the struct as its base, unless both names are one."""
    target = tag or base
    assert target is not None
    if reading.node_text(target) == reading.node_text(name):
        reading.claimed.add(name.start_byte)
        return
    start = name.start_byte if tag is not None else whole.start_byte
    raw = reading.add_definition("class", (start, whole.end_byte), (name.start_byte, name.end_byte))
    raw.bases.append((target.start_byte, target.end_byte))


def macro(reading: Reading, body: "Node") -> None:
    """The calls in what a macro expands to, which the grammar keeps as text."""
    for match in _CALL.finditer(reading.source.data, body.start_byte, body.end_byte):
        if match[1] not in _KEYWORDS:
            start, end = match.span(1)
            reading.heads[start] = end
            reading.calls.setdefault(start, []).append((end, start, end))
