"""The formats by name, how each is known, and the reading of any of them."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from crossbearing.dynamic.importers.cobertura import read_cobertura
from crossbearing.dynamic.importers.coverage_py import read_coverage_py
from crossbearing.dynamic.importers.go import read_go
from crossbearing.dynamic.importers.istanbul import read_istanbul
from crossbearing.dynamic.importers.jacoco import read_jacoco
from crossbearing.dynamic.importers.lcov import read_lcov
from crossbearing.dynamic.importers.llvm import read_llvm, read_tarpaulin
from crossbearing.dynamic.importers.tables import Table
from crossbearing.model.errors import CrossbearingError

_HEAD = 4096
_LARGEST = 1_000_000_000


class Format(NamedTuple):
    """A format: its name, how the first bytes of a file of it look, and its reader."""

    name: str
    looks: Callable[[bytes], bool]
    read: Callable[[Path], Table]


def _matches(pattern: bytes) -> Callable[[bytes], bool]:
    compiled = re.compile(pattern, re.DOTALL)
    return lambda head: compiled.search(head) is not None


FORMATS = (
    Format("coverage.py", _matches(rb"\ASQLite format 3\0"), read_coverage_py),
    Format("go", _matches(rb"\A(?:\xef\xbb\xbf)?mode: (?:set|count|atomic)\s"), read_go),
    Format("lcov", _matches(rb"(?:\A|\n)(?:TN:|SF:)"), read_lcov),
    Format("jacoco", _matches(rb"JACOCO|<report\s+name="), read_jacoco),
    Format("cobertura", _matches(rb"cobertura|<coverage[\s>]"), read_cobertura),
    Format("llvm-cov", _matches(rb"\"type\"\s*:\s*\"llvm\.coverage|\A\s*\{\s*\"data\"\s*:\s*\["), read_llvm),
    Format("tarpaulin", _matches(rb"\A\s*\{\s*\"files\"\s*:\s*\["), read_tarpaulin),
    Format("istanbul", _matches(rb"\A\s*\{"), read_istanbul),
)
"""What can be read, the more particular forms first."""


def read_tables(paths: Iterable[Path]) -> tuple[Table, tuple[str, ...]]:
    """Read files of any of :data:`FORMATS` and join them: the lines of each test by path, and the formats met.

    Raises :class:`CrossbearingError`, with the file, for one that is of none of them or is broken.
    """
    joined: Table = {}
    met = []
    for path in paths:
        form = _format_of(path)
        met.append(form.name)
        try:
            table = form.read(path)
        except CrossbearingError as error:
            raise CrossbearingError(f"{path}: {error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
            raise CrossbearingError(f"{path} is no sound {form.name} data: {_short(error)}") from error
        for test, files in table.items():
            for file, lines in files.items():
                joined.setdefault(test, {}).setdefault(file, set()).update(lines)
    return joined, tuple(dict.fromkeys(met))


def _format_of(path: Path) -> Format:
    try:
        if path.stat().st_size > _LARGEST:
            raise CrossbearingError(f"{path} is larger than {_LARGEST // 1_000_000} MB")
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise CrossbearingError(f"{path} cannot be read: {error.strerror or error}") from error
    for form in FORMATS:
        if form.looks(head):
            return form
    names = ", ".join(form.name for form in FORMATS)
    raise CrossbearingError(f"{path} is coverage of no known format; expected one of {names}")


def is_own(path: Path) -> bool:
    """Whether a file is a spectrum that ``crossbearing spectrum --format json`` wrote."""
    try:
        with path.open("rb") as file:
            return b'"crossbearing.spectrum/1"' in file.read(_HEAD)
    except OSError:
        return False


def read_json(path: Path) -> object:
    """Parse a JSON file; raises ValueError where it is none."""
    return json.loads(path.read_bytes())


def _short(error: Exception) -> str:
    text = str(error).splitlines()[0] if str(error) else ""
    return f"{type(error).__name__} {text}"[:200].strip()
