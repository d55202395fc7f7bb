"""The variables of a Makefile, expanded as far as the files alone say what they hold."""

import re
from collections.abc import Callable, Mapping
from posixpath import normpath
from typing import NamedTuple

HERE = "\0"
"""Stands for the absolute path of the folder in which make runs: it is known to be one, but not which."""

DEFAULTS: Mapping[str, str] = {
    "AR": "ar",
    "AS": "as",
    "CC": "cc",
    "CPP": "cc -E",
    "CURDIR": HERE,
    "CXX": "g++",
    "FC": "f77",
    "LD": "ld",
    "LEX": "lex",
    "MAKE": "make",
    "MAKEINFO": "makeinfo",
    "PWD": HERE,
    "RM": "rm -f",
    "TEX": "tex",
    "YACC": "yacc",
    **dict.fromkeys(("ARFLAGS", "ASFLAGS", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "LDLIBS"), ""),
}
_NAME = re.compile(r"[A-Za-z_.][\w.-]*")
_CALL = re.compile(r"(?P<function>[a-z-]+)[ \t\n]+(?P<arguments>.*)", re.DOTALL)
_SUBSTITUTION = re.compile(r"(?P<name>[^:\s]+):(?P<old>[^=]*)=(?P<new>.*)", re.DOTALL)
_BRACKETS = {"(": re.compile(r"[()]"), "{": re.compile(r"[{}]")}
_ARGUMENT = re.compile(r"[(){},]")
_DEEPEST = 30
_LONGEST = 20_000
_MOST_STEPS = 100_000


class Expansion(NamedTuple):
    """A text with the references in it replaced; those that are not known stand as written, and it is not complete."""

    text: str
    is_complete: bool


class Variables:
    """What the assignments read so far have set; None is a variable that holds something, but not known what."""

    def __init__(self) -> None:
        self._values: dict[str, str | None] = dict(DEFAULTS)
        self._deferred: set[str] = set()
        self._defaults = set(DEFAULTS)
        self._steps = _MOST_STEPS

    def is_set(self, name: str) -> bool:
        """Say whether an assignment or a default of make sets the variable."""
        return name in self._values

    def has_lines(self, name: str) -> bool:
        """Say whether the variable is known to hold several lines."""
        return "\n" in (self._values.get(name) or "")

    def assign(self, name: str, operator: str, text: str, *, is_certain: bool = True) -> None:
        """Read one assignment; one that is not certain to be made leaves the variable unknown."""
        is_own = name in self._values and name not in self._defaults
        if operator == "?=" and (is_own or name in ("MAKE", "CURDIR")):
            return
        is_deferred = name in self._deferred if operator == "+=" and is_own else operator in ("=", "?=", "+=")
        value = None if operator == "!=" else text if is_deferred else self._known(text)
        if operator == "+=" and is_own:
            before = self._values[name]
            value = None if before is None or value is None else f"{before} {value}".strip()
        if not is_certain and not (is_own and self._values[name] == value):
            value = None
        self._values[name] = value if value is None or len(value) <= _LONGEST else None
        self._defaults.discard(name)
        (self._deferred.add if is_deferred else self._deferred.discard)(name)

    def _known(self, text: str) -> str | None:
        """What a text stands for now, for good; a reference that is not known now is not known later."""
        expansion = self.expand(text)
        return expansion.text.replace("$", "$$") if expansion.is_complete else None

    def expand(self, text: str, local: Mapping[str, str | None] | None = None) -> Expansion:
        """Replace the references in a text; ``local`` holds automatic and target-specific variables."""
        return self._expand(text, local or {}, 0) if "$" in text else Expansion(text, True)

    def _expand(self, text: str, local: Mapping[str, str | None], depth: int) -> Expansion:
        self._steps -= 1
        if self._steps < 0 or depth > _DEEPEST:
            return Expansion(text, False)
        parts: list[str] = []
        is_complete = True
        place = length = 0
        while (dollar := text.find("$", place)) >= 0:
            parts.append(text[place:dollar])
            end = _end_of_reference(text, dollar)
            if end is None:
                return Expansion(text, False)
            reference = text[dollar:end]
            value = "$" if reference in ("$$", "$") else self._value_of(reference, local, depth)
            is_complete = is_complete and value is not None
            parts.append(reference if value is None else value)
            length += len(parts[-2]) + len(parts[-1])
            if length > _LONGEST:
                return Expansion(text, False)
            place = end
        parts.append(text[place:])
        return Expansion("".join(parts), is_complete)

    def _value_of(self, reference: str, local: Mapping[str, str | None], depth: int) -> str | None:
        """What one reference stands for, or None where that is not known."""
        inner = reference[2:-1] if reference[1] in "({" else reference[1:]
        if inner in ("shell pwd", "shell pwd -P"):
            return HERE
        if (match := _CALL.fullmatch(inner.lstrip())) and match["function"] in _FUNCTIONS:
            return self._call(match["function"], match["arguments"], local, depth)
        if match:
            return None
        name = self._expand(inner, local, depth + 1) if "$" in inner else Expansion(inner, True)
        if not name.is_complete:
            return None
        if match := _SUBSTITUTION.fullmatch(name.text):
            value = self._lookup(match["name"], local, depth)
            old, new = match["old"], match["new"]
            pattern, result = (old, new) if "%" in old else (f"%{old}", f"%{new}")
            return None if value is None or _is_long(result, value) else _patsubst(pattern, result, value)
        return self._lookup(name.text, local, depth)

    def _lookup(self, name: str, local: Mapping[str, str | None], depth: int) -> str | None:
        if name in local:
            value = local[name]
        elif _NAME.fullmatch(name):
            value = self._values.get(name)
        else:
            value = None
        if value is None or "$" not in value:
            return value
        expansion = self._expand(value, local, depth + 1)
        return expansion.text if expansion.is_complete else None

    def _call(self, function: str, arguments: str, local: Mapping[str, str | None], depth: int) -> str | None:
        count, act = _FUNCTIONS[function]
        values = []
        for argument in _split_arguments(arguments, count):
            expansion = self._expand(argument, local, depth + 1)
            if not expansion.is_complete:
                return None
            values.append(expansion.text)
        if len(values) != count or (count > 1 and _is_long(*values[-2:])):
            return None
        return act(*values)


