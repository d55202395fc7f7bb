"""Forms of Rust that a query cannot say: use trees, paths from the module itself, patterns, and types."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._rust.names import MACROS
from crossbearing_plugins.languages._treesitter.reading import RawLocal, Reading

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_TREE = 10_000
"""How many branches of one use declaration are read."""
MAX_TYPE = 400
MACRO = "macro"
"""As an import's module: the name is a macro that is in scope by where its definition stands."""
_PREFIX = re.compile(r"(?:&|\*(?:const|mut)\b|'\w+|mut\b|dyn\b|impl\b|ref\b|for\s*<[^<>]*>|\?|\s)+")
_PATH = re.compile(r"[^\W\d]\w*(?:\s*::\s*[^\W\d]\w*)*")
_BLANK = re.compile(r"\s+")
# A value of these is used like one of their first argument.
_POINTERS = frozenset({"Arc", "Box", "Cow", "Option", "Pin", "Rc", "Ref", "RefMut", "Result"})
_QUOTED = re.compile(r'^b?c?r?#*"(.*?)"#*$', re.DOTALL)
_DEFINITIONS = frozenset(
    {
        *("struct_item", "union_item", "enum_item", "trait_item", "type_item", "mod_item", "function_item"),
        *("function_signature_item", "macro_definition", "const_item", "static_item", "field_declaration"),
        "enum_variant",
    }
)
_CONDITION = re.compile(r"^([ \t]*)(cfg_\w+!\s{0,9}\{)[ \t]*\r?$", re.MULTILINE)
_MEANS_VALUE = frozenset({"Some", "Ok"})


def type_name(text: str) -> str:
    """The dotted path of the type that a written type names, through references and smart pointers."""
    text = text.removeprefix("->")[:MAX_TYPE]
    while True:
        prefix = _PREFIX.match(text)
        text = text[prefix.end() :] if prefix else text
        match = _PATH.match(text)
        if match is None:
            return ""
        path = _BLANK.sub("", match[0]).replace("::", ".")
        rest = text[match.end() :].lstrip().removeprefix("::")
        if path.rpartition(".")[2] not in _POINTERS or not rest.startswith("<"):
            return "" if path in ("fn", "unsafe", "extern") else path
        text = rest[1:]
        if text.lstrip().startswith("'"):
            text = text.partition(",")[2]


def owner(text: str) -> str:
    """The name of the type that an ``impl`` block is of; nothing for slices, tuples and type parameters."""
    name = type_name(text).rpartition(".")[2]
    return "" if len(name) == 1 else name


def literal(text: str) -> str:
    """The text between the quotes of a string."""
    match = _QUOTED.match(text)
    return match[1] if match else text


def without_conditions(text: str) -> str:
    """The text without the macro calls around items that are named for a condition (``cfg_rt! { ... }``).

    Such macros give back what they are given. Only those are seen whose closing bracket is indented like the call.
    """
    if "cfg_" not in text:
        return text
    parts, position = [], 0
    closing: dict[int, int] = {}
    for match in _CONDITION.finditer(text):
        end = re.compile(rf"^{match[1]}\}}", re.MULTILINE).search(text, match.end())
        if end is not None:
            closing[match.start(2)] = match.end()
            closing[end.end() - 1] = end.end()
    for start, end_at in sorted(closing.items()):
        parts += [text[position:start], " " * (end_at - start)]
        position = end_at
    return "".join([*parts, text[position:]])


def module(text: str) -> tuple[str, int]:
    """A module as it is written."""
    return text, 0


def finish(reading: Reading) -> None:
    """Read use trees, module declarations, macros and paths; forget what patterns do not bind."""
    for found in reading.custom.get("use", ()):
        _use(reading, found["custom.use"])
    for found in reading.custom.get("module", ()):
        node = found["custom.module"]
        name = reading.node_text(node)
        reading.heads.pop(node.start_byte, None)
        reading.add_import(node.start_byte, _file_of(reading, node) or f"self::{name}", "", name)
    for found in reading.custom.get("attribute", ()):
        if _of_definition(found["custom.attribute"]):
            reading.decorators.append(_span(found["name"]))
        else:
            reading.claimed.add(found["name"].start_byte)
    for found in reading.custom.get("own", ()):
        _start_at_name(reading, found["own"], found["custom.own"])
    for found in reading.custom.get("held", ()):
        if reading.node_text(found["variant"]) in _MEANS_VALUE:
            held = RawLocal(_span(found["custom.held"]), None, _span(found["value"]), False)
            reading.locals = [local for local in reading.locals if local.name_at != held.name_at] + [held]
    _drop_constants(reading)
    _drop_macros(reading)
    _import_heads(reading)
    reading.locals = [local._replace(value=_asked(reading, local.value)) for local in reading.locals]


def _asked(reading: Reading, value: tuple[int, int] | None) -> tuple[int, int] | None:
    """A value without the question marks behind it."""
    if value is None:
        return None
    start, end = value
    while end > start and reading.source.data[end - 1 : end] == b"?":
        end -= 1
    return start, end


def _drop_constants(reading: Reading) -> None:
    """A name in capitals in a pattern is a constant or a variant."""
    kept = []
    types = {found["custom.parameter"].start_byte for found in reading.custom.get("parameter", ())}
    reading.claimed |= types
    _drop_parameters(reading)
    for local in reading.locals:
        first = reading.source.data[local.name_at[0] : local.name_at[0] + 1]
        if not first.isupper() or local.name_at[0] in types:
            kept.append(local)
        else:
            reading.claimed.discard(local.name_at[0])
    reading.locals = kept


