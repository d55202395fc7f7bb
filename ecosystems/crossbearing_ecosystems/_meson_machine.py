"""Reading `meson.build` files in the order in which Meson would, with subfolders and loops followed.

What a condition decides is read both ways, unless it is certain. A variable that is set on one of the ways may hold
either value afterwards.
"""

from collections.abc import Callable, Iterator, Mapping
from posixpath import normpath
from typing import Any, NamedTuple

from crossbearing.plugin import FileTree
from crossbearing_ecosystems._build_sheet import Place
from crossbearing_ecosystems._meson_expressions import evaluate
from crossbearing_ecosystems._meson_lexer import Branches, BuildFile, Statement, Token, read_build_file
from crossbearing_ecosystems._meson_values import UNKNOWN, Arguments, Reference, added, either, flatten

BUILD_FILE = "meson.build"

_MOST_STEPS = 50_000
_DEEPEST = 60
_TOKENS_A_STEP = 50
_LONGEST_CONDITION = 40
_SPACED = frozenset({"==", "!=", "<", ">", "<=", ">=", "+", "/", "and", "or", "in"})


class Frame:
    """Statements that are being read: a file, a branch, or one round of a loop."""

    __slots__ = ("conditions", "directory", "file", "items", "names", "number", "places", "start", "stop")

    def __init__(self, file: BuildFile, start: int, stop: int, directory: str) -> None:
        self.file = file
        self.number = self.start = start
        self.stop = stop
        self.directory = directory
        self.conditions: tuple[str, ...] = ()
        self.places: tuple[Place, ...] = ()
        self.items: Iterator[tuple[Any, ...]] = iter(())
        self.names: tuple[str, ...] = ()

    def inner(self, start: int, stop: int) -> "Frame":
        """A frame for a part of the same file."""
        frame = Frame(self.file, start, stop, self.directory)
        frame.conditions, frame.places = self.conditions, self.places
        return frame


class Context(NamedTuple):
    """Where a function is called: the lines of the statement and the loops around, folder, and conditions."""

    places: tuple[Place, ...]
    directory: str
    conditions: tuple[str, ...]


Function = Callable[[Context, Any, str, Arguments], Any]


