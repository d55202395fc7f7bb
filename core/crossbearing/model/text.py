"""Turning code and prose into terms, the same way for documents and for queries."""

import re
from collections.abc import Iterator
from functools import lru_cache
from threading import local

# An identifier or a word: letters of any script, digits and underscores, but not underscores alone. The look back
# spares trying again at every one of a long line of them.
_WORD = re.compile(r"(?<!_)_*[^\W_]\w*")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# Control characters, line and paragraph separators, direction overrides, and surrogates (undecodable bytes of names).
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
LONGEST_WORD = 64

# A stemmer must not be used by two threads at once.
_local = local()


def words(text: str) -> Iterator[str]:
    """Yield identifiers and words as they stand, leaving out the ones over 64 characters (encoded data)."""
    for match in _WORD.finditer(text):
        if match.end() - match.start() <= LONGEST_WORD:
            yield match[0]


def subtokens(identifier: str) -> list[str]:
    """Split ``HTTPServer_v2`` into its lower-case parts: ``http``, ``server``, ``v``, ``2``."""
    shape = identifier if identifier.isascii() else "".join(map(_shape, identifier))
    return [identifier[match.start() : match.end()].lower() for match in _HUMP.finditer(shape)]


def _shape(character: str) -> str:
    """The ASCII letter that stands for the character's class, so that one pattern splits every script."""
    if character.isupper():
        return "A"
    if character.isalpha():
        return "a"
    return "0" if character.isnumeric() else "_"


@lru_cache(maxsize=1 << 18)
def terms_of_word(word: str) -> tuple[str, ...]:
    """The index terms of one word: its stemmed sub-tokens, and the whole word in lower case where it is a compound."""
    parts = subtokens(word)
    stems = tuple(stem(part) for part in parts if len(part) > 1 or not part.isdigit())
    compound = word.strip("_").lower()
    return stems if len(parts) < 2 else (*stems, compound)


def terms(text: str) -> Iterator[str]:
    """Yield the index terms of ``text`` in order."""
    for word in words(text):
        yield from terms_of_word(word)


def printable(text: str) -> str:
    r"""Escape what must not reach a terminal: ``a\nb`` becomes ``a\\nb``, and an undecodable byte ``\udcff``."""
    return _UNPRINTABLE.sub(_escape, text)


def escape_surrogates(text: str) -> str:
    r"""Escape surrogates as ``\udcff``, so that the text can be encoded as UTF-8 (inside JSON strings: losslessly)."""
    return _SURROGATE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Reduce an English word to its stem (Porter2: Snowball's English stemmer)."""
    try:
        stemmer = _local.stemmer
    except AttributeError:
        import Stemmer

        stemmer = _local.stemmer = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(word))
