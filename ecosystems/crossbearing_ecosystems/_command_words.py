"""The words of a command line, and what the names that a project gives its scripts and targets say."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from crossbearing_ecosystems._command_tables import BINARIES, NAMES_WITHOUT_WORD, PROGRAMS, PURPOSES, SCRIPTS, VALUED

_NAMED = re.compile(
    r"(?:build[-_:](?=docs?(?![a-z0-9])))?(?P<purpose>tests?|build|lint(?:ing|er|ers)?|format|fmt|typecheck|type-check|types-check|typing|docs?"
    r"|bench(?:marks?)?|install|publish)(?![a-z0-9])"
)
_NAMES = {
    "tests": "test",
    "linting": "lint",
    "linter": "lint",
    "linters": "lint",
    "fmt": "format",
    "type-check": "typecheck",
    "types-check": "typecheck",
    "typing": "typecheck",
    "doc": "docs",
    "benchmark": "bench",
    "benchmarks": "bench",
}
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=.*", re.DOTALL)
_RUN_TESTS = re.compile(r"(?:.*[-_])?run[-_]?(?:all[-_]?)?(?:unit[-_]?)?tests?")
_SCRIPT_ENDINGS = frozenset({"sh", "bash", "py", "ps1", "bat", "cmd", "js", "mjs", "cjs", "ts", "rb", "php", "pl"})
_MANY = frozenset({"make", "gmake", "just", "task", "rake", "nx", "turbo", "grunt", "gulp", "invoke", "inv", "mage"})
"""Programs that can be told to run several of the project's targets."""


class Verdict(NamedTuple):
    """A purpose, the program that decided, and whether that runs what the project gives a name."""

    purpose: str
    program: str
    is_indirect: bool = False


def purpose_of_name(name: str) -> str:
    """What a target or script is for by its name: ``test:unit`` tests, ``build-docs`` documents; ``""`` for most."""
    match = _NAMED.match(name.lower())
    return _NAMES.get(match["purpose"], match["purpose"]) if match else ""


def most_wanted(purposes: Iterable[str]) -> str:
    """The purpose that comes first in :data:`PURPOSES`, or an empty string."""
    found = set(purposes)
    return next((purpose for purpose in PURPOSES if purpose in found), "")


def module_of(rest: list[str]) -> tuple[str, list[str]]:
    """The module that Python runs and the words after it; an empty name where it runs a file or a text."""
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        if rest[place] == "-m" and place + 1 < len(rest):
            return rest[place + 1], rest[place + 2 :]
        place += 2 if rest[place] in VALUED["python"] else 1
    return "", rest


def first_name(program: str, rest: Sequence[str], place: int = 0) -> int:
    """Where the first word stands that is neither an option of ``program``, nor the value of one, nor a number."""
    valued = VALUED.get(program, frozenset())
    while place < len(rest):
        word = rest[place]
        if word in valued:
            place += 1
        elif not (word.startswith(("-", "+")) or word[:1].isdigit() or ASSIGNMENT.fullmatch(word)) or word == "--":
            break
        place += 1
    return min(place, len(rest))


def names_of(program: str, rest: Sequence[str]) -> list[str]:
    """The words that are neither options of ``program``, nor their values, nor numbers, nor assignments."""
    found: list[str] = []
    place = first_name(program, rest)
    while place < len(rest) and rest[place] != "--":
        found.append(rest[place])
        place = first_name(program, rest, place + 1)
    return found


def by_path(word: str) -> Verdict | None:
    """A program of the project itself, which its path gives away: what its file's name says it is for."""
    path = word.replace("\\", "/")
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if dot and ending not in _SCRIPT_ENDINGS:
        return None
    if not (slash or dot) or folder.endswith((".bin", "vendor/bin")):
        return None
    stem = stem or name
    purpose = "test" if _RUN_TESTS.fullmatch(stem) else purpose_of_name(stem)
    return Verdict(purpose, name, is_indirect=True) if purpose else None


def by_program_known(program: str, names: list[str]) -> Verdict:
    """What a program of :data:`PROGRAMS` is for.

    One that fetches browsers, plugins or itself (``playwright install``) does not yet do what it is for.
    """
    prepares = names[:1] in (["install"], ["install-deps"], ["init"])
    return Verdict("install" if prepares else PROGRAMS[program], program)


def _purpose_of_script(name: str) -> str:
    """What a script is for by its name, which may be that of the program in it (``composer phpstan``)."""
    purpose = purpose_of_name(name)
    # A script `vite` may as well serve.
    return purpose or (PROGRAMS.get(name, "") if PROGRAMS.get(name) != "build" else "")


def by_script(program: str, names: list[str]) -> Verdict | None:
    """What the project's own scripts are for by their names, or the installed program that is run instead of one."""
    is_run = bool(names) and names[0] in SCRIPTS[program]
    scripts = names[1:] if is_run else names
    if SCRIPTS[program] and not is_run and program not in NAMES_WITHOUT_WORD:
        return None
    if program == "yarn" and not names:
        return Verdict("install", "yarn")
    if program in BINARIES and scripts and scripts[0] in PROGRAMS:
        return by_program_known(scripts[0], scripts[1:])
    many = scripts if program in _MANY else scripts[:1]
    purposes = {script: _purpose_of_script(script.rpartition("//")[2]) for script in many}
    purpose = most_wanted(purposes.values())
    script = next((script for script in purposes if purposes[script] == purpose), "")
    return Verdict(purpose, f"{program} {script}", is_indirect=True) if purpose else None
