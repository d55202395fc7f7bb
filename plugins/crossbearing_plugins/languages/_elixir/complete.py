"""What the facts of a file say once its scopes are known: clauses joined, and names that imports bring."""

import re
from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Binding, Definition, FileFacts, Import, Reference
from crossbearing_plugins.languages._elixir.aliases import OWN, QUOTE, distinct

_MODULE = -1
_LONGEST = 1_000
_MOST = 50
"""Only so much text is looked at around a statement, and so many on one line."""
_USING = "__using__"
_PRIVATE = ("defp", "defmacrop", "defguardp", "defnp")
_FORM = re.compile(r"\b(import|use|require|alias)[\s(]+[\w.]*\Z")
_OPTIONS = re.compile(r"[\w.]*\s*,\s*(only|except):\s*\[([^\]]*)\]")
_KEY = re.compile(r"([^\W\d]\w*[?!]?):")
_TO = re.compile(r"\bto:\s*(?:[\w.]*\.)?([A-Z]\w*)")
_AS = re.compile(r"\bas:\s*:([a-z_]\w*[?!]?)")
_WORD = re.compile(r"\w+")
_LOCAL = re.compile(r"(?!__[A-Z])[a-z_]\w*[?!]?\Z")


_Brought = tuple[Import, str, re.Match[str] | None]
"""An import that the file states, the word that states it, and what limits it."""


def complete(facts: FileFacts, text: str) -> FileFacts:
    """Write what the front end cannot: one definition a function, names from ``import``, ``use`` and delegates."""
    lines = re.split(r"\r\n|\r|\n", text)
    _lift(facts)
    _join(facts)
    brought = _brought(facts, lines)
    _bind(facts, brought)
    _delegate(facts, lines)
    _settle_imports(facts, lines)
    facts.references = [item for item in facts.references if item.name != OWN]
    facts.references.sort(key=lambda item: (item.line, item.column))
    facts.bindings.sort(key=lambda item: (item.line, item.name, item.value))
    return facts


def _module_around(facts: FileFacts, scope: int) -> int:
    while scope >= 0 and facts.definitions[scope].kind != "class":
        scope = facts.definitions[scope].scope
    return scope


def _lift(facts: FileFacts) -> None:
    """What a module quotes for others stands beside the macros that quote it; private functions are no methods."""
    definitions = facts.definitions
    for item in definitions:
        if item.kind == "class" and item.name == QUOTE:
            item.scope = _module_around(facts, item.scope)
        elif item.kind == "method" and item.signature.startswith(_PRIVATE):
            item.kind = "function"
        if item.scope >= 0:
            item.qualname = f"{definitions[item.scope].qualname}.{item.name}"


def _join(facts: FileFacts) -> None:
    """Make one definition of what has one name in one module: clauses, arities, callbacks with a default."""
    chosen: dict[tuple[int, str, bool], int] = {}
    joined: dict[int, int] = {}
    for number, item in enumerate(facts.definitions):
        if item.kind == "class" and item.name != QUOTE:
            continue
        item.scope = joined.get(item.scope, item.scope)
        key = (item.scope, item.name, item.kind == "variable")
        first = chosen.setdefault(key, number)
        if first != number:
            joined[number] = first
            _prefer(facts.definitions[first], item)
    if not joined:
        return
    kept = [number for number in range(len(facts.definitions)) if number not in joined]
    numbers = {old: new for new, old in enumerate(kept)} | {_MODULE: _MODULE}
    facts.definitions = [facts.definitions[number] for number in kept]
    placed: list[Any] = [*facts.definitions, *facts.references, *facts.imports, *facts.bindings, *facts.literals]
    for fact in placed:
        fact.scope = numbers[joined.get(fact.scope, fact.scope)]


def _prefer(first: Definition, other: Definition) -> None:
    """Keep the first; a declaration gives way to what has a body, but its documentation stays."""
    first.docstring = first.docstring or other.docstring
    first.bases = tuple(dict.fromkeys((*first.bases, *other.bases)))
    if first.signature.startswith("@") and not other.signature.startswith("@"):
        first.line, first.column, first.signature = other.line, other.column, other.signature
        first.start_line, first.end_line = other.start_line, other.end_line


def _brought(facts: FileFacts, lines: list[str]) -> list[_Brought]:
    """The imports that ``import`` and ``use`` state, with the form and what limits it."""
    found = []
    for statement in facts.imports:
        line, column = lines[statement.line - 1], statement.column
        form = _FORM.search(line[max(column - _LONGEST, 0) : column])
        if form is not None and form[1] in ("import", "use"):
            rest = "\n".join([line[column : column + _LONGEST], *lines[statement.line : statement.line + 12]])
            found.append((statement, form[1], _OPTIONS.match(rest)))
    return found


