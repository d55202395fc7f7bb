"""The interface for coding agents: open a repository once, ask as often as needed."""

from crossbearing.harness.flags import Flags
from crossbearing.harness.harness import Harness

__all__ = ["Flags", "Harness"]
