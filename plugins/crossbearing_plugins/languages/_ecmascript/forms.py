"""Forms of modules that a query cannot say: ``require`` in declarations, ``module.exports``, exports with new names."""

from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import RawImport, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

DEFAULT = "default"
NAMELESS = "{}"
OWN = ""
"""As an import's module: the file itself, which gives one of its names to others under a second one."""
_EXPORTS = ("exports", "module.exports")
_FUNCTIONS = ("arrow_function", "function_expression", "generator_function", "class", "function")


def owner(text: str) -> str:
    """The name of what a function is assigned to; nothing where that is the module's exports."""
    return "" if text in _EXPORTS else text


def declared_type(text: str) -> str:
    """The class that a declared type names; nothing for arrays, functions and literals."""
    text = text.removeprefix(":").strip()
    return "" if text.endswith(("]", "}", ")")) or "=>" in text or text[:1] in "{([\"'" else text


def finish(reading: Reading) -> None:
    """Read the module forms of one file."""
    required = [_require(reading, found) for found in reading.custom.get("require", ())]
    for found in reading.custom.get("required", ()):
        module = found["module"]
        if module.start_byte not in required:
            reading.add_import(module.start_byte, reading.node_text(module), "", "")
    _drop_nameless(reading)
    reading.imports = [_named(reading, found) for found in reading.imports]
    _drop_variables(reading, {found.at for found in reading.imports})
    for found in reading.custom.get("renamed", ()):
        _export_as(reading, found["custom.renamed"])
    for found in reading.custom.get("default", ()):
        node = found["custom.default"]
        reading.add_import(node.start_byte, OWN, reading.node_text(node), DEFAULT)
    for found in reading.custom.get("exports", ()):
        _module_exports(reading, found["value"])
    for found in reading.custom.get("exported", ()):
        _exported(reading, found)
    if any(found.name == "*" for found in reading.imports):
        # What a star brings is public as well, and not known here.
        reading.exports_known = False


def _drop_nameless(reading: Reading) -> None:
    """What ``export default`` gives has that name, and none as an object or class besides."""
    bodies = {raw.body for raw in reading.definitions if raw.name == DEFAULT}
    if bodies:
        reading.definitions = [
            raw for raw in reading.definitions if raw.name != NAMELESS or bodies.isdisjoint((raw.start, raw.body))
        ]


def _named(reading: Reading, found: RawImport) -> RawImport:
    """An import that binds nothing must not seem to bind the first part of its module's name."""
    return found if found.name or found.alias else found._replace(alias=reading.language.module(found.module)[0])


def _require(reading: Reading, found: "Mapping[str, Node]") -> int:
    module = found["module"]
    text = reading.node_text(module)
    name, alias, namespace = found.get("name"), found.get("alias"), found.get("namespace")
    bound = alias or namespace or name
    assert bound is not None
    if name is not None:
        reading.claimed.add(name.start_byte)
    wanted = reading.node_text(name) if name is not None else "" if namespace is not None else DEFAULT
    reading.add_import(bound.start_byte, text, wanted, reading.node_text(bound))
    return module.start_byte


def _drop_variables(reading: Reading, imported: set[int]) -> None:
    """A variable that holds a required module is an import."""
    reading.definitions = [
        raw for raw in reading.definitions if raw.kind != "variable" or raw.name_at[0] not in imported
    ]
    reading.locals = [local for local in reading.locals if local.name_at[0] not in imported]


def _export_as(reading: Reading, node: "Node") -> None:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    assert name is not None
    own = reading.node_text(name)
    public = reading.node_text(alias) if alias is not None else own
    if alias is not None:
        reading.claimed.add(alias.start_byte)
    reading.exports.append(public)
    reading.exports_known = True
    if public != own:
        reading.add_import(name.start_byte, OWN, own, public)


def _module_exports(reading: Reading, value: "Node") -> None:
    """``module.exports = value``: the default of the module, or its names."""
    if value.type == "identifier":
        reading.add_import(value.start_byte, OWN, reading.node_text(value), DEFAULT)
    elif value.type == "object":
        reading.definitions = [
            raw for raw in reading.definitions if raw.start != value.start_byte or raw.name_at[0] != raw.name_at[1]
        ]
        for pair in value.named_children:
            key, held = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if pair.type == "pair" and key is not None and held is not None and held.type not in _FUNCTIONS:
                _public(reading, pair, key, held)
    elif module := _required_module(reading, value):
        reading.add_import(value.start_byte, module, DEFAULT, DEFAULT)
    elif value.type in ("call_expression", "new_expression"):
        place = (value.start_byte, value.end_byte)
        raw = reading.add_definition("variable", place, (value.start_byte, value.start_byte), DEFAULT)
        raw.value = place


def _required_module(reading: Reading, value: "Node") -> str:
    """The module that ``require("module")`` names; empty where the value is something else."""
    function, arguments = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    if function is None or arguments is None or reading.node_text(function) != "require":
        return ""
    strings = [node for node in arguments.named_children if node.type == "string"]
    return reading.node_text(strings[0]) if strings else ""


def _exported(reading: Reading, found: "Mapping[str, Node]") -> None:
    """``exports.name = value``, where the value is no function."""
    name, value = found["name"], found["value"]
    if value.type not in _FUNCTIONS:
        _public(reading, found["custom.exported"], name, value)


def _public(reading: Reading, whole: "Node", name: "Node", value: "Node") -> None:
    if value.type == "identifier" and reading.node_text(value) == reading.node_text(name):
        return
    span = (whole.start_byte, whole.end_byte)
    raw = reading.add_definition("variable", span, (name.start_byte, name.end_byte))
    raw.value = (value.start_byte, value.end_byte)
