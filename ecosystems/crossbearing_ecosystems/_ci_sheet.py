"""The claims that the formats of continuous integration have in common."""

import re
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from crossbearing.plugin import FileTree, SourceFile
from crossbearing_ecosystems._ci_languages import IMAGES
from crossbearing_ecosystems._ci_script import LONGEST, Script, Step, read_steps
from crossbearing_ecosystems._ci_text import is_commands, script_of
from crossbearing_ecosystems._commands import PURPOSES
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._secrets import without_secrets
from crossbearing_ecosystems._sheet import Span

_RESERVED = frozenset({*PURPOSES, "check"})
_NO_FRAMEWORKS = frozenset({"tox", "nox", "mvn", "gradle", "ninja", "setup.py test", "docker run", "bazel", "pants"})
"""Programs that run tests of whatever framework."""
_FRAMEWORKS = {"py.test": "pytest"}
_DATABASES = re.compile(
    r"(?:^|[/_.-])(postgres(?:ql)?|postgis|timescaledb|mysql|mariadb|percona|mongo(?:db)?|redis|valkey|memcached"
    r"|cassandra|scylla|couchdb|cockroach(?:db)?|clickhouse(?:-server)?|elasticsearch|opensearch|neo4j|influxdb"
    r"|mssql|oracle(?:-xe)?|dynamodb(?:-local)?|firebird|db2)(?![a-z])"
)
_DATABASE_SETTING = re.compile(r"(?:[A-Z0-9]+_)*DATABASE_UR[IL]|DB_UR[IL]")
_COMPUTED = re.compile(r"\$|<<|\{\{")
_OFFICIAL = frozenset({"", "library", "docker.io/library", "cimg", "circleci"})
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_SETTINGS_MODULE = "DJANGO_SETTINGS_MODULE"
_MOST_TEXT = 1_000_000
_MOST_IN_MATRIX = 40
_LONGEST_AXIS = 400


class Context(NamedTuple):
    """Where a step of a pipeline runs: the job, its folder relative to the repository, its shell and its matrix."""

    job: str = ""
    directory: str = ""
    shell: str = ""
    matrix: tuple[str, ...] = ()


class CiSheet(ProjectSheet):
    """The claims of one file of continuous integration.

    Scripts that are shared by jobs are read for each of them, but no more text altogether than ``budget``.
    """

    def __init__(self, file: SourceFile, tree: FileTree, ecosystem: str) -> None:
        super().__init__(file, tree, ecosystem)
        self.budget = _MOST_TEXT + 2 * len(file.text)
        self._axes: dict[int, tuple[str, ...]] = {}

    def affords(self, size: int, line: int) -> bool:
        """Say whether that much more may be read; the first time that it may not is a problem."""
        if self.budget < 0:
            return False
        self.budget -= size
        if self.budget < 0:
            self.problem("all jobs together run too much", line)
        return self.budget >= 0

    def axes(self, matrix: Any) -> tuple[str, ...]:
        """A matrix as :func:`axes_of` writes it; jobs may share one."""
        if id(matrix) not in self._axes:
            self._axes[id(matrix)] = axes_of(matrix)
        return self._axes[id(matrix)]

    def script(self, name: str, text: Text, context: Context) -> None:
        """Claim what a step does whose script is a text of this file."""
        claim_script(name, script_of(text, self.file.lines, context.shell), context, lambda _: self)

    def step(self, step: Step, context: Context) -> None:
        """Claim what a script does for one purpose, and the test framework that it runs."""
        place = (step.line, step.line)
        self.command(step.purpose, step.command, place, context._replace(directory=step.directory), step.program)
        framework = _FRAMEWORKS.get(step.framework, step.framework)
        if framework and framework not in _NO_FRAMEWORKS:
            self.test_suite(framework, place, step.command, step.framework, *reversed(framework.split()))

    def command(self, name: str, command: str, place: Span, context: Context, *spellings: str) -> None:
        """Claim a runner of the name of its step or purpose."""
        first = command.partition("\n")[0].strip()
        self.runner(
            " ".join(name.split()),
            command,
            place,
            *spellings,
            first,
            *first.split()[:1],
            source="ci",
            directory=context.directory,
            job=context.job,
            shell=context.shell,
            matrix=context.matrix,
        )

    def image(self, reference: str, span: Span, kind: DependencyKind = "build", group: str = "container") -> None:
        """Claim a container image that jobs run in, and the version of the language that it is made for."""
        name, version = split_image(reference)
        if not name or _COMPUTED.search(name):
            return
        self.declare(name, version, span, kind, group=group, ecosystem="docker")
        owner, _, last = name.rpartition("/")
        number = _NUMBER.match(version or "")
        if kind == "build" and owner in _OFFICIAL and last in IMAGES and number:
            self.language(IMAGES[last], span, last, version=number[0])

    def service(self, reference: str, span: Span, name: str = "") -> None:
        """Claim the image of a service that jobs talk to, and the database that it is."""
        self.image(reference, span, "dev", "services")
        image, _ = split_image(reference)
        if found := _DATABASES.search(image.lower()):
            self.configuration(name or found[1], "database", span, found[1], image, value=reference)

    def environment(self, table: Any) -> None:
        """Claim the settings module and the database that variables select; the others are between CI and itself."""
        for name, value in table.items() if isinstance(table, PlacedTable) else ():
            line = table.lines.get(name, table.line)
            if isinstance(value, str) and value and name == _SETTINGS_MODULE:
                self.configuration(value, "settings", (line, getattr(value, "end", line)), name, value=value)
            elif isinstance(value, str) and _DATABASE_SETTING.fullmatch(name):
                self.configuration(name, "database", (line, line), value=without_secrets(name, value))


