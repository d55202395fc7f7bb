"""What a Python string literal says: its value, its replacement fields, its words."""

import re
import unicodedata
from typing import NamedTuple

LONGEST_LITERAL = 300
_TWO_WORDS = re.compile(r"[^\W\d_]\S*\s.*[^\W\d_]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\n|[\\'\"abfnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\})")
_SIMPLE = dict(zip("\\'\"abfnrtv\n", ["\\", "'", '"', "\a", "\b", "\f", "\n", "\r", "\t", "\v", ""], strict=True))
_PERCENT = re.compile(r"%(?:\(\w+\))?[-#0+]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[diouxXeEfFgGcrsa]")
_BRACES = re.compile(r"\{\w*(?:[.\[][\w.\[\]]*)?(?:![rsa])?(?::[^{}\s]*)?\}")
_FIELD_SIGN = re.compile(r"\\N\{[^}]*\}|\{\{|\}\}|[!=<>]=|[][(){}!:=]|'[^'\n]*'|\"[^\"\n]*\"")
_DOTTED_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Fields(NamedTuple):
    """The replacement fields of an f-string as ``(start, end)`` offsets into the literal, braces included.

    ``expressions`` are the offsets of the expressions in them, those in format specifications too.
    """

    spans: list[tuple[int, int]]
    expressions: list[tuple[int, int]]


def is_formatted(literal: str) -> bool:
    """Say whether a string literal is an f-string (or t-string, PEP 750)."""
    return literal[0] in "fFtT" or (literal[0] in "rR" and literal[1] in "fFtT")


def is_bytes(literal: str) -> bool:
    """Say whether a literal holds bytes and not text."""
    return literal[0] in "bB" or literal[1] in "bB"


def value_of(literal: str) -> str:
    """The value of a string literal; replacement fields of an f-string become ``{}``."""
    prefix, start, end = _extent(literal)
    if "f" in prefix or "t" in prefix:
        return _formatted_value(literal, start, end, raw="r" in prefix)
    content = literal[start:end]
    return content if "r" in prefix or "\\" not in content else unescape(content)


def unescape(content: str) -> str:
    """Replace escape sequences as Python does; unknown ones stay, and lone surrogates become U+FFFD."""
    return _SURROGATE.sub("\ufffd", _ESCAPE.sub(_character, content))


def message_of(literals: list[str]) -> str | None:
    """The text of adjacent string literals for searching: placeholders as ``{}``, at most 300 characters.

    None where it has fewer than two words, or holds bytes.
    """
    raw = literals[0] if len(literals) == 1 else " ".join(literals)
    if (" " not in raw and "\\" not in raw and "\n" not in raw) or is_bytes(raw):
        return None
    text = "".join(map(_with_placeholders, literals))[:LONGEST_LITERAL]
    return text if _TWO_WORDS.search(text) else None


def _with_placeholders(literal: str) -> str:
    value = value_of(literal)
    if "{" in value and not is_formatted(literal):
        value = _BRACES.sub("{}", value)
    return _PERCENT.sub("{}", value) if "%" in value else value


def fields_of(literal: str) -> Fields:
    """Find the replacement fields of an f-string."""
    _, start, end = _extent(literal)
    spans: list[tuple[int, int]] = []
    expressions: list[tuple[int, int]] = []
    # Each open field: where it began, where its expression began (-1: it is over), and its open brackets.
    stack: list[list[int]] = []
    for sign in _FIELD_SIGN.finditer(literal, start, end):
        _take(sign[0], sign.start(), literal, stack, spans, expressions)
    return Fields(spans, sorted(expressions))


def _take(
    sign: str,
    offset: int,
    literal: str,
    stack: list[list[int]],
    spans: list[tuple[int, int]],
    expressions: list[tuple[int, int]],
) -> None:
    top = stack[-1] if stack else None
    if top is None or top[1] < 0:
        if sign == "{":
            stack.append([offset, offset + 1, 0])
        elif top and sign[0] == "}":
            stack.pop()
            if not stack:
                spans.append((top[0], offset + 1))
    elif sign in ("(", "[", "{", "{{"):
        top[2] += len(sign)
    elif top[2] and sign in (")", "]", "}", "}}"):
        top[2] -= len(sign)
    elif not top[2] and (sign in ("!", ":", "}", "}}") or (sign == "=" and _ends_field(literal, offset))):
        expressions.append((top[1], offset))
        top[1] = -1
        if sign[0] == "}":
            _take("}", offset, literal, stack, spans, expressions)
            if len(sign) == 2 and stack:
                _take("}", offset + 1, literal, stack, spans, expressions)


def _ends_field(literal: str, offset: int) -> bool:
    return literal[offset + 1 :].lstrip()[:1] in ("}", "!", ":")


def _extent(literal: str) -> tuple[str, int, int]:
    start = 0
    while literal[start] not in "\"'":
        start += 1
    prefix = literal[:start]
    quote = literal[start : start + 3]
    width = 3 if quote in ('"""', "'''") else 1
    closed = len(literal) >= start + 2 * width and literal.endswith(quote[:width])
    return prefix.lower(), start + width, len(literal) - width if closed else len(literal)


def _formatted_value(literal: str, start: int, end: int, *, raw: bool) -> str:
    parts = []
    for first, last in [*fields_of(literal).spans, (end, end)]:
        plain = literal[start:first]
        plain = plain if raw or "\\" not in plain else unescape(plain)
        parts.append(plain.replace("{{", "{").replace("}}", "}"))
        start = last
        if first < end:
            parts.append("{}")
    return "".join(parts)


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code[0] == "N":
        try:
            return unicodedata.lookup(code[2:-1])
        except KeyError:
            return escape[0]
    number = int(code[1:], 16) if code[0] in "xuU" else int(code, 8)
    return chr(number) if number <= 0x10FFFF else escape[0]


def document_of(literals: list[str]) -> str:
    """The documentation that adjacent string literals hold, without its indentation; empty for bytes and f-strings."""
    if is_bytes(literals[0]) or any(map(is_formatted, literals)):
        return ""
    text = "".join(map(value_of, literals))
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    return _without_indentation(text) if "\n" in text or "\t" in text else text.lstrip()


def _without_indentation(text: str) -> str:
    """What :func:`inspect.cleandoc` makes of ``text``, in half the time."""
    first, *rest = text.expandtabs().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in rest if line and not line.isspace()], default=0)
    lines = [first.lstrip(), *[line[margin:] for line in rest]]
    begin, end = 0, len(lines)
    while end > begin and not lines[end - 1]:
        end -= 1
    while begin < end and not lines[begin]:
        begin += 1
    return "\n".join(lines[begin:end])


def dotted_name_in(literal: str) -> str:
    """The dotted name that a string literal consists of, as in a quoted annotation; else empty."""
    _, start, end = _extent(literal)
    match = _DOTTED_NAME.fullmatch(literal, start, end)
    return match[0] if match else ""
