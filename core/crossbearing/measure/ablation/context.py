"""What gate and ladder retrieve for an issue, measured as ranked regions (reconnaissance specification, §6.2).

The question is the one of an agent that starts on the issue and works nowhere in particular yet. The regions are the
entity that the ladder names, the one around which it gathers, and the ends of the edges shown, in that order; where no
signal fires, nothing is retrieved.
"""

from typing import TYPE_CHECKING, Any

from crossbearing.measure.dataset import Instance
from crossbearing.measure.gold import FUNCTION_KINDS, Gold
from crossbearing.measure.metrics import Span, context_efficiency, recall
from crossbearing.model.context import ContextQuery, Footing
from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.context.gate import fired_signals
from crossbearing.recon.context.ladder import climb_ladder
from crossbearing.recon.scan import RepositoryMap

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

SCHEMA = "crossbearing.context-instance/1"
_CUT = 5


def context_line(
    instance: Instance,
    configuration: str,
    without: tuple[str, ...],
    scanned: RepositoryMap,
    gold: Gold,
    host: "PluginHost",
) -> dict[str, Any]:
    """Ask for the context of an instance's issue and compare the regions with the gold functions."""
    query = ContextQuery(instance.task.text, None, scanned.graph, scanned.manifest, scanned.tree)
    fired, _ = fired_signals(query, host)
    climb = climb_ladder(query, fired, host) if fired else None
    steps = climb.steps if climb else ()
    named = {hit.signal for hit in fired} | {f"rung.{step.rung}" for step in steps if step.is_climbed}
    if traces := sorted(named & set(without)):
        raise CrossbearingError(f"{traces[0]} was left out and still takes part")
    regions = _regions(climb.footing, scanned) if climb else []
    return {
        "schema": SCHEMA,
        "instance_id": instance.task.instance_id,
        "repo": instance.task.repo,
        "language": instance.language,
        "configuration": configuration,
        "row": instance.digest,
        "status": "measured",
        "signals": sorted({hit.signal for hit in fired}),
        "rungs": [step.rung for step in steps if step.is_climbed],
        "regions": [f"{region.file}:{region.line}-{region.end_line}" for region in regions],
        "figures": _figures(regions, gold),
    }


def _regions(footing: Footing, scanned: RepositoryMap) -> list[Span]:
    graph = scanned.graph
    entities = [footing.named, footing.root, *(tie.entity for tie in footing.ties)]
    kept = dict.fromkeys(e for e in entities if e is not None and graph.kinds[e] in FUNCTION_KINDS)
    return [Span(graph.file(e), int(graph.start_lines[e]), int(graph.end_lines[e])) for e in kept]


def _figures(regions: list[Span], gold: Gold) -> dict[str, float]:
    if not gold.functions:
        return {}
    wanted = [Span(each.file, each.line, each.end_line) for each in gold.functions]
    return {
        "context_recall@5": round(recall(regions, wanted, _CUT), 6),
        "context_efficiency@100": round(context_efficiency(regions, wanted), 6),
    }