def _end_of_reference(text: str, dollar: int) -> int | None:
    """Where the reference ends that starts at ``dollar``, or None where nothing closes it."""
    opening = text[dollar + 1 : dollar + 2]
    if opening not in _BRACKETS:
        return min(dollar + 2, len(text))
    depth = 0
    for match in _BRACKETS[opening].finditer(text, dollar + 1):
        depth += 1 if match[0] == opening else -1
        if not depth:
            return match.end()
    return None


def _split_arguments(text: str, count: int) -> list[str]:
    """Split at commas outside of brackets, into ``count`` parts at most."""
    parts: list[str] = []
    depth = start = 0
    for match in _ARGUMENT.finditer(text):
        if match[0] == "," and not depth and len(parts) < count - 1:
            parts.append(text[start : match.start()])
            start = match.end()
        elif match[0] != ",":
            depth += 1 if match[0] in "({" else -1
    return [*parts, text[start:]]


def _is_long(text: str, other: str) -> bool:
    """Say whether a text that is put into another many times may make a very long one."""
    return (len(text) + 1) * (len(other) + 1) > 100 * _LONGEST


def _patsubst(pattern: str, result: str, text: str) -> str:
    return " ".join(replaced(pattern, result, word) for word in text.split())


def replaced(pattern: str, result: str, word: str) -> str:
    """What ``word`` becomes where it matches ``pattern``; the word itself where it does not."""
    stem = stem_of(pattern, word)
    return word if stem is None else result.replace("%", stem, 1)


def stem_of(pattern: str, word: str) -> str | None:
    """What ``%`` stands for where ``word`` matches ``pattern``, or None where it does not."""
    start, percent, end = pattern.partition("%")
    if not percent:
        return "" if word == pattern else None
    if len(word) < len(start) + len(end) or not (word.startswith(start) and word.endswith(end)):
        return None
    return word[len(start) : len(word) - len(end)]


def _filter(patterns: str, text: str, *, keep: bool = True) -> str | None:
    words, wanted = text.split(), patterns.split()
    if len(words) * len(wanted) > _LONGEST:
        return None
    return " ".join(word for word in words if any(stem_of(p, word) is not None for p in wanted) == keep)


def _each(act: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: " ".join(act(word) for word in text.split())


def _dir(word: str) -> str:
    folder, slash, _ = word.rpartition("/")
    return folder + slash if slash else "./"


def _suffix(word: str) -> str:
    return "." + word.rpartition(".")[2] if "." in word.rpartition("/")[2] else ""


def _absolute(word: str) -> str:
    return normpath(word) if word.startswith(("/", HERE)) else normpath(f"{HERE}/{word}")


_FUNCTIONS: Mapping[str, tuple[int, Callable[..., str | None]]] = {
    "abspath": (1, _each(_absolute)),
    "addprefix": (2, lambda prefix, text: " ".join(prefix + word for word in text.split())),
    "addsuffix": (2, lambda suffix, text: " ".join(word + suffix for word in text.split())),
    "basename": (1, _each(lambda word: word[: len(word) - len(_suffix(word))])),
    "dir": (1, _each(_dir)),
    "filter": (2, _filter),
    "filter-out": (2, lambda patterns, text: _filter(patterns, text, keep=False)),
    "firstword": (1, lambda text: "".join(text.split()[:1])),
    "lastword": (1, lambda text: "".join(text.split()[-1:])),
    "notdir": (1, _each(lambda word: word.rpartition("/")[2])),
    "patsubst": (3, lambda pattern, result, text: _patsubst(pattern.strip(), result.strip(), text)),
    "realpath": (1, _each(_absolute)),
    "sort": (1, lambda text: " ".join(sorted(set(text.split())))),
    "strip": (1, lambda text: " ".join(text.split())),
    "subst": (3, lambda old, new, text: text.replace(old, new) if old else text + new),
    "suffix": (1, lambda text: " ".join(filter(None, (_suffix(word) for word in text.split())))),
    "words": (1, lambda text: str(len(text.split()))),
}
"""The functions that only depend on their arguments, with how many those are."""
