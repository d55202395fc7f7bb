"""Placeholder for pre_commit."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl

VERSION = 1
PATTERNS = ("pre_commit.placeholder",)


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Read nothing yet."""
    return []
