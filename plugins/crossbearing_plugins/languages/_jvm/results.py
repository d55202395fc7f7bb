"""What functions return that do not declare it."""

from collections.abc import Callable

from crossbearing.plugin import Binding, Definition, FileFacts


def bind_results(facts: FileFacts, declares: Callable[[Definition], bool]) -> None:
    """Make of results that were inferred bindings of ``return``: what a function calls to get what it returns."""
    for number, definition in enumerate(facts.definitions):
        if definition.kind in ("function", "method") and definition.annotation and not declares(definition):
            value = definition.annotation.replace("?", "")
            facts.bindings.append(Binding("return", value, "call", definition.line, number))
            definition.annotation = ""
