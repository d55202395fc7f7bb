"""What commits wrote, as it is found in the definitions of today."""

from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing_channels._past import PastCommits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

    Array = npt.NDArray[np.float64]
    Spans = tuple[tuple[int, int], ...]

_TRACED_FILES = 5


@define(eq=False)
class Writings:
    """What commits wrote, as it is found in the candidates of today."""

    query: "Query"
    past: PastCommits
    scores: "Array"
    weights: dict[int, float] = field(factory=dict)
    commits: dict[int, int] = field(factory=dict)
    """The commit that an entity owes most to."""

    def follow(self, commits: list[int]) -> None:
        """Find what the commits wrote in files that hold candidates, the best commit first."""
        graph, history = self.query.graph, self.past.history
        holding = set(graph.file_index[self.query.candidates].tolist())
        wanted: dict[tuple[str, str], int] = {}
        for commit in commits:
            files = self.past.files[self.past.rows == commit].tolist()
            for file in [file for file in files if file in holding][:_TRACED_FILES]:
                wanted[history.commit_id(commit), graph.files[file]] = commit
        found = self.query.history.lines(list(wanted)) if wanted else {}
        for pair, commit in wanted.items():
            self._add(commit, pair[1], found.get(pair, ()))

    def _add(self, commit: int, path: str, spans: "Spans") -> None:
        owners = _owners(self.query, path)
        touched = {owner for first, last in spans for owner in owners[first : last + 1] if owner >= 0}
        for entity in sorted(touched):
            self.weights[entity] = self.weights.get(entity, 0.0) + float(self.scores[commit])
            self.commits.setdefault(entity, commit)


def _owners(query: "Query", path: str) -> list[int]:
    """For each line of a file the candidate that is innermost there, or -1; whole files own nothing."""
    import numpy as np

    graph = query.graph
    entities = graph.entities_of_file(path)
    owners = np.full(int(graph.end_lines[entities[0]]) + 1 if entities else 0, -1, np.int64)
    for entity in entities[1:]:
        # Definitions come in the order of their lines: an inner one after the one around it.
        owner = entity if query.population[entity] else -1
        owners[graph.start_lines[entity] : graph.end_lines[entity] + 1] = owner
    return owners.tolist()
