"""Needs a module that is not installed."""

import crossbearing_module_that_nobody_has  # noqa: F401

VERSION = 1
