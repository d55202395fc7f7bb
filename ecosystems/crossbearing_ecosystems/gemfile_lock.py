"""Placeholder for gemfile_lock."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl

VERSION = 1
PATTERNS = ("gemfile_lock.placeholder",)


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Read nothing yet."""
    return []
