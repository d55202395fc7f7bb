"""Turning an exception of a plugin into one line that is the same on every machine."""

import os
import re
import sys
from pathlib import Path
from types import TracebackType

from crossbearing.model.errors import CrossbearingError, UnreadableError

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONGEST = 500


def reason_of(problem: BaseException, package: str) -> str:
    """Say what went wrong, and on which line of ``package``'s code where that is known.

    Memory addresses and the folders of installed code are left out, so that the reason may stand in an output that is
    compared byte by byte.
    """
    if isinstance(problem, UnreadableError):
        return one_line(problem.reason)
    if isinstance(problem, CrossbearingError):
        return one_line(str(problem))
    try:
        message = str(problem)
    except Exception:  # a __str__ that raises must not hide the first problem
        message = ""
    name = type(problem).__name__
    return one_line(f"{name}: {message}" if message else name) + _place(problem.__traceback__, package)


def one_line(text: str) -> str:
    """Put ``text`` on one line of at most 500 characters without addresses or installation folders."""
    text = _ADDRESS.sub("", text)
    for folder in sorted(_folders(), key=len, reverse=True):
        text = text.replace(f"{folder}{os.sep}", "")
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _folders() -> set[str]:
    folders = {str(entry) for entry in sys.path if Path(entry).is_absolute()}
    return {folder for folder in folders if len(folder) > 1}


def _place(traceback: TracebackType | None, package: str) -> str:
    place = ""
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        if module == package or module.startswith(f"{package}."):
            place = f" ({Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno})"
        traceback = traceback.tb_next
    return place
