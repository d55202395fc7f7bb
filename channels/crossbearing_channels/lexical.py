"""Lexical overlap between the issue's signals and an entity's names (localization specification §3.2, channel 2).

The Rouge-L F-score (longest common subsequence; Lin, "ROUGE", 2004) of two token sequences: the issue's identifiers,
other terms, error strings and the base names of its paths, each token once; and the entity's qualified name, signature
and path. Suffixes of files are left out. Tokens are stemmed parts of identifiers: ``parseHeader`` is ``pars header``.
With ``m`` and ``n`` tokens, ``F = 2 · LCS / (m + n)``; scores are divided by the best one.

Example: for an issue about ``Parser.peek`` the method ``parser.Parser.peek`` scores above ``lexer.Lexer.peek``.

Limits: sees no bodies; order matters, though nothing in an issue says how a signature is ordered.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from posixpath import basename, splitext
from typing import TYPE_CHECKING

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, stem, subtokens
from crossbearing_channels._scores import Reasons, quoted

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, IssueBundle, Query

VERSION = 1

_WORDS = re.compile(r"\w+").findall
_SHOWN = 3


@hookimpl
def collect(query: "Query") -> Evidence | NoEvidence:
    """Score all candidates that share a token with the issue."""
    tokens = _issue_tokens(query.bundle)
    if not tokens:
        return NoEvidence("the issue holds no words")
    overlap = _Overlap(tokens)
    raw: dict[int, float] = {}
    for entity in query.candidates.tolist():
        if score := overlap.score(_texts(query.graph, entity)):
            raw[entity] = score
    best = max(raw.values(), default=1.0)
    scores = {entity: score / best for entity, score in raw.items()}
    return Evidence(scores, Reasons(scores, partial(_reason, query, overlap)))


def _issue_tokens(bundle: "IssueBundle") -> tuple[str, ...]:
    names = (_without_suffix(basename(path)) for path in bundle.file_paths)
    signals = (*bundle.identifiers, *bundle.unresolved, *bundle.error_strings, *names)
    return tuple(dict.fromkeys(token for signal in signals for word in _WORDS(signal) for token in _parts(word)))


def _texts(graph: "CodeGraph", entity: int) -> tuple[str, str, str, str]:
    # What entities have in common stands apart, so that it is encoded once for all of them.
    scope, _, name = graph.qualnames[entity].rpartition(".")
    return scope, name, graph.signatures[entity], _without_suffix(graph.file(entity))


@lru_cache(maxsize=1 << 14)
def _without_suffix(path: str) -> str:
    """Leave out what would make every file of a language alike."""
    return splitext(path)[0]


def _parts(word: str) -> Iterator[str]:
    return (stem(part) for part in subtokens(word))


def _reason(query: "Query", overlap: "_Overlap", entity: int) -> str:
    scope, name, signature, path = _texts(query.graph, entity)
    shared = overlap.shared((name, signature, scope, path))
    return f"its name, signature or path share {quoted(shared[:_SHOWN])}"


Encoded = tuple[tuple[int, ...], int]
"""The bits of a text's tokens that the issue has too, in order, and the number of all its tokens."""


class _Overlap:
    """Rouge-L against one fixed sequence of distinct tokens.

    The longest common subsequence is computed bit-parallel (Hyyrö, "Bit-parallel LCS-length computation revisited",
    2004): one addition of integers, as long as the sequence, for each token that the two sequences share.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.size = len(tokens)
        self.words = _Words({token: 1 << position for position, token in enumerate(tokens)})
        self.texts = _Texts(self.words)

    def score(self, texts: Sequence[str]) -> float:
        """``2 · LCS / (m + n)`` of the concatenated texts."""
        matches: tuple[int, ...] = ()
        length = self.size
        for text in texts:
            found, size = self.texts[text]
            if found:
                matches += found
            length += size
        return 2 * self._lcs(matches) / length if matches else 0.0

    def shared(self, texts: Sequence[str]) -> list[str]:
        """The distinct words of ``texts`` that hold one of the tokens."""
        words = dict.fromkeys(word for text in texts for word in _WORDS(text))
        return [word for word in words if self.words[word][0]]

    def _lcs(self, matches: Sequence[int]) -> int:
        if len(matches) == 1:
            return 1
        everything = row = (1 << self.size) - 1
        for match in matches:
            common = row & match
            row = ((row + common) | (row - common)) & everything
        return self.size - row.bit_count()


class _Words(dict[str, Encoded]):
    """Encoded words, each computed when it is first met."""

    def __init__(self, bits: dict[str, int]) -> None:
        super().__init__()
        self.bits = bits

    def __missing__(self, word: str) -> Encoded:
        parts = list(_parts(word))
        encoded = self[word] = (tuple(self.bits[part] for part in parts if part in self.bits), len(parts))
        return encoded


class _Texts(dict[str, Encoded]):
    """Encoded texts; many entities share their scope, their path or their name."""

    def __init__(self, words: _Words) -> None:
        super().__init__()
        self.words = words

    def __missing__(self, text: str) -> Encoded:
        matches: tuple[int, ...] = ()
        length = 0
        for word in _WORDS(text):
            found, size = self.words[word]
            if found:
                matches += found
            length += size
        encoded = self[text] = (matches, length)
        return encoded
