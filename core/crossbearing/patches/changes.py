"""The changes of a patch one by one, and the patch that is left when only some of them are kept.

A change is a line that is added or removed, or what the header of a file does by itself: a new mode, a new name, a
binary content, a deletion. What cannot be kept in part is one change: a deleted file, a binary one, a merge's diff, and
each run of lines next to a missing final newline. A file that is deleted and added anew (as a symbolic link, say) is
one change as well.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from attrs import evolve

from crossbearing.model.patch import FilePatch, Hunk, Patch, kind_of_line

CONTEXT = 3
"""Lines of context that a hunk keeps on either side when lines of it are taken out."""


class Change(NamedTuple):
    """One thing that can be kept or dropped: ``hunk`` and ``line`` count from 0, and are -1 for the file's header.

    ``run`` counts the runs of changed lines in a hunk.
    """

    file: int
    hunk: int = -1
    run: int = -1
    line: int = -1


def changes_of(patch: Patch) -> tuple[Change, ...]:
    """Every change of a patch, in order."""
    free = (index for index in range(len(patch.files)) if not _is_tied(patch, index))
    return tuple(change for index in free for change in _changes(index, patch.files[index]))


def keeping(patch: Patch, kept: Collection[Change]) -> Patch:
    """The patch with only these changes; text around the files is left out where a file is.

    Hunks of which all changes are kept stand as they were, with new line numbers where others went before them. The
    patch of no changes is empty; the patch of all of them is the patch itself.
    """
    chosen = set(kept)
    files = []
    for index, file in enumerate(patch.files):
        own = {Change(index - 1)} if _is_tied(patch, index) else set(_changes(index, file))
        if own <= chosen:
            files.append(file)
        elif own & chosen:
            files.append(_cut(index, file, chosen))
    if len(files) == len(patch.files):
        return evolve(patch, files=tuple(files))
    return Patch(tuple(evolve(file, trailing="") for file in files))


def _is_tied(patch: Patch, index: int) -> bool:
    """Whether a file only takes the place of the one before it, which is deleted."""
    before, file = patch.files[index - 1], patch.files[index]
    return index > 0 and file.status == "added" and before.status == "deleted" and file.new_path == before.old_path


def _is_whole(file: FilePatch) -> bool:
    return file.is_binary or file.is_opaque or file.status in ("deleted", "copied") or not file.hunks


def _has_header_change(file: FilePatch) -> bool:
    return file.changes_mode or file.status == "renamed"


def _changes(index: int, file: FilePatch) -> Iterator[Change]:
    if _is_whole(file):
        yield Change(index)
        return
    if _has_header_change(file):
        yield Change(index)
    for number, hunk in enumerate(file.hunks):
        for run, lines in enumerate(_runs(hunk)):
            together = any(_ends_without_newline(hunk.lines[line]) for line in lines)
            for line in lines[:1] if together else lines:
                yield Change(index, number, run, line)


def _runs(hunk: Hunk) -> list[list[int]]:
    """The numbers of the changed lines, cut where context stands between them."""
    runs: list[list[int]] = []
    previous = -2
    for number, line in enumerate(hunk.lines):
        if kind_of_line(line) == " ":
            continue
        if number == previous + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
        previous = number
    return runs


def _ends_without_newline(line: str) -> bool:
    return "\n\\" in line


def _cut(index: int, file: FilePatch, chosen: set[Change]) -> FilePatch:
    """The file's patch with some of its changes only."""
    keeps_header = Change(index) in chosen
    hunks: list[Hunk] = []
    offset = 0
    for number, hunk in enumerate(file.hunks):
        for part in _parts(index, number, hunk, chosen):
            placed = _placed(part, offset)
            offset += placed.new_lines - placed.old_lines
            hunks.append(placed)
    cut = evolve(file, hunks=tuple(hunks))
    if _has_header_change(file) and not keeps_header:
        cut = _without_header_change(cut)
    return cut if hunks else evolve(cut, header=tuple(line for line in cut.header if not line.startswith(_CONTENT)))


_CONTENT = ("index ", "--- ", "+++ ")


