"""Imports of classes, of what is in them, and of packages.

While a file is read, an import of something inside a class says in its module what it wants: ``a.Outer>Outer.Inner``.
When all names of the file are known, :func:`bind_members` makes it an import of ``Outer`` and a name for
``Outer.Inner``.
"""

from crossbearing.plugin import Binding, FileFacts
from crossbearing_plugins.languages._treesitter.reading import Reading

STAR = "*"
_MODULE = -1
_NOT_NAMES = frozenset({"?", "this", "super"})


def add_import(reading: Reading, at: int, parts: list[str], alias: str = "") -> None:
    """Add the import of a dotted name, of which the last part may be a star; the first in upper case is a class."""
    first = next((number for number, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    if parts[first] == STAR:
        reading.add_import(at, ".".join(parts[:-1]), STAR, "")
        return
    module = ".".join(parts[: first + 1])
    if len(parts) > first + 1:
        module = f"{module}>{'.'.join(parts[first:])}"
    reading.add_import(at, module, parts[first], alias or parts[-1])


def bind_members(facts: FileFacts) -> None:
    """Bind what imports take out of classes; of a star, all names of the file that nothing else explains."""
    bound = {definition.name for definition in facts.definitions if definition.scope == _MODULE}
    bound |= {imported.alias for imported in facts.imports if ">" not in imported.module}
    demanded = []
    for imported in facts.imports:
        module, mark, inner = imported.module.partition(">")
        if not mark:
            continue
        alias, outer = imported.alias, inner.partition(".")[0]
        # A class that the file defines or imports itself needs no second name.
        imported.module, imported.alias = module, "" if outer in bound else outer
        bound.add(outer)
        if alias == STAR:
            demanded.append((inner.removesuffix(f".{STAR}"), imported.line))
        elif alias not in bound:
            facts.bindings.append(Binding(alias, inner, "alias", imported.line, _MODULE))
    if demanded:
        _bind_demanded(facts, demanded, bound)
    facts.bindings.sort(key=lambda binding: (binding.line, binding.name, binding.value))


def _bind_demanded(facts: FileFacts, demanded: list[tuple[str, int]], bound: set[str]) -> None:
    names = {reference.name.partition(".")[0].removesuffix("()") for reference in facts.references}
    known = bound | {binding.name for binding in facts.bindings} | {item.name for item in facts.definitions}
    for name in sorted(names - known - _NOT_NAMES):
        facts.bindings += [Binding(name, f"{owner}.{name}", "alias", line, _MODULE) for owner, line in demanded]
