"""The places that a fix edits: what a localization is measured against.

The rules, for a patch read at its base commit:

- **Files.** Code files (by suffix) other than tests, vendored and generated ones, that exist at the base commit and of
  which the patch adds, changes or removes lines. Examples and code among the documentation count, although faults are
  seldom looked for there. Added files are no gold: nobody could have pointed at them. A renamed file counts under its
  old name where its content changes too; a change of the name or the mode alone does not count, and neither does a file
  that is deleted while another with the very same lines is added. A binary file does not count. A deleted file counts.
- **Functions.** The innermost functions and methods of those files that contain a removed line or the point where lines
  are added. Lines added at the very end of a function belong to it where they are indented more deeply than its first
  line. Deleted files give no functions. Code at module or class level gives none either. Code that moves counts where
  it is taken away, and the place where it goes as one where lines are added.
- **Places.** The same for definitions of every kind, so that an edit at class level counts for the class and one at
  module level for the file; a deleted file counts as a whole.
- **Statements.** The removed lines that are not blank. Where lines are only added, the nearest line above that is not
  blank; the first line of the file where there is none.
- A hunk that stands some lines off its place is found as ``patch`` finds it; a patch that does not apply at all gives
  files but no functions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from attrs import Factory, define, frozen

from crossbearing.measure.edits import FileEdit, Insertion, indentation, placed, read_edits
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.role import role_of

CODE_SUFFIXES = frozenset(
    """
    .adb .ads .as .asm .bas .bash .c .c++ .cc .cjs .clj .cljs .coffee .cpp .cr .cs .cts .cu .cuh .cxx .d .dart .el .elm
    .erl .ex .exs .f .f03 .f08 .f90 .f95 .for .fs .fsx .go .groovy .h .h++ .hh .hpp .hrl .hs .hx .hxx .inl .ipp .java
    .jl .js .jsx .kt .kts .lisp .lua .m .mjs .ml .mli .mm .mts .nim .pas .php .pl .pm .pony .proto .ps1 .pxd .py .pyi
    .pyx .r .rb .rkt .rs .s .scala .scm .sh .sol .sql .sv .svelte .swift .tcl .ts .tsx .v .vala .vb .vhd .vhdl .vue .zig
    """.split()  # noqa: SIM905 - a list of a hundred strings would fill a page
)
"""Suffixes (in lower case) of files that hold code, whether or not a plugin reads their language."""

GOLD_ROLES = ("source", "example", "docs")
FUNCTION_KINDS = ("function", "method")
PLACE_KINDS = ("module", "class", *FUNCTION_KINDS)

ReadLines = Callable[[str], Sequence[str] | None]
"""Lines of a file at the base commit without their endings, or None where there is no such file."""


class _Span(NamedTuple):
    # The greatest of several spans around one place is the innermost: a definition follows the one that encloses it.
    entity: int
    first: int
    last: int


@frozen(order=True)
class GoldFunction:
    """A function or method that the fix edits, with its lines at the base commit."""

    file: str
    line: int
    end_line: int
    qualname: str


@frozen(order=True)
class GoldPlace:
    """A definition of any kind that the fix edits, or a file as a whole (``module``)."""

    file: str
    line: int
    end_line: int
    kind: str
    qualname: str


@frozen(order=True)
class GoldStatement:
    """A line of the base that the fix removes, or after which it adds."""

    file: str
    line: int


@frozen(order=True)
class LeftOut:
    """A file that the patch touches and that is no gold, and by which rule."""

    file: str
    why: str


@define
class Gold:
    """What the fix edits; where that is nothing, ``why_no_files`` or ``why_no_functions`` says why.

    ``entities`` are the functions' numbers in the graph. ``left_out`` are the other files of the patch.
    """

    files: tuple[str, ...] = ()
    functions: tuple[GoldFunction, ...] = ()
    entities: tuple[int, ...] = Factory(tuple)
    why_no_files: str = ""
    why_no_functions: str = ""
    places: tuple[GoldPlace, ...] = ()
    statements: tuple[GoldStatement, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def gold_of(patch: str, graph: CodeGraph, read_lines: ReadLines) -> Gold:
    """Find the gold of ``patch`` by the rules of this module; an unreadable patch is a reason, not an error."""
    try:
        edits = read_edits(patch)
    except CrossbearingError as error:
        return Gold(why_no_files=str(error), why_no_functions=str(error))
    counted: dict[str, Sequence[str]] = {}
    left_out: list[LeftOut] = []
    for edit in edits:
        why = why_no_gold(edit)
        lines = None if why else read_lines(edit.path)
        if lines is None:
            left_out.append(LeftOut(edit.path, why or "does not exist at the base commit"))
        else:
            counted[edit.path] = lines
    if not counted:
        why = _why_no_files(edits)
        return Gold(why_no_files=why, why_no_functions=why, left_out=tuple(sorted(left_out)))
    gold = Gold(files=tuple(sorted(counted)), left_out=tuple(sorted(left_out)))
    try:
        _add_places(gold, [edit for edit in edits if edit.path in counted], counted, graph)
    except CrossbearingError as error:
        gold.why_no_functions = str(error)
    return gold


def _add_places(gold: Gold, edits: Sequence[FileEdit], lines: Mapping[str, Sequence[str]], graph: CodeGraph) -> None:
    fitted = [placed(edit, lines[edit.path]) for edit in edits if edit.status == "modified"]
    entities = {entity for edit in fitted for entity in _innermost(edit, lines[edit.path], graph, FUNCTION_KINDS)}
    places = {entity for edit in fitted for entity in _innermost(edit, lines[edit.path], graph, PLACE_KINDS)}
    places |= {entity for edit in edits if edit.status == "deleted" for entity in _whole_file(edit.path, graph)}
    gold.entities = tuple(sorted(entities))
    gold.functions = tuple(_gold_function(entity, graph) for entity in gold.entities)
    gold.places = tuple(_gold_place(entity, graph) for entity in sorted(places))
    found = {GoldStatement(edit.path, line) for edit in fitted for line in _statements(edit, lines[edit.path])}
    gold.statements = tuple(sorted(found))
    if not entities:
        gold.why_no_functions = "the patch edits no function that exists at the base commit"


def is_code(path: str) -> bool:
    """Say whether the suffix of ``path`` is one of a programming language."""
    return PurePosixPath(path).suffix.lower() in CODE_SUFFIXES


def why_no_gold(edit: FileEdit) -> str:
    """Say by which rule an edited file is no gold whatever the base commit holds; empty where it may be gold."""
    if edit.status == "added":
        return "is new"
    if edit.status == "moved":
        return "is moved with every line as it was"
    if not (edit.removed or edit.insertions):
        return _KEPT[edit.kept]
    if not is_code(edit.path):
        return "is no code"
    role = role_of(edit.path)
    return "" if role in GOLD_ROLES else f"is {_ROLES.get(role, role)}"


_KEPT = {"": "is empty", "binary": "is binary", "mode": "changes in nothing but its mode", "renamed": "is only renamed"}
_ROLES = {"test": "a test", "vendored": "vendored", "generated": "generated"}


def _why_no_files(edits: list[FileEdit]) -> str:
    if not edits:
        return "the patch names no file"
    if all(edit.status == "added" for edit in edits):
        return "the patch only adds files"
    return "the patch edits no source file that exists at the base commit"


def _innermost(edit: FileEdit, lines: Sequence[str], graph: CodeGraph, kinds: Sequence[str]) -> Iterator[int]:
    """The innermost entity of ``kinds`` around each removed line and each point where lines are added."""
    spans = [
        _Span(entity, int(graph.start_lines[entity]), int(graph.end_lines[entity]))
        for entity in graph.entities_of_file(edit.path)
        if graph.kinds[entity] in kinds
    ]
    touched = [[span for span in spans if span.first <= line <= span.last] for line in edit.removed]
    touched += [[span for span in spans if _holds(span, insertion, lines)] for insertion in edit.insertions]
    for found in touched:
        if found:
            yield max(found).entity
        elif "module" in kinds:
            yield from _whole_file(edit.path, graph)


def _whole_file(path: str, graph: CodeGraph) -> Iterator[int]:
    return (entity for entity in graph.entities_of_file(path) if graph.kinds[entity] == "module")


def _statements(edit: FileEdit, lines: Sequence[str]) -> Iterator[int]:
    for hunk in edit.hunks:
        yield from (line for line in hunk.removed if lines[line - 1].strip())
        if not hunk.removed:
            yield from (_line_above(insertion.after, lines) for insertion in hunk.insertions)


def _line_above(line: int, lines: Sequence[str]) -> int:
    while line > 1 and not lines[line - 1].strip():
        line -= 1
    return max(line, 1)


def _holds(span: _Span, insertion: Insertion, lines: Sequence[str]) -> bool:
    before = insertion.after
    while before and not lines[before - 1].strip():
        before -= 1
    if before < span.first or before > span.last:
        return False
    if insertion.after < span.last:
        return True
    # At the very end of the function, where only the indentation can tell.
    column = indentation(lines[span.first - 1])
    return column is not None and insertion.indentation is not None and insertion.indentation > column


def _gold_function(entity: int, graph: CodeGraph) -> GoldFunction:
    return GoldFunction(
        graph.file(entity), int(graph.start_lines[entity]), int(graph.end_lines[entity]), graph.qualnames[entity]
    )


def _gold_place(entity: int, graph: CodeGraph) -> GoldPlace:
    first, last = int(graph.start_lines[entity]), int(graph.end_lines[entity])
    return GoldPlace(graph.file(entity), first, last, graph.kinds[entity], graph.qualnames[entity])
