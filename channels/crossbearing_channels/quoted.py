"""Source lines that the issue quotes word for word.

Every line of the issue with enough in it (at least ``min_length`` characters and two names) is looked for among the
lines of the files that hold all its words, white space aside. A line that ``n`` files hold gives each of its places
``1 / n``, none where more than ``max_files`` do. A place is the innermost definition around the line. Scores add up
over the lines and are divided by the best where that is over 1.

Example: a pasted traceback shows "``return self._cache[key].value``" under a line number of another version: the
function that holds this line now is meant.

Limits: code that was reformatted since; a snippet of the reporter's own program that the project also contains.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._candidates import files_of_candidates, holding_all

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

VERSION = 1

_MARKS = re.compile(r"\s*(?:-{2,}> ?\d+ |[>+E-]{1,6}\s|\d+ |\d+:|>>> |\.\.\. |In \[\d+\]: )?\s*(.*?)\s*\Z")
_NAMES = re.compile(r"[A-Za-z_]\w+")
_CODE = re.compile(r"[()\[\]{}=.:;]")
_LONGEST = 300


@frozen
class Options:
    """``min_length``: characters of a line; ``max_files``: files that may hold it; ``max_lines``: lines looked for."""

    min_length: int = field(default=15, validator=validators.ge(4))
    max_files: int = field(default=4, validator=validators.in_(range(1, 51)))
    max_lines: int = field(default=80, validator=validators.in_(range(1, 1001)))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the places that hold lines of the issue."""
    options = options or Options()
    search = _Search(query, options, files_of_candidates(query))
    for line in list(_lines(query, options))[: options.max_lines]:
        search.look_for(line)
    return search.evidence()


def _lines(query: "Query", options: Options) -> Iterator[str]:
    """Distinct lines that may be code of the project, stripped of what sessions and traces put before them."""
    seen: set[str] = set()
    for raw in query.text_of("code", "trace", "output", "prose").splitlines():
        match = _MARKS.match(raw[:_LONGEST])
        line = match[1].strip("`") if match else ""
        names = set(_NAMES.findall(line))
        if line not in seen and len(line) >= options.min_length and len(names) > 1 and _CODE.search(line):
            seen.add(line)
            yield line


@define
class _Search:
    query: "Query"
    options: Options
    modules: "npt.NDArray[np.bool_]"
    scores: dict[int, float] = field(factory=dict)
    lines: dict[int, dict[int, float]] = field(factory=dict)
    files: dict[str, dict[str, list[int]]] = field(factory=dict)

    def look_for(self, line: str) -> None:
        """Note the places of a line, unless it stands in too many files."""
        graph = self.query.graph
        holders = holding_all(self.query, line, self.modules).tolist()
        if not 0 < len(holders) <= 3 * self.options.max_files:
            return
        wanted = "".join(line.split())
        places = {graph.file(module): self._lines_of(graph.file(module)).get(wanted, []) for module in holders}
        places = {path: numbers for path, numbers in places.items() if numbers}
        if not 0 < len(places) <= self.options.max_files:
            return
        for path, numbers in places.items():
            for number in numbers[: self.options.max_files]:
                self._add(path, number, 1 / len(places) / len(numbers))

    def _add(self, path: str, number: int, share: float) -> None:
        place = self.query.graph.enclosing(path, number)
        if place is not None:
            self.scores[place] = self.scores.get(place, 0.0) + share
            own = self.lines.setdefault(place, {})
            own[number] = min(1.0, own.get(number, 0.0) + share)

    def _lines_of(self, path: str) -> dict[str, list[int]]:
        """Line numbers by line, white space left out."""
        if path not in self.files:
            file = self.query.tree.read(path)
            own: dict[str, list[int]] = {}
            for number, line in enumerate(file.lines if file else (), start=1):
                own.setdefault("".join(line.split()), []).append(number)
            self.files[path] = own
        return self.files[path]

    def evidence(self) -> Evidence | NoEvidence:
        """What was found about candidates."""
        kept = [entity for entity in sorted(self.scores) if self.query.population[entity]]
        if not kept:
            return NoEvidence("the issue quotes no line of the project")
        best = max(1.0, *(self.scores[entity] for entity in kept))
        return Evidence(
            {entity: self.scores[entity] / best for entity in kept},
            {entity: f"the issue quotes line {min(self.lines[entity])} word for word" for entity in kept},
            {entity: self.lines[entity] for entity in kept},
        )
