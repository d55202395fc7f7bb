"""Environments of tox, whichever notation they are written in."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._purpose import Purpose
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._sheet import Span

BASE = "testenv"
"""The group of the dependencies that all environments have."""

_CONDITION = re.compile(r"(?P<condition>[\w.!{}-][\w\s.,!{}-]*):\s+(?P<rest>\S.*)")
_SUBSTITUTION = re.compile(r"\{[^{}]*\}")
_DEEPEST = 5
_LONGEST = 2_000
_NAME = re.compile(r"\w[\w.+-]*")


class Place(NamedTuple):
    """An environment: its name (empty for the one that others take over from) and the words for it on ``span``."""

    name: str
    span: Span
    spelling: str = ""


def claim_environment(sheet: PythonSheet, place: Place) -> None:
    """Claim the command that runs one environment."""
    if _NAME.fullmatch(place.name):
        sheet.runner(place.name, f"tox -e {place.name}", place.span, source="script")


def claim_dependencies(sheet: PythonSheet, place: Place, lines: Iterable[tuple[str, Span]]) -> None:
    """Claim what an environment installs; the factors in front of a line are the condition under which it does.

    A line with a substitution (``{env:DJANGO}``) states no requirement, and one that includes a file repeats it.
    """
    purpose = Purpose("dev", place.name or BASE)
    for line, span in lines:
        condition, text = split_condition(line)
        if "{" not in text and text and not claim_requirement(sheet, text, span, purpose, condition):
            sheet.problem(f"not a requirement: {text[:80]!r}", span[0])


def claim_commands(sheet: PythonSheet, place: Place, lines: Iterable[tuple[str, Span]], known: set[str]) -> None:
    """Claim the test framework that an environment runs, unless it is among ``known``; the base stands for ``tox``."""
    for line, span in lines:
        framework = framework_of(without_substitutions(split_condition(line)[1]))
        if framework and framework not in known:
            known.add(framework)
            sheet.test_suite(framework, span, f"tox -e {place.name}" if place.name else "tox")
            if not place.name:
                sheet.runner("test", "tox", place.span, place.spelling, source="script")


def split_condition(line: str) -> tuple[str, str]:
    """The factors in front of a line (``py39, !xdist: pytest``), and the rest."""
    match = _CONDITION.fullmatch(line[:_LONGEST].strip())
    return (match["condition"].strip(), match["rest"]) if match else ("", line.strip())


def without_substitutions(command: str) -> str:
    """A command as it reads where everything optional is left out."""
    text = command[:_LONGEST].lstrip("-! ").replace("{envpython}", "python").replace("{toxinidir}/", "")
    for _ in range(_DEEPEST):
        text, count = _SUBSTITUTION.subn("", text)
        if not count:
            break
    return text


def literal_names(text: str) -> Iterator[str]:
    """The environments of a list that are written out; those that braces generate are not."""
    depth = 0
    name = ""
    for character in f"{text},":
        depth += (character == "{") - (character == "}")
        if character in ", \t" and depth <= 0:
            if _NAME.fullmatch(name):
                yield name
            name = ""
        else:
            name += character
