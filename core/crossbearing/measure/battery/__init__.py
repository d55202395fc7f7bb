"""The six questions of ``crossbearing ask``, graded against truth that is found without the graph."""
