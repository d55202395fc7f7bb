"""Commands and variables have names of their own in the shell, which the linker keeps together."""

import re

from crossbearing.plugin import FileFacts

_WORD = re.compile(r"[^\W\d_]")


def checked(facts: FileFacts) -> FileFacts:
    """Leave out calls of what the file knows as a variable alone; no variable hides a function."""
    functions = {item.name for item in facts.definitions if item.kind == "function"}
    variables = {item.name for item in facts.definitions if item.kind == "variable"} - functions
    facts.references = [item for item in facts.references if item.kind != "call" or item.name not in variables]
    facts.bindings = []
    facts.literals = [item for item in facts.literals if _WORD.search(item.text)]
    return facts
