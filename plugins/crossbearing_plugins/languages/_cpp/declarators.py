"""Functions, methods, constructors and operators by their declarators, which may stand in any depth of others."""

import re
from typing import TYPE_CHECKING, NamedTuple

from crossbearing_plugins.languages._treesitter.reading import RawDefinition, RawLocal, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

CONSTRUCTOR = "<ctor>"
_AROUND = frozenset(("pointer_declarator", "reference_declarator", "attributed_declarator"))
_WHOLE = frozenset(("function_definition", "declaration", "field_declaration"))
_OPEN = frozenset(
    (
        "translation_unit",
        "declaration_list",
        "field_declaration_list",
        "linkage_specification",
        "friend_declaration",
        "template_declaration",
        "template_instantiation",
        "ERROR",
    )
)
_THROUGH = frozenset(("template_declaration", "friend_declaration", "linkage_specification", "ERROR"))
_PLAIN = frozenset(("primitive_type", "sized_type_specifier", "placeholder_type_specifier", "decltype"))
_TESTS = frozenset(("TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BENCHMARK_F", "BENCHMARK_DEFINE_F"))
_SPACE = re.compile(r"\s+")


class _Name(NamedTuple):
    """The name in a declarator, and the stretch that names its class."""

    node: "Node"
    text: str
    owner: Span | None


def functions(reading: Reading) -> None:
    """Add a definition for every function that the file defines or declares."""
    for found in reading.custom.get("function", ()):
        _function(reading, found["custom.function"])
    for found in reading.custom.get("cast", ()):
        _conversion(reading, found["custom.cast"])


def _function(reading: Reading, declarator: "Node") -> None:
    inner = declarator.child_by_field_name("declarator")
    if inner is None:
        return
    if inner.type == "parenthesized_declarator":
        _parameters(reading, declarator)
        return
    whole, name = _whole(declarator), _name(reading, inner)
    if whole is None or name is None:
        return
    if whole.type != "function_definition" and not _is_open(whole):
        _local(reading, whole, declarator, name)
    elif whole.child_by_field_name("type") is None and name.node.type in ("identifier", "field_identifier"):
        _without_type(reading, whole, declarator, name)
    else:
        raw = _add(reading, whole, name, name.text)
        _returns(reading, whole, declarator, raw)


def _whole(node: "Node") -> "Node | None":
    """The declaration around a declarator."""
    around = node.parent
    while around is not None and around.type in _AROUND:
        around = around.parent
    return around if around is not None and around.type in _WHOLE else None


def _is_open(whole: "Node") -> bool:
    """Whether a declaration stands outside of all function bodies."""
    around = whole.parent
    while around is not None and around.type.startswith("preproc_"):
        around = around.parent
    return around is None or around.type in _OPEN


def _name(reading: Reading, node: "Node") -> _Name | None:
    start, owner = node.start_byte, None
    while node.type == "qualified_identifier":
        inner = node.child_by_field_name("name")
        if inner is None:
            return None
        if node.child_by_field_name("scope") is not None:
            owner = start, inner.start_byte
        node = inner
    if node.type in ("template_function", "template_method"):
        inner = node.child_by_field_name("name")
        if inner is None:
            return None
        node = inner
    if node.type not in ("identifier", "field_identifier", "destructor_name", "operator_name", "operator_cast"):
        return None
    text = _SPACE.sub(" ", reading.node_text(node)).strip()
    is_sign = node.type == "operator_name" and not text[8:].strip()[:1].isalpha()
    if is_sign or node.type == "destructor_name":
        text = text.replace(" ", "")
    return _Name(node, text, owner)


def _local(reading: Reading, whole: "Node", declarator: "Node", name: _Name) -> None:
    """``Store store(path);`` in a function: a variable, not the declaration of a function."""
    _parameters(reading, declarator)
    type_ = whole.child_by_field_name("type")
    if name.node.type != "identifier" or name.owner is not None or type_ is None:
        return
    span = type_.start_byte, type_.end_byte
    reading.claimed.add(name.node.start_byte)
    reading.locals.append(RawLocal((name.node.start_byte, name.node.end_byte), span, None, False))
    if type_.type in ("type_identifier", "qualified_identifier"):
        reading.calls.setdefault(span[0], []).append((span[1], *span))