def _without_header_change(file: FilePatch) -> FilePatch:
    """The same content changes, to the file under its old name and with its old mode."""
    old = file.old_path or ""
    before, after = (_quoted(f"{letter}{old}") for letter in (("a/", "b/") if file.is_prefixed else ("", "")))
    header = (f"diff --git {before} {after}\n", f"--- {before}\n", f"+++ {after}\n")
    return evolve(file, new_path=old, status="modified", header=header, changes_mode=False)


def _quoted(name: str) -> str:
    """A name as git writes it in headers, quoted where it has to be."""
    raw = name.encode("utf-8", "surrogateescape")
    if all(32 <= byte < 127 and byte not in b'"\\' for byte in raw):
        return name
    return f'"{"".join(map(_escaped, raw))}"'


def _escaped(byte: int) -> str:
    if byte < 32 or byte > 126:
        return f"\\{byte:03o}"
    return f"\\{chr(byte)}" if byte in b'"\\' else chr(byte)


def _parts(index: int, number: int, hunk: Hunk, chosen: set[Change]) -> Iterator[Hunk]:
    """What is left of a hunk: nothing, itself, or one or several smaller ones."""
    runs = _runs(hunk)
    kept: set[int] = set()
    for run, lines in enumerate(runs):
        together = any(_ends_without_newline(hunk.lines[line]) for line in lines)
        if together:
            kept |= set(lines) if Change(index, number, run, lines[0]) in chosen else set()
        else:
            kept |= {line for line in lines if Change(index, number, run, line) in chosen}
    if len(kept) == sum(map(len, runs)):
        yield hunk
    elif kept:
        yield from _trimmed(hunk, list(_lines_kept(hunk, kept)))


def _lines_kept(hunk: Hunk, kept: set[int]) -> Iterator[str]:
    """The hunk's lines where the removals that are not kept become context again, and such additions vanish.

    What is dropped of a run goes before what is kept of it only where it stood before: order never changes.
    """
    for number, line in enumerate(hunk.lines):
        kind = kind_of_line(line)
        if kind == " " or number in kept:
            yield line
        elif kind == "-":
            yield f" {line[1:]}"


def _trimmed(hunk: Hunk, lines: list[str]) -> Iterator[Hunk]:
    """Cut context that is longer than needed, at the ends and between changes that are far apart."""
    changed = [number for number, line in enumerate(lines) if kind_of_line(line) != " "]
    groups: list[list[int]] = []
    for number in changed:
        if groups and number - groups[-1][1] <= 2 * CONTEXT + 1:
            groups[-1][1] = number
        else:
            groups.append([number, number])
    for first, last in groups:
        start, end = max(0, first - CONTEXT), min(len(lines), last + 1 + CONTEXT)
        yield _composed(hunk, lines, start, end)


def _composed(hunk: Hunk, lines: list[str], start: int, end: int) -> Hunk:
    body = tuple(lines[start:end])
    before = sum(kind_of_line(line) != "+" for line in lines[:start])
    old = sum(kind_of_line(line) != "+" for line in body)
    new = sum(kind_of_line(line) != "-" for line in body)
    first = hunk.old_start + (0 if hunk.old_lines else 1) + before  # the line at which the part stands, from 1
    return Hunk(first if old else first - 1, old, 0, new, body, hunk.section)


def _placed(hunk: Hunk, offset: int) -> Hunk:
    """The hunk with its number in the new file, where the hunks kept before it moved it by ``offset`` lines."""
    start = hunk.old_start + offset
    if not hunk.old_lines:
        start += 1
    if not hunk.new_lines:
        start -= 1
    start = max(start, 0)  # hunks that contradict each other can be read, and never apply
    return hunk if start == hunk.new_start else evolve(hunk, new_start=start, head="")


def grouped(changes: Iterable[Change], level: str) -> tuple[tuple[Change, ...], ...]:
    """Changes that stand or fall together at a level: ``file``, ``hunk``, ``run`` or ``line``."""
    depth = {"file": 1, "hunk": 2, "run": 3, "line": 4}[level]
    groups: dict[tuple[int, ...], list[Change]] = {}
    for change in changes:
        key = (change.file, change.hunk, change.run, change.line)[:depth]
        groups.setdefault(key, []).append(change)
    return tuple(tuple(group) for _, group in sorted(groups.items()))
