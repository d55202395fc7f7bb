"""``def`` and ``class``: decorators, parameters, bases, signature, and the scope that their bodies have."""

from crossbearing_plugins.languages._python.annotations import annotated_type
from crossbearing_plugins.languages._python.bindings import generic_scope
from crossbearing_plugins.languages._python.file import DefinitionKind, PythonFile
from crossbearing_plugins.languages._python.headers import (
    Item,
    find_sign,
    gap_start,
    signature,
    split_arguments,
)
from crossbearing_plugins.languages._python.names import BUILTIN, CALL, CHAIN, NAME, bare, is_name
from crossbearing_plugins.languages._python.scopes import Scope
from crossbearing_plugins.languages._python.tokens import structures

_NAMES = (NAME, CHAIN, CALL, BUILTIN)


def read_definition(file: PythonFile, first: int, last: int, start: int, end: int) -> None:
    """Read the header of a definition, tokens ``first:last``, and enter its scope, which ends at ``end``."""
    texts, starts = file.tokens.texts, file.tokens.starts
    keyword = first
    while keyword < last and texts[keyword] not in ("def", "class"):
        keyword += 1
    name = keyword + 1
    if name >= last or not is_name(texts[name]):
        return
    begin = starts[keyword - 1] if keyword > first and texts[keyword - 1] == "async" else starts[keyword]
    is_class = texts[keyword] == "class"
    kind: DefinitionKind = "class" if is_class else "method" if file.scope.kind == "class" else "function"
    outer = file.scope
    definition = file.define(bare(texts[name]), kind, starts[name], start, end, "")
    fact = file.facts.definitions[definition]
    if keyword > first and file.text[start] == "@":
        fact.decorators = _read_decorators(file, first, keyword, outer, definition)
    header = generic_scope(file, name, last)
    scope = Scope("class" if is_class else "function", header, definition, end)
    file.scopes.append(scope)
    items, close, stop, colon = _split_header(file, name, last)
    if is_class:
        fact.bases = _read_bases(file, items, header, definition)
    else:
        _read_parameters(file, items, header, scope)
        fact.annotation = _read_return(file, close, stop, colon, header, definition)
    fact.signature = signature(file.tokens, begin, colon, items)
    file.scope = scope


def _split_header(file: PythonFile, name: int, last: int) -> tuple[list[Item], int, int, int]:
    """The arguments of a header, the token before which they close, that before which the colon stands, its offset."""
    tokens = file.tokens
    index, depth = name + 1, 0
    signs = structures[tokens.gaps[index]]
    if tokens.texts[name][-1] == "(":
        arguments = split_arguments(tokens, index, last, signs)
        return arguments.items, arguments.close, *find_sign(tokens, arguments.close, last, arguments.depth, ":")
    if signs.startswith("["):
        # The list of arguments opens in the gap that closes the type parameters.
        index, depth = split_arguments(tokens, index, last, signs[1:]).close, 1
        signs = structures[tokens.gaps[index]].partition("]")[2]
    if not signs.startswith("("):
        return [], index, *find_sign(tokens, index, last, depth, ":")
    arguments = split_arguments(tokens, index, last, signs[1:])
    depth = depth if arguments.close == index else arguments.depth
    return arguments.items, arguments.close, *find_sign(tokens, arguments.close, last, depth, ":")


def _read_decorators(file: PythonFile, first: int, last: int, scope: Scope, definition: int) -> tuple[str, ...]:
    texts, gaps = file.tokens.texts, file.tokens.gaps
    names = []
    for index in range(first, last):
        before, sign, after = gaps[index].rpartition("@")
        begins = sign and not after.strip() and (index == first or "\n" in before)
        if begins and file.kinds[texts[index]] in _NAMES:
            # A decorator is called, so it counts even where it is a local variable.
            decorator, start = bare(texts[index]), file.tokens.starts[index]
            file.uses.mention(decorator, start, scope, definition, "decorator")
            if texts[index][-1] == "(" and gaps[index + 1].lstrip()[-1:] != ".":
                # What the call gives is called with the definition.
                file.uses.mention(f"{decorator}()", start, scope, definition, "decorator")
            file.uses.overrides[index] = ""
            names.append(bare(texts[index]))
    file.uses.add(first, last, scope, definition)
    return tuple(names)


def _read_bases(file: PythonFile, items: list[Item], scope: Scope, definition: int) -> tuple[str, ...]:
    texts, gaps = file.tokens.texts, file.tokens.gaps
    names = []
    for item in items:
        text = texts[item.first]
        if item.value is None and text[-1] != "(" and not gaps[item.first].rstrip().endswith("*"):
            alone = all(other[0] == "#" for other in texts[item.first + 1 : item.last])
            if file.kinds[text] in _NAMES and (alone or gaps[item.first + 1].startswith("[")):
                file.uses.overrides[item.first] = "base"
                names.append(text)
        file.uses.add(item.first if item.value is None else item.value, item.last, scope, definition)
    return tuple(names)


def _read_parameters(file: PythonFile, items: list[Item], header: Scope, scope: Scope) -> None:
    tokens = file.tokens
    for item in items:
        stop = item.last if item.value is None else item.value
        names = stop if item.annotation is None else item.annotation
        for index in range(item.first, names):
            scope.plain.add(bare(tokens.texts[index]))
        known = item.annotation is not None and _read_annotation(file, item, item.annotation, stop, header, scope)
        if not known:
            scope.unknown.append((bare(tokens.texts[item.first]), tokens.starts[item.first]))
        if item.value is not None:
            file.uses.add(item.value, item.last, header, scope.definition)


def _read_annotation(file: PythonFile, item: Item, first: int, stop: int, header: Scope, scope: Scope) -> bool:
    """Read the annotation of a parameter; true where it names a class."""
    tokens = file.tokens
    ends_with_sign = stop > first and tokens.texts[stop - 1][-1] == "=" and item.value is not None
    if ends_with_sign and "=" not in structures[tokens.gaps[stop]]:
        file.detach(stop - 1)
    start = gap_start(tokens, first) + tokens.gaps[first].index(":") + 1
    _, end = find_sign(tokens, first, stop, 0, "=,)", start)
    text = file.annotation(first, stop, start, end, header, scope.definition)
    if tokens.gaps[item.first].rstrip().endswith("*") or not annotated_type(text):
        return False
    file.bind_annotation(bare(tokens.texts[item.first]), text, tokens.starts[item.first], scope.definition)
    return True


def _read_return(file: PythonFile, close: int, stop: int, colon: int, header: Scope, definition: int) -> str:
    gap = file.tokens.gaps[close]
    arrow = gap.find("->")
    if arrow < 0:
        return ""
    start = gap_start(file.tokens, close) + arrow + 2
    return file.annotation(close, stop, start, colon, header, definition)
