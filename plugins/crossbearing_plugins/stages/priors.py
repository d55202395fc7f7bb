"""F8: keeps what is known of how a repository works, and tells it in at most 500 tokens.

What it is for: every run pays for finding out how the tests are run and where things live; with a prior that is paid
once a repository. It is seeded from the manifest (test command, test folders, layout, linters), without any model;
where a model is at hand, it may distil one from a trajectory instead. Lessons of later runs are added as pitfalls.

Example: for a pytest project "run tests: ``pytest``; tests of ``src/shop/cart.py`` are in ``tests/``".

Legality: a prior is procedural knowledge only. Entries with an issue's or a commit's number, a diff, code of a test or
a node id are refused, with the reason. Duplicates (the same words, order and case aside) are dropped, five layout
lines, five conventions and ten pitfalls are kept; the newest pitfalls win. What does not fit 500 tokens is cut from the
end.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, field, frozen
from attrs.validators import ge

from crossbearing.plugin import Manifest, PriorReport, PriorTask, RepoPrior, hookimpl, terms
from crossbearing_plugins.stages._texts import text

VERSION = 1
TAKES = PriorTask
LISTED = 5
_LONGEST_ENTRY = 240

_UNLAWFUL = (
    (
        re.compile(
            r"(?<![\w&])#\d{2,}\b|\b[\w.-]+__[\w.-]+-\d+\b|\b(?:issue|ticket|bug|pull request|pr|gh)[\s:#-]*\d{2,}\b",
            re.I,
        ),
        "names an issue",
    ),
    (re.compile(r"/(?:issues|pull|commit)/\w+"), "links to an issue or a commit"),
    (re.compile(r"\b[0-9a-f]{10,40}\b(?<!\d{10})"), "names a commit"),
    (re.compile(r"^(?:diff --git|@@ -|--- a/|\+\+\+ b/|[+-](?![+-])\s*\S.*[;(){}=])", re.M), "holds a diff"),
    (
        re.compile(
            r"\bdef test_\w+\s*\(|\bassert\s+\S+\s*(?:[=!<>]=?|\bis\b|\bin\b)|\bself\.assert\w+\(|\bexpect\(.*\)\.to",
            re.I,
        ),
        "holds the code of a test",
    ),
    (re.compile(r"::test_\w+"), "names a test"),
)


@frozen
class Options:
    """Options of ``stage.priors``."""

    max_tokens: int = field(default=500, validator=ge(50))
    """How many tokens the text may have."""

    max_pitfalls: int = field(default=10, validator=ge(0))
    """How many pitfalls are kept."""


@hookimpl
def run(state: PriorTask, options: Options) -> PriorReport:
    """Seed the prior where it is new, add the lessons, and write it."""
    refused: list[tuple[str, str]] = []
    prior = state.known or RepoPrior(state.repo)
    if state.ask is not None and state.trajectory:
        prior = _joined(prior, _distilled(state, refused))
    if state.manifest is not None:
        prior = _joined(prior, _of_manifest(state.repo, state.manifest))
    pitfalls = _unique([*prior.pitfalls, *_lawful(state.lessons, refused)])
    kept = tuple(pitfalls[-options.max_pitfalls :]) if options.max_pitfalls else ()
    added = sum(each not in prior.pitfalls for each in kept)
    prior = evolve(prior, pitfalls=kept, source_runs=prior.source_runs + bool(state.lessons or state.trajectory))
    shown, tokens = _rendered(prior, state.count or _estimate, options.max_tokens)
    return PriorReport(prior, shown, tokens, tuple(refused), added)


def unlawful(entry: str) -> str:
    """Why an entry may not be kept; empty where it may."""
    if len(entry) > _LONGEST_ENTRY:
        return f"is longer than {_LONGEST_ENTRY} characters"
    return next((why for pattern, why in _UNLAWFUL if pattern.search(entry)), "")


def _lawful(entries: Iterable[Any], refused: list[tuple[str, str]]) -> list[str]:
    kept = []
    for entry in entries:
        plain = " ".join(str(entry).split()) if "\n@@" not in str(entry) else str(entry)
        why = unlawful(str(entry)) or unlawful(plain)
        if why:
            refused.append((str(entry)[:_LONGEST_ENTRY], why))
        elif plain:
            kept.append(plain)
    return kept


def _unique(entries: Iterable[str]) -> list[str]:
    seen: dict[frozenset[str], str] = {}
    for entry in entries:
        seen.setdefault(frozenset(terms(entry)) or frozenset((entry,)), entry)
    return list(seen.values())


def _joined(prior: RepoPrior, other: RepoPrior) -> RepoPrior:
    """What is known stays; what is not is taken from ``other``."""
    return evolve(
        prior,
        test_invocation=prior.test_invocation or other.test_invocation,
        test_discovery=prior.test_discovery or other.test_discovery,
        layout=tuple(_unique((*prior.layout, *other.layout))[:LISTED]),
        conventions=tuple(_unique((*prior.conventions, *other.conventions))[:LISTED]),
        pitfalls=tuple(_unique((*prior.pitfalls, *other.pitfalls))),
    )


def _of_manifest(repo: str, manifest: Manifest) -> RepoPrior:
    runner = manifest.runner("test")
    suites = sorted(manifest.tests, key=lambda suite: suite.command is None)
    frameworks = ", ".join(list(dict.fromkeys(suite.framework for suite in manifest.tests))[:3])
    invocation = runner.command if runner else suites[0].command or suites[0].framework if suites else ""
    places = [each.convention for each in manifest.layout if "test" in each.convention.lower()]
    discovery = f"tests are written for {frameworks}" if frameworks else ""
    discovery += f"; {places[0]}" if places and discovery else "".join(places[:1])
    layout = [each.convention for each in manifest.layout if each.convention not in places]
    layout += [f"{each.path or '.'} holds the {each.kind} {each.name}" for each in manifest.components]
    conventions = [
        f"{name}: {found.command}" for name in ("lint", "format", "build") if (found := manifest.runner(name))
    ]
    if manifest.package_manager:
        conventions.append(f"packages are managed with {manifest.package_manager.name}")
    kept = tuple(entry for entry in layout if not unlawful(entry))[:LISTED]
    return RepoPrior(repo, invocation[:_LONGEST_ENTRY], discovery[:_LONGEST_ENTRY], kept, tuple(conventions[:LISTED]))


def _distilled(state: PriorTask, refused: list[tuple[str, str]]) -> RepoPrior:
    """What a model makes of a trajectory; whatever it says goes through the lint."""
    shown = "\n".join(f"$ {event.text}\n{event.output[-400:]}" for event in state.trajectory if event.kind == "command")
    assert state.ask is not None
    answer = state.ask(text("priors_distill", repo=state.repo, trajectory=shown[-12_000:]))
    match = re.search(r"\{.*\}", answer, re.DOTALL)
    try:
        data = json.loads(match[0]) if match else {}
    except ValueError:
        data = {}
    data = data if isinstance(data, dict) else {}

    def entries(key: str) -> list[str]:
        value = data.get(key)
        return _lawful(value if isinstance(value, list) else [value] if isinstance(value, str) else [], refused)

    invocation, discovery = entries("test_invocation")[:1], entries("test_discovery")[:1]
    layout, conventions, pitfalls = (tuple(entries(key)[:LISTED]) for key in ("layout", "conventions", "pitfalls"))
    return RepoPrior(state.repo, "".join(invocation), "".join(discovery), layout, conventions, pitfalls)


def _rendered(prior: RepoPrior, count: Callable[[str], int], most: int) -> tuple[str, int]:
    lines = [f"## How {prior.repo} works"]
    lines += [f"- run tests: `{prior.test_invocation}`"] if prior.test_invocation else []
    lines += [f"- find tests: {prior.test_discovery}"] if prior.test_discovery else []
    lines += [f"- {entry}" for entry in (*prior.layout, *prior.conventions)]
    lines += [f"- pitfall: {entry}" for entry in prior.pitfalls]
    if len(lines) == 1:
        return "", 0
    while count("\n".join(lines)) > most and len(lines) > 1:
        lines.pop()
    shown = "\n".join(lines)
    return (shown, count(shown)) if len(lines) > 1 else ("", 0)


def _estimate(source: str) -> int:
    """At least as many as any tokenizer makes of prose: one for each three characters."""
    return len(source.encode("utf-8", "surrogatepass")) // 3 + 1
