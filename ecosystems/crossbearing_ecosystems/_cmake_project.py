"""One CMake project: its list files read from the top, and what they claim."""

import re
from collections.abc import Mapping

from crossbearing.plugin import FileTree, Target, UnreadableError
from crossbearing_ecosystems._build_sheet import BuildSheet, BuildSheets
from crossbearing_ecosystems._cmake_dependencies import DependencyReader
from crossbearing_ecosystems._cmake_frames import Call, absolute
from crossbearing_ecosystems._cmake_machine import Handler, Machine
from crossbearing_ecosystems._cmake_targets import FoundTarget, TargetReader
from crossbearing_ecosystems._cmake_values import Value, is_known
from crossbearing_ecosystems._cmake_variables import VARIABLE_HANDLERS
from crossbearing_ecosystems._cmake_words import section
from crossbearing_ecosystems._sheet import Proof, Span
from crossbearing_ecosystems._whole_projects import ProjectReading

_LANGUAGES = {
    "C": "c",
    "CXX": "c++",
    "CUDA": "cuda",
    "OBJC": "objective-c",
    "OBJCXX": "objective-c",
    "Fortran": "fortran",
    "Swift": "swift",
    "CSharp": "c#",
}
_STANDARD = re.compile(r"(?:CMAKE_)?(?P<language>C|CXX|CUDA|OBJC|OBJCXX)_STANDARD")
_FEATURE = re.compile(r"(?P<language>c|cxx|cuda)_std_(?P<version>[0-9]{2})")
_PROJECT_WORDS = frozenset({"VERSION", "DESCRIPTION", "HOMEPAGE_URL", "LANGUAGES", "COMPAT_VERSION"})
_INSTALL_WORDS = frozenset(
    {"TARGETS", "EXPORT", "RUNTIME", "LIBRARY", "ARCHIVE", "BUNDLE", "INCLUDES", "DESTINATION", "COMPONENT", "FILES"}
    | {"OBJECTS", "FRAMEWORK", "PUBLIC_HEADER", "PRIVATE_HEADER", "RESOURCE", "FILE_SET", "OPTIONAL", "CONFIGURATIONS"}
)
_LIBRARIES = frozenset({"static-library", "shared-library", "module-library", "object-library", "interface-library"})
_BUILD = "cmake -B build && cmake --build build"
_TEST = "ctest --test-dir build"


def read_project(path: str, tree: FileTree) -> ProjectReading:
    """Read the project whose top list file is ``path``."""
    reader = _ProjectReader(path, tree)
    reader.machine.run(path)
    program = reader.machine.program(path)
    if program is not None and program.faults and not program.commands:
        fault = program.faults[0]
        failure = UnreadableError(f"unparseable: {fault.reason}", fault.line)
        return ProjectReading([], frozenset({path}), failure)
    reader.finish()
    return ProjectReading(reader.sheets.claims(), frozenset(reader.machine.reached))


