"""What the build backends of a `pyproject.toml` project are told: packages, source folders, and flit's own metadata."""

from crossbearing_ecosystems._project_sheet import EntryKind
from crossbearing_ecosystems._purpose import Purpose, extra_kind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_files import claim_files
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_requirements import read_requirements

_FLIT = ("tool", "flit")
_HATCH = ("tool", "hatch", "build")
_PDM = ("tool", "pdm")
_SETUPTOOLS = ("tool", "setuptools")

_FLIT_SCRIPTS: dict[str, EntryKind] = {"scripts": "console-script", "gui-scripts": "gui-script"}


def read_backends(document: TomlDocument, sheet: PythonSheet) -> None:
    """Claim what the tables of setuptools, hatch, pdm and flit say about code and metadata."""
    _setuptools(document, sheet)
    _hatch(document, sheet)
    for place in ((*_PDM, "build", "package-dir"), (*_PDM, "package-dir")):
        sheet.sources_in(document.text(*place), document.span(*place))
    _flit_modules(document, sheet)
    _flit_metadata(document, sheet)


def _setuptools(document: TomlDocument, sheet: PythonSheet) -> None:
    root = (*_SETUPTOOLS, "package-dir", "")
    folder = document.text(*root)
    sheet.sources_in(folder, document.span(*root))
    for path, place in document.strings(*_SETUPTOOLS, "packages", "find", "where"):
        sheet.sources_in(place, document.span(*path))
    for key in ("packages", "py-modules"):
        for path, name in document.strings(*_SETUPTOOLS, key):
            sheet.package(folder, name, document.span(*path))
    _dynamic(document, sheet)
    for path, script in document.strings(*_SETUPTOOLS, "script-files"):
        sheet.entry_point(script.rpartition("/")[2], script, document.span(*path), "bin")


def _dynamic(document: TomlDocument, sheet: PythonSheet) -> None:
    """Dependencies that setuptools reads from files."""
    table = (*_SETUPTOOLS, "dynamic")
    extras = (*table, "optional-dependencies")
    places: list[tuple[tuple[str, ...], str]] = [((*table, "dependencies", "file"), "")]
    places += (((*extras, extra, "file"), extra) for extra in document.keys(*extras))
    for place, extra in places:
        paths = [text for _, text in document.strings(*place)]
        claim_files(sheet, paths, document.span(*place), Purpose(extra_kind(extra), extra))


def _hatch(document: TomlDocument, sheet: PythonSheet) -> None:
    wheel = (*_HATCH, "targets", "wheel")
    for path, place in document.strings(*wheel, "packages"):
        parent, _, name = place.strip("/").rpartition("/")
        sheet.sources_in(parent, document.span(*path))
        sheet.package(parent, name, document.span(*path))
    for table in (_HATCH, wheel):
        for path, place in document.strings(*table, "sources"):
            sheet.sources_in(place, document.span(*path))


def _flit_modules(document: TomlDocument, sheet: PythonSheet) -> None:
    for place in ((*_FLIT, "module", "name"), (*_FLIT, "metadata", "module")):
        if name := document.text(*place):
            folder = "src" if sheet.has_folder(sheet.beside(f"src/{name}")) else ""
            sheet.package(folder, name, document.span(*place))


def _flit_metadata(document: TomlDocument, sheet: PythonSheet) -> None:
    """The tables that flit read before there was ``[project]``."""
    metadata = (*_FLIT, "metadata")
    if version := document.text(*metadata, "requires-python"):
        sheet.python(version, document.span(*metadata, "requires-python"))
    read_requirements(document, sheet, (*metadata, "requires"), "runtime")
    read_requirements(document, sheet, (*metadata, "dev-requires"), "dev", "dev")
    for table, kind in _FLIT_SCRIPTS.items():
        for name in document.keys(*_FLIT, table):
            place = (*_FLIT, table, name)
            sheet.entry_point(name, document.text(*place), document.span(*place), kind)