class Machine:
    """Reads a build file and those of its subfolders; ``on_call`` is told of every call, and answers its value."""

    def __init__(self, tree: FileTree, on_call: Function, on_problem: Callable[[Place, str], None]) -> None:
        self.tree = tree
        self.reached: set[str] = set()
        self.variables: dict[str, Any] = {}
        self._on_call = on_call
        self._on_problem = on_problem
        # Of each variable, the conditions under which it was set last.
        self._conditions: dict[str, tuple[str, ...]] = {}
        self._stack: list[Frame] = []
        self._steps = _MOST_STEPS

    def run(self, path: str) -> BuildFile | None:
        """Read the build file at ``path`` as the top of a project; returns it as it was taken apart."""
        directory = path.rpartition("/")[0]
        top = self._enter(directory, None)
        while self._stack:
            frame = self._stack[-1]
            if frame.number >= frame.stop:
                self._end_of(frame)
                continue
            statement = frame.file.statements[frame.number]
            frame.number += 1
            self._steps -= 1 + len(statement.tokens) // _TOKENS_A_STEP
            if self._steps < 0:
                self._on_problem(Place(frame.file.path, statement.span), f"more than {_MOST_STEPS} statements")
                break
            self._step(frame, statement)
        return top

    def enter_folder(self, name: str, context: Context) -> None:
        """``subdir(name)``."""
        directory = normpath(f"{context.directory}/{name}" if context.directory else name)
        if not directory.startswith(("../", "/")) and directory != "..":
            self._enter(directory, self._stack[-1] if self._stack else None)

    def _enter(self, directory: str, outer: Frame | None) -> BuildFile | None:
        path = f"{directory}/{BUILD_FILE}" if directory else BUILD_FILE
        if path in self.reached or len(self._stack) > _DEEPEST or (file := self.tree.read(path)) is None:
            return None
        self.reached.add(path)
        found = read_build_file(path, file.text)
        for fault in found.faults:
            self._on_problem(Place(path, (fault.line, fault.line)), fault.reason)
        frame = Frame(found, 0, len(found.statements), directory)
        if outer is not None:
            frame.conditions, frame.places = outer.conditions, outer.places
        self._stack.append(frame)
        return found

    def _end_of(self, frame: Frame) -> None:
        item = next(frame.items, None)
        if item is None:
            self._stack.pop()
            return
        self._steps -= 1
        for name, value in zip(frame.names, item, strict=False):
            self.variables[name] = value
            self._conditions[name] = frame.conditions
        frame.number = frame.start if self._steps > 0 else frame.stop

    def _step(self, frame: Frame, statement: Statement) -> None:
        block = frame.file.blocks.get(frame.number - 1)
        if block is not None:
            frame.number = block.end + 1
            if len(self._stack) > _DEEPEST:
                self._on_problem(Place(frame.file.path, statement.span), "nested too deeply")
            elif statement.word == "if":
                self._if(frame, block)
            else:
                self._foreach(frame, statement, block)
            return
        tokens = statement.tokens
        if statement.word in ("break", "continue"):
            self._leave_round(is_last=statement.word == "break")
            return
        if statement.word in ("endif", "endforeach", "elif", "else"):
            return
        operator = tokens[1].text if len(tokens) > 2 and tokens[1].kind == "mark" else ""
        if operator in ("=", "+=") and tokens[0].kind == "name":
            self._assign(frame, tokens[0].text, operator, self._value(frame, statement, tokens[2:]))
        else:
            self._value(frame, statement, tokens)

    def _leave_round(self, *, is_last: bool) -> None:
        """Go on with the next round of the loop, or behind it, where that is certain."""
        number = len(self._stack) - 1
        while number and not self._stack[number].names:
            number -= 1
        loop = self._stack[number]
        if loop.names and self._stack[-1].conditions == loop.conditions:
            for frame in self._stack[number:]:
                frame.number = frame.stop
            loop.items = iter(()) if is_last else loop.items

    def _value(self, frame: Frame, statement: Statement, tokens: tuple[Token, ...]) -> Any:
        places = (Place(frame.file.path, statement.span), *frame.places)
        context = Context(places, frame.directory, frame.conditions)
        return evaluate(
            tokens, self.variables, lambda owner, name, arguments: self._on_call(context, owner, name, arguments)
        )

    def _assign(self, frame: Frame, name: str, operator: str, value: Any) -> None:
        before = self.variables.get(name, UNKNOWN)
        conditions = self._conditions.get(name, ())
        if operator == "+=":
            value = added(before, value)
        elif frame.conditions and name in self.variables and conditions != frame.conditions:
            # On another way the variable keeps what it had; of texts and numbers the one set last goes on.
            value = value if isinstance(value, str) or type(value) is int else either(before, value)
        elif frame.conditions and isinstance(value, bool):
            value = UNKNOWN
        self.variables[name] = value
        self._conditions[name] = frame.conditions

    def _if(self, frame: Frame, block: Branches) -> None:
        taken: list[Frame] = []
        refused: list[str] = []
        for number, first in enumerate(block.starts):
            statement = frame.file.statements[first]
            last = block.starts[number + 1] if number + 1 < len(block.starts) else block.end
            is_else = statement.word == "else"
            truth = True if is_else else self._value(frame, statement, statement.tokens[1:])
            written = _written(statement.tokens[1:])
            if truth is not False:
                inner = frame.inner(first + 1, last)
                own = () if is_else or (truth is True and not refused) else (written,)
                inner.conditions = (*frame.conditions, *(f"not ({other})" for other in refused), *own)
                taken.append(inner)
            if truth is True:
                break
            if truth is not False:
                refused.append(written)
        self._stack += reversed(taken)

    def _foreach(self, frame: Frame, statement: Statement, block: Branches) -> None:
        tokens = statement.tokens[1:]
        colon = next((place for place, token in enumerate(tokens) if token.text == ":" and token.kind == "mark"), None)
        if colon is None:
            return
        value = self._value(frame, statement, tokens[colon + 1 :])
        inner = frame.inner(block.starts[0] + 1, block.end)
        inner.names = tuple(token.text for token in tokens[:colon] if token.kind == "name")
        if isinstance(value, Mapping):
            inner.items = iter([(key, item) for key, item in value.items()])
        elif isinstance(value, list):
            inner.items = iter([(item,) for item in value])
        else:
            inner.items = iter([tuple(UNKNOWN for _ in inner.names)])
        sources = [token.text for token in tokens[colon + 1 :] if token.kind == "name"]
        inner.places = (Place(frame.file.path, statement.span), *self._where(sources), *frame.places)
        inner.number = inner.stop
        self._stack.append(inner)

    def _where(self, names: list[str]) -> tuple[Place, ...]:
        """Where the variables that a loop goes over were set in the file, for their items are written there."""
        frame = self._stack[-1]
        found = (
            Place(frame.file.path, statement.span)
            for statement in frame.file.statements[max(0, frame.number - 2000) : frame.number]
            if len(statement.tokens) > 2
            and statement.tokens[0].text in names
            and statement.tokens[1].text in ("=", "+=")
        )
        return tuple(list(found)[-8:]) if names else ()


def _written(tokens: tuple[Token, ...]) -> str:
    """A condition on one line, as people write it."""
    words: list[str] = []
    for token in tokens[:_LONGEST_CONDITION]:
        if words and token.text in _SPACED and token.kind in ("name", "mark"):
            words.append(f" {token.text} ")
        elif token.kind in ("text", "format"):
            words.append(f"'{token.text}'")
        else:
            words.append(f"{token.text} " if token.text in (",", ":", "not") and token.kind != "number" else token.text)
    return " ".join("".join(words).split())


def references(value: Any) -> tuple[str, ...]:
    """The names that depending on a value means, in their order and once each."""
    names = (name for item in flatten(value) if isinstance(item, Reference) for name in item.names)
    return tuple(dict.fromkeys(names))
