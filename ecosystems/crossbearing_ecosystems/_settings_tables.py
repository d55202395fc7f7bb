"""Configuration in YAML, JSON and XML that is read by its structure: Rails, Spring, Doctrine, .NET, Hibernate."""

import re

from crossbearing.plugin import Configuration, SourceFile
from crossbearing_ecosystems._databases import engine_of_url, is_engine
from crossbearing_ecosystems._environment import claims_at, readings
from crossbearing_ecosystems._environment_languages import READERS
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import PlacedTable
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._settings_lines import SPRING_KEY, UNNAMED, claim_database
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._xml import read_xml
from crossbearing_ecosystems._yaml import YamlDocument, read_documents

_EMBEDDED_RUBY = re.compile(r"<%(?P<kind>[=#-]?)(?P<code>.*?)-?%>", re.DOTALL)
_FILTERED = re.compile(r"(?m)(?<=:)(?P<space>[ \t]+)@(?P<name>[\w.-]+)@")
_FROM_ENVIRONMENT = re.compile(r"%env\((?:\w+:)*(?P<name>[A-Z_][A-Z0-9_]*)\)%")
_COMPUTED = "computed_by_ruby"
_CONNECTIONS = "ConnectionStrings"
# Others are for caches and message queues.
_OF_DATABASE = re.compile(r"(?:^|;)\s*(?:data ?source|database|filename|initial catalog|server)\s*=", re.IGNORECASE)
_NAMES_DATABASE = re.compile(r"db|database|sql|default|context", re.IGNORECASE)
_MOST_KEYS = 20_000
_DEEPEST = 12


def read_rails(sheet: ProjectSheet) -> None:
    """Claim the adapters and URLs of a `database.yml`, each once, by the environment (or anchor) where it is written.

    What Ruby computes in the file has no value.
    """
    file = sheet.file
    document = YamlDocument(SourceFile(file.path, _without_ruby(file.text).encode("utf-8", "replace")))
    claimed: set[int] = set()
    for name in document.keys():  # noqa: SIM118 - a document is no dictionary
        for path in ((name,), *((name, inner) for inner in document.keys(name))):
            for key in ("adapter", "url"):
                value, line = document.text(*path, key), document.span(*path, key)[0]
                if value and line not in claimed:
                    claimed.add(line)
                    engine = UNNAMED if _COMPUTED in value else ""
                    claim_database(sheet, ".".join((*path, key)), value, (line, line), key, engine=engine)
    text = file.text.replace("\r\n", "\n").replace("\r", "\n")
    sheet.claims += claims_at(file, text, readings(text, READERS[".rb"]()))


def _without_ruby(text: str) -> str:
    """The text with a word in place of each value that Ruby computes, and the same lines."""
    return _EMBEDDED_RUBY.sub(
        lambda match: (_COMPUTED if match["kind"] == "=" else "") + "\n" * match["code"].count("\n"), text
    )


def read_nested(sheet: ProjectSheet) -> None:
    """Claim the keys of Spring, Quarkus, Micronaut and Doctrine in a YAML file, however they are nested."""
    file = sheet.file
    # Maven puts values in place of @names@, which YAML does not allow to start a value.
    text = _FILTERED.sub(r"\g<space>_\g<name>_", file.text)
    left = _MOST_KEYS
    for root in read_documents(SourceFile(file.path, text.encode("utf-8", "replace"))):
        waiting: list[tuple[tuple[str, ...], PlacedTable]] = [((), root)] if isinstance(root, PlacedTable) else []
        while waiting and left > 0:
            path, table = waiting.pop()
            for key, value in reversed(table.items()):
                left -= 1
                here = (*path, key)
                if isinstance(value, PlacedTable):
                    if len(here) < _DEEPEST:
                        waiting.append((here, value))
                elif isinstance(value, str) and SPRING_KEY.fullmatch(".".join(here)):
                    _nested_setting(sheet, ".".join(here), key, value, table.lines[key])


def _nested_setting(sheet: ProjectSheet, name: str, key: str, value: str, line: int) -> None:
    span = (line, line)
    if name == "database" and not is_engine(value):
        return
    variable = _FROM_ENVIRONMENT.search(value)
    claim_database(sheet, name, value, span, key, engine=UNNAMED if variable else "")
    if variable:
        sheet.configuration(variable["name"], "environment", span)


def read_dotnet_json(sheet: ProjectSheet) -> None:
    """Claim the connection strings of an `appsettings.json`; they do not say for which engine they are."""
    document = JsonDocument(sheet.file, lenient=True)
    for key in document.keys(_CONNECTIONS):
        value, line = document.text(_CONNECTIONS, key), document.span(_CONNECTIONS, key)[0]
        if not (engine_of_url(value) or _OF_DATABASE.search(value) or (not value and _NAMES_DATABASE.search(key))):
            continue
        _claim(sheet, f"{_CONNECTIONS}:{key}", key, (line, line), engine_of_url(value))


def read_node_json(sheet: ProjectSheet) -> None:
    """Claim the dialects of Sequelize's `config.json`, by environment, and the type of TypeORM's `ormconfig.json`."""
    document = JsonDocument(sheet.file, lenient=True)
    for name in document.keys():  # noqa: SIM118 - a document is no dictionary
        if is_engine(document.text(name, "dialect")):
            line = document.span(name, "dialect")[0]
            _claim(sheet, f"{name}.dialect", "dialect", (line, line), document.text(name, "dialect"))
    for path in ((), (0,)):
        if is_engine(value := document.text(*path, "type")):
            line = document.span(*path, "type")[0]
            sheet.configuration("type", "database", (line, line), value=value)


def read_java_xml(sheet: ProjectSheet) -> None:
    """Claim the properties of `persistence.xml` and `hibernate.cfg.xml`."""
    for element in read_xml(sheet.file).walk():
        name = element.attributes.get("name", "")
        if element.name == "property" and SPRING_KEY.fullmatch(name):
            value = element.attributes.get("value", "") or element.text
            claim_database(sheet, name, value, element.span, name)


def read_dotnet_xml(sheet: ProjectSheet) -> None:
    """Claim the connection strings of a `Web.config` or `App.config`, with their providers."""
    for element in read_xml(sheet.file).walk():
        if element.name == "connectionStrings":
            for entry in element.all("add"):
                name = entry.attributes.get("name", "")
                if name:
                    provider = entry.attributes.get("providerName", "")
                    _claim(sheet, f"{_CONNECTIONS}:{name}", name, entry.span, provider)


def _claim(sheet: ProjectSheet, name: str, spelling: str, span: Span, value: str) -> None:
    """Claim a setting whose name is longer than what stands in the file, without looking for the long one."""
    evidence, other = sheet.proof(span, spelling)
    sheet.add(Configuration(evidence=evidence, spelling=other or spelling, name=name, kind="database", value=value))
