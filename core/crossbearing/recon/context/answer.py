"""From a task to the context that a model is given, within its budget (reconnaissance specification, §4 and §5)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from crossbearing.model.context import (
    Context,
    ContextQuery,
    FiredSignal,
    Section,
    ShownEntity,
    ShownSignal,
    ShownTie,
    Tie,
)
from crossbearing.model.graph import CodeGraph
from crossbearing.model.location import Location
from crossbearing.model.text import printable
from crossbearing.model.tokens import count_tokens
from crossbearing.recon.context.gate import fired_signals
from crossbearing.recon.context.ladder import Climb, climb_ladder
from crossbearing.recon.context.sites import Sites
from crossbearing.recon.context.tree import MAX_RADIUS, Tree, draw_tree, entity_line
from crossbearing.recon.context.worth import by_worth
from crossbearing.recon.manifest import manifest_header
from crossbearing.recon.references import ImportTable, ReferenceTable

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

TITLE = "## Repository context"
HEADER = "### Manifest header"
EGO_GRAPH = f"### Dependency ego-graph (k={MAX_RADIUS}, tree-encoded)"
LOCAL_MAP = "### Local map (tree-encoded)"
NAMED = "### Named entity"
ALSO_NAMED = "Also named in the task"

_MOST_NAMED = 8
_SECTION_SHARE = 3
"""Sections may take one part in this many of the ladder's budget where the tree needs the rest."""


Uses = tuple[ReferenceTable, ImportTable]
"""The line-level tables that give edges their places."""


def context_of(query: ContextQuery, uses: Uses, host: "PluginHost") -> Context:
    """Answer a question for context.

    Where no signal fires, the answer holds the manifest's header and nothing else. Otherwise the ladder is climbed, and
    the text keeps the profile's budgets: ``header_tokens``, ``graph_tokens`` for what the ladder gathered, and
    ``context_tokens`` for all of it.
    """
    budgets = host.profile.budgets
    header = manifest_header(query.manifest, budgets.header_tokens)
    entity = None if query.entity is None else query.graph.qualnames[query.entity]
    fired, problems = fired_signals(query, host)
    opening = _text((TITLE, HEADER, header_line(header)))
    if not fired:
        return Context(False, entity, header, opening, count_tokens(opening), errors=problems)
    climb = climb_ladder(query, fired, host)
    body = _body(query, uses, climb, min(budgets.graph_tokens, budgets.context_tokens - count_tokens(opening)))
    text = opening + _text(body.lines)
    footing = climb.footing
    return Context(
        retrieved=True,
        entity=entity,
        manifest_header=header,
        text=text,
        tokens=count_tokens(text),
        level=climb.level,
        named=None if footing.named is None else query.graph.qualnames[footing.named],
        root=None if footing.root is None else shown_entity(query.graph, footing.root),
        signals=tuple(_shown_signal(query.graph, item) for item in fired),
        ladder=climb.steps,
        ties=body.ties,
        sections=body.sections,
        omitted=body.omitted,
        errors=problems,
    )


def header_line(header: Mapping[str, Any]) -> str:
    """The manifest's header on one line."""
    parts = []
    for key, value in header.items():
        if key == "languages":
            value = ", ".join(value) or "none"
        elif key != "package_manager":
            value = f"`{value}`"
        parts.append(f"{key}: {value}")
    return printable(" · ".join(parts))


def named_place(graph: CodeGraph, entity: int) -> str:
    """The name of an entity and where it stands: ``shop.cart.Cart [shop/cart.py:12]``."""
    return f"{graph.qualnames[entity]} [{graph.file(entity)}:{int(graph.lines[entity])}]"


def shown_entity(graph: CodeGraph, entity: int) -> ShownEntity:
    """An entity as it is shown."""
    return ShownEntity(
        qualname=graph.qualnames[entity],
        kind=graph.kinds[entity],
        signature=graph.signatures[entity],
        file=graph.file(entity),
        line=int(graph.lines[entity]),
    )


@frozen
class _Body:
    """What the ladder gathered, as far as it fits."""

    lines: tuple[str, ...]
    ties: tuple[ShownTie, ...]
    sections: tuple[Section, ...]
    omitted: dict[str, int]


