"""Settings of Python's web frameworks: Django, Flask and SQLAlchemy."""

import re
from itertools import islice

from crossbearing_ecosystems._databases import engine_of_url
from crossbearing_ecosystems._environment import is_commented
from crossbearing_ecosystems._project_sheet import ProjectSheet

_KEY = re.compile(
    r"""(?<![\w.])(?P<name>DATABASES|[A-Z_]*(?:DATABASE|DB)_UR[IL]|DATABASE_DSN|MONGO(?:DB)?_UR[IL]|MONGODB_SETTINGS|
    (?:db|database)_ur[il])(?:["']\])?(?P<items>(?:\[["']\w+["']\])*)
    (?:[ \t]*:[ \t]*(?P<type>[A-Z][\w.]*|str)[\w.\[\]|, \t]{0,60})?[ \t]*(?P<set>=(?!=)|$)""",
    re.VERBOSE | re.MULTILINE,
)
_ENGINE = re.compile(r"""["']ENGINE["'](?:\])?\s*[:=](?P<value>[^\n]*(?:\n[^\n]*["'][^\n]*)?)""")
_CLASS = re.compile(r"""["'](?P<name>\w+(?:\.\w+)+)["']""")
_URL = re.compile(r"""[rbf]?["'](?P<url>[A-Za-z][\w+.-]*:[^"'\n]*)["']""")
_CREATED = re.compile(
    r"""\b(?P<name>create_(?:async_)?engine|(?:Async)?(?:IOMotor|Mongo)Client|mongoengine\.connect)\(
    \s*(?:(?:url|host)\s*=\s*)?[rf]?["'](?P<url>[^"'\n]+)["']""",
    re.VERBOSE,
)
_CONNECTED = re.compile(
    r"\b(?P<name>(?P<driver>aiomysql|aiosqlite|asyncpg|duckdb|MySQLdb|mysql(?=\.connector)|oracledb|psycopg2?|pymysql|sqlite3)"
    r"(?:\.connector)?\.connect)\("
)
_MODULE = re.compile(
    r"""["'](?P<name>DJANGO_SETTINGS_MODULE)["']\s*(?:,|\]\s*=)\s*["'](?P<value>[\w.]+)["']""",
)
_REPLACED = re.compile(r"\.replace\([^()]{0,200}\)")
_LONGEST = 4_000
_MOST = 200
_STEP = re.compile(r"""\\\n|["'#\[\](){},\n]""")
_DEFAULT = re.compile(r"""["']default["']\s*:""")
_ITEM = re.compile(r"\w+")


def read_python(sheet: ProjectSheet, text: str) -> None:
    """Claim the databases that settings select, and the settings module."""
    for match in _MODULE.finditer(text):
        _claim(sheet, text, match, "settings", match["value"])
    for match in islice(_KEY.finditer(text), _MOST):
        items = _ITEM.findall(match["items"])
        if len(items) > 1 and items[-1] != "ENGINE":
            continue
        engine = _engine(_expression(text, match.end())) if match["set"] else ""
        type_ = match["type"] or ""
        # A bare mention selects nothing, and a small name may be any variable; a typed field is set by the environment.
        if engine or (match["name"].isupper() and (match["set"] or type_)):
            _claim(sheet, text, match, "database", engine or (type_ if type_.endswith("Dsn") else ""))
    for match in islice(_CREATED.finditer(text), _MOST):
        _claim(sheet, text, match, "database", engine_of_url(match["url"]))
    connected = (match for match in islice(_CONNECTED.finditer(text), _MOST) if not _is_comment(text, match))
    for match in islice(connected, 1):
        _claim(sheet, text, match, "database", match["driver"])


def _is_comment(text: str, match: "re.Match[str]") -> bool:
    return is_commented(text, match.start("name"), ("#",))


def _claim(sheet: ProjectSheet, text: str, match: "re.Match[str]", kind: str, value: str) -> None:
    if not _is_comment(text, match):
        line = text.count("\n", 0, match.start("name")) + 1
        sheet.configuration(match["name"], "settings" if kind == "settings" else "database", (line, line), value=value)


def _engine(expression: str) -> str:
    """The engine that an expression names: Django's backend, or the scheme of a URL in it; the default's if several."""
    if default := _DEFAULT.search(expression):
        expression = _expression(expression, default.end())
    if entry := _ENGINE.search(expression):
        named = _CLASS.search(entry["value"])
        return named["name"] if named else ""
    expression = _REPLACED.sub("", expression)
    direct = _CLASS.match(expression.strip())
    if direct and "backends" in direct["name"]:
        return direct["name"]
    return next((engine for match in _URL.finditer(expression) if (engine := engine_of_url(match["url"]))), "")


def _expression(text: str, start: int) -> str:
    """The expression that starts at ``start``: up to the comma, bracket or line end that is outside of its brackets."""
    depth, place, last = 0, start, min(len(text), start + _LONGEST)
    while place < last:
        step = _STEP.search(text, place, last)
        if step is None:
            break
        place, mark = step.end(), step[0]
        if mark in "\"'":
            end = text.find(mark, place, last)
            place = end + 1 if end >= 0 else last
        elif mark == "#":
            end = text.find("\n", place, last)
            place = end if end >= 0 else last
        elif mark in "[({":
            depth += 1
        elif mark in "])}":
            depth -= 1
        if depth < 0 or (mark in ",\n" and depth == 0):
            return text[start:place]
    return text[start:last]
