"""The facts of a Kotlin file in their last form: companions, extensions, and names as the linker can follow them."""

import re
from collections.abc import Iterator

from crossbearing.plugin import Binding, Definition, FileFacts
from crossbearing_plugins.languages._jvm.imports import bind_members
from crossbearing_plugins.languages._jvm.quoted import leave_out_points
from crossbearing_plugins.languages._jvm.results import bind_results
from crossbearing_plugins.languages._kotlin.forms import declared_type
from crossbearing_plugins.languages._kotlin.results import RETURNING

_NAME = r"[^\W\d][\w$]*|`[^`\n]*`"
_OWN_OBJECT = re.compile(r"\bthis@[\w$]+\.?")
_SUPER = re.compile(r"\bsuper(?:<[^()]*>)?(?:@[\w$]+)?")
_HOLDER = re.compile(r"(?:\w+\.)*(?:Optional|Union|Final|Lazy|Result|Task|Type|Ref|Option|CompletableFuture)(?=<)")
_RECEIVER = re.compile(rf"\b(?:fun|va[lr])\s+(?:<.*?>\s*)?(?:@\w+\s+)*([^(]*?|\(.*?\)\?*)\.\s*(?:{_NAME})\s*[:(<=]?")
_COMPANION = "Companion"
_PASSING = frozenset(f"{word}()" for word in RETURNING)
# Of numbers, these are members, which come before extensions.
_OF_NUMBERS = frozenset({"and", "inv", "or", "shl", "shr", "ushr", "xor"})
_CALLED = "()"
_MODULE = -1


def complete(facts: FileFacts) -> FileFacts:
    """Give companions' members to their classes, calls of extensions their functions, and names their last form."""
    leave_out_points(facts)
    bind_results(facts, lambda item: f"): {item.annotation}" in item.signature or item.signature.endswith("..."))
    for definition in facts.definitions:
        if match := _HOLDER.match(definition.annotation):
            # What such an object holds is not what it is.
            definition.annotation = match[0]
        if definition.name == "{}" and definition.bases:
            definition.signature = f"object : {', '.join(definition.bases)}"
    _merge_companions(facts)
    bind_members(facts)
    receivers = dict(_receivers(facts.definitions))
    _cut_receivers(facts, receivers)
    rewritten = _Rewriting(facts, receivers)
    for reference in facts.references:
        if "." in reference.name or "@" in reference.name:
            reference.name = rewritten(reference.name, is_call=reference.kind == "call")
    facts.references = [item for item in facts.references if item.name and item.name != "it"]
    for binding in facts.bindings:
        value = rewritten(binding.value, is_call=binding.kind == "call") or "?"
        before, _, last = value.rpartition(".")
        if binding.kind == "call" and last in RETURNING and before:
            value, binding.kind = before, "alias"
            if before.endswith(_CALLED):
                value, binding.kind = before.removesuffix(_CALLED), "call"
        binding.value = value
    for number, receiver in receivers.items():
        if name := declared_type(receiver.removesuffix(f".{_COMPANION}")):
            facts.bindings.append(Binding("this", name, "annotation", facts.definitions[number].line, number))
    facts.bindings.sort(key=lambda binding: (binding.line, binding.name, binding.value))
    return facts


def _merge_companions(facts: FileFacts) -> None:
    """Members of a companion object are reached through the class around it."""
    definitions = facts.definitions
    companions = {
        number: item.scope
        for number, item in enumerate(definitions)
        if item.kind == "class" and item.scope >= 0 and "companion object" in item.signature
    }
    for definition in definitions if companions else ():
        definition.scope = companions.get(definition.scope, definition.scope)
        if definition.scope >= 0:
            definition.qualname = f"{definitions[definition.scope].qualname}.{definition.name}"
    for binding in facts.bindings if companions else ():
        binding.scope = companions.get(binding.scope, binding.scope)


def _receivers(definitions: list[Definition]) -> Iterator[tuple[int, str]]:
    """The extensions of a file with the types that they extend."""
    for number, definition in enumerate(definitions):
        if definition.kind != "class" and f".{definition.name}" in definition.signature:
            match = _RECEIVER.search(definition.signature)
            if match and definition.signature[match.end(1) :].lstrip(". ").startswith(definition.name):
                yield number, match[1]


def _cut_receivers(facts: FileFacts, receivers: dict[int, str]) -> None:
    """The type that an extension extends is written like an owner of its name."""
    places = {(facts.definitions[at].line, facts.definitions[at].column): text for at, text in receivers.items()}
    for reference in facts.references:
        text = places.get((reference.line, reference.column))
        if text is not None:
            reference.name = reference.name.rpartition(".")[0]
            reference.column -= len(reference.name.rpartition(".")[2]) + 1 if reference.name == text else 0
            reference.name = reference.name if reference.name == text else ""
    facts.references = [reference for reference in facts.references if reference.name]


class _Rewriting:
    """Writes names as the linker can follow them.

    A link that is an extension of this file, or an imported name in lower case, leads to that, whatever stands before
    it; not where the file also has a method of this name.
    """

    def __init__(self, facts: FileFacts, receivers: dict[int, str]) -> None:
        definitions = facts.definitions
        methods = {item.name for at, item in enumerate(definitions) if item.kind == "method" and at not in receivers}
        imported = {item.alias for item in facts.imports}
        imported |= {
            item.name for item in facts.bindings if item.scope == _MODULE and item.value.endswith(f".{item.name}")
        }
        own = {definitions[number].name for number in receivers}
        self.extensions = {name for name in own | imported if not name[:1].isupper()} - methods - _OF_NUMBERS
        self.of_companions = {definitions[at].name for at, text in receivers.items() if text.endswith(_COMPANION)}

    def __call__(self, name: str, *, is_call: bool) -> str:
        """The name with what it is reached through left out; empty where it is an object's own ``this``."""
        if "`" not in name and ("@" in name or "super<" in name):
            name = _OWN_OBJECT.sub("", name)
            name = _SUPER.sub("super", name)
        if "." not in name:
            return name
        if f".{_COMPANION}." in name:
            name = name.replace(f".{_COMPANION}.", ".")
        parts = name.split(".")
        if not _PASSING.isdisjoint(parts[:-1]):
            parts = [*(part for part in parts[:-1] if part not in _PASSING), parts[-1]]
        for at in range(len(parts) - 1, 0, -1):
            word = parts[at].removesuffix(_CALLED)
            if word in self.extensions and self._is_extension(parts, at, is_call=is_call):
                return ".".join(parts[at:])
        return ".".join(parts)

    def _is_extension(self, parts: list[str], at: int, *, is_call: bool) -> bool:
        called = parts[at].endswith(_CALLED) or (is_call and at == len(parts) - 1)
        before = parts[at - 1]
        if not called or before == "super":
            return False
        return (
            not before[:1].isupper()
            or before.endswith(_CALLED)
            or parts[at].removesuffix(_CALLED) in self.of_companions
        )
