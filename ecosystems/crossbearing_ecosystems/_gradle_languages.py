"""The languages, test suites and main classes of a build file of Gradle."""

from collections.abc import Iterator, Mapping, Sequence

from crossbearing_ecosystems._gradle_scope import flat
from crossbearing_ecosystems._gradle_script import arguments_of
from crossbearing_ecosystems._gradle_sheet import GradleSheet
from crossbearing_ecosystems._gradle_tokens import Label, Statement, Token
from crossbearing_ecosystems._gradle_values import chain_of, split

_LANGUAGES: Mapping[str, str] = {
    "application": "java",
    "groovy": "groovy",
    "java": "java",
    "java-gradle-plugin": "java",
    "java-library": "java",
    "scala": "scala",
    "war": "java",
}
_KOTLIN = "org.jetbrains.kotlin."
_KOTLIN_TARGETS = frozenset({"android", "js", "jvm", "multiplatform"})
_TEST_SUITES = {
    "useJUnit": "junit",
    "useJUnitJupiter": "junit-jupiter",
    "useKotlinTest": "kotlin-test",
    "useSpock": "spock",
    "useTestNG": "testng",
}
_MAIN = ("mainClass", "mainClassName", "main")
_MAIN_BLOCKS = frozenset({"application", "springBoot", "bootJar", "bootRun"})


def language_of(plugin: str) -> str:
    """The language that a plugin compiles, or an empty string."""
    if plugin.startswith(_KOTLIN):
        return "kotlin" if plugin.removeprefix(_KOTLIN) in _KOTLIN_TARGETS else ""
    return _LANGUAGES.get(plugin, "")


def read_languages(sheet: GradleSheet) -> None:
    """Claim the languages whose plugins are applied, with the versions of Java and Kotlin that are asked for."""
    if found := _java_version(sheet):
        sheet.language("java", (found[1].line, found[1].line), found[0], found[1].text, version=found[0])
    uses = [(use, language) for use in sheet.plugins if use.is_applied and (language := language_of(use.name))]
    # The plugins of Java are what those of Kotlin build upon.
    known = {"java"} if found or any(language == "kotlin" for _, language in uses) else set()
    for use, language in uses:
        if language not in known:
            known.add(language)
            version = use.version if language == "kotlin" else None
            sheet.language(language, (use.line, use.line), use.spelling, version=version)


def _java_version(sheet: GradleSheet) -> tuple[str, Token] | None:
    """The version of Java that a toolchain, ``release`` or the compatibility asks for, in this order."""
    found: dict[str, tuple[str, Token]] = {}
    for labels, statement in sheet.statements:
        names = {label.last for label in labels}
        segments = chain_of(statement)
        name = (
            segments[-2].name
            if len(segments) > 1 and segments[-1].name == "set"
            else segments[-1].name
            if segments
            else ""
        )
        if name == "languageVersion" and "toolchain" in names:
            rank = "1"
        elif name == "release" and (segments[0].name == "options" or "options" in names):
            rank = "2"
        elif name in ("sourceCompatibility", "targetCompatibility"):
            rank = "3" if name.startswith("source") else "4"
        else:
            continue
        if not any("register" in label.words or "registering" in label.words for label in labels):
            place = next((number for number, token in enumerate(statement) if token.is_symbol("=")), -1)
            value = statement[place + 1 :] if place >= 0 else segments[-1].arguments or statement[1:]
            if version := _version_in(sheet, value):
                found.setdefault(rank, version)
    return found[min(found)] if found else None


def _version_in(sheet: GradleSheet, tokens: Sequence[Token]) -> tuple[str, Token] | None:
    """The number in ``17``, ``'1.8'``, ``JavaVersion.VERSION_17`` or ``JavaLanguageVersion.of(17)``."""
    for token in flat(tokens):
        if token.kind == "number" or (token.kind == "string" and token.text.replace(".", "").isdigit()):
            return token.text, token
        if token.kind == "word" and token.text.startswith("VERSION_"):
            return token.text.removeprefix("VERSION_").replace("_", "."), token
    text = sheet.evaluator.text(tokens) if tokens else None
    return (text, tokens[0]) if text and text.replace(".", "").isdigit() else None


def read_suites(sheet: GradleSheet) -> None:
    """Claim the test frameworks that test tasks and suites are told to use."""
    command = f"{sheet.command} test" if sheet.is_root else None
    for _, statement in sheet.statements:
        for segment in chain_of(statement):
            if segment.arguments is not None and segment.name in _TEST_SUITES:
                line = statement[0].line, statement[-1].end
                sheet.frameworks.add(_TEST_SUITES[segment.name])
                sheet.test_suite(_TEST_SUITES[segment.name], line, command, segment.name)


def read_entry_points(sheet: GradleSheet) -> None:
    """Claim the main classes of applications and executable archives."""
    for labels, statement in sheet.statements:
        for value in _main_classes(labels, statement):
            name = sheet.evaluator.text(value)
            if name and "$" not in name and name.replace(".", "").replace("_", "").isalnum():
                span = (value[0].line, value[-1].end)
                sheet.entry_point(name, name, span, "main", "", value[0].text)


def _main_classes(labels: tuple[Label, ...], statement: Statement) -> Iterator[Sequence[Token]]:
    inside = labels[-1].last if labels else ""
    segments = chain_of(statement)
    names = [segment.name for segment in segments]
    place = next((number for number, token in enumerate(statement) if token.is_symbol("=")), 0)
    if names[-1:] == ["set"] and len(names) > 1:
        owner, value = names[-2], segments[-1].arguments or ()
    else:
        owner, value = names[-1] if names else "", statement[place + 1 :] if place else statement[1:]
    is_program = inside in _MAIN_BLOCKS or names[0:1] == ["application"] or (owner == "mainClassName" and not labels)
    if owner in _MAIN and is_program and value:
        yield value
    elif inside == "manifest" and names[:1] == ["attributes"]:
        for part in split(_entries(statement)):
            if len(part) > 2 and part[0].text == "Main-Class" and part[1].text in (":", "to"):
                yield part[2:]


def _entries(statement: Statement) -> Sequence[Token]:
    arguments = arguments_of(statement)
    return arguments[0].items if arguments and arguments[0].is_group("[") else arguments
