"""What a CMake project takes from elsewhere: packages that it finds, fetches or builds along."""

import re
from collections.abc import Mapping

from crossbearing_ecosystems._build_sheet import BuildSheets
from crossbearing_ecosystems._cmake_frames import Call
from crossbearing_ecosystems._cmake_machine import Handler, Machine
from crossbearing_ecosystems._cmake_values import is_known
from crossbearing_ecosystems._cmake_words import sections
from crossbearing_ecosystems._project_sheet import DependencyKind

_VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)*(?:\.\.\.<?[0-9]+(?:\.[0-9]+)*)?")
_MODULE = re.compile(r"(?P<name>[A-Za-z0-9_][A-Za-z0-9_.+-]*)\s*(?P<version>(?:>=|<=|=|<|>)\s*\S+)?")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_SHORTHAND = re.compile(r"(?:(?P<host>gh|gl|bb):)?(?P<path>[^@#\s]+)(?:[@#](?P<version>.*))?")
_HOSTS = {"gh": "https://github.com/", "gl": "https://gitlab.com/", "bb": "https://bitbucket.org/"}
_TOOLS = frozenset(
    {
        "bison",
        "ccache",
        "clangformat",
        "clangtidy",
        "doxygen",
        "flex",
        "git",
        "lcov",
        "perl",
        "pkgconfig",
        "pythoninterp",
    }
    | {"sphinx", "swig", "valgrind"}
)
_FOR_TESTS = frozenset(
    {
        "benchmark",
        "catch",
        "catch2",
        "cmocka",
        "criterion",
        "cunit",
        "doctest",
        "googlebenchmark",
        "googletest",
        "gtest",
    }
    | {"gmock", "unity"}
)
_FETCH_WORDS = frozenset(
    {"NAME", "VERSION", "GIT_REPOSITORY", "GITHUB_REPOSITORY", "GITLAB_REPOSITORY", "BITBUCKET_REPOSITORY", "GIT_TAG"}
    | {"URL", "URL_HASH", "URL_MD5", "SOURCE_DIR", "SOURCE_SUBDIR", "BINARY_DIR", "PREFIX", "OPTIONS", "GIT_SHALLOW"}
    | {"DOWNLOAD_ONLY", "EXCLUDE_FROM_ALL", "FIND_PACKAGE_ARGS", "OVERRIDE_FIND_PACKAGE", "CMAKE_ARGS", "PATCH_COMMAND"}
    | {"CONFIGURE_COMMAND", "BUILD_COMMAND", "INSTALL_COMMAND", "TEST_COMMAND", "UPDATE_COMMAND", "DOWNLOAD_COMMAND"}
    | {"DOWNLOAD_EXTRACT_TIMESTAMP", "GIT_SUBMODULES", "GIT_PROGRESS", "SVN_REPOSITORY", "HG_REPOSITORY", "SYSTEM"}
    | {"DEPENDS", "INSTALL_DIR", "LOG_DOWNLOAD", "FORCE", "COMPONENTS", "DOWNLOAD_NO_EXTRACT", "BUILD_BYPRODUCTS"}
)
_PKG_CONFIG_WORDS = frozenset(
    {"REQUIRED", "QUIET", "NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH", "IMPORTED_TARGET", "GLOBAL"}
)
_LONGEST_MARKER = 300


