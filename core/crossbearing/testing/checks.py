"""The checks of the conformance kit, each a function that raises :class:`CheckFailed` with what is wrong."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from attrs import frozen

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost, PluginRecord, describe, discover
from crossbearing.testing import exercise
from crossbearing.testing.evidence import unproved
from crossbearing.testing.plain import as_json

TIMEOUT = 300
_ALLOWED_IMPORTS = frozenset({"attr", "attrs", "crossbearing", "numpy", "pluggy"})


class CheckFailed(AssertionError):  # noqa: N818 - a failed check is a finding, as AssertionError is
    """A plugin does not keep its contract; the message says how."""


@frozen
class Subject:
    """The plugin under test: its qualified name and, where it has cases, their folder."""

    qualified: str
    cases: Path | None = None

    @property
    def kind(self) -> str:
        """The kind that the qualified name starts with."""
        return self.qualified.partition(".")[0]

    @property
    def record(self) -> PluginRecord:
        """The plugin's entry point."""
        found = {record.qualified: record for record in discover()}
        if self.qualified not in found:
            raise CheckFailed(f"{self.qualified} is not registered by any installed distribution")
        return found[self.qualified]

    @property
    def module(self) -> str:
        """The module that the entry point names."""
        return self.record.target.partition(":")[0]


class Check(NamedTuple):
    """A check by name, the kinds it applies to (empty: all), and the function that makes it."""

    name: str
    kinds: tuple[str, ...]
    run: Callable[[Subject], None]


def is_registered(subject: Subject) -> None:
    """The plugin is found by its entry point, in the group of its kind, and its module exists."""
    if find_spec(subject.module) is None:
        raise CheckFailed(f"the entry point names the module {subject.module}, which does not exist")


def is_documented(subject: Subject) -> None:
    """The module has a docstring, and so has every option."""
    description = describe(subject.record)
    if not description.documentation.strip():
        raise CheckFailed(f"{subject.module} has no docstring; it is the plugin's page")
    bare = [option.name for option in description.options if not option.help]
    if bare:
        raise CheckFailed(f"options without a docstring: {', '.join(bare)}")


def keeps_its_contract(subject: Subject) -> None:
    """Hooks, arguments, ``VERSION``, claims and ``Options`` are as the kind requires."""
    host = exercise.open_host(subject.qualified)
    host.version(subject.qualified)
    host.options(subject.qualified)
    if KINDS[subject.kind].claims and not host.claims(subject.kind)[subject.qualified]:
        raise CheckFailed(f"{KINDS[subject.kind].claims} is empty: the plugin would never be called")


def imports_cheaply(subject: Subject) -> None:
    """Importing the plugin imports no third-party library but attrs and numpy; others belong inside functions."""
    program = f"import sys, crossbearing.plugin; import {subject.module}; print(*sorted(sys.modules))"
    imported = {name.partition(".")[0] for name in _python("-c", program).split()}
    own = subject.module.partition(".")[0]
    foreign = {name for name in imported if not name.startswith("_") and _is_third_party(name)}
    if heavy := sorted(foreign - _ALLOWED_IMPORTS - {own}):
        raise CheckFailed(f"importing {subject.module} imports {', '.join(heavy)}; import them where they are used")


def imports_only_the_plugin_interface(subject: Subject) -> None:
    """The plugin's source imports nothing of Crossbearing but ``crossbearing.plugin``."""
    spec = find_spec(subject.module)
    if spec is None or spec.origin is None:
        raise CheckFailed(f"{subject.module} has no source file")
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    wrong = {name for name in names if name.startswith("crossbearing.") and name != "crossbearing.plugin"}
    if wrong:
        raise CheckFailed(f"imports {', '.join(sorted(wrong))}; plugins import crossbearing.plugin only")


