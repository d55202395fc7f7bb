"""What is asked of :func:`~crossbearing.localize.locate`."""

from attrs import frozen


@frozen
class LocateRequest:
    """An issue: its text, a traceback captured apart from it, the id of a failing test, and how many files to show."""

    text: str
    traceback: str | None = None
    repro: str | None = None
    top: int = 10
