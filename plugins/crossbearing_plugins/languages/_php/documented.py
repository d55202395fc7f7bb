"""Types that comments declare (``@var``, ``@return``), and the order in which bases are searched."""

import re

from crossbearing.plugin import Definition, FileFacts, Import
from crossbearing_plugins.languages._php.forms import type_name

_TAG = re.compile(r"@(?:phpstan-|psalm-)?(var|return)[ \t]+(\S+)")
_CLASS = re.compile(r"[?]?\\?[A-Za-z_][\w\\]*(?:\|\\?[A-Za-z_][\w\\]*)*\Z|\$this\Z|static\Z")
_PLAIN = frozenset(
    (
        "array",
        "bool",
        "callable",
        "false",
        "float",
        "int",
        "iterable",
        "mixed",
        "never",
        "object",
        "self",
        "string",
        "true",
        "void",
    )
)


def complete(facts: FileFacts) -> FileFacts:
    """Give definitions the types that they declare or that their documentation names."""
    for statement in facts.imports:
        # Names are imported for the whole file, wherever the first use of a qualified one stands.
        statement.scope = MODULE
    known = {statement.alias for statement in facts.imports}
    for definition in facts.definitions:
        definition.bases = _in_order_of_lookup(definition)
        if definition.annotation:
            definition.annotation = type_name(definition.annotation)
        if definition.docstring and definition.annotation in _NO_CLASS:
            wanted = "return" if definition.kind in ("function", "method") else "var"
            written = _documented(definition.docstring, wanted)
            if written:
                definition.annotation = type_name(written)
                facts.imports += _imports(written, definition, known)
    facts.imports.sort(key=lambda statement: (statement.line, statement.column))
    return facts


def _in_order_of_lookup(definition: Definition) -> tuple[str, ...]:
    """The bases of a class: its traits, which are written in the body, come before those of its header."""
    extended, _, implemented = definition.signature.partition(" implements ")
    _, extends, parents = extended.partition(" extends ")
    count = len(parents.split(",")) if extends else 0
    count += len(implemented.split(",")) if implemented else 0
    return (*definition.bases[count:], *definition.bases[:count])


_NO_CLASS = frozenset(("", "mixed", "object"))
MODULE = -1


def _imports(written: str, definition: Definition, known: set[str]) -> list[Import]:
    """The namespaces of the qualified names in a documented type, as imports."""
    found = []
    for part in written.split("|"):
        module, _, _ = part.removeprefix("\\").rpartition("\\")
        first = module.partition("\\")[0]
        if part.startswith("\\") and module and first not in known:
            found.append(Import(module.replace("\\", "."), "", first, definition.line, definition.column))
    return found


def _documented(text: str, wanted: str) -> str:
    for tag, written in _TAG.findall(text):
        if tag == wanted:
            plain: str = written.partition("<")[0]
            if _CLASS.match(plain) and not _PLAIN & set(plain.split("|")):
                return plain
    return ""
