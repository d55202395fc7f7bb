"""R3: the subsystem, which is the component that holds the entity, with what gathers, runs and tests it.

Climbed on evidence that crosses components: the neighbourhood reaches into another one, or the task names one outside
(S6). Shows the component, the components it reaches into, the targets of the build that take part in it or gather it,
its commands and its test suites, each with the line of the manifest that says so.

Example: ``billing`` depends on ``shop``: both, the target ``all``, ``make test`` and ``pytest billing/tests``.
"""

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen, validators

from crossbearing.plugin import Claim, Footing, Section, Stop, hookimpl
from crossbearing_plugins.rungs._ties import component_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crossbearing.plugin import ContextQuery

VERSION = 1


@frozen
class Options:
    """``most``: how many lines of each kind are shown."""

    most: int = field(default=8, validator=validators.ge(1))


@hookimpl
def climb(query: "ContextQuery", below: Footing, options: Options | None) -> Footing | Stop:
    """Add the component around the entity, its aggregators, runners and tests."""
    most = (options or Options()).most
    if not below.beyond:
        return Stop("nothing leads out of the component")
    if below.root is None:
        return Stop("there is no entity of the project to look around")
    folders = dict.fromkeys([component_path(query, below.root), *_reached(query, below)])
    lines = [line for folder in folders for line in _component_lines(query, folder, most)]
    beyond = _far_away(query, below, set(folders))
    section = Section("Subsystem", tuple(dict.fromkeys(lines)))
    return evolve(below, rung="r3", sections=(*below.sections, section), reason=below.beyond, beyond=beyond)


def _reached(query: "ContextQuery", below: Footing) -> "Iterator[str]":
    for tie in below.ties:
        if tie.direction == "out" and (folder := component_path(query, tie.entity)):
            yield folder


def _component_lines(query: "ContextQuery", folder: str, most: int) -> "Iterator[str]":
    manifest = query.manifest
    # A package is a component inside that of its project, which has the commands.
    inside = [item for item in manifest.components if f"{folder}/".startswith(f"{item.path}/")]
    names = {item.name for item in inside}
    homes = {folder, *(item.path for item in inside)}
    targets = [item for item in manifest.targets if item.directory in homes or item.name in names]
    gathering = [item for item in manifest.targets if item.kind == "aggregator" and _gathers(item.depends_on, targets)]
    yield from _shown("component", ((f"{item.name} ({item.kind})", item) for item in inside), most)
    yield from _shown("target", ((f"{item.name} ({item.kind})", item) for item in [*targets, *gathering]), most)
    runners = ((f"{item.name}: `{item.command}`", item) for item in manifest.runners if item.directory in homes)
    yield from _shown("run", runners, most)
    yield from _shown(
        "test",
        (
            (f"{item.framework}: `{item.command}`" if item.command else item.framework, item)
            for item in manifest.tests
            if item.component in homes or any(item.component == other.component for other in inside)
        ),
        most,
    )


def _gathers(names: "Iterable[str]", targets: "Iterable[Claim]") -> bool:
    return not {getattr(target, "name", "") for target in targets}.isdisjoint(names)


def _shown(word: str, items: "Iterable[tuple[str, Claim]]", most: int) -> "Iterator[str]":
    for text, claim in [*items][:most]:
        yield f"{word} {text} [{claim.evidence}]"


def _far_away(query: "ContextQuery", below: Footing, folders: set[str]) -> str:
    """What the task names in a component that is not among those shown."""
    for fired in below.fired:
        entity = fired.hit.entity
        if fired.signal == "signal.s6" and entity is not None and component_path(query, entity) not in folders:
            return fired.hit.reason
    return ""
