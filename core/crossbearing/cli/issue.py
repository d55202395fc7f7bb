"""Reading what the user says is wrong: a report, a traceback."""

import sys
from pathlib import Path

from crossbearing.cli.output import note
from crossbearing.model.errors import CrossbearingError

LONGEST = 1 << 20
"""Bytes of a report that are read; the rest of a longer one (a pasted log) is left out, and said so."""


def read_issue(name: str | None, *, quiet: bool = False) -> str:
    """Return the text of the file ``name``; of standard input for ``-``, and where no name is given but it is piped.

    Raises :class:`CrossbearingError` where there is nothing to read, or no text in it.
    """
    if name is None and sys.stdin.isatty():
        raise CrossbearingError("no issue was given: name a file that holds its text, or pipe the text in")
    where = "standard input" if name in (None, "-") else f"issue file {name!r}"
    data = _read_stdin() if name is None or name == "-" else _read_file(Path(name), where)
    return _decode(data, where, quiet)


def read_traceback(name: str | None, *, quiet: bool = False) -> str | None:
    """Return the text of a traceback file, or None where none was named."""
    if name is None:
        return None
    where = f"traceback file {name!r}"
    return _decode(_read_file(Path(name), where), where, quiet)


def _read_stdin() -> bytes:
    return sys.stdin.buffer.read(LONGEST + 1)


def _read_file(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LONGEST + 1)
    except FileNotFoundError:
        hint = "; to give the text itself, pipe it in" if " " in path.name else ""
        raise CrossbearingError(f"{where} does not exist{hint}") from None
    except OSError as error:
        raise CrossbearingError(f"{where} cannot be read: {error.strerror or error}") from None


def _decode(data: bytes, where: str, quiet: bool) -> str:
    from crossbearing.model.file import decode

    if len(data) > LONGEST:
        data = data[:LONGEST]
        if not quiet:
            note(f"{where} is longer than {LONGEST >> 20} MiB; the rest of it is left out")
    text = decode(data)
    if "\0" in text:
        raise CrossbearingError(f"{where} is binary, not text")
    if not text.strip():
        raise CrossbearingError(f"{where} is empty")
    return text
