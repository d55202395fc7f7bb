"""Python, parsed with the standard library's ``ast``: nothing compiled is needed.

Where both can read a file, this plugin and ``language.python`` give the same facts, and one is enough: where both are
enabled, ``language.python`` reads the files. Its limits are those of ``ast``:

- The grammar is that of the interpreter that runs Crossbearing. Python 3.11 cannot read the ``type X = int`` of 3.12,
  and no version from 3 on the ``print "x"`` of Python 2.
- Of a file with a syntax error nothing is read; the error is listed as a problem, for example
  ``{"line": 3, "reason": "syntax error: invalid syntax"}``. So is nesting too deep for the interpreter.
"""

import ast
import hashlib
import warnings
from collections.abc import Iterator, Mapping
from itertools import accumulate

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, SyntaxProblem, hookimpl
from crossbearing_plugins.languages._python.file import ALIAS, CASE, COMPOUND, DEFINITION, MATCH, SIMPLE, Statement
from crossbearing_plugins.languages._python.modules import link_python_modules
from crossbearing_plugins.languages._python.offsets import Offsets
from crossbearing_plugins.languages._python.reader import read_file, source_text

VERSION = 2
SUFFIXES = (".py", ".pyi", ".pyw")
INTERPRETERS = ("pypy", "pypy3", "python", "python2", "python3", "pythonw")
RECEIVER_PARAMETER = True


def SHAPE(path: str, text: str) -> str | None:  # noqa: N802 - the attribute that all language plugins give it as
    """A mark of the syntax of a text, which layout and comments leave as it is; None where it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return hashlib.sha256(ast.dump(ast.parse(text)).encode("utf-8", "surrogatepass")).hexdigest()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_FORMS = {
    "AsyncFunctionDef": DEFINITION,
    "ClassDef": DEFINITION,
    "FunctionDef": DEFINITION,
    "AsyncFor": COMPOUND,
    "AsyncWith": COMPOUND,
    "ExceptHandler": COMPOUND,
    "For": COMPOUND,
    "If": COMPOUND,
    "Match": MATCH,
    "Try": COMPOUND,
    "TryStar": COMPOUND,
    "TypeAlias": ALIAS,
    "While": COMPOUND,
    "With": COMPOUND,
    "match_case": CASE,
}
_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; of a file that does not parse, only the problem."""
    text = source_text(file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), text.count("\n") + 1)
        return FileFacts("python", problems=[SyntaxProblem(line, f"syntax error: {error.msg}")])
    except (ValueError, RecursionError, MemoryError) as error:
        return FileFacts("python", problems=[SyntaxProblem(1, f"syntax error: {error or 'nested too deeply'}")])
    return read_file(text, _Places(text).statements(module), [])


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each module as Python does, and resolve imports to files of the project."""
    return link_python_modules(files, tree)


class _Places:
    """Turns the lines and byte columns of syntax tree nodes into character offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offsets = Offsets(text)
        lines = text.encode("utf-8", "replace").split(b"\n")
        self.lines = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def statements(self, module: ast.Module) -> list[Statement]:
        """All statements in the order of the text."""
        found: list[Statement] = []
        stack: list[Iterator[ast.AST]] = [iter(module.body)]
        while stack:
            for node in stack[-1]:
                form = _FORMS.get(type(node).__name__, SIMPLE)
                found.append((self.start(node), self.end(node), form))
                if form not in (SIMPLE, ALIAS):
                    stack.append(iter([child for block in _BLOCKS for child in getattr(node, block, ())]))
                    break
            else:
                stack.pop()
        return found

    def start(self, node: ast.AST) -> int:
        """Where a statement starts, with its decorators; the tree omits ``@`` and ``case``."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.text.rindex("@", 0, self.offset(decorators[0].lineno, decorators[0].col_offset))
        if isinstance(node, ast.match_case):
            return self.text.rindex("case", 0, self.offset(node.pattern.lineno, node.pattern.col_offset))
        return self.offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        """Where a statement ends."""
        last = node.body[-1] if isinstance(node, ast.match_case) else node
        return self.offset(last.end_lineno, last.end_col_offset)  # type: ignore[attr-defined]

    def offset(self, line: int, column: int) -> int:
        return self.offsets.character(self.lines[line - 1] + column)
