"""From a request to a finished run: limits, import path, and the runner."""

import importlib
import os
import sys
from typing import Any, Dict

from .session import Session, guarded


def run(request: "Dict[str, Any]") -> int:
    """Run the tests of ``request`` with its runner and return the exit code."""
    _limit(request)
    sys.path[:0] = [entry for entry in request["path"] if entry not in sys.path]
    session = Session(request)
    runner = importlib.import_module("." + request["runner"] + "_run", __package__)
    try:
        return guarded(lambda: int(runner.run(session, request)))
    except BaseException as error:
        session.tell({"event": "error", "message": f"{type(error).__name__}: {error}"})
        raise
    finally:
        session.close()


def _limit(request: "Dict[str, Any]") -> None:
    """Bound what the operating system bounds itself: core dumps and the size of a file."""
    try:
        import resource
    except ImportError:  # not a Unix
        return
    for name, value in (("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", request["file_bytes"])):
        limit = getattr(resource, name, None)
        if limit is not None:
            _, hard = resource.getrlimit(limit)
            ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(limit, (ceiling, hard))
    os.environ["CROSSBEARING_RUN"] = str(os.getpid())
