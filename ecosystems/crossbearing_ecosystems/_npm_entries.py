"""Where the programs and modules of a package start."""

from collections.abc import Container, Iterator
from posixpath import normpath

from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._placed import Path, PlacedDocument

_FIELDS = ("main", "module", "browser")
_TYPES = ("types", "typings")
_INDEX = "index.js"
_MOST_TARGETS = 2_000


def read_entries(document: PlacedDocument, sheet: NpmSheet) -> None:
    """Claim programs (`bin`), the main modules, and what `exports` lets others import."""
    package = document.text("name")
    _programs(document, sheet, package)
    stated: set[str] = set()
    for field in _FIELDS:
        if target := document.text(field):
            stated.add(normpath(target))
            sheet.entry_point(package or field, target, document.span(field), "main", "", field)
    if package and not stated and not document.get("exports") and sheet.tree.exists(sheet.beside(_INDEX)):
        sheet.entry_point(package, _INDEX, document.span("name"), "main")
    read_exports(document, sheet, package, stated)


def read_exports(document: PlacedDocument, sheet: NpmSheet, package: str, stated: Container[str] = ()) -> None:
    """Claim each file that `exports` leads to under the name by which others import it, unless it is ``stated``."""
    for path, target in _targets(document):
        way_in = _way_in(path)
        if way_in != ".":
            name = f"{package}/{normpath(way_in)}" if package else way_in
            sheet.entry_point(name, target, document.span(*path), "main", "", way_in, target)
        elif normpath(target) not in stated:
            sheet.entry_point(package or "exports", target, document.span(*path), "main", "", target)


def _way_in(path: Path) -> str:
    """The subpath that a place in `exports` is about."""
    return next((str(part) for part in path[1:2] if str(part).startswith(".")), ".")


def _targets(document: PlacedDocument) -> Iterator[tuple[Path, str]]:
    """Each file that `exports` leads to, with the path of its place, once for each way in; types lead to none."""
    waiting: list[Path] = [("exports",)]
    seen: set[tuple[str, str]] = set()
    while waiting and len(seen) < _MOST_TARGETS:
        path = waiting.pop()
        value = document.get(*path)
        if isinstance(value, str):
            entry = (_way_in(path), value)
            if value.startswith("./") and value != "./package.json" and entry not in seen:
                seen.add(entry)
                yield path, value
        elif isinstance(value, dict):
            waiting += ((*path, key) for key in reversed(value) if not key.startswith(_TYPES))
        elif isinstance(value, list):
            waiting += ((*path, number) for number in reversed(range(len(value))))


def _programs(document: PlacedDocument, sheet: NpmSheet, package: str) -> None:
    own_name = package.rpartition("/")[2]
    if (target := document.text("bin")) and own_name:
        sheet.entry_point(own_name, target, document.span("bin"), "bin", "", "bin")
    for name in document.keys("bin"):
        if target := document.text("bin", name):
            sheet.entry_point(name, target, document.span("bin", name), "bin")
    if folder := document.text("directories", "bin"):
        place = sheet.beside(normpath(folder))
        for path in sheet.files_in(place):
            name = path[len(place) + 1 :]
            sheet.entry_point(name, f"{normpath(folder)}/{name}", document.span("directories", "bin"), "bin", "", "bin")
