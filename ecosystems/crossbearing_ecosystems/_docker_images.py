"""The names of container images, and what they tell."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_LANGUAGES: Mapping[str, str] = {
    image: language
    for language, images in {
        "c#": "dotnet/sdk dotnet/aspnet dotnet/runtime dotnet/core/sdk dotnet/core/aspnet dotnet/core/runtime",
        "dart": "dart",
        "elixir": "elixir",
        "erlang": "erlang",
        "go": "golang",
        "haskell": "haskell",
        "java": "openjdk eclipse-temurin amazoncorretto ibm-semeru-runtimes sapmachine adoptopenjdk",
        "javascript": "node",
        "julia": "julia",
        "perl": "perl",
        "php": "php",
        "python": "python pypy",
        "r": "r-base rocker/r-ver",
        "ruby": "ruby jruby",
        "rust": "rust",
        "swift": "swift",
    }.items()
    for image in images.split()
}
"""Images that hold a language in the version that their tag says."""
_PLATFORMS: Mapping[str, str] = {"c#": ".net ", "javascript": "node "}
"""What the tag tells the version of, where that is not the language itself."""
_OTHERS: Mapping[str, str] = {
    "cargo-chef": "rust",
    "clojure": "clojure",
    "gradle": "java",
    "jetty": "java",
    "maven": "java",
    "miniconda3": "python",
    "rails": "ruby",
    "tomcat": "java",
    "uv": "python",
    "uvicorn-gunicorn": "python",
    "uvicorn-gunicorn-fastapi": "python",
}
"""Images that hold a language beside a tool whose version the tag says."""
_ENGINES: Mapping[str, str] = {
    image: engine
    for engine, images in {
        "cassandra": "cassandra",
        "clickhouse": "clickhouse clickhouse-server",
        "cockroachdb": "cockroach",
        "couchdb": "couchdb",
        "elasticsearch": "elasticsearch",
        "influxdb": "influxdb",
        "mariadb": "mariadb",
        "memcached": "memcached",
        "mongodb": "mongo mongodb mongodb-community-server",
        "mssql": "mssql/server mssql-server-linux azure-sql-edge",
        "mysql": "mysql mysql-server percona percona-server",
        "neo4j": "neo4j",
        "opensearch": "opensearch",
        "oracle": "oracle-xe oracle-free",
        "postgresql": "postgres postgresql postgis pgvector timescaledb timescaledb-ha supabase/postgres",
        "redis": "redis redis-stack redis-stack-server redismod",
        "scylladb": "scylla",
        "valkey": "valkey",
    }.items()
    for image in images.split()
}
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)(?![\da-z])")
_NAMED_VERSION = re.compile(r"(?:^|-)(?:python|jdk|jre|temurin|corretto|java|openjdk|py)-?(\d+(?:\.\d+)*)")
_TEMPLATE = re.compile(r"[<>%]|\{\{|\s")
_NAME = re.compile(r"[a-z0-9][\w.:-]*(?:/[\w.-]+)*", re.IGNORECASE)


class Image(NamedTuple):
    """An image: its name with registry and namespace as written, and its tag and digest (``tag@sha256:…``)."""

    name: str
    version: str


def parse_image(text: str) -> Image | None:
    """Read ``[registry[:port]/]name[:tag][@digest]``; None where the name is not all there, or no image at all."""
    reference, _, digest = text.partition("@")
    slash = reference.rfind("/")
    colon = reference.find(":", slash + 1)
    name, tag = (reference, "") if colon < 0 else (reference[:colon], reference[colon + 1 :])
    if not _NAME.fullmatch(name) or name == "scratch" or _TEMPLATE.search(text):
        return None
    return Image(name, "@".join(part for part in (tag, digest) if part))


def language_of(image: Image) -> tuple[str, str | None] | None:
    """The language that an image is made for, and its version where the tag says that."""
    tag = image.version.partition("@")[0]
    short = _known(image.name, {**_LANGUAGES, **_OTHERS})
    if short in _LANGUAGES and short != "pypy":
        match = _VERSION.match(tag)
        language = _LANGUAGES[short]
        return language, f"{_PLATFORMS.get(language, '')}{match[1]}" if match else None
    match = _NAMED_VERSION.search(tag)
    if short:
        return _OTHERS.get(short, "python"), match[1] if match else None
    return None


def engine_of(image: Image) -> str:
    """The database that an image runs, or an empty string."""
    return _ENGINES.get(_known(image.name, _ENGINES), "")


def _known(name: str, table: Mapping[str, str]) -> str:
    """The end of an image's name that stands in a table, or an empty string."""
    parts = name.split("/")
    ends = ("/".join(parts[start:]) for start in range(max(0, len(parts) - 3), len(parts)))
    return next((end for end in ends if end in table), "")
