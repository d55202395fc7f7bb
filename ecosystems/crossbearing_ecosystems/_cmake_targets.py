"""Targets and tests: what a CMake project builds, runs and checks, and what each of these depends on."""

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define

from crossbearing.plugin import TargetKind
from crossbearing_ecosystems._build_sheet import BuildSheets
from crossbearing_ecosystems._cmake_frames import Call, join, located
from crossbearing_ecosystems._cmake_machine import Handler, Machine
from crossbearing_ecosystems._cmake_values import BUILD, is_known, readable, references
from crossbearing_ecosystems._cmake_words import plain_items, section, sections
from crossbearing_ecosystems._sheet import Proof

_LIBRARY_KINDS: Mapping[str, TargetKind] = {
    "STATIC": "static-library",
    "SHARED": "shared-library",
    "MODULE": "module-library",
    "OBJECT": "object-library",
    "INTERFACE": "interface-library",
}
_SCOPES = frozenset(
    {"PUBLIC", "PRIVATE", "INTERFACE", "LINK_PUBLIC", "LINK_PRIVATE", "LINK_INTERFACE_LIBRARIES"}
    | {"debug", "optimized", "general"}
)
_NO_SOURCES = frozenset({*_SCOPES, "EXCLUDE_FROM_ALL", "WIN32", "MACOSX_BUNDLE", "FILES", "MANUAL_FINALIZATION"})
_COMMAND_WORDS = frozenset(
    {"ALL", "COMMAND", "ARGS", "DEPENDS", "BYPRODUCTS", "WORKING_DIRECTORY", "COMMENT", "JOB_POOL", "VERBATIM"}
    | {"USES_TERMINAL", "COMMAND_EXPAND_LISTS", "SOURCES", "OUTPUT", "TARGET", "PRE_BUILD", "PRE_LINK", "POST_BUILD"}
    | {"MAIN_DEPENDENCY", "IMPLICIT_DEPENDS", "DEPFILE", "APPEND", "DEPENDS_EXPLICIT_ONLY", "JOB_SERVER_AWARE"}
)
_TEST_WORDS = frozenset({"NAME", "COMMAND", "CONFIGURATIONS", "WORKING_DIRECTORY", "COMMAND_EXPAND_LISTS"})
_LIBRARY_VARIABLE = re.compile(r"(?P<package>\w+?)(?:_STATIC)?_(?:LIBRARIES|LIBRARY|LIBS|LINK_LIBRARIES|LDFLAGS)")
_FRAMEWORKS = {
    "gtest_discover_tests": "googletest",
    "gtest_add_tests": "googletest",
    "catch_discover_tests": "catch2",
    "doctest_discover_tests": "doctest",
}
_LONGEST_COMMAND = 1_000
_MOST_ALIASES = 20
_MOST_TARGETS = 4_500
_NO_NAME = re.compile(r"[\s{}@$<>()\"]")


@define
class FoundTarget:
    """A target as it is put together from several commands.

    ``is_aside``: it belongs to the tests or examples, or is built on request only.
    """

    name: str
    kind: TargetKind
    directory: str
    proof: Proof
    is_aside: bool = False
    is_certain: bool = True
    command: str = ""
    depends_on: dict[str, None] = Factory(dict)
    sources: dict[str, None] = Factory(dict)
    generated: list[str] = Factory(list)