def _body(query: ContextQuery, uses: Uses, climb: Climb, room: int) -> _Body:
    footing = climb.footing
    sections = [*footing.sections]
    if others := _also_named(query, climb):
        sections.append(Section(ALSO_NAMED, tuple(others)))
    wanted = sum(map(_size, sections))
    if footing.root is None:
        kept, omitted = _fitting_sections(sections, room)
        return _Body(tuple(_section_lines(kept)), (), kept, omitted)
    heading = _heading(query, footing.root, footing.ties)
    for_sections = min(wanted, room // _SECTION_SHARE)
    tree = _tree(query, uses, footing.root, footing.ties, room - for_sections - count_tokens(f"{heading}\n"))
    lines = (heading, *tree.lines) if tree.lines else ()
    left = room - count_tokens(_text(lines))
    kept, omitted = _fitting_sections(sections, left)
    return _Body((*lines, *_section_lines(kept)), tree.ties, kept, {**tree.omitted, **omitted})


def _heading(query: ContextQuery, root: int, ties: Sequence[Tie]) -> str:
    """What the ties show: nothing around the entity, its own file, or what lies beyond."""
    if not ties:
        return NAMED
    files = query.graph.file_index
    leaves = any(tie.direction == "in" or (tie.type != "contain" and files[tie.entity] != files[root]) for tie in ties)
    return EGO_GRAPH if leaves else LOCAL_MAP


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _tree(query: ContextQuery, uses: Uses, root: int, ties: Sequence[Tie], room: int) -> Tree:
    sites = Sites.of(query.graph, *uses, root)
    shown = []
    for tie in by_worth(query, sites, ties):
        site = sites.of_tie(tie)
        entity = shown_entity(query.graph, tie.entity)
        shown.append(ShownTie(tie.type, tie.direction, entity, site.file, site.line, site.uses))
    return draw_tree(shown_entity(query.graph, root), shown, room)


def _also_named(query: ContextQuery, climb: Climb) -> list[str]:
    """What else the words of the task name, each once: further entities, and settings by the lines that hold them."""
    graph = query.graph
    known = {climb.footing.root, climb.footing.named, *(tie.entity for tie in climb.footing.ties)}
    lines: dict[str, None] = {}
    for hit in (fired.hit for fired in climb.footing.fired if fired.hit.words):
        if hit.entity is not None and hit.entity not in known:
            known.add(hit.entity)
            lines[entity_line(shown_entity(graph, hit.entity))] = None
        elif graph.module_of_file(hit.evidence.path) is None or _is_inside(graph, hit.entity, hit.evidence):
            lines[f"{hit.reason} [{hit.evidence}]"] = None
    return [*lines][:_MOST_NAMED]


def _is_inside(graph: CodeGraph, entity: int | None, evidence: Location) -> bool:
    """Whether what proves a hit is a line inside what it points at, which the entity's own line does not show."""
    return entity is not None and evidence.path == graph.file(entity) and evidence.line != int(graph.lines[entity])


def _fitting_sections(sections: Iterable[Section], room: int) -> tuple[tuple[Section, ...], dict[str, int]]:
    """The sections cut to ``room`` tokens, from their last lines, and how many lines of each were cut."""
    kept, omitted = [], {}
    for section in sections:
        room -= count_tokens(f"### {section.heading}\n")
        lines: list[str] = []
        for line in section.lines:
            room -= count_tokens(f"{printable(line)}\n")
            if room < 0:
                break
            lines.append(line)
        if lines:
            kept.append(Section(section.heading, tuple(lines)))
        if len(lines) < len(section.lines):
            omitted[section.heading.lower()] = len(section.lines) - len(lines)
    return tuple(kept), omitted


def _section_lines(sections: Iterable[Section]) -> Iterable[str]:
    for section in sections:
        yield f"### {section.heading}"
        yield from map(printable, section.lines)


def _size(section: Section) -> int:
    return count_tokens(_text((f"### {section.heading}", *section.lines)))


def _shown_signal(graph: CodeGraph, fired: FiredSignal) -> ShownSignal:
    hit = fired.hit
    named = None if hit.entity is None else graph.qualnames[hit.entity]
    return ShownSignal(fired.signal, hit.words, str(hit.evidence), hit.reason, named)
