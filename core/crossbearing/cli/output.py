"""Writing to the standard streams: in any locale, whatever a file is called."""

import io
import os
import sys


def prepare_streams() -> None:
    """Make both streams print anything.

    Into a pipe or a file goes UTF-8 whatever the locale says, so that the bytes do not depend on it; a terminal keeps
    its encoding and is shown escapes for what it lacks. Surrogate escapes (bytes of file names) print as ``\\udcff``.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace", newline="\n")


def silence_stdout() -> None:
    """Send what is still buffered to nowhere, so that the interpreter does not fail on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write(text: str) -> None:
    """Print a rendered report on standard output, ended by exactly one newline; an empty one prints nothing."""
    if text:
        sys.stdout.write(text.rstrip("\n") + "\n")


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

    sys.stderr.write(f"crossbearing: {printable(text)}\n")
