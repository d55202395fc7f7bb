"""Placeholder for procfile."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl

VERSION = 1
PATTERNS = ("procfile.placeholder",)


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Read nothing yet."""
    return []
