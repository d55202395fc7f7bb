"""Paths that depend on the inline module in which they stand, and what wrappers leave as it is."""

import re
from typing import Any

from crossbearing.plugin import Binding, FileFacts, Import
from crossbearing_plugins.languages._rust.forms import MACRO, type_name

_MODULE = re.compile(r"(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?mod\b")
MODULE_SCOPE = -1
_OWN = "self::self"
"""The name that the file gets for its own module, where one is needed."""
_RECEIVERS = frozenset({"self", "cls", "super", "?"})
# Links after which the value is used like the one before.
_SAME = re.compile(
    r"\.(?:await|(?:unwrap|expect|unwrap_or_default|unwrap_or_else|clone|to_owned|as_ref|as_mut|as_deref|as_deref_mut"
    r"|borrow|borrow_mut)\(\))(?=\.|$)"
)
# A variant that is called is a value of its enum, like one that is not.
_VARIANT = re.compile(r"(\b[A-Z]\w*\.[A-Z]\w*)\(\)(?=\.|$)")
# Methods of Option and Result, which may stand around the type that is known.
_WRAPPED = """
and and_then as_deref as_mut as_ref cloned copied err expect expect_err filter flatten get_or_insert
get_or_insert_with insert inspect is_err is_none is_ok is_some is_some_and iter iter_mut map map_err map_or map_or_else
ok ok_or ok_or_else or or_else replace take transpose unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else
zip clone borrow borrow_mut into_iter to_owned
"""
_OF_WRAPPERS = frozenset(_WRAPPED.split())


def settle(facts: FileFacts) -> FileFacts:
    """Rewrite what the front end read so that the linker finds it by scopes and members alone."""
    if any(_MODULE.match(item.signature) for item in facts.definitions if item.kind == "class"):
        _join_parts(facts)
    places = _Places(facts)
    places.definitions()
    places.imports()
    places.uses()
    return facts


def _join_parts(facts: FileFacts) -> None:
    """Put methods of ``impl`` blocks in inline modules into the type that the same module defines."""
    definitions = facts.definitions
    modules = [
        number for number, item in enumerate(definitions) if item.kind == "class" and _MODULE.match(item.signature)
    ]
    joined: dict[int, int] = {}
    for number, part in enumerate(definitions):
        if not part.is_part:
            continue
        around = [at for at in modules if definitions[at].start_line <= part.line <= definitions[at].end_line]
        for place, item in enumerate(definitions[:number]):
            if around and item.scope == around[-1] and item.name == part.name and item.kind == "class":
                joined[number] = place
    if not joined:
        return
    for number, item in enumerate(definitions):
        if item.scope in joined:
            item.scope = joined[item.scope]
            item.qualname = f"{definitions[item.scope].qualname}.{item.name}"
        elif item.scope >= 0:
            item.qualname = f"{definitions[item.scope].qualname}.{item.name}"
        if number in joined:
            whole = definitions[joined[number]]
            whole.bases = tuple(dict.fromkeys((*whole.bases, *item.bases)))
    kept = [number for number in range(len(definitions)) if number not in joined]
    numbers = {old: new for new, old in enumerate(kept)} | {MODULE_SCOPE: MODULE_SCOPE}
    facts.definitions = [definitions[number] for number in kept]
    placed: list[Any] = [*facts.definitions, *facts.references, *facts.imports, *facts.bindings, *facts.literals]
    for fact in placed:
        fact.scope = numbers[joined.get(fact.scope, fact.scope)]


