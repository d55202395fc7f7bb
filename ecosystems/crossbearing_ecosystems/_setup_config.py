"""The sections of a `setup.cfg`: setuptools' own, and those of the tools that keep their options there."""

import re
from collections.abc import Iterator

from crossbearing_ecosystems._ini import IniDocument
from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._purpose import Purpose, extra_kind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._python_tools import TOOLS, claim_pytest, claim_settings, claim_test_folder, claim_tool
from crossbearing_ecosystems._requirement_files import claim_files
from crossbearing_ecosystems._setup_script import claim_entry_points, split_extra
from crossbearing_ecosystems._sheet import Span

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
        _requirements(document, sheet, section, option, Purpose(kind, group))
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
        _requirements(document, sheet, section, extra, Purpose(extra_kind(group), group), marker)
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


def _requirements(
    document: IniDocument, sheet: PythonSheet, section: str, option: str, purpose: Purpose, marker: str = ""
) -> None:
    """Claim what an option lists, or what the files hold that it names instead; another extra is not repeated."""
    value = document.text(section, option).strip()
    if value.startswith("file:"):
        paths = [path.strip() for path in value.removeprefix("file:").split(",") if path.strip()]
        claim_files(sheet, paths, document.span(section, option), purpose)
        return
    for text, span in _listed(document, section, option, is_one_line="\n" not in value):
        sheet.requirement(text, span, purpose.kind, purpose.group, marker)


def _listed(document: IniDocument, section: str, option: str, *, is_one_line: bool) -> Iterator[tuple[str, Span]]:
    """The requirements on each line, or separated by semicolons where there is but one line."""
    for line, number in document.lines(section, option):
        parts = line.split(";") if is_one_line else [line]
        for part in map(str.strip, parts):
            if part and not part.startswith(_DIRECTIVES) and not _INCLUDED_EXTRA.fullmatch(part):
                yield part, (number, number)
