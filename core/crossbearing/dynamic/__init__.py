"""Dynamic evidence: running a failing test and passing ones in the target's own interpreter, and reading coverage.

Nothing here runs unless it is asked for by name, and what runs does so in a copy of the tree, watched by a keeper
process that ends everything it started.
"""
