"""Types that comments declare, as the language server of Lua and EmmyLua read them."""

import re
from bisect import bisect_left

from crossbearing_plugins.languages._lua.tables import Tables
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading, Span

_ANNOTATION = re.compile(rb"--+\s*@(return|type|param|class)\s+(?:\(\w+\)\s*)?([\w.]+)")
_AFTER_NAME = re.compile(rb"\??\s+([\w.]+)(?![\w.<\[(]*[<\[(])")
_BASE = re.compile(rb"\s*:\s*([\w.]+)")
_PLAIN_TEXT = "any boolean fun function integer lightuserdata nil number string table thread unknown userdata void"
_MOST_PARAMETERS = 100
_PLAIN = frozenset(_PLAIN_TEXT.encode().split())


def annotate(reading: Reading, tables: Tables, functions: dict[Span, RawDefinition]) -> None:
    """Give functions, parameters and variables the types that the comments above them declare."""
    data, source = reading.source.data, reading.source
    found = [(start, match) for start, end in reading.comments if (match := _ANNOTATION.match(data, start, end))]
    if not found:
        return
    following: dict[int, int] = {}
    for start, _ in sorted(reading.comments, reverse=True):
        if source.starts_line(start):
            line = source.line(start)
            following[line] = following.get(line + 1, line + 1)
    beginning: dict[int, RawDefinition] = {}
    for raw in sorted(reading.definitions, key=lambda raw: -raw.start):
        beginning[source.line(raw.start)] = raw
    parameters = sorted((local.name_at[0], at) for at, local in enumerate(reading.locals))
    for start, match in found:
        line = source.line(start)
        if (below := beginning.get(following.get(line, line))) is not None:
            _apply(reading, tables, below, match, parameters)


def _apply(
    reading: Reading,
    tables: Tables,
    raw: RawDefinition,
    match: "re.Match[bytes]",
    parameters: list[tuple[int, int]],
) -> None:
    what, word = match[1], match[2]
    data, is_function = reading.source.data, raw.kind in ("function", "method")
    if what == b"class":
        _name_class(reading, tables, raw, match)
    elif what == b"param" and is_function:
        type_ = _AFTER_NAME.match(data, match.end())
        if type_ and type_[1] not in _PLAIN:
            _type_parameter(reading, raw, word, type_.span(1), parameters)
    elif word not in _PLAIN and data[match.end() : match.end() + 1] not in (b"[", b"<", b"("):
        if what == b"return" and is_function:
            raw.type = raw.type or match.span(2)
        elif what == b"type" and raw.kind == "variable":
            raw.type = match.span(2)


def _type_parameter(
    reading: Reading, raw: RawDefinition, name: bytes, type_: Span, parameters: list[tuple[int, int]]
) -> None:
    first, last = bisect_left(parameters, (raw.start, 0)), bisect_left(parameters, (raw.body, 0))
    for _, at in parameters[first : min(last, first + _MOST_PARAMETERS)]:
        local = reading.locals[at]
        if reading.source.data[slice(*local.name_at)] == name:
            reading.locals[at] = local._replace(type=type_)
            return


def _name_class(reading: Reading, tables: Tables, raw: RawDefinition, match: "re.Match[bytes]") -> None:
    """``---@class A : B`` above a table: it is a class, known as ``A`` as well."""
    has_methods = any(table == raw.name for table, _ in tables.owned)
    if raw.kind != "variable" or raw.name not in tables.tops or not has_methods:
        return
    tables.classes.add(raw.name)
    name = match[2].decode("utf-8", "replace")
    if name.isidentifier() and name not in tables.tops:
        reading.add_import(match.start(2), "", raw.name, name)
    base = _BASE.match(reading.source.data, match.end())
    if base:
        reading.owned_bases.append((raw.name_at, base.span(1)))
