"""Forms of Kotlin that a query cannot say: imports, constructors, casts, smart casts, and annotations."""

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._jvm.imports import add_import
from crossbearing_plugins.languages._kotlin.names import MEMBERS
from crossbearing_plugins.languages._kotlin.results import infer_results, span_of
from crossbearing_plugins.languages._treesitter.reading import RawLocal, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = r"[^\W\d][\w$]*|`[^`\n]*`"
_TYPE = re.compile(rf"(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:\(\s*)?((?:{_NAME})(?:\s*\.\s*(?:{_NAME}))*)")
_IMPORT = re.compile(rf"import\s+((?:{_NAME})(?:\s*\.\s*(?:{_NAME}))*)\s*(\.\s*\*)?(?:\s*as\s+({_NAME}))?")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ARGUMENTS = re.compile(r"<[^<>]*>")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?:(?<!\.)\.|(?<=[\w)\]}>?!`\x80-\xff])::)[ \t]*(?=[\w`\x80-\xff])")
# The grammar ends a class where the line does, and takes a primary constructor on the next one for another declaration.
_CONSTRUCTOR = re.compile(
    rf"(\bclass\s++(?:{_NAME})[^\S\n]*+(?:<[^(){{}}]{{0,200}}>)?[^\S\n]*+\n)"
    r"(\s*+(?:(?:@[\w.:]+(?:\([^()]*\))?|public|private|protected|internal|actual|expect)\s++)*+constructor\s*+)(?=\()"
)
_INK = re.compile(r"\S")
_COMPANION = "Companion"
# Functions whose lambda has a receiver: what they make or are given, or what they are called on.
_WITH_RECEIVER = frozenset({"with", "buildString", "buildList", "buildMap", "buildSet"})
_ON_RECEIVER = frozenset({"apply", "run"})


def declared_type(text: str) -> str:
    """The class that a declared type names; nothing for types of functions."""
    plain, length = text, -1
    while len(plain) != length:
        length = len(plain)
        plain = _ARGUMENTS.sub("", plain)
    match = None if "->" in plain else _TYPE.match(plain)
    return "".join(match[1].split()) if match else ""


def literal(text: str) -> str:
    """The text of a string literal."""
    return text.strip('"')


def plain_constructors(text: str) -> str:
    """The text without the words before a primary constructor that stands on a line of its own."""
    if "constructor" not in text:
        return text
    return _CONSTRUCTOR.sub(lambda match: match[1] + _INK.sub(" ", match[2]), text)


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    for found in reading.custom.get("import", ()):
        node = found["custom.import"]
        _import(reading, reading.node_text(node), node.start_byte)
    data = reading.source.data
    reading.claimed.update(match.end() for match in _LINK.finditer(data))
    named = {raw.start for raw in reading.definitions if raw.kind == "class" and raw.name_at[1] > raw.name_at[0]}
    reading.definitions = [raw for raw in reading.definitions if raw.name != _COMPANION or raw.start not in named]
    _cast(reading)
    _narrow(reading)
    _leave_to_receivers(reading)
    _extend_literals(reading)
    infer_results(reading)
    ends = _decorate(reading)
    types, values = _settled(reading)
    for raw in reading.definitions:
        while raw.start in ends:
            raw.start = _after_blanks(data, ends[raw.start], raw.name_at[0])
        if raw.kind == "variable":
            raw.type = raw.type or types.get(raw.name_at[0])
            raw.value = _without_marks(values.get(raw.name_at[0], raw.value), data)


def _import(reading: Reading, text: str, at: int) -> None:
    match = _IMPORT.match(_COMMENTS.sub(" ", text))
    if match is None:
        return
    parts = "".join(match[1].split()).split(".")
    if _COMPANION in parts[:-1]:
        parts.remove(_COMPANION)
    add_import(reading, at, [*parts, "*"] if match[2] else parts, match[3] or "")


