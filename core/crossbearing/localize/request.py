"""What is asked of :func:`~crossbearing.localize.locate`."""

from attrs import frozen

from crossbearing.model.spectrum import Spectrum


@frozen
class LocateRequest:
    """An issue: its text, a traceback captured apart from it, the id of a failing test, and how many files to show.

    ``before`` is the time (seconds since 1970) from which on commits are not to be known; None: all that led to the
    revision are. ``spectrum`` is which test executed what, where tests were run or others' coverage was read.
    """

    text: str
    traceback: str | None = None
    repro: str | None = None
    top: int = 10
    before: int | None = None
    spectrum: Spectrum | None = None
