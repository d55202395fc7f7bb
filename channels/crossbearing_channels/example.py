"""What the issue's example code reaches: the definitions that it uses, and what these call.

Imports in code blocks are resolved to modules of the project and, through re-exports (``from package import Name``
where the package only imports ``Name``), to definitions. Names that the code then uses mean those definitions; a name
after a star import or an attribute of an imported package means what the package's folder defines under it; any other
called attribute means the methods of its name, the fewer the more. Of other languages than Python, what their plugins
read is resolved in the same way: imports, what variables hold, members of classes. Operators mean the methods that
implement them (``a * b``: ``__mul__``) of the classes that are meant. From there a walk follows calls, base classes and
members outward: ``rounds`` rounds, starting anew with probability ``restart``. Scores are square roots, divided by the
best, and lower where the code uses nothing that its imports resolve. A test that the issue names, or that was given as
the failing one, counts as code shown: what it calls is meant.

Example: ``from app import load; load("x").peek()`` → ``app.reader.load``, ``Parser.peek``, and what both call.

Limits: nothing is executed; what the code reaches through values (callbacks, dispatch by type) is not seen.
"""

import re
from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._code import is_mostly, meanings
from crossbearing_channels._modules import dotted_modules, longest_module
from crossbearing_channels._scores import Reasons, as_scores, scaled, short_name
from crossbearing_channels._walk import arcs, walked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import CodeGraph, Query

    Ends = npt.NDArray[np.int64]

VERSION = 2

_PROMPT = re.compile(r"^[ \t]*(?:>>> |\.\.\. |In \[\d+\]: )", re.MULTILINE)
_FROM = re.compile(r"\bfrom\s+([\w.]{1,160})\s+import\s+(?:\(([^)]{0,2000})\)|([^\n;#]+))")
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w. ,]+)", re.MULTILINE)
_CHAIN = re.compile(r"([A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)*+)(\s*\()?|\)\.(\w++)(\s*\()?|\w++")
_NAMES = re.compile(r"\w+")
_STRINGS = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*")
_OPERATORS = (
    (re.compile(r"[\w)\]] \*\* |[\w)\]]\*\*[\w(]"), ("__pow__", "__rpow__")),
    (re.compile(r"[\w)\]] ?\* ?[\w(]"), ("__mul__", "__rmul__")),
    (re.compile(r"[\w)\]] ?@ ?[\w(]"), ("__matmul__", "__rmatmul__")),
    (re.compile(r"[\w)\]] \+ [\w(]|[\w)\]]\+[\w(]"), ("__add__", "__radd__")),
    (re.compile(r"[\w)\]] - [\w(]"), ("__sub__", "__rsub__")),
    (re.compile(r"[\w)\]] ?// ?[\w(]"), ("__floordiv__",)),
    (re.compile(r"[\w)\]] ?/ ?[\w(]"), ("__truediv__", "__div__")),
    (re.compile(r"[\w)\]] ?% ?[\w(]"), ("__mod__",)),
    (re.compile(r" == | != "), ("__eq__", "__ne__")),
    (re.compile(r" < | <= | > | >= "), ("__lt__", "__le__", "__gt__", "__ge__")),
    (re.compile(r"[\w)]\[[^\]\n]{1,80}\]"), ("__getitem__",)),
    (re.compile(r"\bin\b"), ("__contains__",)),
    (re.compile(r"\bhash\("), ("__hash__",)),
    (re.compile(r"\bstr\("), ("__str__",)),
    (re.compile(r"\brepr\("), ("__repr__",)),
    (re.compile(r"\blen\("), ("__len__",)),
    (re.compile(r"\bwith\b"), ("__enter__", "__exit__")),
    (re.compile(r"\bfor\b"), ("__iter__",)),
)
_OPERATOR_WEIGHT = 0.3
_LOOSE_WEIGHT = 0.3
_MOST = 20
_LONGEST = 160
_FORWARD = ("inherit", "invoke")
_MAKERS = ("__init__", "__new__", "__call__", "constructor", "initialize")


