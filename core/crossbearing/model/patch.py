"""A unified diff, cut into files, hunks and lines, with every byte of it kept.

Text is decoded with surrogate escapes and split at line feeds only, so carriage returns, other encodings and a missing
final newline survive: joining the parts gives the text back.
"""

from typing import Literal

from attrs import frozen

NO_NEWLINE = "\\ No newline at end of file"

FileStatus = Literal["modified", "added", "deleted", "renamed", "copied"]


@frozen
class Hunk:
    """One stretch of changes.

    ``lines`` begin with a space (or nothing: an empty context line), ``+`` or ``-`` and end as they end in the diff; a
    "no newline" marker belongs to the line before it. ``section`` is the rest of the header line after the second
    ``@@``, its ending included; ``head`` the header as it was written, empty where it has to be composed.
    """

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: tuple[str, ...]
    section: str = "\n"
    head: str = ""

    @property
    def text(self) -> str:
        """The hunk as it stands in a diff."""
        return self.header + "".join(self.lines)

    @property
    def header(self) -> str:
        """The line that starts with ``@@``."""
        if self.head:
            return self.head
        old, new = _range(self.old_start, self.old_lines), _range(self.new_start, self.new_lines)
        return f"@@ -{old} +{new} @@{self.section}"

    @property
    def added(self) -> int:
        """How many lines are added."""
        return sum(line.startswith("+") for line in self.lines)

    @property
    def removed(self) -> int:
        """How many lines are removed."""
        return sum(line.startswith("-") for line in self.lines)


@frozen
class FilePatch:
    """What a diff does to one file.

    ``header`` are the lines before the first hunk, a binary payload included; ``trailing`` is text after the last hunk
    that belongs to no file (a signature, the message of the next commit). ``old_path`` is None for an added file,
    ``new_path`` for a deleted one. ``is_prefixed`` is false where the names stand in the header without a letter and a
    slash before them (``git diff --no-prefix``).
    """

    old_path: str | None
    new_path: str | None
    status: FileStatus
    header: tuple[str, ...]
    hunks: tuple[Hunk, ...] = ()
    trailing: str = ""
    is_binary: bool = False
    is_opaque: bool = False
    changes_mode: bool = False
    is_prefixed: bool = True

    @property
    def path(self) -> str:
        """The file's name after the change, or before it where the file is deleted."""
        return self.new_path or self.old_path or ""

    @property
    def text(self) -> str:
        """The file's part of the diff."""
        return "".join(self.header) + "".join(hunk.text for hunk in self.hunks) + self.trailing

    @property
    def added(self) -> int:
        """How many lines are added."""
        return sum(hunk.added for hunk in self.hunks)

    @property
    def removed(self) -> int:
        """How many lines are removed."""
        return sum(hunk.removed for hunk in self.hunks)


@frozen
class Patch:
    """A whole diff; ``preamble`` is what stands before its first file (a commit message)."""

    files: tuple[FilePatch, ...] = ()
    preamble: str = ""

    @property
    def text(self) -> str:
        """The diff as text; of a patch that was read, exactly what was read."""
        return self.preamble + "".join(file.text for file in self.files)

    @property
    def paths(self) -> tuple[str, ...]:
        """The names of its files, as :attr:`FilePatch.path` gives them, in order."""
        return tuple(file.path for file in self.files)

    @property
    def hunks(self) -> int:
        """How many hunks there are; a file without any (binary, a mode or a name alone) counts as one."""
        return sum(len(file.hunks) or 1 for file in self.files)

    @property
    def changed_lines(self) -> int:
        """Added and removed lines together."""
        return sum(file.added + file.removed for file in self.files)


def kind_of_line(line: str) -> str:
    """``+``, ``-``, or a space for context, which some tools write as an empty line."""
    return line[0] if line[:1] in ("+", "-") else " "


def _range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"