class TargetReader:
    """Collects the targets and tests of a project from its commands."""

    def __init__(self, sheets: BuildSheets) -> None:
        self._sheets = sheets
        self.targets: dict[str, FoundTarget] = {}
        self.tests: dict[tuple[str, str], FoundTarget] = {}
        self.aliases: dict[str, str] = {}
        self.frameworks: dict[str, tuple[Call, str]] = {}
        # What is said of a target before or without its definition, and what makes a generated file.
        self._links: dict[str, dict[str, None]] = {}
        self._makers: dict[str, dict[str, None]] = {}

    def handlers(self) -> Mapping[str, Handler]:
        """The commands that this reader wants to hear of."""
        libraries = ("add_library", "cuda_add_library", "qt_add_library", "qt6_add_library", "qt_add_plugin")
        modules = ("pybind11_add_module", "python_add_library", "python3_add_library", "nanobind_add_module")
        programs = ("add_executable", "cuda_add_executable", "qt_add_executable", "qt6_add_executable")
        return {
            **dict.fromkeys(libraries, self._library),
            **dict.fromkeys(modules, self._module),
            **dict.fromkeys(programs, self._executable),
            **dict.fromkeys(_FRAMEWORKS, self._discovered),
            "add_custom_target": self._custom_target,
            "add_custom_command": self._custom_command,
            "externalproject_add": self._external_project,
            "target_sources": self._sources,
            "target_link_libraries": self._link,
            "add_dependencies": self._depend,
            "add_test": self._test,
        }

    def is_target(self, name: str) -> bool:
        """Say whether a target is certain to have been defined."""
        found = self.targets.get(self.aliases.get(name, name))
        return found is not None and found.is_certain

    # --- definitions ---

    def _define(self, call: Call, kind: TargetKind) -> FoundTarget | None:
        name = call.words[0] if call.words else ""
        if not is_known(name):
            self._sheets.problem(call.place, f"the name of a target is not known: {readable(name)[:60]}")
            return None
        if not name or _NO_NAME.search(name):
            return None
        found = self.targets.get(name)
        if found is None and len(self.targets) >= _MOST_TARGETS:
            self._sheets.problem(call.place, f"more than {_MOST_TARGETS} targets")
        elif found is None:
            found = FoundTarget(name, kind, call.directory, self._prove(call, name))
            found.is_aside = self._sheets.role(call.places) in ("test", "example")
            found.is_certain = not call.frame.conditions
            self.targets[name] = found
        elif not call.frame.conditions:
            found.is_certain = True
        return found

    def _prove(self, call: Call, name: str) -> Proof:
        written = [argument.text for argument in call.command.arguments[:2]]
        return self._sheets.prove(call.places, name, *(text for text in written if text not in ("NAME", "TARGET")))

    def _library(self, machine: Machine, call: Call) -> None:
        words = call.words
        if len(words) > 2 and words[1] == "ALIAS":
            self.aliases[words[0]] = words[2]
            return
        if "IMPORTED" in words[1:4]:
            return
        kind = _LIBRARY_KINDS.get(words[1] if len(words) > 1 else "", "static-library")
        if target := self._define(call, kind):
            self._add_sources(machine, call, target, words[1 if words[1:2] and words[1] not in _LIBRARY_KINDS else 2 :])

    def _module(self, machine: Machine, call: Call) -> None:
        if target := self._define(call, "module-library"):
            self._add_sources(machine, call, target, [word for word in call.words[1:] if not word.isupper()])

    def _executable(self, machine: Machine, call: Call) -> None:
        words = call.words
        if len(words) > 2 and words[1] == "ALIAS":
            self.aliases[words[0]] = words[2]
        elif "IMPORTED" not in words[1:3] and (target := self._define(call, "executable")):
            target.is_aside = target.is_aside or "EXCLUDE_FROM_ALL" in words[1:5]
            self._add_sources(machine, call, target, words[1:])

    def _external_project(self, machine: Machine, call: Call) -> None:
        if target := self._define(call, "package"):
            target.depends_on.update(dict.fromkeys(section(call.words[1:], _EXTERNAL_WORDS, "DEPENDS")))

    def _custom_target(self, machine: Machine, call: Call) -> None:
        parts = sections(call.words[1:], _COMMAND_WORDS)
        commands = [words for keyword, words in parts if keyword == "COMMAND" and words]
        first = [word for keyword, words in parts if keyword in ("", "ALL") for word in words]
        commands = [first, *commands] if first else commands
        if target := self._define(call, "runner" if commands else "aggregator"):
            if commands and not target.command:
                target.command = _written(commands)
            depends = [word for keyword, words in parts if keyword == "DEPENDS" for word in words]
            target.depends_on.update(dict.fromkeys(_mentioned(commands, depends)))
            target.generated += [_built(word, call.directory) for word in depends]

    def _custom_command(self, machine: Machine, call: Call) -> None:
        parts = sections(call.words, _COMMAND_WORDS)
        commands = [words for keyword, words in parts if keyword == "COMMAND" and words]
        depends = [word for keyword, words in parts if keyword in ("DEPENDS", "MAIN_DEPENDENCY") for word in words]
        needed = dict.fromkeys(_mentioned(commands, depends))
        for keyword, words in parts:
            if keyword == "TARGET" and words:
                self._links.setdefault(words[0], {}).update(needed)
            elif keyword == "OUTPUT":
                for word in words:
                    self._makers.setdefault(_built(word, call.directory), {}).update(needed)

    # --- what a target is made of ---

    def _sources(self, machine: Machine, call: Call) -> None:
        if call.words and (target := self.targets.get(self.aliases.get(call.words[0], call.words[0]))):
            self._add_sources(machine, call, target, _without_file_sets(call.words[1:]))

    def _add_sources(self, machine: Machine, call: Call, target: FoundTarget, words: Iterable[str]) -> None:
        for word in words:
            if word in _NO_SOURCES:
                continue
            objects = "$<TARGET_OBJECTS:" in word
            for item in plain_items([word]):
                path = located(item, call.directory)
                if objects:
                    target.depends_on[item] = None
                elif path and machine.tree.exists(path):
                    target.sources[path] = None
                elif item:
                    target.generated.append(_built(item, call.directory))

    def _link(self, machine: Machine, call: Call) -> None:
        if not call.words or not is_known(call.words[0]):
            return
        links = self._links.setdefault(call.words[0], {})
        for item in plain_items(call.words[1:]):
            if item in _SCOPES or not item:
                continue
            if not is_known(item):
                names = (_LIBRARY_VARIABLE.fullmatch(name) for name in references(item))
                links.update({f"{match['package']}::": None for match in names if match})
            elif item.startswith("-l"):
                links[item[2:]] = None
            elif not item.startswith("-") and "/" not in item and not _NO_NAME.search(item):
                links[item] = None

    def _depend(self, machine: Machine, call: Call) -> None:
        if call.words:
            links = self._links.setdefault(call.words[0], {})
            links.update((word, None) for word in call.words[1:] if is_known(word) and not _NO_NAME.search(word))

    # --- tests ---

    def _test(self, machine: Machine, call: Call) -> None:
        words = call.words
        if words[:1] == ["NAME"]:
            name = words[1] if len(words) > 1 else ""
            command = section(words[2:], _TEST_WORDS, "COMMAND")
        else:
            name, command = (words[0] if words else ""), words[1:]
        self._add_test(call, name, command)

    def _discovered(self, machine: Machine, call: Call) -> None:
        """Tests that the program itself lists: one claim stands for all of them."""
        framework = _FRAMEWORKS[call.command.name]
        self.frameworks.setdefault(framework, (call, call.command.name))
        words = call.words[1:] if call.words[:1] == ["TARGET"] else call.words
        if words:
            self._add_test(call, words[0], [words[0]])

    def _add_test(self, call: Call, name: str, command: list[str]) -> None:
        if not is_known(name):
            self._sheets.problem(call.place, f"the name of a test is not known: {readable(name)[:60]}")
            return
        if not name.strip() or "$<" in name:
            return
        key = (name, call.directory)
        if key not in self.tests and len(self.tests) >= _MOST_TARGETS:
            self._sheets.problem(call.place, f"more than {_MOST_TARGETS} tests")
        elif key not in self.tests:
            test = FoundTarget(name, "test", call.directory, self._prove(call, name))
            test.command = _written([command])
            test.depends_on.update(dict.fromkeys(_mentioned([command], [])))
            self.tests[key] = test

    # --- the end ---

    def finish(self, packages: Iterable[str], prefixes: Mapping[str, Iterable[str]]) -> None:
        """Bring together what was said of each target.

        ``packages`` are the names of declared dependencies, ``prefixes`` what the variables of pkg-config stand for.
        """
        known = {package.lower(): [package] for package in packages} | {
            prefix.lower(): list(modules) for prefix, modules in prefixes.items()
        }
        for name, links in self._links.items():
            if target := self.targets.get(self._real(name)):
                target.depends_on.update(links)
        for target in (*self.targets.values(), *self.tests.values()):
            for file in target.generated:
                target.depends_on.update(self._makers.get(file, {}))
            is_loose = target.kind in ("test", "runner", "aggregator", "package")
            own = target.name if target.kind != "test" else ""
            resolved = (self._resolved(name, known, is_loose=is_loose) for name in target.depends_on)
            target.depends_on = {name: None for names in resolved for name in names if name != own}

    def _resolved(self, name: str, packages: Mapping[str, list[str]], *, is_loose: bool) -> list[str]:
        """The target or packages that a name leads to; none where it is neither.

        A program that a command runs, or a file that it needs, is a dependency only where it is a target.
        """
        name = name.removeprefix("\0") if (is_mention := name.startswith("\0")) else name
        real = self._real(name)
        if real in self.targets:
            return [real]
        if is_mention or is_loose:
            return []
        namespace, separator, member = real.partition("::")
        found = packages.get((member if namespace == "PkgConfig" else namespace).lower(), [])
        return found or ([] if separator and not member else [real])

    def _real(self, name: str) -> str:
        for _ in range(_MOST_ALIASES):
            if name not in self.aliases:
                break
            name = self.aliases[name]
        return name

    def tested_programs(self) -> set[str]:
        """The executables that tests run."""
        return {name for test in self.tests.values() for name in test.depends_on}


