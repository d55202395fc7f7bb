"""Forms of Java that a query cannot say: imports, annotations before a definition, ``var``, and qualified ``this``."""

import re

from crossbearing.plugin import Binding, FileFacts
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading

_TYPE = re.compile(r"(?:@[\w.]+(?:\([^()]*\))?\s+)*([^\W\d][\w$]*(?:\s*\.\s*[^\W\d][\w$]*)*)")
_IMPORT = re.compile(r"import\s+(static\s+)?([\w$]+(?:\s*\.\s*[\w$]+)*)\s*(\.\s*\*)?")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OWN_OBJECT = re.compile(r"\b[\w$]+\.(?=super\.)|\.this\b")
_HOLDER = re.compile(r"(?:[\w$]+\.)*(?:Optional|Union|Final|Annotated|Type|type|Required|CompletableFuture)(?=<)")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?<!\.)\.[ \t]*(?=[\w\x80-\xff])")
_MODULE = -1
# What an import takes of a class: static members, or nested classes.
_MEMBERS, _CLASSES = "*", "+"


def declared_type(text: str) -> str:
    """The class that a declared type names; nothing for arrays and where it is inferred."""
    match = None if text.endswith("]") else _TYPE.match(text)
    name = "".join(match[1].split()) if match else ""
    return "" if name == "var" else name


def literal(text: str) -> str:
    """The text of a string literal or text block."""
    return text.strip('"')


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    for found in reading.custom.get("import", ()):
        node = found["custom.import"]
        _import(reading, reading.node_text(node), node.start_byte)
    ends = {}
    for found in reading.custom.get("annotation", ()):
        node = found["custom.annotation"]
        ends[node.start_byte] = node.end_byte
        if (name := node.child_by_field_name("name")) is not None:
            reading.decorators.append((name.start_byte, name.end_byte))
    data = reading.source.data
    reading.claimed.update(match.end() for match in _LINK.finditer(data))
    for raw in reading.definitions:
        _skip_annotations(raw, ends, data)
        if raw.type is not None and data[slice(*raw.type)] == b"var":
            raw.type = None
    reading.locals = [
        local._replace(type=None) if local.type is not None and data[slice(*local.type)] == b"var" else local
        for local in reading.locals
    ]


def _skip_annotations(raw: RawDefinition, ends: dict[int, int], data: bytes) -> None:
    """Let a definition begin behind its annotations, of which its signature says nothing."""
    while raw.start in ends:
        start = ends[raw.start]
        while start < raw.name_at[0] and data[start : start + 1].isspace():
            start += 1
        raw.start = start


def _import(reading: Reading, text: str, at: int) -> None:
    match = _IMPORT.match(_COMMENTS.sub(" ", text))
    if match is None:
        return
    parts = "".join(match[2].split()).split(".")
    is_static, is_star = match[1] is not None, match[3] is not None
    first = next((number for number, part in enumerate(parts) if part[0].isupper()), -1)
    if first < 0:
        # Without a class in upper case the last name is one, or the one before it of which a member is wanted.
        first = len(parts) if is_star and not is_static else len(parts) - 1 - (is_static and not is_star)
    if first >= len(parts):
        reading.add_import(at, ".".join(parts), "*", "")
        return
    first = max(first, 0)
    wanted = parts[first + 1 :] + [_MEMBERS if is_static else _CLASSES] * is_star
    # What is imported of a class becomes a name of its own when all names of the file are known.
    alias = ".".join([parts[first], *wanted])
    reading.add_import(at, ".".join(parts[: first + 1]), parts[first], alias)


def complete(facts: FileFacts) -> FileFacts:
    """Make names of what imports take out of classes, and write ``Outer.this.x`` as what it means."""
    for definition in facts.definitions:
        if match := _HOLDER.match(definition.annotation):
            # What such an object holds is not what it is.
            definition.annotation = match[0]
        if definition.name == "{}" and definition.bases:
            definition.signature = f"new {definition.bases[0]}()"
    for reference in facts.references:
        if ".this" in reference.name or ".super." in reference.name:
            reference.name = _OWN_OBJECT.sub("", reference.name)
    for binding in facts.bindings:
        if ".this" in binding.value or ".super." in binding.value:
            binding.value = _OWN_OBJECT.sub("", binding.value)
    _bind_members(facts)
    return facts


def _bind_members(facts: FileFacts) -> None:
    """Bind what imports take out of a class: ``Entry`` is ``Map.Entry``; of a star, all names that may be meant."""
    bound = {definition.name for definition in facts.definitions if definition.scope == _MODULE}
    bound |= {imported.alias for imported in facts.imports}
    classes = {(imported.module, imported.alias) for imported in facts.imports}
    demanded = []
    for imported in facts.imports:
        outer, dot, wanted = imported.alias.partition(".")
        if not dot:
            continue
        if outer not in bound:
            imported.alias = outer
            bound.add(outer)
            classes.add((imported.module, outer))
        elif (imported.module, outer) in classes:
            imported.alias = outer
        else:
            continue
        last = wanted.rpartition(".")[2]
        if last in (_MEMBERS, _CLASSES):
            demanded.append((f"{outer}.{wanted}"[:-2], last, imported.line))
        elif last not in bound:
            facts.bindings.append(Binding(last, f"{outer}.{wanted}", "alias", imported.line, _MODULE))
    if demanded:
        _bind_demanded(facts, demanded, bound)
    facts.bindings.sort(key=lambda binding: (binding.line, binding.name, binding.value))


def _bind_demanded(facts: FileFacts, demanded: list[tuple[str, str, int]], bound: set[str]) -> None:
    names = {reference.name.partition(".")[0].removesuffix("()") for reference in facts.references}
    known = bound | {binding.name for binding in facts.bindings} | {item.name for item in facts.definitions}
    for name in sorted(names - known - {"?", "this", "super"}):
        looks = _CLASSES if name[:1].isupper() and not name.isupper() else _MEMBERS
        facts.bindings += [
            Binding(name, f"{owner}.{name}", "alias", line, _MODULE) for owner, kind, line in demanded if kind == looks
        ]