def _parameters(reading: Reading, declarator: "Node") -> None:
    """Names of parameters that no function body sees."""
    reading.scopes += [
        (child.start_byte, child.end_byte, False) for child in declarator.children if child.type == "parameter_list"
    ]


def _without_type(reading: Reading, whole: "Node", declarator: "Node", name: _Name) -> None:
    """A constructor, or a macro that makes a function: of tests the name is known."""
    if name.owner is not None:
        words = re.findall(r"\w+", re.sub(r"<.*>", "", reading.text(name.owner)))
        is_constructor = bool(words) and words[-1] == name.text
    else:
        is_constructor = _class_around(reading, whole) == name.text
    if is_constructor:
        _add(reading, whole, name, CONSTRUCTOR)
    elif name.text in _TESTS and name.owner is None:
        _test(reading, whole, declarator, name)
    elif name.text.isupper() or whole.type != "function_definition":
        reading.scopes.append((whole.start_byte, whole.end_byte, True))
    else:
        _add(reading, whole, name, name.text)


def _class_around(reading: Reading, whole: "Node") -> str:
    around = whole.parent
    while around is not None and (around.type in _THROUGH or around.type.startswith("preproc_")):
        around = around.parent
    if around is None or around.type != "field_declaration_list" or around.parent is None:
        return ""
    name = around.parent.child_by_field_name("name")
    return "" if name is None else reading.node_text(name).partition("<")[0].strip()


def _test(reading: Reading, whole: "Node", declarator: "Node", name: _Name) -> None:
    """``TEST_F(Fixture, Name)`` is a method of the fixture, ``TEST(Group, Name)`` a function."""
    parameters = declarator.child_by_field_name("parameters")
    words = [] if parameters is None else parameters.named_children
    if len(words) != 2:
        return
    group, test = words
    text = reading.node_text(test)
    at = _Name(test, text, None)
    for node in words:
        reading.claimed.add(node.start_byte)
        reading.heads.pop(node.start_byte, None)
    reading.heads.pop(name.node.start_byte, None)
    # The test alone would hide what it is named after.
    owner = None if name.text == "TEST" else (group.start_byte, group.end_byte)
    _add(reading, whole, at._replace(owner=owner), f"{reading.node_text(group)}_{text}")


def _conversion(reading: Reading, node: "Node") -> None:
    """``operator bool() const``."""
    around, owner = node.parent, None
    if around is not None and around.type == "qualified_identifier":
        owner = around.start_byte, node.start_byte
        around = around.parent
    type_ = node.child_by_field_name("type")
    if around is None or type_ is None or around.type not in _WHOLE:
        return
    start, end = node.start_byte, type_.end_byte
    name = _Name(node, f"operator {_SPACE.sub(' ', reading.node_text(type_))}", owner)
    raw = _add(reading, around, name, name.text)
    raw.name_at = start, end
    if type_.type not in _PLAIN:
        reading.returns.append((type_.start_byte, type_.end_byte))


def _add(reading: Reading, whole: "Node", name: _Name, text: str) -> RawDefinition:
    node = name.node
    raw = reading.add_definition("function", (whole.start_byte, whole.end_byte), (node.start_byte, node.end_byte), text)
    raw.owner = name.owner
    body = whole.child_by_field_name("body")
    if body is not None:
        raw.body = body.start_byte
    for child in whole.children:
        if child.type in ("field_initializer_list", "default_method_clause", "delete_method_clause", "try_statement"):
            raw.body = min(raw.body, child.start_byte)
    is_pure = whole.type == "field_declaration" and whole.child_by_field_name("default_value") is not None
    raw.is_part = whole.type != "function_definition" and not is_pure
    if whole.parent is not None and whole.parent.type == "friend_declaration":
        # A friend is a function of the namespace.
        raw.owner = whole.start_byte, whole.start_byte
        if whole.type != "function_definition":
            raw.name = ""
    return raw


def _returns(reading: Reading, whole: "Node", declarator: "Node", raw: RawDefinition) -> None:
    type_ = whole.child_by_field_name("type")
    for child in declarator.children:
        if child.type == "trailing_return_type" and child.named_children:
            type_ = child.named_children[-1]
            if type_.type == "type_descriptor":
                type_ = type_.child_by_field_name("type")
    if type_ is not None and type_.type not in _PLAIN and type_.end_byte <= raw.body:
        reading.returns.append((type_.start_byte, type_.end_byte))
