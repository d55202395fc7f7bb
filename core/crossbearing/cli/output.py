"""Writing the answer to standard output, and remarks to standard error."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from crossbearing.cli.streams import answering, silence
from crossbearing.model.errors import CrossbearingError


class OutputError(CrossbearingError):
    """Standard output does not take the answer: the disk is full, for example."""


def write(text: str) -> None:
    """Print a rendered report on standard output, ended by exactly one newline; an empty one prints nothing.

    Raises BrokenPipeError where the reader has left, and :class:`OutputError` where writing fails for another reason.
    """
    with _answering():
        if text:
            sys.stdout.write(text.rstrip("\n") + "\n")


def write_lines(lines: Iterable[str]) -> None:
    """Print lines, which end in no newline yet, as they come; raises what :func:`write` raises."""
    with _answering():
        for line in lines:
            sys.stdout.write(f"{line}\n")


@contextmanager
def _answering() -> Iterator[None]:
    try:
        with answering():
            yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the answer cannot be written to standard output: {error.strerror or error}") from None


def note(text: str) -> None:
    """Print a remark for a person on standard error."""
    _say(text)


def print_error(sentence: str) -> None:
    """Print the one line that says what was wrong."""
    _say(f"error: {sentence}")


def print_error_json(sentence: str, code: int) -> None:
    """Print the same for a program that reads standard output."""
    write(to_json({"schema": "crossbearing.error/1", "error": sentence, "exit_code": code}))


def to_json(data: object) -> str:
    """Write plain data as the ``json`` renderer does, without loading it."""
    import json

    from crossbearing.model.text import escape_surrogates

    return escape_surrogates(json.dumps(data, ensure_ascii=False, indent=2))


def _say(text: str) -> None:
    from crossbearing.model.text import printable

    try:
        sys.stderr.write(f"crossbearing: {printable(text)}\n")
    except OSError:  # nobody can be told
        silence(sys.stderr)
