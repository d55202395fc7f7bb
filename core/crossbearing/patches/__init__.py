"""Unified diffs: read without losing a byte, cut down to any subset of their changes, applied to text."""

from crossbearing.patches.applying import apply_to
from crossbearing.patches.changes import Change, changes_of, grouped, keeping
from crossbearing.patches.reading import parse_patch

__all__ = ["Change", "apply_to", "changes_of", "grouped", "keeping", "parse_patch"]
