"""Statements other than assignments that bind names: loops, ``with``, ``except``, ``del``, patterns, aliases."""

import re

from crossbearing_plugins.languages._python.assignments import bind_target, expressed_value, read_name
from crossbearing_plugins.languages._python.file import PythonFile
from crossbearing_plugins.languages._python.headers import find_sign, short_value, split_arguments
from crossbearing_plugins.languages._python.names import (
    BUILTIN,
    BUILTINS,
    CALL,
    CHAIN,
    NAME,
    bare,
    is_name,
    is_plain,
)
from crossbearing_plugins.languages._python.scopes import Scope
from crossbearing_plugins.languages._python.tokens import structures
from crossbearing_plugins.languages._python.values import keys_of, value_text

_ITERABLE = re.compile(r"([^\W\d][\w.]*)(?:\([^()]*\))?")
_ENTRY = re.compile(r"(\"[^\"]*\"|'[^']*'|-?\d+)\s*:\s*([^\W\d][\w.]*)\s*(?=[,}])")


def read_global(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``global a, b``."""
    file.scope.globals = file.scope.globals | _names(file, first + 1, end)
    return True


def read_nonlocal(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``nonlocal a, b``."""
    file.scope.nonlocals = file.scope.nonlocals | _names(file, first + 1, end)
    return True


def _names(file: PythonFile, first: int, end: int) -> set[str]:
    texts = file.tokens.texts[first : file.tokens.first_at(end)]
    return {text for text in texts if text[0] != "#"}


def read_for(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read the target of ``for target in values:``, and that it takes items."""
    tokens = file.tokens
    texts = tokens.texts
    for index in range(first + 1, last):
        if texts[index][:2] == "in" and bare(texts[index]) == "in":
            value = _iterated(file, index, last)
            known = set[str]()
            if value:
                known = _bind_items(file, first, index, value)
            for name in file.target_names(first + 1, index):
                file.hold(name, known=bare(texts[name]) in known)
            break
    return False


def _iterated(file: PythonFile, word: int, last: int) -> str:
    """What a loop goes over, after the ``in`` at token ``word``; a name or call is used by taking its items."""
    tokens = file.tokens
    begin = tokens.starts[word] + 2
    depth = int(tokens.texts[word][-1] == "(")
    _, stop = find_sign(tokens, word + 1, last, depth, ":", begin)
    value = value_text(tokens, begin, stop)
    if not value:
        return ""
    if (found := _ITERABLE.fullmatch(value)) and file.kinds.get(found[1]) != BUILTIN:
        name = f"{found[1]}()[]" if value[-1] == ")" else f"{value}[]"
        begin += len(file.text[begin:stop]) - len(file.text[begin:stop].lstrip("( \t\\\n"))
        if found[1].partition(".")[0] not in BUILTINS:
            file.uses.mention(name, begin, file.scope, file.scope.definition, "call")
    return f"({value})[]" if "|" in value else f"{value}[]"


def _bind_items(file: PythonFile, first: int, word: int, value: str) -> set[str]:
    tokens = file.tokens
    begin = tokens.end(first) - (tokens.texts[first][-1] == "(")
    target = file.text[begin : tokens.starts[word]]
    if target.strip().isidentifier():
        file.bind(target.strip(), value, "value", tokens.starts[first], file.scope.definition)
        return {target.strip()}
    return bind_target(file, target, begin, value, "value")


def read_result(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``return value`` and ``yield value``."""
    tokens = file.tokens
    word = bare(tokens.texts[first])
    begin = start + len(word)
    value = first + 1
    if file.scope.kind != "function":
        return False
    if is_delegated := value < last and tokens.texts[value] == "from":
        begin, value = tokens.end(value), value + 1
    held, kind = expressed_value(file, value, begin, end) if tokens.texts[first] == word else ("", "alias")
    if not held:
        held, kind = value_text(tokens, begin, end), "value"
    if is_delegated and held:
        held, kind = (f"{held}()[]" if kind == "call" else f"{held}[]"), "value"
    if held or word == "yield":
        file.bind(word, held or "?", kind, start, file.scope.definition)
    return False


def read_raise(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``raise Error``: a class that is raised is called."""
    tokens = file.tokens
    value = first + 1
    if value < last and file.kinds[tokens.texts[value]] in (NAME, CHAIN, BUILTIN) and tokens.end(value) == end:
        file.uses.overrides[value] = "call"
    return False


def read_addition(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``rows.append(value)`` and its like: what is added may be any item."""
    tokens = file.tokens
    name, _, method = bare(tokens.texts[first]).rpartition(".")
    value = value_text(tokens, tokens.end(first), end - 1)
    if not value or file.text[end - 1] != ")":
        return False
    if method == "insert":
        value = value.partition(",")[2].strip()
    if method in ("extend", "update"):
        entries = _ENTRY.findall(value) if value[0] == "{" else []
        for key, item in entries:
            file.bind(f"{name}{keys_of(f'[{key}]')}", item, "value", start, file.scope.definition)
        value = "" if entries else f"{value}[]"
    if value:
        file.bind(f"{name}[]", value, "value", start, file.scope.definition)
    return False


def read_async(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read what follows ``async``."""
    following = bare(file.tokens.texts[first + 1]) if first + 1 < last else ""
    if following == "for":
        return read_for(file, first + 1, last, start, end)
    return following == "with" and read_with(file, first + 1, last, start, end)


def read_with(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read the items of ``with value as target, …:``."""
    texts, gaps = file.tokens.texts, file.tokens.gaps
    item = first + 1
    for index in range(first + 1, last - 1):
        if structures[gaps[index]].endswith(","):
            item = index
        if bare(texts[index]) == "as":
            stop = _target_end(file, index + 1, last)
            finish = file.tokens.end(index - 1) + len(gaps[index].rstrip())
            held, kind = expressed_value(file, item, file.tokens.starts[item], finish)
            known = held != "" and stop == index + 2 and texts[index] == "as"
            for name in file.target_names(index + 1, stop):
                file.hold(name, known=known)
            if known:
                file.bind(texts[index + 1], held, kind, file.tokens.starts[index + 1], file.scope.definition)
    return False


def _target_end(file: PythonFile, first: int, last: int) -> int:
    """The token after a target that may stand in brackets."""
    texts = file.tokens.texts
    depth = 1 if texts[first - 1][-1] == "(" else 0
    for index in range(first, last + 1):
        for sign in structures[file.tokens.gaps[index]]:
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
            if depth < 0 or (not depth and sign in ",:"):
                return index
        if index < last and texts[index][-1] == "(" and texts[index][0] != "#":
            depth += 1
    return last


def read_except(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``except Error as name:``, and the older ``except Error, name:``."""
    texts, gaps = file.tokens.texts, file.tokens.gaps
    for index in range(first + 1, last - 1):
        if texts[index] == "as":
            file.hold(index + 1)
            return False
    # Since Python 3.14 two exceptions may stand there; their names begin in upper case, those of values do not.
    name = first + 2
    is_pair = texts[first] == "except" and last == name + 1 and structures[gaps[name]] == ","
    if is_pair and is_plain(texts[name]) and texts[name].islower():
        file.hold(name)
    return False


def read_del(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``del a, b``: deleting makes a name local as assigning does."""
    for name in file.target_names(first + 1, file.tokens.first_at(end)):
        file.hold(name, known=True)
    return False


def read_match(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``match subject:``, whose first word is no name here."""
    file.uses.overrides[first] = ""
    return False


def read_case(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``case pattern if guard:``; plain names in a pattern are bound, classes and dotted names are read."""
    texts, kinds = file.tokens.texts, file.kinds
    file.uses.overrides[first] = ""
    for index in range(first + 1, last):
        text = texts[index]
        if bare(text) == "if":
            break
        if is_plain(text):
            file.hold(index)
        elif kinds[text] == CALL:
            file.uses.overrides[index] = "read"
    return False


def read_alias(file: PythonFile, first: int, last: int, start: int, end: int) -> bool:
    """Read ``type Name[T] = value``."""
    tokens = file.tokens
    name = first + 1
    is_alias = name < last and not tokens.gaps[name].strip(" \t\\\n") and is_name(tokens.texts[name])
    if not is_alias or tokens.texts[first] != "type":
        # Some parsers take ``type(x).y = z`` for an alias.
        return read_name(file, first, last, start, end)
    scope = file.scope
    if tokens.texts[name][-1] == "=":
        equals = tokens.end(name) - 1
    else:
        _, equals = find_sign(tokens, name + 1, last, 0, "=")
        scope = generic_scope(file, name, last)
    value = short_value(tokens, equals + 1, end)
    shown = f"{' '.join(file.text[start:equals].split())} = {value}"
    index = file.define(bare(tokens.texts[name]), "variable", tokens.starts[name], start, end, shown)
    file.uses.add(name + 1, last, scope, index)
    return True


def generic_scope(file: PythonFile, name: int, last: int) -> Scope:
    """The scope of a header whose name, at token ``name``, may have type parameters; the current one without any."""
    tokens = file.tokens
    signs = structures[tokens.gaps[name + 1]]
    if not signs.startswith("["):
        return file.scope
    scope = Scope("inner", file.scope, file.scope.definition)
    file.scopes.append(scope)
    for item in split_arguments(tokens, name + 1, last, signs[1:]).items:
        scope.plain.add(bare(tokens.texts[item.first]))
    return scope
