"""A history for the sample repository, so that channels that read one are exercised with and without."""

from collections.abc import Mapping, Sequence
from functools import cache

from attrs import frozen

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.history import History, Spans
from crossbearing.recon.history.columns import Columns, history_of
from crossbearing.recon.history.log import LoggedChange, LoggedCommit

_START = 1_500_000_000
_DAY = 86_400
_SUBJECTS = (
    "Add the {} of the shop",
    "fix #{}: an unknown currency raises KeyError",
    "Tidy up",
    "closes #{}: the discount of a cart was negative",
    "Round prices",
    "",
    "bump version\x1b[31m \ufffd \U0001f6d2",
)
_PATHS = ("shop/cart.py", "shop/prices.py", "shop/errors.py", "README.md", "gone.py")


@frozen
class SamplePast:
    """Thirty-five commits on the sample's files and on one that is gone; every third by a bot."""

    def read(self) -> History | NoEvidence:
        """The history."""
        return _history()

    def lines(self, wanted: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Spans]:
        """Every commit wrote lines 3 to 8."""
        return dict.fromkeys(wanted, ((3, 8),))


@cache
def _history() -> History:
    columns = Columns()
    for number in range(35):
        paths = {_PATHS[number % len(_PATHS)], _PATHS[number * number % len(_PATHS)]}
        columns.add(
            LoggedCommit(
                id=b"%040x" % (number + 1),
                authored=_START + number * _DAY,
                time=_START + number * _DAY,
                author=b"updates[bot] <u@example.org>" if number % 3 == 0 else b"Ann <ann@example.org>",
                message=_SUBJECTS[number % len(_SUBJECTS)].format(number).encode(),
                changes=tuple(LoggedChange(path.encode()) for path in sorted(paths)),
            )
        )
    return history_of(columns.arrays(limit=1_000), truncated=False)
