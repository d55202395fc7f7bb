"""The six questions that are answered from manifest and graph alone (reconnaissance specification, §6.1)."""

import re
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from crossbearing.model.claims import Configuration
from crossbearing.model.context import Tie
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.manifest import Manifest
from crossbearing.model.questions import Finding, QuestionAnswer
from crossbearing.recon.assembly import INVOKE_THRESHOLD
from crossbearing.recon.context.sites import Sites
from crossbearing.recon.query import GraphQueries

_MOST_CALLS_AWAY = 3
"""How far a test may be from what it tests to be named."""


QUESTIONS = ("tests-for", "defines", "calls", "builds", "config", "affects")
"""The questions in the order of the specification (Q1 to Q6)."""
_ABOUT_NOTHING = ("builds",)
"""Those that need not be told about what."""


@frozen(eq=False)
class Artifacts:
    """What the questions are answered from."""

    graph: CodeGraph
    manifest: Manifest
    queries: GraphQueries


def answer_question(artifacts: Artifacts, question: str, argument: str = "") -> QuestionAnswer:
    """Answer one of :data:`QUESTIONS`.

    ``argument`` is a symbol (see :class:`~crossbearing.recon.query.lookup.Lookup`); for ``builds`` a component or
    folder, or nothing for the repository; for ``config`` a word such as ``database`` or the name of a setting. Raises
    :class:`CrossbearingError` for another question, a missing argument and an unknown symbol.
    """
    if question not in QUESTIONS:
        raise CrossbearingError(f"unknown question {question!r}; it can be {', '.join(QUESTIONS)}")
    if question not in _ABOUT_NOTHING and not argument.strip():
        raise CrossbearingError(f"the question {question!r} needs to be told about what")
    return _ANSWERS[question](artifacts, argument.strip())


def _tests_for(artifacts: Artifacts, symbol: str) -> QuestionAnswer:
    graph, entities = artifacts.graph, artifacts.queries.meant(symbol)
    lines = [*_suites(artifacts, entities), *_test_uses(artifacts, symbol)]
    reason = "" if lines else "no file states how tests are run, and no test uses it"
    return QuestionAnswer("tests-for", symbol, tuple(lines), _names(graph, entities), reason)


def _suites(artifacts: Artifacts, entities: Iterable[int]) -> Iterator[Finding]:
    """The test suites of the components that hold the entities; all suites where none belongs to them."""
    manifest = artifacts.manifest
    files = [artifacts.graph.file(entity) for entity in entities]
    own = [suite for suite in manifest.tests if any(_covers(suite.component, file) for file in files)]
    for suite in own or manifest.tests:
        text = f"{suite.framework}: `{suite.command}`" if suite.command else suite.framework
        yield Finding(text, str(suite.evidence))


def _covers(component: str, file: str) -> bool:
    return component in ("", ".") or file.startswith(f"{component}/")


def _test_uses(artifacts: Artifacts, symbol: str) -> list[Finding]:
    """The uses in tests that are fewest calls away from the symbol."""
    graph = artifacts.graph
    tests = {file for file, role in zip(graph.files, graph.roles, strict=True) if role == "test"}
    for depth in range(1, _MOST_CALLS_AWAY + 1):
        found = artifacts.queries.callers(symbol, depth=depth)
        known = [*found.places, *(use for use in found.candidates if use.confidence >= INVOKE_THRESHOLD)]
        uses = [use for use in known if use.file in tests and use.depth == depth]
        if uses:
            return [Finding(f"{use.source} uses {use.target}", f"{use.file}:{use.line}") for use in uses]
    return []


def _defines(artifacts: Artifacts, symbol: str) -> QuestionAnswer:
    graph, entities = artifacts.graph, artifacts.queries.meant(symbol)
    findings = (
        Finding(f"{graph.qualnames[graph.module_of(entity)]} defines {graph.qualnames[entity]}", _place(graph, entity))
        for entity in entities
    )
    return QuestionAnswer("defines", symbol, tuple(findings), _names(graph, entities))


