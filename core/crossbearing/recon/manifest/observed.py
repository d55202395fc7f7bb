"""What the files of a repository say by being there: languages, packages, programs and layout.

The proof of such a claim is a file: its first line that says anything, in the words that stand there. An empty file
proves nothing, so another one of the same folder stands for it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import Factory, frozen

from crossbearing.model.claims import Claim, Component, EntryPoint, Language, Layout
from crossbearing.model.location import Location
from crossbearing.recon.manifest.proof import first_words
from crossbearing.recon.manifest.suffixes import language_of
from crossbearing.source import Entry, Source

_MARK = "__init__.py"
_PROGRAM = "__main__.py"
_TEST_FOLDERS = frozenset({"__tests__", "spec", "test", "testing", "tests"})
_HIDDEN = re.compile(r"(?:^|/)\.[^/]*/")
_ATTEMPTS = 5


@frozen
class Observed:
    """Claims proved by files, and how many source files there are by language."""

    claims: tuple[Claim, ...] = ()
    source_files: dict[str, int] = Factory(dict)


def observe(source: Source) -> Observed:
    """Look at the scanned files of a repository; reads about one file for each claim."""
    # What lies in a hidden folder serves some tool; it is not what the repository is written in.
    sources = [entry for entry in source.entries if entry.role == "source" and not _HIDDEN.search(entry.path)]
    files: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in sources:
        if language := language_of(entry.path):
            files[language].append(entry)
    packages = _packages(files["python"])
    claims: list[Claim] = [
        *_languages(source, files),
        *_components(source, packages),
        *_programs(source, packages),
    ]
    claims += _layout(claims)
    claims += _test_layout(source, packages)
    counts = {language: len(entries) for language, entries in sorted(files.items()) if entries}
    return Observed(tuple(claims), counts)


def _languages(source: Source, files: dict[str, list[Entry]]) -> Iterator[Language]:
    for language, entries in sorted(files.items()):
        if found := _first_proof(source, entries):
            yield Language(evidence=found[0], spelling=found[1], name=language)


def _packages(entries: list[Entry]) -> dict[str, list[Entry]]:
    """The source files of each Python package by its folder, ``__init__.py`` first."""
    marked = {entry.path[: -len(_MARK) - 1] for entry in entries if entry.path.endswith(f"/{_MARK}")}
    packages: dict[str, list[Entry]] = {folder: [] for folder in sorted(marked)}
    for entry in entries:
        folder, _, name = entry.path.rpartition("/")
        if folder in marked:
            packages[folder].insert(0 if name == _MARK else len(packages[folder]), entry)
    return packages


def _components(source: Source, packages: dict[str, list[Entry]]) -> Iterator[Component]:
    proofs = _proofs(source, [(entries[0].path if entries[0].size else "") for entries in packages.values()])
    for folder, entries in packages.items():
        found = proofs.get(entries[0].path) or _first_proof(source, entries[1:])
        if found:
            yield Component(evidence=found[0], spelling=found[1], name=folder, path=folder)


def _programs(source: Source, packages: dict[str, list[Entry]]) -> Iterator[EntryPoint]:
    """Packages that can be run: ``python -m name``."""
    paths = [f"{folder}/{_PROGRAM}" for folder in packages if source.exists(f"{folder}/{_PROGRAM}")]
    proofs = _proofs(source, paths)
    for path in paths:
        if found := proofs.get(path):
            name = _module_name(path[: -len(_PROGRAM) - 1], packages)
            yield EntryPoint(
                evidence=found[0], spelling=found[1], name=name, kind="main", target=f"{name}.{_PROGRAM[:-3]}"
            )


def _module_name(folder: str, packages: Iterable[str]) -> str:
    """The dotted name of a package: the folders above it belong to the name as far as they are packages."""
    known = set(packages)
    parts = folder.split("/")
    start = len(parts) - 1
    while start and "/".join(parts[:start]) in known:
        start -= 1
    return ".".join(parts[start:])


def _layout(claims: list[Claim]) -> Iterator[Layout]:
    """Whether the packages are in ``src`` or beside the manifest."""
    known: set[str] = set()
    for claim in claims:
        if isinstance(claim, Component):
            folder, slash, _ = claim.path.rpartition("/")
            convention = "src-layout" if folder == "src" else "flat-layout"
            if (folder == "src" or not slash) and convention not in known:
                known.add(convention)
                yield Layout(evidence=claim.evidence, spelling=claim.spelling, convention=convention)


def _test_layout(source: Source, packages: Iterable[str]) -> Iterator[Layout]:
    """Where the tests are: in a folder of their own, or in the packages that they test."""
    known = set(packages)
    found: dict[str, list[Entry]] = {}
    for entry in source.entries:
        if entry.role == "test" and language_of(entry.path):
            folders = entry.path.split("/")[:-1]
            first = next((number for number, name in enumerate(folders) if name in _TEST_FOLDERS), None)
            if first == 0:
                found.setdefault(f"tests in {folders[0]}/", []).append(entry)
            elif first and "/".join(folders[:first]) in known:
                found.setdefault("tests inside packages", []).append(entry)
    for convention, entries in sorted(found.items()):
        if proof := _first_proof(source, entries):
            yield Layout(evidence=proof[0], spelling=proof[1], convention=convention)


def _first_proof(source: Source, entries: Iterable[Entry]) -> tuple[Location, str] | None:
    """The proof that one of the first few files of some size is there."""
    paths = [entry.path for entry in entries if entry.size][:_ATTEMPTS]
    proofs = (first_words(file) for file in source.read_many(paths))
    return next((proof for proof in proofs if proof), None)


def _proofs(source: Source, paths: Iterable[str]) -> dict[str, tuple[Location, str]]:
    """The proofs of many files at once, by path."""
    proofs = ((file.path, first_words(file)) for file in source.read_many(path for path in paths if path))
    return {path: proof for path, proof in proofs if proof}
