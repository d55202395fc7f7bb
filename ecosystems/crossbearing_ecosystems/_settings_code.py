"""Settings that are written as code: JavaScript, Go, PHP, Elixir and Prisma."""

import re
from bisect import bisect_left
from itertools import islice

from crossbearing_ecosystems._databases import engine_of_url, is_engine
from crossbearing_ecosystems._environment import is_commented
from crossbearing_ecosystems._project_sheet import ProjectSheet

_NODE_KEY = re.compile(
    r"""\b(?P<name>client|dialect|type|driver|provider)["']?\s*:\s*["'`](?P<value>[\w-]{1,40})["'`]"""
)
_NODE_URL = re.compile(
    r"""(?P<name>new\s+Sequelize|mongoose\.connect|new\s+MongoClient|createConnection)\(\s*["'`](?P<url>[a-z][\w+:]*:[^"'`\n]*)["'`]"""
)
_NODE_LIBRARY = re.compile(
    r"typeorm|TypeOrm|DataSource|sequelize|knex|drizzle|mikro-?orm|mongoose|MongoClient|objection|bookshelf", re.I
)
_GO = re.compile(
    r"""\b(?P<name>sqlx?\.(?:Open|OpenDB|Connect|MustConnect|MustOpen)|gorm\.Open)
    \(\s*(?:context\.\w+\(\)\s*,\s*|ctx\s*,\s*)?(?:"(?P<driver>\w{1,40})"|(?P<dialect>\w{1,40})\.(?:Open|New)\()
    |\b(?P<library>pgx(?:pool)?\.(?:Connect|New|NewWithConfig|ConnectConfig)|mongo\.Connect)\(""",
    re.VERBOSE,
)
_STAGE = re.compile(r"""["']?\b(?P<name>development|production|staging|testing|test|local)\b["']?\s*:\s*\{""")
_LARAVEL = re.compile(
    r"""["'](?P<name>default)["']\s*=>\s*(?:env\(\s*["']\w+["']\s*,\s*)?["'](?P<value>\w+)["']""",
)
_CODEIGNITER = re.compile(r"""["'](?P<name>dbdriver)["']\]?\s*=>?\s*["'](?P<value>\w+)["']""", re.IGNORECASE)
_ECTO_REPO = re.compile(r"\b(?P<name>adapter):\s*(?P<value>[A-Z][\w.]*)")
_ECTO_CONFIG = re.compile(r"^[ \t]*config\s*\(?:\w+,\s*(?P<name>[A-Z][\w.]*Repo)\b", re.MULTILINE)
_ECTO_STATEMENT = re.compile(r"^[ \t]*(?:config|import_config|end)\b", re.MULTILINE)
_ECTO_ADAPTER = re.compile(r"\badapter:\s*(?P<value>[A-Z][\w.]*)|\burl:\s*\"(?P<url>[a-z][^\"]*)\"")
_PRISMA = re.compile(r"^[ \t]*datasource\s+\w+\s*\{(?P<body>[^{}]*)\}", re.MULTILINE)
_PRISMA_KEY = re.compile(
    r"""^[ \t]*(?P<name>provider|url)\s*=\s*(?:env\(\s*"(?P<variable>\w+)"\s*\)|\[?\s*"(?P<value>[^"\n]*)")""",
    re.MULTILINE,
)
_MOST = 200
_COMMENTS = ("//", "#", "* ", "/*", "|")


def read_node(sheet: ProjectSheet, text: str) -> None:
    """Claim the engines that Knex, TypeORM, Sequelize, Drizzle and Mongoose are told to use, by stage if there are."""
    if not _NODE_LIBRARY.search(text) and "knexfile" not in sheet.file.path:
        return
    stages = [(match.start(), match["name"]) for match in _STAGE.finditer(text)]
    for match in islice(_NODE_KEY.finditer(text), _MOST):
        if is_engine(match["value"]):
            place = bisect_left(stages, (match.start(), ""))
            stage = stages[place - 1][1] if place else ""
            name = f"{stage}.{match['name']}" if stage else match["name"]
            _claim(sheet, text, match, name, match["value"])
    for match in _NODE_URL.finditer(text):
        if engine := engine_of_url(match["url"]):
            _claim(sheet, text, match, " ".join(match["name"].split()), engine)


def read_go(sheet: ProjectSheet, text: str) -> None:
    """Claim the driver that `database/sql`, sqlx or GORM is told to use, and connections of pgx and MongoDB."""
    for match in islice(_GO.finditer(text), _MOST):
        name = match["name"] or match["library"]
        engine = match["driver"] or match["dialect"] or ("mongodb" if name.startswith("mongo") else "pgx")
        if is_engine(engine) or match["library"]:
            _claim(sheet, text, match, name, engine, "name" if match["name"] else "library")


def read_php(sheet: ProjectSheet, text: str) -> None:
    """Claim the connection that Laravel or CodeIgniter uses if nothing else is said."""
    if "'connections'" in text or '"connections"' in text:
        found = (match for match in _LARAVEL.finditer(text) if not is_commented(text, match.start(), _COMMENTS))
        if match := next(found, None):
            _claim(sheet, text, match, "database.default", match["value"])
    else:
        for match in islice(_CODEIGNITER.finditer(text), _MOST):
            _claim(sheet, text, match, match["name"], match["value"])


def read_elixir(sheet: ProjectSheet, text: str) -> None:
    """Claim the adapter of an Ecto repository, and where it is configured."""
    if "use Ecto.Repo" in text:
        if match := _ECTO_REPO.search(text):
            _claim(sheet, text, match, "adapter", match["value"])
        return
    for match in islice(_ECTO_CONFIG.finditer(text), _MOST):
        following = _ECTO_STATEMENT.search(text, match.end())
        body = text[match.end() : following.start() if following else len(text)]
        found = _ECTO_ADAPTER.search(body)
        value = (found["value"] or engine_of_url(found["url"])) if found else ""
        _claim(sheet, text, match, match["name"], value)


def read_prisma(sheet: ProjectSheet, text: str) -> None:
    """Claim the provider of a data source, and the URL or the environment variable that holds it."""
    for source in _PRISMA.finditer(text):
        for match in _PRISMA_KEY.finditer(text, source.start("body"), source.end("body")):
            if match["variable"]:
                line = text.count("\n", 0, match.start("variable")) + 1
                sheet.configuration(match["variable"], "environment", (line, line))
            elif match["name"] == "provider":
                _claim(sheet, text, match, "datasource.provider", match["value"])
            elif engine := engine_of_url(match["value"]):
                _claim(sheet, text, match, "datasource.url", engine)


def _claim(sheet: ProjectSheet, text: str, match: "re.Match[str]", name: str, value: str, group: str = "name") -> None:
    if not is_commented(text, match.start(group), _COMMENTS):
        line = text.count("\n", 0, match.start(group)) + 1
        sheet.configuration(name, "database", (line, line), match[group], value=value)
