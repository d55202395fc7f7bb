"""The gate (reconnaissance specification, §4.1): does a task need anything beyond the entity at hand?"""

from typing import TYPE_CHECKING

from crossbearing.model.context import ContextQuery, FiredSignal
from crossbearing.model.location import Problem

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost


def fired_signals(query: ContextQuery, host: "PluginHost") -> tuple[tuple[FiredSignal, ...], tuple[Problem, ...]]:
    """Ask every signal; return the hits in the order of the signals' names, and what went wrong with signals.

    No hit means that nothing is to be retrieved.
    """
    fired: list[FiredSignal] = []
    problems: list[Problem] = []
    for name in host.enabled("signal"):
        answer = host.check(name, query)
        if answer.value is None:
            problems.append(Problem("", f"does not say whether it fires: {answer.error}", None, name))
        else:
            fired += (FiredSignal(name, hit) for hit in answer.value)
    return tuple(fired), tuple(problems)
