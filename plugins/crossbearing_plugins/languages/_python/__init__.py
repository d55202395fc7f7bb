"""How Python files are read, whichever parser finds their statements."""
