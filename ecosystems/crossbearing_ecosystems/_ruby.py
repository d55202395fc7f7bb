"""Ruby files that declare things by calling methods, read without running them.

The calls and assignments of a file are visited with what holds for them: the conditions and blocks that they stand in,
and the value of the variable of a loop over literals (`%w[a b].each { |name| gem name }`), which is unrolled.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._syntax import parse_syntax, span_of, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_LOOPS = frozenset({"each", "each_pair", "map"})
_TEXTS = frozenset({"bare_string", "bare_symbol", "delimited_symbol", "heredoc_body", "string"})
_LISTS = frozenset({"array", "right_assignment_list", "string_array", "symbol_array"})
_WHOLES = frozenset({"string_content", "escape_sequence"})
_TEMPLATE_LINE = re.compile(r"^[ \t]*<%[^\r\n]*%>[ \t]*(?=\r?$)", re.MULTILINE)
_MOST_ROUNDS = 2_000
_DEEPEST_SCOPE = 40
_LONGEST_CONDITION = 80


class Word(NamedTuple):
    """A string or symbol that is written out, and the lines on which it stands."""

    text: str
    span: Span


class Scope(NamedTuple):
    """What holds where a node stands: conditions, the calls whose blocks it is in, and the words of loop variables."""

    conditions: tuple[str, ...] = ()
    blocks: tuple["Call", ...] = ()
    names: Mapping[str, Word] = {}


class Call:
    """A method call: its method's name, its receiver as written, its arguments by place and by keyword."""

    __slots__ = ("keywords", "method", "node", "positional", "receiver", "scope")

    def __init__(self, node: "Node", scope: Scope) -> None:
        self.node = node
        self.scope = scope
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        self.method = text_of(method) if method else ""
        self.receiver = text_of(receiver)[:_LONGEST_CONDITION] if receiver else ""
        self.positional: list[Node] = []
        self.keywords: dict[str, Node] = {}
        arguments = node.child_by_field_name("arguments")
        for argument in arguments.named_children if arguments else ():
            if argument.type == "pair":
                self._keyword(argument)
            elif argument.type == "hash":
                for pair in argument.named_children:
                    self._keyword(pair)
            elif argument.type != "comment":
                self.positional.append(argument)

    def _keyword(self, pair: "Node") -> None:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key and value:
            self.keywords[text_of(key).strip(":\"'")] = value

    @property
    def line(self) -> int:
        """The line on which the call starts."""
        return self.node.start_point.row + 1


class Assignment(NamedTuple):
    """A value given to an attribute (`spec.name = "x"`) or put on its list (`spec.executables << "x"`)."""

    attribute: str
    value: "Node"
    span: Span
    scope: Scope