class _ProjectReader:
    def __init__(self, path: str, tree: FileTree) -> None:
        self._top = path.rpartition("/")[0]
        self.sheets = BuildSheets(tree)
        self._targets = TargetReader(self.sheets)
        self._dependencies = DependencyReader(self.sheets)
        self._conventions: set[str] = set()
        self._languages: set[tuple[str, str | None, str | None]] = set()
        self._installed: set[str] = set()
        self._is_project = False
        self.machine = Machine(tree, self._handlers(), self.sheets.problem, self._targets.is_target)

    def _handlers(self) -> Mapping[str, Handler]:
        own: dict[str, Handler] = {
            "project": self._project,
            "enable_testing": self._testing,
            "enable_language": self._enable_language,
            "install": self._install,
            "include": self._include,
            "set": self._set,
            "set_target_properties": self._properties,
            "set_property": self._properties,
            "target_compile_features": self._features,
        }
        fetching = self._dependencies.handlers()["externalproject_add"]
        building = self._targets.handlers()["externalproject_add"]

        def external_project(machine: Machine, call: Call) -> None:
            fetching(machine, call)
            building(machine, call)

        readers = {**VARIABLE_HANDLERS, **self._targets.handlers(), **self._dependencies.handlers()}
        return {**readers, "externalproject_add": external_project, **own}

    # --- the project as a whole ---

    def _project(self, machine: Machine, call: Call) -> None:
        """``project(NAME [VERSION …] [LANGUAGES …])``; the first of the top folder says how to build."""
        name = call.words[0] if call.words else ""
        if not name or not is_known(name):
            return
        scope = call.frame.scope
        here = absolute(call.directory)
        for variable, text in (
            ("PROJECT_NAME", name),
            ("PROJECT_SOURCE_DIR", here),
            (f"{name}_SOURCE_DIR", here),
            ("PROJECT_IS_TOP_LEVEL", "TRUE" if call.directory == self._top else "FALSE"),
        ):
            scope.put(variable, Value((text,), is_certain=True, place=call.place))
        if scope.get("CMAKE_PROJECT_NAME") is None:
            scope.bind("CMAKE_PROJECT_NAME", name)
        version = section(call.words[1:], _PROJECT_WORDS, "VERSION")
        for variable in ("PROJECT_VERSION", f"{name}_VERSION"):
            scope.put(variable, Value((version[0] if version else "",), is_certain=True, place=call.place))
        self._dependencies.own_names.add(name)
        sheet = self.sheets.of(call.place.path)
        if sheet.file.role not in ("test", "example"):
            written = call.command.arguments[0].text if call.command.arguments else ""
            sheet.component(name, call.directory, call.place.span, "package", written)
        listed = section(call.words[1:], _PROJECT_WORDS, "LANGUAGES")
        for word in (*section(call.words[1:], _PROJECT_WORDS, ""), *listed):
            self._language(call, word, None, word)
        if call.directory == self._top:
            self._is_project = True
            self._convention(call, "build", _BUILD, call.command.name)

    def _convention(self, call: Call, purpose: str, command: str, word: str) -> None:
        if purpose not in self._conventions:
            self._conventions.add(purpose)
            sheet = self.sheets.of(call.place.path)
            spelling = _as_written(sheet.file.lines, call.command.span, word)
            sheet.runner(purpose, command, call.command.span, spelling, source="convention", directory=self._top)

    def _testing(self, machine: Machine, call: Call) -> None:
        """``enable_testing()`` and ``include(CTest)``: tests are run by ``ctest``."""
        if "ctest" in self._conventions or not self._is_project:
            return
        self._conventions.add("ctest")
        word = "CTest" if call.command.name == "include" else call.command.name
        sheet = self.sheets.of(call.place.path)
        spelling = _as_written(sheet.file.lines, call.command.span, word)
        sheet.test_suite("ctest", call.command.span, None, spelling)
        self._convention(call, "test", _TEST, word)

    def _include(self, machine: Machine, call: Call) -> None:
        if call.words[:1] == ["CTest"]:
            self._testing(machine, call)
        VARIABLE_HANDLERS["include"](machine, call)

    def _install(self, machine: Machine, call: Call) -> None:
        self._installed.update(section(call.words, _INSTALL_WORDS, "TARGETS"))
        if self._is_project:
            self._convention(call, "install", "cmake --install build", call.command.name)

    # --- languages ---

    def _language(self, call: Call, word: str, version: str | None, spelling: str) -> None:
        name = _LANGUAGES.get(word)
        sheet = self.sheets.of(call.place.path)
        key = (call.place.path, name, version)
        if name and key not in self._languages and sheet.file.role != "test":
            self._languages.add(key)
            sheet.language(name, call.command.span, spelling, version=version)

    def _enable_language(self, machine: Machine, call: Call) -> None:
        for word in call.words:
            self._language(call, word, None, word)

    def _set(self, machine: Machine, call: Call) -> None:
        VARIABLE_HANDLERS["set"](machine, call)
        if len(call.words) > 1 and (match := _STANDARD.fullmatch(call.words[0])) and call.words[1].isdigit():
            self._language(call, match["language"], call.words[1], match[0])

    def _properties(self, machine: Machine, call: Call) -> None:
        """``… PROPERTIES CXX_STANDARD 17``."""
        for word, value in zip(call.words, call.words[1:], strict=False):
            if (match := _STANDARD.fullmatch(word)) and value.isdigit():
                self._language(call, match["language"], value, word)

    def _features(self, machine: Machine, call: Call) -> None:
        for word in call.words[1:]:
            if match := _FEATURE.fullmatch(word):
                self._language(call, match["language"].upper(), match["version"], word)

    # --- the end ---

    def finish(self) -> None:
        """Claim the targets and tests."""
        self._targets.finish(self._dependencies.names, self._dependencies.prefixes)
        programs = self._targets.tested_programs() - self._installed
        for target in self._targets.targets.values():
            self._claim(target)
            if target.kind == "runner":
                self._runner(target)
            elif not target.is_aside and target.name not in programs:
                self._component(target)
        for test in self._targets.tests.values():
            self._claim(test)
        for framework, (call, word) in self._targets.frameworks.items():
            sheet = self.sheets.of(call.place.path)
            spelling = _as_written(sheet.file.lines, call.command.span, word)
            sheet.test_suite(framework, call.command.span, None, spelling)

    def _claim(self, target: FoundTarget) -> None:
        evidence, spelling = target.proof
        self.sheets.of(evidence.path).add(
            Target(
                evidence=evidence,
                spelling=spelling,
                name=target.name,
                kind=target.kind,
                directory=target.directory,
                depends_on=tuple(sorted(target.depends_on)),
                sources=tuple(sorted(target.sources)),
                command=target.command,
            )
        )

    def _runner(self, target: FoundTarget) -> None:
        sheet, span, spellings = self._place(target.proof)
        command = f"cmake --build build --target {target.name}"
        sheet.runner(target.name, command, span, *spellings, source="target", directory=self._top)

    def _component(self, target: FoundTarget) -> None:
        sheet, span, spellings = self._place(target.proof)
        if target.kind in _LIBRARIES:
            sheet.component(target.name, target.directory, span, "lib", *spellings)
        elif target.kind == "executable":
            sheet.component(target.name, target.directory, span, "app", *spellings)
            sheet.entry_point(target.name, "", span, "bin", "", *spellings)

    def _place(self, proof: Proof) -> tuple[BuildSheet, Span, tuple[str, ...]]:
        line = proof.evidence.line
        return self.sheets.of(proof.evidence.path), (line, line), (proof.spelling,) if proof.spelling else ()


def _as_written(lines: list[str], span: Span, word: str) -> str:
    """A command's name in the letters that the file has it in."""
    for line in lines[span[0] - 1 : span[1]]:
        place = line.lower().find(word.lower())
        if place >= 0:
            return line[place : place + len(word)]
    return word
