"""The commands of a script of continuous integration: what each is for, where it runs, and the line it stands on."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from posixpath import normpath
from typing import NamedTuple

from crossbearing_ecosystems._commands import Command, commands_of
from crossbearing_ecosystems._shell import SimpleCommand, simple_commands

LONGEST = 20_000
"""Of a script, no more characters are read."""

_CONTINUED = re.compile(r"[ \t]*\\\r?\n[ \t]*")
_LEADING = re.compile(r"\A(?:(?:then|else|elif|if|do|while|until|time|!|\{|@)\s+)+")
_LOOP = re.compile(r"(?:^|(?<=[;&|(\n]))[ \t]*(?P<word>for|while|until|select|done)(?=[\s;)]|$)")
_LONGEST_PIPE = 1_000
_PIPES = frozenset({"|", "|&"})
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_JOINTS = {"": "\n", "&&": " && ", "||": " || ", ";": "; "}
_STRUCTURE = re.compile(r"[({]|\b(?:if|for|while|until|case)\b")
_COMPUTED = re.compile(r"[$`*?~%<>{}\[\]]")
_ROOTS = re.compile(
    r"\$\{?(?:GITHUB_WORKSPACE|CI_PROJECT_DIR|CIRCLE_WORKING_DIRECTORY|BUILD_SOURCESDIRECTORY|WORKSPACE)\b\}?"
    r"|\$\{\{\s*github\.workspace\s*\}\}|\$\((?:Build\.SourcesDirectory|System\.DefaultWorkingDirectory)\)"
)
_ENTERS = frozenset({"cd", "chdir", "pushd", "Push-Location", "Set-Location"})
_LEAVES = frozenset({"popd", "Pop-Location"})


class Script(NamedTuple):
    """A script, and what tells the line of the file on which the character at an offset stands."""

    text: str
    line_of: Callable[[int], int]


class Step(NamedTuple):
    """What a script does for one purpose: the commands as written, in which folder, and on which line they start.

    ``first`` and ``last`` are where the first and the last of them start in the script. ``framework`` is the program
    that tests, where the commands name one.
    """

    purpose: str
    command: str
    directory: str
    line: int
    program: str
    framework: str
    first: int
    last: int


def read_steps(script: Script, directory: str, has_folder: Callable[[str], bool]) -> list[Step]:
    """What a script, starting in ``directory``, does for a known purpose.

    Commands for one purpose that directly follow each other are one step. A command in a loop stands with the whole
    loop, one that reads from a pipe with what writes to it, and one in a folder that is computed, or not in the
    repository, with the script up to it.
    """
    steps: list[Step] = []
    for step, joint in _Reader(script, directory, has_folder).steps():
        last = steps[-1] if steps else None
        if joint and last and (last.purpose, last.directory) == (step.purpose, step.directory):
            command = f"{last.command}{joint}{step.command}"
            framework = last.framework or step.framework
            steps[-1] = last._replace(command=command, framework=framework, last=step.last)
        else:
            steps.append(step)
    return steps


def joined(scripts: Sequence[Script]) -> tuple[Script, list[int]]:
    """Scripts that one shell runs after each other as one script, and where each of them starts in it."""
    starts = [0]
    for script in scripts[:-1]:
        starts.append(starts[-1] + len(script.text) + 1)

    def line_of(offset: int) -> int:
        number = bisect_right(starts, offset) - 1
        return scripts[number].line_of(offset - starts[number])

    return Script("\n".join(script.text for script in scripts), line_of), starts


class _Place:
    """The folder that a shell is in, relative to the repository; None where that is computed or not in it."""

    def __init__(self, directory: str, has_folder: Callable[[str], bool]) -> None:
        self.directory: str | None = directory
        self._has_folder = has_folder
        self._before: list[str | None] = []

    def follow(self, command: SimpleCommand) -> bool:
        """Change the folder as a command does; false where it does not."""
        name, *rest = command.words
        arguments = [word for word in rest if not word.startswith("-") or word == "-"]
        if name in _LEAVES or (name in _ENTERS and arguments == ["-"]):
            self.directory = self._before.pop() if self._before else None
        elif name in _ENTERS:
            self._before.append(self.directory)
            self.directory = self._target(arguments[0] if arguments else "~")
        else:
            return False
        return True

    def _target(self, path: str) -> str | None:
        root = _ROOTS.match(path)
        base = "" if root else self.directory
        path = path[root.end() :].lstrip("/\\") if root else path
        path = path.replace("\\", "/")
        if base is None or _COMPUTED.search(path) or path.startswith("/"):
            return None
        target = normpath(f"{base}/{path}" if base else path or ".")
        return "" if target == "." else target if self._has_folder(target) else None


class _Reader:
    """Reads one script from its first command to its last."""

    def __init__(self, script: Script, directory: str, has_folder: Callable[[str], bool]) -> None:
        self.text = script.text[:LONGEST]
        self.line_of = script.line_of
        self.start = directory
        self.place = _Place(directory, has_folder)
        self.loops = _loops(self.text)
        self.groups = _groups(self.text)
        self.seen: set[tuple[str, str | int | None, str | None]] = set()
        # The ends of the parentheses around the current command, and the folder before each of them.
        self.inside: list[tuple[int, str | None]] = []

    def steps(self) -> Iterator[tuple[Step, str]]:
        """Each step, and what stands between it and the one before, if that is for the same purpose and directly so."""
        previous, end, start = "", 0, 0
        for command in simple_commands(self.text):
            self._leave_and_enter(command)
            between = _COMMENT.sub("", self.text[end : command.start]).strip()
            start = start if between in _PIPES and command.start - start < _LONGEST_PIPE else command.start
            end = command.start + len(command.text)
            found = None if self.place.follow(command) else next(commands_of(command.text), None)
            if found is None:
                previous = ""
                continue
            loop = self._loop_around(command)
            is_simple = not loop and self.place.directory is not None and not _LEADING.match(command.text)
            text = self.text[start:end]
            # A loop, or the script up to a command, is claimed once for each purpose: it may be long.
            key = (found.purpose, text if is_simple else loop and loop[0], self.place.directory)
            if key not in self.seen:
                self.seen.add(key)
                written = _clean(self.text[slice(*loop)] if loop else text)
                written = self._up_to(end) if self.place.directory is None else written
                joint = _JOINTS.get(between, "") if is_simple and previous == found.purpose else ""
                yield self._step(command, found, written), joint
            previous = found.purpose if is_simple else ""

    def _leave_and_enter(self, command: SimpleCommand) -> None:
        """Follow the parentheses around a command: what is done in them to the folder ends with them."""
        while self.inside and self.inside[-1][0] < command.start:
            self.place.directory = self.inside.pop()[1]
        if closing := self.groups.get(_before(self.text, command.start)):
            self.inside.append((closing, self.place.directory))

    def _loop_around(self, command: SimpleCommand) -> tuple[int, int] | None:
        number = bisect_right(self.loops, (command.start, LONGEST)) - 1
        return self.loops[number] if number >= 0 and command.start < self.loops[number][1] else None

    def _step(self, command: SimpleCommand, found: Command, written: str) -> Step:
        directory = self.start if self.place.directory is None else self.place.directory
        framework = found.program if found.purpose == "test" and not found.is_indirect else ""
        place, line = command.start, self.line_of(command.start)
        return Step(found.purpose, written, directory, line, found.program, framework, place, place)

    def _up_to(self, end: int) -> str:
        """The script up to the end of a command; all of it, where that would cut a structure in two."""
        before = self.text[:end]
        return (self.text if _STRUCTURE.search(before) else before).strip()


def _clean(text: str) -> str:
    """A command without the words that lead to it, its continued lines joined, the others moved to the left."""
    first, *others = _LEADING.sub("", _CONTINUED.sub(" ", text).strip(), count=1).split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in others if line.strip()), default=0)
    return "\n".join([first, *(line[margin:] for line in others)]).strip()


def _loops(text: str) -> list[tuple[int, int]]:
    """From the first word of each outermost loop to behind its last, in their order."""
    found: list[tuple[int, int]] = []
    starts: list[int] = []
    for match in _LOOP.finditer(text):
        if match["word"] != "done":
            starts.append(match.start("word"))
        elif starts:
            start = starts.pop()
            if not starts:
                found.append((start, match.end()))
    return found


def _groups(text: str) -> dict[int, int]:
    """Where each opening parenthesis is closed."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match[0] == "(":
            waiting.append(match.start())
        elif waiting:
            found[waiting.pop()] = match.start()
    return found


def _before(text: str, place: int) -> int:
    """Where the last character before ``place`` stands that is not blank; -1 where there is none."""
    place -= 1
    while place >= 0 and text[place].isspace():
        place -= 1
    return place