class RubyFile:
    """The calls and assignments of a Ruby file, and what their arguments say."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; what cannot be parsed is skipped (see :attr:`error_line`)."""
        self.file = file
        self.root = parse_syntax(file, "ruby")
        if self.root.has_error and "<%" in file.text:
            # The statements of a template, which is no Ruby yet, each on a line of its own.
            text = _TEMPLATE_LINE.sub("", file.text)
            self.root = parse_syntax(SourceFile(file.path, text.encode("utf-8", "replace")), "ruby")

    @cached_property
    def error_line(self) -> int:
        """The line of the first syntax error, or 0."""
        node = self.root
        while node.has_error:
            below = next((child for child in node.children if child.has_error), None)
            if node.type == "ERROR" or below is None:
                return node.start_point.row + 1
            node = below
        return 0

    def visit(self) -> Iterator[Call | Assignment]:
        """Yield the calls and assignments to attributes in the order of the file."""
        rounds = _MOST_ROUNDS
        waiting = [(self.root, Scope())]
        while waiting:
            node, scope = waiting.pop()
            kind = node.type
            if kind == "call":
                call = Call(node, scope)
                yield call
                unrolled = self._block(call)
                rounds -= len(unrolled)
                waiting += reversed(unrolled if rounds > 0 else [])
            elif kind in ("assignment", "binary") and (assignment := _assignment(node, scope)):
                yield assignment
            else:
                waiting += reversed(_inside(node, scope))

    def words(self, node: "Node", scope: Scope) -> list[Word]:
        """The strings and symbols that ``node`` writes out, directly, in a list, or by a name; empty if computed."""
        found: list[Word] = []
        waiting = [node]
        while waiting:
            current = waiting.pop()
            kind = current.type
            if kind in _LISTS:
                waiting += reversed(current.named_children)
            elif kind in _TEXTS:
                text = self._text(current, scope)
                found += [] if text is None else [Word(text, span_of(current))]
            elif kind in ("simple_symbol", "hash_key_symbol"):
                found.append(Word(text_of(current).lstrip(":"), span_of(current)))
            elif kind in ("identifier", "constant"):
                found += self._named(text_of(current), scope)
            elif kind == "call":
                found += self._called(Call(current, scope), waiting)
        return found

    def word(self, node: "Node", scope: Scope) -> Word | None:
        """The one string or symbol that ``node`` writes out, or None."""
        found = self.words(node, scope)
        return found[0] if len(found) == 1 else None

    def requirement(self, nodes: list["Node"], scope: Scope) -> str:
        """The version requirements that ``nodes`` write out, one after the other; empty if any of them is computed."""
        waiting, found = list(reversed(nodes)), list[str]()
        while waiting:
            node = waiting.pop()
            if node.type in _LISTS:
                waiting += reversed(node.named_children)
            elif node.type not in ("comment", "nil"):
                words = self.words(node, scope)
                if not words or any("<%" in word.text or "{{" in word.text for word in words):
                    return ""
                found += (word.text for word in words)
        return ", ".join(found)

    def _called(self, call: Call, waiting: list["Node"]) -> list[Word]:
        """Calls that leave a literal what it is: ``"x".freeze``, ``File.expand_path("x", __dir__)``."""
        receiver = call.node.child_by_field_name("receiver")
        if call.method in ("freeze", "dup", "to_s") and receiver:
            waiting.append(receiver)
        elif call.method in ("expand_path", "join") and call.receiver == "File":
            parts = [word for node in call.positional for word in self.words(node, call.scope)]
            path = "/".join(word.text for word in parts)
            if call.method == "expand_path" and text_of(call.positional[-1]) == "__FILE__":
                path = f"_/{path}"
            if parts:
                return [Word(normpath(path), parts[0].span)]
        return []

    def _named(self, name: str, scope: Scope) -> list[Word]:
        if name in scope.names:
            return [scope.names[name]]
        node = self._constants.get(name)
        if node is None:
            return []
        return [word for part in walk(node) if part.type in _TEXTS and (word := self._plain(part))]

    def _plain(self, node: "Node") -> Word | None:
        text = self._text(node, Scope(), is_nested=True)
        return None if text is None else Word(text, span_of(node))

    def _text(self, node: "Node", scope: Scope, *, is_nested: bool = False) -> str | None:
        """The content of a string; a name put into it counts as far as it is known. None if it is computed."""
        parts: list[str] = []
        for child in node.named_children:
            if child.type in _WHOLES:
                parts.append(text_of(child))
                continue
            inner = child.named_children[0] if child.type == "interpolation" and child.named_children else child
            known = [] if is_nested or inner.type not in ("identifier", "constant") else self.words(inner, scope)
            if len(known) != 1:
                return None
            parts.append(known[0].text)
        return "".join(parts)

    @cached_property
    def _constants(self) -> dict[str, "Node"]:
        """Strings and lists of strings by the name that they, and nothing else, are assigned to."""
        values: dict[str, Node] = {}
        times: Counter[str] = Counter()
        for node in walk(self.root):
            if node.type in ("assignment", "operator_assignment"):
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                if left and right and left.type in ("identifier", "constant"):
                    times[text_of(left)] += 1
                    if node.type == "assignment" and right.type in _TEXTS | _LISTS:
                        values[text_of(left)] = right
        return {name: node for name, node in values.items() if times[name] == 1}

    def _block(self, call: Call) -> list[tuple["Node", Scope]]:
        """The statements of a call's block, once for each round where it is a loop over literals."""
        block = call.node.child_by_field_name("block")
        if block is None:
            receiver = call.node.child_by_field_name("receiver")
            return [(receiver, call.scope)] if receiver and receiver.type == "call" else []
        names = [text_of(node) for node in _parameters(block) if node.type == "identifier"]
        rounds = self._rounds(call) if call.method in _LOOPS and names else []
        inside = [child for child in block.named_children if child.type != "block_parameters"]
        scope = call.scope
        if rounds:
            return [
                (child, scope._replace(names={**scope.names, **dict(zip(names, values, strict=False))}))
                for values in rounds
                for child in inside
            ]
        if len(scope.blocks) < _DEEPEST_SCOPE:
            scope = scope._replace(blocks=(*scope.blocks, call))
        return [(child, scope) for child in inside]

    def _rounds(self, call: Call) -> list[list[Word]]:
        """The words that the variables of a loop have in each round."""
        receiver = call.node.child_by_field_name("receiver")
        if receiver and receiver.type in ("identifier", "constant"):
            receiver = self._constants.get(text_of(receiver))
        if receiver is None:
            return []
        if receiver.type == "hash":
            pairs = [pair.named_children for pair in receiver.named_children if pair.type == "pair"]
            return [[word for node in pair for word in self.words(node, call.scope)] for pair in pairs[:_MOST_ROUNDS]]
        items = receiver.named_children[:_MOST_ROUNDS] if receiver.type in _LISTS else []
        return [words for item in items if (words := self.words(item, call.scope))]


def _parameters(block: "Node") -> list["Node"]:
    parameters = block.child_by_field_name("parameters")
    return parameters.named_children if parameters else []


def _assignment(node: "Node", scope: Scope) -> Assignment | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or (node.type == "binary" and (operator is None or text_of(operator) != "<<")):
        return None
    method = left.child_by_field_name("method") if left.type == "call" else None
    return Assignment(text_of(method), right, span_of(node), scope) if method else None


def _inside(node: "Node", scope: Scope) -> list[tuple["Node", Scope]]:
    """What stands inside of a node that is no call, with the condition that the node adds."""
    kind = node.type
    condition = node.child_by_field_name("condition")
    if condition is None or len(scope.conditions) >= _DEEPEST_SCOPE:
        if kind == "when":
            patterns = ", ".join(text_of(child) for child in node.children_by_field_name("pattern"))
            scope = _under(scope, f"when {patterns}")
        return [(child, scope) for child in node.named_children]
    text = " ".join(text_of(condition).split())
    is_negated = kind.startswith("unless")
    here = _under(scope, f"not ({text})" if is_negated else text)
    otherwise = _under(scope, text if is_negated else f"not ({text})")
    return [
        (child, {"else": otherwise, "elsif": scope}.get(child.type, here))
        for child in node.named_children
        if child != condition
    ]


def _under(scope: Scope, condition: str) -> Scope:
    if len(scope.conditions) >= _DEEPEST_SCOPE:
        return scope
    return scope._replace(conditions=(*scope.conditions, condition[:_LONGEST_CONDITION]))
