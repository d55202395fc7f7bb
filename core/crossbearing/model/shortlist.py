"""What a re-ranker reads and answers (localization specification, §4): identifiers and hints, never bodies."""

from attrs import frozen

MOST_ITEMS = 40
"""Items of a shortlist."""
LONGEST_ITEM = 200
"""Characters of one item as it is shown."""


@frozen
class ShortlistItem:
    """A candidate place on one line: its ``id`` is unique in the shortlist, ``hint`` its causal story."""

    id: str
    file: str
    first_line: int
    last_line: int
    hint: str = ""

    def __str__(self) -> str:
        """The item as a model is shown it, cut to :data:`LONGEST_ITEM` characters."""
        text = f"{{{self.id}, {self.file}, {self.first_line}-{self.last_line}, {self.hint}}}"
        return text if len(text) <= LONGEST_ITEM else f"{text[: LONGEST_ITEM - 2]}…}}"


@frozen
class Reranked:
    """One place of the answer: the ``id`` of an item of the shortlist, and why it stands there."""

    id: str
    reason: str = ""
