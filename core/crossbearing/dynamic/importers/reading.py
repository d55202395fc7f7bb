"""From coverage files and outcomes to a spectrum of the project's own paths."""

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from crossbearing.dynamic.importers.formats import is_own, read_tables
from crossbearing.dynamic.importers.outcomes import outcome_of, read_junit
from crossbearing.dynamic.importers.tables import Table
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.spectrum import Outcome, Spectrum, SpectrumTest, build_spectrum, spectrum_from_json


def read_spectrum(
    paths: Sequence[Path],
    graph: CodeGraph,
    *,
    root: Path | None,
    junit: Sequence[Path] = (),
    failed: Sequence[str] = (),
) -> Spectrum:
    """Read coverage files (or one spectrum of our own) and how the tests ended.

    Paths in the files are taken relative to ``root`` where they lie in it, and else mean the project file with the
    same end. With ``junit`` reports, tests that they do not name are not counted; with ``failed`` alone, all others
    passed. Raises :class:`CrossbearingError` for files that are not as expected, and where no test with
    coverage failed.
    """
    if len(paths) == 1 and is_own(paths[0]):
        return _own(paths[0])
    if not junit and not failed:
        raise CrossbearingError("which tests failed is not in the coverage; name them with --failed, or give --junit")
    table, formats = read_tables(paths)
    reported: dict[str, Outcome] = {}
    for path in junit:
        reported |= read_junit(path)
    names = _Names(graph, root)
    records = [
        (_test(name, reported, failed, only_known=bool(junit)), dict(names.of(table, name))) for name in sorted(table)
    ]
    if not any(test.is_failing for test, _ in records):
        raise CrossbearingError(f"none of the {len(records)} tests with coverage is one that failed")
    unknown = names.unknown
    remarks = [f"{len(unknown)} covered file(s) are not in the project, such as {min(unknown)}"] if unknown else []
    return build_spectrum(records, source=f"coverage read from {', '.join(formats)}", remarks=remarks)


def read_exported(path: Path) -> Spectrum:
    """Read a spectrum of our own, as ``crossbearing spectrum --export FILE.json`` writes it; nothing else will do."""
    if not is_own(path):
        raise CrossbearingError(f"{path} is no spectrum; write one with 'crossbearing spectrum --export FILE.json'")
    return _own(path)


def _own(path: Path) -> Spectrum:
    try:
        return spectrum_from_json(json.loads(path.read_bytes()))
    except ValueError as error:
        raise CrossbearingError(f"{path} is no JSON: {error}") from error
    except CrossbearingError as error:
        raise CrossbearingError(f"{path}: {error}") from None


def _test(name: str, reported: dict[str, Outcome], failed: Sequence[str], *, only_known: bool) -> SpectrumTest:
    outcome = outcome_of(name, reported, failed)
    if outcome is None:
        return SpectrumTest(name, "passed", is_counted=not only_known)
    return SpectrumTest(name, outcome, is_counted=outcome != "skipped")


class _Names:
    """Project paths of the paths that tools wrote."""

    def __init__(self, graph: CodeGraph, root: Path | None) -> None:
        self.graph = graph
        self.files = set(graph.files)
        self.root = root
        self.known: dict[str, str | None] = {}
        self.unknown: set[str] = set()

    def of(self, table: Table, test: str) -> list[tuple[str, set[int]]]:
        """The lines of a test by project path."""
        found = []
        for name, lines in sorted(table[test].items()):
            if name not in self.known:
                self.known[name] = self._resolve(name)
            path = self.known[name]
            if path is None:
                self.unknown.add(name)
            else:
                found.append((path, lines))
        return found

    def _resolve(self, name: str) -> str | None:
        plain = name.replace("\\", "/")
        if self.root is not None and PurePosixPath(plain).is_relative_to(self.root.as_posix()):
            plain = PurePosixPath(plain).relative_to(self.root.as_posix()).as_posix()
        plain = plain.removeprefix("./")
        return plain if plain in self.files else self.graph.resolve_path(plain)
