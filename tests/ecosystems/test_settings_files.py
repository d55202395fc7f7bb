"""Settings that select a database: whatever a file holds, claims are proved and hold no secret."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import settings as plugin
from crossbearing_ecosystems._databases import engine_of_url, is_engine, variable_of

STEADY = settings(deadline=None)

PATHS = (
    ".env",
    "alembic.ini",
    "appsettings.json",
    "config/app.yaml",
    "config/config.json",
    "config/database.php",
    "config/database.yml",
    "config/dev.exs",
    "config.toml",
    "db.py",
    "knexfile.js",
    "lib/repo.ex",
    "main.go",
    "prisma/schema.prisma",
    "settings.py",
    "src/main/resources/application.properties",
    "src/main/resources/application.yml",
    "src/main/resources/persistence.xml",
    "Web.config",
)
SCHEMES = st.sampled_from(["postgres", "postgresql+psycopg2", "mysql", "sqlite", "mssql", "mongodb"])
WRITTEN = {
    ".env": ("DATABASE_URL={}\n", "DATABASE_URL"),
    "alembic.ini": ("[alembic]\nsqlalchemy.url = {}\n", "sqlalchemy.url"),
    "appsettings.json": ('{{"ConnectionStrings": {{"Shop": "{}"}}}}', "ConnectionStrings:Shop"),
    "config/app.yaml": ("a: 1\ndatabase:\n  url: {}\n", "database.url"),
    "config.toml": ('[database]\nurl = "{}"\n', "database.url"),
    "config/database.yml": ("production:\n  url: {}\n", "production.url"),
    "prisma/schema.prisma": ('datasource db {{\n  url = "{}"\n}}\n', "datasource.url"),
    "settings.py": ('SQLALCHEMY_DATABASE_URI = "{}"\n', "SQLALCHEMY_DATABASE_URI"),
    "src/main/resources/application.properties": ("spring.datasource.url={}\n", "spring.datasource.url"),
    "src/main/resources/application.yml": ("spring:\n  r2dbc:\n    url: {}\n", "spring.r2dbc.url"),
}


def claims_of(path: str, text: str) -> list[Any]:
    tree = MemoryTree("small", {path: text.encode("utf-8", "replace")})
    claims = list(plugin.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims


@pytest.mark.parametrize("path", sorted(WRITTEN))
@STEADY
@given(scheme=SCHEMES, end=st.sampled_from(["\n", "\r\n"]))
def test_a_url_is_found_and_its_password_is_not(path: str, scheme: str, end: str) -> None:
    template, name = WRITTEN[path]
    text = template.format(f"{scheme}://someone:geheim@db.example.org/shop").replace("\n", end)
    (claim,) = claims_of(path, text)
    assert (claim.name, claim.kind, claim.value) == (name, "database", scheme)
    assert "geheim" not in repr(claim)


@pytest.mark.parametrize("path", PATHS)
@settings(deadline=None, max_examples=60)
@given(
    text=st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            (
                *(
                    "DATABASES",
                    "database",
                    "url",
                    "adapter",
                    "ENGINE",
                    "default",
                    "Repo",
                    "datasource",
                    "client",
                    "type",
                ),
                *(
                    "ConnectionStrings",
                    "create_engine(",
                    "sql.Open(",
                    "MongoClient(",
                    ".connect(",
                    "=",
                    ": ",
                    "=>",
                    "{",
                    "}",
                    "[",
                    "]",
                    "(",
                    ")",
                    '"',
                    "'",
                    ",",
                    "\n",
                ),
                *(
                    "  ",
                    "pg",
                    "sqlite://x",
                    "${A_DB:",
                    "<%= ",
                    "%>",
                    "<property ",
                    "name",
                    "/>",
                    "config :a, ",
                    "#",
                    "//",
                ),
            )
        ),
        max_size=30,
    ).map("".join)
)
def test_any_text(path: str, text: str) -> None:
    try:
        claims_of(path, text)
    except UnreadableError:
        return


@pytest.mark.parametrize("path", PATHS)
def test_long_files_are_read_in_time(path: str) -> None:
    for piece in (
        'DATABASES = {"a": [',
        "database:\n  url: x\n",
        "datasource db {",
        "'default' => ",
        "<%= a",
        "adapter: x\n",
    ):
        try:
            claims_of(path, piece * 20_000)
        except UnreadableError:
            continue


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "config.py",
            "URI = DATABASE_URI = get('X', '').replace(\n 'postgres://', 'postgresql://') or \\\n 'sqlite:///' + x\n",
            [("DATABASE_URI", "sqlite", 1)],
        ),
        ("config.py", "DATABASE_URI = x\nURL = 'sqlite:///'\n", [("DATABASE_URI", "", 1)]),
        (
            "db.py",
            "# sqlite3.connect(a)\na = sqlite3.connect(b)\nsqlite3.connect(c)\n",
            [("sqlite3.connect", "sqlite3", 2)],
        ),
        ("db.py", "mysql.connector.connect(user=x)\n", [("mysql.connector.connect", "mysql", 1)]),
        ("app.py", "c = MongoClient('mongodb://a:geheim@b')\n", [("MongoClient", "mongodb", 1)]),
        ("app.py", "signal.connect(MongoClient)\n", []),
        (
            "main.go",
            'db, err := sql.Open("postgres", dsn)\n// sql.Open("mysql", x)\nsql.Open(driver, x)\n',
            [("sql.Open", "postgres", 1)],
        ),
        ("store/db/db.go", "gorm.Open(sqlite.Open(x), &gorm.Config{})\n", [("gorm.Open", "sqlite", 1)]),
        (
            "db.go",
            'sqlx.Connect("pgx", x)\npgxpool.New(ctx, x)\n',
            [("sqlx.Connect", "pgx", 1), ("pgxpool.New", "pgx", 2)],
        ),
        ("main.go", "mongo.Connect(ctx, o)\n", [("mongo.Connect", "mongodb", 1)]),
    ],
)
def test_code_that_selects(path: str, text: str, expected: list[tuple[str, str, int]]) -> None:
    claims = claims_of(path, text)
    assert [(claim.name, claim.value, claim.evidence.line) for claim in claims] == expected


def test_engines() -> None:
    assert all(map(is_engine, ("pg", "postgresql+asyncpg", "sqlite3", "mysql2", "SQLServer", "jdbc:h2")))
    assert not any(map(is_engine, ("redis", "https", "string", "", "module")))
    assert engine_of_url("${DB:jdbc:mysql://localhost/x}") == "jdbc:mysql"
    assert engine_of_url("https://example.org") == ""
    assert variable_of("${DATABASE_URL}") == "DATABASE_URL"
    assert variable_of("${database}") == ""
