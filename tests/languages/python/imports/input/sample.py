from __future__ import annotations
import os
import os.path as path, sys
import deep.er.module
from typing import TYPE_CHECKING
from . import sibling
from .. import parent as up
from ...far.away import (
    one,  # comment
    two as deux,
)
from star import *
import importlib

if TYPE_CHECKING:
    from .types import Kind

try:
    import fast as engine
except ImportError:
    engine = None


def lazy():
    from .late import helper
    plugin = importlib.import_module("plugins.first")
    importlib.import_module("." + plugin)
    __import__("side.effect")
    return helper(plugin.run, importlib.import_module(".near", __package__))
