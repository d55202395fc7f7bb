"""Files and modules that the issue points at: paths, links to source code, dotted module names, words of file names.

- A path or the path part of a link that means a file of the project gives the file 1, or ``drifted`` where only a
  pasted trace or output names it; an anchor (``#L12``, ``:12``) gives the definition around that line 1 as well.
- A dotted name (``package.module.Name``) gives the file of its longest prefix that is a module ``dotted``.
- A word or compound of the title or prose that is a module's own name gives it ``stem`` times the name's rarity among
  the project's files.

What a file gets, the definitions in it get ``inside`` of. An entity keeps its best score.

Example: "https://github.com/o/p/blob/main/app/parser.py#L40 never returns" → ``app/parser.py`` and the function at 40.

Limits: the path is where the symptom shows more often than where the fault is; tests and documentation are no
candidates, so that links to them point nowhere.
"""

import re
from collections.abc import Iterator
from math import log
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, words
from crossbearing_channels._modules import dotted_modules, longest_module

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, Query

VERSION = 1

_PATH = re.compile(r"([\w.~+-]*+(?:[/\\][\w.+-]++)*+)(?:#L|:|, line )?(\d{1,7})?")
_LINK = re.compile(r"https?://[^\s)>\]]++")
_IN_LINK = re.compile(r"/(?:blob|tree|blame|raw|src)/[^/]+/(.+?)(?:#L(\d{1,7})|\Z)")
_DOTTED = re.compile(r"[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)++|\w++")
_LONGEST = 512
_MOST = 200
_COMMON_STEMS = 3


@frozen
class Options:
    """Scores of the kinds of pointer.

    ``drifted``: a path only in traces or output; ``dotted``: a module's dotted name; ``stem``: a word that is the name
    of a module; ``inside``: what the definitions of a file get of its score.
    """

    drifted: float = field(default=0.5, validator=[validators.ge(0), validators.le(1)])
    dotted: float = field(default=0.6, validator=[validators.ge(0), validators.le(1)])
    stem: float = field(default=0.4, validator=[validators.ge(0), validators.le(1)])
    inside: float = field(default=0.4, validator=[validators.ge(0), validators.le(1)])


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the files that the issue points at, and what is in them."""
    options = options or Options()
    found = _Findings(query.graph, options)
    for path, line in _paths(query.text_of("title", "prose", "code")):
        found.add_path(path, line, 1.0)
    for path, line in _paths(query.text_of("trace", "output")):
        found.add_path(path, line, options.drifted)
    found.add_dotted(query.text_of("title", "prose", "code"))
    found.add_stems(query.text_of("title"), 1.0)
    found.add_stems(query.text_of("prose"), 0.5)
    kept = [entity for entity in sorted(found.scores) if query.population[entity] and found.scores[entity] > 0]
    if not kept:
        return NoEvidence("the issue points at no file of the project")
    return Evidence({e: found.scores[e] for e in kept}, {e: found.reasons[e] for e in kept})


def _paths(text: str) -> Iterator[tuple[str, int]]:
    """Paths with a folder or a suffix, and the line after each, else 0."""
    for link in _LINK.findall(text):
        if match := _IN_LINK.search(link[:_LONGEST]):
            yield match[1].partition("?")[0], int(match[2] or 0)
    for match in _PATH.finditer(_LINK.sub(" ", text)):
        path = match[1].strip(".")
        if len(path) <= _LONGEST and ("/" in path or "\\" in path or _has_suffix(path)):
            yield path, int(match[2] or 0)


def _has_suffix(path: str) -> bool:
    stem, dot, suffix = path.rpartition(".")
    return bool(dot and stem) and 0 < len(suffix) <= 6 and suffix.isalnum()


@define
class _Findings:
    """What the pointers say, each entity's best score and its reason."""

    graph: "CodeGraph"
    options: Options
    scores: dict[int, float] = field(factory=dict)
    reasons: dict[int, str] = field(factory=dict)

    def add_path(self, printed: str, line: int, score: float) -> None:
        """Note a printed path; what means no file of the project is passed over."""
        path = self.graph.resolve_path(printed)
        if path is None:
            return
        self._add_file(path, score, f"the issue points at `{path}`")
        if line and (place := self.graph.enclosing(path, line)) is not None:
            self._add(place, score, f"the issue points at line {line}")

    def add_dotted(self, text: str) -> None:
        """Note the modules that dotted names begin with."""
        modules = dotted_modules(self.graph)
        for name in _dotted_names(text)[:_MOST]:
            if place := longest_module(modules, name, least=2):
                self._add_file(
                    self.graph.file(place[0]), self.options.dotted, f"the issue names the module of `{name}`"
                )

    def add_stems(self, text: str, weight: float) -> None:
        """Note the modules whose own name is a word of the text."""
        stems = _stems(self.graph)
        total = log(1 + len(self.graph.files))
        for word in sorted({word.lower() for word in words(text)}):
            paths = stems.get(word, ())
            if 0 < len(paths) <= _COMMON_STEMS:
                score = weight * self.options.stem * (1 - log(len(paths)) / total)
                for path in paths:
                    self._add_file(path, score, f"its file is named `{word}`, a word of the issue")

    def _add_file(self, path: str, score: float, reason: str) -> None:
        for position, entity in enumerate(self.graph.entities_of_file(path)):
            self._add(entity, score * (self.options.inside if position else 1.0), reason)

    def _add(self, entity: int, score: float, reason: str) -> None:
        if score > self.scores.get(entity, 0.0):
            self.scores[entity], self.reasons[entity] = score, reason


def _dotted_names(text: str) -> list[str]:
    return sorted({match[0] for match in _DOTTED.finditer(text) if "." in match[0] and len(match[0]) <= _LONGEST})


def _stems(graph: "CodeGraph") -> dict[str, list[str]]:
    """Files by the name of their module in lower case; a package's file has that of its folder."""
    found: dict[str, list[str]] = {}
    for path, role in zip(graph.files, graph.roles, strict=True):
        folder, _, name = path.rpartition("/")
        stem = name.partition(".")[0]
        stem = folder.rpartition("/")[2] if stem in ("__init__", "index", "mod", "lib") else stem
        if len(stem) > 2 and role == "source":
            found.setdefault(stem.lower(), []).append(path)
    return found