def can_be_switched_off(subject: Subject) -> None:
    """Switched off by name, the plugin neither takes part nor is imported."""
    program = (
        "import sys\n"
        "from crossbearing.model.errors import CrossbearingError\n"
        "from crossbearing.model.profile import Profile\n"
        "from crossbearing.registry import PluginHost\n"
        f"name, kind = {subject.qualified!r}, {subject.kind!r}\n"
        "try:\n"
        "    host = PluginHost.open(Profile(name='off'), without=[name])\n"
        "    assert name not in host.enabled(kind), 'it still takes part'\n"
        "except CrossbearingError as refusal:\n"
        "    # A profile that addresses the plugin by name must refuse to run without it, and say so.\n"
        "    assert name in str(refusal), refusal\n"
        f"assert {subject.module!r} not in sys.modules, 'it was imported'\n"
    )
    _python("-c", program)


def survives_everything(subject: Subject) -> None:
    """In every situation the plugin answers what its kind promises or raises UnreadableError, and in bounded time."""
    host = exercise.open_host(subject.qualified)
    for outcome in exercise.outcomes(subject.qualified, subject.cases):
        if outcome.unreadable is None:
            _is_an_answer(host, subject, outcome)
        elif not outcome.unreadable.strip():
            raise CheckFailed(f"{outcome.situation.name}: UnreadableError without a reason")


def is_pure(subject: Subject) -> None:
    """Two processes with different hash seeds give the same answers in all situations."""
    arguments = ("-m", "crossbearing.testing.probe", subject.qualified, str(subject.cases or ""))
    first, second = (_python(*arguments, seed=seed) for seed in ("1", "4242"))
    for one, other in zip(first.splitlines(), second.splitlines(), strict=True):
        if one != other:
            raise CheckFailed(f"the answer depends on the hash seed: {one.partition(' ')[2]}")


def matches_its_cases(subject: Subject) -> None:
    """Each case folder's ``expected.json`` is what the plugin answers for its ``input``."""
    from crossbearing.testing.cases import difference

    for folder in exercise.case_folders(subject.cases):
        if complaint := difference(subject.qualified, folder):
            raise CheckFailed(f"case {folder.name}: {complaint}")


def ignores_order(subject: Subject) -> None:
    """The fused scores do not depend on the order in which evidence and weights are listed."""
    host = exercise.open_host(subject.qualified)
    name = subject.qualified.partition(".")[2]
    random = Random(7)  # noqa: S311 - a fixed shuffle, nothing secret
    for situation, evidence, weights in exercise.FUSIONS:
        expected = host.fuse(name, evidence, weights)
        for _ in range(5):
            shuffled = {channel: _shuffled(scores, random) for channel, scores in _shuffled(evidence, random).items()}
            if host.fuse(name, shuffled, _shuffled(weights, random)) != expected:
                raise CheckFailed(f"{situation}: the scores depend on the order of the evidence")


CHECKS: tuple[Check, ...] = (
    Check("registered", (), is_registered),
    Check("documented", (), is_documented),
    Check("contract", (), keeps_its_contract),
    Check("cheap import", (), imports_cheaply),
    Check("plugin interface only", (), imports_only_the_plugin_interface),
    Check("can be switched off", (), can_be_switched_off),
    Check("answers in every situation", (), survives_everything),
    Check("same answer in every process", (), is_pure),
    Check("order does not matter", ("fusion",), ignores_order),
    Check("cases", ("ecosystem", "language"), matches_its_cases),
)
"""All checks, in the order in which they are run and reported."""


def checks_for(kind: str) -> tuple[Check, ...]:
    """The checks that apply to plugins of ``kind``."""
    return tuple(check for check in CHECKS if not check.kinds or kind in check.kinds)


def _is_an_answer(host: PluginHost, subject: Subject, outcome: exercise.Outcome) -> None:
    from crossbearing.registry.answers import wrong_answer

    name, arguments = outcome.situation.name, outcome.situation.arguments
    complaint = wrong_answer(KINDS[subject.kind].required[0], outcome.value, arguments)
    if complaint is None:
        complaint = _BEYOND_THE_TYPE.get(subject.kind, _nothing_more)(outcome)
    if complaint:
        raise CheckFailed(f"{name}: {complaint}")


def _nothing_more(outcome: exercise.Outcome) -> str | None:
    return None


