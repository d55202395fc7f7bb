"""Reading unified diffs of git and of ``diff -u``, binary payloads, renames, modes and mail around them included.

The ``unidiff`` package reads what changes, and loses binary payloads, extended headers and text between files; here the
parts that are read join to exactly the text that was given.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.patch import NO_NEWLINE, FilePatch, FileStatus, Hunk, Patch

_HUNK = re.compile(r"@@ -(\d{1,40})(?:,(\d{1,40}))? \+(\d{1,40})(?:,(\d{1,40}))? @@(.*)", re.DOTALL | re.ASCII)
_EXTENDED = (
    "old mode ",
    "new mode ",
    "deleted file mode ",
    "new file mode ",
    "copy from ",
    "copy to ",
    "rename from ",
    "rename to ",
    "similarity index ",
    "dissimilarity index ",
    "index ",
)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_NOWHERE = "/dev/null"
_COMBINED = ("diff --cc ", "diff --combined ")
_CUTS = 40


def parse_patch(text: str) -> Patch:
    """Read a unified diff; text without any has no files and is all preamble.

    Raises :class:`CrossbearingError` with the line number for a hunk that is cut off or holds other lines than its
    header says. ``parse_patch(text).text == text`` for whatever can be read.
    """
    return _Reader(_lines(text)).patch()


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


class _Names(NamedTuple):
    old: str | None
    new: str | None
    status: FileStatus
    prefixed: bool


class _Reader:
    """A position in the lines of a diff."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def patch(self) -> Patch:
        """Read all files."""
        preamble = "".join(self._until_file())
        files = []
        while self._at < len(self._lines):
            files.append(self._file())
        return Patch(tuple(files), preamble)

    def _peek(self, ahead: int = 0) -> str:
        position = self._at + ahead
        return self._lines[position] if position < len(self._lines) else ""

    def _take(self) -> str:
        self._at += 1
        return self._lines[self._at - 1]

    def _at_file(self) -> bool:
        line = self._peek()
        if line.startswith(("diff --git ", *_COMBINED)):
            return True
        return line.startswith("--- ") and self._peek(1).startswith("+++ ") and self._peek(2).startswith("@@ -")

    def _until_file(self) -> Iterator[str]:
        while self._at < len(self._lines) and not self._at_file():
            yield self._take()

    def _file(self) -> FilePatch:
        if self._peek().startswith(_COMBINED):
            return self._combined()
        header = [self._take()] if self._peek().startswith("diff --git ") else []
        while self._peek().startswith(_EXTENDED):
            header.append(self._take())
        is_binary = self._peek().startswith(("Binary files ", "GIT binary patch"))
        if is_binary:
            header += self._binary()
        elif self._peek().startswith("--- ") and self._peek(1).startswith("+++ "):
            header += [self._take(), self._take()]
        names = _names(header)
        hunks = []
        while not is_binary and self._peek().startswith("@@ -"):
            hunks.append(self._hunk())
        changes_mode = any(line.startswith("old mode ") for line in header)
        trailing = "".join(self._until_file())
        return FilePatch(
            names.old,
            names.new,
            names.status,
            tuple(header),
            tuple(hunks),
            trailing,
            is_binary=is_binary,
            changes_mode=changes_mode,
            is_prefixed=names.prefixed,
        )

    def _combined(self) -> FilePatch:
        """A merge's diff against several parents: kept as it is, in one piece."""
        header = [self._take()]
        name = _unquoted(header[0].split(" ", 2)[2].rstrip("\r\n"))
        while self._at < len(self._lines) and not self._peek().startswith("diff --"):
            header.append(self._take())
        return FilePatch(name, name, "modified", tuple(header), is_opaque=True)

    def _binary(self) -> Iterator[str]:
        if self._peek().startswith("Binary files "):
            yield self._take()
            return
        yield self._take()
        while self._peek().startswith(("literal ", "delta ")):
            while self._at < len(self._lines) and self._peek().rstrip("\r\n"):
                yield self._take()
            if self._at < len(self._lines):
                yield self._take()

    def _hunk(self) -> Hunk:
        number = self._at + 1
        head = self._take()
        match = _HUNK.match(head)
        if match is None:
            raise CrossbearingError(f"line {number} of the patch is no hunk header: {head.strip()[:60]!r}")
        old_start, old, new_start, new = (int(group) if group else 1 for group in match.groups()[:4])
        lines: list[str] = []
        left_old, left_new = old, new
        while left_old > 0 or left_new > 0 or self._peek().startswith("\\"):
            if self._at >= len(self._lines):
                raise CrossbearingError(f"the patch ends within the hunk of line {number}")
            line = self._take()
            if line.startswith("\\"):
                self._mark(lines, line)
                continue
            kind = line[0]
            if kind not in " +-\n\r\t" or (kind == "+" and not left_new) or (kind == "-" and not left_old):
                raise CrossbearingError(f"line {self._at} of the patch does not fit the hunk of line {number}")
            left_old -= kind != "+"
            left_new -= kind != "-"
            lines.append(line)
        if left_old or left_new:
            raise CrossbearingError(f"the hunk of line {number} of the patch holds other lines than its header says")
        return Hunk(old_start, old, new_start, new, tuple(lines), match[5], head)

    def _mark(self, lines: list[str], line: str) -> None:
        if not lines:
            raise CrossbearingError(f"line {self._at} of the patch, {NO_NEWLINE[:14]!r}…, follows no line")
        lines[-1] += line


