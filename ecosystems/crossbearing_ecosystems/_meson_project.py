"""One Meson project: its build files read from the top, and what they claim."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from crossbearing.plugin import FileTree, Target, TargetKind, UnreadableError
from crossbearing_ecosystems._build_sheet import BuildSheet, BuildSheets, Place
from crossbearing_ecosystems._meson_machine import Context, Machine, references
from crossbearing_ecosystems._meson_methods import located, method, written
from crossbearing_ecosystems._meson_values import UNKNOWN, Arguments, Host, Reference, SourcePath, flatten
from crossbearing_ecosystems._sheet import Proof, Span
from crossbearing_ecosystems._whole_projects import ProjectReading

if TYPE_CHECKING:
    from crossbearing_ecosystems._project_sheet import DependencyKind

_KINDS: Mapping[str, TargetKind] = {
    "executable": "executable",
    "library": "shared-library",
    "shared_library": "shared-library",
    "both_libraries": "shared-library",
    "static_library": "static-library",
    "shared_module": "module-library",
    "extension_module": "module-library",
    "jar": "package",
    "custom_target": "runner",
    "run_target": "runner",
    "alias_target": "aggregator",
}
_LIBRARIES = frozenset({"shared-library", "static-library", "module-library"})
_LANGUAGES = {
    "c": "c",
    "cpp": "c++",
    "cuda": "cuda",
    "cs": "c#",
    "cython": "cython",
    "fortran": "fortran",
    "java": "java",
    "objc": "objective-c",
    "objcpp": "objective-c",
    "rust": "rust",
    "swift": "swift",
    "vala": "vala",
    "d": "d",
    "nasm": "assembly",
}
_STANDARD = re.compile(r"(?P<language>c|cpp)_std=(?:(?:gnu|c)\+?\+?)?(?P<version>[0-9][0-9a-z]+)")
_FOR_TESTS = frozenset({"benchmark", "catch2", "catch2-with-main", "cmocka", "gmock", "gtest", "gtest_main", "check"})
_LINKS = ("dependencies", "link_with", "link_whole", "objects", "depends", "link_depends")
_BUILD = "meson setup build && meson compile -C build"
_TEST = "meson test -C build"
_LONGEST_MARKER = 300
_MOST_TARGETS = 4_500


@define
class _FoundTarget:
    name: str
    kind: TargetKind
    directory: str
    proof: Proof
    is_test_code: bool
    is_run: bool = False
    command: str = ""
    depends_on: dict[str, None] = Factory(dict)
    sources: dict[str, None] = Factory(dict)


def read_project(path: str, tree: FileTree) -> ProjectReading:
    """Read the project whose top build file is ``path``."""
    reader = _ProjectReader(path, tree)
    top = reader.machine.run(path)
    if top is not None and top.faults and not top.statements:
        return ProjectReading([], frozenset({path}), UnreadableError(top.faults[0].reason, top.faults[0].line))
    reader.finish()
    return ProjectReading(reader.sheets.claims(), frozenset(reader.machine.reached))


class _ProjectReader:
    def __init__(self, path: str, tree: FileTree) -> None:
        self._top = path.rpartition("/")[0]
        self._tree = tree
        self.sheets = BuildSheets(tree)
        self._targets: dict[tuple[str, str], _FoundTarget] = {}
        self._tests: dict[tuple[str, str], _FoundTarget] = {}
        self._project = ("", "")
        self._conventions: set[str] = set()
        self._installed: set[str] = set()
        self.machine = Machine(tree, self._call, self.sheets.problem)
        self._functions: Mapping[str, Callable[[Context, str, Arguments], Any]] = {
            **dict.fromkeys(_KINDS, self._target),
            "project": self._on_project,
            "add_languages": self._languages,
            "dependency": self._dependency,
            "declare_dependency": self._declared,
            "test": self._test,
            "benchmark": self._test,
            "files": self._files,
            "subdir": self._subdir,
            "find_program": lambda context, name, arguments: Host("program", arguments.text(0)),
            "subproject": lambda context, name, arguments: Host("subproject", arguments.text(0)),
            "import": lambda context, name, arguments: Host("module", arguments.text(0)),
            "get_variable": self._get_variable,
            "set_variable": self._set_variable,
        }
        self.machine.variables["meson"] = Host("meson")

    # --- calls ---

    def _call(self, context: Context, owner: Any, name: str, arguments: Arguments) -> Any:
        if owner is None or (isinstance(owner, Host) and owner.kind == "python" and name in _KINDS):
            function = self._functions.get(name)
            return function(context, name, arguments) if function else UNKNOWN
        if isinstance(owner, Host):
            return self._host_method(context, owner, name, arguments)
        return method(owner, name, arguments)

    def _host_method(self, context: Context, owner: Host, name: str, arguments: Arguments) -> Any:
        if owner.kind == "meson" and name == "get_compiler":
            return Host("compiler", arguments.text(0))
        if owner.kind == "meson" and name in ("project_name", "project_version"):
            return self._project[0 if name == "project_name" else 1] or UNKNOWN
        if owner.kind == "compiler" and name == "find_library" and arguments.text(0):
            return Reference((arguments.text(0),))
        if owner.kind == "subproject" and name in ("get_variable", "dependency"):
            return Reference((owner.name,)) if owner.name else UNKNOWN
        if owner.kind == "module" and owner.name.startswith("python"):
            return Host("python", "python")
        return UNKNOWN

    def _on_project(self, context: Context, word: str, arguments: Arguments) -> Any:
        name, place = arguments.text(0), context.places[0]
        if not name or self._project[0]:
            return UNKNOWN
        version = arguments.named.get("version")
        self._project = (name, version if isinstance(version, str) else "")
        self.sheets.of(place.path).component(name, context.directory, place.span, "package")
        standards = {
            match["language"]: (match["version"], item)
            for item in flatten(arguments.named.get("default_options", []))
            if isinstance(item, str) and (match := _STANDARD.match(item))
        }
        for language in flatten(arguments.values[1:]):
            self._language(context, language, *standards.get(str(language), (None, "")))
        self._convention("build", _BUILD, place, word)
        return UNKNOWN

    def _language(self, context: Context, word: Any, version: str | None = None, option: str = "") -> None:
        name = _LANGUAGES.get(word) if isinstance(word, str) else None
        if name:
            place = context.places[0]
            sheet = self.sheets.of(place.path)
            stated = option if option and any(option in line for line in _lines(sheet, place.span)) else word
            evidence, spelling = sheet.proof(place.span, stated)
            sheet.language(name, (evidence.line, evidence.line), spelling or stated, version=version)

    def _languages(self, context: Context, word: str, arguments: Arguments) -> Any:
        for language in flatten(arguments.values):
            self._language(context, language)
        return UNKNOWN

    def _convention(self, purpose: str, command: str, place: Place, word: str) -> None:
        if purpose not in self._conventions:
            self._conventions.add(purpose)
            sheet = self.sheets.of(place.path)
            sheet.runner(purpose, command, place.span, word, source="convention", directory=self._top)

    def _subdir(self, context: Context, word: str, arguments: Arguments) -> Any:
        if name := arguments.text(0):
            self.machine.enter_folder(name, context)
        else:
            self.sheets.problem(context.places[0], "the folder of subdir() is not known")
        return UNKNOWN

    def _files(self, context: Context, word: str, arguments: Arguments) -> Any:
        paths = (located(item, context.directory) for item in flatten(arguments.values))
        return [SourcePath(path) for path in paths if path]

    def _get_variable(self, context: Context, word: str, arguments: Arguments) -> Any:
        return self.machine.variables.get(arguments.text(0), UNKNOWN)

    def _set_variable(self, context: Context, word: str, arguments: Arguments) -> Any:
        if arguments.text(0) and len(arguments.values) > 1:
            self.machine.variables[arguments.text(0)] = arguments.values[1]
        return UNKNOWN

    # --- dependencies ---

    def _dependency(self, context: Context, word: str, arguments: Arguments) -> Any:
        """``dependency('name', version: …, required: …)``; several names are ways to find the same package."""
        names = [name for name in flatten(arguments.values) if isinstance(name, str) and name]
        if not names:
            return UNKNOWN
        version = ", ".join(text for text in flatten(arguments.named.get("version", [])) if isinstance(text, str))
        required = arguments.named.get("required", True)
        kind: DependencyKind = "runtime" if required is True else "optional"
        if self.sheets.role(context.places) in ("test", "example") or names[0] in _FOR_TESTS:
            kind = "dev"
        elif arguments.named.get("native") is True:
            kind = "build"
        if not re.search(r"[\s{}$@]", names[0]):
            evidence, spelling = self.sheets.prove(context.places, names[0], word)
            marker = " and ".join(context.conditions)
            self.sheets.of(evidence.path).declare(
                names[0],
                version,
                (evidence.line, evidence.line),
                kind,
                *([spelling] if spelling else []),
                marker=marker if len(marker) <= _LONGEST_MARKER else "",
            )
        return Reference((names[0],))

    def _declared(self, context: Context, word: str, arguments: Arguments) -> Any:
        """``declare_dependency(…)`` stands for what it links with."""
        parts = [arguments.named.get(key, []) for key in ("link_with", "link_whole", "dependencies", "sources")]
        return Reference(references(parts))

    # --- targets and tests ---

    def _target(self, context: Context, word: str, arguments: Arguments) -> Any:
        name = arguments.text(0)
        if not name:
            if arguments.values or word != "custom_target":
                self.sheets.problem(context.places[0], f"the name of a target of {word}() is not known")
            return UNKNOWN
        key = (context.directory, name)
        if key not in self._targets and len(self._targets) >= _MOST_TARGETS:
            self.sheets.problem(context.places[0], f"more than {_MOST_TARGETS} targets")
            return UNKNOWN
        if key not in self._targets:
            is_test_code = self.sheets.role(context.places) in ("test", "example")
            proof = self.sheets.prove(context.places, name)
            is_run = word == "run_target"
            self._targets[key] = _FoundTarget(name, _KINDS[word], context.directory, proof, is_test_code, is_run)
        target = self._targets[key]
        if arguments.named.get("install") is True:
            self._installed.add(name)
        links = [arguments.named.get(name, []) for name in _LINKS]
        command = arguments.named.get("command", [])
        sources = [arguments.values[1:], arguments.named.get("sources", []), arguments.named.get("input", [])]
        target.depends_on.update(dict.fromkeys(references([links, sources, command])))
        if target.kind == "runner":
            target.command = target.command or written(command)
        for item in flatten(sources):
            path = item.path if isinstance(item, SourcePath) else located(item, context.directory)
            if path and self._tree.exists(path):
                target.sources[path] = None
        return Reference((name,), name)

    def _test(self, context: Context, word: str, arguments: Arguments) -> Any:
        name = arguments.text(0)
        if not name:
            self.sheets.problem(context.places[0], f"the name of a {word} is not known")
            return UNKNOWN
        if "test" not in self._conventions and self._project[0] and word == "test":
            place = context.places[0]
            self.sheets.of(place.path).test_suite("meson", place.span, None, word)
            self._convention("test", _TEST, place, word)
        key = (context.directory, name)
        if key not in self._tests and len(self._tests) < _MOST_TARGETS:
            proof = self.sheets.prove(context.places, name)
            test = _FoundTarget(name, "test", context.directory, proof, is_test_code=True)
            program = arguments.values[1:2]
            test.command = written([program, arguments.named.get("args", [])])
            parts = [program, arguments.named.get("args", []), arguments.named.get("depends", [])]
            test.depends_on.update(dict.fromkeys(references(parts)))
            self._tests[key] = test
        return UNKNOWN

    # --- the end ---

    def finish(self) -> None:
        """Claim the targets and tests."""
        tested = {name for test in self._tests.values() for name in test.depends_on}
        for target in (*self._targets.values(), *self._tests.values()):
            self._claim(target)
            sheet = self.sheets.of(target.proof.evidence.path)
            line = target.proof.evidence.line
            span, spelling = (line, line), target.proof.spelling or target.name
            if target.kind in _LIBRARIES and not target.is_test_code:
                sheet.component(target.name, target.directory, span, "lib", spelling)
            elif (
                target.kind == "executable" and not target.is_test_code and target.name not in tested - self._installed
            ):
                sheet.component(target.name, target.directory, span, "app", spelling)
                sheet.entry_point(target.name, "", span, "bin", "", spelling)
            elif target.is_run:
                command = f"meson compile -C build {target.name}"
                sheet.runner(target.name, command, span, spelling, source="target", directory=self._top)

    def _claim(self, target: _FoundTarget) -> None:
        own = target.name if target.kind != "test" else ""
        self.sheets.of(target.proof.evidence.path).add(
            Target(
                evidence=target.proof.evidence,
                spelling=target.proof.spelling,
                name=target.name,
                kind=target.kind,
                directory=target.directory,
                depends_on=tuple(sorted(name for name in target.depends_on if name != own)),
                sources=tuple(sorted(target.sources)),
                command=target.command,
            )
        )


def _lines(sheet: BuildSheet, span: Span) -> list[str]:
    return sheet.file.lines[span[0] - 1 : span[1]]
