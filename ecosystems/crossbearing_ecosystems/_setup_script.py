"""The ``setup()`` call of a `setup.py`, read without running it."""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import islice

from crossbearing_ecosystems._project_sheet import DependencyKind, EntryKind
from crossbearing_ecosystems._purpose import extra_kind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._static import StaticModule, Text, dotted_name, parse_python

_MODULES = frozenset({"setuptools", "distutils.core", "numpy.distutils.core", "skbuild"})
_MOST_CALLS = 10
_FINDERS = frozenset({"find_packages", "find_namespace_packages"})
_ENTRY = re.compile(r"\s*(?P<name>[^=\s][^=]*?)\s*=\s*(?P<target>[^=\[\s][^\[]*?)\s*(?:\[[^\]]*\]\s*)?")
_NAME_BEFORE = re.compile(r"([^=!~<>(\[;\s]+)\s*[=!~<>(\[;]")
_SECTION = re.compile(r"\s*\[\s*(?P<group>[^\]]+?)\s*\]\s*")
_KINDS: dict[str, EntryKind] = {"console_scripts": "console-script", "gui_scripts": "gui-script"}


def read_setup_script(sheet: PythonSheet) -> None:
    """Claim what the calls of ``setup`` declare."""
    module = StaticModule(parse_python(sheet.file.text))
    imports = _imports(module)
    for call in islice(_calls(module, imports), _MOST_CALLS):
        _manager(sheet, imports, call)
        arguments = dict(_arguments(module, call))
        for name, read in _READERS.items():
            if name in arguments:
                read(sheet, module, arguments[name])


def _imports(module: StaticModule) -> list[ast.Import | ast.ImportFrom]:
    """The statements that import ``setup`` or the module that has it."""
    return [
        node
        for node in module.nodes
        if (isinstance(node, ast.ImportFrom) and node.module in _MODULES)
        or (isinstance(node, ast.Import) and any(alias.name in _MODULES for alias in node.names))
    ]


def _calls(module: StaticModule, imports: list[ast.Import | ast.ImportFrom]) -> Iterator[ast.Call]:
    """Every call of ``setup``, under whatever name it was imported."""
    aliases = [(isinstance(node, ast.ImportFrom), alias) for node in imports for alias in node.names]
    names = {alias.asname or alias.name for is_name, alias in aliases if is_name and alias.name == "setup"}
    modules = {alias.asname or alias.name for is_name, alias in aliases if not is_name}
    for node in module.nodes:
        if isinstance(node, ast.Call):
            owner, _, name = dotted_name(node.func).rpartition(".")
            if (name in names and not owner) or (name == "setup" and owner in modules):
                yield node


def _arguments(module: StaticModule, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    for keyword in call.keywords:
        if keyword.arg is None:
            yield from ((item.key.value, item.value) for item in module.items(keyword.value))
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)


def _manager(sheet: PythonSheet, imports: list[ast.Import | ast.ImportFrom], call: ast.Call) -> None:
    first = imports[0] if imports else call
    sheet.manager("setuptools", (first.lineno, first.end_lineno or first.lineno), "distutils", "skbuild")
    sheet.runner("build", "python -m build", (call.lineno, call.lineno), "setup", source="convention")


def _name(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    if text := module.text(value):
        sheet.project(text.value, _span(text), is_application=False)


def _python(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    if text := module.text(value):
        sheet.python(text.value, (min(text.first, value.lineno), text.last))


def _classifiers(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    sheet.classifiers((line, _span(text)) for text in _complete(module, value) for line in _lines(text))


def _requirements(
    sheet: PythonSheet, module: StaticModule, value: ast.expr, kind: DependencyKind, group: str = "", marker: str = ""
) -> None:
    for text in module.texts(value):
        for line in _lines(text):
            # Of a requirement whose version is computed, the name stands; of one whose name is, nothing does.
            known = line if text.is_complete else _NAME_BEFORE.match(line)
            if known:
                sheet.requirement(known if isinstance(known, str) else known[1], _span(text), kind, group, marker)


def _extras(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    for item in module.items(value):
        group, marker = split_extra(item.key.value)
        _requirements(sheet, module, item.value, extra_kind(group), group, marker)


def split_extra(key: str) -> tuple[str, str]:
    """Split setuptools' ``extra:marker`` into the extra and the environment marker."""
    group, _, marker = key.partition(":")
    return group.strip(), marker.strip()


def _entry_points(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    items = list(module.items(value))
    for item in items:
        for text in _complete(module, item.value):
            claim_entry_points(sheet, item.key.value, text.value.splitlines(), _span(text))
    if not items and (whole := module.text(value)):
        group = ""
        for line in whole.value.splitlines():
            if match := _SECTION.fullmatch(line):
                group = match["group"]
            elif group:
                claim_entry_points(sheet, group, [line], _span(whole))


def claim_entry_points(sheet: PythonSheet, group: str, lines: list[str], span: tuple[int, int]) -> None:
    """Claim the entry points that are written as ``name = module:function``, one a line."""
    for line in lines:
        if match := _ENTRY.fullmatch(line):
            kind = _KINDS.get(group, "plugin")
            sheet.entry_point(match["name"], match["target"], span, kind, group if kind == "plugin" else "")


def _scripts(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    for text in _complete(module, value):
        sheet.entry_point(text.value.rpartition("/")[2], text.value, _span(text), "bin")


def _packages(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    if isinstance(value, ast.Call) and dotted_name(value.func).rpartition(".")[2] in _FINDERS:
        places = [*value.args[:1], *(keyword.value for keyword in value.keywords if keyword.arg == "where")]
        for text in _complete(module, *places):
            sheet.sources_in(text.value, _span(text))
        return
    for text in _complete(module, value):
        sheet.package(sheet.code_folder, text.value, _span(text))


def _package_folders(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    for item in module.items(value):
        if item.key.value == "":
            for text in _complete(module, item.value):
                sheet.sources_in(text.value, _span(text))
                sheet.code_folder = text.value


def _test_suite(sheet: PythonSheet, module: StaticModule, value: ast.expr) -> None:
    if text := module.text(value):
        framework = "nose" if text.value.startswith("nose") else "unittest"
        sheet.test_suite(framework, (min(text.first, value.lineno), text.last), None, "test_suite", text.value)


def _complete(module: StaticModule, *values: ast.expr) -> Iterator[Text]:
    return (text for text in module.texts(*values) if text.is_complete)


def _lines(text: Text) -> list[str]:
    """A list of requirements may be one string with one on each line."""
    lines = (line.partition(" #")[0].strip() for line in text.value.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _span(text: Text) -> tuple[int, int]:
    return text.first, text.last


def _required(kind: DependencyKind, group: str = "") -> Callable[[PythonSheet, StaticModule, ast.expr], None]:
    return lambda sheet, module, value: _requirements(sheet, module, value, kind, group)


# In this order: the name tells an extra that lists the project itself from a dependency, the folder where packages are.
_READERS: dict[str, Callable[[PythonSheet, StaticModule, ast.expr], None]] = {
    "name": _name,
    "python_requires": _python,
    "classifiers": _classifiers,
    "install_requires": _required("runtime"),
    "setup_requires": _required("build"),
    "tests_require": _required("dev", "tests"),
    "extras_require": _extras,
    "entry_points": _entry_points,
    "scripts": _scripts,
    "package_dir": _package_folders,
    "packages": _packages,
    "py_modules": _packages,
    "test_suite": _test_suite,
}
