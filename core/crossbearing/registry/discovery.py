"""Finding the installed plugins by their entry points, without importing anything of theirs.

``importlib.metadata`` answers the same question, but importing it costs more than the whole command line may; so the
``entry_points.txt`` files are read directly, in the order and by the rules of ``importlib.metadata`` (a distribution is
taken from the first directory of ``sys.path`` that holds it). Only archives on the path are left to the original.
"""

# This runs at every start, and pathlib would double its cost.
# ruff: noqa: PTH116, PTH118, PTH119, PTH123, PTH208

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from crossbearing.hookspecs import KINDS, PROJECT
from crossbearing.model.errors import CrossbearingError

_KIND_OF_GROUP = {kind.group: kind.name for kind in KINDS.values()}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_TARGET = re.compile(r"(?P<module>[\w.]+)\s*(?::\s*(?P<attribute>[\w.]+)\s*)?(?:\[.*\]\s*)?")
_VERSION_LINE = re.compile(rb"^version:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
_INFO_ENDINGS = (".dist-info", ".egg-info")
_MARK = f"{PROJECT}.".encode()


class PluginRecord(NamedTuple):
    """One entry point: ``target`` is ``package.module`` or ``package.module:attribute``."""

    kind: str
    name: str
    target: str
    distribution: str
    distribution_version: str

    @property
    def qualified(self) -> str:
        """The one name of the plugin in lists, options, reports and on the command line: ``kind.name``."""
        return f"{self.kind}.{self.name}"

    def data(self) -> dict[str, str]:
        """The record as plain data, the qualified name first as ``plugin``."""
        return {"plugin": self.qualified, **self._asdict()}


class DiscoveryProblem(NamedTuple):
    """A distribution's entry points that could not be taken as they are; ``plugin`` is empty where none is meant."""

    distribution: str
    reason: str
    plugin: str = ""


class Discovery(NamedTuple):
    """Everything found on the path: plugins sorted by kind and name, and what was wrong."""

    records: tuple[PluginRecord, ...]
    problems: tuple[DiscoveryProblem, ...]


class _Distribution(NamedTuple):
    name: str
    version: str
    entry_points: bytes


def discover() -> tuple[PluginRecord, ...]:
    """Return the plugins that installed distributions offer, sorted by kind and name; nothing is imported."""
    return find_plugins().records


def find_plugins(path: Iterable[str] | None = None) -> Discovery:
    """Read the entry points of every distribution on ``path`` (default: ``sys.path``).

    Two distributions that offer the same qualified name are a problem; this project's own plugin is kept, else that
    of the distribution found first. The answer is remembered until a folder of the path changes.
    """
    folders = tuple(dict.fromkeys(sys.path if path is None else path))
    return _found(folders, tuple(map(_modified, folders)))


def _modified(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=8)
def _found(path: tuple[str, ...], modified: tuple[int, ...]) -> Discovery:
    found: dict[str, PluginRecord] = {}
    problems: list[DiscoveryProblem] = []
    for distribution in _distributions(path):
        for entry in _entries(distribution):
            if isinstance(entry, DiscoveryProblem):
                problems.append(entry)
                continue
            kept = found.setdefault(entry.qualified, entry)
            if kept is not entry:
                found[entry.qualified] = _settle(kept, entry, problems)
    return Discovery(tuple(sorted(found.values())), tuple(sorted(problems)))


def _settle(kept: PluginRecord, late: PluginRecord, problems: list[DiscoveryProblem]) -> PluginRecord:
    winner, loser = (late, kept) if late.distribution == PROJECT != kept.distribution else (kept, late)
    problems.append(
        DiscoveryProblem(
            loser.distribution,
            f"{loser.distribution} offers {loser.qualified} ({loser.target}), but the name is taken by "
            f"{winner.distribution} ({winner.target}), which is used",
            loser.qualified,
        )
    )
    return winner


def _distributions(path: Iterable[str]) -> Iterator[_Distribution]:
    """Yield the distributions that may hold plugins, each name once, in the order of ``path`` and then by name."""
    seen: set[str] = set()
    for folder in path:
        try:
            names = os.listdir(folder or ".")
        except NotADirectoryError:
            yield from _archived(folder, seen)
            continue
        except (OSError, ValueError):
            continue
        in_egg = os.path.basename(folder).lower().endswith(".egg")
        for child in sorted(names):
            if child.lower().endswith(_INFO_ENDINGS) or (in_egg and child.lower() == "egg-info"):
                stem = child if child.lower() != "egg-info" else os.path.basename(folder)
                if (distribution := _read(os.path.join(folder, child), stem, seen)) is not None:
                    yield distribution


def _read(info: str, stem: str, seen: set[str]) -> _Distribution | None:
    # pip renames what it is about to delete to "~name": leftovers are no installed distributions.
    name, _, rest = stem.rpartition(".")[0].partition("-")
    name = _canonical(name)
    if name in seen or stem.startswith("~"):
        return None
    seen.add(name)
    try:
        with open(os.path.join(info, "entry_points.txt"), "rb") as file:
            data = file.read()
    except OSError:
        return None
    if _MARK not in data:
        return None
    version = rest if stem.lower().endswith(".dist-info") else _metadata_version(info)
    return _Distribution(name, version, data)


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _metadata_version(info: str) -> str:
    try:
        with open(os.path.join(info, "PKG-INFO"), "rb") as file:
            match = _VERSION_LINE.search(file.read(1 << 16))
    except OSError:
        return ""
    return match[1].decode("utf-8", "replace") if match else ""


def _archived(archive: str, seen: set[str]) -> Iterator[_Distribution]:
    """Yield the distributions inside a zip file or egg; rare enough to pay for the real importlib.metadata."""
    from importlib import metadata

    for distribution in metadata.distributions(path=[archive]):
        name = _canonical(distribution.metadata["Name"] or "")
        if not name or name in seen:
            continue
        seen.add(name)
        data = (distribution.read_text("entry_points.txt") or "").encode()
        if _MARK in data:
            yield _Distribution(name, distribution.version, data)


def _entries(distribution: _Distribution) -> Iterator[PluginRecord | DiscoveryProblem]:
    """Yield what one ``entry_points.txt`` offers to this project; groups of other projects are none of its business."""
    group = ""
    for raw in distribution.entry_points.decode("utf-8", "replace").splitlines():
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            group = line.strip("[]").strip()
            if group.startswith(f"{PROJECT}.") and group not in _KIND_OF_GROUP:
                yield _unknown_group(distribution, group)
            continue
        if kind := _KIND_OF_GROUP.get(group):
            yield _entry(distribution, kind, line)


def _unknown_group(distribution: _Distribution, group: str) -> DiscoveryProblem:
    from crossbearing.registry.names import suggestion

    reason = f"{distribution.name} has an unknown entry-point group {group!r}: {suggestion(group, _KIND_OF_GROUP)}"
    return DiscoveryProblem(distribution.name, reason)


def _entry(distribution: _Distribution, kind: str, line: str) -> PluginRecord | DiscoveryProblem:
    name, equals, value = (part.strip() for part in line.partition("="))
    where = f"{distribution.name} has a malformed entry point {line!r} in {KINDS[kind].group}"
    if not equals:
        return DiscoveryProblem(distribution.name, f"{where}: expected name = package.module")
    if not _NAME.fullmatch(name):
        return DiscoveryProblem(
            distribution.name, f"{where}: a plugin's name is lower-case letters, digits, '_' and '-', a letter first"
        )
    target = _TARGET.fullmatch(value)
    if target is None:
        return DiscoveryProblem(
            distribution.name, f"{where}: {value!r} is not package.module[:attribute]", f"{kind}.{name}"
        )
    module, attribute = target["module"], target["attribute"]
    address = f"{module}:{attribute}" if attribute else module
    return PluginRecord(kind, name, address, distribution.name, distribution.version)


def record_of(qualified: str, records: Iterable[PluginRecord] | None = None) -> PluginRecord:
    """Return the record of one plugin, or raise :class:`CrossbearingError` with the nearest names."""
    from crossbearing.registry.names import suggestion

    known = {record.qualified: record for record in (discover() if records is None else records)}
    if qualified not in known:
        raise CrossbearingError(f"unknown plugin {qualified!r}: {suggestion(qualified, known)}")
    return known[qualified]
