"""What a command line is for, judged by the program that it runs: to test, build, lint, format, check types, …

Only programs whose purpose does not depend on the project are known, and scripts and targets that say by their name
what they are for (`make lint`, `npm run build`, `./scripts/test.sh`); anything else has no purpose, which is not an
error: no runner is guessed.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from crossbearing_ecosystems._command_special import SPECIAL
from crossbearing_ecosystems._command_tables import (
    PROGRAMS,
    PURPOSES,
    PYTHON_MODULES,
    RUNNERS,
    RUNNERS_OF_SCRIPTS,
    SCRIPTS,
    SUBCOMMANDS,
    WRAPPERS,
)
from crossbearing_ecosystems._command_words import (
    ASSIGNMENT,
    Verdict,
    by_path,
    by_program_known,
    by_script,
    first_name,
    module_of,
    most_wanted,
    names_of,
    purpose_of_name,
)
from crossbearing_ecosystems._shell import simple_commands

__all__ = ["PURPOSES", "Command", "commands_of", "framework_of", "purpose_of", "purpose_of_name"]

_PYTHON = re.compile(r"\$?[({]*(?:python|pypy)[\d.]*[tw]?(?:[)}]*|\$.*|:-.*)|py|\$\(PY\)|\$\{?PY\}?", re.IGNORECASE)
_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash", "pwsh", "powershell"})
_QUESTIONS = frozenset({"--version", "-V", "--help", "-h", "-version", "version"})
_LONGEST = 20_000
_DEEPEST = 3
_MOST_WRAPPERS = 12


class Command(NamedTuple):
    """One simple command of a script: the words as written, its purpose, and the program that decided.

    ``is_indirect`` is true where the program is one that runs what the project gives a name (``npm test``).
    """

    text: str
    purpose: str
    program: str
    is_indirect: bool = False


def purpose_of(script: str) -> str:
    """The purpose of a script: that of its commands which comes first in :data:`PURPOSES`, or an empty string."""
    return most_wanted(command.purpose for command in commands_of(script))


def framework_of(script: str) -> str:
    """The test framework that a script runs: its program, or the tool with its subcommand (``go test``), or ``""``.

    What a script or target of the project runs is not known from its name: ``npm test`` is no framework.
    """
    commands = (command for command in commands_of(script) if command.purpose == "test" and not command.is_indirect)
    program = next((command.program for command in commands), "")
    return "pytest" if program == "py.test" else program


def commands_of(script: str) -> Iterator[Command]:
    """The simple commands of a script in which a purpose is known, in their order."""
    return iter(_commands(script[:_LONGEST], 0))


@lru_cache(maxsize=2048)
def _commands(script: str, depth: int) -> tuple[Command, ...]:
    found = ((command.text, _judge(command.words, depth)) for command in simple_commands(script))
    return tuple(Command(text, *verdict) for text, verdict in found if verdict)


def _judge(given: Sequence[str], depth: int) -> Verdict | None:
    """What one simple command is for; wrappers are taken off it one by one."""
    words = list(given)
    is_script = False
    for _ in range(_MOST_WRAPPERS):
        start = next((number for number, word in enumerate(words) if not ASSIGNMENT.fullmatch(word)), len(words))
        words = words[start:]
        if not words:
            return None
        program, rest = _program(words[0]), words[1:]
        if len(rest) == 1 and rest[0] in _QUESTIONS:
            return None
        if program in _SHELLS:
            return _by_shell(rest, depth)
        inner = _unwrapped(program, rest)
        if inner is None:
            break
        is_script = is_script or program in RUNNERS_OF_SCRIPTS
        words = inner
    else:
        return None
    verdict = _by_program(program, rest) or by_path(words[0])
    if verdict is None and is_script and (purpose := purpose_of_name(words[0].rpartition(":")[2] or words[0])):
        return Verdict(purpose, words[0], is_indirect=True)
    return verdict


def _program(word: str) -> str:
    """The name of a program, without its folder and the endings that Windows gives it."""
    name = word.lstrip("@-").replace("\\", "/").rpartition("/")[2]
    for ending in (".exe", ".cmd", ".bat"):
        name = name.removesuffix(ending)
    return "python" if _PYTHON.fullmatch(name) else name


def _unwrapped(program: str, rest: list[str]) -> list[str] | None:
    """The command that a wrapper runs, or None where ``program`` is none."""
    if program == "python":
        module, after = module_of(rest)
        return [module.replace("_", "-"), *after] if module and module not in PYTHON_MODULES else None
    if program == "coverage" and "-m" in rest[1:]:
        return ["python", *rest[rest.index("-m") :]]
    if program == "command" and rest[:1] and rest[0] in ("-v", "-V"):
        return None
    if program in RUNNERS:
        place = first_name(program, rest)
        if not RUNNERS[program]:
            return rest[place:] if place < len(rest) else None
        if place < len(rest) and rest[place] in RUNNERS[program]:
            after = rest[place + 1 :]
            after = after[1:] if after[:1] == ["run"] and program == "uv" else after
            start = first_name(program, after)
            return after[start:] if start < len(after) else None
    if program in WRAPPERS:
        place = first_name(program, rest)
        return rest[place:] if place < len(rest) else None
    return None


def _by_shell(rest: list[str], depth: int) -> Verdict | None:
    """A shell runs a text that it is given (``-c``), or a file."""
    place = first_name("sh", rest)
    if place == len(rest):
        return None
    is_text = any(word.startswith("-") and word.lower().endswith(("c", "command")) for word in rest[:place])
    if not is_text:
        return by_path(f"./{rest[place]}")
    inner = _commands(rest[place], depth + 1) if depth < _DEEPEST else ()
    purpose = most_wanted(command.purpose for command in inner)
    found = next((command for command in inner if command.purpose == purpose), None)
    return Verdict(found.purpose, found.program, found.is_indirect) if found else None


def _by_program(program: str, rest: list[str]) -> Verdict | None:
    if special := SPECIAL.get(program):
        return special(rest)
    names = names_of(program, rest)
    known = SUBCOMMANDS.get(program, {})
    for word in [*rest, *names[:1]] if program == "node" else names[:1]:
        if purpose := known.get(word, ""):
            return Verdict(purpose, f"{program} {word}", is_indirect=program in ("npm", "pnpm"))
    if program in SCRIPTS and (found := by_script(program, names)):
        return found
    if program in PROGRAMS:
        return by_program_known(program, names)
    return None
