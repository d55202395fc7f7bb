"""Command-line flags, settings and error codes that the issue names, traced to the code that reads or gives them.

A flag is ``--only-matching``; a setting is a constant or an environment variable (``ERR_MODULE_NOT_FOUND``), a key of a
settings file shown (``xfail_strict = true``, ``dev-server: …``; ``server.port=80`` where the block tells its language),
or a name with hyphens between quotes (`` `unused-import` ``); an error code is letters and digits (``W0611``). The few
files whose text holds all of its words are read; a line that holds the name whole, in quotes or as an identifier
(``only-matching``, ``only_matching``, ``onlyMatching``), speaks for the definition around it. A name that ``n``
definitions hold gives each ``1 / sqrt(n)``, half of it where no line holds it in quotes; names that more than ``most``
hold, or whose words are everywhere, say nothing, nor do flags that every program has (``--help``).

Example: "``--only-matching`` ignores ``--replace``" points at the definitions of the two flags and at the printer that
asks for ``only_matching``.

Limits: names that are put together at run time; flags of other programs, unless the project knows them too.
"""

import re
from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, subtokens, terms
from crossbearing_channels._candidates import files_of_candidates

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

VERSION = 1

_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)", re.IGNORECASE)
_CONSTANT = re.compile(r"(?<![\w.])([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?!\w)")
_CODE = re.compile(r"(?<![\w.#/-])([A-Z]{1,4}\d{3,5})(?!\w)")
_HYPHENED = re.compile(r"[`'\"]([a-z][a-z0-9]*(?:-[a-z0-9]+){1,6})[`'\"]")
_KEY = re.compile(r"^[ \t]*(?:- )?([A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+)[ \t]*[:=][ \t]*\S", re.MULTILINE)
_DOTTED_KEY = re.compile(r"^[ \t]*([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+)[ \t]*[:=][ \t]*\S", re.MULTILINE)
_SETTINGS_FILES = ("yaml", "yml", "toml", "ini", "cfg", "conf", "json", "properties", "")
_EVERYWHERE = frozenset({"debug", "help", "quiet", "trace", "verbose", "version"})
_LONGEST = 60
_LONGEST_LINE = 2000
_UNQUOTED = 0.5
_QUOTES = "`'\""
_ENDS = (*_QUOTES, "=", ",", ":", " ")


@frozen
class Options:
    """Bounds of the search."""

    names: int = field(default=16, validator=validators.in_(range(1, 101)))
    """Names looked for."""
    files: int = field(default=40, validator=validators.in_(range(1, 1001)))
    """Files read for each name."""
    most: int = field(default=12, validator=validators.in_(range(1, 101)))
    """Definitions that may hold a name."""


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the definitions that hold a flag, setting or error code of the issue."""
    options = options or Options()
    names = [name for name in dict.fromkeys(_names(query)) if name not in _EVERYWHERE][: options.names]
    if not names:
        return NoEvidence("the issue names no flag, setting or error code")
    search = _Search(query, options, files_of_candidates(query))
    for name in names:
        search.look_for(name)
    return search.evidence()


def _names(query: "Query") -> Iterator[str]:
    """The names as the issue writes them: flags first, then codes and constants, then keys."""
    text = query.text_of("title", "prose", "code", "output", "trace")
    for pattern in (_FLAG, _CODE, _CONSTANT):
        yield from (match[1] for match in pattern.finditer(text) if len(match[1]) <= _LONGEST)
    words = query.text_of("title", "prose")
    yield from (match[1] for match in _HYPHENED.finditer(words) if len(match[1]) <= _LONGEST)
    for passage in query.passages:
        if passage.kind in ("code", "output") and passage.language in _SETTINGS_FILES:
            patterns = (_KEY, _DOTTED_KEY) if passage.language else (_KEY,)
            found = (match[1] for pattern in patterns for match in pattern.finditer(passage.text))
            yield from (name for name in found if len(name) <= _LONGEST)


@define
class _Search:
    query: "Query"
    options: Options
    modules: "npt.NDArray[np.bool_]"
    scores: dict[int, float] = field(factory=dict)
    reasons: dict[int, str] = field(factory=dict)
    lines: dict[int, dict[int, float]] = field(factory=dict)

    def look_for(self, name: str) -> None:
        """Note the definitions that hold a name, unless they are too many."""
        pattern = _spellings(name)
        files = self._files(name)
        if not 0 < len(files) <= self.options.files:
            return
        hits: dict[int, dict[int, float]] = {}
        graph = self.query.graph
        for path in files:
            for line, quoted in self._lines(path, pattern):
                place = graph.enclosing(path, line)
                if place is not None:
                    hits.setdefault(place, {})[line] = 1.0 if quoted else _UNQUOTED
        if len(hits) <= self.options.most:
            for place, lines in sorted(hits.items()):
                self._add(place, name, {line: weight / sqrt(len(hits)) for line, weight in lines.items()})

    def _files(self, name: str) -> list[str]:
        """Files whose text holds every word of the name."""
        import numpy as np

        index, found = self.query.index, self.modules.copy()
        for term in sorted(set(terms(" ".join(subtokens(name))))):
            holding = np.zeros_like(found)
            holding[index.documents[index.postings(term)]] = True
            found &= holding
        return [self.query.graph.file(int(entity)) for entity in np.flatnonzero(found)]

    def _lines(self, path: str, pattern: "re.Pattern[str]") -> Iterator[tuple[int, bool]]:
        """The lines that hold the name, and whether they hold it in quotes."""
        file = self.query.tree.read(path)
        if file is None or not pattern.search(file.text):
            return
        for number, line in enumerate(file.lines, start=1):
            if match := pattern.search(line[:_LONGEST_LINE]):
                before = line[: match.start()].rstrip("-")[-1:]
                yield number, before != "" and before in _QUOTES and line[match.end() : match.end() + 1] in _ENDS

    def _add(self, place: int, name: str, lines: dict[int, float]) -> None:
        score = max(lines.values())
        if score > self.scores.get(place, 0.0):
            self.scores[place] = score
            self.reasons[place] = f"it holds `{name}`, which the issue names"
        own = self.lines.setdefault(place, {})
        for line, weight in lines.items():
            own[line] = max(weight, own.get(line, 0.0))

    def evidence(self) -> Evidence | NoEvidence:
        """What was found about candidates."""
        kept = [entity for entity in sorted(self.scores) if self.query.population[entity]]
        if not kept:
            return NoEvidence("the project's code holds none of the flags, settings and codes that the issue names")
        return Evidence(
            {entity: self.scores[entity] for entity in kept},
            {entity: self.reasons[entity] for entity in kept},
            {entity: self.lines[entity] for entity in kept},
        )


def _spellings(name: str) -> "re.Pattern[str]":
    """The name with hyphens, with underscores, in camel case; not within a longer name."""
    parts = [part for part in re.split(r"[-_]", name) if part]
    if len(parts) < 2:
        return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])|(?<=--){re.escape(name)}(?![\w-])")
    camel = parts[0] + "".join(part.capitalize() for part in parts[1:])
    joined = "[-_]".join(map(re.escape, parts))
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{joined}|(?i:{joined})|{re.escape(camel)})(?![\w-])")
