"""What part a file plays in a repository, judged by its path alone, so that it is known before anything is read.

The conventions are those of the tools that run tests, build packages and write code: a file is a test where a test
runner would look for one, not wherever its path has the word in it. ``sympy/testing/runtests.py`` and
``src/_pytest/python.py`` are source, ``testing/test_mark.py`` at the root of a repository is a test. In doubt a file is
source, because only source is searched for faults.
"""

import re
from functools import lru_cache

from crossbearing.model.file import Role

VENDORED_DIRECTORIES = frozenset({"vendor", "node_modules", "site-packages", "third_party", "external"})
"""Directories of third-party code kept inside the tree, at any depth (reconnaissance specification, §3.2)."""

_ROOT_DIRECTORIES: dict[str, Role] = {
    "testing": "test",
    "asv_bench": "test",
    "doc": "docs",
    "docs": "docs",
    "documentation": "docs",
    "site": "docs",
    "website": "docs",
    "example": "example",
    "sample": "example",
    "samples": "example",
    "demo": "example",
    "demos": "example",
    "playground": "example",
    "playgrounds": "example",
}
_TEST_DIRECTORY = re.compile(
    r"""
      tests? | unittests | testdata | e2e | benches | __(?:tests|mocks|fixtures|snapshots)__
    | (?:unit|integration|functional|acceptance|system|smoke|regression|e2e)[-_]?tests?
    | .+\.(?:unit|integration|functional)?tests?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPEC_DIRECTORIES = frozenset({"spec", "specs"})
_SPEC_FILE = re.compile(r".+\.(?:rb|[cm]?[jt]sx?|coffee)")
# Maven's and Gradle's source sets: what lies below java/ or the like are the names of packages, not of conventions.
_SOURCE_SET = re.compile(r"(?P<outside>(?:.*?/)?)src/(?P<name>\w+)/(?:java|kotlin|scala|groovy|resources)/")
_TEST_SET = re.compile(r"test|^it$|^jmh$", re.IGNORECASE)
# What else lies in a source set of tests are the projects and files that these try things on.
_TEST_SET_DIRECTORY = re.compile(r"(?:.*?/)?src/(?:[a-z][a-z0-9]*Tests?|testFixtures)/")

_TEST_FILE = re.compile(
    r"""
      conftest\.py | tests\.rs
    | test_.*\.(?:pyx?|c|cc|cpp|cxx|h|hpp|rb|jl|lua|R|sh) | test-.*\.R
    | .+_(?:test|tests|unittest)\.(?:py|go|rs|c|cc|cpp|cxx|rb|dart|exs|[cm]?[jt]sx?|jl|sh)
    | .+_spec\.(?:rb|lua)
    | .+[.-](?:test|tests|spec|specs|e2e|cy)\.[cm]?[jt]sx?
    | .*[A-Za-z0-9](?:Test|Tests|TestCase)\.(?:java|kt|scala|groovy|cs|fs|vb|swift|php)
    | .*[A-Za-z0-9](?:Spec|Suite)\.(?:kt|scala|groovy)
    | .*[a-z0-9]IT\.(?:java|kt)
    """,
    re.VERBOSE,
)
# A Django application's tests; below src/ it is a module that is shipped (as in Jinja, whose templates have tests).
_APPLICATION_TESTS = "tests.py"

_GENERATED_FILE = re.compile(
    r"""
      .+_pb2(?:_grpc)?\.pyi? | .+\.pb(?:\.gw)?\.go | .+\.pb\.(?:cc|h) | zz_generated\..+\.go
    | .+[.-]min\.(?:[cm]?js|css) | .+\.bundle\.(?:[cm]?js|css) | .+\.(?:[cm]?js|css|ts)\.map
    | .+\.(?:g|freezed)\.dart | .+\.(?:g|g\.i|[Dd]esigner)\.cs
    | package-lock\.json | npm-shrinkwrap\.json | pnpm-lock\.yaml | bun\.lockb? | deno\.lock | yarn\.lock
    | poetry\.lock | Pipfile\.lock | uv\.lock | pdm\.lock | pixi\.lock | Cargo\.lock | go\.sum | composer\.lock
    | Gemfile\.lock | mix\.lock | gradle\.lockfile | Package\.resolved
    """,
    re.VERBOSE,
)
_PROSE_FILE = re.compile(
    r"""
      .+\.(?:md|markdown|mdx|rst|adoc|asciidoc|textile)
    | (?:README|CHANGELOG|CHANGES|HISTORY|NEWS|AUTHORS|CONTRIBUTORS|CONTRIBUTING|COPYING|LICEN[CS]E|NOTICE|TODO)
      (?:[._-][A-Za-z0-9]+)*
    """,
    re.VERBOSE,
)


def role_of(path: str) -> Role:
    """Judge the role of the file at ``path``: vendored before generated, tests and examples before prose."""
    directory, _, name = path.rpartition("/")
    if role := _role_of_directory(f"{directory}/" if directory else ""):
        return role if role == "vendored" or not _GENERATED_FILE.fullmatch(name) else "generated"
    if _GENERATED_FILE.fullmatch(name):
        return "generated"
    if _is_test_file(directory, name):
        return "test"
    return "docs" if _PROSE_FILE.fullmatch(name) else "source"


@lru_cache(maxsize=4096)
def _role_of_directory(directory: str) -> Role | None:
    """The role that a directory (empty, or ending in ``/``) gives to everything in it."""
    if VENDORED_DIRECTORIES.intersection(directory.split("/")):
        return "vendored"
    source_set = _SOURCE_SET.match(directory)
    if (source_set and _TEST_SET.search(source_set["name"])) or _TEST_SET_DIRECTORY.match(directory):
        return "test"
    parts = (source_set["outside"] if source_set else directory).split("/")[:-1]
    if ".cmake" in parts:
        return "generated"
    if any(_TEST_DIRECTORY.fullmatch(part) for part in parts):
        return "test"
    if parts and (role := _ROOT_DIRECTORIES.get(parts[0])):
        return role
    return "example" if "examples" in parts else None


def _is_test_file(directory: str, name: str) -> bool:
    if _SOURCE_SET.match(directory + "/"):
        return False
    parts = directory.split("/")
    if name == _APPLICATION_TESTS:
        return "src" not in parts
    if not _SPEC_DIRECTORIES.isdisjoint(parts) and _SPEC_FILE.fullmatch(name):
        return True
    return bool(_TEST_FILE.fullmatch(name))
