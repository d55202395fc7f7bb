"""Where bytes come from: a working tree, a plain folder, or any git revision, through one interface."""

from crossbearing.source.entry import Entry, Limits
from crossbearing.source.opening import open_source
from crossbearing.source.tree import Source

__all__ = ["Entry", "Limits", "Source", "open_source"]
