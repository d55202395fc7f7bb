"""Fails when it is called."""

from crossbearing.plugin import NoEvidence, hookimpl

VERSION = 1


@hookimpl
def collect(query: object) -> NoEvidence:
    """Look up what is not there."""
    return {}["evidence"]
