"""Languages, expansions, fusions, renderers and executors that ship with Crossbearing."""
