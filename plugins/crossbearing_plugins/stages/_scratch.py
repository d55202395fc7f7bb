"""Which files are the agent's own: tests, reproductions and scripts that no diff of a fix should hold."""

import re
from pathlib import PurePosixPath

from attrs import frozen

from crossbearing.plugin import Event
from crossbearing_plugins.stages._runners import SCRATCH_NAME, commands_of, is_same_path
from crossbearing_plugins.stages._shell import UNKNOWN_PATH, Write, writes_of

_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__)/|(?:^|/)(?:test_[^/]*|conftest\.py|[^/]*_tests?\.\w+|[^/]*[._](?:test|spec)\.\w+)$"
)
_SCRIPT_OF_A_TEST = re.compile(r"tests?[_.-]\w*\.(?:py|js|ts|sh|rb|go)$")
_NO_SOURCE = re.compile(r"\.(?:md|rst|txt|log|out|diff|patch|json|ya?ml|csv|traj)$", re.IGNORECASE)


@frozen
class Ownership:
    """Tells an agent's own files from tests and sources: by ``folders``, by name near the root, and by use.

    ``scripts`` are files that the agent made and then ran as programs, whatever their names.
    """

    folders: tuple[str, ...]
    scripts: frozenset[str] = frozenset()

    def is_scratch(self, path: str) -> bool:
        """Whether a file is the agent's own."""
        if path in self.scripts or path.startswith(self.folders):
            return True
        name = PurePosixPath(path).name
        has_name = SCRATCH_NAME.search(name) or _SCRIPT_OF_A_TEST.match(name)
        return bool(has_name) and path.count("/") - path.startswith("/") <= 1

    def is_test(self, path: str) -> bool:
        """Whether a file is one of the project's tests, or lies where they do."""
        return bool(_TEST_PATH.search(path))

    def is_source(self, path: str) -> bool:
        """Whether writing a file may change what the program does; one that is not named may."""
        if path == UNKNOWN_PATH:
            return True
        return not (self.is_scratch(path) or self.is_test(path) or _NO_SOURCE.search(path))


def written_by(event: Event) -> tuple[Write, ...]:
    """What one event writes."""
    if event.kind == "edit":
        return (Write(event.path or UNKNOWN_PATH, event.is_whole),)
    return writes_of(event.text) if event.kind == "command" else ()


def ownership_of(events: tuple[Event, ...], folders: tuple[str, ...]) -> Ownership:
    """Find the scripts that the agent made: written whole, unheard of before, and run as programs later."""
    made: dict[str, None] = {}
    for number, event in enumerate(events):
        for write in written_by(event):
            if write.is_whole and write.path not in made and not _is_known(write.path, events[:number]):
                made[write.path] = None
    if not made:
        return Ownership(folders)
    written = frozenset(made)
    run = {
        command.script
        for event in events
        if event.kind == "command"
        for command in commands_of(event.text, written)
        if command.script
    }
    return Ownership(folders, frozenset(path for path in made if any(is_same_path(path, script) for script in run)))


def _is_known(path: str, before: tuple[Event, ...]) -> bool:
    name = PurePosixPath(path).name
    return any(name in event.text or name in event.output or name in event.path for event in before)
