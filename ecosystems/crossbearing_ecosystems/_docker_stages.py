"""The stages of a Dockerfile: what each starts from, sets, and starts."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath

from attrs import define, field

from crossbearing.plugin import UnreadableError
from crossbearing_ecosystems._docker_lines import Instruction, substitute, words_of
from crossbearing_ecosystems._sheet import Span

_MOST_STAGES = 500
_LONGEST = 1_000


@define
class Process:
    """What a container starts: words (the exec form), or a text for a shell."""

    words: tuple[str, ...]
    text: str
    span: Span

    def line(self) -> str:
        """One command line."""
        return self.text or shlex.join(self.words)

    def arguments(self) -> tuple[str, ...]:
        """What an entry point in exec form is given by it."""
        return self.words or ("/bin/sh", "-c", self.text)


@define(eq=False)
class Stage:
    """One stage, with what it takes over from the stage that it starts from."""

    name: str
    image: str
    spelling: str
    span: Span
    parent: "Stage | None" = None
    values: dict[str, str] = field(factory=dict)
    environment: dict[str, str] = field(factory=dict)
    variables: list[tuple[str, str, Span]] = field(factory=list)
    copies: list[tuple[str, Span]] = field(factory=list)
    folder: str = ""
    folder_at: Span | None = None
    folder_spelling: str = ""
    entry: Process | None = None
    command: Process | None = None
    has_own_command: bool = False

    def take(self, instruction: Instruction) -> None:
        """Read one instruction of the stage."""
        name, text = instruction.name, instruction.text
        if name == "ENV":
            for key, value in read_pairs(text):
                self.values[key] = self.environment[key] = substitute(value, self.values)
                self.variables.append((key, self.values[key], instruction.span))
        elif name == "ARG":
            for key, default in read_arguments(text):
                if default is not None:
                    self.values.setdefault(key, substitute(default, self.values))
        elif name == "WORKDIR":
            self._change(" ".join(words_of(text)), instruction.span)
        elif name == "CMD":
            self.command = read_process(text, instruction.span)
            self.has_own_command = True
        elif name == "ENTRYPOINT":
            self.entry = read_process(text, instruction.span)
            self.command = self.command if self.has_own_command else None
        elif name in ("COPY", "ADD", "RUN"):
            self.copies += ((image, instruction.span) for image in read_sources(name, text))

    def _change(self, folder: str, span: Span) -> None:
        place = substitute(folder, self.values)
        if "$" in place or not place or len(place) + len(self.folder) > _LONGEST:
            self.folder, self.folder_at = "", None
        elif place.startswith("/") or self.folder:
            self.folder, self.folder_at = normpath(f"{self.folder}/{place}" if place[0] != "/" else place), span
            self.folder_spelling = folder

    def process(self) -> Process | None:
        """What a container of this stage starts, entry point and command combined as Docker combines them."""
        entry, command = self.entry, self.command
        if entry is None or (entry.text and not entry.words) or command is None:
            return entry or command
        return Process(entry.words + command.arguments(), "", entry.span)

    def lineage(self) -> Iterator["Stage"]:
        """The stage, the one that it starts from, and so on."""
        stage: Stage | None = self
        while stage is not None:
            yield stage
            stage = stage.parent


def read_stages(instructions: Sequence[Instruction]) -> list[Stage]:
    """The stages in their order; what stands before the first only sets arguments for the images.

    Raises :class:`UnreadableError` where there are far too many.
    """
    stages: list[Stage] = []
    names: dict[str, Stage] = {}
    arguments: dict[str, str] = {}
    for instruction in instructions:
        if instruction.name == "FROM":
            stage = _start(instruction, arguments, names)
            if len(stages) >= _MOST_STAGES:
                raise UnreadableError(f"more than {_MOST_STAGES} stages", instruction.span[0])
            if stage is not None:
                stages.append(stage)
                names[stage.name.lower() or str(len(stages) - 1)] = stage
        elif stages:
            stages[-1].take(instruction)
        elif instruction.name == "ARG":
            for key, value in read_arguments(instruction.text):
                if value is not None:
                    arguments[key] = substitute(value, arguments)
    return stages


def _start(instruction: Instruction, arguments: Mapping[str, str], names: Mapping[str, Stage]) -> Stage | None:
    words = [word for word in words_of(instruction.text) if not word.startswith("--")]
    if not words:
        return None
    name = words[2] if len(words) > 2 and words[1].lower() == "as" else ""
    image = substitute(words[0], arguments)
    parent = names.get(image.lower())
    stage = Stage(name, "" if parent else image, words[0], instruction.span, parent)
    if parent is not None:
        stage.entry, stage.command = parent.entry, parent.command
        stage.folder, stage.folder_at, stage.folder_spelling = parent.folder, parent.folder_at, parent.folder_spelling
        stage.values, stage.environment = dict(parent.environment), dict(parent.environment)
    return stage


def read_pairs(text: str) -> list[tuple[str, str]]:
    """The names and values of ``ENV name=value …`` or of the old ``ENV name value``."""
    words = words_of(text)
    if words and "=" not in words[0]:
        name, *rest = text.split(None, 1)
        return [(name, " ".join(rest).strip())] if rest else []
    pairs = (word.partition("=") for word in words)
    return [(name, value) for name, equals, value in pairs if name and equals]


def read_arguments(text: str) -> list[tuple[str, str | None]]:
    """The names of ``ARG name[=default] …`` with their defaults."""
    parts = (word.partition("=") for word in words_of(text))
    return [(name, value if equals else None) for name, equals, value in parts]


def read_process(text: str, span: Span) -> Process | None:
    """The exec form is a JSON array of strings; anything else is for a shell. Nothing at all is None."""
    if text.startswith("["):
        try:
            words = json.loads(text)
        except (ValueError, RecursionError):
            words = None
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            return Process(tuple(words), "", span) if words else None
    return Process((), text, span) if text else None


def read_sources(name: str, text: str) -> list[str]:
    """The images or stages that files are taken from: ``COPY --from=…``, ``RUN --mount=type=…,from=…``."""
    found: list[str] = []
    for word in text.split():
        if not word.startswith("--"):
            break
        option, _, value = word.partition("=")
        if option == "--from" and name != "RUN":
            found.append(value)
        elif option == "--mount":
            found += (part[5:] for part in value.split(",") if part.startswith("from="))
    return found
