"""What functions return that say so by their body alone."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

RETURNING = frozenset({"apply", "also"})
"""Functions that return what they are called on."""
_DOTTED = re.compile(r"(?:[^\W\d][\w$]*|`[^`\n]*`)(?:\??\.(?:[^\W\d][\w$]*|`[^`\n]*`))*")
_MOST_PASSES = 4

_Waiting = tuple[RawDefinition, tuple[int, str], Span]
"""A function, the class and name of what it calls to get its result, and where that is written."""


def infer_results(reading: Reading) -> None:
    """What functions without a declared result return.

    One that only makes an object, or returns its own, has that class; one that only calls another of its class, or of
    its name, has the class of that.
    """
    functions = {raw.name_at[0]: raw for raw in reading.definitions if raw.kind == "function"}
    owners = _owners(reading, sorted(functions.values(), key=lambda raw: raw.start))
    waiting: list[_Waiting] = []
    for match in reading.custom.get("result", ()):
        raw, callee = functions.get(match["name"].start_byte), match.get("callee")
        if raw is None or raw.type is not None:
            continue
        words = "this" if callee is None else reading.node_text(callee)
        owner = owners[raw.name_at[0]]
        if words.removeprefix("this.") in ("this", *RETURNING):
            extended = match.get("type")
            raw.type = span_of(extended) if extended is not None else owner.name_at if owner is not None else None
        elif words.rpartition(".")[2][:1].isupper() and callee is not None:
            raw.type = span_of(callee)
        elif callee is not None and _DOTTED.fullmatch(words):
            waiting.append((raw, (-1 if owner is None else owner.start, words), span_of(callee)))
    _pass_on(functions, owners, waiting)


def _owners(reading: Reading, functions: list[RawDefinition]) -> dict[int, RawDefinition | None]:
    """The class that each function, by the place of its name, stands in."""
    classes = [raw for raw in reading.definitions if raw.kind == "class" and raw.name_at[1] > raw.name_at[0]]
    classes.sort(key=lambda raw: raw.start)
    stack: list[RawDefinition] = []
    owners: dict[int, RawDefinition | None] = {}
    at = 0
    for raw in functions:
        while at < len(classes) and classes[at].start < raw.start:
            stack.append(classes[at])
            at += 1
        while stack and stack[-1].end < raw.end:
            stack.pop()
        owners[raw.name_at[0]] = stack[-1] if stack else None
    return owners


def _pass_on(
    functions: dict[int, RawDefinition],
    owners: dict[int, RawDefinition | None],
    waiting: "list[_Waiting]",
) -> None:
    known: dict[tuple[int, str], Span] = {}
    for place, raw in sorted(functions.items()):
        owner = owners[place]
        if raw.type is not None:
            known.setdefault((-1 if owner is None else owner.start, raw.name), raw.type)
    for _ in range(_MOST_PASSES):
        for raw, callee, _ in waiting:
            if raw.type is None and callee in known:
                raw.type = known[callee]
                known.setdefault((callee[0], raw.name), raw.type)
    for raw, _, span in waiting:
        raw.type = raw.type or span


def span_of(node: "Node") -> Span:
    """Where a node begins and ends, in bytes."""
    return node.start_byte, node.end_byte
