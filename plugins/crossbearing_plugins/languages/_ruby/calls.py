"""Names of methods without receiver or brackets: what the facts of a file say of them after its scopes are known."""

import re

from crossbearing.plugin import Binding, Definition, FileFacts, Reference

_MODULE = -1
_LINK = re.compile(r"([^\W\d]\w*[?!]?)\s*(?:&?\.|::)\s*\Z")
_NAME = re.compile(r"[a-z_][\w]*[?!]?(?:\(\))?\Z")
_TESTS = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_(?:spec|test))\.rb\Z")
_SUPERCLASS = re.compile(r" <(?=[^\s<])")
_OWN_CLASS = re.compile(r"self\.class\b(?=\.|\(|\Z)")


def complete(facts: FileFacts, text: str, path: str) -> FileFacts:
    """Write implicit receivers, ``super`` and calls without brackets as what they are."""
    _drop_locals(facts)
    completer = _Completer(facts, text)
    for reference in facts.references:
        completer.complete(reference)
    facts.references += completer.links()
    facts.references.sort(key=lambda item: (item.line, item.column))
    for binding in facts.bindings:
        if binding.kind != "annotation":
            binding.value = completer.spelled(binding.value, binding.scope)
    namespaces = _namespaces(facts)
    for position, definition in enumerate(facts.definitions):
        if definition.kind != "class":
            definition.bases = ()
            # Each file of tests has helpers of its own, often under the names that its neighbours use.
            definition.is_part = definition.scope == _MODULE and _TESTS.search(path) is not None
        else:
            definition.is_part = position in namespaces
            definition.signature = _SUPERCLASS.sub(" < ", definition.signature, count=1)
    return facts


def _namespaces(facts: FileFacts) -> set[int]:
    """The modules that a file opens only for the classes in them: parts of what other files define."""
    inner = {item.scope for item in facts.definitions if item.kind == "class"}
    own = {item.scope for item in facts.definitions if item.kind != "class"}
    return {
        position
        for position in inner - own - {_MODULE}
        if facts.definitions[position].scope == _MODULE and not facts.definitions[position].bases
    }


def _drop_locals(facts: FileFacts) -> None:
    """Take lower-case variables of the top level for the locals that they are: no other file sees them."""
    dropped = {
        item.name
        for item in facts.definitions
        if item.kind == "variable" and item.scope == _MODULE and item.name.islower()
    }
    if not dropped:
        return
    kept: list[Definition] = []
    moved = {_MODULE: _MODULE}
    for position, definition in enumerate(facts.definitions):
        if definition.kind != "variable" or definition.scope != _MODULE or definition.name not in dropped:
            moved[position] = len(kept)
            kept.append(definition)
    facts.definitions = kept
    facts.references = [item for item in facts.references if item.name not in dropped or item.scope != _MODULE]
    for items in (facts.definitions, facts.references, facts.imports, facts.bindings, facts.literals):
        for item in items:
            item.scope = moved[item.scope]
    known = {item.name for item in facts.bindings if item.scope == _MODULE}
    for name in sorted(dropped - known):
        line = next((item.line for item in facts.references if item.name.partition(".")[0] == name), 0)
        if line:
            facts.bindings.append(Binding(name, "?", "alias", line))
    facts.bindings.sort(key=lambda binding: (binding.line, binding.name, binding.value))


class _Completer:
    def __init__(self, facts: FileFacts, text: str) -> None:
        self.facts = facts
        self.lines = re.split(r"\r\n|\r|\n", text)
        self.bound = {(item.scope, item.name) for item in facts.bindings}
        self.top = {item.name for item in facts.definitions if item.scope == _MODULE and item.kind == "function"}
        self.methods = [self._method_around(scope) for scope in range(len(facts.definitions))]

    def _method_around(self, scope: int) -> int:
        definitions = self.facts.definitions
        while scope >= 0 and definitions[scope].kind not in ("method", "class"):
            scope = definitions[scope].scope
        return scope if scope >= 0 and definitions[scope].kind == "method" else _MODULE

    def complete(self, reference: Reference) -> None:
        """Spell one reference out."""
        last = reference.name.rpartition(".")[2]
        line = self.lines[reference.line - 1] if reference.line <= len(self.lines) else ""
        marked = line[max(reference.column - 1, 0) : reference.column + 1]
        # What a symbol names, or an instance variable holds, is not called here.
        is_call = _NAME.match(last) and not marked.startswith(":") and "@" not in marked
        if reference.kind == "read" and is_call:
            reference.kind = "call"
        # The name of an instance or class variable begins behind its mark.
        while line[reference.column : reference.column + 1] == "@":
            reference.column += 1
        reference.name = self.spelled(reference.name, reference.scope)

    def spelled(self, name: str, scope: int) -> str:
        """A chain with its receiver written out."""
        method = self.methods[scope] if scope >= 0 else _MODULE
        head, dot, rest = name.partition(".")
        if head in ("super", "super()"):
            if method == _MODULE:
                return name
            return f"super.{self.facts.definitions[method].name}{head.removeprefix('super')}{dot}{rest}"
        if head == "self":
            return _OWN_CLASS.sub("cls", name, count=1) if method != _MODULE else name
        if head in ("new", "new()", "self()") and method != _MODULE:
            return f"cls{'()' if head.endswith(')') else ''}{dot}{rest}"
        bare = head.removesuffix("()")
        if method == _MODULE or not _NAME.match(head) or bare in self.top or bare == "cls":
            return name
        while scope >= 0:
            if (scope, bare) in self.bound:
                return name
            scope = self.facts.definitions[scope].scope
        return f"self.{name}"

    def links(self) -> list[Reference]:
        """The calls within chains that are written without brackets: that of ``b`` in ``a.b.c``."""
        known = {(item.line, item.column) for item in self.facts.references}
        found = []
        for reference in self.facts.references:
            name, end = reference.name.rpartition(".")[0], reference.column
            while "." in name and not name.endswith((")", "?")):
                match = _LINK.search(self.lines[reference.line - 1], max(end - 200, 0), end)
                if match is None or match[1] != name.rpartition(".")[2]:
                    break
                end = match.start(1)
                if (reference.line, end) in known:
                    break
                known.add((reference.line, end))
                is_call = _NAME.match(match[1]) and self.lines[reference.line - 1][end - 1 : end] != "@"
                kind = "call" if is_call else "read"
                found.append(Reference(name, reference.line, end, reference.scope, kind))  # type: ignore[arg-type]
                name = name.rpartition(".")[0]
        return found
