"""Forms of Scala that a query cannot say: packages, imports, companions, patterns, and calls without brackets."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from crossbearing.plugin import Definition, FileFacts
from crossbearing_plugins.languages._jvm.imports import add_import, bind_members
from crossbearing_plugins.languages._jvm.quoted import leave_out_points
from crossbearing_plugins.languages._jvm.results import bind_results
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, RawLocal, Reading

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = r"[^\W\d][\w$]*|`[^`\n]*`"
_TYPE = re.compile(rf"(?:=>\s*)?(?:@\w+\s+)*((?:{_NAME})(?:\s*[.#]\s*(?:{_NAME}))*)")
_ARGUMENTS = re.compile(r"\[[^\[\]]*\]")
_OWN_OBJECT = re.compile(r"\b[\w$]+\.(?=super\.)|\b[\w$]+\.this\.")
_DOTTED = re.compile(rf"(?:{_NAME})(?:\.(?:{_NAME}))*")
_HOLDER = re.compile(r"(?:\w+\.)*(?:Option|Optional|Union|Task|Result|Type|Ref|Lazy|Cell|Box|Promise|Annotated)(?=\[)")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?<!\.)\.[ \t]*(?=[\w`\x80-\xff])")
# The grammar takes the parameters of a class for arguments of an annotation of its constructor.
_CONSTRUCTOR = re.compile(
    rf"(\bclass\s++(?:{_NAME})\s*+(?:\[[^(){{}}]{{0,200}}\]\s*+)?)((?:@[\w.]+(?:\([^():]*\))?\s*+)++)(?=\()"
)
_OBJECT = re.compile(r"\b[\w$]+\.(?=super\.)|\b[\w$]+\.this\.")
_DOTTED = re.compile(rf"(?:{_NAME})(?:\.(?:{_NAME}))*")
_HOLDER = re.compile(r"(?:\w+\.)*(?:Option|Optional|Union|Task|Result|Type|Ref|Lazy|Cell|Box|Promise|Annotated)(?=\[)")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?<!\.)\.[ \t]*(?=[\w`\x80-\xff])")
# The grammar takes the parameters of a class for arguments of an annotation of its constructor.
_CONSTRUCTOR = re.compile(
    rf"(\bclass\s+(?:{_NAME})\s*(?:\[[^(){{}}]{{0,200}}\])?\s*)((?:@[\w.]+(?:\([^():]*\))?\s*)+)(?=\()"
)
_OBJECT = re.compile(r"(?:(?:case|implicit|private|protected|final|sealed|transparent)(?:\[\w*\])?\s+)*object\s")
_TAKES_NOTHING = re.compile(r"(?!\[|\((?!implicit\b|using\b))")
_INK = re.compile(r"\S")
_AROUND_PACKAGE_OBJECTS = frozenset(
    {"package_clause", "package_object", "import_declaration", "comment", "block_comment"}
)
_CALLED = "()"
_MODULE = -1


def declared_type(text: str) -> str:
    """The class that a declared type names; nothing for types of functions, tuples and repeated parameters."""
    plain, length = text, -1
    while len(plain) != length:
        length = len(plain)
        plain = _ARGUMENTS.sub("", plain)
    match = None if plain.endswith(("*", ".type")) or "=>" in plain[2:] else _TYPE.match(plain)
    return "".join(match[1].split()).replace("#", ".") if match else ""


def literal(text: str) -> str:
    """The text of a string literal."""
    return text.strip('"')


def plain_constructors(text: str) -> str:
    """The text without annotations of primary constructors."""
    if "@" not in text:
        return text
    return _CONSTRUCTOR.sub(lambda match: match[1] + _INK.sub(" ", match[2]), text)


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    _enter_packages(reading)
    for found in reading.custom.get("import", ()):
        node = found["custom.import"]
        for parts, alias in _imported(reading, node):
            add_import(reading, node.start_byte, parts, alias)
        reading.claimed.update(child.start_byte for child in node.named_children)
    data = reading.source.data
    reading.claimed.update(match.end() for match in _LINK.finditer(data))
    _keep_constants(reading)
    cases = {found["custom.case"].start_byte for found in reading.custom.get("case", ())}
    reading.bases = [span for span in reading.bases if span[0] not in cases]
    ends = _decorate(reading)
    for raw in reading.definitions:
        while raw.start in ends:
            start = ends[raw.start]
            while start < raw.name_at[0] and data[start : start + 1].isspace():
                start += 1
            raw.start = start
        if raw.name == "this":
            raw.name = "<init>"
    _infer_results(reading)


def _enter_packages(reading: Reading) -> None:
    """Put the package together from its clauses; what an outer clause names is in scope as by an import."""
    names: list[str] = []
    for found in reading.custom.get("package", ()):
        node = found["custom.package"]
        if (name := node.child_by_field_name("name")) is not None:
            if names:
                reading.add_import(node.start_byte, ".".join(names), "*", "")
            names.append("".join(reading.node_text(name).split()))
    kinds = {child.type for child in reading.tree.root_node.named_children}
    for found in reading.custom.get("object", ()):
        node = found["custom.object"]
        if (name := node.child_by_field_name("name")) is None:
            continue
        reading.claimed.add(name.start_byte)
        if kinds <= _AROUND_PACKAGE_OBJECTS and len(reading.custom["object"]) == 1:
            names.append(reading.node_text(name))
        else:
            reading.add_definition("class", (node.start_byte, node.end_byte), (name.start_byte, name.end_byte))
    reading.package = ".".join(names)


def _imported(reading: Reading, node: "Node") -> Iterator[tuple[list[str], str]]:
    """The dotted names that an import clause names, each with what it is called here."""
    parts: list[str] = []
    for child in [*node.children, None]:
        if child is None or child.type == ",":
            if parts:
                yield parts, ""
            parts = []
        elif child.type in ("namespace_selectors", "as_renamed_identifier", "arrow_renamed_identifier"):
            choices = [child] if child.type != "namespace_selectors" else child.named_children
            reading.claimed.update(item.start_byte for item in child.named_children)
            for choice in choices:
                yield from _selected(reading, parts, choice)
            parts = []
        elif child.type == "namespace_wildcard":
            if reading.node_text(child) != "given":
                parts.append("*")
        elif child.type in ("identifier", "operator_identifier"):
            parts += [word] if (word := reading.node_text(child)) != "_root_" else []


def _selected(reading: Reading, parts: list[str], choice: "Node") -> Iterator[tuple[list[str], str]]:
    name, alias = choice.child_by_field_name("name"), choice.child_by_field_name("alias")
    reading.claimed.update(item.start_byte for item in choice.named_children)
    if name is not None and alias is not None:
        if alias.type != "wildcard":
            yield [*parts, reading.node_text(name)], reading.node_text(alias)
    elif choice.type == "identifier":
        yield [*parts, reading.node_text(choice)], ""
    elif choice.type == "namespace_wildcard" and reading.node_text(choice) != "given":
        yield [*parts, "*"], ""


def _keep_constants(reading: Reading) -> None:
    """In a pattern, a name in upper case or backticks is no new one."""
    kept: dict[int, RawLocal] = {}
    for local in reading.locals:
        at, end = local.name_at
        first = reading.text((at, min(end, at + 4)))[:1]
        if first.isupper() or first == "`":
            reading.claimed.discard(at)
        elif at not in kept or (kept[at].type is None and kept[at].value is None):
            kept[at] = local
    for found in reading.custom.get("parameter", ()):
        node = found["custom.parameter"]
        kept[node.start_byte] = RawLocal((node.start_byte, node.end_byte), None, None, False)
        reading.claimed.add(node.start_byte)
    reading.locals = list(kept.values())


def _decorate(reading: Reading) -> dict[int, int]:
    """Make annotations of definitions decorators; return where each of them begins and ends."""
    ends = {}
    for found in reading.custom.get("annotation", ()):
        node = found["custom.annotation"]
        ends[node.start_byte] = node.end_byte
        if (name := node.child_by_field_name("name")) is not None:
            reading.decorators.append((name.start_byte, name.end_byte))
    return ends


def _infer_results(reading: Reading) -> None:
    """A function without a declared result that only makes an object has that class, or its own for ``this``."""
    functions = {raw.name_at[0]: raw for raw in reading.definitions if raw.kind == "function"}
    for match in reading.custom.get("result", ()):
        raw, callee = functions.get(match["name"].start_byte), match["callee"]
        if raw is None or raw.name == "<init>":
            continue
        words = reading.node_text(callee)
        if words == "this":
            _return_own(reading, raw, match["custom.result"])
        elif _DOTTED.fullmatch(words) and callee != match["custom.result"].child_by_field_name("body"):
            raw.type = (callee.start_byte, callee.end_byte)


def _return_own(reading: Reading, raw: RawDefinition, function: "Node") -> None:
    body = function.parent
    cls = None if body is None else body.parent
    if cls is not None and cls.type in ("class_definition", "trait_definition", "object_definition"):
        name = cls.child_by_field_name("name")
        raw.type = None if name is None else (name.start_byte, name.end_byte)


def complete(facts: FileFacts) -> FileFacts:
    """Join companions, make reads of functions without parameters calls, and give names their last form."""
    _join_companions(facts)
    leave_out_points(facts)
    bind_results(facts, lambda item: item.signature.endswith((f": {item.annotation}", "...")))
    for definition in facts.definitions:
        if match := _HOLDER.match(definition.annotation):
            # What such an object holds is not what it is.
            definition.annotation = match[0]
        elif definition.annotation == "this.type" and definition.scope >= 0:
            definition.annotation = facts.definitions[definition.scope].name
        definition.bases = tuple(base.removesuffix(_CALLED) for base in definition.bases)
        if definition.name == "{}" and definition.bases:
            definition.signature = f"new {' with '.join(definition.bases)}"
    bind_members(facts)
    rewritten = _Rewriting(facts)
    for reference in facts.references:
        if reference.kind == "read" and rewritten.ends_bare(reference.name):
            reference.kind = "call"
        reference.name = rewritten(reference.name, is_call=reference.kind == "call")
    for binding in facts.bindings:
        if binding.kind == "alias" and rewritten.ends_bare(binding.value):
            binding.kind = "call"
        binding.value = rewritten(binding.value, is_call=binding.kind == "call").removesuffix(_CALLED)
    return facts


def _join_companions(facts: FileFacts) -> None:
    """Let an object beside a class of its name add its members to that: as a part of it, or within another as one."""
    definitions = facts.definitions
    homes = {
        (item.scope, item.name): number
        for number, item in enumerate(definitions)
        if item.kind == "class" and not _is_object(item)
    }
    joined = {}
    for number, item in enumerate(definitions):
        home = homes.get((item.scope, item.name), number) if item.kind == "class" else number
        if home != number and item.scope == _MODULE:
            item.is_part = True
        elif home < number:
            joined[number] = home
    if joined:
        _leave_out(facts, joined)


def _leave_out(facts: FileFacts, joined: dict[int, int]) -> None:
    """Leave definitions out, and what they contain to others that stand before them."""
    numbers, place = {_MODULE: _MODULE}, 0
    for number in range(len(facts.definitions)):
        if number in joined:
            numbers[number] = numbers[joined[number]]
        else:
            numbers[number] = place
            place += 1
    for number, home in joined.items():
        bases = facts.definitions[home].bases
        facts.definitions[home].bases = tuple(dict.fromkeys((*bases, *facts.definitions[number].bases)))
    facts.definitions = [item for number, item in enumerate(facts.definitions) if number not in joined]
    for items in (facts.definitions, facts.references, facts.imports, facts.bindings, facts.literals):
        for item in items:
            item.scope = numbers[item.scope]


def _is_object(definition: Definition) -> bool:
    return _OBJECT.match(definition.signature) is not None


class _Rewriting:
    """Writes names as the linker can follow them.

    ``bare`` are the functions of this file without parameters, whose name alone is a call. A function of the top level
    or an import that is called on something is an extension; a method of an implicit class is reached through that.
    """

    def __init__(self, facts: FileFacts) -> None:
        definitions = facts.definitions
        self.bound = {binding.name for binding in facts.bindings}
        functions = [item for item in definitions if item.kind in ("function", "method")]
        values = {item.name for item in definitions if item.kind not in ("function", "method")}
        self.bare = {item.name for item in functions if _takes_nothing(item)} - values
        self.bare -= {item.name for item in functions if not _takes_nothing(item)}
        methods, rich = set(), {}
        for item in functions:
            owner = definitions[item.scope] if item.scope >= 0 else None
            if owner is not None and owner.signature.startswith("implicit class "):
                rich[item.name] = f"{owner.name}{_CALLED}"
            elif item.kind == "method":
                methods.add(item.name)
        self.rich = {name: owner for name, owner in rich.items() if name not in methods | values}
        imported = {item.alias for item in facts.imports if not item.alias[:1].isupper()}
        self.extensions = (imported | {item.name for item in functions if item.scope == _MODULE}) - methods - values

    def ends_bare(self, name: str) -> bool:
        """Whether the last word of a name is a function without parameters."""
        before, _, last = name.rpartition(".")
        return last in self.bare and (bool(before) or last not in self.bound)

    def __call__(self, name: str, *, is_call: bool) -> str:
        """The name with curried calls as one, functions without parameters called, and extensions by themselves."""
        if ".this." in name or ".super." in name:
            name = _OWN_OBJECT.sub("", name)
        while "()()" in name:
            name = name.replace("()()", "()")
        parts = name.split(".")
        last = len(parts) - 1
        for at, part in enumerate(parts):
            if at < last and part in self.bare and (at > 0 or part not in self.bound):
                parts[at] += _CALLED
        for at in range(last, 0, -1):
            word = parts[at].removesuffix(_CALLED)
            if parts[at - 1] in ("super", "this") or (word == parts[at] and at < last) or not (is_call or at < last):
                continue
            if word in self.rich:
                return ".".join([self.rich[word], *parts[at:]])
            before = parts[at - 1]
            if word in self.extensions and (before.endswith(_CALLED) or not before[:1].isupper()):
                return ".".join(parts[at:])
        return ".".join(parts)


def _takes_nothing(definition: Definition) -> bool:
    after = definition.signature.partition(f"def {definition.name}")[2].lstrip()
    return bool(definition.signature) and _TAKES_NOTHING.match(after) is not None
