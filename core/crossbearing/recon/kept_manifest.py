"""The manifest of a repository, read anew only where something that it was read from has changed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing.recon.manifest import Manifest, collect_manifest, manifest_from_json, manifest_to_json
from crossbearing.source import Source
from crossbearing.store import FactKey, Store

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

VERSION = 1
"""Raise it when the same claims give another manifest."""

Report = Callable[[int, int], None]


def manifest_of(source: Source, store: Store, host: "PluginHost", report: Report) -> Manifest:
    """Return the manifest of ``source``.

    It is the kept one if that was made by the same plugins, of the same paths, and of the same content of every file
    that was read for it.
    """
    key = FactKey(_state(source, host), "", "manifest", VERSION)
    payload = store.get_facts((key,)).get(key)
    if payload is not None and not host.recipe().strict and (kept := _unchanged(payload, source)) is not None:
        return kept
    recorder = Recorder(source)
    manifest = collect_manifest(cast("Source", recorder), host, report)
    # What could not be read has to be tried again.
    unread = recorder.read_paths.intersection(problem.file for problem in source.skipped)
    digests = {path: _digest(source, path) for path in sorted(recorder.read_paths)}
    failed = [problem for problem in host.problems() if problem.plugin.startswith("ecosystem.")]
    if all(digests.values()) and not unread and not failed:
        data = {"read": digests, "manifest": manifest_to_json(manifest)}
        store.put_facts([(key, json.dumps(data, separators=(",", ":")).encode())])
    return manifest


class Recorder:
    """A source that remembers which files were read from it, or looked for in vain."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.read_paths: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)

    def read(self, path: str) -> SourceFile | None:
        """As :meth:`Source.read`."""
        return next(self.read_many((path,)), None)

    def read_many(self, paths: Iterable[str]) -> Iterator[SourceFile]:
        """As :meth:`Source.read_many`."""
        wanted = [path for path in paths if self._source.exists(path)]
        taken = 0
        for file in self._source.read_many(wanted):
            # Those before it could not be read; those after it may not be asked for.
            behind = wanted.index(file.path, taken) + 1
            self.read_paths.update(wanted[taken:behind])
            taken = behind
            yield file
        self.read_paths.update(wanted[taken:])


def _state(source: Source, host: "PluginHost") -> str:
    """A digest of all that a manifest depends on beside the content of the files that are read for it."""
    state = hashlib.sha256(repr(source.name).encode())
    for entry in source.entries:
        state.update(repr((entry.path, entry.role, entry.size > 0)).encode())
    for problem in source.skipped:
        state.update(repr((problem.file, problem.reason, problem.line)).encode())
    for plugin in host.enabled("ecosystem"):
        state.update(repr((plugin, host.state(plugin))).encode())
    return state.hexdigest()


def _unchanged(payload: bytes, source: Source) -> Manifest | None:
    try:
        data = json.loads(payload)
        if any(_digest(source, path) != digest for path, digest in data["read"].items()):
            return None
        return manifest_from_json(data["manifest"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _digest(source: Source, path: str) -> str:
    try:
        return source.digest(path)
    except UnreadableError:
        return ""
