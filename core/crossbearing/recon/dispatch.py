"""Which language plugin reads which file, and which other files are worth searching as text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing.source import Entry, Source

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

MAX_TEXT_BYTES = 200_000
"""Files of no known language above this size are not searched: they are data, logs or generated."""
MAX_CONFIGURATION_BYTES = 32_000
"""The same limit for formats that hold configuration where they are small and data where they are large."""

_DATA = (
    ".csv .tsv .dat .svg .map .lock .sum .log .diff .patch .po .pot .mo .ipynb .eps .ps .ai .obj .stl .ply .pem .crt"
    " .key .asc .sig .bib .srt .vtt .sample .snap .out .hex .b64 .geojson .css .scss .less .min.js .ics"
)
_CONFIGURATION = ".json .xml .yaml .yml .toml .ini .cfg .conf .properties .html .htm .sql"
DATA_SUFFIXES = frozenset(_DATA.split())
"""Suffixes of text files that hold data, media or other tools' output."""
CONFIGURATION_SUFFIXES = frozenset(_CONFIGURATION.split())
"""Suffixes of files that are searched only where they are small."""

_INTERPRETER = re.compile(rb"#![ \t]*\S*?/?(?:env[ \t]+(?:-\S+[ \t]+)*)?([^\s/]+)(?:[ \t]|\r?\n|$)")


@frozen
class Languages:
    """The enabled language plugins by the file suffixes and interpreters that they claim.

    Where two claim the same one, the plugin with the shorter name has it (``python`` before ``python_ast``), of equally
    long ones the first in the alphabet; a profile that disables it gives the file to the other.
    """

    suffixes: Mapping[str, str]
    interpreters: Mapping[str, str]

    @classmethod
    def of(cls, host: "PluginHost") -> "Languages":
        """Ask the enabled language plugins what they claim."""
        claims = host.claims("language")
        order = sorted(claims, key=lambda name: (len(name), name), reverse=True)
        suffixes = {suffix: name for name in order for suffix in claims[name]}
        interpreters = {item: name for name in order for item in host.attribute(name, "INTERPRETERS", ())}
        return cls(suffixes, interpreters)

    def assign(self, source: Source) -> dict[str, str | None]:
        """The plugin for each path of ``source`` that is part of the map, sorted; None: searched as text alone.

        Vendored files are not project code and take no part.
        """
        entries = [entry for entry in source.entries if entry.role != "vendored"]
        scripts = self._scripts(source, entries)
        assigned: dict[str, str | None] = {}
        for entry in entries:
            plugin = self.by_suffix(entry.path) or scripts.get(entry.path)
            if plugin or is_searchable(entry):
                assigned[entry.path] = plugin
        return assigned

    def by_suffix(self, path: str) -> str | None:
        """The plugin that claims the longest suffix of the file's name."""
        return next((self.suffixes[suffix] for suffix in _suffixes(path) if suffix in self.suffixes), None)

    def by_first_line(self, data: bytes) -> str | None:
        """The plugin that claims the interpreter of a script (``python`` and ``python3.12`` alike)."""
        match = _INTERPRETER.match(data)
        if not match:
            return None
        name = match[1].decode("ascii", "replace")
        return self.interpreters.get(name) or self.interpreters.get(name.rstrip("0123456789."))

    def _scripts(self, source: Source, entries: Iterable[Entry]) -> dict[str, str | None]:
        if not self.interpreters:
            return {}
        unnamed = [entry.path for entry in entries if "." not in entry.path.rpartition("/")[2]]
        return {file.path: self.by_first_line(file.data) for file in source.read_many(unnamed)}


def is_searchable(entry: Entry) -> bool:
    """Whether a file of no known language is worth searching as text."""
    suffixes = list(_suffixes(entry.path))
    if DATA_SUFFIXES.intersection(suffixes) or entry.role == "generated":
        return False
    configuration = CONFIGURATION_SUFFIXES.intersection(suffixes)
    return 0 < entry.size <= (MAX_CONFIGURATION_BYTES if configuration else MAX_TEXT_BYTES)


def _suffixes(path: str) -> Iterator[str]:
    """The suffixes of a file's name in lower case, the longest first: ``.d.ts``, ``.ts``."""
    name = path.rpartition("/")[2].lower()
    position = name.find(".", 1)
    while position > 0:
        yield name[position:]
        position = name.find(".", position + 1)
