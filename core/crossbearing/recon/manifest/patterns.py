"""Which plugins claim which paths."""

from collections.abc import Iterable, Mapping

from crossbearing.source.wildmatch import Pattern, compile_line


class PatternTable:
    """The ``PATTERNS`` of plugins, which mean what they mean in a ``.gitignore``.

    Every path of a large repository is asked for, so the file name is judged first, and each name once.
    """

    def __init__(self, patterns: Mapping[str, Iterable[str]]) -> None:
        self._patterns = [
            (plugin, pattern, *_compile(text))
            for plugin in sorted(patterns)
            for text in patterns[plugin]
            if (pattern := compile_line(text.encode("utf-8", "surrogateescape")))
        ]
        self._names: dict[str, tuple[tuple[str, Pattern | None], ...]] = {}

    def plugins_for(self, path: str) -> tuple[str, ...]:
        """The plugins that claim ``path``, sorted by name."""
        name = path[path.rfind("/") + 1 :]
        candidates = self._names.get(name)
        if candidates is None:
            candidates = self._names[name] = self._candidates(name)
        if not candidates:
            return ()
        parts = path.encode("utf-8", "surrogateescape").split(b"/")
        found = {
            plugin: None for plugin, pattern in candidates if pattern is None or pattern.matches(parts, directory=False)
        }
        return tuple(found)

    def _candidates(self, name: str) -> tuple[tuple[str, Pattern | None], ...]:
        """The plugins that may claim a file of this name, with the pattern that decides if the name alone does not."""
        parts = [name.encode("utf-8", "surrogateescape")]
        return tuple(
            (plugin, pattern if has_folder else None)
            for plugin, pattern, tail, has_folder in self._patterns
            if tail is None or tail.matches(parts, directory=False)
        )


def _compile(text: str) -> tuple[Pattern | None, bool]:
    """The pattern of the file name alone (None: any name will do), and whether there is more to the pattern."""
    _, slash, name = text.rpartition("/")
    tail = None if name in ("", "**") else compile_line(name.encode("utf-8", "surrogateescape"))
    return tail, bool(slash)
