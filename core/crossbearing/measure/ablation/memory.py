"""Remembering what channels answered, so that leaving one out asks the others nothing twice.

A channel is a pure function of its question and its options: the same question has the same answer, whoever else takes
part. So an ablation runs the whole pipeline anew for each plugin left out, and only the channels' answers are replayed,
each where the very same question was asked before. Where leaving a plugin out changes a question (a pre-filter channel
is gone, the pool is another one, and a channel is asked about the pool alone), that channel is asked again. The outcome
equals a run without the plugin in every digit.
"""

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from attrs import Factory, define

from crossbearing.localize.snippets import Snippets
from crossbearing.model.issue import IssueBundle
from crossbearing.registry import PluginHost

if TYPE_CHECKING:
    from crossbearing.model.answer import Answer
    from crossbearing.model.evidence import Evidence, NoEvidence
    from crossbearing.model.query import Query

_COMPARED = (str, int, float, tuple, frozenset, type(None), IssueBundle, Snippets)


@define(eq=False)
class Memory:
    """The questions of one localization and their answers; ``asked`` and ``replayed`` count since the last reset."""

    asked: int = 0
    replayed: int = 0
    _answers: dict[tuple[str, str], list[tuple["Query", "Answer[Evidence | NoEvidence]"]]] = Factory(dict)

    def reset_counts(self) -> None:
        """Begin to count anew."""
        self.asked = self.replayed = 0

    def recall(self, channel: str, state: str, query: "Query") -> "Answer[Evidence | NoEvidence] | None":
        """The answer that ``channel`` with these options gave to the same question, if it was asked."""
        for known, answer in self._answers.get((channel, state), ()):
            if same_question(known, query):
                self.replayed += 1
                return answer
        return None

    def keep(self, channel: str, state: str, query: "Query", answer: "Answer[Evidence | NoEvidence]") -> None:
        """Remember an answer that had to be asked for."""
        self.asked += 1
        self._answers.setdefault((channel, state), []).append((query, answer))


class ReplayingHost(PluginHost):
    """A host whose channels are asked only what ``memory`` does not know; None: they are asked everything."""

    memory: Memory | None = None

    def collect(self, qualified: str, query: "Query") -> "Answer[Evidence | NoEvidence]":
        """Replay or ask one channel."""
        if self.memory is None:
            return super().collect(qualified, query)
        state = self.state(qualified)
        answer = self.memory.recall(qualified, state, query)
        if answer is None:
            answer = super().collect(qualified, query)
            self.memory.keep(qualified, state, query, answer)
        return answer


def same_question(one: "Query", other: "Query") -> bool:
    """Say whether two questions are surely the same.

    Every field is the same object, an equal plain value or array, or an object of the same class all of whose fields
    are so. Where that cannot be told, they are not.
    """
    return _same(one, other)


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, _COMPARED):
        return bool(one == other)
    fields = attrs.fields(type(one)) if attrs.has(type(one)) else ()
    return bool(fields) and all(_same(getattr(one, field.name), getattr(other, field.name)) for field in fields)
