"""Imports: statements, and calls that import a module by a literal name."""

import re
from bisect import bisect_right

from crossbearing.plugin import Import
from crossbearing_plugins.languages._python.file import MODULE, PythonFile
from crossbearing_plugins.languages._python.names import STRING, bare
from crossbearing_plugins.languages._python.strings import is_bytes, is_formatted, value_of

_FROM = re.compile(r"from([\s.\\]*)((?:[^\W\d][\w\s.\\]*?)?)[\s\\]*\bimport\b[\s\\(]*")
_SPACE = re.compile(r"[\s\\]+")
_MODULE_NAME = re.compile(r"(\.*)((?:[^\W\d]\w*\.)*[^\W\d]\w*)")
IMPORTERS = ("import_module", "__import__")
"""How calls end that may import the module that their first argument names, and return it."""


def read_import(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``import a.b as c, d``."""
    for index, alias in _named(file, first + 1, end):
        module = file.tokens.texts[index]
        _add(file, module, "", alias or module.partition(".")[0], file.tokens.starts[index], 0)
    return True


def read_from(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``from ..a import b as c, d``; imports from ``__future__`` bind nothing."""
    head = _FROM.match(file.text, start, end)
    if head is None:
        return True
    level = head[1].count(".")
    module = head[2] if head[2].isidentifier() else _SPACE.sub("", head[2])
    if module == "__future__" and not level:
        return True
    if file.text.startswith("*", head.end()):
        _add(file, module, "*", "", head.end(), level)
    for index, alias in _named(file, file.tokens.first_at(head.end()), end):
        name = file.tokens.texts[index]
        _add(file, module, name, alias or name, file.tokens.starts[index], level)
    return True


def _named(file: PythonFile, first: int, end: int) -> list[tuple[int, str]]:
    """The tokens of imported names up to ``end``, each with the name after its ``as``."""
    texts = file.tokens.texts
    found: list[tuple[int, str]] = []
    after_as = False
    for index in range(first, file.tokens.first_at(end)):
        text = texts[index]
        if text == "as":
            after_as = True
        elif text[0] != "#":
            if after_as and found:
                found[-1] = (found[-1][0], text)
            else:
                found.append((index, ""))
            after_as = False
    return found


def _add(file: PythonFile, module: str, name: str, alias: str, offset: int, level: int) -> None:
    line, column = file.position(offset)
    file.facts.imports.append(Import(module, name, alias, line, column, level, file.scope.definition))
    if alias:
        file.scope.firm.add(alias)
    else:
        file.has_star = True


def note_dynamic_import(file: PythonFile, call: int, name: int) -> None:
    """The call of an importer at token ``call`` is assigned to the name at token ``name``."""
    if _literal_module(file, call):
        alias = bare(file.tokens.texts[name])
        file.dynamic_names[call] = alias
        file.scope.firm.add(alias)


def read_dynamic_imports(file: PythonFile) -> None:
    """Add ``importlib.import_module("literal")`` and ``__import__("literal")``, wherever they stand."""
    if not any(importer in file.text for importer in IMPORTERS):
        return
    ranges = file.uses.ranges
    firsts = [first for first, _, _, _ in ranges]
    added = False
    for index, text in enumerate(file.tokens.texts):
        if text[-1] == "(" and bare(text).endswith(IMPORTERS) and (found := _literal_module(file, index)):
            place = bisect_right(firsts, index) - 1
            definition = ranges[place][3] if place >= 0 else MODULE
            level, module = found
            line, column = file.position(file.tokens.starts[index + 1])
            alias = file.dynamic_names.get(index, "")
            if "." in module and bare(text) == "__import__":
                # What it returns is the outermost package.
                alias = ""
            file.facts.imports.append(Import(module, "", alias, line, column, level, definition))
            added = True
    if added:
        file.facts.imports.sort(key=lambda item: (item.line, item.column))


def _literal_module(file: PythonFile, call: int) -> tuple[int, str] | None:
    """The level and the name of the module that the call at token ``call`` imports, if it does and says so."""
    texts = file.tokens.texts
    index = call + 1
    importer = bare(texts[call])
    if importer == "import_module":
        imported = [(item.module, item.name) for item in file.facts.imports]
        if ("importlib", "import_module") not in imported:
            return None
    elif importer not in ("importlib.import_module", "__import__"):
        return None
    if index == len(texts) or file.kinds[texts[index]] != STRING or file.tokens.gaps[index].strip():
        return None
    literal = file.literals.get(file.tokens.starts[index])
    if literal is None or len(literal.parts) > 1 or is_bytes(literal.parts[0]) or is_formatted(literal.parts[0]):
        return None
    if file.text[literal.end : literal.end + 80].lstrip()[:1] not in (",", ")"):
        return None
    match = _MODULE_NAME.fullmatch(value_of(literal.parts[0]))
    return (len(match[1]), match[2]) if match else None
