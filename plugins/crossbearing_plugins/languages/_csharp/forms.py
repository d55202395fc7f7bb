"""Forms of C# that a query cannot say: using directives, namespaces, attributes, ``var`` and parts of classes."""

import re
from posixpath import basename

from crossbearing.plugin import FileFacts, Import
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading

GLOBAL = "global"
"""As an import's module: what the global using directives of the project bring."""
_TYPE = re.compile(r"(?:(?:ref|readonly|scoped)\s+)*(?:global\s*::\s*)?([^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*)")
_AWAITED = re.compile(r"(?:[\w.]+\.)?(?:Task|ValueTask)\s*<(.*)>\??$", re.DOTALL)
_USING = re.compile(
    r"(global\s+)?using\s+(static\s+)?(?:unsafe\s+)?(?:@?([\w]+)\s*=\s*)?(?:global\s*::\s*)?"
    r"([^\W\d][\w]*(?:\s*\.\s*[^\W\d]\w*)*)"
)
_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'^[$@]*("+)(.*?)"*$', re.DOTALL)
_REFERENCE = re.compile(r'<(?:see|seealso|paramref|typeparamref)\s+\w+\s*=\s*"(?:\w:)?([^"]*)"\s*/>')
_DIRECTIVE = re.compile(
    r"^[ \t\ufeff]*#[ \t]*(if|else|elif|endif|region|endregion|pragma|nullable|define|undef)\b", re.MULTILINE
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_INTERFACE = re.compile(r"I[A-Z]")
_MODULE = -1
STATIC = "static "


def declared_type(text: str) -> str:
    """The class that a declared type names, of an awaited task its result; nothing for arrays, tuples and ``var``."""
    text = text.strip()
    for _ in range(4):
        match = _AWAITED.match(text)
        if match is None:
            break
        text = match[1].strip()
    text = text.rstrip("?")
    match = None if text.endswith(("]", "*")) else _TYPE.match(text)
    name = "".join(match[1].split()) if match else ""
    return "" if name in ("var", "dynamic") else name


def literal(text: str) -> str:
    """The text of a string of any form."""
    match = _STRING.match(text)
    return match[2] if match else text


def one_branch(text: str) -> str:
    """The text without preprocessor lines, and without what stands between ``#else`` or ``#elif`` and ``#endif``."""
    if not _DIRECTIVE.search(text):
        return text
    lines, hidden = text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), [False]
    for number, line in enumerate(lines):
        match = _DIRECTIVE.match(line)
        if match is not None:
            word = match[1]
            if word == "if":
                hidden.append(hidden[-1])
            elif word in ("else", "elif"):
                hidden[-1] = len(hidden) > 1
            elif word == "endif" and len(hidden) > 1:
                hidden.pop()
        if match is not None or hidden[-1]:
            lines[number] = ""
    return "\n".join(lines)


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    for found in reading.custom.get("using", ()):
        node = found["custom.using"]
        _forget(reading, node.start_byte, node.end_byte)
        _using(reading, reading.node_text(node), node.start_byte)
    _namespace(reading)
    ends = {}
    for found in reading.custom.get("attributes", ()):
        node = found["custom.attributes"]
        ends[node.start_byte] = node.end_byte
        for attribute in node.named_children:
            if (name := attribute.child_by_field_name("name")) is not None:
                reading.decorators.append((name.start_byte, name.end_byte))
    data = reading.source.data
    for raw in reading.definitions:
        _skip_attributes(raw, ends, data)
        if raw.type is not None and data[slice(*raw.type)] == b"var":
            raw.type = None
    reading.locals = [
        local._replace(type=None) if local.type is not None and data[slice(*local.type)] == b"var" else local
        for local in reading.locals
    ]


def _skip_attributes(raw: RawDefinition, ends: dict[int, int], data: bytes) -> None:
    """Let a definition begin behind its attributes, of which its signature says nothing."""
    while raw.start in ends:
        start = ends[raw.start]
        while start < raw.name_at[0] and data[start : start + 1].isspace():
            start += 1
        raw.start = start


def _forget(reading: Reading, start: int, end: int) -> None:
    """What stands in this stretch uses no name."""
    for match in _WORD.finditer(reading.source.data, start, end):
        reading.heads.pop(match.start(), None)


