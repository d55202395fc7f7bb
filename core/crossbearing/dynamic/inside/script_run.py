"""A plain reproduction script: it fails where it raises or leaves with another code than 0."""

import runpy
import sys
from typing import Any, Dict, List

from .session import Session


def run(session: Session, request: "Dict[str, Any]") -> int:
    """Run each script as ``__main__``, one context each."""
    worst = 0
    for script in request["tests"]:
        if script not in request["skip"]:
            worst = max(worst, _run_one(session, script, request["arguments"]))
    return worst


def _run_one(session: Session, script: str, arguments: "List[str]") -> int:
    sys.argv = [script] + list(arguments)
    session.begin(script)
    outcome, message, frames = "passed", "", []  # type: Any, str, List[Any]
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as error:
        session.fail()
        if error.code not in (None, 0):
            outcome, message = "failed", f"SystemExit: {error.code}"
    except BaseException as error:
        session.fail()
        outcome, message = "failed", f"{type(error).__name__}: {error}"
        frames = session.frames(error.__traceback__)
    session.finish(outcome, message, frames)
    return int(outcome != "passed")
