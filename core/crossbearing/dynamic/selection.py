"""Which passing tests to run against a failing one, chosen by the graph.

A passing test tells suspects apart where it executes some of what the failing test executed. Tests of the failing
test's own file come first (they are most like it), then those that the graph says reach what it executed, the more so
the fewer tests reach it.
"""

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from attrs import frozen

from crossbearing.model.graph import CodeGraph
from crossbearing.model.spectrum import Spectrum

_HOPS = 2
_DECAY = 0.5
_OWN_FILE = 0.5


@frozen
class Candidate:
    """A test that may be run: its id, its entity, and how much it promises."""

    test: str
    entity: int
    promise: float


def find_tests(graph: CodeGraph) -> dict[int, str]:
    """Every Python test function, with its id for pytest."""
    found = {}
    for entity, name in enumerate(graph.names):
        if name.startswith("test") and graph.kinds[entity] in ("function", "method") and graph.role(entity) == "test":
            path = graph.file(entity)
            if path.endswith(".py"):
                names = _nested_names(graph, entity)
                if names is not None:
                    found[entity] = "::".join((path, *names))
    return found


def _nested_names(graph: CodeGraph, entity: int) -> list[str] | None:
    """The names of the classes around a test and its own; None for a function within a function."""
    names, place = [graph.names[entity]], int(graph.parents[entity])
    while place >= 0 and graph.kinds[place] != "module":
        if graph.kinds[place] != "class":
            return None
        names.insert(0, graph.names[place])
        place = int(graph.parents[place])
    return names


def select_tests(
    graph: CodeGraph, executed: Collection[int], failing: Collection[str], most: int
) -> tuple[Candidate, ...]:
    """The ``most`` promising tests, best first, without the failing ones; ``executed`` is what those executed."""
    tests = find_tests(graph)
    reached = _reached(graph, tests, set(executed))
    files = {test.partition("::")[0] for test in failing}
    rarity: dict[int, int] = {}
    for places in reached.values():
        for place in places:
            rarity[place] = rarity.get(place, 0) + 1
    found = []
    for entity, test in tests.items():
        if test.split("[")[0] in failing or test in failing:
            continue
        promise = sum(share / rarity[place] ** 0.5 for place, share in reached.get(entity, {}).items())
        if graph.file(entity) in files:
            promise += _OWN_FILE
        if promise > 0:
            found.append(Candidate(test, entity, round(promise, 6)))
    found.sort(key=lambda candidate: (-candidate.promise, candidate.test))
    return tuple(_own_first(found, files, most))


def _own_first(found: list[Candidate], files: set[str], most: int) -> list[Candidate]:
    """Keep a third of the places for tests of the failing ones' files, and another third for all others."""
    own = [candidate for candidate in found if candidate.test.partition("::")[0] in files]
    others = [candidate for candidate in found if candidate.test.partition("::")[0] not in files]
    share = max(1, most // 3)
    from_own = own[: max(share, most - len(others))]
    from_others = others[: most - len(from_own)]
    from_own = own[: most - len(from_others)]
    return by_file(from_own) + by_file(from_others)


def by_file(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The same with the tests of a file together, the file with the most promising test first."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.test.partition("::")[0], []).append(candidate)
    return [candidate for group in groups.values() for candidate in group]


def _reached(graph: CodeGraph, tests: Mapping[int, str], executed: set[int]) -> dict[int, dict[int, float]]:
    """For each test what of ``executed`` it reaches over calls, less the further away; found backwards from there."""
    edges = graph.edges.get("invoke")
    if edges is None or not executed:
        return {}
    found: dict[int, dict[int, float]] = {}
    for place in sorted(executed):
        seen, frontier = {place}, [place]
        for hop in range(_HOPS):
            callers = np.unique(np.concatenate([edges.predecessors(entity) for entity in frontier])).tolist()
            frontier = [caller for caller in callers if caller not in seen]
            seen.update(frontier)
            for caller in frontier:
                if caller in tests:
                    found.setdefault(caller, {}).setdefault(place, _DECAY**hop)
            frontier = [caller for caller in frontier if caller not in tests]
            if not frontier:
                break
    return found


def chosen_of(spectrum: Spectrum, graph: CodeGraph, most: int) -> set[str]:
    """The names of the passing tests of a full spectrum that the graph would have chosen."""
    rows = [number for number, test in enumerate(spectrum.tests) if test.is_failing]
    executed: set[int] = set()
    owners = spectrum.owners(graph)
    for row in rows:
        units = spectrum.units[spectrum.offsets[row] : spectrum.offsets[row + 1]]
        executed.update(owner for owner in owners[units].tolist() if owner >= 0)
    failing = {spectrum.tests[row].name.split("[")[0] for row in rows}
    chosen = {candidate.test for candidate in select_tests(graph, executed, failing, most)}
    return {test.name for test in spectrum.passing if test.name.split("[")[0] in chosen}
