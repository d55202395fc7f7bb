"""A Vue component as a class: the object of its options, whose methods and computed values are its members."""

import re
from itertools import islice

from crossbearing.plugin import Definition, FileFacts
from crossbearing_plugins.languages._components.component import DEFAULT, MODULE, put_first
from crossbearing_plugins.languages._components.expressions import line_starts, place_of

_SECTIONS = frozenset(("methods", "computed", "filters", "actions", "getters", "mutations"))
_WATCH = "watch"
_NAMELESS = "{}"
_PROPS = re.compile(r"\b(?:defineProps\s*(?:<\s*(?=\{)|\(\s*(?=[\[{]))|props\s*:\s*(?=[\[{]))")
_PROP = re.compile(r"""["']?([A-Za-z_$][\w$]*)["']?\s*\??\s*(?=[:,\]}\n])""")
_MARKS = re.compile(r"""[\[\](){},;\n]|=>|//[^\n]*|/\*(?s:.{0,2000}?)\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
_LONGEST = 8_000
_MOST = 8


def make_component(facts: FileFacts, name: str, lines: int) -> None:
    """Put a class for the component before all definitions, and the options into it."""
    component = Definition(name, name, "class", 1, 0, 1, lines, signature=f"<{name}>", docstring=facts.docstring)
    put_first(facts, [component])
    dissolved = _options(facts)
    definitions = facts.definitions
    for number in dissolved:
        component.docstring = component.docstring or definitions[number].docstring
        component.bases = component.bases or definitions[number].bases
    kept = [number for number in range(len(definitions)) if number not in dissolved]
    numbers = {old: new for new, old in enumerate(kept)} | {MODULE: MODULE}
    for number in kept:
        item = definitions[number]
        if item.scope in dissolved:
            item.kind = "method" if item.kind == "function" else item.kind
            if definitions[item.scope].name == _WATCH:
                item.name = f"{_WATCH}.{item.name}"
    for placed in (definitions, facts.references, facts.imports, facts.bindings, facts.literals):
        for fact in placed:
            fact.scope = numbers[0 if fact.scope in dissolved else fact.scope]
    facts.definitions = [definitions[number] for number in kept]
    for item in facts.definitions[1:]:
        item.qualname = f"{facts.definitions[item.scope].qualname}.{item.name}" if item.scope >= 0 else item.name


def _options(facts: FileFacts) -> set[int]:
    """The definitions that are parts of the component: its options, and those that hold members."""
    definitions = facts.definitions
    default = next((at for at, item in enumerate(definitions) if item.scope == MODULE and item.name == DEFAULT), None)
    if default is None:
        return set()
    found = {default}
    first, last = definitions[default].start_line, definitions[default].end_line
    for number, item in enumerate(definitions):
        if item.kind != "class" or not number or number == default:
            continue
        outer = item.scope in found
        inside = item.scope == MODULE and first <= item.start_line and item.end_line <= last
        if (outer or inside) and (item.name in _SECTIONS or item.name in (_WATCH, _NAMELESS)):
            found.add(number)
    return found


def add_props(facts: FileFacts, script: str) -> None:
    """Props that a component declares are variables of its class."""
    starts = line_starts(script)
    known: set[str] = set()
    definitions = {(item.line, item.column): item for item in facts.definitions if item.scope <= 0}
    for match in islice(_PROPS.finditer(script), _MOST):
        for start, end, whole in _keys(script, match.end()):
            name = script[start:end]
            if name in known:
                continue
            known.add(name)
            line, column = place_of(starts, start)
            if read := definitions.get((line, column)):
                _make_prop(facts, read)
                continue
            text = script[start:whole].strip().splitlines()[0].rstrip(",;")
            facts.definitions.append(
                Definition(name, f"{facts.definitions[0].name}.{name}", "variable", line, column, line, line, 0, text)
            )


def _make_prop(facts: FileFacts, prop: Definition) -> None:
    """Make a variable of the component of what was read as the module's own, or as an object with functions."""
    number, name = facts.definitions.index(prop), facts.definitions[0].name
    prop.kind, prop.scope, prop.qualname = "variable", 0, f"{name}.{prop.name}"
    for item in facts.definitions:
        if item.scope == number:
            item.scope, item.name = 0, f"{prop.name}.{item.name}"
            item.qualname = f"{name}.{item.name}"


def _keys(text: str, start: int) -> list[tuple[int, int, int]]:
    """The names in a literal of an object, a type or an array: where each begins and ends, and where its entry does."""
    found: list[tuple[int, int, int]] = []
    depth, entry = 0, 0
    for mark in _MARKS.finditer(text, start, start + _LONGEST):
        place = mark.start()
        if mark[0] in "[({":
            depth += 1
            entry = mark.end() if depth == 1 else entry
            continue
        closes = mark[0] in "])}"
        if depth == 1 and (closes or mark[0] in ",;\n") and entry:
            blank = len(text[entry:place]) - len(text[entry:place].lstrip())
            if match := _PROP.match(text, entry + blank, place + 1):
                found.append((match.start(1), match.end(1), place))
            entry = mark.end()
        if closes:
            depth -= 1
            if depth <= 0:
                break
    return found
