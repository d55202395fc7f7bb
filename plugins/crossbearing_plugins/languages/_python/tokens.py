"""Python source as a flat sequence of the tokens that matter: dotted names, strings and comments.

Parsers say where statements begin and end; which names a statement uses is decided on tokens, once for every parser.
Whole files are split by one regular expression, which is an order of magnitude cheaper than visiting each node of a
syntax tree, and the same text gives the same tokens whichever Python version runs.

A dotted name is one token together with the ``(`` of a call or the ``=`` of a keyword argument or assignment that
follows it on the line: ``store.put(``, ``key=``. All other characters are *gaps* between tokens.
"""

import re
from bisect import bisect_left
from functools import cache
from itertools import accumulate

from attrs import define

from crossbearing_plugins.languages._python.names import LONGEST_REMEMBERED
from crossbearing_plugins.languages._python.strings import fields_of, is_formatted

_LETTER = r"A-Z_a-z\u00aa-\U0010ffff"
"""Outside strings and comments every character beyond ASCII is part of a name, marks that combine included."""
_WORD = rf"0-9{_LETTER}"
_NAME = rf"[{_LETTER}][{_WORD}]*+"
_FIELD_LEVELS = 2
"""How deep quotes may nest in replacement fields (PEP 701 sets no limit; nobody writes more)."""


def _string(quote: str, inner: str = "") -> str:
    """A pattern for the rest of a string literal after its first quote character; ``inner`` matches one field."""
    fields = rf"|\{{\{{|{inner}|\{{" if inner else ""
    stop = r"\{" if inner else ""
    long = (
        rf"{quote}{quote}(?:[^{quote}\\{stop}]++|\\.{fields}|{quote}(?!{quote}{quote}))*+(?:{quote}{quote}{quote}|\Z)"
    )
    short = rf"(?:[^{quote}\\\n{stop}]++|\\.{fields})*+{quote}"
    return f"(?:{long}|{short})"


def _field(level: int) -> str:
    """A pattern for one replacement field of an f-string, with ``level`` levels of strings and fields inside it."""
    plain = "|".join(quote + _string(quote) for quote in "'\"")
    if not level:
        return rf"\{{(?:[^{{}}'\"]++|{plain})*+\}}"
    inner = _field(level - 1)
    nested = "|".join(rf"(?<=[fFtT]){quote}{_string(quote, inner)}" for quote in "'\"")
    return rf"\{{(?:[^{{}}'\"]++|{nested}|{plain}|{inner})*+\}}"


@cache
def _pattern() -> re.Pattern[str]:
    """The pattern of a token; compiled with the first file, since that takes longer than importing this module."""
    field = _field(_FIELD_LEVELS - 1)
    formatted = "|".join(quote + _string(quote, field) for quote in "'\"")
    plain = "|".join(quote + _string(quote) for quote in "'\"")
    chain = rf"(?:\.{_NAME})*+(?:[ \t]*+(?:\(|=(?!=)))?+"
    return re.compile(
        # One leading character class lets the engine skip everything else at the speed of memchr; the alternatives
        # look back at it, commonest first. A letter after a letter, digit or dot belongs to a number.
        rf"([{_LETTER}\"'#.](?:"
        rf"(?<![{_WORD}.\"'#].)(?<![.\"'#])[{_WORD}]*+(?![\"']){chain}"
        rf"|(?<=\.)(?<![\d.].)[ \t\\\n]*+{_NAME}{chain}"
        rf"|(?<=\#)[^\n]*+|(?<='){_string(chr(39))}|(?<=\"){_string(chr(34))}"
        rf"|(?<=[fFtT])[rR]?+(?:{formatted})|(?<=[rR])[fFtT](?:{formatted})|(?<=[bBrRuU])[bBrR]?+(?:{plain})"
        rf"|(?<![{_WORD}.].)(?<=[{_LETTER}])[{_WORD}]*+(?=[\"'])))",
        re.DOTALL,
    )


