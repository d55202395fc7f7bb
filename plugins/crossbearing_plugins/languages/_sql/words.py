"""The words and marks of SQL, and where statements end."""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

FOLD = str.maketrans(ascii_uppercase, ascii_lowercase)
"""Letters in lower case, as databases fold names; none but those of ASCII, so that places stay."""
QUOTE = "\v"
"""Stands for the quotes around a name, which is then no word of the language."""

_TOKEN = re.compile(
    r"(?:\s+|--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)"
    r"|(?P<string>'(?:[^'\\]|''|\\[^']|\\'(?![\s,;)]))*'?)"
    r"|(?P<dollar>\$[A-Za-z_\x80-\xff]*\$)"
    r"|(?P<word>[A-Za-z_@#\x80-\xff][\w$#@\x80-\xff]*)"
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<mark>::|;;|.)",
    re.ASCII,
)
MOST_TOKENS = 1_000_000
_ROUTINES = frozenset(("function", "procedure", "proc", "trigger", "event"))
_LOOPS = frozenset(("if", "loop", "while", "repeat", "for"))
_TRANSACTION = frozenset(("tran", "transaction", "work", ";", ";;", ""))
_LEADING_WORDS = 14


class Token(NamedTuple):
    """A word, string, number or mark; the place in bytes.

    ``text`` is what the token means in the language, in lower case: nothing for strings and for names in quotes.
    ``name`` is a word as a name.
    """

    kind: str
    text: str
    start: int
    end: int
    name: str


def tokens_of(data: bytes) -> list[Token]:
    """All tokens but blanks and comments, of UTF-8 with every byte of a wide character as a letter."""
    text = data.decode("latin-1")
    found: list[Token] = []
    quotes: list[str] = []
    position = 0
    while len(found) < MOST_TOKENS and (match := _TOKEN.match(text, position)):
        position, kind = match.end(), match.lastgroup
        if kind == "dollar" and match[0] not in quotes[-1:] and not _opens_code(found):
            # A string: everything up to the same mark again.
            closing = text.find(match[0], position)
            position = len(text) if closing < 0 else closing + len(match[0])
            found.append(Token("open" if closing < 0 else "string", "", match.start(), position, ""))
        elif kind is not None:
            if kind == "dollar" and match[0] in quotes[-1:]:
                quotes.pop()
            elif kind == "dollar":
                quotes.append(match[0])
            found.append(_token(kind, match))
    return found


def _token(kind: str, match: "re.Match[str]") -> Token:
    text = match[0]
    if kind == "string" and (len(text) == 1 or not text.endswith("'")):
        return Token("open", "", match.start(), match.end(), "")
    if kind != "word":
        return Token(kind, text if kind in ("mark", "dollar") else "", match.start(), match.end(), "")
    name = text.translate(FOLD) if text.isascii() else text.translate(FOLD).encode("latin-1").decode("utf-8", "replace")
    is_quoted = match.string[match.start() - 1 : match.start()] == QUOTE
    return Token(kind, "" if is_quoted else name, match.start(), match.end(), name)


def _opens_code(before: list[Token]) -> bool:
    """Whether what a dollar sign quotes is the body of a routine, and no string."""
    last = [token.text for token in before[-3:]]
    return bool(last) and (last[-1] in ("as", "do") or "do" in last)


def statements(tokens: list[Token]) -> list[tuple[int, int]]:
    """The statements as ranges of tokens: bodies of routines belong to them, with all semicolons in them."""
    found, start, depth, quote = [], 0, 0, ""
    batches = any(token.text == ";;" for token in tokens)
    is_routine = False
    for at, token in enumerate(tokens):
        text = token.text
        if at == start:
            depth, quote = 0, ""
            is_routine = _is_routine(tokens, at)
        if token.kind == "dollar":
            quote = "" if quote == text else quote or text
        elif text == ";;" or (text == ";" and not quote and depth <= 0 and not (batches and is_routine)):
            found.append((start, at))
            start = at + 1
        elif is_routine and not quote and token.kind == "word":
            depth += _nesting(tokens, at)
    if start < len(tokens):
        found.append((start, len(tokens)))
    return [(first, last) for first, last in found if first < last]


def _nesting(tokens: list[Token], at: int) -> int:
    """How much deeper a word of a routine leads into its blocks."""
    text, following = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if text == "begin":
        return int(following not in _TRANSACTION)
    if text == "case":
        return int(at == 0 or tokens[at - 1].text != "end")
    return -1 if text == "end" and following not in _LOOPS else 0


def _is_routine(tokens: list[Token], at: int) -> bool:
    first = tokens[at].text
    ahead = [token.text for token in tokens[at : at + _LEADING_WORDS]]
    return first in ("create", "alter") and not _ROUTINES.isdisjoint(ahead)
