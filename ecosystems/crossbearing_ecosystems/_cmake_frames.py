"""What is being read of a CMake project: frames of commands, calls, and the paths they mean."""

from collections.abc import Callable, Iterable, Iterator
from posixpath import normpath
from typing import NamedTuple

from crossbearing_ecosystems._build_sheet import Place
from crossbearing_ecosystems._cmake_blocks import Program
from crossbearing_ecosystems._cmake_lexer import Command
from crossbearing_ecosystems._cmake_values import (
    BUILD,
    REPOSITORY,
    Conditions,
    Scope,
    is_known,
    readable,
    split_list,
    unknown,
)

_LONGEST_RANGE = 1_000


class Call(NamedTuple):
    """A command as it is carried out: its arguments expanded, and all that holds where it stands."""

    command: Command
    words: list[str]
    frame: "Frame"

    @property
    def place(self) -> Place:
        """Where the command is written."""
        return Place(self.frame.program.path, self.command.span)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the command is written, and the calls and loops around it, innermost first."""
        return self.place, *self.frame.trail

    @property
    def directory(self) -> str:
        """The folder, relative to the repository, of the list file that is being read."""
        return self.frame.directory


class Frame:
    """Commands that are being read: a file, a branch, one round of a loop, or the body of a function or macro."""

    __slots__ = (
        "conditions",
        "directory",
        "items",
        "kind",
        "leave",
        "local",
        "place",
        "program",
        "scope",
        "start",
        "stop",
        "trail",
        "variable",
    )

    def __init__(self, program: Program, start: int, stop: int, scope: Scope, directory: str) -> None:
        self.program = program
        self.place = self.start = start
        self.stop = stop
        self.scope = scope
        self.directory = directory
        self.kind = "file"
        self.conditions: Conditions = ()
        # Those of the conditions that stand within the scope, and the calls and loops around, innermost first.
        self.local: Conditions = ()
        self.trail: tuple[Place, ...] = ()
        self.items: Iterator[str] = iter(())
        self.variable = ""
        self.leave: Callable[[], None] | None = None

    def inner(self, start: int, stop: int, kind: str) -> "Frame":
        """A frame for a part of the same program, in the same scope."""
        frame = Frame(self.program, start, stop, self.scope, self.directory)
        frame.kind = kind
        frame.conditions, frame.local, frame.trail = self.conditions, self.local, self.trail
        return frame


class Definition(NamedTuple):
    """A function or macro of the project."""

    program: Program
    start: int
    stop: int
    parameters: tuple[str, ...]
    is_macro: bool


def absolute(path: str) -> str:
    """A path of the repository as CMake would see it."""
    return f"{REPOSITORY}/{path}" if path else REPOSITORY


def join(directory: str, name: str) -> str:
    """A path below a folder of the repository, either of which may be empty."""
    return f"{directory}/{name}" if directory else name


def located(text: str, directory: str) -> str | None:
    """The path, relative to the repository, that a text means in ``directory``; None where it lies elsewhere."""
    if not is_known(text) or text.startswith(BUILD):
        return None
    if text.startswith(REPOSITORY):
        text = text.removeprefix(REPOSITORY).lstrip("/")
    elif text.startswith("/") or text[1:2] == ":":
        return None
    else:
        text = join(directory, text)
    path = normpath(text or ".")
    if path == ".." or path.startswith(("../", "/")):
        return None
    return "" if path == "." else path


def arguments_of(words: list[str], parameters: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The variables that a function or macro is called with."""
    yield "ARGC", str(len(words))
    yield "ARGV", ";".join(words)
    yield "ARGN", ";".join(words[len(parameters) :])
    for number, word in enumerate(words[:10]):
        yield f"ARGV{number}", word
    for number, name in enumerate(parameters):
        yield name, words[number] if number < len(words) else ""


def loop_items(words: list[str], scope: Scope) -> Iterable[str]:
    """What a loop goes over; an unknown variable among it stands for an unknown item."""
    if words[:1] == ["RANGE"]:
        numbers = [int(word) for word in words[1:4] if word.lstrip("-").isdigit() and len(word) < 10]
        if not numbers or len(numbers) != len(words) - 1:
            return [unknown("item")]
        first, last = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = abs(numbers[2]) if len(numbers) > 2 and numbers[2] else 1
        return [str(number) for number in range(first, min(last + 1, first + step * _LONGEST_RANGE), step)]
    if words[:1] == ["IN"]:
        return [item for part in _lists_and_items(words[1:], scope) for item in part]
    return words


def _lists_and_items(words: list[str], scope: Scope) -> Iterator[Iterable[str]]:
    mode = ""
    for word in words:
        if word in ("LISTS", "ITEMS", "ZIP_LISTS"):
            mode = word
        elif mode == "ITEMS":
            yield [word]
        elif mode == "LISTS" and (value := scope.get(word)) is not None:
            yield dict.fromkeys(item for text in value.texts for item in split_list(text))
        elif mode:
            yield [unknown(readable(word))]
