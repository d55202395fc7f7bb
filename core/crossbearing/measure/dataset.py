"""Data sets of solved issues: JSON Lines with the field names of SWE-bench (Jimenez et al., ICLR 2024)."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from attrs import frozen

from crossbearing.model.errors import CrossbearingError

_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_REPOSITORY = re.compile(r"[^/\s]+/[^/\s]+")
_PATCHED = re.compile(r"^\+\+\+ b/(\S+)", re.MULTILINE)
_REQUIRED = ("instance_id", "repo", "base_commit", "problem_statement", "patch")


@frozen
class Task:
    """What localization is given of an instance; nothing in it comes from the fix or from its tests.

    ``repro`` is the id of a failing test where the row has a field of that name. SWE-bench's rows have none: their
    ``FAIL_TO_PASS`` is not read, for it comes with the fix. ``before`` is the row's ``created_at``, in seconds since
    1970, where it has one that is a date: no commit of that time or later is known to localization.
    """

    instance_id: str
    repo: str
    base_commit: str
    text: str
    repro: str | None = None
    before: int | None = None


@frozen
class Instance:
    """One row: the task, and the fix that it is measured against.

    ``language`` is the row's own, or the commonest suffix among the patch's files where it has none. ``digest``
    (SHA-256, 16 digits) names the row's content, so that results of another version of it are not taken for its own.
    """

    task: Task
    patch: str
    language: str
    digest: str


def read_dataset(path: Path) -> list[Instance]:
    """Read every row of a JSON Lines file; blank lines are skipped.

    Raises :class:`CrossbearingError`, naming file and line, for the first row that is not as expected.
    """
    instances: list[Instance] = []
    seen: dict[str, int] = {}
    for number, text in _lines(path):
        instance = _instance(text, f"{path}:{number}")
        identity = instance.task.instance_id
        if identity in seen:
            raise CrossbearingError(f"{path}:{number}: instance {identity!r} is already on line {seen[identity]}")
        seen[identity] = number
        instances.append(instance)
    if not instances:
        raise CrossbearingError(f"{path} holds no instances")
    return instances


def hash_of(instances: list[Instance]) -> str:
    """Name a choice of rows, in their order: 16 digits of a SHA-256 over their names and contents."""
    content = json.dumps([[instance.task.instance_id, instance.digest] for instance in instances])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def choose(instances: list[Instance], names: tuple[str, ...] = (), limit: int | None = None) -> list[Instance]:
    """Keep the named instances (all where none is named), in the data set's order, and at most ``limit`` of them."""
    known = {instance.task.instance_id for instance in instances}
    for name in names:
        if name not in known:
            from crossbearing.registry.names import suggestion

            raise CrossbearingError(f"unknown instance {name!r}: {suggestion(name, known)}")
    return [instance for instance in instances if not names or instance.task.instance_id in names][:limit]


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError:
                    raise CrossbearingError(f"{path}:{number}: not UTF-8; a data set is JSON Lines") from None
    except OSError as error:
        raise CrossbearingError(f"data set {str(path)!r} cannot be read: {error.strerror or error}") from None


def _instance(text: str, where: str) -> Instance:
    row = _row(text, where)
    for name in _REQUIRED:
        _check_text(row, name, where)
    if not _COMMIT.fullmatch(row["base_commit"]):
        raise CrossbearingError(f"{where}: base_commit is {row['base_commit']!r}, not a commit id")
    if not _REPOSITORY.fullmatch(row["repo"]):
        raise CrossbearingError(f"{where}: repo is {row['repo']!r}, not owner/name")
    if "repro" in row:
        _check_text(row, "repro", where)
    before = _seconds(row.get("created_at"))
    task = Task(row["instance_id"], row["repo"], row["base_commit"], row["problem_statement"], row.get("repro"), before)
    content = json.dumps([row[name] for name in (*_REQUIRED, "repro", "created_at") if name in row]).encode()
    return Instance(task, row["patch"], _language(row), hashlib.sha256(content).hexdigest()[:16])


def _seconds(date: object) -> int | None:
    """A date as ISO 8601 has it (in UTC, unless it says otherwise), in seconds since 1970; None for anything else."""
    try:
        moment = datetime.fromisoformat(date) if isinstance(date, str) else None
    except ValueError:
        return None
    if moment is None:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _row(text: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = f"{error.msg} (column {error.colno})" if isinstance(error, json.JSONDecodeError) else str(error)
        raise CrossbearingError(f"{where}: not JSON: {reason}; a data set holds one object a line") from None
    if not isinstance(row, dict):
        raise CrossbearingError(f"{where}: expected a JSON object, found {type(row).__name__}")
    return row


def _check_text(row: dict[str, Any], name: str, where: str) -> None:
    if name not in row:
        raise CrossbearingError(f"{where}: field {name!r} is missing")
    if not isinstance(row[name], str):
        raise CrossbearingError(f"{where}: field {name!r} should be text, found {type(row[name]).__name__}")
    if not row[name].strip():
        raise CrossbearingError(f"{where}: field {name!r} is empty")


def _language(row: dict[str, Any]) -> str:
    if isinstance(stated := row.get("language"), str) and stated:
        return stated
    suffixes = Counter(PurePosixPath(path).suffix for path in _PATCHED.findall(row["patch"]))
    return max(sorted(suffixes), key=suffixes.__getitem__, default="") or "unknown"
