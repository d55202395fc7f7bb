"""Applying the hunks of one file to its text, as ``git apply`` does: exactly, or not at all."""

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.patch import FilePatch, Hunk, kind_of_line


def apply_to(file: FilePatch, text: str) -> str:
    """The file's text after the patch; ``text`` is that before it (empty for an added file).

    Hunks stand where they say, else at the nearest place that fits. Raises :class:`CrossbearingError` for a hunk that
    fits nowhere, and for binary files.
    """
    if file.is_binary or file.is_opaque:
        raise CrossbearingError(f"the patch of {file.path} cannot be applied to text")
    lines = _lines(text)
    result: list[str] = []
    done = 0
    for hunk in file.hunks:
        old = [_content(line) for line in hunk.lines if kind_of_line(line) != "+"]
        start = _place(lines, old, hunk, done)
        if start is None:
            raise CrossbearingError(f"the patch does not apply to {file.path} around line {hunk.old_start}")
        result += lines[done:start]
        result += [_content(line) for line in hunk.lines if kind_of_line(line) != "-"]
        done = start + len(old)
    return "".join(result + lines[done:])


def _lines(text: str) -> list[str]:
    """Lines with their line feeds, cut there only: other separators belong to the text."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _content(line: str) -> str:
    """What a line of a hunk says about the file: without its sign, and without a line feed where there is none."""
    text, feed, marker = line.partition("\n")
    return text[1:] if marker.startswith("\\") or (not feed and not text) else f"{text[1:]}\n"


def _place(lines: list[str], old: list[str], hunk: Hunk, least: int) -> int | None:
    """Where the old lines stand, nearest to where the hunk says, not before ``least``; None where they do not."""
    most = len(lines) - len(old)
    wanted = min(max(hunk.old_start - (1 if hunk.old_lines else 0), least), most)
    for distance in range(max(most - wanted, wanted - least) + 1):
        for start in (wanted - distance, wanted + distance):
            if least <= start <= most and lines[start : start + len(old)] == old:
                return start
    return None
