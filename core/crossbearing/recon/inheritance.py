"""The order in which a class and its ancestors are searched for a member."""

from collections.abc import Callable, Sequence

MAX_ANCESTORS = 256
"""Ancestors beyond this number are left out: real hierarchies stay far below."""


def linearize(start: int, bases: Callable[[int], Sequence[int]], known: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the method resolution order of class ``start``, itself first, and remember it in ``known``.

    The C3 rule (Barrett and others, OOPSLA 1996), as Python, Dylan and Raku have it. Where it has no solution, and in a
    hierarchy that runs in circles, ancestors follow depth first, each once.
    """
    stack = [start]
    open_: set[int] = set()
    while stack:
        cls = stack[-1]
        if cls in known:
            stack.pop()
            continue
        waiting = [base for base in bases(cls) if base not in known and base not in open_ and base != cls]
        open_.add(cls)
        if waiting:
            stack.extend(reversed(waiting))
            continue
        stack.pop()
        parents = [base for base in dict.fromkeys(bases(cls)) if base != cls]
        lines = [known.get(base, (base,)) for base in parents]
        ancestors = _merge([*lines, tuple(parents)]) or _in_depth(lines)
        known[cls] = (cls, *(item for item in ancestors if item != cls))[:MAX_ANCESTORS]
    return known[start]


def _merge(lines: Sequence[tuple[int, ...]]) -> list[int] | None:
    heads = [0] * len(lines)
    tails: dict[int, int] = {}
    for line in lines:
        for item in line[1:]:
            tails[item] = tails.get(item, 0) + 1
    merged: list[int] = []
    while len(merged) < MAX_ANCESTORS:
        candidates = [line[head] for line, head in zip(lines, heads, strict=True) if head < len(line)]
        if not candidates:
            break
        chosen = next((item for item in candidates if not tails.get(item)), None)
        if chosen is None:
            return None
        merged.append(chosen)
        for number, line in enumerate(lines):
            if heads[number] < len(line) and line[heads[number]] == chosen:
                heads[number] += 1
                if heads[number] < len(line):
                    tails[line[heads[number]]] -= 1
    return merged


def _in_depth(lines: Sequence[tuple[int, ...]]) -> list[int]:
    return list(dict.fromkeys(item for line in lines for item in line))
