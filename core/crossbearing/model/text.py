"""Turning code and prose into terms, the same way for documents and for queries."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

# An identifier or a word: letters of any script, digits and underscores.
_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+)*_*|_+[^\W_]+(?:_+[^\W_]+)*_*")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
LONGEST_WORD = 64


def words(text: str) -> Iterator[str]:
    """Yield identifiers and words as they stand, leaving out the ones over 64 characters (encoded data)."""
    for match in _WORD.finditer(text):
        if match.end() - match.start() <= LONGEST_WORD:
            yield match[0]


def subtokens(identifier: str) -> list[str]:
    """Split ``HTTPServer_v2`` into its lower-case parts: ``http``, ``server``, ``v``, ``2``."""
    return [part.lower() for part in _HUMP.findall(identifier)]


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


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Reduce an English word to its stem (Porter2: Snowball's English stemmer)."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english", 0)
