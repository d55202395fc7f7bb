"""Just enough context for a task: the gate decides whether, the ladder how much, and the answer keeps its budget."""

from crossbearing.recon.context.answer import context_of, named_place
from crossbearing.recon.context.tree import MAX_RADIUS

__all__ = ["MAX_RADIUS", "context_of", "named_place"]
