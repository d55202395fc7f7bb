"""Reading list files in the order in which CMake would, with the project's own functions and macros followed.

No command is run. What a condition decides is read both ways, unless it is certain: then the variables that the
branches set have several values (see ``_cmake_values``). All depths and the number of commands are bounded.
"""

from collections.abc import Callable, Mapping, Sequence
from posixpath import dirname, normpath

from crossbearing.plugin import FileTree
from crossbearing_ecosystems._build_sheet import Place
from crossbearing_ecosystems._cmake_blocks import Block, Program, read_program
from crossbearing_ecosystems._cmake_conditions import ConditionReader, Truth
from crossbearing_ecosystems._cmake_frames import Call, Definition, Frame, absolute, arguments_of, join, loop_items
from crossbearing_ecosystems._cmake_lexer import Argument, Command
from crossbearing_ecosystems._cmake_values import BUILD, Conditions, Scope, expand, expand_all, is_known

LIST_FILE = "CMakeLists.txt"

_MOST_STEPS = 300_000
_DEEPEST = 60
_WORDS_A_STEP = 16
_LONGEST_CONDITION = 200


Handler = Callable[["Machine", Call], None]


class Machine:
    """Reads a list file and all that it includes; ``handlers`` are told of the commands by name.

    ``on_problem`` is told of what could not be read.
    """

    def __init__(
        self,
        tree: FileTree,
        handlers: Mapping[str, Handler],
        on_problem: Callable[[Place, str], None],
        is_target: Callable[[str], bool],
    ) -> None:
        self.tree = tree
        self.reached: set[str] = set()
        self.definitions: dict[str, Definition] = {}
        self._handlers = handlers
        self.problem = on_problem
        self._is_target = is_target
        self._top = ""
        self._stack: list[Frame] = []
        self._programs: dict[str, Program] = {}
        self._steps = _MOST_STEPS

    def run(self, path: str) -> None:
        """Read the list file at ``path`` as the top of a project."""
        self._top = directory = dirname(path)
        scope = Scope()
        for name in ("CMAKE_SOURCE_DIR", "CMAKE_CURRENT_SOURCE_DIR", "PROJECT_SOURCE_DIR"):
            scope.bind(name, absolute(directory))
        scope.bind("CMAKE_BINARY_DIR", BUILD)
        scope.bind("PROJECT_BINARY_DIR", BUILD)
        self.enter_folder(directory, scope, None)
        while self._stack:
            frame = self._stack[-1]
            if frame.place >= frame.stop:
                self._end_of(frame)
                continue
            command = frame.program.commands[frame.place]
            frame.place += 1
            self._steps -= 1
            if self._steps < 0:
                self.problem(Place(frame.program.path, command.span), f"more than {_MOST_STEPS} commands")
                return
            self._step(frame, command)

    # --- what the handlers of commands use ---

    def enter_folder(self, directory: str, scope: Scope, call: Call | None) -> None:
        """Read the list file of a folder in ``scope``."""
        path = join(directory, LIST_FILE)
        program = self._program(path)
        if program is None:
            return
        scope.bind("CMAKE_CURRENT_SOURCE_DIR", absolute(directory))
        scope.bind("CMAKE_CURRENT_BINARY_DIR", f"{BUILD}/{directory}".rstrip("/"))
        frame = Frame(program, 0, len(program.commands), scope, directory)
        if call is not None:
            frame.conditions = call.frame.conditions
        self._enter_file(frame)

    def is_below_top(self, path: str) -> bool:
        """Say whether a path lies in the folder of the project."""
        return not self._top or path.startswith(f"{self._top}/")

    def include(self, path: str, call: Call) -> None:
        """Read a module in the scope of the command that includes it."""
        program = self._program(path)
        if program is None:
            return
        before = call.frame
        frame = Frame(program, 0, len(program.commands), before.scope, before.directory)
        frame.conditions, frame.local, frame.trail = before.conditions, before.local, before.trail
        self._enter_file(frame)

    def assign(self, call: Call, name: str, text: str, *, is_sure: bool = True, in_parent: bool = False) -> None:
        """Set a variable as the command stands, in the scope outside of its own with ``in_parent``."""
        frame = call.frame
        scope = frame.scope
        local = frame.local
        if in_parent:
            outer = scope.outer()
            if outer is None:
                return
            scope, local = outer, (*self._local_of_caller(), *local)
        if name and is_known(name):
            scope.assign(name, text, frame.conditions, call.place, is_sure=is_sure and not local)

    def return_(self) -> None:
        """Leave the function or file, where that is certain."""
        frame = self._stack[-1]
        number = len(self._stack) - 1
        while number and self._stack[number].kind not in ("file", "function"):
            number -= 1
        home = self._stack[number]
        if frame.conditions == home.conditions:
            for inner in self._stack[number:]:
                inner.place = inner.stop
                inner.items = iter(())

    def skip_rest_of_loop(self) -> None:
        """Go on with the next round of the loop, or behind it, where that is certain."""
        number = len(self._stack) - 1
        while number and self._stack[number].kind == "branch":
            number -= 1
        if self._stack[number].kind == "loop" and self._stack[-1].conditions == self._stack[number].conditions:
            for inner in self._stack[number:]:
                inner.place = inner.stop

    # --- how commands are carried out ---

    def _program(self, path: str) -> Program | None:
        if path in self._programs:
            return self._programs[path]
        file = self.tree.read(path)
        if file is None or len(self._stack) > _DEEPEST:
            return None
        program = read_program(path, file.text)
        self._programs[path] = program
        self.reached.add(path)
        for fault in program.faults:
            self.problem(Place(path, (fault.line, fault.line)), fault.reason)
        return program

    def program(self, path: str) -> Program | None:
        """The program of a file that was read."""
        return self._programs.get(path)

    def _enter_file(self, frame: Frame) -> None:
        names = ("CMAKE_CURRENT_LIST_DIR", "CMAKE_CURRENT_LIST_FILE")
        before = [frame.scope.get(name) for name in names]
        frame.scope.bind(names[0], absolute(dirname(frame.program.path)))
        frame.scope.bind(names[1], absolute(frame.program.path))

        def restore() -> None:
            for name, value in zip(names, before, strict=True):
                frame.scope.put(name, value)

        frame.leave = restore
        self._stack.append(frame)

    def _end_of(self, frame: Frame) -> None:
        if frame.kind == "loop" and (item := next(frame.items, None)) is not None:
            self._steps -= 1
            frame.scope.bind(frame.variable, item)
            frame.place = frame.start if self._steps > 0 else frame.stop
            return
        self._stack.pop()
        if frame.leave:
            frame.leave()

    def _step(self, frame: Frame, command: Command) -> None:
        block = frame.program.blocks.get(frame.place - 1)
        if block is not None:
            frame.place = block.end + 1
            if len(self._stack) > _DEEPEST:
                self.problem(Place(frame.program.path, command.span), "nested too deeply")
            else:
                self._block(frame, command, block)
            return
        if command.name in ("else", "elseif") or command.name.startswith("end"):
            return
        definition = self.definitions.get(command.name)
        handler = self._handlers.get(command.name)
        if definition is None and handler is None:
            _doubt_variables(command.arguments, frame.scope)
            return
        words = list(expand_all(command.arguments, frame.scope, frame.conditions))
        self._steps -= len(words) // _WORDS_A_STEP
        call = Call(command, words, frame)
        if definition is not None:
            self._call(call, definition)
        elif handler is not None:
            handler(self, call)

    def _block(self, frame: Frame, command: Command, block: Block) -> None:
        start = block.branches[0] + 1
        if command.name == "if":
            self._if(frame, block)
        elif command.name in ("function", "macro"):
            words = [argument.text for argument in command.arguments]
            if words:
                self.definitions[words[0].lower()] = Definition(
                    frame.program, start, block.end, tuple(words[1:]), command.name == "macro"
                )
        elif command.name == "foreach":
            self._foreach(frame, command, start, block.end)
        else:
            inner = frame.inner(start, block.end, "branch")
            if command.name == "while":
                inner.conditions = (*frame.conditions, _written(command.arguments))
                inner.local = (*frame.local, _written(command.arguments))
            self._stack.append(inner)

    def _if(self, frame: Frame, block: Block) -> None:
        commands = frame.program.commands
        taken: list[Frame] = []
        refused: list[str] = []
        for number, first in enumerate(block.branches):
            command = commands[first]
            last = block.branches[number + 1] if number + 1 < len(block.branches) else block.end
            truth: Truth = True if command.name == "else" else self._judge(frame, command)
            if truth is False:
                continue
            inner = frame.inner(first + 1, last, "branch")
            taken.append(inner)
            if refused or truth is None:
                written = _written(command.arguments)
                extra = (*(f"NOT ({other})" for other in refused), *([written] if command.name != "else" else ()))
                inner.conditions = (*frame.conditions, *extra)
                inner.local = (*frame.local, *extra)
                refused.append(written)
            if truth:
                break
        self._stack += reversed(taken)

    def _judge(self, frame: Frame, command: Command) -> Truth:
        groups: list[str] = []
        reader = ConditionReader(frame.scope, self._exists, self._is_target, groups)
        truth = reader.judge(command.arguments)
        for number, text in enumerate(groups):
            frame.scope.bind(f"CMAKE_MATCH_{number}", text)
        return truth

    def _exists(self, path: str) -> bool:
        return self.tree.exists(normpath(path))

    def _foreach(self, frame: Frame, command: Command, start: int, stop: int) -> None:
        if not command.arguments:
            return
        words = list(expand_all(command.arguments[1:], frame.scope, frame.conditions))
        inner = frame.inner(start, stop, "loop")
        inner.variable = expand(command.arguments[0].text, frame.scope)
        inner.items = iter(loop_items(words, frame.scope))
        inner.trail = (Place(frame.program.path, command.span), *frame.trail)
        inner.place = inner.stop
        self._stack.append(inner)

    def _call(self, call: Call, definition: Definition) -> None:
        frame = call.frame
        if len(self._stack) > _DEEPEST:
            self.problem(call.place, f"{call.command.name}() calls too many others")
            return
        scope = Scope(frame.scope, shares=definition.is_macro)
        for name, text in arguments_of(call.words, definition.parameters):
            scope.bind(name, text, call.place)
        body = Frame(definition.program, definition.start, definition.stop, scope, frame.directory)
        body.kind = "macro" if definition.is_macro else "function"
        body.conditions = frame.conditions
        body.local = frame.local if definition.is_macro else ()
        body.trail = (call.place, *frame.trail)
        self._stack.append(body)

    def _local_of_caller(self) -> Conditions:
        """The conditions, within its own scope, of whoever called the function that is being read."""
        for number in range(len(self._stack) - 1, 0, -1):
            if self._stack[number].kind == "function":
                return self._stack[number - 1].local
        return ()


def _written(arguments: Sequence[Argument]) -> str:
    words = (f'"{argument.text}"' if argument.kind == "quoted" else argument.text for argument in arguments)
    text = " ".join(" ".join(words).split()).replace("( ", "(").replace(" )", ")")
    return text if len(text) <= _LONGEST_CONDITION else f"{text[: _LONGEST_CONDITION - 1]}…"


def _doubt_variables(arguments: Sequence[Argument], scope: Scope) -> None:
    """A command that is not known may set any variable that it is told the name of."""
    for argument in arguments:
        if argument.kind == "bare" and "$" not in argument.text:
            scope.doubt(argument.text)
