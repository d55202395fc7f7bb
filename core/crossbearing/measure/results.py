"""Results as JSON Lines: kept from earlier runs, written as they come, merged in the data set's order.

While a run lasts, each repository's worker appends to a file of its own in ``OUT.parts``; a killed run loses at most
the line being written. At the end the lines are merged into ``OUT``, which then depends on the data set and the
configuration alone, and what differs from run to run goes to ``OUT.times.jsonl`` beside it.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.text import escape_surrogates


@frozen
class Record:
    """What is kept of one instance: the ``line`` of the results, and what may differ from run to run.

    ``run`` holds the seconds taken and how many files were parsed or taken from the cache.
    """

    line: dict[str, Any]
    run: dict[str, Any]


class Results:
    """The records of one configuration, in ``out`` and in the parts of an unfinished run beside it."""

    def __init__(self, out: Path, configuration: str) -> None:
        # A device or pipe must be neither read to its end nor replaced by a file.
        with _told(out):
            if not out.name or (out.exists() and not out.is_file()):
                raise CrossbearingError(f"{out} is no file to write results to")
        self._out = out
        self._times = out.with_name(f"{out.name}.times.jsonl")
        self._parts = out.with_name(f"{out.name}.parts")
        self._configuration = configuration

    def part(self, repo: str) -> "Part":
        """The file to which the records of ``repo`` are appended; its folder is made."""
        with _told(self._out):
            self._parts.mkdir(parents=True, exist_ok=True)
        return Part(self._parts / f"{repo.replace('/', '+')}.jsonl")

    def load(self) -> dict[str, Record]:
        """Return every complete record of earlier runs, by instance.

        Raises :class:`CrossbearingError` where ``out`` holds something else, or results of another configuration:
        they are not overwritten.
        """
        records = self._merged()
        for path in sorted(self._parts.glob("*.jsonl")):
            for name, record in Part(path).records().items():
                if record.line["configuration"] == self._configuration:
                    records[name] = record
        return records

    def count(self) -> int:
        """How many records are in the parts."""
        return sum(Part(path).count() for path in self._parts.glob("*.jsonl"))

    def merge(self, records: Iterable[Record]) -> None:
        """Write ``out`` and its times anew, each at once, and drop the parts."""
        kept = list(records)
        with _told(self._out):
            _write(self._out, (record.line for record in kept))
            _write(self._times, (record.run for record in kept))
        shutil.rmtree(self._parts, ignore_errors=True)

    def _merged(self) -> dict[str, Record]:
        with _told(self._out):
            if not self._out.exists():
                return {}
        times = {row.get("instance_id"): row for row in read_lines(self._times)} if self._times.exists() else {}
        records: dict[str, Record] = {}
        for line in read_lines(self._out):
            if "instance_id" not in line or "configuration" not in line:
                raise CrossbearingError(f"{self._out} exists and holds no results of a bench; choose another --out")
            if line["configuration"] != self._configuration:
                raise CrossbearingError(
                    f"{self._out} holds results of another configuration ({line['configuration']}, now "
                    f"{self._configuration}); choose another --out or remove it"
                )
            name = line["instance_id"]
            records[name] = Record(line, times.get(name, {"instance_id": name}))
        if not records and self._out.stat().st_size:
            raise CrossbearingError(f"{self._out} exists and holds no results of a bench; choose another --out")
        return records


@frozen
class Part:
    """The records of one repository while a run lasts, and which instance is being worked on."""

    path: Path

    def start(self, instance_id: str) -> None:
        """Note that work on an instance begins, so that a process that dies of it can be told from others."""
        self._append({"started": instance_id})

    def add(self, record: Record) -> None:
        """Add a record, in one write."""
        self._append({"line": record.line, "run": record.run})

    def records(self) -> dict[str, Record]:
        """The complete records so far, by instance; the last one of each."""
        rows = (row for row in self._rows() if "line" in row)
        return {row["line"]["instance_id"]: Record(row["line"], row["run"]) for row in rows}

    def unfinished(self) -> str | None:
        """The instance that was started last, where it has no record."""
        started = [row["started"] for row in self._rows() if "started" in row]
        return started[-1] if started and started[-1] not in self.records() else None

    def count(self) -> int:
        """How many records there are, without reading them."""
        with self.path.open("rb") as file:
            return sum(line.startswith(b'{"line"') and line.endswith(b"\n") for line in file)

    def _rows(self) -> Iterator[dict[str, Any]]:
        return read_lines(self.path) if self.path.exists() else iter(())

    def _append(self, data: dict[str, Any]) -> None:
        row = to_line(data).encode()
        with _told(self.path), self.path.open("a+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # the end of a killed run
                    row = b"\n" + row
            file.write(row)


def to_line(data: dict[str, Any]) -> str:
    """One line of JSON, ended by a newline."""
    return escape_surrogates(json.dumps(data, ensure_ascii=False, separators=(", ", ": "))) + "\n"


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete objects of a JSON Lines file; what a killed process left half written is passed over."""
    with path.open("rb") as file:
        for line in file:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                yield row


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say of a full disk, or a folder that is not ours, which results it concerns."""
    try:
        yield
    except OSError as error:
        raise CrossbearingError(f"results cannot be written to {path}: {error.strerror or error}") from None


def _write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Replace a file at once; a link is followed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path.resolve()
    fresh = target.with_name(f".{target.name}.new")
    fresh.write_text("".join(map(to_line, rows)), "utf-8", newline="\n")
    fresh.replace(target)
