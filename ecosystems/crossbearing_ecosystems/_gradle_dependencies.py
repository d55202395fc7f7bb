"""The dependencies that a build file of Gradle declares."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crossbearing_ecosystems._gradle_script import arguments_of
from crossbearing_ecosystems._gradle_sheet import GradleSheet
from crossbearing_ecosystems._gradle_tokens import Label, Statement, Token, walk
from crossbearing_ecosystems._gradle_values import Notation, chain_of, split
from crossbearing_ecosystems._jvm_tests import framework_of_artifact
from crossbearing_ecosystems._project_sheet import DependencyKind

_BLOCKS = frozenset({"if", "else", "when", "for", "forEach", "each", "try", "run", "with", "apply", "also", "let"})
_ELSEWHERE = frozenset({"tasks", "task", "shadowJar", "publications", "publishing", "pom", "modules", "doLast"})
_NO_CONFIGURATIONS = frozenset(
    {
        "artifactTypes", "assert", "attributesSchema", "because", "components", "constraints", "def", "else",
        "exclude", "for", "from", "if", "modules", "print", "println", "registerTransform", "return", "throw",
        "val", "var", "version", "when",
    }
)  # fmt: skip
_DEVELOPMENT = re.compile(r"^(?:test|jmh|benchmark|developmentOnly)|[a-z0-9](?:Test|Jmh|Benchmark)|^androidTest")
_BUILD = re.compile(
    r"^(?:classpath|kapt|ksp|lintChecks|coreLibraryDesugaring)|[aA]nnotationProcessor$|^detekt|Plugins?$"
)
_RUNTIME = re.compile(
    r"(?:^|[a-z0-9])(?:[iI]mplementation|[aA]pi|[cC]ompile|[cC]ompileOnly|[cC]ompileOnlyApi|[rR]untime|[rR]untimeOnly"
    r"|[pP]rovided|[pP]rovidedCompile|[pP]rovidedRuntime|[sS]hadow|[oO]ptional|[nN]ative|[iI]nclude|[bB]undle)$"
)
_STRICT = ("strictly", "require", "prefer")


class Request(NamedTuple):
    """A statement that asks for dependencies: for which configuration, under which condition, with which arguments."""

    configuration: str
    condition: str
    arguments: Sequence[Token]
    statement: Statement
    is_managed: bool = False


def read_dependencies(sheet: GradleSheet) -> None:
    """Claim what the ``dependencies`` blocks ask for."""
    requests = list(_requests(sheet))
    managed = {
        notation.name: notation.version
        for request in requests
        if request.is_managed and request.configuration != "mavenBom"
        for notation in sheet.evaluator.notations(request.arguments)
        if notation.version
    }
    for request in requests:
        if not request.is_managed:
            _claim(sheet, request, managed)
        elif request.configuration == "mavenBom":
            _declare(sheet, request, "build", "import", {})


def _claim(sheet: GradleSheet, request: Request, managed: dict[str, str]) -> None:
    kind = kind_of(request.configuration)
    if kind == "runtime" and sheet.serves_build:
        kind = "build"
    for notation in _declare(sheet, request, kind, request.configuration, managed):
        framework = framework_of_artifact(notation.name) if kind == "dev" else ""
        if framework and framework not in sheet.frameworks:
            sheet.frameworks.add(framework)
            command = f"{sheet.command} test" if sheet.is_root else None
            sheet.test_suite(framework, (notation.line, notation.line), command, notation.spelling)


def _declare(
    sheet: GradleSheet, request: Request, kind: DependencyKind, group: str, managed: dict[str, str]
) -> list[Notation]:
    notations = list(sheet.evaluator.notations(request.arguments))
    version = _strict_version(sheet, request.statement)
    last = request.statement[-1].end
    for notation in notations:
        if "$" in notation.name:
            sheet.problem(f"{notation.name} depends on a value that is not stated in the repository", notation.line)
            continue
        sheet.declare(
            notation.name,
            notation.version or version or managed.get(notation.name),
            (notation.line, max(notation.line, last)),
            kind,
            notation.spelling,
            notation.name.rpartition(":")[2],
            group=group,
            marker=request.condition,
            source=notation.source,
            ecosystem=notation.ecosystem,
        )
    if not notations:
        _explain(sheet, request)
    return notations


def _explain(sheet: GradleSheet, request: Request) -> None:
    """Say which accessors lead into a catalog of the build and find nothing there."""
    for part in split(request.arguments):
        words = [segment.name for segment in chain_of(part) if segment.arguments is None]
        if words and words[0] in sheet.build.catalogs and len(words) > 1:
            sheet.problem(f"{'.'.join(words)} is not in the version catalog", part[0].line)


def kind_of(configuration: str) -> DependencyKind:
    """What the dependencies of a configuration are for; those of an unknown one serve some tool of the build."""
    if _DEVELOPMENT.search(configuration):
        return "dev"
    if _BUILD.search(configuration):
        return "build"
    if configuration.startswith("optional"):
        return "optional"
    return "runtime" if _RUNTIME.search(configuration) else "build"


def _requests(sheet: GradleSheet) -> Iterator[Request]:
    for labels, statement in sheet.statements:
        place = next((number for number, label in enumerate(labels) if label.last == "dependencies"), -1)
        if place < 0:
            yield from _called(labels, statement)
        elif request := _request(labels, place, statement, sheet):
            yield request


def _request(labels: tuple[Label, ...], place: int, statement: Statement, sheet: GradleSheet) -> Request | None:
    outer = {word for label in labels[:place] for word in label.words}
    if not outer.isdisjoint(_ELSEWHERE):
        return None
    is_managed = "dependencyManagement" in outer or any(label.last == "constraints" for label in labels[place + 1 :])
    if not is_managed and any(
        label.words[:1] and label.words[0] not in _BLOCKS and label.last not in _BLOCKS for label in labels[place + 1 :]
    ):
        return None
    first = statement[0]
    if first.kind not in ("word", "string") or len(statement) < 2 or first.text in _NO_CONFIGURATIONS:
        return None
    if statement[1].kind == "symbol" or statement[1].is_group("{"):
        return None
    arguments: Sequence[Token] = arguments_of(statement)
    configuration = first.text
    if configuration == "add":
        parts = split(arguments)
        configuration = (sheet.evaluator.text(parts[0]) or "") if len(parts) > 1 else ""
        arguments = [token for part in parts[1:] for token in part]
    if not configuration.isidentifier():
        return None
    configuration = _in_source_set(labels[: place + 1], configuration)
    return Request(configuration, condition_of(labels), arguments, statement, is_managed)


def _called(labels: tuple[Label, ...], statement: Statement) -> Iterator[Request]:
    """``dependencies.add("api", "g:a:v")`` and ``dependencies.api("g:a:v")``; ``mavenBom`` of dependency management."""
    if statement[0].text == "mavenBom" and labels and labels[-1].last == "imports":
        yield Request("mavenBom", condition_of(labels), arguments_of(statement), statement, True)
        return
    segments = chain_of(statement)
    names = [segment.name for segment in segments]
    place = names.index("dependencies") + 1 if "dependencies" in names[:3] else 0
    if not place or place >= len(segments) or not segments[place].arguments:
        return
    name, arguments = segments[place].name, segments[place].arguments or ()
    if name == "add":
        parts = split(arguments)
        name = parts[0][0].text if len(parts) > 1 and parts[0][0].kind == "string" else ""
        arguments = [token for part in parts[1:] for token in part]
    if name.isidentifier() and (_RUNTIME.search(name) or segments[place].name == "add"):
        yield Request(name, condition_of(labels), arguments, statement)


def condition_of(labels: tuple[Label, ...]) -> str:
    """The conditions of the blocks around a statement."""
    return " && ".join(label.condition for label in labels if label.condition)


def _in_source_set(labels: tuple[Label, ...], configuration: str) -> str:
    """The full name of a configuration that is declared for a source set or a test suite."""
    name = ""
    for number, label in enumerate(labels):
        if label.last == "dependencies" and len(label.words) > 1 and label.words[-2] not in ("project", "buildscript"):
            name = label.strings[-1] if label.strings and "sourceSets" in label.words else label.words[-2]
        elif not label.condition and _parent_of(labels, number) in ("sourceSets", "suites"):
            declared = label.words[1] if label.words[0] in ("val", "def") and len(label.words) > 1 else label.words[0]
            name = label.strings[0] if label.strings else declared
    return f"{name}{configuration[:1].upper()}{configuration[1:]}" if name else configuration


def _parent_of(labels: tuple[Label, ...], number: int) -> str:
    """The last word of the block around a label, conditions aside."""
    above = (label.last for label in reversed(labels[:number]) if not label.condition)
    return next(above, "")


def _strict_version(sheet: GradleSheet, statement: Statement) -> str:
    """The version in ``{ version { strictly("1.0") } }``."""
    for token in statement:
        if token.is_group("{"):
            for labels, inner in walk(token.items):
                if labels and labels[-1].last == "version" and inner[0].text in _STRICT:
                    return sheet.evaluator.text(arguments_of(inner)) or ""
    return ""
