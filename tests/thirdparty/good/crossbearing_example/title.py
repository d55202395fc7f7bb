"""Points at the entities whose name stands in the issue's title.

What a reporter names first is rarely beside the point. For example, ``peek fails on empty input`` points at every
function and method named ``peek``. Names of fewer than ``shortest`` letters are too common to mean anything.
"""

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, Query, hookimpl, words

VERSION = 2


@frozen
class Options:
    """What may be set in a profile."""

    shortest: int = field(default=3, validator=validators.ge(1))
    """Letters that a name must have."""


@hookimpl
def collect(query: Query, options: Options) -> Evidence | NoEvidence:
    """Score 1 for each candidate that the title names."""
    named = {word for word in words(query.title) if len(word) >= options.shortest}
    if not named:
        return NoEvidence("the title names nothing")
    qualnames = query.graph.qualnames
    found = [int(entity) for entity in query.candidates if qualnames[entity].rpartition(".")[2] in named]
    return Evidence(dict.fromkeys(found, 1.0), dict.fromkeys(found, "named in the title"))
