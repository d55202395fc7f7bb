"""What a unified diff does to the files that exist before it, in their own line numbers."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from unidiff.patch import Hunk, PatchedFile, PatchSet

_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_NOWHERE = "/dev/null"


@frozen
class Insertion:
    """Lines added after line ``after`` of the base file (0: before the first).

    ``indentation`` is that of the first added line that is not blank, in columns with tabs to every eighth; None where
    all are blank.
    """

    after: int
    indentation: int | None


@frozen
class HunkEdit:
    """One stretch of a patch, in line numbers of the base file.

    ``base`` are the lines that the patch repeats from there (context and removed), from line ``start`` on; ``removed``
    are the numbers of the removed ones.
    """

    start: int
    base: tuple[str, ...]
    removed: tuple[int, ...]
    insertions: tuple[Insertion, ...]

    def shifted(self, offset: int) -> "HunkEdit":
        """The same ``offset`` lines further down."""
        return HunkEdit(
            self.start + offset,
            self.base,
            tuple(line + offset for line in self.removed),
            tuple(evolve(insertion, after=insertion.after + offset) for insertion in self.insertions),
        )


@frozen
class FileEdit:
    """How a patch changes one file: ``path`` is its name at the base commit, or the new name of an added file.

    ``kept`` says of a file whose lines the patch does not change what it does instead. A ``moved`` file was deleted
    there and added elsewhere with the very same lines, without saying so.
    """

    path: str
    status: Literal["modified", "added", "deleted", "moved"]
    hunks: tuple[HunkEdit, ...] = ()
    kept: Literal["", "binary", "mode", "renamed"] = ""

    @property
    def removed(self) -> tuple[int, ...]:
        """The numbers of all removed lines."""
        return tuple(line for hunk in self.hunks for line in hunk.removed)

    @property
    def insertions(self) -> tuple[Insertion, ...]:
        """All places where lines are added."""
        return tuple(insertion for hunk in self.hunks for insertion in hunk.insertions)


def read_edits(patch: str) -> list[FileEdit]:
    """Read a unified diff (git's extensions included).

    A renamed file is a modified one under its old name. Files of which only the mode or the name changes, binary ones
    and moved ones have no removed lines and no insertions. Raises :class:`CrossbearingError` for what is no diff.
    """
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    try:
        files = PatchSet(patch if patch.endswith("\n") else f"{patch}\n")
    except (UnidiffParseError, ValueError) as error:
        raise CrossbearingError(f"the patch is not a unified diff: {error}") from None
    moved = _moved(files)
    edits = [_edit(file) for file in files]
    return [evolve(e, status="moved", hunks=()) if number in moved else e for number, e in enumerate(edits)]


def placed(edit: FileEdit, lines: Sequence[str]) -> FileEdit:
    """Find every hunk in the base file, as ``patch`` does: where it says, else at the nearest place that it fits.

    Published patches are not always made against the base commit itself. Raises :class:`CrossbearingError` for a hunk
    that fits nowhere after the one before it.
    """
    hunks: list[HunkEdit] = []
    offset, end = 0, 0
    for hunk in edit.hunks:
        starts = [start for start in _fits(hunk.base, lines) if start > end] if hunk.base else [hunk.start + offset]
        if not starts:
            raise CrossbearingError(f"the patch does not apply to {edit.path} around line {hunk.start}")
        start = min(starts, key=lambda start: (abs(start - hunk.start - offset), start))
        offset, end = start - hunk.start, start + len(hunk.base) - 1
        hunks.append(hunk.shifted(offset))
    return evolve(edit, hunks=tuple(hunks))


def _fits(base: tuple[str, ...], lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines at which ``base`` stands, line endings aside."""
    for index in range(len(lines) - len(base) + 1):
        if all(lines[index + i].rstrip("\r") == text for i, text in enumerate(base)):
            yield index + 1


def indentation(line: str) -> int | None:
    """Columns of white space before the text of ``line``, with tabs to every eighth; None for a blank line."""
    text = line.lstrip(" \t")
    return len(line[: len(line) - len(text)].expandtabs(8)) if text.strip() else None


def _edit(file: "PatchedFile") -> FileEdit:
    source, target = _path(file.source_file), _path(file.target_file)
    if source is None:
        return FileEdit(target or "", "added")
    return FileEdit(source, "deleted" if target is None else "modified", tuple(map(_hunk, file)), _kept(file))


def _kept(file: "PatchedFile") -> Literal["", "binary", "mode", "renamed"]:
    if len(file) or file.is_removed_file:
        return ""
    if file.is_binary_file:
        return "binary"
    return "renamed" if file.is_rename else "mode"


def _moved(files: "PatchSet") -> set[int]:
    """The numbers of deleted files of which another file that is added has every line, and of those others."""
    gone = {number: _lines(file) for number, file in enumerate(files) if file.is_removed_file and len(file)}
    come = {number: _lines(file) for number, file in enumerate(files) if file.is_added_file and len(file)}
    pairs = [(old, new) for old, lines in gone.items() for new, others in come.items() if lines == others]
    return {number for pair in pairs for number in pair}


def _lines(file: "PatchedFile") -> list[str]:
    return [line.value.rstrip("\r\n") for hunk in file for line in hunk]


def _hunk(hunk: "Hunk") -> HunkEdit:
    # A hunk without base lines names the line before it; any other one its first line.
    before = position = hunk.source_start - (1 if hunk.source_length else 0)
    base: list[str] = []
    removed: list[int] = []
    added: dict[int, list[str]] = {}
    for line in hunk:
        if line.is_added:
            added.setdefault(position, []).append(line.value)
        elif line.source_line_no is not None:  # else: "\ No newline at end of file"
            position = line.source_line_no
            base.append(line.value.rstrip("\r\n"))
            if line.is_removed:
                removed.append(position)
    insertions = (Insertion(after, _first_indentation(run)) for after, run in added.items())
    return HunkEdit(before + 1, tuple(base), tuple(removed), tuple(insertions))


def _first_indentation(lines: list[str]) -> int | None:
    return next((columns for line in lines if (columns := indentation(line)) is not None), None)


def _path(name: str) -> str | None:
    """The path behind a name of a diff header; None for the file that does not exist."""
    if name == _NOWHERE:
        return None
    if name.startswith('"') and name.endswith('"'):
        name = _unquote(name[1:-1])
    return name[2:] if name[:2] in ("a/", "b/") else name


def _unquote(name: str) -> str:
    """Undo git's quoting of unusual names (``core.quotePath``)."""

    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _LETTERS.get(code, code)

    return _ESCAPED.sub(plain, name.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