def _using(reading: Reading, text: str, at: int) -> None:
    match = _USING.match(_COMMENTS.sub(" ", text))
    if match is None:
        return
    name = "".join(match[4].split())
    last = name.rpartition(".")[2]
    if match[2]:
        reading.add_import(at, name, last, f"{STATIC}{last}")
    elif match[3]:
        reading.add_import(at, name, last, match[3])
    else:
        reading.add_import(at, name, "*", "")


def _namespace(reading: Reading) -> None:
    """The first namespace of the file, with those directly in it; a file sees what its outer ones have."""
    parts: list[str] = []
    last_end, first = 0, -1
    for found in reading.custom.get("namespace", ()):
        node = found["custom.namespace"]
        _forget(reading, node.start_byte, node.end_byte)
        item = node.parent
        if item is None or (parts and (item.end_byte > last_end or _has_class(reading, first, node.start_byte))):
            continue
        first = node.start_byte if first < 0 else first
        parts += "".join(reading.node_text(node).split()).split(".")
        last_end = item.end_byte if item.type == "namespace_declaration" else len(reading.source.data)
    reading.package = ".".join(parts)
    for length in range(1, len(parts)):
        reading.add_import(first, ".".join(parts[:length]), "*", "")


def _has_class(reading: Reading, start: int, end: int) -> bool:
    return any(start <= raw.start < end for raw in reading.definitions)


def complete(facts: FileFacts, path: str) -> FileFacts:
    """Reduce types, mark parts of classes, and write calls of static members with their class."""
    stem = basename(path).removesuffix(".cs")
    for definition in facts.definitions:
        if definition.annotation:
            definition.annotation = declared_type(definition.annotation) or definition.annotation
        if "<" in definition.docstring:
            definition.docstring = _plain(definition.docstring)
        if definition.kind == "class" and definition.scope == _MODULE and definition.name != stem:
            # One file has the name of the class, others add to it.
            definition.is_part = " partial " in f" {definition.signature}"
    facts.docstring = _plain(facts.docstring)
    if facts.definitions or facts.references:
        facts.imports.insert(0, Import(GLOBAL, "*", "", 1, 0))
    _bind_static(facts)
    _tell_apart(facts)
    return facts


def _tell_apart(facts: FileFacts) -> None:
    """Where a member has the name of its type (``Index Index``), let declared types mean the type."""
    twins = {item.name for item in facts.definitions if item.kind == "variable" and item.annotation == item.name}
    used: dict[str, int] = {}
    for binding in facts.bindings:
        if binding.kind == "annotation" and binding.value in twins:
            used.setdefault(binding.value, binding.line)
            binding.value = f"{GLOBAL}_{binding.value}"
    for definition in facts.definitions:
        if definition.kind != "variable" and definition.annotation in twins:
            used.setdefault(definition.annotation, definition.line)
            definition.annotation = f"{GLOBAL}_{definition.annotation}"
    facts.imports += [Import("", name, f"{GLOBAL}_{name}", line, 0) for name, line in sorted(used.items())]


def _plain(text: str) -> str:
    """Documentation without the tags of XML."""
    lines = (line.strip() for line in _TAG.sub("", _REFERENCE.sub(r"\1", text)).split("\n"))
    return "\n".join(line for line in lines if line)


def _bind_static(facts: FileFacts) -> None:
    """A call of what nothing in the file declares is one of the class that it uses as static, if that is one class."""
    owners = []
    for imported in facts.imports:
        if imported.alias.startswith(STATIC):
            imported.alias = imported.name
            owners.append(imported.name)
    if len(owners) != 1:
        return
    known = {item.name for item in facts.definitions} | {item.alias for item in facts.imports}
    known |= {item.name for item in facts.bindings}
    for reference in facts.references:
        is_unknown = reference.kind == "call" and "." not in reference.name and reference.name not in known
        if is_unknown and not _may_inherit(facts, reference.scope):
            reference.name = f"{owners[0]}.{reference.name}"


def _may_inherit(facts: FileFacts, scope: int) -> bool:
    """Whether a class around a place has a base that is no interface, whose members need no receiver."""
    while scope >= 0:
        definition = facts.definitions[scope]
        if any(not _INTERFACE.match(base.rpartition(".")[2]) for base in definition.bases):
            return True
        scope = definition.scope
    return False
