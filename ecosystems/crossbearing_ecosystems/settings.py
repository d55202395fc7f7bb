"""Finds the settings that select a database, and the settings module, in the files where frameworks keep them.

- **Django, Flask, SQLAlchemy**: `DATABASES` with the `ENGINE` of its first entry, `SQLALCHEMY_DATABASE_URI`,
  `DATABASE_URL` and the like, `create_engine("…")`, `MongoClient("…")` and the first `connect` of a driver
  (`sqlite3.connect`), in files named for settings, configuration or databases and where applications are made
  (`settings/`, `config.py`, `app.py`, `__init__.py`); `DJANGO_SETTINGS_MODULE` in
  `manage.py`, `wsgi.py`, `asgi.py` and `celery.py`; `sqlalchemy.url` of `alembic.ini`.
- **Rails**: adapters and URLs in `database.yml`, each once, by the environment or anchor that holds it.
- **Laravel, CodeIgniter, Symfony**: the default connection of `config/database.php`; Doctrine's `dbal`.
- **Spring, Quarkus, Micronaut, Hibernate**: `application*.properties` and `.yml`, `persistence.xml`,
  `hibernate.cfg.xml`.
- **Node**: Knex, TypeORM, Sequelize, Drizzle, Mongoose; the data source of a Prisma schema.
- **Go**: `sql.Open`, sqlx, GORM, pgx and MongoDB, in `main.go` and files and folders named for a database.
- **.NET**: `ConnectionStrings` of `appsettings*.json`, `Web.config` and `App.config`. **Elixir**: Ecto repositories.
- **Any**: `DATABASE_URL`, `DB_CONNECTION` and the like in `.env` files; keys such as `database_url`, or `url`, `driver`
  and `type` in a section named for a database, in configuration files of TOML, YAML and INI.

The claim is the line that decides, under the key that stands there; where that is a plain word the name says where it
belongs (`production.adapter`). Its value is the engine or the scheme of the URL. Users, passwords and hosts are never
copied. An environment variable that gives the value is claimed beside it.

Example: `SQLALCHEMY_DATABASE_URI = "sqlite:///app.db"` on line 7 claims `SQLALCHEMY_DATABASE_URI`, kind `database`,
value `sqlite`, at line 7.

Limits: settings are not evaluated, so the value of a computed one is missing, and which of several files is in force is
not known. A connection string of .NET does not name its engine.
"""

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1


class _Format(NamedTuple):
    """Files that are read alike: their patterns, the words of which one must occur in them, and how they are read."""

    patterns: tuple[str, ...]
    hints: tuple[bytes, ...]
    read: Callable[[ProjectSheet], None]


def _reader(place: str, **arguments: bool) -> Callable[[ProjectSheet], None]:
    """The reader ``module.function``, imported when the first file is read with it: few repositories need many."""
    return lambda sheet: _load(place)(sheet, **arguments)


def _of_text(place: str) -> Callable[[ProjectSheet], None]:
    """The same for a reader of one text in which only line feeds end a line."""
    return lambda sheet: _load(place)(sheet, sheet.file.text.replace("\r\n", "\n").replace("\r", "\n"))


def _load(place: str) -> Callable[..., None]:
    module, _, function = place.partition(".")
    read: Callable[..., None] = getattr(import_module(f"crossbearing_ecosystems._settings_{module}"), function)
    return read


