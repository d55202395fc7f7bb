"""The command line: one module a command, and none of them imported before it is asked for."""

from crossbearing.cli.application import main

__all__ = ["main"]
