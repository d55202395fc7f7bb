"""Configuration that sets one key a line: `.env`, INI, TOML, YAML and properties files, read line by line.

Nothing is parsed: a template with placeholders is read like any other file.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._databases import DATABASE_WORD, engine_of_url, is_engine, variable_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._secrets import without_secrets

UNNAMED = "?"
"""The engine of a setting that selects a database without saying which."""

_LINE = re.compile(
    r"""(?P<indent>[ \t]*)(?:-[ \t]+|export[ \t]+)?["']?(?P<key>[%\w][\w.\[\]$-]*)["']?[ \t]*
    (?P<mark>[:=])(?:[ \t]+|(?<==)|(?=$))(?P<value>.*)""",
    re.VERBOSE,
)
_SECTION = re.compile(r"[ \t]*\[+[ \t]*(?P<name>[^\]\n]+?)[ \t]*\]+[ \t]*(?:#.*)?")
_URL_KEY = re.compile(
    r"(?:\w+[_.-])?(?:database|db|sqlalchemy|sqlalchemy[_.-]database|mongo|mongodb|postgres|postgresql|mysql|jdbc|datasource)"
    r"[_.-]?(?:ur[il]|dsn)|dsn",
    re.IGNORECASE,
)
_ENGINE_KEY = re.compile(
    r"(?:database|db)[_.-]?(?:adapter|backend|connection|dialect|driver|engine|kind|type)?", re.IGNORECASE
)
_DATABASE_SECTION = re.compile(
    r"(?:.*[._-])?(?:databases?|db|datasources?|mongo(?:db)?|mysql|postgres(?:ql)?|sqlite|sql|storage|store)", re.I
)
_URL_IN_SECTION = frozenset({"url", "uri", "dsn", "connection", "connection_string", "connection-string"})
_ENGINE_IN_SECTION = frozenset(
    {"adapter", "backend", "client", "dialect", "driver", "engine", "kind", "provider", "type"}
)
SPRING_KEY = re.compile(
    r"""(?:%[\w,]+\.)?(?:
      spring\.(?:datasource|r2dbc)(?:\.[\w-]+)*\.(?:url|jdbc-url|jdbcUrl|driver-class-name|driverClassName)
    | spring\.data\.(?:mongodb|cassandra|couchbase|neo4j)\.(?:uri|host|contact-points|connection-string)
    | spring\.neo4j\.uri | spring\.jpa\.(?:database|database-platform|properties\.hibernate\.dialect)
    | quarkus\.datasource(?:\.[\w"-]+)?\.(?:db-kind|jdbc\.url|reactive\.url) | quarkus\.mongodb\.connection-string
    | (?:r2dbc\.)?datasources\.[\w-]+\.(?:url|dialect|db-type)
    | doctrine\.dbal(?:\.connections\.[\w-]+)?\.(?:url|driver)
    | (?:hibernate\.)?connection\.(?:url|driver_class) | hibernate\.dialect
    | (?:javax|jakarta)\.persistence\.jdbc\.(?:url|driver) | jdbc\.(?:url|driver\w*) | db\.(?:url|driver) | database
    )""",
    re.VERBOSE,
)
"""Keys of Java's frameworks and of Doctrine that select a database."""
_DSN = re.compile(r"@(?:tcp|unix)\(|\b(?:dbname|host)=")
_MODULE_KEY = "DJANGO_SETTINGS_MODULE"
_LONGEST_LINE = 2_000
_DEEPEST = 40


class Setting(NamedTuple):
    """A key with the section or the outer key that it stands under, its value, and its line."""

    section: str
    key: str
    value: str
    line: int


def settings_in(lines: list[str], *, is_nested: bool) -> Iterator[Setting]:
    """Every line that sets a key; ``is_nested`` where keys stand under outer keys by their indentation (YAML)."""
    section = ""
    outer: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE or line.lstrip().startswith(("#", ";", "//", "!")):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            if not is_nested and (header := _SECTION.fullmatch(line)):
                section = header["name"]
            continue
        if is_nested:
            indent = len(match["indent"])
            while outer and outer[-1][0] >= indent:
                outer.pop()
            section = outer[-1][1] if outer else ""
            if not match["value"].strip() and len(outer) < _DEEPEST:
                outer.append((indent, match["key"]))
        yield Setting(section, match["key"], _bare(match["value"]), number)


def read_lines(sheet: ProjectSheet, *, is_nested: bool) -> None:
    """Claim what selects a database or a settings module."""
    for setting in settings_in(sheet.file.lines, is_nested=is_nested):
        span = (setting.line, setting.line)
        if setting.key == _MODULE_KEY and setting.value:
            sheet.configuration(_MODULE_KEY, "settings", span, value=setting.value)
        elif engine := _selected(setting):
            name = setting.key
            if setting.section and setting.key in _URL_IN_SECTION | _ENGINE_IN_SECTION:
                name = f"{setting.section}.{setting.key}"
            claim_database(sheet, name, setting.value, span, setting.key, engine=engine)


def read_properties(sheet: ProjectSheet) -> None:
    """Claim what selects a database in a properties file of Java."""
    for setting in settings_in(sheet.file.lines, is_nested=False):
        if SPRING_KEY.fullmatch(setting.key):
            claim_database(sheet, setting.key, setting.value, (setting.line, setting.line), setting.key)


def claim_database(
    sheet: ProjectSheet, name: str, value: str, span: tuple[int, int], *spellings: str, engine: str = ""
) -> None:
    """Claim a setting with its engine, and the environment variable that gives it, if one does."""
    engine = engine or engine_of_url(value)
    if not engine and "://" not in value and not variable_of(value) and ":" not in value and "=" not in value:
        engine = without_secrets("", value)
    sheet.configuration(name, "database", span, *spellings, value="" if engine == UNNAMED else engine)
    if variable := variable_of(value):
        sheet.configuration(variable, "environment", span)


def _selected(setting: Setting) -> str:
    """The engine that a setting selects, :data:`UNNAMED` if it does not name it, or empty where it selects none."""
    key, value = setting.key, setting.value
    in_section = bool(_DATABASE_SECTION.fullmatch(setting.section))
    if _URL_KEY.fullmatch(key) or (in_section and key in _URL_IN_SECTION):
        if engine := engine_of_url(value):
            return engine
        if _DSN.search(value):
            return UNNAMED
        has_variable = bool(DATABASE_WORD.search(variable_of(value)))
        return UNNAMED if has_variable or (key.lower() != "dsn" and not in_section and "://" not in value) else ""
    if (_ENGINE_KEY.fullmatch(key) or (in_section and key in _ENGINE_IN_SECTION)) and is_engine(value):
        return value
    return ""


def _bare(value: str) -> str:
    """A value without the comment after it and its quotes."""
    value = value.strip()
    if value[:1] in ("'", '"') and (end := value.find(value[0], 1)) > 0:
        return value[1:end]
    return re.split(r"\s[#;]", value, maxsplit=1)[0].rstrip(" ,")