_KEYS = (b"atabase", b"ATABASE", b"db", b"DB", b"dsn", b"DSN", b"sql", b"SQL", b"mongo", b"MONGO", b"atasource")
_NODE_WORDS = (
    *(b"DataSource", b"MongoClient", b"Sequelize", b"TypeOrm", b"client", b"drizzle", b"mikro", b"mongoose"),
    *(b"sequelize", b"typeorm"),
)
_SCRIPTS = ("js", "cjs", "mjs", "ts")
_FORMATS = (
    _Format(
        (
            *("*settings*.py", "**/settings/*.py", "*config*.py", "**/config/*.py", "*database*.py", "db.py"),
            *("session.py", "__init__.py", "app.py", "main.py", "manage.py", "wsgi.py", "asgi.py", "celery.py"),
        ),
        (
            b"DATABASE",
            b"SETTINGS_MODULE",
            b"create_engine",
            b"create_async_engine",
            b"MONGO",
            b"db_url",
            b"database_url",
            b"MongoClient",
            b"IOMotorClient",
            b".connect(",
        ),
        _of_text("python.read_python"),
    ),
    _Format(("database.yml", "database.*.yml", "database.yml.*"), (b"adapter", b"url"), _reader("tables.read_rails")),
    _Format(
        tuple(f"{name}.{end}" for name in ("application*", "bootstrap*", "doctrine*") for end in ("yml", "yaml")),
        (b"database", b"datasource", b"dbal", b"jpa", b"mongodb", b"r2dbc", b"neo4j", b"cassandra"),
        _reader("tables.read_nested"),
    ),
    _Format(
        ("application*.properties", "bootstrap*.properties", "hibernate*.properties", "*database*.properties"),
        (b"database", b"datasource", b"db", b"hibernate", b"jdbc", b"jpa", b"mongodb", b"neo4j"),
        _reader("lines.read_properties"),
    ),
    _Format(("persistence.xml", "hibernate*.cfg.xml"), (b"property",), _reader("tables.read_java_xml")),
    _Format(("[Ww]eb*.config", "[Aa]pp*.config"), (b"connectionStrings",), _reader("tables.read_dotnet_xml")),
    _Format(("appsettings*.json", "local.settings.json"), (b"ConnectionStrings",), _reader("tables.read_dotnet_json")),
    _Format(("**/config/config.json", "ormconfig.json"), (b"dialect", b"type"), _reader("tables.read_node_json")),
    _Format(
        tuple(
            f"{name}.{end}"
            for name in ("knexfile", "ormconfig", "drizzle.config", "*data-source*", "app.module", "database", "db")
            for end in _SCRIPTS
        )
        + tuple(f"**/config/*.{end}" for end in _SCRIPTS),
        _NODE_WORDS,
        _of_text("code.read_node"),
    ),
    _Format(
        ("main.go", "db.go", "*database*.go", "**/db/*.go", "**/database/*.go"),
        (b"sql.Open", b"sqlx.", b"gorm.Open", b"pgx", b"mongo.Connect"),
        _of_text("code.read_go"),
    ),
    _Format(("*.prisma",), (b"datasource",), _of_text("code.read_prisma")),
    _Format(("[Dd]atabase.php",), (b"default", b"river"), _of_text("code.read_php")),
    _Format(("**/config/*.exs", "repo.ex", "*_repo.ex"), (b"Repo",), _of_text("code.read_elixir")),
    _Format(
        (
            ".env",
            ".env.*",
            "*.env.example",
            "*.env.sample",
            "env.example",
            "*.ini",
            "*config*.toml",
            "**/config/*.toml",
        ),
        _KEYS,
        _reader("lines.read_lines", is_nested=False),
    ),
    _Format(
        ("*config*.yml", "*config*.yaml", "**/config/*.yml", "**/config/*.yaml"),
        _KEYS,
        _reader("lines.read_lines", is_nested=True),
    ),
)
# fmt: off
PATTERNS = (
    "*settings*.py", "**/settings/*.py", "*config*.py", "**/config/*.py", "*database*.py", "db.py", "session.py",
    "__init__.py", "app.py", "main.py", "manage.py", "wsgi.py", "asgi.py", "celery.py", "database.yml",
    "database.*.yml", "database.yml.*", "application*.yml", "application*.yaml", "bootstrap*.yml", "bootstrap*.yaml",
    "doctrine*.yml", "doctrine*.yaml", "application*.properties", "bootstrap*.properties", "hibernate*.properties",
    "*database*.properties", "persistence.xml", "hibernate*.cfg.xml", "[Ww]eb*.config", "[Aa]pp*.config",
    "appsettings*.json", "local.settings.json", "**/config/config.json", "ormconfig.json", "knexfile.js",
    "knexfile.cjs", "knexfile.mjs", "knexfile.ts", "ormconfig.js", "ormconfig.cjs", "ormconfig.mjs", "ormconfig.ts",
    "drizzle.config.js", "drizzle.config.cjs", "drizzle.config.mjs", "drizzle.config.ts", "*data-source*.js",
    "*data-source*.cjs", "*data-source*.mjs", "*data-source*.ts", "app.module.js", "app.module.cjs", "app.module.mjs",
    "app.module.ts", "database.js", "database.cjs", "database.mjs", "database.ts", "db.js", "db.cjs", "db.mjs", "db.ts",
    "**/config/*.js", "**/config/*.cjs", "**/config/*.mjs", "**/config/*.ts", "main.go", "db.go", "*database*.go",
    "**/db/*.go", "**/database/*.go", "*.prisma", "[Dd]atabase.php", "**/config/*.exs", "repo.ex", "*_repo.ex", ".env",
    ".env.*", "*.env.example", "*.env.sample", "env.example", "*.ini", "*config*.toml", "**/config/*.toml",
    "*config*.yml", "*config*.yaml", "**/config/*.yml", "**/config/*.yaml",
)
# fmt: on


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Look for what selects a database in one file."""
    format_ = next((format_ for format_ in _FORMATS if _is_one(file.path, format_.patterns)), None)
    if format_ is None or not any(hint in file.data for hint in format_.hints):
        return []
    sheet = ProjectSheet(file, tree)
    format_.read(sheet)
    return sheet.claims


def _is_one(path: str, patterns: tuple[str, ...]) -> bool:
    """Say whether one of the patterns fits, which are names or names directly in a folder of that name."""
    folder, _, name = path.rpartition("/")
    for pattern in patterns:
        parent, _, tail = pattern.removeprefix("**/").rpartition("/")
        if fnmatchcase(name, tail) and (not parent or folder.rpartition("/")[2] == parent):
            return True
    return False
