"""What a statement defines: tables, views, routines, types and their columns."""

from typing import NamedTuple

from crossbearing_plugins.languages._sql.words import Token
from crossbearing_plugins.languages._treesitter.reading import Span

KINDS = {
    "table": "class",
    "view": "class",
    "type": "class",
    "domain": "class",
    "schema": "class",
    "function": "function",
    "procedure": "function",
    "proc": "function",
    "trigger": "function",
    "index": "variable",
    "sequence": "variable",
}
"""What ``CREATE`` makes, as kinds of definitions."""
DEFAULT_SCHEMAS = frozenset(("public", "dbo", "main"))
"""Schemas that names without a schema are in."""
_BETWEEN_TEXT = """
or replace alter global local temp temporary unlogged unique clustered nonclustered fulltext spatial recursive
materialized external foreign virtual aggregate constraint concurrently definer algorithm sql security editionable
force noforce = @ undefined merge temptable invoker current_user bitmap columnstore if not exists procedural
transient
"""
_BETWEEN = frozenset(_BETWEEN_TEXT.split())
_NO_COLUMN_TEXT = """
constraint primary foreign unique key index check exclude like fulltext spatial period partition inherits column if
generated default
"""
_NO_COLUMN = frozenset(_NO_COLUMN_TEXT.split())
_AFTER_TYPE_TEXT = """
not null default primary unique references check constraint collate generated identity auto_increment autoincrement
comment on encode as key visible invisible first after using storage compression sparse rowguidcol masked persisted
character charset ascii unsigned zerofill
"""
_AFTER_TYPE = frozenset(_AFTER_TYPE_TEXT.split())
_BODY = frozenset(("as", "begin", "is", "return"))
_MOST_LEADING = 24
_MOST_IN_COLUMN = 60


class Found(NamedTuple):
    """A definition: its kind, its whole extent, its name, schema or table, where its body begins, and a type."""

    kind: str
    span: Span
    name: Token
    owner: Token | None
    body: int
    type: Span | None
    name_at: int
    is_schema: bool = False


def dotted(tokens: list[Token], at: int, last: int) -> tuple[list[int], int]:
    """The places of the words of a dotted name, and where it ends."""
    parts: list[int] = []
    while at < last and tokens[at].kind == "word":
        parts.append(at)
        if at + 1 < last and tokens[at + 1].text == ".":
            at += 2
        else:
            return parts, at + 1
    return parts, at


def created(tokens: list[Token], first: int, last: int) -> tuple[str, int]:
    """The kind of thing that a statement creates, and where its name stands; nothing in other statements."""
    if tokens[first].text not in ("create", "alter"):
        return "", last
    kind = ""
    for at in range(first + 1, min(last, first + _MOST_LEADING)):
        text = tokens[at].text
        if not kind:
            if text in KINDS:
                kind = text
            elif text not in _BETWEEN and tokens[at - 1].text not in ("=", "@"):
                return "", last
        elif text not in ("if", "not", "exists", "concurrently", "only", "body") or tokens[at].kind != "word":
            is_name = tokens[at].kind == "word" and text not in ("on", "as", "for", "authorization")
            return (kind, at) if is_name else ("", last)
    return "", last


def definitions(tokens: list[Token], first: int, last: int, path: Token | None) -> list[Found]:
    """All definitions of a statement, outer ones first; ``path`` is the schema of names without one."""
    kind, at = created(tokens, first, last)
    if not kind:
        return []
    parts, after = dotted(tokens, at, last)
    name = tokens[parts[-1]]
    owner = tokens[parts[-2]] if len(parts) > 1 else path
    if owner is not None and (owner.name in DEFAULT_SCHEMAS or kind in ("index", "trigger", "schema")):
        owner = None
    if tokens[first].text == "alter":
        is_table = kind == "table" and owner is None
        return _added(tokens, parts[-1], after, last) if is_table else []
    span = (tokens[first].start, tokens[last - 1].end)
    body = _body(tokens, kind, after, last)
    found = [Found(KINDS[kind], span, name, owner, body, None, parts[-1], kind == "schema")]
    opening = _columns_at(tokens, kind, after, last)
    return found if opening is None else [*found, *_columns(tokens, opening, last)]


def _body(tokens: list[Token], kind: str, after: int, last: int) -> int:
    """Where the signature ends."""
    depth = 0
    for at in range(after, last):
        text = tokens[at].text
        if kind in ("table", "type") and text == "(":
            return tokens[at].start
        depth += (text == "(") - (text == ")")
        if not depth and (text in _BODY or tokens[at].kind == "dollar"):
            return tokens[at].start
    return tokens[last - 1].end


def _columns_at(tokens: list[Token], kind: str, after: int, last: int) -> int | None:
    if kind == "type" and after + 1 < last and tokens[after].text == "as":
        after += 1
    if kind in ("table", "type") and after < last and tokens[after].text == "(":
        return after
    return None


def _columns(tokens: list[Token], opening: int, last: int) -> list[Found]:
    found, depth, start = [], 0, opening + 1
    for at in range(opening, last):
        text = tokens[at].text
        if (text == "," and depth == 1) or (text == ")" and depth == 1):
            if start < at and (column := _column(tokens, start, at, None)) is not None:
                found.append(column)
            start = at + 1
        depth += (text == "(") - (text == ")")
        if depth == 0:
            break
    return found


def _column(tokens: list[Token], first: int, last: int, owner: Token | None) -> Found | None:
    name = tokens[first]
    if name.kind != "word" or name.text in _NO_COLUMN or (first + 1 < last and tokens[first + 1].text in ("(", ".")):
        return None
    end = first + 1
    while end < last and tokens[end].text not in _AFTER_TYPE and tokens[end].kind != "string":
        end += 1
    type_ = (tokens[first + 1].start, tokens[end - 1].end) if end > first + 1 else None
    span = (name.start, tokens[last - 1].end)
    return Found("variable", span, name, owner, span[1], type_, first)


def _added(tokens: list[Token], table: int, after: int, last: int) -> list[Found]:
    """The columns that ``ALTER TABLE`` adds."""
    found, depth = [], 0
    for at in range(after, last):
        text = tokens[at].text
        depth += (text == "(") - (text == ")")
        if text != "add" or depth:
            continue
        start = at + 1
        while start < last and tokens[start].text in ("column", "if", "not", "exists"):
            start += 1
        end, inner, most = start, 0, min(last, start + _MOST_IN_COLUMN)
        while end < most and (inner or tokens[end].text != ","):
            inner += (tokens[end].text == "(") - (tokens[end].text == ")")
            end += 1
        if start < end and (column := _column(tokens, start, end, tokens[table])) is not None:
            found.append(column)
    return found
