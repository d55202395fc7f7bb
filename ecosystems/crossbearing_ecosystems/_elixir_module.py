"""The functions and attributes of an Elixir module, and what they plainly state, found in its syntax tree."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from crossbearing_ecosystems._syntax import text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

T = TypeVar("T")

_CLOSED = frozenset({"anonymous_function", "map", "tuple"})
_DEFINITIONS = frozenset({"def", "defp"})
_ATOM = re.compile(r""":(?:[A-Za-z_][\w@]*[?!]?|"[^"\\\n#]+")""")
_WORDS = re.compile(r"~w[\[({|/\"'](?P<words>[^\])}|/\"']*)[\])}|/\"']a?")
_MOST_STEPS = 50_000


class Pair(NamedTuple):
    """One entry of a keyword list."""

    key: str
    value: "Node"
    node: "Node"


class ElixirModule:
    """What a file defines: the bodies of each function's clauses, and the value of each attribute."""

    def __init__(self, root: "Node") -> None:
        self.functions: defaultdict[str, list[Node]] = defaultdict(list)
        self.attributes: dict[str, Node] = {}
        self.uses: Node | None = None
        for node in walk(root):
            if node.type == "call":
                self._call(node)
            elif _is_attribute(node):
                self._attribute(node)

    def reach(self, node: "Node", take: "Callable[[Node], T | None]") -> Iterator[T]:
        """What ``take`` makes of a value and of everything in it, and in the functions and attributes that it names.

        Each of these is entered once, and a node of which something was made is not.
        """
        waiting = [node]
        entered: set[str] = set()
        for _ in range(_MOST_STEPS):
            if not waiting:
                return
            current = waiting.pop()
            taken = take(current)
            if taken is not None:
                yield taken
                continue
            name, bodies = self._definition(current)
            if bodies and name not in entered:
                entered.add(name)
                waiting += reversed(bodies)
            waiting += reversed(current.named_children)

    def pairs(self, *nodes: "Node") -> Iterator[Pair]:
        """The entries of a keyword list, not those of a list inside it."""
        for node in nodes:
            for found in self.reach(node, _pair_or_closed):
                if isinstance(found, Pair):
                    yield found

    def text(self, node: "Node | None") -> str:
        """The string that a value is, directly, by an attribute, or by a function that only returns it; else empty."""
        for _ in range(3):
            if node is None or node.type == "string":
                break
            _, bodies = self._definition(node)
            node = bodies[0] if len(bodies) == 1 else None
        if node is None or node.type != "string":
            return ""
        parts = node.named_children
        return "".join(map(text_of, parts)) if all(part.type == "quoted_content" for part in parts) else ""

    def _definition(self, node: "Node") -> "tuple[str, list[Node]]":
        """What a node names: an attribute with its value, or a function with the bodies of its clauses."""
        if _is_attribute(node):
            operand = node.child_by_field_name("operand")
            name = text_of(operand) if operand is not None and operand.type == "identifier" else ""
            value = self.attributes.get(name)
            return f"@{name}", [value] if value is not None else []
        name = _called(node)
        return name, self.functions.get(name, [])

    def _call(self, node: "Node") -> None:
        target = node.child_by_field_name("target")
        word = text_of(target) if target is not None and target.type == "identifier" else ""
        arguments = next((child for child in node.named_children if child.type == "arguments"), None)
        if arguments is None or not arguments.named_children:
            return
        first = arguments.named_children[0]
        if word == "use" and self.uses is None and text_of(first) == "Mix.Project":
            self.uses = node
        elif word in _DEFINITIONS:
            if first.type == "binary_operator" and first.named_children:
                first = first.named_children[0]
            name = _called(first)
            if name:
                self.functions[name] += _bodies(node, arguments)

    def _attribute(self, node: "Node") -> None:
        operand = node.child_by_field_name("operand")
        if operand is None or operand.type != "call":
            return
        name = operand.child_by_field_name("target")
        arguments = next((child for child in operand.named_children if child.type == "arguments"), None)
        if name is not None and arguments is not None and len(arguments.named_children) == 1:
            self.attributes.setdefault(text_of(name), arguments.named_children[0])


def _is_attribute(node: "Node") -> bool:
    # By its first child: the text of operators inside operators grows with the square of their number.
    return node.type == "unary_operator" and bool(node.children) and node.children[0].type == "@"


def atom_of(node: "Node") -> str:
    """The name of an atom, without its colon; empty for anything else."""
    text = text_of(node) if node.type in ("atom", "quoted_atom") else ""
    return text[1:].strip('"') if _ATOM.fullmatch(text) else ""


def atoms_of(node: "Node") -> tuple[str, ...]:
    """The atoms of a list or of a word list, or the one that a value is."""
    if node.type == "sigil":
        found = _WORDS.fullmatch(text_of(node))
        return tuple(found["words"].split()) if found else ()
    nodes = node.named_children if node.type == "list" else [node]
    return tuple(filter(None, map(atom_of, nodes)))


def _called(node: "Node") -> str:
    """The function of this module that a call or a bare word may name."""
    if node.type == "call":
        target = node.child_by_field_name("target")
        return text_of(target) if target is not None and target.type == "identifier" else ""
    return text_of(node) if node.type == "identifier" else ""


def _bodies(node: "Node", arguments: "Node") -> "Iterator[Node]":
    """The body of a function clause, written as a block or after ``do:``."""
    for child in node.named_children:
        if child.type == "do_block":
            yield from child.named_children
    for child in arguments.named_children[1:]:
        if child.type == "keywords":
            yield from (pair.value for part in child.named_children if (pair := _pair_of(part)) and pair.key == "do")


def _pair_or_closed(node: "Node") -> "Pair | Node | None":
    """An entry of a keyword list, or a value whose own entries are none of that list."""
    return _pair_of(node) if node.type == "pair" else node if node.type in _CLOSED else None


def _pair_of(node: "Node") -> Pair | None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None or value is None:
        return None
    return Pair(text_of(key).rstrip().removesuffix(":").strip('"'), value, node)
