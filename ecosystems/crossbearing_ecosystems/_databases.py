"""Which words name a database: its engine, the scheme of its URL, its driver."""

import re

from crossbearing_ecosystems._secrets import scheme_of

_ENGINES = re.compile(
    r"asyncpg|aiomysql|aiosqlite|better-?sqlite3|cassandra|clickhouse|cockroach(?:db)?|couchdb|cx_oracle|d1|db2|derby|"
    r"duckdb|dynamodb|ecto|firebird|h2|hsqldb|libsql|mariadb|mongo(?:db)?|mssql|mysql[2i]?|neo4j|neon|oracle(?:db)?|"
    r"pg|pgsql|pgx|planetscale|postgis|postgres(?:ql)?|psycopg[23]?|redshift|singlestore|snowflake|spanner|spatialite|"
    r"sqlite[3x]?|sqljs|sqlserver|sqlsrv|surrealdb|tidb|trilogy|turso|yugabytedb|jdbcsqlserver",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[^A-Za-z0-9]+")
_PLACEHOLDER = re.compile(r"\s*[\"']?[$#]\{(?P<name>[A-Za-z_][\w.]*)(?::-?(?P<value>[^}]*))?\}?")
DATABASE_WORD = re.compile(r"database|(?:^|[_.-])db(?:[_.-]|$)|sql|mongo|postgres|jdbc", re.IGNORECASE)
"""What the name of a variable says that holds a database's URL."""


def is_engine(word: str) -> bool:
    """Say whether a word is the name of a database engine or of a driver for one (``postgresql+psycopg2``)."""
    return any(_ENGINES.fullmatch(part) for part in (word, *_PARTS.split(word)))


def engine_of_url(url: str) -> str:
    """The scheme of a URL if it is that of a database, or an empty string; placeholders count by their defaults."""
    if placeholder := _PLACEHOLDER.match(url):
        url = placeholder["value"] or ""
    scheme = scheme_of(url.strip("\"' "))
    return scheme if scheme == "file" or is_engine(scheme) else ""


def variable_of(value: str) -> str:
    """The name of the environment variable that a value consists of or starts with (``${NAME:default}``)."""
    placeholder = _PLACEHOLDER.match(value)
    return placeholder["name"] if placeholder and placeholder["name"].isupper() else ""
