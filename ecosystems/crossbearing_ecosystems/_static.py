"""What Python code says without being run: strings, lists and dictionaries that are written out or simply assigned.

The names of a module are bound flow-insensitively: every value that is assigned, added, appended or set by key anywhere
counts, so that both branches of an ``if`` are seen. Whatever needs running (files read, functions called) is unknown
and left out. No name is followed twice for one question, and what is looked at is counted, so that no code is too much.
"""

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from crossbearing.plugin import UnreadableError

_LONGEST = 1_000_000
_MOST_STEPS = 1_000_000
_COLLECTIONS = frozenset({"list", "tuple", "set", "frozenset", "sorted"})
_SPLITTERS = frozenset({"split", "splitlines"})
_CLEANERS = frozenset({"strip", "lstrip", "rstrip", "lower", "copy"})


class Text(NamedTuple):
    """A string of the code and the lines on which it is written; of an incomplete one, ``value`` is how it begins."""

    value: str
    first: int
    last: int
    is_complete: bool = True


class Item(NamedTuple):
    """A key of a dictionary and the expressions that are its values."""

    key: Text
    value: ast.expr


def parse_python(text: str) -> ast.Module:
    """Parse source code; raises :class:`UnreadableError` with the line where it cannot be parsed."""
    if len(text) > _LONGEST:
        raise UnreadableError(f"unparseable: longer than {_LONGEST} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as problem:
        raise UnreadableError(f"unparseable: {problem.msg}", problem.lineno) from None
    except ValueError as problem:
        raise UnreadableError(f"unparseable: {problem}") from None
    except (RecursionError, MemoryError):
        raise UnreadableError("unparseable: nested too deeply") from None


class StaticModule:
    """The code of one module, and what its names are bound to."""

    def __init__(self, module: ast.Module) -> None:
        nodes = (node for node in ast.walk(module) if hasattr(node, "lineno"))
        self.nodes: list[ast.AST] = sorted(nodes, key=_place)
        self._values: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._items: defaultdict[str, list[tuple[ast.expr, ast.expr]]] = defaultdict(list)
        self._steps = _MOST_STEPS
        for node in self.nodes:
            self._bind(node)

    def texts(self, *expressions: ast.expr) -> Iterator[Text]:
        """Every string that ``expressions`` are known to hold, in order, lists flattened; incomplete ones included."""
        followed: set[str] = set()
        stack = list(reversed(expressions))
        while stack:
            node = stack.pop()
            self._step()
            if isinstance(node, ast.Constant):
                if text := _text_of(node):
                    self._step(len(text.value) // 50)
                    yield text
            elif template := _template(node):
                if beginning := _text_of(template[0]):
                    yield beginning._replace(value=template[1], is_complete=False)
            elif isinstance(node, ast.Call):
                yield from self._called(node, stack)
            elif isinstance(node, ast.Subscript):
                stack += reversed([item.value for item in self._subscripted(node)])
            elif isinstance(node, ast.Name):
                if node.id not in followed:
                    followed.add(node.id)
                    stack += reversed(self._values.get(node.id, ()))
            else:
                stack += reversed(_parts(node))

    def text(self, expression: ast.expr | None) -> Text | None:
        """The one string that ``expression`` is known to be, or None."""
        if not isinstance(expression, ast.Constant | ast.Name | ast.Call):
            return None
        found = list(self.texts(expression))
        return found[0] if len(found) == 1 and found[0].is_complete else None

    def items(self, expression: ast.expr) -> Iterator[Item]:
        """The items of the dictionary that ``expression`` is known to be, in order."""
        followed: set[str] = set()
        stack = [expression]
        while stack:
            node = stack.pop()
            self._step()
            pairs: Iterable[tuple[ast.expr, ast.expr]] = ()
            if isinstance(node, ast.Dict):
                pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
                stack += [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
            elif isinstance(node, ast.Call) and _name_of(node.func) == "dict":
                pairs = [(_key(keyword), keyword.value) for keyword in node.keywords if keyword.arg]
                stack += [*node.args, *(keyword.value for keyword in node.keywords if not keyword.arg)]
            elif isinstance(node, ast.Name) and node.id not in followed:
                followed.add(node.id)
                pairs = self._items.get(node.id, ())
                stack += reversed(self._values.get(node.id, ()))
            elif isinstance(node, ast.BinOp | ast.IfExp):
                stack += reversed(_parts(node))
            yield from self._known(pairs)

    def _known(self, pairs: Iterable[tuple[ast.expr, ast.expr]]) -> Iterator[Item]:
        for key, value in pairs:
            self._step()
            if text := self.text(key):
                yield Item(text, value)

    def _step(self, count: int = 1) -> None:
        """Count what is looked at: a few lines of code may refer to one long list any number of times."""
        self._steps -= count
        if self._steps < 0:
            raise UnreadableError("too many references to follow")

    def _called(self, call: ast.Call, stack: list[ast.expr]) -> Iterator[Text]:
        """``list(x)`` is ``x``; ``"a b".split()`` is its words."""
        name = _name_of(call.func)
        if isinstance(call.func, ast.Attribute) and name in _CLEANERS:
            stack.append(call.func.value)
        elif isinstance(call.func, ast.Attribute) and name in _SPLITTERS:
            if text := self.text(_uncleaned(call.func.value)):
                words = text.value.splitlines() if name == "splitlines" else text.value.split()
                yield from (Text(word, text.first, text.last) for word in words)
        elif name in _COLLECTIONS:
            stack += call.args[:1]

    def _subscripted(self, node: ast.Subscript) -> Iterator[Item]:
        key = self.text(node.slice)
        yield from (item for item in self.items(node.value) if key and item.key.value == key.value)

    def _bind(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value)
            case ast.AugAssign(target=target, value=value):
                self._assign(target, value)
            case ast.Call(func=ast.Attribute(value=target, attr="append" | "extend" | "update"), args=args):
                for value in args:
                    self._assign(target, value)
                for keyword in node.keywords:
                    self._items[_name_of(target)].append((_key(keyword), keyword.value))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._values[target.id].append(value)
        elif isinstance(target, ast.Subscript):
            self._items[_name_of(target.value)].append((target.slice, value))


def _parts(node: ast.AST) -> list[ast.expr]:
    """The expressions whose strings together are those of ``node``; none where it has to be run."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.BoolOp(values=parts):
            return parts
        case ast.Starred(value=part) | ast.NamedExpr(value=part):
            return [part]
        case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
            return [left, right]
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
    return []


def _text_of(node: ast.expr) -> Text | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Text(node.value, node.lineno, node.end_lineno or node.lineno)
    return None


def _template(node: ast.expr) -> tuple[ast.Constant, str] | None:
    """The string that a formatted or added one begins with: ``"six>=" + LEAST``, ``f"six>={LEAST}"`` and the like."""
    match node:
        case ast.BinOp(left=ast.Constant(value=str() as text) as first, op=ast.Add()):
            return first, text
        case ast.BinOp(left=ast.Constant(value=str() as text) as first, op=ast.Mod()):
            return first, text.partition("%")[0]
        case ast.JoinedStr(values=[ast.Constant(value=str() as text) as first, *_]):
            return first, text
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text) as first, attr="format")):
            return first, text.partition("{")[0]
    return None


def _uncleaned(node: ast.expr) -> ast.expr:
    """What a chain of ``strip()`` and the like was called on."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CLEANERS:
        node = node.func.value
    return node


def dotted_name(node: ast.expr) -> str:
    """The dotted name that ``node`` is (``setuptools.setup``), or an empty string where it is anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""


def _name_of(node: ast.expr) -> str:
    """The last part of a dotted name, or an empty string."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _key(keyword: ast.keyword) -> ast.expr:
    """A keyword's name as the key that it is."""
    place = {name: getattr(keyword, name) for name in ("lineno", "col_offset", "end_col_offset")}
    return ast.Constant(keyword.arg, **place, end_lineno=keyword.lineno)
