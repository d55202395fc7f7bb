"""Crossbearing maps a repository and fixes the place of a fault from independent evidence.

>>> from crossbearing import Harness
>>> harness = Harness.open("path/to/repository")
>>> report = harness.locate("IndexError in Parser.peek when the input is empty")
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbearing.harness import Harness

__version__ = "0.1.0"

__all__ = ["Harness", "__version__"]


def __getattr__(name: str) -> Any:
    # Importing the harness costs numpy and cattrs; `crossbearing --help` must not pay for them.
    if name == "Harness":
        from crossbearing.harness import Harness

        return Harness
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
