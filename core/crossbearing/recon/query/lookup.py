"""From what people write for a definition to the definitions that they may mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, get_args

from attrs import define

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph, EntityKind
from crossbearing.model.relations import MatchReason

REASONS: tuple[MatchReason, ...] = get_args(MatchReason)
SIMILAR_ENOUGH = 0.7
"""Lowest similarity (of 1) at which a name is worth mentioning: ``prase`` and ``parse`` have 0.8."""
SIMILAR_SHOWN = 3
SIMILAR_KEPT = 20
SHORTEST_PART = 4
"""Shortest text for which names that merely contain it count as similar."""

_KINDS: tuple[EntityKind, ...] = ("class", "function", "module", "method", "variable")
# Ways to join names in other languages, and what may follow the name of a function.
_JOINTS = re.compile(r"::|->|[#\\]")
_CALL = re.compile(r"\(\)$")
_LINE = re.compile(r"([0-9]{1,9})(?::[0-9]+)?")


class Found(NamedTuple):
    """An entity that may be meant, why, and for similar names how much of the name agrees."""

    entity: int
    reason: MatchReason
    score: float = 1.0


@define(slots=False, eq=False, repr=False)
class Lookup:
    """Finds definitions by name, by file and name, or by file and line.

    A name is a qualified name or a dotted end of one; ``::``, ``#``, ``->`` and backslashes join like dots. A file is a
    path of the project, the end of one, or an absolute path of a file in it: ``path/to/file.py`` means its module,
    ``file.py:Class.method`` a definition in it, ``file.py:120`` the innermost definition at that line.
    """

    graph: CodeGraph

    def find(self, text: str, *, best: bool = False) -> list[Found]:
        """All definitions that ``text`` may mean, best reason first; names that are only similar where there are none.

        Of equals, source files come before tests, then classes and functions before methods and variables, then the
        order is that of the graph. Empty where nothing is even similar. With ``best``, what has a worse reason than the
        first may be left out, which is faster. Raises :class:`CrossbearingError` where a file or line is named that
        does not exist.
        """
        asked = text.strip()
        if not asked:
            raise CrossbearingError("the symbol is empty; write a name, FILE:NAME or FILE:LINE")
        files, rest = self._split(asked)
        if files and not rest:
            return [Found(self.graph.entities_of_file(file)[0], "file") for file in files]
        if files and (line := _LINE.fullmatch(rest)):
            return self._at_line(files, int(line[1]))
        name = re.sub(r"\.{2,}", ".", _CALL.sub("", _JOINTS.sub(".", rest))).strip(".")
        entities = [entity for file in files for entity in self.graph.entities_of_file(file)] if files else None
        if best and (found := self._spelt(rest, entities) or self._spelt(name, entities)):
            return found
        if found := self._named(rest, entities) or self._named(name, entities):
            return found
        if "/" in asked and not files:
            raise CrossbearingError(f"no file of the map is named {asked.partition(':')[0]!r}")
        return self._similar(name, entities)

    def meant(self, text: str) -> list[Found]:
        """The definitions that ``text`` means: those with the best reason.

        Raises :class:`CrossbearingError`, with near matches, where no name is the same but for case and spelling.
        """
        found = self.find(text, best=True)
        if not found or found[0].reason == "similar":
            raise CrossbearingError(f"unknown symbol {text.strip()!r}: {self._suggestion(found)}")
        return [item for item in found if item.reason == found[0].reason]

    def _split(self, text: str) -> tuple[list[str], str]:
        """The files that the first part of ``text`` names, and the rest; no files and all of it where it names none."""
        if files := self._files(text):
            return files, ""
        for position, character in enumerate(text):
            if character == ":" and (files := self._files(text[:position])):
                return files, text[position:].lstrip(":")
        return [], text

    def _files(self, text: str) -> list[str]:
        path = text.removeprefix("./")
        if self.graph.module_of_file(path) is not None:
            return [path]
        if "/" not in path and "." not in path:
            return []
        ending = f"/{path}"
        if found := [file for file in self.graph.files if file.endswith(ending)]:
            return found
        printed = self.graph.resolve_path(path) if "/" in path else None
        return [] if printed is None else [printed]

    def _at_line(self, files: Sequence[str], line: int) -> list[Found]:
        found = []
        for file in files:
            last = int(self.graph.end_lines[self.graph.entities_of_file(file)[0]])
            entity = self.graph.enclosing(file, line) if 1 <= line <= last else None
            if entity is not None:
                found.append(Found(entity, "line"))
        if not found:
            raise CrossbearingError(f"{files[0]} has no line {line}; its last one is {last}")
        return found

    def _spelt(self, name: str, entities: Sequence[int] | None) -> list[Found]:
        """The definitions whose name is, or ends in, ``name`` as it is written."""
        qualnames = self.graph.qualnames
        if entities is None:
            ending = [entity for entity, qualname in enumerate(qualnames) if qualname.endswith(name)]
        else:
            ending = [entity for entity in entities if qualnames[entity].endswith(name)]
        found = self._with_reasons(name, ending, in_file=entities is not None)
        return [item for item in found if item.reason in ("exact", "suffix")]

    def _named(self, name: str, entities: Sequence[int] | None) -> list[Found]:
        """The definitions whose name is, or ends in, ``name``, but for case and underscores at most."""
        return self._with_reasons(name, self._ending_in(fold(name), entities), in_file=entities is not None)

    def _with_reasons(self, name: str, entities: Iterable[int], *, in_file: bool) -> list[Found]:
        if not name:
            return []
        found = [Found(entity, reason) for entity in entities if (reason := self._reason(entity, name, in_file))]
        return sorted(found, key=lambda item: (REASONS.index(item.reason), self._order(item.entity)))

    def _ending_in(self, folded: str, entities: Iterable[int] | None) -> Iterator[int]:
        if entities is None:
            return (entity for entity, name in enumerate(self._folded) if name.endswith(folded))
        return (entity for entity in entities if fold(self.graph.qualnames[entity]).endswith(folded))

    def _reason(self, entity: int, name: str, in_file: bool) -> MatchReason | None:
        qualname = self.graph.qualnames[entity]
        if qualname == name or (in_file and qualname == f"{self._module(entity)}.{name}"):
            return "exact"
        if _ends_in(qualname, name):
            return "suffix"
        if _ends_in(qualname.casefold(), name.casefold()):
            return "case"
        return "spelling" if _ends_in(fold(qualname), fold(name)) else None

    def _similar(self, name: str, entities: Sequence[int] | None) -> list[Found]:
        """The definitions with the most similar names: as many parts of theirs are compared as ``name`` has."""
        from rapidfuzz import fuzz  # only needed for names that do not exist

        folded = fold(name)
        parts = folded.count(".") + 1
        found = []
        for entity in self._alike(folded, entities):
            tail = ".".join(fold(self.graph.qualnames[entity]).rsplit(".", parts)[-parts:])
            score = fuzz.ratio(folded, tail) / 100
            if len(folded) >= SHORTEST_PART and folded in tail:
                score = max(score, SIMILAR_ENOUGH)
            if score >= SIMILAR_ENOUGH:
                found.append(Found(entity, "similar", round(score, 2)))
        found.sort(key=lambda item: (-item.score, self._order(item.entity)))
        return found[:SIMILAR_KEPT]

    def _alike(self, folded: str, entities: Iterable[int] | None) -> list[int]:
        """The definitions with a similar last name."""
        from rapidfuzz import fuzz, process

        last = folded.rpartition(".")[2]
        chosen = range(len(self.graph)) if entities is None else entities
        names: dict[str, list[int]] = {}
        for entity in chosen:
            names.setdefault(self._folded[entity].rpartition(".")[2], []).append(entity)
        alike = process.extract(last, list(names), scorer=fuzz.ratio, score_cutoff=100 * SIMILAR_ENOUGH, limit=None)
        near = {match for match, _, _ in alike}
        if len(last) >= SHORTEST_PART:
            near.update(name for name in names if last in name)
        return sorted(entity for name in near for entity in names[name])

    def _suggestion(self, found: Sequence[Found]) -> str:
        if not found:
            return "nothing on the map has a name like it"
        names = list(dict.fromkeys(self.graph.qualnames[item.entity] for item in found))[:SIMILAR_SHOWN]
        return f"did you mean {' or '.join(names)}?"

    def _order(self, entity: int) -> tuple[bool, int, int]:
        return self.graph.role(entity) != "source", _KINDS.index(self.graph.kinds[entity]), entity

    def _module(self, entity: int) -> str:
        return self.graph.qualnames[self.graph.module_of(entity)]

    @cached_property
    def _folded(self) -> list[str]:
        return [qualname.replace("_", "").casefold() for qualname in self.graph.qualnames]


def fold(name: str) -> str:
    """The name without what styles of writing differ in: case and underscores."""
    return name.replace("_", "").casefold()


def _ends_in(qualname: str, name: str) -> bool:
    return qualname == name or qualname.endswith(f".{name}")
