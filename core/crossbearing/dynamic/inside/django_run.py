"""Django's runner: ``tests/runtests.py`` of Django itself, or a project's ``manage.py``."""

from typing import Any, Dict

from .session import Session
from .unittest_run import run_django


def run(session: Session, request: "Dict[str, Any]") -> int:
    """Run the tests and return the exit code."""
    return run_django(session, request)
