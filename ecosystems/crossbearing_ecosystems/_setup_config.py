"""The sections of a `setup.cfg`: setuptools' own, and those of the tools that keep their options there."""

import re
from collections.abc import Iterator

from crossbearing_ecosystems._ini import IniDocument
from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._python_tools import TOOLS, claim_pytest, claim_settings, claim_test_folder, claim_tool
from crossbearing_ecosystems._setup_script import claim_entry_points, extra_kind, split_extra

_DIRECTIVES = ("file:", "attr:", "find:", "find_namespace:")
_INCLUDED_EXTRA = re.compile(r"%\([^()]+\)s")
_PYTEST = ("tool:pytest", "pytest")
_REQUIREMENTS: tuple[tuple[str, DependencyKind, str], ...] = (
    ("install_requires", "runtime", ""),
    ("setup_requires", "build", ""),
    ("tests_require", "dev", "tests"),
)


def read_setup_config(sheet: PythonSheet) -> None:
    """Claim what the sections declare."""
    document = IniDocument(sheet.file)
    _metadata(document, sheet)
    _options(document, sheet)
    _extras_and_entry_points(document, sheet)
    _tools(document, sheet)


def _metadata(document: IniDocument, sheet: PythonSheet) -> None:
    section = "metadata"
    if name := document.text(section, "name"):
        is_application = "console_scripts" in document.options("options.entry_points")
        sheet.project(name, document.span(section, "name"), is_application=is_application)
    if version := document.text("options", "python_requires", "python-requires"):
        sheet.python(version, document.span("options", "python_requires", "python-requires"))
    span = document.span(section, "classifiers", "classifier")
    sheet.classifiers((text, span) for text in _lines(document.text(section, "classifiers", "classifier")))


def _options(document: IniDocument, sheet: PythonSheet) -> None:
    section = "options"
    if section in document.sections():
        sheet.manager("setuptools", document.span(section), section)
    for option, kind, group in _REQUIREMENTS:
        for text in _requirements(document.text(section, option)):
            sheet.requirement(text, document.span(section, option), kind, group)
    for line in _lines(document.text(section, "package_dir")):
        key, _, folder = line.partition("=")
        if not key.strip():
            sheet.sources_in(folder.strip(), document.span(section, "package_dir"))
            sheet.code_folder = folder.strip()
    sheet.sources_in(document.text("options.packages.find", "where"), document.span("options.packages.find", "where"))
    for option in ("packages", "py_modules"):
        for name in _list(document.text(section, option)):
            sheet.package(sheet.code_folder, name, document.span(section, option))
    for script in _list(document.text(section, "scripts")):
        sheet.entry_point(script.rpartition("/")[2], script, document.span(section, "scripts"), "bin")


def _extras_and_entry_points(document: IniDocument, sheet: PythonSheet) -> None:
    section = "options.extras_require"
    for extra in document.options(section):
        group, marker = split_extra(extra)
        for text in _requirements(document.text(section, extra)):
            sheet.requirement(text, document.span(section, extra), extra_kind(group), group, marker)
    section = "options.entry_points"
    for group in document.options(section):
        claim_entry_points(sheet, group, _lines(document.text(section, group)), document.span(section, group))


def _tools(document: IniDocument, sheet: PythonSheet) -> None:
    sections = document.sections()
    if section := next((name for name in _PYTEST if name in sections), ""):
        claim_pytest(sheet, document.span(section))
        for folder in document.text(section, "testpaths").split():
            claim_test_folder(sheet, folder, document.span(section, "testpaths"))
        if module := document.text(section, "DJANGO_SETTINGS_MODULE"):
            claim_settings(sheet, module, document.span(section, "DJANGO_SETTINGS_MODULE"))
    for tool in TOOLS:
        section = next((name for name in sections if name.partition(".")[0].lower() == tool), "")
        if section:
            names_its_files = tool == "mypy" and any(document.text(section, key) for key in ("files", "packages"))
            claim_tool(sheet, tool, document.span(section), names_its_files=names_its_files)


def _lines(value: str) -> list[str]:
    lines = (line.partition(" #")[0].strip() for line in value.splitlines())
    return [line for line in lines if line and not line.startswith(("#", *_DIRECTIVES))]


def _list(value: str) -> list[str]:
    """A list as setuptools reads it: one on each line, or separated by commas."""
    return [item.strip() for line in _lines(value) for item in line.split(",") if item.strip()]


def _requirements(value: str) -> Iterator[str]:
    """One on each line, or separated by semicolons where there is but one line; another extra is not repeated."""
    lines = [line for line in _lines(value) if not _INCLUDED_EXTRA.fullmatch(line)]
    if "\n" in value.strip() or len(lines) != 1:
        return iter(lines)
    return (part.strip() for part in lines[0].split(";") if part.strip())
