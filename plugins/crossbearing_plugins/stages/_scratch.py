"""Which files are the agent's own: tests, reproductions and scripts that no diff of a fix should hold."""

import re
from pathlib import PurePosixPath

from attrs import frozen

from crossbearing.plugin import Event
from crossbearing_plugins.stages._runners import SCRATCH_NAME, commands_of, is_same_path
from crossbearing_plugins.stages._shell import UNKNOWN_PATH, Write, writes_of, written_by_code

_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__)/|(?:^|/)(?:test_[^/]*|conftest\.py|[^/]*_tests?\.\w+|[^/]*[._](?:test|spec)\.\w+)$"
)
_SCRIPT_OF_A_TEST = re.compile(r"tests?[_.-]\w*\.(?:py|js|ts|sh|rb|go)$")
_NAME = re.compile(r"[\w.-]+")
_LONGEST = 1_000_000
_EDITOR_NAME = re.compile(r"(?:fix|patch|apply|update|modify|edit|replace|rewrite|refactor)\w*\.\w+$")
_CHANGES_TEXT = re.compile(r"\.replace\(|\bre\.sub\(|\.readlines\(|\.splitlines\(|\.insert\(")
_CODE = re.compile(
    r"\.(?:py|pyx|pyi|[cm]?jsx?|[cm]?tsx?|go|rs|java|kt|scala|rb|php|c|cc|cpp|h|hpp|cs|swift|exs?|lua|sh)$",
    re.IGNORECASE,
)
_NO_SOURCE = re.compile(
    r"\.(?:md|rst|txt|log|out|diff|patch|json|ya?ml|csv|traj|bak\d*|backup\d*|orig|old|rej|swp|save)$|~$", re.IGNORECASE
)


@frozen
class Ownership:
    """Tells an agent's own files from tests and sources: by ``folders``, by name near the root, and by use.

    ``scripts`` are files that the agent made and then ran as programs, whatever their names; ``editors`` are programs
    that write sources.
    """

    folders: tuple[str, ...]
    scripts: frozenset[str] = frozenset()
    editors: frozenset[str] = frozenset()

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

    def edits(self, script: str) -> bool:
        """Whether running a script is an edit of the source rather than a test."""
        return any(is_same_path(script, path) for path in self.editors)


def written_by(event: Event) -> tuple[Write, ...]:
    """What one event writes."""
    if event.kind == "edit":
        return (Write(event.path or UNKNOWN_PATH, event.is_whole, event.text),)
    return writes_of(event.text) if event.kind == "command" else ()


def ownership_of(events: tuple[Event, ...], folders: tuple[str, ...]) -> Ownership:
    """Find the scripts that the agent made: written whole, unheard of before, and run as programs later."""
    heard: set[str] = set()
    written: set[str] = set()
    made: set[str] = set()
    editors = set()
    for event in events:
        for write in written_by(event):
            if write.is_whole:
                made |= {write.path} - written if PurePosixPath(write.path).name not in heard else set()
                if _edits_source(write):
                    editors.add(write.path)
            written.add(write.path)
        for said in (event.text, event.output, event.path):
            heard.update(_NAME.findall(said[:_LONGEST]))
    if not made:
        return Ownership(folders, editors=frozenset(editors))
    run = {
        PurePosixPath(command.script).name: command.script
        for event in events
        if event.kind == "command"
        for command in commands_of(event.text, frozenset(made))
        if command.script
    }
    scripts = (path for path in made if is_same_path(path, run.get(PurePosixPath(path).name, "")))
    return Ownership(folders, frozenset(scripts), frozenset(editors))


def _edits_source(script: Write) -> bool:
    """Whether a program changes sources: it writes one by name, or text that it has read and changed."""
    if not script.content and _EDITOR_NAME.match(PurePosixPath(script.path).name):
        return True
    changes = _CHANGES_TEXT.search(script.content) is not None
    return any(
        changes if write.path == UNKNOWN_PATH else _CODE.search(write.path) and not write.path.startswith("/tmp/")  # noqa: S108
        for write in written_by_code(script.content)
    )