_EXTERNAL_WORDS = frozenset(
    {"DEPENDS", "PREFIX", "URL", "GIT_REPOSITORY", "GIT_TAG", "SOURCE_DIR", "BINARY_DIR", "CMAKE_ARGS", "INSTALL_DIR"}
    | {"CONFIGURE_COMMAND", "BUILD_COMMAND", "INSTALL_COMMAND", "TEST_COMMAND", "UPDATE_COMMAND", "PATCH_COMMAND"}
    | {"DOWNLOAD_COMMAND", "URL_HASH", "CMAKE_CACHE_ARGS", "BUILD_BYPRODUCTS", "BUILD_IN_SOURCE", "LOG_BUILD"}
    | {"EXCLUDE_FROM_ALL", "STEP_TARGETS", "DOWNLOAD_DIR", "GIT_SHALLOW", "GIT_SUBMODULES", "BUILD_ALWAYS"}
)


def _written(commands: list[list[str]]) -> str:
    text = " && ".join(readable(" ".join(words)) for words in commands if words)
    text = re.sub(r"\$<(?:TARGET_FILE|SHELL_PATH):([^<>]*)>", r"\1", text)
    text = text.replace("${CMAKE_COMMAND}", "cmake").replace("${CMAKE_CTEST_COMMAND}", "ctest")
    return " ".join(text.split())[:_LONGEST_COMMAND]


def _mentioned(commands: list[list[str]], depends: Iterable[str]) -> Iterator[str]:
    """What may be names of targets: programs, and what is needed; marked, for most of it is none."""
    words = [words[0] for words in commands if words]
    words += [word for command in commands for word in command[1:] if "$<TARGET" in word]
    for item in plain_items([*words, *depends]):
        if item and is_known(item) and not _NO_NAME.search(item):
            yield f"\0{item}"


def _built(word: str, directory: str) -> str:
    """The name of a generated file as all who mention it would write it."""
    if word.startswith("/"):
        return word
    return f"{BUILD}/{join(directory, word)}"


def _without_file_sets(words: list[str]) -> Iterator[str]:
    """What ``target_sources`` lists, without the names and types of file sets and their folders."""
    skip = 0
    is_folders = False
    for word in words:
        if skip:
            skip -= 1
        elif word in ("FILE_SET", "TYPE"):
            skip, is_folders = 1, False
        elif word == "BASE_DIRS":
            is_folders = True
        elif word in _NO_SOURCES:
            is_folders = False
        elif not is_folders:
            yield word
