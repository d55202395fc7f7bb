"""Placeholder for nuget_config."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl

VERSION = 1
PATTERNS = ("nuget_config.placeholder",)


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Read nothing yet."""
    return []
