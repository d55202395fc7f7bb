"""Where in the code the edges of one entity come from."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.model.context import Tie
from crossbearing.model.graph import CodeGraph
from crossbearing.recon.assembly import INVOKE_THRESHOLD
from crossbearing.recon.references import ImportTable, ReferenceTable


class Site(NamedTuple):
    """The first place that makes an edge, and how many do."""

    file: str
    line: int
    uses: int = 1


@frozen(eq=False)
class Sites:
    """The sites of all edges of one entity, by edge."""

    graph: CodeGraph
    root: int
    by_tie: dict[Tie, Site]

    @classmethod
    def of(cls, graph: CodeGraph, references: ReferenceTable, imports: ImportTable, root: int) -> "Sites":
        """Collect the sites of ``root``; takes one pass over the tables."""
        found: dict[Tie, Site] = {}
        sources, targets = references.entities, references.targets
        used = (references.confidence >= np.float32(INVOKE_THRESHOLD)) & (targets >= 0)
        rows = np.flatnonzero(((sources == root) | (targets == root)) & used)
        _add(found, graph, "invoke", sources[rows], references.lines[rows], targets[rows], root)
        # What is imported anywhere in a file is imported by its module, and that by the entity that it stands in.
        of_file = graph.file_index[imports.entities] == graph.file_index[root]
        outward = np.flatnonzero(of_file if root == graph.module_of(root) else imports.entities == root)
        owners = np.full(len(outward), root, np.int32)
        _add(found, graph, "import", owners, imports.lines[outward], imports.targets[outward], root)
        inward = np.flatnonzero(imports.targets == root)
        owners = np.array([graph.module_of(int(entity)) for entity in imports.entities[inward]], np.int32)
        _add(found, graph, "import", owners, imports.lines[inward], imports.targets[inward], root)
        return cls(graph, root, found)

    def of_tie(self, tie: Tie) -> Site:
        """The site of an edge; that of a ``contain`` edge is the line that defines what encloses."""
        site = self.by_tie.get(tie)
        if site is None:
            site = Site(self.graph.file(tie.entity), int(self.graph.lines[tie.entity]))
        return site


def _add(
    found: dict[Tie, Site],
    graph: CodeGraph,
    edge_type: str,
    sources: npt.NDArray[np.int32],
    lines: npt.NDArray[np.int32],
    targets: npt.NDArray[np.int32],
    root: int,
) -> None:
    for source, line, target in zip(sources.tolist(), lines.tolist(), targets.tolist(), strict=True):
        if source == target:
            continue
        tie = Tie(edge_type, "out", target) if source == root else Tie(edge_type, "in", source)  # type: ignore[arg-type]
        known = found.get(tie)
        if known is None:
            found[tie] = Site(graph.file(source), line)
        else:
            found[tie] = Site(known.file, min(known.line, line), known.uses + 1)
