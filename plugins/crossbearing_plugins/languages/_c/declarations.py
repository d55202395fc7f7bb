"""Declarations without a definition stand for what another file defines: the linker is led there."""

from crossbearing.plugin import FileFacts, Import

_MODULE = -1


def complete(facts: FileFacts) -> FileFacts:
    """Mark what the file only declares, and import it from where it is defined."""
    places, facts.exports = frozenset(facts.exports or ()), None
    top = [item for item in facts.definitions if item.scope == _MODULE and item.kind != "class"]
    defined = {item.name for item in top if f"{item.line}:{item.column}" not in places}
    for definition in top:
        if f"{definition.line}:{definition.column}" in places:
            definition.is_part = True
            if definition.name not in defined:
                defined.add(definition.name)
                name = definition.name
                facts.imports.append(Import("", name, name, definition.line, definition.column))
    facts.imports.sort(key=lambda statement: (statement.line, statement.column))
    for definition in facts.definitions:
        definition.signature = definition.signature.rstrip("\\ ")
    names = {(item.line, item.column) for item in facts.definitions}
    facts.references = [item for item in facts.references if item.name and (item.line, item.column) not in names]
    return facts
