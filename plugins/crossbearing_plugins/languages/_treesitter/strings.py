"""String literals as messages: without quotes, fields as ``{}``, of at least two words."""

import re
from functools import cache

from crossbearing_plugins.languages._treesitter.language import Language

LONGEST = 4_000
_QUOTED = re.compile(r"(?s)[@$A-Za-z~#&]{0,3}?(#*)(\"\"\"|'''|\"|'|`)(.*)\2\1\Z")
_TWO_WORDS = re.compile(r"[^\W_]\S*\s(?:.*\s)?\S*[^\W_]", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:\n|(.))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@cache
def _fields(language: Language) -> "re.Pattern[str]":
    return re.compile(language.placeholder)


def message(text: str, language: Language) -> str:
    """The text of a string literal for searching; empty where it has less than two words."""
    content = unquoted(text) if language.literal is None else language.literal(text)
    if len(content) > LONGEST or not _TWO_WORDS.search(content):
        return ""
    return _fields(language).sub("{}", content)


def unquoted(text: str) -> str:
    """A literal without prefix and quotes, the commonest escapes resolved."""
    match = _QUOTED.match(text)
    content = match[3] if match else text
    return _ESCAPE.sub(_unescape, content) if "\\" in content else content


def document(text: str) -> str:
    """The documentation that a string literal holds, without quotes and indentation."""
    from inspect import cleandoc

    return cleandoc(unquoted(text.strip()))


def _unescape(match: "re.Match[str]") -> str:
    return _ESCAPED.get(match[1], match[1]) if match[1] else ""
