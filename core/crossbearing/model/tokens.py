"""Counting the tokens of a text without a network.

The vocabulary (``cl100k_base``) travels inside the ``bpe-openai`` wheel; it loads in half the time of larger ones,
whose counts differ by a hundredth. Where that wheel is missing, the count is an estimate that leans to the high side,
so that budgets hold; :func:`tokenizer_name` says which of the two is in use.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from crossbearing.model.text import escape_surrogates

ENCODING = "cl100k_base"
ESTIMATE = "estimate"

_EXTENSION = "bpe_openai._bindings"

_PIECE = re.compile(r"(?P<letters>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<space>\s+)|(?P<foreign>[^\x00-\x7f]+)|.", re.DOTALL)


def count_tokens(text: str) -> int:
    """Return the number of tokens of ``text``; linear in its length whatever it holds.

    Undecodable bytes of file names (surrogate escapes) are counted as they print: ``\\udcff``.
    """
    return _counter()[1](escape_surrogates(text))


def tokenizer_name() -> str:
    """Return ``cl100k_base`` where tokens are counted exactly, ``estimate`` where they are estimated."""
    return _counter()[0]


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens of ``text``, on code, JSON and English prose 10 to 60 % too high.

    A word costs one token and one more for every six letters after the sixth; three digits cost one, every other
    ASCII sign one, and two bytes of any other script one. The space before a word belongs to the word.
    """
    return sum(map(_piece_cost, _PIECE.finditer(text)))


def _piece_cost(match: re.Match[str]) -> int:
    length = match.end() - match.start()
    match match.lastgroup:
        case "letters":
            return (length + 5) // 6
        case "digits":
            return (length + 2) // 3
        case "space":
            return 0 if match[0] == " " else 1 + length // 16
        case "foreign":
            return (len(match[0].encode()) + 1) // 2
    return 1


@cache
def _counter() -> tuple[str, Callable[[str], int]]:
    try:
        return ENCODING, _bindings().tokenizer_for_encoding(ENCODING).count
    except (ImportError, AttributeError, ValueError):
        return ESTIMATE, estimate_tokens


def _bindings() -> Any:
    """Load the compiled tokenizer alone: its Python package would spend a third of a second on other vocabularies."""
    import sys
    from importlib.machinery import PathFinder
    from importlib.util import find_spec, module_from_spec

    if loaded := sys.modules.get(_EXTENSION):
        return loaded
    package = find_spec("bpe_openai")
    locations = package.submodule_search_locations if package else None
    spec = PathFinder.find_spec(_EXTENSION, locations) if locations else None
    if spec is None or spec.loader is None:
        raise ImportError("bpe_openai is not installed")
    module = sys.modules[_EXTENSION] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