def _evidence_proves(outcome: exercise.Outcome) -> str | None:
    complaints = unproved(outcome.value, outcome.situation.arguments["tree"])
    return complaints[0] if complaints else None


def _lines_exist(outcome: exercise.Outcome) -> str | None:
    last = len(outcome.situation.arguments["file"].lines)
    facts = outcome.value
    for fact in (*facts.definitions, *facts.references, *facts.imports, *facts.literals, *facts.problems):
        if not 1 <= fact.line <= last:
            return f"{type(fact).__name__} is on line {fact.line} of {last}"
    return None


def _hits_are_proved(outcome: exercise.Outcome) -> str | None:
    query = outcome.situation.arguments["query"]
    for hit in outcome.value:
        if hit.words not in query.task:
            return f"fires on {hit.words!r}, which does not stand in the task"
        path, line = hit.evidence.path, hit.evidence.line
        if not query.tree.exists(path) or not 1 <= line <= max(1, len(query.tree.read(path).lines)):
            return f"the evidence {hit.evidence} does not exist"
    return None


def _pool_is_bounded(outcome: exercise.Outcome) -> str | None:
    query, seeds = outcome.situation.arguments["query"], outcome.situation.arguments["seeds"]
    distances = outcome.value.distances
    if any(distances[seed.entity] != 0 for seed in seeds):
        return "a seed is not at distance 0"
    strangers = [entity for entity in distances if not 0 <= entity < len(query.graph)]
    return f"entity {strangers[0]} of the pool does not exist" if strangers else None


def _ranks_only_what_it_was_given(outcome: exercise.Outcome) -> str | None:
    known = {entity for scores in outcome.situation.arguments["evidence"].values() for entity in scores}
    scores = getattr(outcome.value, "entities", outcome.value)
    strangers = sorted(set(scores) - known)
    if strangers:
        return f"scores entity {strangers[0]}, on which there is no evidence"
    return None if all(isfinite(score) for score in scores.values()) else "a score is not finite"


def _shows_no_paths_of_this_machine(outcome: exercise.Outcome) -> str | None:
    for secret in (str(Path.cwd()), str(Path.home())):
        if len(secret) > 1 and secret in outcome.value:
            return f"the output holds the absolute path {secret}"
    return None


def _results_are_in_order(outcome: exercise.Outcome) -> str | None:
    expected = [-item for item in outcome.situation.arguments["items"]]
    return None if outcome.value == expected else f"gave {outcome.value}, expected {expected}"


_BEYOND_THE_TYPE: dict[str, Callable[[exercise.Outcome], str | None]] = {
    "ecosystem": _evidence_proves,
    "language": _lines_exist,
    "signal": _hits_are_proved,
    "expansion": _pool_is_bounded,
    "fusion": _ranks_only_what_it_was_given,
    "renderer": _shows_no_paths_of_this_machine,
    "executor": _results_are_in_order,
}


def _shuffled(mapping: Any, random: Random) -> dict[Any, Any]:
    keys = list(mapping)
    random.shuffle(keys)
    return {key: mapping[key] for key in keys}


def _is_third_party(name: str) -> bool:
    return name not in sys.stdlib_module_names and name != "sitecustomize" and not name.startswith("__")


def _python(*arguments: str, seed: str = "0") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    try:
        run = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        raise CheckFailed(f"did not finish within {TIMEOUT} seconds") from None
    if run.returncode:
        raise CheckFailed(run.stderr.strip().rpartition("\n")[2] or f"exit code {run.returncode}")
    return run.stdout


def run_check(check: Check, subject: Subject) -> str | None:
    """Run one check and return what is wrong, or None; whatever the plugin raises is what is wrong."""
    try:
        check.run(subject)
    except CheckFailed as failure:
        return str(failure)
    except CrossbearingError as failure:
        return str(failure)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # a plugin that exits, and panics of compiled extensions, fail the check too
        notes = "; ".join(getattr(failure, "__notes__", ()))
        return f"{type(failure).__name__}: {failure}" + (f" ({notes})" if notes else "")
    return None


__all__ = ["CHECKS", "Check", "CheckFailed", "Subject", "as_json", "checks_for", "run_check"]
