"""The places that a fix edits: what a localization is measured against.

The rules, for a patch read at its base commit:

- **Files.** Code files (by suffix) other than tests, vendored and generated ones, that exist at the base commit and of
  which the patch adds, changes or removes lines. Examples and code among the documentation count, although faults are
  seldom looked for there. Added files are no gold: nobody could have pointed at them. A renamed file counts under its
  old name where its content changes too; a change of the name or the mode alone does not count. A deleted file counts.
- **Functions.** The innermost functions and methods of those files that contain a removed line or the point where lines
  are added. Lines added at the very end of a function belong to it where they are indented more deeply than its first
  line. Deleted files give no functions. Code at module or class level gives none either.
- A hunk that stands some lines off its place is found as ``patch`` finds it; a patch that does not apply at all gives
  files but no functions.
"""

from collections.abc import Callable, Iterator, Sequence
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


@define
class Gold:
    """What the fix edits; where that is nothing, ``why_no_files`` or ``why_no_functions`` says why.

    ``entities`` are the functions' numbers in the graph.
    """

    files: tuple[str, ...] = ()
    functions: tuple[GoldFunction, ...] = ()
    entities: tuple[int, ...] = Factory(tuple)
    why_no_files: str = ""
    why_no_functions: str = ""


def gold_of(patch: str, graph: CodeGraph, read_lines: ReadLines) -> Gold:
    """Find the gold of ``patch`` by the rules of this module; an unreadable patch is a reason, not an error."""
    try:
        edits = read_edits(patch)
    except CrossbearingError as error:
        return Gold(why_no_files=str(error), why_no_functions=str(error))
    counted = {edit.path: lines for edit in edits if (lines := _lines_of_gold_file(edit, read_lines)) is not None}
    if not counted:
        why = _why_no_files(edits)
        return Gold(why_no_files=why, why_no_functions=why)
    gold = Gold(files=tuple(sorted(counted)))
    changed = [edit for edit in edits if edit.path in counted and edit.status == "modified"]
    try:
        fitted = [placed(edit, counted[edit.path]) for edit in changed]
    except CrossbearingError as error:
        gold.why_no_functions = str(error)
        return gold
    entities = sorted({entity for edit in fitted for entity in _functions(edit, counted[edit.path], graph)})
    gold.entities = tuple(entities)
    gold.functions = tuple(_gold_function(entity, graph) for entity in entities)
    if not entities:
        gold.why_no_functions = "the patch edits no function that exists at the base commit"
    return gold


def is_code(path: str) -> bool:
    """Say whether the suffix of ``path`` is one of a programming language."""
    return PurePosixPath(path).suffix.lower() in CODE_SUFFIXES


def _lines_of_gold_file(edit: FileEdit, read_lines: ReadLines) -> Sequence[str] | None:
    touched = edit.status != "added" and bool(edit.removed or edit.insertions)
    if not touched or not is_code(edit.path) or role_of(edit.path) not in GOLD_ROLES:
        return None
    return read_lines(edit.path)


def _why_no_files(edits: list[FileEdit]) -> str:
    if not edits:
        return "the patch names no file"
    if all(edit.status == "added" for edit in edits):
        return "the patch only adds files"
    return "the patch edits no source file that exists at the base commit"


def _functions(edit: FileEdit, lines: Sequence[str], graph: CodeGraph) -> Iterator[int]:
    spans = [
        _Span(entity, int(graph.start_lines[entity]), int(graph.end_lines[entity]))
        for entity in graph.entities_of_file(edit.path)
        if graph.kinds[entity] in FUNCTION_KINDS
    ]
    touched = [[span for span in spans if span.first <= line <= span.last] for line in edit.removed]
    touched += [[span for span in spans if _holds(span, insertion, lines)] for insertion in edit.insertions]
    for found in touched:
        if found:
            yield max(found).entity


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
