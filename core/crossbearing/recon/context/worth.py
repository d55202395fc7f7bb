"""Which edges are worth most where not all can be shown."""

import re
from collections.abc import Iterable

from crossbearing.model.context import ContextQuery, Tie
from crossbearing.recon.context.sites import Sites

_TYPES = ("contain", "invoke", "import")


def by_worth(query: ContextQuery, sites: Sites, ties: Iterable[Tie]) -> list[Tie]:
    """The edges in the order of their worth.

    First what encloses, then what the task names, then what the entity uses, then what uses it: callers in source files
    before those in tests, near ones (by common folders) before far ones, frequent ones before rare ones.
    """
    graph = query.graph
    home = graph.file(sites.root).split("/")[:-1]
    folders: dict[int, tuple[bool, int]] = {}
    said = frozenset(re.findall(r"\w+", query.task))

    def nearness(entity: int) -> tuple[bool, int]:
        number = int(graph.file_index[entity])
        if number not in folders:
            common = 0
            for one, other in zip(home, graph.files[number].split("/")[:-1], strict=False):
                if one != other:
                    break
                common += 1
            folders[number] = graph.roles[number] != "source", -common
        return folders[number]

    def worth(tie: Tie) -> tuple[bool, bool, bool, tuple[bool, int], int, int, int]:
        return (
            tie.type != "contain",
            graph.names[tie.entity] not in said,
            tie.direction != "out",
            nearness(tie.entity),
            -sites.of_tie(tie).uses,
            _TYPES.index(tie.type) if tie.type in _TYPES else len(_TYPES),
            tie.entity,
        )

    return sorted(ties, key=worth)