def claim_script(
    name: str, script: Script, context: Context, sheet_at: Callable[[int], CiSheet], main: int = 0
) -> None:
    """Claim what a script does: a runner for each purpose, on the sheet of the file in which the command stands.

    Where none is known of what stands from ``main`` on, that is one runner of ``name``, else of the job's name; but a
    step is not all that a job ``test`` does.
    """
    if not sheet_at(0).affords(len(script.text), script.line_of(0)):
        return
    is_known = is_commands(script.text, context.shell)
    steps = read_steps(script, context.directory, sheet_at(0).has_folder) if is_known else []
    for step in steps:
        sheet_at(step.first).step(step, context)
    unnamed = f"step of {context.job}" if context.job in _RESERVED else context.job
    text = script.text[main : main + LONGEST]
    command = text.strip()
    if command and not any(step.last >= main for step in steps):
        place = main + len(text) - len(text.lstrip())
        line = script.line_of(place)
        sheet_at(place).command(name or unnamed or "script", command, (line, line), context)


def is_database(reference: str) -> bool:
    """Say whether a container image is one of a database."""
    return bool(_DATABASES.search(split_image(reference)[0].lower()))


def split_image(reference: str) -> tuple[str, str | None]:
    """The name of a container image, and its tag or digest."""
    name, _, digest = reference.strip().removeprefix("docker://").partition("@")
    folder, slash, last = name.rpartition("/")
    last, _, tag = last.partition(":")
    return f"{folder}{slash}{last}", digest or tag or None


def axes_of(table: Any) -> tuple[str, ...]:
    """A matrix, each axis as ``name: value, value``; an axis whose values are tables has one line for each of them."""
    if isinstance(table, str):
        return (f"matrix: {table}"[:_LONGEST_AXIS],)
    found: list[str] = []
    for name, value in islice(table.items(), _MOST_IN_MATRIX) if isinstance(table, dict) else ():
        values = list(value) if isinstance(value, list) else [value]
        if any(isinstance(item, dict) for item in values):
            found += (f"{name}: {plain(item)}"[:_LONGEST_AXIS] for item in values[:_MOST_IN_MATRIX])
        else:
            found.append(f"{name}: {', '.join(map(plain, values[:_MOST_IN_MATRIX]))}"[:_LONGEST_AXIS])
    return tuple(found[:_MOST_IN_MATRIX])


def plain(value: Any) -> str:
    """A value on one line: a table as ``key=value, key=value``, whose own tables and lists are left out."""
    if isinstance(value, dict):
        pairs = (f"{key}={plain_scalar(item)}" for key, item in list(value.items())[:_MOST_IN_MATRIX])
        return ", ".join(pairs)
    return plain_scalar(value)


def plain_scalar(value: Any) -> str:
    """A text on one line; a list of texts in brackets; anything deeper as dots."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return f"[{', '.join(' '.join(item.split()) for item in value[:_MOST_IN_MATRIX])}]"
    return "null" if value is None else "…"


def tables(value: Any) -> list[PlacedTable]:
    """The tables in a list."""
    return [item for item in value if isinstance(item, PlacedTable)] if isinstance(value, PlacedList) else []


def text_at(table: Any, key: str) -> Text | None:
    """The text under ``key``; None where there is none, or something else, or nothing but blanks."""
    value = table.get(key) if isinstance(table, PlacedTable) else None
    return value if isinstance(value, Text) and value.strip() else None
