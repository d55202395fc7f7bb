"""Placeholder for composer."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl

VERSION = 1
PATTERNS = ("composer.placeholder",)


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Read nothing yet."""
    return []
