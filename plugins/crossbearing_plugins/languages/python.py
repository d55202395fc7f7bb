"""Python, parsed with tree-sitter: the syntax of any version, and what can be read of files with syntax errors.

Reads ``.py``, ``.pyi`` and ``.pyw`` files and scripts whose first line names a Python interpreter. From

    class Store(Base):
        def put(self, key: str) -> None:
            self.index = Index(key)
            self.index.add(key)

it reads the class with its base, the method with its signature ``def put(self, key: str) -> None:``, the calls of
``Index`` and ``self.index.add``, and that ``self.index`` was bound from calling ``Index``.

What it says and leaves out:

- A reference is a use of a name that may lead to a definition elsewhere. Reads of local variables and parameters are
  left out, as are builtins unless the file binds their name; calls through local names and dotted names that start
  with one are kept. Assigning to an attribute or to a ``global`` name uses it. ``super().put`` is ``super.put``.
- Results, arguments, items and loops are read where they name something: ``return put``, ``run(put)``,
  ``table["a"] = put``, ``for job in jobs``. Lambdas that no name is given to are no definitions.
- Decorators, default values, annotations and base classes belong to the definition whose header they stand in.
- Variables of modules and classes are definitions at their first assignment; lambdas assigned to a name are functions.
- Stretches with syntax errors are listed as problems and left out; ``print`` and ``exec`` statements of Python 2 are
  listed and read. Parsing stops after 20 seconds of processor time, with an error.
- In a chain of assignments whose first target starts with a call (``table()[key] = value = 1``), the later names
  are not seen to be bound.
- Names are those in the text: what ``exec``, ``setattr`` or ``globals`` define at run time is unknown.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from crossbearing.plugin import (
    FileFacts,
    FileTree,
    ModuleLinks,
    SourceFile,
    SyntaxProblem,
    hookimpl,
)
from crossbearing_plugins.languages._python.file import ALIAS, CASE, COMPOUND, DEFINITION, MATCH, SIMPLE, Statement
from crossbearing_plugins.languages._python.modules import link_python_modules
from crossbearing_plugins.languages._python.offsets import Offsets
from crossbearing_plugins.languages._python.reader import read_file, source_text
from crossbearing_plugins.languages._treesitter.grammar import grammar, parse
from crossbearing_plugins.languages._treesitter.shape import shape_by

if TYPE_CHECKING:
    from tree_sitter import Node

VERSION = 2
SUFFIXES = (".py", ".pyi", ".pyw")
SHAPE = shape_by("python")
INTERPRETERS = ("pypy", "pypy3", "python", "python2", "python3", "pythonw")
RECEIVER_PARAMETER = True

_FORMS = {
    "class_definition": DEFINITION,
    "function_definition": DEFINITION,
    "decorated_definition": DEFINITION,
    "match_statement": MATCH,
    "case_clause": CASE,
    "type_alias_statement": ALIAS,
    "elif_clause": COMPOUND,
    "except_clause": COMPOUND,
    "except_group_clause": COMPOUND,
    "for_statement": COMPOUND,
    "if_statement": COMPOUND,
    "try_statement": COMPOUND,
    "while_statement": COMPOUND,
    "with_statement": COMPOUND,
}
_CONTAINERS = ("block", "else_clause", "finally_clause", "module")
_TRIVIA = ("comment", "line_continuation")
_ERROR = 0xFFFF
_KEPT = ("assignment", "augmented_assignment", "await", "call")
_OBSOLETE = ("print_statement", "exec_statement")
_BLANKED = re.compile(r"[^\n]")


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed and left out."""
    text = source_text(file)
    root = parse(text.encode("utf-8", "replace"), "python").root_node
    walk = _Walk()
    walk.statements(root)
    if root.has_error:
        walk.errors(root)
    offsets = Offsets(text)
    found = walk.found
    if offsets.ends:
        found = [(offsets.character(start), offsets.character(end), form) for start, end, form in found]
    if walk.unread:
        found.sort()
        text = _blank(text, [(offsets.character(start), offsets.character(end)) for start, end in walk.unread])
    return read_file(text, found, sorted(walk.problems.values(), key=lambda problem: problem.line))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each module as Python does, and resolve imports to files of the project."""
    return link_python_modules(files, tree)


class _Grammar:
    """What the numbers of node kinds mean."""

    def __init__(self) -> None:
        language = grammar("python")
        named = [number for number in range(language.node_kind_count) if language.node_kind_is_named(number)]
        names = {number: language.node_kind_for_id(number) or "" for number in named}
        self.forms = {
            number: _FORMS.get(name, SIMPLE)
            for number, name in names.items()
            if name not in _CONTAINERS and name not in _TRIVIA
        }
        self.containers = {_ERROR} | {number for number, name in names.items() if name in _CONTAINERS}
        self.decorated = {number for number, name in names.items() if name == "decorated_definition"}
        self.bodies = self.containers | {number for number, name in names.items() if name in _FORMS}
        self.kept = self.bodies | {
            number for number, name in names.items() if name in _KEPT or name.endswith("_statement")
        }
        self.obsolete = {number for number, name in names.items() if name in _OBSOLETE}


@cache
def _grammar() -> _Grammar:
    return _Grammar()


class _Walk:
    """Collects statements, and what lies outside of them, as byte offsets."""

    def __init__(self) -> None:
        self.found: list[Statement] = []
        self.unread: list[tuple[int, int]] = []
        self.problems: dict[int, SyntaxProblem] = {}

    def statements(self, root: "Node") -> None:
        """Visit statements in the order of the text, expressions never."""
        grammar = _grammar()
        forms, containers, found = grammar.forms, grammar.containers, self.found
        stack = [iter(root.children)]
        decorated = False
        while stack:
            for node in stack[-1]:
                kind = node.kind_id
                if kind in containers:
                    stack.append(_children(node, grammar.kept) if kind == _ERROR else iter(node.children))
                    break
                form = forms.get(kind)
                if form is None:
                    continue
                if not decorated or form != DEFINITION:
                    found.append((node.start_byte, node.end_byte, form))
                decorated = kind in grammar.decorated
                if form != SIMPLE and form != ALIAS:
                    stack.append(_children(node, grammar.bodies))
                    break
                if kind in grammar.obsolete:
                    self.obsolete(node)
            else:
                stack.pop()

    def obsolete(self, node: "Node") -> None:
        """Note a statement of Python 2; ``print >> file, value`` is an expression in Python 3."""
        word = node.type.partition("_")[0]
        if node.named_child_count and node.named_children[0].type != "chevron":
            self.problem(node, f"{word} statement of Python 2")

    def errors(self, root: "Node") -> None:
        """Visit what did not parse, and note which text belongs to no statement."""
        kept = _grammar().kept
        stack = [(root, False)]
        while stack:
            node, inside = stack.pop()
            if node.is_missing:
                self.problem(node, f"syntax error: {node.type} is missing")
            if node.is_error:
                if not inside:
                    self.problem(node, "syntax error")
                position = node.start_byte
                for child in node.children:
                    if child.kind_id in kept and not child.is_error:
                        self.unread.append((position, child.start_byte))
                        position = child.end_byte
                self.unread.append((position, node.end_byte))
            stack += [(child, inside or node.is_error) for child in node.children if child.has_error]

    def problem(self, node: "Node", reason: str) -> None:
        line = node.start_point.row + 1
        self.problems.setdefault(line, SyntaxProblem(line, reason))


def _children(node: "Node", kinds: set[int]) -> "Iterator[Node]":
    return iter([child for child in node.children if child.kind_id in kinds])


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    """Replace the spans of a text with space, so that all other offsets stay as they are."""
    parts = []
    position = 0
    for start, end in sorted(spans):
        if end > position:
            start = max(start, position)
            parts += [text[position:start], _BLANKED.sub(" ", text[start:end])]
            position = end
    return "".join([*parts, text[position:]])
