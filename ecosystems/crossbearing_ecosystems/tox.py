"""Reads `tox.ini` and `tox.toml`: the environments in which tox tests, checks and builds a project.

- **Runners**: each environment that is written out, in the list of environments or as a section of its own, as
  `tox -e NAME`; `tox` itself for `test` where the base environment runs a known test framework.
- **Test suites**: the frameworks that the commands run.
- **Dependencies**: what `deps` lists, for development, in the group of the environment (`testenv`: all of them); the
  factors in front of a line (`xdist: pytest-xdist`) become the marker. What tox itself `requires` is in group `tox`.
- From `tox.ini` also the sections of pytest (test folders included) and flake8, which read their options there.

Example: `deps = sphinx>=7` in `[testenv:docs]` on line 9 claims `sphinx`, version `>=7`, group `docs`, at line 9.

Limits: environments that only name an interpreter (`py312`) or that braces generate (`py{39,310}-django{4,5}`) are not
listed one by one; lines that hold a
substitution other than in their options, included requirements files, extras and dependency groups are left to what
they refer to.
"""

import re
from collections.abc import Iterator, Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._ini import IniDocument
from crossbearing_ecosystems._purpose import Purpose
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._python_tools import claim_pytest, claim_settings, claim_test_folder, claim_tool
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_index import Path
from crossbearing_ecosystems._tox import (
    BASE,
    Place,
    claim_commands,
    claim_dependencies,
    claim_environment,
    literal_names,
)

VERSION = 1
PATTERNS = ("tox.ini", "tox.toml")

_PREFIX = "testenv:"
_LISTS = ("env_list", "envlist")
_ENVIRONMENT = ("env",)
_RUN_BASE = ("env_run_base",)
_INTERPRETER = re.compile(r"py(?:py)?[0-9.]*t?")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``tox.ini`` or ``tox.toml``."""
    sheet = PythonSheet(file, tree)
    if file.path.endswith(".toml"):
        _read_toml(TomlDocument(file), sheet)
    else:
        document = IniDocument(file)
        _read_ini(document, sheet)
        _read_tools(document, sheet)
    return sheet.claims


def _read_ini(document: IniDocument, sheet: PythonSheet) -> None:
    sections = document.sections()
    for text, line in document.lines("tox", "requires"):
        _required(sheet, text, (line, line))
    known: set[str] = set()
    # The base comes first, so that its command stands for what all environments run.
    for section in sorted((name for name in sections if name == BASE or name.startswith(_PREFIX)), key=BASE.__ne__):
        place = Place(section.removeprefix(_PREFIX) if section != BASE else "", document.span(section), BASE)
        claim_environment(sheet, place)
        claim_dependencies(sheet, place, ((text, (line, line)) for text, line in document.lines(section, "deps")))
        claim_commands(sheet, place, _commands(document, section), known)
    for text, line in document.lines("tox", *_LISTS):
        for name in literal_names(text):
            if f"{_PREFIX}{name}" not in sections and not _INTERPRETER.fullmatch(name):
                claim_environment(sheet, Place(name, (line, line)))


def _commands(document: IniDocument, section: str) -> Iterator[tuple[str, Span]]:
    """Each command; a line that ends in a backslash goes on."""
    parts: list[str] = []
    for text, line in document.lines(section, "commands"):
        parts.append(text.removesuffix("\\"))
        if not text.endswith("\\"):
            yield " ".join(parts), (line - len(parts) + 1, line)
            parts.clear()


def _required(sheet: PythonSheet, text: str, span: Span) -> None:
    if not claim_requirement(sheet, text, span, Purpose("dev", "tox")):
        sheet.problem(f"not a requirement: {text[:80]!r}", span[0])


def _read_tools(document: IniDocument, sheet: PythonSheet) -> None:
    sections = document.sections()
    if "pytest" in sections:
        claim_pytest(sheet, document.span("pytest"))
        for folder in document.text("pytest", "testpaths").split():
            claim_test_folder(sheet, folder, document.span("pytest", "testpaths"))
        if module := document.text("pytest", "DJANGO_SETTINGS_MODULE"):
            claim_settings(sheet, module, document.span("pytest", "DJANGO_SETTINGS_MODULE"))
    if "flake8" in sections:
        claim_tool(sheet, "flake8", document.span("flake8"))


def _read_toml(document: TomlDocument, sheet: PythonSheet) -> None:
    for path, text in document.strings("requires"):
        _required(sheet, text, document.span(*path))
    known: set[str] = set()
    if document.has(*_RUN_BASE):
        place = Place("", document.span(*_RUN_BASE), _RUN_BASE[0])
        _toml_environment(document, sheet, _RUN_BASE, place, known)
    names = document.keys(*_ENVIRONMENT)
    for name in names:
        path = (*_ENVIRONMENT, name)
        place = Place(name, document.span(*path))
        claim_environment(sheet, place)
        _toml_environment(document, sheet, path, place, known)
    for path, name in document.strings(_LISTS[0]):
        if name not in names and not _INTERPRETER.fullmatch(name):
            claim_environment(sheet, Place(name, document.span(*path)))


def _toml_environment(document: TomlDocument, sheet: PythonSheet, table: Path, place: Place, known: set[str]) -> None:
    required = ((text, document.span(*path)) for path, text in document.strings(*table, "deps"))
    claim_dependencies(sheet, place, required)
    claim_commands(sheet, place, _toml_commands(document, (*table, "commands")), known)


def _toml_commands(document: TomlDocument, place: Path) -> Iterator[tuple[str, Span]]:
    """Each command is a list of words; those that are tables refer to something else."""
    for path, command in document.items(*place):
        if isinstance(command, list):
            yield " ".join(word for word in command if isinstance(word, str)), document.span(*path)