def _drop_parameters(reading: Reading) -> None:
    """Type parameters of ``impl`` blocks lead nowhere; those in one letter are builtins."""
    names = {reading.node_text(found["custom.parameter"]) for found in reading.custom.get("parameter", ())}
    names -= {raw.name for raw in reading.definitions} | {found.alias for found in reading.imports}
    words = {name.encode() for name in names if len(name) > 1 and name[0].isupper()}
    if words:
        data = reading.source.data
        reading.heads = {start: end for start, end in reading.heads.items() if data[start:end] not in words}


def _drop_macros(reading: Reading) -> None:
    """A macro of the standard library is no function of that name."""
    own = {raw.name for raw in reading.definitions if reading.source.data.startswith(b"macro_rules", raw.start)}
    own |= {found.name for found in reading.imports}
    for found in reading.custom.get("macro", ()):
        node = found["custom.macro"]
        name = reading.node_text(node)
        if name in MACROS and name not in own:
            reading.heads.pop(node.start_byte, None)
            reading.calls.pop(node.start_byte, None)


def _use(reading: Reading, root: "Node") -> None:
    """Read one use tree: each leaf is an import."""
    pending: list[tuple[Node, str]] = [(root, "")]
    for _ in range(MAX_TREE):
        if not pending:
            break
        node, prefix = pending.pop()
        kind = node.type
        if kind == "use_list":
            pending += [(child, prefix) for child in reversed(node.named_children)]
        elif kind == "scoped_use_list":
            path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
            if inner is not None:
                pending.append((inner, _joined(prefix, _path(reading, path))))
        elif kind == "use_wildcard":
            whole = _path(reading, node.named_children[0] if node.named_children else None)
            reading.add_import(node.start_byte, _joined(prefix, whole), "*", "")
        elif kind == "use_as_clause":
            path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
            if path is not None and alias is not None:
                _leaf(reading, path, _joined(prefix, _path(reading, path)), reading.node_text(alias))
        elif kind in ("identifier", "scoped_identifier", "self", "crate", "super"):
            _leaf(reading, node, _joined(prefix, _path(reading, node)), "")
    start, end = _span(root)
    for place in _heads_between(reading, start, end):
        del reading.heads[place]


def _heads_between(reading: Reading, start: int, end: int) -> list[int]:
    data, heads = reading.source.data, reading.heads
    places = (start + match.start() for match in re.finditer(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*", data[start:end]))
    return [place for place in places if place in heads]


def _leaf(reading: Reading, node: "Node", path: str, alias: str) -> None:
    before, _, name = path.rpartition("::")
    if name == "self" and before:
        # use a::{self} is use a.
        path = before
        before, _, name = path.rpartition("::")
    at = node.child_by_field_name("name") or node
    if name == "_" or alias == "_":
        alias = ""
    elif not alias:
        alias = name
    if not before or name in ("super", "crate", "self"):
        reading.add_import(at.start_byte, path, "", alias)
    else:
        reading.add_import(at.start_byte, before, name, alias)


def _path(reading: Reading, node: "Node | None") -> str:
    return "" if node is None else _BLANK.sub("", reading.node_text(node))


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}::{path}".strip(":")


def _file_of(reading: Reading, name: "Node") -> str:
    """The file that ``#[path = "..."]`` above a module's declaration gives it."""
    item = name.parent
    above = None if item is None else item.prev_named_sibling
    while above is not None and above.type in ("attribute_item", "line_comment"):
        if match := re.match(r'#\[path\s*=\s*"([^"]+)"', reading.node_text(above)):
            return match[1]
        above = above.prev_named_sibling
    return ""


def _of_definition(attribute: "Node") -> bool:
    """Whether what follows an attribute is a definition that has a name of its own."""
    item = attribute.next_named_sibling
    while item is not None and item.type in ("attribute_item", "line_comment", "block_comment"):
        item = item.next_named_sibling
    if item is None or item.type not in _DEFINITIONS:
        return False
    return item.type != "mod_item" or item.child_by_field_name("body") is not None


def _start_at_name(reading: Reading, own: "Node", name: "Node") -> None:
    """``self::name`` means ``name`` in the module itself."""
    start, place = own.start_byte, name.start_byte
    if reading.heads.pop(start, None) is None:
        return
    reading.claimed.discard(place)
    reading.heads[place] = name.end_byte
    if calls := reading.calls.pop(start, None):
        reading.calls[place] = calls


def _import_heads(reading: Reading) -> None:
    """Crates and macros need no import; what a path or macro call begins with and nothing declares is one of them."""
    known = {found.alias for found in reading.imports} | {raw.name for raw in reading.definitions}
    known |= reading.language.builtins
    for key, place in (("path", "custom.path"), ("macro", "custom.macro")):
        for found in reading.custom.get(key, ()):
            node = found[place]
            name = reading.node_text(node)
            if name in known or node.start_byte not in reading.heads or name[:1].isupper() or name == "super":
                continue
            known.add(name)
            module_name = name if key == "path" else MACRO
            reading.add_import(node.start_byte, module_name, "" if key == "path" else name, name)


def _span(node: "Node") -> tuple[int, int]:
    return node.start_byte, node.end_byte
