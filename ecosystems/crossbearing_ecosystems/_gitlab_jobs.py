"""The jobs of a pipeline of GitLab, with what they take from others."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from crossbearing_ecosystems._ci_sheet import CiSheet
from crossbearing_ecosystems._gitlab_files import Part
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text

_NO_JOBS = frozenset({"default", "include", "variables", "workflow", "spec", "cache", "image"})
_MOST_TABLES = 30
_MOST_LINES = 2_000
_MOST_REFERENCES = 200


class Placed(NamedTuple):
    """A value, and the sheet of the file in which it stands."""

    value: Any
    sheet: CiSheet


class Job(NamedTuple):
    """A job: its own tables before those that it extends."""

    name: str
    tables: tuple[Part, ...]

    def get(self, key: str) -> Placed | None:
        """What holds for the job, without what holds for all jobs."""
        return next((Placed(root[key], sheet) for root, sheet in self.tables if key in root), None)


class Jobs:
    """All jobs of a pipeline, the hidden ones too."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self._tables: dict[str, list[Part]] = {}
        self._jobs: dict[str, Job] = {}
        stated = ((root.get("default"), sheet) for root, sheet in reversed(parts))
        self._defaults = [Part(table, sheet) for table, sheet in stated if isinstance(table, PlacedTable)]
        # What holds for all jobs was once said at the top.
        self._defaults += reversed(parts)
        for root, sheet in reversed(parts):
            for name, table in root.items():
                if isinstance(table, PlacedTable) and name not in _NO_JOBS:
                    self._tables.setdefault(name, []).append(Part(table, sheet))

    def visible(self) -> Iterator[Job]:
        """The jobs that run."""
        for name in self._tables:
            if not name.startswith("."):
                yield self.job(name)

    def job(self, name: str) -> Job:
        """A job with all that it extends, the nearest first."""
        if name not in self._jobs:
            self._jobs[name] = Job(name, tuple(self._linearized(name)))
        return self._jobs[name]

    def _linearized(self, name: str) -> list[Part]:
        found: list[Part] = []
        waiting, seen = [name], {name}
        while waiting and len(found) < _MOST_TABLES:
            own = self._tables.get(waiting.pop(), [])
            found += own
            extends = next((root["extends"] for root, _ in own if "extends" in root), None)
            # Of several, the last one listed goes before the others.
            for parent in extends if isinstance(extends, PlacedList) else [extends]:
                if isinstance(parent, Text) and parent not in seen:
                    seen.add(parent)
                    waiting.append(str(parent))
        return found

    def value(self, job: Job, key: str) -> Placed | None:
        """What holds for a job: what it says, else what is said for all, unless it refuses that."""
        if found := job.get(key):
            return found
        inherited = job.get("inherit")
        allowed = inherited.value.get("default") if inherited and isinstance(inherited.value, PlacedTable) else None
        if allowed == "false" or (isinstance(allowed, PlacedList) and key not in allowed):
            return None
        return next((Placed(root[key], sheet) for root, sheet in self._defaults if key in root), None)

    def lines(self, found: Placed | None) -> list[tuple[Text, CiSheet]]:
        """The texts of a script: its items, those of lists within it, and those that it refers to."""
        texts: list[tuple[Text, CiSheet]] = []
        waiting: list[Placed] = [found] if found else []
        steps = references = 0
        while waiting and len(texts) < _MOST_LINES and steps < 10 * _MOST_LINES:
            steps += 1
            value, sheet = waiting.pop()
            if isinstance(value, Text):
                texts.append((value, sheet))
            elif isinstance(value, PlacedList) and value.tag == "!reference":
                references += 1
                if references <= _MOST_REFERENCES and (target := self._referred(value)):
                    waiting.append(target)
            elif isinstance(value, PlacedList):
                waiting += [Placed(item, sheet) for item in reversed(value[:_MOST_LINES])]
        return texts

    def _referred(self, path: PlacedList) -> Placed | None:
        """What ``!reference [job, key]`` stands for."""
        if len(path) < 2 or not all(isinstance(part, Text) for part in path):
            return None
        if path[0] == "default":
            found = next((Placed(root[path[1]], sheet) for root, sheet in self._defaults if path[1] in root), None)
        else:
            found = self.job(path[0]).get(path[1])
        for part in path[2:]:
            found = Placed(found.value.get(part), found.sheet) if found and isinstance(found.value, dict) else None
        return found