_QUOTE = re.compile("[\"']")
AUGMENTED = "\x01"
"""The sign for ``+=`` and its like in a structure."""
_AUGMENTED_OPERATOR = re.compile(r"(?:\*\*|//|>>|<<|[-+*/%@&|^])=")
_INSIGNIFICANT = re.compile(rf"[=!<>:]=|->|[^][(){{}},:={AUGMENTED}!<>-]+|[!<>-]")
_LARGEST_MEMORY = 1 << 16
DROPPED = "#"
"""What a token becomes that was merged into the next one: it reads as an empty comment."""


class _Structures(dict[str, str]):
    """Gaps reduced to the signs that give expressions their shape; the few distinct gaps of all files are remembered.

    ``=`` is an assignment or default, never a part of ``==``; operators, numbers and space are left out.
    """

    def __missing__(self, gap: str) -> str:
        structure = _INSIGNIFICANT.sub("", _AUGMENTED_OPERATOR.sub(AUGMENTED, gap))
        if len(gap) <= LONGEST_REMEMBERED:
            if len(self) > _LARGEST_MEMORY:
                self.clear()
            self[gap] = structure
        return structure


structures = _Structures()


@define
class Tokens:
    """Tokens of a text: ``texts[i]`` stands at ``starts[i]``; ``gaps[i]`` is the text before it, ``gaps[-1]`` the rest.

    Inside an f-string (``texts[i]``), the tokens of its replacement fields follow it, with brackets for the braces.
    """

    text: str
    texts: list[str]
    gaps: list[str]
    starts: list[int]

    def first_at(self, offset: int) -> int:
        """The index of the first token that starts at or after ``offset``."""
        return bisect_left(self.starts, offset)

    def end(self, index: int) -> int:
        """The offset just after a token, its ``(`` or ``=`` included."""
        return self.starts[index] + len(self.texts[index])

    def detach(self, index: int) -> str:
        """Move the ``=`` of a token, and the space before it, into the gap that follows; return what remains."""
        text = self.texts[index]
        name = self.texts[index] = text[:-1].rstrip()
        self.gaps[index + 1] = text[len(name) :] + self.gaps[index + 1]
        return name


def split(text: str, offset: int = 0) -> Tokens:
    """Split ``text``, which stands at ``offset`` of its file, into tokens."""
    parts = _pattern().split(text)
    starts = list(accumulate(map(len, parts), initial=offset))
    texts = parts[1::2]
    if texts and texts[-1][0] != "#" and texts[-1][-1] not in "\"'" and _QUOTE.search(texts[-1]):
        # A string that is not closed runs to the end of the file.
        texts[-1] = DROPPED
    return Tokens(text, texts, parts[0::2], starts[1:-1:2])


def tokenize(text: str) -> Tokens:
    """Split a whole file into tokens, those inside f-strings included."""
    tokens = split(text)
    formatted = {token for token in set(tokens.texts) if token[-1] in "\"'" and token[0] != "#" and is_formatted(token)}
    if formatted:
        return open_fields(tokens, [index for index, token in enumerate(tokens.texts) if token in formatted])
    return tokens


def open_fields(tokens: Tokens, formatted: list[int]) -> Tokens:
    """Insert the tokens of replacement fields after the f-strings at ``formatted``."""
    result = Tokens(tokens.text, [], tokens.gaps[:1], [])
    done = 0
    for index in formatted:
        _copy(tokens, result, done, index + 1)
        done = index + 1
        _open(result, tokens.texts[index], tokens.starts[index])
    _copy(tokens, result, done, len(tokens.texts))
    return result


def _copy(source: Tokens, target: Tokens, first: int, last: int) -> None:
    target.texts += source.texts[first:last]
    target.starts += source.starts[first:last]
    target.gaps += source.gaps[first + 1 : last + 1]


def _open(target: Tokens, literal: str, offset: int) -> None:
    following = target.gaps.pop()
    target.gaps.append("(")
    for start, end in fields_of(literal).expressions:
        inner = split(literal[start:end], offset + start)
        target.gaps[-1] += inner.gaps[0]
        for index, text in enumerate(inner.texts):
            target.texts.append(text)
            target.starts.append(inner.starts[index])
            target.gaps.append(inner.gaps[index + 1])
            if text[-1] in "\"'" and text[0] != "#" and is_formatted(text):
                _open(target, text, inner.starts[index])
        target.gaps[-1] += ")("
    target.gaps[-1] += ")" + following
