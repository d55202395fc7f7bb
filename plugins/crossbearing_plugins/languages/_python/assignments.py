"""Assignments of every form, and what they say of the names that they bind."""

from crossbearing_plugins.languages._python.file import MODULE, BindingKind, DefinitionKind, PythonFile
from crossbearing_plugins.languages._python.headers import find_sign, one_line, short_value, value_start
from crossbearing_plugins.languages._python.imports import IMPORTERS, note_dynamic_import
from crossbearing_plugins.languages._python.names import BUILTIN, CALL, CHAIN, NAME, STRING, bare
from crossbearing_plugins.languages._python.strings import value_of
from crossbearing_plugins.languages._python.tokens import AUGMENTED, structures
from crossbearing_plugins.languages._python.values import SEEN_THROUGH, item_name, target_paths, value_text

_BLANK = " \t\\\n"
_IMPORTER_ENDS = tuple(importer[-7:] for importer in IMPORTERS)
_VALUES = frozenset((NAME, CHAIN, CALL, BUILTIN))


def read_name(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read a statement that begins with a name: an assignment of any form, or an expression."""
    if file.tokens.texts[first][-1] == "=":
        return _assign(file, first, first, first + 1, start, end)
    signs = structures[file.tokens.gaps[first + 1]]
    if signs and (signs[0] in ",[:=" or AUGMENTED in signs):
        return read_target(file, first, last, start, end)
    return False


def assign_local(file: PythonFile, first: int, end: int) -> bool:
    """Read ``name = value`` in a function, by far the commonest binding, where no second ``=`` calls for more.

    The answer is false where it does.
    """
    tokens = file.tokens
    texts = tokens.texts
    text = texts[first]
    value = first + 1
    begin = tokens.starts[first] + len(text)
    if file.text.find("=", begin, end) >= 0 or value == len(texts):
        return False
    token = texts[value]
    if token[-8:-1] in _IMPORTER_ENDS:
        return False
    kind: BindingKind | None = None
    if file.kinds[token] in _VALUES and tokens.gaps[value] == " ":
        if token[-1] != "(":
            kind = "alias" if begin + 1 + len(token) == end else None
        elif file.text[end - 1] == ")" and bare(token) not in SEEN_THROUGH and _closes_at(file, value, end):
            kind = "call"
    elif token in ("lambda", "await"):
        return False
    name = text[:-1].rstrip()
    held = bare(token) if kind else value_text(tokens, begin, end)
    if "." not in name:
        file.hold(first, known=held != "")
    if held:
        file.bind(name, held, kind or "value", tokens.starts[first], file.scope.definition)
    return True


def assign_inside(file: PythonFile, index: int) -> None:
    """Read ``name := value`` inside an expression."""
    tokens = file.tokens
    start = tokens.end(index) + tokens.gaps[index + 1].index(":=") + 2
    _, end = find_sign(tokens, index + 1, len(tokens.texts), 0, ",)]}:", start)
    held, kind = expressed_value(file, index + 1, start, start + len(file.text[start:end].rstrip()))
    file.hold(index, known=held != "")
    if held:
        file.bind(tokens.texts[index], held, kind, tokens.starts[index], file.scope.definition)


def expressed_value(file: PythonFile, first: int, start: int, end: int) -> tuple[str, BindingKind]:
    """What an expression from token ``first``, offsets ``start`` to ``end``, says of its value, as simple as it is."""
    held, kind = held_value(file, first, end)
    return (held, kind) if held else (value_text(file.tokens, start, end), "value")


def bind_target(file: PythonFile, target: str, offset: int, value: str, kind: BindingKind) -> set[str]:
    """Bind what an assignment target with several parts, or an item, holds of a value; return the names bound."""
    definition = file.scope.definition
    if (name := item_name(target.strip())) and value:
        file.bind(name, value, kind, offset, definition)
        return set()
    if not value or "," not in target:
        return set()
    whole = f"{value}()" if kind == "call" else value if "|" not in value else f"({value})"
    paths = target_paths(target)
    for name, inset, path in paths:
        file.bind(name, whole + path, "value", offset + inset, definition)
    return {name for name, _, _ in paths}


def _hold(file: PythonFile, index: int, held: str, kind: BindingKind, known: set[str]) -> None:
    """Note what the name at token ``index`` now holds, if known; ``known`` are names already bound."""
    name = bare(file.tokens.texts[index])
    if "." not in name and file.scope.kind == "function":
        file.hold(index, known=bool(held) or name in known)
    if held:
        file.bind(name, held, kind, file.tokens.starts[index], file.scope.definition)


def read_target(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read a statement that may begin with the target of an assignment."""
    texts, gaps = file.tokens.texts, file.tokens.gaps
    depth = 0
    signs = structures[file.text[start : file.tokens.starts[first]]]
    for index in range(first, last + 1):
        for sign in signs:
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
            elif not depth and sign != ",":
                return _settle(file, sign, first, index, last, start, end)
        if index == last:
            break
        text = texts[index]
        if text[0] != "#":
            if text[-1] == "=" and not depth:
                return _assign(file, first, index, index + 1, start, end)
            depth += text[-1] == "("
        signs = structures[gaps[index + 1]]
    return False


def _settle(file: PythonFile, sign: str, first: int, index: int, last: int, start: int, end: int) -> bool:
    """Read the statement whose target ends before token ``index`` with a ``:``, ``=`` or augmented ``=``."""
    if sign == ":":
        return _annotate(file, first, index, last, start, end)
    if sign == "=":
        return _assign(file, first, index - 1, index, start, end)
    if index == first + 1:
        name = file.tokens.texts[first]
        if name == "__all__":
            _export(file, index, end)
        elif file.scope.kind == "function" and "." not in name:
            file.scope.plain.add(name)
    return False


def _annotate(file: PythonFile, first: int, index: int, last: int, start: int, end: int) -> bool:
    """Read ``target: annotation = value``, whose annotation begins with token ``index``."""
    tokens = file.tokens
    gap = tokens.gaps[index]
    colon = tokens.starts[index] - len(gap) + gap.index(":") if index < len(tokens.starts) else end
    stop = tokens.first_at(end)
    if index > stop or tokens.texts[first] == "lambda":
        return False
    at, equals = _annotation_end(file, index, stop, colon, end)
    definition = file.scope.definition
    text = file.annotation(index, at, colon + 1, equals, file.scope, definition)
    file.uses.add(at, last, file.scope, definition)
    name = tokens.texts[first]
    if index != first + 1 or "." in name:
        file.uses.add(first, index, file.scope, definition)
    else:
        value = short_value(tokens, equals + 1, end) if equals < end else ""
        file.assign(first, start, end, text, value)
        if name == "__all__" and definition == MODULE:
            _export(file, at, end)
    if index == first + 1:
        if equals < end and (value := value_text(tokens, equals + 1, end)):
            # What is declared stands last and so goes first.
            file.bind(name, value, "value", tokens.starts[first], definition)
        file.bind_annotation(name, text, tokens.starts[first], definition)
    return True


def _annotation_end(file: PythonFile, first: int, stop: int, colon: int, end: int) -> tuple[int, int]:
    """The first token after an annotation, and the offset of the ``=`` that ends it, or ``end``."""
    tokens = file.tokens
    depth = 0
    for index in range(first, stop):
        for sign in structures[tokens.gaps[index]]:
            depth += (sign in "([{") - (sign in ")]}")
        text = tokens.texts[index]
        if text[0] != "#":
            if text[-1] == "=" and not depth:
                file.detach(index)
                break
            depth += text[-1] == "("
    at, equals = find_sign(tokens, first, stop, 0, "=", colon)
    return (at, equals) if equals < end and tokens.text[equals] == "=" else (stop, end)


def _assign(file: PythonFile, first: int, target: int, value: int, start: int, end: int) -> bool:
    """Read an assignment whose first target is tokens ``first`` to ``target`` and whose value begins at ``value``."""
    tokens = file.tokens
    texts = tokens.texts
    # A target that is one name, dotted or not, is what a value can be said to be held by.
    single = [first] if first == target and texts[first][-1] == "=" else []
    names = file.target_names(first, target + 1)
    targets = 1
    begin = start
    spans = []
    while further := _next_target(file, value, end):
        spans.append((begin, value_start(tokens, value) - 1))
        begin = spans[-1][1] + 1
        before = tokens.gaps[value].rpartition("=")[2]
        if further[0] == value and texts[value][-1] == "=" and not before.strip(_BLANK):
            single.append(value)
        names += file.target_names(value, further[0] + 1)
        targets += 1
        value = further[1]
    if targets == 1 and names and names == single and _is_lambda(file, value, end):
        _define_lambda(file, first, value, start, end)
        return True
    if names and file.scope.kind != "function":
        _define_variables(file, names, value, start, end, alone=len(single) == targets)
    offset = value_start(tokens, value)
    spans.append((begin, offset - 1))
    held, kind = expressed_value(file, value, offset, end)
    known = set[str]()
    if held and len(single) < targets:
        for begin, stop in spans:
            known |= bind_target(file, file.text[begin:stop], begin, held, kind)
    for index in sorted({*single, *names}):
        _hold(file, index, held if index in single else "", kind, known)
    if single and held.endswith(IMPORTERS) and "." not in bare(texts[single[-1]]):
        note_dynamic_import(file, value, single[-1])
    return False


def _next_target(file: PythonFile, first: int, end: int) -> tuple[int, int] | None:
    """The last token of the next target of ``a = b = value`` and the first token of what follows, if there is one."""
    texts, starts, gaps = file.tokens.texts, file.tokens.starts, file.tokens.gaps
    if file.text.find("=", file.tokens.end(first - 1), end) < 0:
        return None
    depth = 0
    signs = structures[gaps[first]].rpartition("=")[2]
    for index in range(first, len(texts)):
        for sign in signs:
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
            elif sign == "=" and not depth:
                return index - 1, index
        text = texts[index]
        if depth < 0 or starts[index] >= end or text == "lambda":
            return None
        if text[0] != "#":
            if text[-1] == "=" and not depth:
                return index, index + 1
            depth += text[-1] == "("
        signs = structures[gaps[index + 1]]
    return None


def _is_lambda(file: PythonFile, value: int, end: int) -> bool:
    tokens = file.tokens
    if value == len(tokens.texts) or tokens.texts[value] != "lambda" or tokens.starts[value] >= end:
        return False
    return not tokens.gaps[value].strip(_BLANK)


def _define_variables(file: PythonFile, names: list[int], value: int, start: int, end: int, *, alone: bool) -> None:
    tokens = file.tokens
    shown = short_value(tokens, tokens.end(value - 1), end).lstrip("= ") if alone else "..."
    for name in names:
        file.assign(name, start, end, "", shown)
    if bare(tokens.texts[names[0]]) == "__all__" and file.scope.definition == MODULE:
        _export(file, value, end)


def _define_lambda(file: PythonFile, name: int, value: int, start: int, end: int) -> None:
    tokens = file.tokens
    stop = tokens.first_at(end)
    _, colon = find_sign(tokens, value + 1, stop, 0, ":")
    shown = f"{one_line(tokens, start, colon)}: ..."
    kind: DefinitionKind = "method" if file.scope.kind == "class" else "function"
    definition = file.define(bare(tokens.texts[name]), kind, tokens.starts[name], start, end, shown)
    file.uses.add(value, stop, file.scope, definition)
    if returned := value_text(tokens, colon + 1, end):
        file.bind("return", returned, "value", tokens.starts[value], definition)


def held_value(file: PythonFile, first: int, end: int) -> tuple[str, BindingKind]:
    """What an expression from token ``first`` to offset ``end`` says of its value: a dotted name and a kind.

    The name is empty where the expression is neither a single call nor a single name.
    """
    tokens = file.tokens
    texts = tokens.texts
    if first < len(texts) and texts[first] == "await":
        first += 1
    if first == len(texts) or file.kinds[texts[first]] not in _VALUES or tokens.gaps[first].strip(" \t\\\n(,=:"):
        return "", "alias"
    text = texts[first]
    if text[-1] != "(":
        return (text, "alias") if tokens.end(first) == end else ("", "alias")
    if bare(text) in SEEN_THROUGH:
        return "", "call"
    return (bare(text), "call") if file.text[end - 1] == ")" and _closes_at(file, first, end) else ("", "call")


def _closes_at(file: PythonFile, call: int, end: int) -> bool:
    """Say whether the bracket that the call at token ``call`` opens closes just before ``end``."""
    start = file.tokens.end(call)
    if file.text.find(")", start, end) == end - 1:
        return True
    return find_sign(file.tokens, call + 1, len(file.tokens.texts), 0, ")")[1] == end - 1


def _export(file: PythonFile, first: int, end: int) -> None:
    """Add literal names to the module's exports; a computed list says nothing."""
    tokens = file.tokens
    names: list[str] = []
    for index in range(first, tokens.first_at(end)):
        literal = file.literals.get(tokens.starts[index])
        text = tokens.texts[index]
        if literal:
            names.append("".join(map(value_of, literal.parts)))
        elif file.kinds[text] != STRING and text[0] != "#" and not text.endswith(".__all__"):
            return
    exports = file.facts.exports or []
    file.facts.exports = [*exports, *(name for name in names if name not in exports)]


def read_export(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``__all__.extend([…])`` and ``__all__.append(…)``."""
    if file.scope.definition == MODULE:
        _export(file, first + 1, end)
    return False
