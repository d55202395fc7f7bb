"""The parameters of definitions, read from their signatures as languages with overloads write them.

That is a list in brackets behind the name, with ``=`` before a default value, and ``...``, ``vararg``, ``params`` or
``*`` where one takes all that is left.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MANY = 1 << 30

_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
_DEFAULT = re.compile(r"(?<![=!<>])=(?![=>])")
_WORD = re.compile(r"[^\W\d]\w*")
_VARIADIC = re.compile(r"\.\.\.|\b(?:vararg|params)\s|(?<!:):(?!:)[^=]*\*\s*$")
_GIVEN = re.compile(r"\s*(?:implicit|using)\b")
_RECEIVER = re.compile(r"\s*this\s")
_EXTENDED = re.compile(r"([\w<>?, ]+)\.$")
_LABELS = re.compile(r"\s*(?:@\w+\s+)*`?([^\W\d]\w*)`?(?:\s+`?[^\W\d]\w*`?)?\s*:(?!:)")
_SCOPED = re.compile(r"::")
_ARGUMENTS = re.compile(r"<.*>")
_MODIFIERS = frozenset({"final", "const", "in", "out", "ref", "this", "params", "vararg", "inout", "implicit", "using"})
_GENERIC = r"`?\s*(?:[<\[](?:[^()<>\[\]]|[<\[][^()<>\[\]]*[>\]])*[>\]]\s*)?\("


class Parameter(NamedTuple):
    """One parameter as far as calls show it; ``label`` is None where the language has no labels of its own.

    ``words`` are all that it is declared with, ``kinds`` those of its type.
    """

    words: frozenset[str]
    kinds: frozenset[str]
    label: str | None
    is_optional: bool
    is_variadic: bool


class Signature(NamedTuple):
    """The parameters of a definition, and how many arguments a call gives.

    ``receiver`` is the type that an extension adds it to, as written before its name (Kotlin).
    """

    parameters: tuple[Parameter, ...]
    least: int
    most: int
    receiver: str = ""


@lru_cache(maxsize=1 << 14)
def signature_of(name: str, text: str) -> Signature | None:
    """Read what stands in the brackets behind ``name``; None where there are none."""
    text = _STRING.sub('""', text)
    match = re.search(rf"(?<!\w){re.escape(name)}{_GENERIC}", text)
    if match is None:
        return None
    parts = [part for part in _parts(text, match.end()) if part.strip() and part.strip() != "void"]
    if parts and _GIVEN.match(parts[0]):
        return Signature((), 0, len(parts))
    parameters = tuple(map(_parameter, parts))
    least = sum(not (item.is_optional or item.is_variadic) for item in parameters)
    most = MANY if any(item.is_variadic for item in parameters) else len(parameters)
    receiver = _EXTENDED.search(text, 0, match.start())
    return Signature(parameters, least, most, receiver[1] if receiver else "")


def _parameter(text: str) -> Parameter:
    default = _DEFAULT.search(text)
    declared = text[: default.start()] if default else text
    label = _LABELS.match(declared)
    # What ``this`` stands before (C#) is given before the point where it is called as a member.
    is_optional = default is not None or _RECEIVER.match(text) is not None
    words = frozenset(_WORD.findall(declared))
    return Parameter(words, _kinds(declared), label and label[1], is_optional, _VARIADIC.search(declared) is not None)


def _kinds(declared: str) -> frozenset[str]:
    """The words of a parameter's type, without those of its own arguments; ``Array`` for any list in brackets."""
    _, colon, kind = declared.partition(":") if not _SCOPED.search(declared) else ("", "", "")
    written = kind if colon else declared
    if "[" in written.partition("<")[0]:
        return frozenset(("Array",))
    words = _WORD.findall(_ARGUMENTS.sub("", written))
    return frozenset(words if colon or len(words) < 2 else words[:-1]) - _MODIFIERS


def _parts(text: str, start: int) -> Iterator[str]:
    """What stands between commas up to the closing bracket."""
    depth = 0
    for at in range(start, len(text)):
        sign = text[at]
        if sign in "([{<":
            depth += 1
        elif sign in ")]}" or (sign == ">" and text[at - 1] not in "-="):
            if sign == ")" and depth <= 0:
                break
            depth = max(0, depth - 1)
        elif sign == "," and depth <= 0:
            yield text[start:at]
            start = at + 1
    else:
        at = len(text)
    yield text[start:at]