def _calls(artifacts: Artifacts, symbol: str) -> QuestionAnswer:
    graph, entities = artifacts.graph, artifacts.queries.meant(symbol)
    found = artifacts.queries.callers(symbol)
    likely = (use for use in found.candidates if use.confidence >= INVOKE_THRESHOLD)
    uses = sorted((*found.places, *likely), key=lambda use: (use.file, use.line, use.column, use.target))
    findings = tuple(Finding(f"{use.source} calls {use.target}", f"{use.file}:{use.line}") for use in uses)
    reason = "" if findings else "no call of it is known"
    return QuestionAnswer("calls", symbol, findings, _names(graph, entities), reason)


def _builds(artifacts: Artifacts, place: str) -> QuestionAnswer:
    manifest = artifacts.manifest
    folders = [item.path for item in manifest.components if place in (item.name, item.path)] or [place.strip("./")]
    if place and not any(_is_folder(artifacts.graph, folder) for folder in folders):
        raise CrossbearingError(f"no component or folder of the repository is called {place!r}")
    for folder in (*folders, ""):
        if runner := manifest.runner("build", folder):
            text = f"cd {folder} && {runner.command}" if folder else runner.command
            return QuestionAnswer("builds", place, (Finding(text, str(runner.evidence)),))
    return QuestionAnswer("builds", place, reason="no file states a command that builds it")


def _is_folder(graph: CodeGraph, folder: str) -> bool:
    return not folder or any(file.startswith(f"{folder}/") for file in graph.files)


def _config(artifacts: Artifacts, word: str) -> QuestionAnswer:
    wanted = _letters(word)
    claims = artifacts.manifest.config
    exact = [claim for claim in claims if wanted in (claim.kind, _letters(claim.name))]
    found = exact or [claim for claim in claims if wanted and wanted in _letters(f"{claim.name} {claim.value}")]
    findings = tuple(Finding(_setting(claim.name, claim.value), str(claim.evidence)) for claim in _distinct(found))
    return QuestionAnswer("config", word, findings, reason="" if findings else "no setting of that kind is known")


def _setting(name: str, value: str) -> str:
    return f"{name} = {value}" if value else name


def _distinct(claims: Iterable[Configuration]) -> list[Configuration]:
    return list({claim.evidence: claim for claim in claims}.values())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def _affects(artifacts: Artifacts, symbol: str) -> QuestionAnswer:
    graph, entities = artifacts.graph, artifacts.queries.meant(symbol)
    findings: dict[Finding, None] = {}
    for entity in entities:
        for tie, place in (*_ties(artifacts, entity, "in"), *_ties(artifacts, entity, "out")):
            ends = (graph.qualnames[tie.entity], graph.qualnames[entity])
            source, target = ends if tie.direction == "in" else ends[::-1]
            findings[Finding(f"{source} {_VERBS[tie.type]} {target}", place)] = None
    reason = "" if findings else "it neither uses nor is used by anything known"
    return QuestionAnswer("affects", symbol, tuple(findings), _names(graph, entities), reason)


_VERBS = {"invoke": "uses", "import": "imports"}


def _ties(artifacts: Artifacts, entity: int, direction: str) -> Iterator[tuple[Tie, str]]:
    """The edges of the entity in one direction, in the order of their places."""
    sites = Sites.of(artifacts.graph, *artifacts.queries.uses, entity)
    chosen = [(site, tie) for tie, site in sites.by_tie.items() if tie.direction == direction]
    for site, tie in sorted(chosen, key=lambda item: (item[0].file, item[0].line, item[1])):
        yield tie, f"{site.file}:{site.line}"


def _names(graph: CodeGraph, entities: Iterable[int]) -> tuple[str, ...]:
    return tuple(graph.qualnames[entity] for entity in entities)


def _place(graph: CodeGraph, entity: int) -> str:
    return f"{graph.file(entity)}:{int(graph.lines[entity])}"


_ANSWERS: dict[str, Callable[[Artifacts, str], QuestionAnswer]] = {
    "tests-for": _tests_for,
    "defines": _defines,
    "calls": _calls,
    "builds": _builds,
    "config": _config,
    "affects": _affects,
}
