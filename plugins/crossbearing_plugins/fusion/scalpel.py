"""Scalpel's score: ``3·traceback + 2·symbol + 1·semantic + 0.5·centrality`` (Scalpel, F1).

A traceback and a named symbol are hits or none: whatever their channels say in detail, a place that they point at has
the whole of their share. Words decide only where hits lead to fewer than three files; centrality breaks ties.

Example, in a profile (the preset ``scalpel`` is this)::

    [fusion]
    name = "scalpel"
    weights = { stack = 3, symbol = 2, semantic = 1, centrality = 0.5 }

Limits: only proportions of the weights matter, and a channel without evidence is left out; evidence by other names
counts as it is, with its weight.
"""

from collections.abc import Mapping

from attrs import field, frozen, validators

from crossbearing.plugin import Query, hookimpl

VERSION = 1


@frozen
class Options:
    """``hits``: evidence that is there or is not; ``fallback``: evidence for where hits name too few files."""

    hits: tuple[str, ...] = ("stack", "symbol")
    fallback: tuple[str, ...] = ("semantic",)
    least_files: int = field(default=3, validator=[validators.instance_of(int), validators.ge(0)])
    """How many files hits must name to need no fallback."""


@hookimpl
def fuse(
    evidence: Mapping[str, Mapping[int, float]],
    weights: Mapping[str, float],
    query: Query | None,
    options: Options | None,
) -> dict[int, float]:
    """Add up the shares of hits, of words where they are needed, and of everything else."""
    options = options or Options()
    named = {entity for name in options.hits for entity, score in evidence.get(name, {}).items() if score > 0}
    files = named if query is None else {int(query.graph.file_index[entity]) for entity in named}
    unneeded = options.fallback if len(files) >= options.least_files else ()
    fused: dict[int, float] = {}
    for name in sorted(evidence.keys() - set(unneeded)):
        weight = weights.get(name, 0.0)
        for entity, score in evidence[name].items():
            if score > 0:
                fused[entity] = fused.get(entity, 0.0) + weight * (1.0 if name in options.hits else score)
    return fused
