"""Which plugins claim which paths."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from crossbearing.source.wildmatch import Pattern, compile_line

_PLAIN = re.compile(r"(?:\*\.|[^*?\[\\!#\s])[^*?\[\\\s]*")


class _Rule(NamedTuple):
    """One pattern of a plugin: its place among all, and what judges the whole path (None: the name decides)."""

    place: int
    plugin: str
    pattern: Pattern | None


class PatternTable:
    """The ``PATTERNS`` of plugins, which mean what they mean in a ``.gitignore``.

    Every path of a large repository is asked for, so the file name is judged first, and each name once. Nearly all
    patterns end in a literal name or in ``*.suffix``, and are looked up by it.
    """

    def __init__(self, patterns: Mapping[str, Iterable[str]]) -> None:
        self._by_name: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._by_suffix: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._others: list[tuple[Pattern | None, _Rule]] = []
        self._known: dict[str, tuple[_Rule, ...]] = {}
        texts = [(plugin, text) for plugin in sorted(patterns) for text in patterns[plugin]]
        for place, (plugin, text) in enumerate(texts):
            name = text.rpartition("/")[2]
            is_plain = bool(_PLAIN.fullmatch(name))
            # Compiling is what takes time, and most patterns need none of it.
            pattern = None if is_plain and "/" not in text else _compile(text)
            if pattern or (is_plain and "/" not in text):
                self._add(_Rule(place, plugin, pattern if "/" in text else None), name, is_plain=is_plain)

    def _add(self, rule: _Rule, name: str, *, is_plain: bool) -> None:
        if not is_plain:
            # A pattern that ends in a folder, or in "**", takes any name.
            self._others.append((None if name in ("", "**") else _compile(name), rule))
        elif name.startswith("*"):
            self._by_suffix[name[1:]].append(rule)
        else:
            self._by_name[name].append(rule)

    def plugins_for(self, path: str) -> tuple[str, ...]:
        """The plugins that claim ``path``, sorted by name."""
        name = path[path.rfind("/") + 1 :]
        rules = self._known.get(name)
        if rules is None:
            rules = self._known[name] = self._rules(name)
        if not rules:
            return ()
        parts = _parts(path)
        found = {
            rule.plugin: None for rule in rules if rule.pattern is None or rule.pattern.matches(parts, directory=False)
        }
        return tuple(found)

    def _rules(self, name: str) -> tuple[_Rule, ...]:
        """The patterns that a file of this name may match, in their order."""
        found = [*self._by_name.get(name, ())]
        dot = name.find(".")
        while dot >= 0:
            found += self._by_suffix.get(name[dot:], ())
            dot = name.find(".", dot + 1)
        parts = _parts(name)
        found += (rule for tail, rule in self._others if tail is None or tail.matches(parts, directory=False))
        return tuple(sorted(found, key=lambda rule: rule.place))


def _compile(text: str) -> Pattern | None:
    return compile_line(text.encode("utf-8", "surrogateescape"))


def _parts(path: str) -> list[bytes]:
    return path.encode("utf-8", "surrogateescape").split(b"/")
