"""The store of one build directory: cached facts, the current map, and the arrays of the most recent maps."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.location import Problem
from crossbearing.store.arrays import Array
from crossbearing.store.artifacts import Artifacts
from crossbearing.store.connection import connect_to_read
from crossbearing.store.database import Database
from crossbearing.store.facts import FACTS_LIMIT, FactCache, FactKey
from crossbearing.store.map import MapHeader, StoredMap, current_header, replace_tables
from crossbearing.store.place import Repository, choose_build_directory, prepare_directory

Select = Callable[[str], Iterable[tuple[Any, ...]]]
"""Runs a query and gives its rows one by one."""


class Store:
    """An open store; use it as a context manager, or close it.

    Any number of processes may read while one writes; writers wait for each other. A process that is killed leaves the
    last map that was complete. Damage is repaired by starting anew, and said so in ``notices``. A store in a directory
    that cannot be written (``writable`` is False) drops what is put into it.
    """

    def __init__(self, build_dir: Path, *, facts_limit: int = FACTS_LIMIT, notices: Iterable[Problem] = ()) -> None:
        self.build_dir = build_dir
        self._notices = list(notices)
        self._database = Database(build_dir, self._report)
        self._facts = FactCache(self._database, facts_limit)
        self._artifacts = Artifacts(build_dir, self._database, self._report)

    @classmethod
    def open(cls, build_dir: Path, *, facts_limit: int = FACTS_LIMIT) -> "Store":
        """Open the store in ``build_dir``, making both where they are missing.

        Raises CrossbearingError where the directory can neither be written nor read, where its database belongs to
        another program or a newer version, and where the disk is full.
        """
        prepare_directory(build_dir)
        return cls(build_dir, facts_limit=facts_limit)

    @classmethod
    def of(
        cls, source: Repository, build_dir: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> "Store":
        """Open the store of a repository in the directory that ``choose_build_directory`` chooses."""
        chosen = choose_build_directory(source, build_dir, environment)
        return cls(chosen.path, notices=chosen.notices)

    @property
    def notices(self) -> tuple[Problem, ...]:
        """What the user should know about the store, in the order in which it came up."""
        return tuple(self._notices)

    @property
    def writable(self) -> bool:
        """Whether anything that is put into the store will be kept."""
        return self._database.writable

    def get_facts(self, keys: Iterable[FactKey]) -> dict[FactKey, bytes]:
        """Return the payloads of those keys that are known."""
        return self._facts.get(keys)

    def put_facts(self, rows: Iterable[tuple[FactKey, bytes]]) -> None:
        """Keep payloads, a few hundred a transaction; ``rows`` may be a generator."""
        self._facts.put(rows)

    def current(self) -> MapHeader | None:
        """The header of the map that the views show, or None before the first one."""
        return self._database.run(current_header)

    def save_map(self, stored: StoredMap) -> None:
        """Replace the current map in one transaction: readers see the old one or the new one, never a mixture."""
        if not self.writable:
            return

        def replace(connection: sqlite3.Connection) -> None:
            self._artifacts.save(connection, stored.header.fingerprint, stored.artifacts)
            replace_tables(connection, stored)

        self._database.write(replace)
        self._facts.finish()

    @contextmanager
    def snapshot(self) -> Iterator[Select]:
        """Give a function that runs a query; all that are run before the end see the same state of the store.

        Raises CrossbearingError where there is no store that can be read.
        """
        with closing(connect_to_read(self._database.path)) as connection:
            connection.execute("BEGIN")
            yield connection.execute

    def save_artifact(self, fingerprint: str, name: str, arrays: Mapping[str, Array | bytes]) -> None:
        """Keep arrays under a map's fingerprint (hexadecimal) and a name, among those of the few most recent maps."""
        if self.writable:
            self._database.write(
                lambda connection: self._artifacts.save(connection, fingerprint, {name: lambda: arrays})
            )

    def load_artifact(self, fingerprint: str, name: str) -> dict[str, Array] | None:
        """Map kept arrays into memory, read-only; bytes come back as unsigned bytes. None where there are none."""
        return self._artifacts.load(fingerprint, name)

    def close(self) -> None:
        """Note which facts were used and let go of the files; doing so twice is fine."""
        with suppress(CrossbearingError):
            self._facts.finish()
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _report(self, reason: str) -> None:
        self._notices.append(Problem("", reason))
