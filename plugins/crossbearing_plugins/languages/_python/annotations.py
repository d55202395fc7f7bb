"""Which class a Python type annotation names."""

import re
from functools import lru_cache

from crossbearing_plugins.languages._python.names import KEYWORDS

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_WRAPPERS = frozenset({"Optional", "Union", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"})
_MOST_LAYERS = 8
_LONGEST = 300


def annotated_type(annotation: str) -> str:
    """The dotted name of the class that values of an annotation have; empty where several or none is named.

    ``Foo``, ``"Foo"``, ``Foo | None``, ``Optional[Foo]`` and ``Final[Foo]`` are ``Foo``; ``list[Foo]`` is ``list``.
    """
    return _named(annotation) if len(annotation) <= _LONGEST else ""


@lru_cache(maxsize=1 << 14)
def _named(annotation: str) -> str:
    for _ in range(_MOST_LAYERS):
        annotation = annotation.strip()
        if len(annotation) > 1 and annotation[0] == annotation[-1] and annotation[0] in "\"'":
            annotation = annotation[1:-1]
        elif alternatives := _alternatives(annotation, "|"):
            annotation = _only(alternatives)
        elif match := _DOTTED.match(annotation):
            name, rest = match[0], annotation[match.end() :].lstrip()
            if name in KEYWORDS:
                return ""
            if not rest or (rest[0] == "[" and rest[-1] == "]" and name.rpartition(".")[2] not in _WRAPPERS):
                return name
            if rest[0] != "[":
                return ""
            arguments = _alternatives(rest[1:-1], ",") or [rest[1:-1]]
            annotation = arguments[0] if name.endswith("Annotated") else _only(arguments)
        else:
            return ""
    return ""


def _only(alternatives: list[str]) -> str:
    """The one alternative that is not ``None``; empty where there are several."""
    named = [stripped for alternative in alternatives if (stripped := alternative.strip()) not in ("None", "")]
    return named[0] if len(named) == 1 else ""


def _alternatives(text: str, separator: str) -> list[str]:
    """Split at separators outside brackets and quotes; empty where there is none."""
    if separator not in text:
        return []
    parts, depth, start, quote = [], 0, 0, ""
    for position, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == separator and not depth:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]] if parts else []
