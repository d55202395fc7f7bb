"""What blocks of code in other languages than Python mean, from the facts that language plugins read in them."""

import re
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, FileFacts, Import

MOST = 20
"""A name that means more definitions says nothing."""
LOOSE_WEIGHT = 0.3
"""The weight of a name that nothing explains, shared among its definitions."""

_KINDS = ("class", "function", "method")
_STEPS = 3
_WORDS = re.compile(r"[\w-]+")


def is_mostly(graph: "CodeGraph", suffix: str) -> bool:
    """Say whether most of the source files have this suffix."""
    files = [path for path, role in zip(graph.files, graph.roles, strict=True) if role == "source"]
    return 2 * sum(path.endswith(suffix) for path in files) > len(files)


def meanings(graph: "CodeGraph", project: str, snippets: Iterable["FileFacts"]) -> dict[int, float]:
    """The definitions of the project that code uses, with weights up to 1; ``project`` is the repository's name."""
    found: dict[int, float] = {}
    for facts in snippets:
        block = _Block(graph, re.split(r"[/+]", project.lower())[-1], facts)
        block.read()
        for entity, weight in block.weights.items():
            found[entity] = max(found.get(entity, 0.0), weight)
    return found


@define
class _Block:
    """One block: what its imports and declarations say of names, and what it uses."""

    graph: "CodeGraph"
    project: str
    facts: "FileFacts"
    weights: dict[int, float] = field(factory=dict)
    bound: dict[str, list[int]] = field(factory=dict)
    holds: dict[str, str] = field(factory=dict)

    def read(self) -> None:
        """Read imports and what variables hold first, then every use."""
        for each in self.facts.imports:
            if found := self._imported(each):
                self.bound[each.alias or each.name] = found
                self._mean(found, 0.5)
        self.holds = {each.name: each.value for each in self.facts.bindings if each.kind != "value"}
        for reference in self.facts.references:
            self._use(_parts(reference.name), called=reference.kind == "call")

    def _imported(self, each: "Import") -> list[int]:
        """What an import means: definitions of the name, in files whose path has most of the module's words."""
        words = [word.lower() for word in _WORDS.findall(each.module)]
        name = each.name if each.name not in ("", "*", "default") else words[-1] if words else ""
        found = self._definitions(name)
        agreeing = {entity: self._agreement(entity, words) for entity in found}
        best = max(agreeing.values(), default=0)
        # A module of which nothing but the name agrees is a library's.
        is_own = best > 0 or self.project in words or each.module.startswith((".", "crate", "self", "super"))
        return [entity for entity in found if agreeing[entity] == best] if is_own else []

    def _agreement(self, entity: int, words: Sequence[str]) -> int:
        place = set(_WORDS.findall(f"{self.graph.file(entity)} {self.graph.qualnames[entity]}".lower()))
        return sum(word in place for word in set(words) - {self.graph.names[entity].lower()})

    def _definitions(self, name: str) -> list[int]:
        """Definitions of the name in the project's source; none where there are too many."""
        if not name:
            return []
        found = [entity for entity in self.graph.named(name) if self._is_code(entity)]
        return found if len(found) <= MOST else []

    def _is_code(self, entity: int) -> bool:
        return self.graph.role(entity) == "source" and self.graph.kinds[entity] in _KINDS

    def _use(self, parts: list[str], *, called: bool) -> None:
        """A chain: its head is imported, or holds something, or names a definition; then members are looked up."""
        owners = self._head(parts[0])
        if owners:
            self._mean(owners, 1.0)
        for name in parts[1:]:
            members = self._members(owners, name)
            if members:
                self._mean(members, 1.0)
            elif called or name != parts[-1]:
                self._mean(self._definitions(name), LOOSE_WEIGHT, spread=True)
            # A method gives back what a builder's methods mostly do: the same kind of thing.
            owners = owners if members else []

    def _head(self, name: str) -> list[int]:
        for _ in range(_STEPS):
            if name in self.bound:
                return self.bound[name]
            if name not in self.holds or self.holds[name] == name:
                break
            name = _parts(self.holds[name])[0]
        if any(each.name == name for each in self.facts.definitions):
            return []
        found = self._definitions(name)
        classes = [entity for entity in found if self.graph.kinds[entity] == "class"]
        return classes or [entity for entity in found if self.graph.kinds[entity] == "function"]

    def _members(self, owners: Iterable[int], name: str) -> list[int]:
        """Members of this name of the owners, or of the nearest of their base classes that has some."""
        inherit = self.graph.edges.get("inherit")
        level, seen = list(owners), set(owners)
        while level and len(seen) <= MOST:
            own = [
                member
                for entity in level
                for member in self.graph.children(entity).tolist()
                if self.graph.names[member] == name
            ]
            if own:
                return own
            bases = (
                {base for entity in level for base in inherit.successors(entity).tolist()} if inherit else set[int]()
            )
            level = sorted(bases - seen)
            seen.update(level)
        return []

    def _mean(self, entities: Sequence[int], weight: float, *, spread: bool = False) -> None:
        share = weight / (sqrt(len(entities)) if spread else len(entities)) if entities else 0.0
        for entity in entities:
            self.weights[entity] = max(self.weights.get(entity, 0.0), share)


def _parts(chain: str) -> list[str]:
    """``GsonBuilder().setLenient`` is ``GsonBuilder`` and ``setLenient``."""
    plain = re.sub(r"\(\)|\[[^\]]*\]", "", chain)
    return [part for part in plain.replace("::", ".").split(".") if part] or [""]