def _cast(reading: Reading) -> None:
    """``(x as Store).put`` is a use of what ``Store`` has."""
    casts = {}
    for found in reading.custom.get("cast", ()):
        node, type_ = found["custom.cast"], found["type"]
        casts[node.start_byte, node.end_byte] = (type_.start_byte, type_.end_byte)
    reading.wraps = [wrap for wrap in reading.wraps if wrap[0] not in casts] + sorted(casts.items())


def _narrow(reading: Reading) -> None:
    """Where a test has shown the class of a name, declare it again by the first use of it there."""
    found = reading.custom.get("narrow", ())
    heads = sorted(reading.heads.keys() - reading.claimed) if found else []
    for match in found:
        body, type_ = match["custom.narrow"], match["type"]
        word = reading.source.data[slice(*span_of(match["subject"]))]
        if (first := _first_use(reading, heads, body, word)) is not None:
            reading.locals.append(RawLocal(first, span_of(type_), None, False))


def _first_use(reading: Reading, heads: list[int], body: "Node", word: bytes) -> Span | None:
    data = reading.source.data
    for at in range(bisect_left(heads, body.start_byte), bisect_left(heads, body.end_byte)):
        span = (heads[at], reading.heads[heads[at]])
        if data[slice(*span)] == word:
            return span
    return None


def _leave_to_receivers(reading: Reading) -> None:
    """What a lambda with another receiver calls by a common name is most likely a member of that."""
    spans = []
    for match in reading.custom.get("receiving", ()):
        word, member = match.get("word"), match.get("member")
        if (word is not None and reading.node_text(word) in _WITH_RECEIVER) or (
            member is not None and reading.node_text(member) in _ON_RECEIVER
        ):
            spans.append(span_of(match["custom.receiving"]))
    starts = sorted(reading.calls) if spans else []
    for start, end in spans:
        for at in starts[bisect_left(starts, start) : bisect_left(starts, end)]:
            if at in reading.heads and reading.text((at, reading.heads[at])) in MEMBERS:
                reading.claimed.add(at)


def _extend_literals(reading: Reading) -> None:
    """A call of an extension on a literal is one of the function itself: there is no name before it."""
    known = {item.alias for item in reading.imports}
    for match in reading.custom.get("literal", ()):
        call, word = span_of(match["custom.literal"]), span_of(match["name"])
        calls = sorted(reading.calls.get(call[0], ()))
        if reading.text(word) in known and (word[1], *call) == calls[0]:
            del reading.calls[call[0]]
            reading.calls[word[0]] = [(callee, word[0], end) for callee, _, end in calls]
            end = max(end for _, _, end in calls)
            reading.wraps.append(((call[0], end), (word[0], end)))
            reading.claimed.discard(word[0])


def _decorate(reading: Reading) -> dict[int, int]:
    """Make annotations of definitions decorators; return where each of them begins and ends."""
    ends = {}
    for found in reading.custom.get("annotation", ()):
        node = found["custom.annotation"]
        ends[node.start_byte] = node.end_byte
        for child in node.named_children:
            named = child.named_children[0] if child.type == "constructor_invocation" else child
            if named.type == "user_type":
                reading.decorators.append((named.start_byte, named.end_byte))
    return ends


def _after_blanks(data: bytes, start: int, end: int) -> int:
    while start < end and data[start : start + 1].isspace():
        start += 1
    return start


def _settled(reading: Reading) -> tuple[dict[int, Span], dict[int, Span]]:
    """What properties hold behind ``as``, ``?:`` and ``by lazy``, by the place of their names: types and values."""
    types = {found["name"].start_byte: span_of(found["custom.as"]) for found in reading.custom.get("as", ())}
    values = {found["name"].start_byte: span_of(found["custom.value"]) for found in reading.custom.get("value", ())}
    for found in reading.custom.get("lazy", ()):
        if reading.node_text(found["custom.lazy"]) == "lazy":
            values[found["name"].start_byte] = span_of(found["value"])
    return types, values


def _without_marks(span: Span | None, data: bytes) -> Span | None:
    """An expression without ``!!`` at its end."""
    if span is None:
        return None
    start, end = span
    while end > start and data[end - 1 : end] == b"!":
        end -= 1
    return start, end
