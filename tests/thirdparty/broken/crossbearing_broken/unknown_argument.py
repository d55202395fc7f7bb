"""Asks for an argument that its hook does not offer."""

from crossbearing.plugin import NoEvidence, hookimpl

VERSION = 1


@hookimpl
def collect(query: object, repository: object) -> NoEvidence:
    """Never called."""
    return NoEvidence("never called")