@frozen
class Options:
    """``restart``: how soon the walk starts anew; ``rounds``: steps outward."""

    restart: float = field(default=0.5, validator=[validators.gt(0), validators.lt(1)])
    rounds: int = field(default=5, validator=validators.in_(range(1, 101)))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score what the example code uses, and what that reaches."""
    import numpy as np

    options = options or Options()
    code = _PROMPT.sub("", query.text_of("code"))
    tested = _called_by_test(query)
    if not code.strip() and not tested:
        return NoEvidence("the issue shows no code")
    meaning = _Meaning(query.graph, dotted_modules(query.graph))
    for entity in tested:
        meaning.mean(entity, 1.0)
    meaning.read(_STRINGS.sub(" ", code))
    if not is_mostly(query.graph, ".py"):
        for entity, weight in meanings(query.graph, query.tree.name, query.snippets()).items():
            meaning.mean(entity, weight)
    starts = np.zeros(len(query.graph))
    for entity, weight in sorted(meaning.weights.items()):
        starts[entity] = weight
    place = walked(starts, _steps(query.graph), restart=options.restart, rounds=options.rounds)
    certainty = min(1.0, float(starts.max(initial=0.0)))
    found = as_scores(certainty * scaled(np.sqrt(place), query.candidates), query.candidates)
    if not found:
        return NoEvidence("the issue's code uses nothing of the project")
    return Evidence(found, Reasons(found, lambda entity: _reason(query.graph, meaning.weights, entity)))


def _called_by_test(query: "Query") -> list[int]:
    """What the test that the issue names calls: ``tests/test_parser.py::TestPeek::test_end[3]``."""
    target, graph = query.bundle.repro_target or "", query.graph
    path, found, names = target.partition("::")
    file = graph.resolve_path(path) if found else None
    is_path = "/" in path or "." in path
    calls = graph.edges.get("invoke")
    if calls is None:
        return []
    tests = [test for test in _tests(graph, names if found and is_path else target) if file in (None, graph.file(test))]
    called = (other for test in tests[:_MOST] for other in calls.successors(test).tolist())
    return sorted({other for other in called if graph.role(other) == "source"})


def _tests(graph: "CodeGraph", target: str) -> list[int]:
    """The tests that an id means: by its last two names (class and method), or its last; ``TestPeek/empty``: first."""
    names = _NAMES.findall(target.partition("[")[0].partition("/")[0])
    for count in (2, 1):
        tests = [entity for entity in graph.named(".".join(names[-count:])) if graph.role(entity) == "test"]
        if tests and names:
            return tests
    return []


def _steps(graph: "CodeGraph") -> "tuple[Ends, Ends]":
    """Arcs from callers to callees, from classes to their bases, and from classes to what makes and calls them."""
    import numpy as np

    sources, targets = arcs(graph, _FORWARD, both_ways=False)
    makers = np.flatnonzero(np.isin(np.array(graph.names, dtype=object), _MAKERS) & (graph.parents >= 0))
    return np.concatenate([sources, graph.parents[makers].astype(np.int64)]), np.concatenate([targets, makers])


@define
class _Meaning:
    """What the names of the code mean, with weights."""

    graph: "CodeGraph"
    modules: dict[str, int]
    weights: dict[int, float] = field(factory=dict)
    bound: dict[str, list[int]] = field(factory=dict)
    packages: dict[str, str] = field(factory=dict)
    stars: list[str] = field(factory=list)

    def read(self, code: str) -> None:
        """Read imports first, then what the rest of the code uses."""
        for match in _FROM.finditer(code):
            self._bind_from(match[1], (match[2] or match[3]).replace("\\", " "))
        for match in _IMPORT.finditer(code):
            for part in match[1].split(","):
                self._bind_module(part)
        body = _IMPORT.sub(" ", _FROM.sub(" ", code))
        for match in _CHAIN.finditer(body):
            if len(match[0]) <= _LONGEST and (match[1] or match[3]):
                self._use(match[1] or f"?.{match[3]}", called=bool(match[2] or match[4]))
        self._use_operators(body)

    def _bind_module(self, part: str) -> None:
        """Read one module of ``import a.b, c as d``."""
        module, _, alias = (word.strip() for word in part.partition(" as "))
        if 0 < len(module) <= _LONGEST and longest_module(self.modules, module):
            first = module.partition(".")[0]
            self.packages[alias or first] = module if alias else first

    def _bind_from(self, module: str, names: str) -> None:
        for part in names.split(","):
            name, _, alias = (word.strip() for word in part.partition(" as "))
            if name == "*":
                if longest_module(self.modules, module):
                    self.stars.append(module)
                continue
            found = self._exported(module, name)
            if found:
                self.bound[alias or name] = found
                for entity in found:
                    self.mean(entity, 0.5 / len(found))

    def _exported(self, module: str, name: str) -> list[int]:
        """What ``from module import name`` gives: own definition, re-export, submodule, or anything below."""
        place = longest_module(self.modules, module)
        if place is None or not name:
            return []
        entity, rest = place
        own = [child for child in self.graph.children(entity).tolist() if self.graph.names[child] == name]
        if own or rest:
            return own
        if (submodule := self.modules.get(f"{module}.{name}")) is not None:
            return [submodule]
        imports = self.graph.edges.get("import")
        reached = imports.successors(entity).tolist() if imports else []
        exported = [target for target in reached if self.graph.names[target] == name]
        return exported or self._below(entity, name)

    def _below(self, module: int, name: str) -> list[int]:
        """Top-level definitions of this name in the package's folder."""
        folder = self.graph.file(module).rpartition("/")[0]
        found = [
            entity
            for entity in self.graph.named(name)
            if self.graph.file(entity).startswith(f"{folder}/" if folder else "")
            and self.graph.kinds[entity] in ("class", "function")
            and self.graph.role(entity) == "source"
        ]
        return found if len(found) <= _MOST else []

    def _use(self, chain: str, *, called: bool) -> None:
        head, _, rest = chain.partition(".")
        if head in self.bound:
            for entity in self.bound[head]:
                self.mean(entity, 1.0 / len(self.bound[head]))
            self._use_members(self.bound[head], rest)
        elif head in self.packages and rest:
            module, _, name = f"{self.packages[head]}.{rest}".rpartition(".")
            found = self._exported(module, name) or self._exported(self.packages[head], rest.partition(".")[0])
            for entity in found:
                self.mean(entity, 1.0 / len(found))
        elif called or rest:
            self._use_loosely(chain, called=called)

    def _use_members(self, owners: list[int], rest: str) -> None:
        if not rest:
            return
        name = rest.partition(".")[0]
        own = [m for owner in owners for m in self.graph.children(owner).tolist() if self.graph.names[m] == name]
        for entity in own:
            self.mean(entity, 1.0 / len(own))
        if not own:
            self._use_loosely(f"?.{name}", called=True)

    def _use_loosely(self, chain: str, *, called: bool) -> None:
        """A name that no import explains: what star imports give, else methods of that name."""
        head, _, rest = chain.partition(".")
        starred = [entity for module in self.stars for entity in self._exported(module, head)]
        for entity in starred:
            self.mean(entity, 1.0 / len(starred))
        name = rest.rpartition(".")[2] if rest else "" if starred else head
        if name and (called or rest):
            found = [e for e in self.graph.named(name) if self.graph.role(e) == "source" and self._is_code(e)]
            if 0 < len(found) <= _MOST:
                for entity in found:
                    self.mean(entity, _LOOSE_WEIGHT / sqrt(len(found)))

    def _is_code(self, entity: int) -> bool:
        return self.graph.kinds[entity] in ("class", "function", "method")

    def _use_operators(self, code: str) -> None:
        names = {name for pattern, implementing in _OPERATORS if pattern.search(code) for name in implementing}
        classes = [entity for entity in sorted(self.weights) if self.graph.kinds[entity] == "class"]
        for owner in classes:
            for member in self._lineage_members(owner):
                if self.graph.names[member] in names:
                    self.mean(member, _OPERATOR_WEIGHT * self.weights[owner])

    def _lineage_members(self, owner: int) -> Iterator[int]:
        """Members of a class and of its base classes, each name once: the nearest."""
        edges = self.graph.edges.get("inherit")
        level, seen, names = [owner], {owner}, set[str]()
        while level and len(seen) <= _MOST:
            own = [member for entity in level for member in self.graph.children(entity).tolist()]
            yield from (member for member in own if self.graph.names[member] not in names)
            names.update(self.graph.names[member] for member in own)
            bases = {b for entity in level for b in edges.successors(entity).tolist()} if edges else set[int]()
            level = sorted(bases - seen)
            seen.update(level)

    def mean(self, entity: int, weight: float) -> None:
        """Note what is meant; the strongest note of a definition stands."""
        self.weights[entity] = max(self.weights.get(entity, 0.0), weight)


def _reason(graph: "CodeGraph", weights: dict[int, float], entity: int) -> str:
    if entity in weights:
        return f"the issue's code uses `{short_name(graph.qualnames[entity])}`"
    return "the issue's code reaches it"