def _bind(facts: FileFacts, brought: list[_Brought]) -> None:
    """Local calls of what the module does not define may be of what it imports."""
    _use(facts, [statement for statement, form, _ in brought if form == "use"])
    imports = [item for item in brought if item[1] == "import"]
    if not imports:
        return
    own = {(item.scope, item.name) for item in facts.definitions}
    names: dict[int, dict[str, None]] = {}
    for reference in facts.references:
        if _LOCAL.match(reference.name):
            module = _module_around(facts, reference.scope)
            if (module, reference.name) not in own:
                names.setdefault(module, {})[reference.name] = None
    done: set[tuple[str, str]] = set()
    for module, wanted in names.items():
        for statement, _, options in _seen_from(facts, module, imports)[-_MOST:]:
            listed = set() if options is None else set(_KEY.findall(options[2]))
            for name in wanted:
                key = (name, f"{statement.alias}.{name}")
                if key not in done and (options is None or (name in listed) == (options[1] == "only")):
                    done.add(key)
                    facts.bindings.append(Binding(*key, "alias", statement.line))


def _use(facts: FileFacts, statements: list[Import]) -> None:
    """What is used calls its macro, and is a base by what it quotes."""
    used: dict[int, set[str]] = {}
    for statement in statements:
        used.setdefault(_module_around(facts, statement.scope), set()).add(statement.alias)
    for scope, names in used.items():
        if scope >= 0:
            item = facts.definitions[scope]
            item.bases = tuple(f"{base}.{QUOTE}" if base in names else base for base in item.bases)
    places = {(statement.line, statement.alias) for statement in statements}
    for reference in facts.references:
        if reference.kind == "base" and (reference.line, reference.name) in places:
            reference.kind = "read"
    facts.references += [
        Reference(f"{item.alias}.{_USING}", item.line, item.column, item.scope, "call") for item in statements
    ]


def _seen_from(facts: FileFacts, module: int, imports: list[_Brought]) -> list[_Brought]:
    """The imports that hold in a module: its own, and those of what it is nested in."""
    if module == _MODULE:
        return [item for item in imports if _module_around(facts, item[0].scope) == _MODULE]
    inner = facts.definitions[module]
    around = {_MODULE, module}
    for item in {_module_around(facts, item[0].scope) for item in imports} - around:
        if facts.definitions[item].start_line < inner.start_line <= inner.end_line <= facts.definitions[item].end_line:
            around.add(item)
    return [item for item in imports if _module_around(facts, item[0].scope) in around]


def _delegate(facts: FileFacts, lines: list[str]) -> None:
    """``defdelegate`` calls the function that it stands for."""
    for number, item in enumerate(facts.definitions):
        if not item.signature.startswith("defdelegate"):
            continue
        text = "\n".join(line[:_LONGEST] for line in lines[item.line - 1 : item.line + 12])[: item.column + _LONGEST]
        target = _TO.search(text)
        if target is None:
            continue
        other = _AS.search(text)
        name, line, column = item.name, item.line, item.column
        if other is not None:
            before = text[: other.start(1)]
            name, line = other[1], item.line + before.count("\n")
            column = len(before) - before.rfind("\n") - 1
        facts.references.append(Reference(f"{target[1]}.{name}", line, column, number, "call"))


def _settle_imports(facts: FileFacts, lines: list[str]) -> None:
    """Names of modules hold in the whole file; chains begin with the name that is theirs alone."""
    others: dict[int, list[tuple[int, str, str]]] = {}
    found: dict[tuple[str, str], Import] = {}
    for statement in facts.imports:
        statement.scope = _MODULE
        if statement.alias == distinct(statement.module) and (
            word := _WORD.match(lines[statement.line - 1], statement.column)
        ):
            others.setdefault(statement.line, []).append((statement.column, word[0], statement.alias))
            del others[statement.line][_MOST:]
        found.setdefault((statement.alias, statement.module), statement)
    facts.imports = list(found.values())
    own = {item.name for item in facts.definitions if item.kind == "class" and item.scope == _MODULE}
    for statement in facts.imports:
        statement.module = "" if statement.module in own else statement.module
    if others:
        facts.references = [item for item in facts.references if _rename(item, others.get(item.line, ()))]


def _rename(reference: Reference, others: Sequence[tuple[int, str, str]]) -> bool:
    """Write the name that is a module's alone; False where only the module itself is named."""
    head, dot, rest = reference.name.partition(".")
    places = [item for item in others if item[1] == head and item[0] <= reference.column]
    if places:
        if not dot:
            return max(places)[0] != reference.column
        column, _, alias = max(places)
        # Another use of the same word may stand in between.
        if reference.column - column - len(head) - 1 <= len(rest) + 2 - len(rest.rpartition(".")[2]):
            reference.name = f"{alias}.{rest}"
    return True