def _names(header: list[str]) -> _Names:
    """The names before and after, and what happened to the file, from the lines of its header."""
    said = {words: line[len(words) :].rstrip("\r\n") for line in header for words in _SAYING if line.startswith(words)}
    old, new = _git_names(header[0]) if header and header[0].startswith("diff --git ") else (None, None)
    for kind, status in (("rename", "renamed"), ("copy", "copied")):
        if f"{kind} from " in said:
            source, target = _unquoted(said[f"{kind} from "]), _unquoted(said.get(f"{kind} to ", ""))
            return _Names(source, target, status, old != source)  # type: ignore[arg-type]
    if "--- " in said:
        old, new = _plain(said["--- "]), _plain(said.get("+++ ", ""))
    elif "new file mode " in said:
        old = None
    elif "deleted file mode " in said:
        new = None
    # git puts different letters before the two names, or none; without both names it is taken to have put them there.
    prefixed = old is None or new is None or old != new
    if header and header[0].startswith("diff --git "):
        prefixed = len(set(_git_names(header[0]))) > 1
    if prefixed and old and new and (rest := old.partition("/")[2]) and rest == new.partition("/")[2]:
        old = new = rest  # whatever the two folders are called, as `diff -r before after` does it
    elif prefixed:
        old, new = (name and _stripped(name) for name in (old, new))
    if old is None and new is not None:
        return _Names(None, new, "added", prefixed)
    return _Names(old, new, "deleted" if new is None else "modified", prefixed)


_SAYING = (
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "--- ",
    "+++ ",
    "new file mode ",
    "deleted file mode ",
)


def _git_names(line: str) -> tuple[str, str]:
    """The two names of a ``diff --git`` line; where spaces leave it open, the split that gives the same name twice."""
    rest = line[len("diff --git ") :].rstrip("\r\n")
    if rest.startswith('"'):
        end = re.match(r'"(?:[^"\\]|\\.)*"', rest)
        if end:
            return _unquoted(end[0]), _unquoted(rest[end.end() + 1 :])
    middle = len(rest) // 2
    cuts = sorted(
        (index for index, character in enumerate(rest) if character == " "), key=lambda cut: abs(cut - middle)
    )
    for same in (str, _stripped):
        for cut in cuts[:_CUTS]:
            if same(rest[:cut]) == same(rest[cut + 1 :]):
                return rest[:cut], rest[cut + 1 :]
    cut = cuts[0] if cuts else len(rest)
    return rest[:cut], _unquoted(rest[cut + 1 :])


def _plain(name: str) -> str | None:
    """The path behind a ``---`` or ``+++`` line, without the time that ``diff -u`` adds; None for no file."""
    name = _unquoted(name.split("\t")[0] if not name.startswith('"') else name)
    return None if name == _NOWHERE else name


def _stripped(name: str) -> str:
    return name[2:] if re.match(r"[a-z]/", name) else name


def _unquoted(name: str) -> str:
    """Undo git's quoting of unusual names (``core.quotePath``)."""
    name = name.strip() if name.startswith('"') else name
    if not (len(name) > 1 and name.startswith('"') and name.endswith('"')):
        return name

    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _LETTERS.get(code, code)

    raw = name[1:-1].encode("utf-8", "surrogateescape")
    return _ESCAPED.sub(plain, raw).decode("utf-8", "surrogateescape")