class _Places:
    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.modules = {
            number
            for number, item in enumerate(facts.definitions)
            if item.kind == "class" and _MODULE.match(item.signature)
        }
        """The inline modules, as positions of definitions, and what each has."""
        self.bound: set[tuple[int, str]] = set()
        self.members: dict[int, set[str]] = {number: set() for number in self.modules}
        self.aliases: dict[str, str] = {}
        self.added: list[Import] = []
        self.getters: re.Pattern[str] | None = None

    def definitions(self) -> None:
        """Functions of modules are no methods; types are reduced to the class that they name."""
        definitions = self.facts.definitions
        for item in definitions:
            if item.scope in self.modules:
                self.members[item.scope].add(item.name)
                if item.kind == "method":
                    item.kind = "function"
            if item.annotation:
                item.annotation = type_name(item.annotation) or item.annotation
            item.bases = tuple(base.replace("::", ".") for base in item.bases)
        for statement in self.facts.imports:
            if statement.module in (statement.alias, MACRO):
                # Crates and macros are known in the whole file.
                statement.scope = MODULE_SCOPE
            if statement.scope in self.modules and statement.alias:
                self.members[statement.scope].add(statement.alias)

    def imports(self) -> None:
        """Name modules from the file's own module, and let names of types stand for themselves."""
        kept = []
        for item in self.facts.imports:
            around = self._modules_around(item.scope)
            item.module = self._absolute(item.module, around)
            before, _, last = item.module.rpartition("::")
            inside = item.module.startswith("self::") and last in self._names_of_modules()
            if item.name and item.name != "*" and (last[:1].isupper() or inside):
                self._through_type(item, before, last)
            else:
                kept.append(item)
        self.facts.imports = kept

    def _names_of_modules(self) -> set[str]:
        return {self.facts.definitions[number].name for number in self.modules}

    def _through_type(self, item: Import, before: str, last: str) -> None:
        """``use a::Type::name``: a name for a member of what ``a`` has as ``Type``."""
        if before.startswith("self") or not before:
            head = ".".join([*before.split("::")[1:], last])
        else:
            head = f"{before}::{last}"
            self._add_import(before, last, head, item)
        if item.alias:
            value = f"{head}.{item.name}"
            self.facts.bindings.append(Binding(item.alias, value, "alias", item.line, item.scope))

    def _add_import(self, module: str, name: str, alias: str, place: Import) -> None:
        if alias not in self.aliases:
            self.aliases[alias] = module
            self.added.append(Import(module, name, alias, place.line, place.column))

    def _absolute(self, path: str, around: list[str]) -> str:
        """A path without the ``self`` and ``super`` that inline modules account for."""
        first, *rest = path.split("::")
        if first not in ("self", "super"):
            return path
        ups = 0
        for part in (first, *rest):
            if part == "super":
                ups += 1
            elif part != "self":
                break
        rest = [part for part in (first, *rest) if part not in ("self", "super")]
        if ups > len(around):
            return "::".join(["super"] * (ups - len(around)) + rest)
        return "::".join(["self", *around[: len(around) - ups], *rest])

    def _modules_around(self, scope: int) -> list[str]:
        found = []
        while scope >= 0:
            if scope in self.modules:
                found.append(self.facts.definitions[scope].name)
            scope = self.facts.definitions[scope].scope
        return found[::-1]

    def uses(self) -> None:
        """Rewrite all names that are looked up."""
        facts = self.facts
        for item in facts.bindings:
            self.bound.add((item.scope, item.name))
        for definition in facts.definitions:
            self.bound.add((definition.scope, definition.name))
        for statement in facts.imports:
            self.bound.add((statement.scope, statement.alias))
        self._shadowing()
        self.getters = self._find_getters()
        kept = []
        for reference in facts.references:
            reference.name = self._name(reference.name, reference.scope, reference.line, reference.column)
            if reference.name:
                kept.append(reference)
        facts.references = kept
        for binding in facts.bindings:
            if binding.value != "?":
                self._bind(binding)
        for definition in facts.definitions:
            definition.bases = tuple(self._seen(base, definition.scope) for base in definition.bases)
            if definition.annotation and self.modules:
                definition.annotation = self._seen(definition.annotation, definition.scope)
        facts.imports = sorted([*facts.imports, *self.added], key=lambda item: (item.line, item.column))
        facts.bindings.sort(key=lambda item: (item.line, item.name, item.value))

    def _find_getters(self) -> "re.Pattern[str] | None":
        """Links that name a field and a method that gives it: the linker knows the method alone."""
        fields: dict[tuple[int, str], str] = {}
        found = set()
        for item in self.facts.definitions:
            if item.kind == "variable" and item.annotation:
                fields[item.scope, item.name] = item.annotation
            elif item.kind == "method" and fields.get((item.scope, item.name)) == item.annotation != "":
                found.add(re.escape(item.name))
        return re.compile(rf"\.({'|'.join(sorted(found))})(?=\.|$)") if found else None

    def _shadowing(self) -> None:
        """``let pool = pool();`` calls what the module has under that name."""
        own = {item.name for item in self.facts.definitions if item.scope == MODULE_SCOPE and item.kind == "function"}
        found = {}
        for item in self.facts.bindings:
            if item.kind == "call" and item.name == item.value and item.name in own and item.scope >= 0:
                item.value = f"{_OWN}.{item.name}"
                found[item.scope, item.name, item.line] = item
        if not found:
            return
        for reference in self.facts.references:
            if reference.kind == "call" and (reference.scope, reference.name, reference.line) in found:
                reference.name = f"{_OWN}.{reference.name}"
        first = min(found.values(), key=lambda item: item.line)
        self._add_import("self", "", _OWN, Import("self", "", _OWN, first.line, 0))

    def _bind(self, binding: Binding) -> None:
        written = f"{binding.value}()" if binding.kind == "call" else binding.value
        name = _VARIANT.sub(r"\1", _SAME.sub("", written))
        if self.getters is not None and binding.kind != "annotation":
            name = self.getters.sub(r".\1()", name)
        if binding.kind != "annotation":
            binding.kind = "call" if name.endswith("()") else "alias"
        name = self._name(name.removesuffix("()"), binding.scope, binding.line, 0)
        binding.value = name or "?"

    def _name(self, name: str, scope: int, line: int, column: int) -> str:
        """A name as the linker can follow it; nothing where it is sure to lead to the standard library."""
        if "." not in name:
            return self._seen(name, scope) if self.modules else name
        if "()" in name or ".await" in name:
            head, dot, last = name.rpartition(".")
            name = _VARIANT.sub(r"\1", _SAME.sub("", head)) + dot + last
        if self.getters is not None:
            head, dot, last = name.rpartition(".")
            name = self.getters.sub(r".\1()", head) + dot + last
        parts = name.split(".")
        if parts[-1] == "await":
            return ""
        if parts[-1] in _OF_WRAPPERS and not parts[-2][:1].isupper() and parts[-2] not in ("self", "cls"):
            return ""
        if parts[0] == "super":
            return self._upward(parts, scope, line, column)
        return self._seen(name, scope) if self.modules else name

    def _upward(self, parts: list[str], scope: int, line: int, column: int) -> str:
        """A path that begins with ``super``, by a name for the module that it leads to."""
        ups = next((count for count, part in enumerate(parts) if part != "super"), len(parts) - 1)
        rest = ".".join(parts[ups:])
        module = self._absolute("::".join(["super"] * ups), self._modules_around(scope))
        if not module.startswith("super"):
            return ".".join([*module.split("::")[1:], rest])
        # The word alone would be taken for the object that a method belongs to.
        alias = f"{module}::self"
        self._add_import(module, "", alias, Import(module, "", alias, line, column))
        return f"{alias}.{rest}"

    def _seen(self, name: str, scope: int) -> str:
        """A name as the linker sees it: names of an inline module are looked up in that module."""
        head = name.partition(".")[0].removesuffix("()")
        if not self.modules or head in _RECEIVERS:
            return name
        while scope >= 0:
            if scope in self.modules:
                if head in self.members[scope]:
                    return f"{self.facts.definitions[scope].qualname}.{name}"
            elif (scope, head) in self.bound and self.facts.definitions[scope].kind != "class":
                return name
            scope = self.facts.definitions[scope].scope
        return name
