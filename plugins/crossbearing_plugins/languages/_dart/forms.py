"""Forms of Dart that a query cannot say: members and their types, constructors, extensions and directives."""

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from crossbearing.plugin import FileFacts
from crossbearing_plugins.languages._dart.directives import close, read_directive
from crossbearing_plugins.languages._dart.links import CHAINS, Links
from crossbearing_plugins.languages._dart.names import BUILTINS
from crossbearing_plugins.languages._treesitter.reading import RawAssignment, RawLocal, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPE = re.compile(r"([^\W\d][\w$]*(?:\s*\.\s*[^\W\d][\w$]*)?)")
_FUTURE = re.compile(r"(?:\w+\.)?(?:Future|FutureOr)\s*<(.*)>\??$", re.DOTALL)
_MODIFIERS = re.compile(
    rb"(?:\s*(?:static|final|const|late|var|covariant|external|abstract|required|factory|augment|get|set|"
    rb"@[\w.]+(?:\([^()]*\))?)(?![\w$]))*\s*"
)
_DOTTED = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*(?:\s*\.\s*[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)*")
_ALIAS = re.compile(rb"typedef\s+([\w$]+)\s*(?:<[^=]*>)?\s*=\s*([\w$.]*)")
_EXTENSION = re.compile(rb"extension\s+(?:(?!on\b)([\w$]+)\s*(?:<.*?>)?\s*)?on\s+([\w$.]+)", re.DOTALL)
_STRING = re.compile(r"""r?('''|\"{3}|'|")(.*?)(?:'''|\"{3}|'|")?$""", re.DOTALL)
_MIXED = re.compile(r"\bwith\s+([^{]*?)(?:\bimplements\b|$)")
_GETTER = re.compile(r"(?:^|\s)get\s+\w|(?:^|\s)set\s+\w")
_MODULE = -1
_LONGEST_LINE = 500
_CONSTRUCTORS = (
    "constructor_signature",
    "constant_constructor_signature",
    "factory_constructor_signature",
    "redirecting_factory_constructor_signature",
)
_AROUND = ("method_signature", "declaration")
_ANNOTATIONS = re.compile(rb"(?:@[\w.]+(?:\([^()]*\))?\s*)+")
# A query for the names in long chains takes time that grows with the square of their length.
_LINK = re.compile(rb"(?<!\.)\.\s*(?=[\w$\x80-\xff])")


def declared_type(text: str) -> str:
    """The class that a declared type names, of a future its result; nothing for functions and records."""
    text = text.strip()
    for _ in range(4):
        match = _FUTURE.match(text)
        if match is None:
            break
        text = match[1].strip()
    match = None if "Function(" in text or text.startswith("(") else _TYPE.match(text)
    name = "".join(match[1].split()) if match else ""
    return "" if name in ("void", "dynamic", "var", "final") else name


def literal(text: str) -> str:
    """The text of a string of any form."""
    match = _STRING.match(text)
    return match[2] if match else text


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    data = reading.source.data
    reading.claimed.update(match.end() for match in _LINK.finditer(data))
    reading.heads = {start: end for start, end in reading.heads.items() if start < end}
    links = Links(reading)
    for raw in reading.definitions:
        if match := _ANNOTATIONS.match(data, raw.start, raw.name_at[0]):
            raw.start = match.end()
    _functions(reading)
    _extensions(reading)
    _aliases(reading)
    _fields(reading, links)
    _locals(reading, links)
    _assignments(reading, links)
    _promoted(reading)
    _bounded(reading)
    for found in reading.custom.get("base", ()):
        start = found["custom.base"].start_byte
        if match := _DOTTED.match(reading.source.data, start):
            reading.bases.append((start, match.end()))
    for found in reading.custom.get("directive", ()):
        read_directive(reading, found["custom.directive"])
    close(reading)


def _type_before(data: bytes, start: int, end: int) -> Span | None:
    """The type that stands between two places, behind modifiers."""
    match = _MODIFIERS.match(data, start, end)
    begin = match.end() if match else start
    while end > begin and data[end - 1 : end].isspace():
        end -= 1
    return (begin, end) if begin < end else None


# Functions and types


def _functions(reading: Reading) -> None:
    """A function is its signature and the body beside it."""
    for found in reading.custom.get("function", ()):
        node = found["custom.function"]
        outer = beside = node
        while outer.parent is not None and outer.parent.type in _AROUND:
            outer = beside = outer.parent
        if outer.parent is not None and outer.parent.type == "lambda_expression":
            outer = outer.parent
        if node.type in _CONSTRUCTORS:
            name_at, name = _constructor_name(reading, node), ""
        else:
            name_at, name = _function_name(node)
        body = beside.next_named_sibling
        has_body = body is not None and body.type == "function_body"
        end = body.end_byte if body is not None and has_body else outer.end_byte
        raw = reading.add_definition("function", (outer.start_byte, end), name_at, name)
        raw.body = _body_start(node, body.start_byte if body is not None and has_body else end)
        if node.type in _CONSTRUCTORS:
            raw.name = _constructor_label(reading, node)
        elif (type_ := _type_before(reading.source.data, node.start_byte, name_at[0])) is not None:
            raw.type = type_


def _body_start(node: "Node", default: int) -> int:
    """Where a signature ends: before initialisers, or what the node's siblings hold."""
    following = node.next_named_sibling
    return following.start_byte if following is not None and following.type == "initializers" else default


def _function_name(node: "Node") -> tuple[Span, str]:
    name = node.child_by_field_name("name")
    if name is not None:
        return (name.start_byte, name.end_byte), ""
    for child in node.children:
        if child.type == "operator":
            sign = child.next_sibling or child
            return (sign.start_byte, sign.end_byte), ""
    return (node.start_byte, node.start_byte + 1), ""


def _constructor_words(node: "Node") -> list["Node"]:
    words = []
    for child in node.children:
        if child.type in ("identifier", "type_identifier", "new"):
            words.append(child)
        elif child.type.endswith("parameter_list") or child.type == "=":
            break
    return words[:2]


def _constructor_name(reading: Reading, node: "Node") -> Span:
    words = _constructor_words(node)
    reading.claimed.update(word.start_byte for word in words)
    last = words[-1] if words else node
    return last.start_byte, last.end_byte


def _constructor_label(reading: Reading, node: "Node") -> str:
    words = _constructor_words(node)
    return reading.node_text(words[1]) if len(words) > 1 else "new"


def _extensions(reading: Reading) -> None:
    """An extension is a part of the class that it is on; one of a standard type, a class of its own."""
    data = reading.source.data
    for found in reading.custom.get("extension", ()):
        node, body = found["custom.extension"], found["body"]
        match = _EXTENSION.match(data, node.start_byte, body.start_byte)
        if match is None:
            continue
        is_outside = match[2].decode("utf-8", "replace").rpartition(".")[2] in BUILTINS
        span = (node.start_byte, node.end_byte)
        if is_outside:
            raw = reading.add_definition("class", span, match.span(1 if match[1] else 2), "" if match[1] else "{}")
        else:
            start = match.start(1) if match[1] else span[0]
            raw = reading.add_definition("class", (start, span[1]), match.span(2))
            raw.is_part = True
            raw.name = raw.name.rpartition(".")[2]
            if match[1]:
                named = reading.add_definition("variable", (span[0], body.start_byte), match.span(1))
                named.value = match.span(2)
                reading.heads[match.start(2)] = match.end(2)
                reading.claimed.discard(match.start(2))
        raw.body = body.start_byte


def _aliases(reading: Reading) -> None:
    data = reading.source.data
    for found in reading.custom.get("alias", ()):
        node = found["custom.alias"]
        span = (node.start_byte, node.end_byte)
        if match := _ALIAS.match(data, *span):
            names_class = (
                match[2]
                and data[match.end() : match.end() + 1] in (b";", b"<")
                and b"Function" not in data[slice(*span)]
            )
            raw = reading.add_definition("variable" if names_class else "function", span, match.span(1))
            raw.value = match.span(2) if names_class else None
            continue
        words = [child for child in node.named_children if child.type == "type_identifier"]
        if words:
            reading.add_definition("function", span, (words[-1].start_byte, words[-1].end_byte))


# Fields and locals


def _fields(reading: Reading, links: Links) -> None:
    data = reading.source.data
    for found in reading.custom.get("field", ()):
        name = found["custom.field"]
        item = name.parent
        outer = item.parent if item is not None else None
        if item is None or outer is None:
            continue
        value = name.next_named_sibling
        if outer.type == "initialized_variable_definition":
            first = outer.child_by_field_name("name")
            type_ = _type_before(data, outer.start_byte, first.start_byte if first else outer.start_byte)
            reading.claimed.add(name.start_byte)
            _add_local(reading, links, (name.start_byte, name.end_byte), type_, value)
            continue
        declared = outer.parent if outer.parent is not None and outer.parent.type == "declaration" else None
        start = declared.start_byte if declared else _start_of_type(data, outer.start_byte)
        span = (start, outer.end_byte if declared is None else declared.end_byte)
        raw = reading.add_definition("variable", span, (name.start_byte, name.end_byte))
        raw.type = _type_before(data, start, outer.start_byte)
        if raw.type is None and value is not None:
            raw.type, raw.value = _held(links, value)


def _start_of_type(data: bytes, place: int) -> int:
    """Where the type of a variable of the library begins: behind what ends before it on its line."""
    line = max(data.rfind(b"\n", max(0, place - _LONGEST_LINE), place) + 1, place - _LONGEST_LINE, 0)
    return max(line, data.rfind(b";", line, place) + 1, data.rfind(b"}", line, place) + 1)


def _held(links: Links, value: "Node") -> tuple[Span | None, Span | None]:
    """The type that a value is cast to, or the span of its chain."""
    if value.type == "if_null_expression":
        value = value.named_child(0) or value
    if value.type == "type_cast_expression":
        cast = value.named_child(value.named_child_count - 1)
        for child in cast.named_children if cast else ():
            if child.type == "type_identifier":
                return (child.start_byte, child.end_byte), None
        return None, None
    is_call = value.type == "relational_expression" and links.ends.get(value.start_byte) == value.end_byte
    return None, links.value(value) if is_call or value.type in CHAINS else None


def _add_local(reading: Reading, links: Links, name_at: Span, type_: Span | None, value: "Node | None") -> None:
    held = None
    if type_ is None and value is not None:
        type_, held = _held(links, value)
    reading.locals.append(RawLocal(name_at, type_, held, False))


def _locals(reading: Reading, links: Links) -> None:
    data = reading.source.data
    for role in ("variable", "parameter"):
        for found in reading.custom.get(role, ()):
            name = found[f"custom.{role}"]
            node = name.parent
            if node is None:
                continue
            name_at = (name.start_byte, name.end_byte)
            reading.claimed.add(name_at[0])
            value = node.child_by_field_name("value") if role == "variable" else None
            _add_local(reading, links, name_at, _type_before(data, node.start_byte, name_at[0]), value)
    for found in reading.custom.get("caught", ()):
        name = found["custom.caught"]
        reading.claimed.add(name.start_byte)
        clause = name.parent.parent if name.parent is not None else None
        before = clause.prev_named_sibling if clause is not None else None
        type_ = None
        if name.prev_named_sibling is None and before is not None and before.type == "type_identifier":
            type_ = (before.start_byte, before.end_byte)
        reading.locals.append(RawLocal((name.start_byte, name.end_byte), type_, None, False))


def _assignments(reading: Reading, links: Links) -> None:
    for found in reading.custom.get("initializer", ()):
        name = found["custom.initializer"]
        value, before = name.next_named_sibling, name.prev_named_sibling
        if value is not None and (before is None or before.type == "this"):
            type_, held = _held(links, value)
            span = (name.start_byte, name.end_byte)
            reading.claimed.add(span[0])
            reading.assignments.append(RawAssignment(span, type_, held, "this."))
    for found in reading.custom.get("assigned", ()):
        target, value = found["target"], found["custom.assigned"]
        if value.prev_sibling is None or value.prev_sibling.type != "=":
            continue
        type_, held = _held(links, value)
        if type_ is not None or held is not None:
            first = target.named_child(0)
            if first is not None and (first.type == "this" or target.named_child_count == 1):
                reading.assignments.append(RawAssignment((target.start_byte, target.end_byte), type_, held, ""))


def _promoted(reading: Reading) -> None:
    """Behind ``if (x is Foo)``, a local ``x`` is a ``Foo``."""
    promoted = reading.custom.get("promoted", ())
    if not promoted:
        return
    data, starts = reading.source.data, sorted(reading.heads)
    for found in promoted:
        name, body, type_ = found["custom.promoted"], found["body"], found["type"]
        if reading.node_text(found["test"]) != "is":
            continue
        word = data[name.start_byte : name.end_byte]
        for start in starts[bisect_left(starts, body.start_byte) : bisect_left(starts, body.end_byte)]:
            if data[start : reading.heads[start]] == word and start not in reading.claimed:
                span = (type_.start_byte, type_.end_byte)
                reading.locals.append(RawLocal((start, start + len(word)), span, None, False))
                break


def _bounded(reading: Reading) -> None:
    """A value of a type parameter is what the parameter has to be."""
    bounds: dict[bytes, list[tuple[int, int, Span]]] = {}
    data = reading.source.data
    for found in reading.custom.get("bound", ()):
        name, type_ = found["custom.bound"], found["type"]
        around = name.parent.parent.parent if name.parent is not None and name.parent.parent is not None else None
        if around is None:
            continue
        end = around.end_byte
        if around.type.endswith("_signature"):
            body = (around.parent or around).next_named_sibling
            end = body.end_byte if body is not None else end
        bounds.setdefault(data[name.start_byte : name.end_byte], []).append(
            (around.start_byte, end, (type_.start_byte, type_.end_byte))
        )
    if not bounds:
        return

    def bounded(span: Span | None) -> Span | None:
        if span is None:
            return None
        word = data[span[0] : span[1]].rstrip(b"? ")
        return next((to for start, end, to in bounds.get(word, ()) if start <= span[0] < end), span)

    reading.locals = [local._replace(type=bounded(local.type)) for local in reading.locals]
    for raw in reading.definitions:
        raw.type = bounded(raw.type)


def complete(facts: FileFacts) -> FileFacts:
    """Reduce types, order bases as members are looked up, and say which methods are properties."""
    for definition in facts.definitions:
        if definition.annotation:
            definition.annotation = declared_type(definition.annotation) or definition.annotation
        if definition.kind == "class" and len(definition.bases) > 1:
            definition.bases = _mixins_first(definition.signature, definition.bases)
        if definition.kind not in ("method", "function") or definition.scope == _MODULE:
            continue
        if match := _GETTER.search(definition.signature):
            is_getter = match[0].strip().startswith("get")
            mark = "property" if is_getter else f"{definition.name}.setter"
            definition.decorators = (*definition.decorators, mark)
        elif _is_constructor(definition.signature, facts.definitions[definition.scope].name):
            definition.annotation = "Self"
    return facts


def _mixins_first(signature: str, bases: tuple[str, ...]) -> tuple[str, ...]:
    """Members of mixins go before those of the superclass, the last mixin first."""
    match = _MIXED.search(signature)
    mixed = re.findall(r"[\w$.]+", re.sub(r"<[^<>]*>", "", match[1])) if match else []
    found = [base for base in reversed(mixed) if base in bases]
    return (*found, *(base for base in bases if base not in found))


def _is_constructor(signature: str, name: str) -> bool:
    head = re.match(r"(?:(?:const|factory|external|augment)\s+)*([\w$]+)(?:\.[\w$]+)?\s*\(", signature)
    return head is not None and head[1] == name
