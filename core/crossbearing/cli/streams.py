"""The standard streams: usable whatever the caller left of them, with standard output kept for the answer."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, NamedTuple


class _Diversion(NamedTuple):
    """Descriptors: ``out`` is standard output's, ``kept`` leads where it led before, ``err`` where it leads now."""

    out: int
    kept: int
    err: int


_diversion: _Diversion | None = None


def prepare_streams() -> None:
    r"""Make every stream usable, and both outputs able to print anything.

    A stream that the caller closed leads to nowhere; its descriptor is taken, so that no file that is opened later can
    be written to by mistake. Into a pipe or a file goes UTF-8 whatever the locale says, so that the bytes do not depend
    on it; a terminal keeps its encoding and is shown escapes for what it lacks. Surrogate escapes (bytes of file names)
    print as ``\udcff``.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - open as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace", newline="\n")


def silence(stream: IO[str]) -> None:
    """Send what is still buffered to nowhere, so that the interpreter does not fail on it at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        stream.flush()


@contextmanager
def only_the_answer() -> Iterator[None]:
    """Send to standard error whatever is printed here outside of :func:`answering`.

    Plugins print, and so do compiled libraries and the processes that they start; JSON must stay JSON. Where the
    streams are no files (a program that embeds this one replaced them), nothing is diverted.
    """
    global _diversion
    try:
        out, err = sys.stdout.fileno(), sys.stderr.fileno()
    except (OSError, ValueError):
        yield
        return
    sys.stdout.flush()
    _diversion = _Diversion(out, os.dup(out), err)
    os.dup2(err, out)
    try:
        yield
    finally:
        _flush_noise()
        os.dup2(_diversion.kept, out)
        os.close(_diversion.kept)
        _diversion = None


@contextmanager
def answering() -> Iterator[None]:
    """Give standard output back for the answer, which is written out at the end; may be nested."""
    _flush_noise()
    diversion = _diversion
    if diversion is not None:
        os.dup2(diversion.kept, diversion.out)
    try:
        yield
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)  # else the rest of the answer would follow on standard error, or fail again at exit
        raise
    finally:
        if diversion is not None:
            os.dup2(diversion.err, diversion.out)


def _flush_noise() -> None:
    with suppress(OSError, ValueError):
        sys.stdout.flush()