class DependencyReader:
    """Claims the dependencies of a project."""

    def __init__(self, sheets: BuildSheets) -> None:
        self._sheets = sheets
        self.names: dict[str, None] = {}
        # The modules of pkg-config by the prefix of the variables that stand for them.
        self.prefixes: dict[str, dict[str, None]] = {}
        self.own_names: set[str] = set()

    def handlers(self) -> Mapping[str, Handler]:
        """The commands that this reader wants to hear of."""
        return {
            "find_package": self._find,
            "find_dependency": self._find,
            "fetchcontent_declare": self._fetch,
            "externalproject_add": self._fetch,
            "cpmaddpackage": self._cpm,
            "cpmfindpackage": self._cpm,
            "pkg_check_modules": self._pkg_config,
            "pkg_search_module": self._pkg_config,
        }

    def _declare(self, call: Call, name: str, version: str | None, kind: DependencyKind, source: str = "") -> None:
        if not _NAME.fullmatch(name):
            return
        lowered = name.lower()
        if lowered in _FOR_TESTS or self._sheets.role(call.places) in ("test", "example"):
            kind = "dev"
        elif lowered in _TOOLS:
            kind = "build"
        marker = " AND ".join(call.frame.conditions)
        evidence, found = self._sheets.prove(call.places, name)
        self._sheets.of(evidence.path).declare(
            name,
            version if version and is_known(version) else None,
            (evidence.line, evidence.line),
            kind,
            *([found] if found else []),
            marker=marker if len(marker) <= _LONGEST_MARKER else "",
            source="workspace" if name in self.own_names else source if is_known(source) else "",
        )
        self.names[name] = None

    def _find(self, machine: Machine, call: Call) -> None:
        """``find_package(Name [version] [REQUIRED] …)``."""
        if call.words:
            name, *rest = call.words
            version = rest[0] if rest and _VERSION.fullmatch(rest[0]) else None
            self._declare(call, name, version, "runtime" if "REQUIRED" in rest else "optional")

    def _fetch(self, machine: Machine, call: Call) -> None:
        """``FetchContent_Declare(name GIT_REPOSITORY … GIT_TAG … | URL …)`` and ``ExternalProject_Add``."""
        if not call.words:
            return
        parts = {keyword: words for keyword, words in sections(call.words[1:], _FETCH_WORDS) if words}
        place = next((parts[key][0] for key in ("GIT_REPOSITORY", "URL", "HG_REPOSITORY") if key in parts), "")
        if place or "SVN_REPOSITORY" in parts or "DOWNLOAD_COMMAND" in parts:
            version = parts["GIT_TAG"][0] if "GIT_TAG" in parts else None
            self._declare(call, call.words[0], version, "runtime", _git(place) if "GIT_REPOSITORY" in parts else place)

    def _cpm(self, machine: Machine, call: Call) -> None:
        """``CPMAddPackage("gh:owner/name#1.0")`` and the form with keywords."""
        if len(call.words) == 1:
            match = _SHORTHAND.fullmatch(call.words[0])
            if match and is_known(call.words[0]):
                host = _HOSTS.get(match["host"] or "", "")
                name = match["path"].rstrip("/").rpartition("/")[2].removesuffix(".git")
                source = _git(f"{host}{match['path']}") if host else match["path"]
                self._declare(call, name, match["version"], "runtime", source)
            return
        parts = {keyword: words[0] for keyword, words in sections(call.words, _FETCH_WORDS) if words}
        repository = parts.get("GITHUB_REPOSITORY", "")
        source = (
            _git(f"{_HOSTS['gh']}{repository}") if repository else parts.get("GIT_REPOSITORY", parts.get("URL", ""))
        )
        name = parts.get("NAME") or source.rpartition("/")[2].removesuffix(".git")
        self._declare(call, name, parts.get("VERSION") or parts.get("GIT_TAG"), "runtime", source)

    def _pkg_config(self, machine: Machine, call: Call) -> None:
        """``pkg_check_modules(PREFIX [REQUIRED] module[>=version]…)``."""
        kind: DependencyKind = "runtime" if "REQUIRED" in call.words else "optional"
        for word in call.words[1:]:
            if word not in _PKG_CONFIG_WORDS and is_known(word) and (match := _MODULE.fullmatch(word)):
                self._declare(call, match["name"], match["version"], kind)
                self.prefixes.setdefault(call.words[0], {})[match["name"]] = None


def _git(url: str) -> str:
    return url if not url or url.startswith("git+") else f"git+{url}"
