"""Scripts that are texts of a YAML file, with the line on which each of their characters stands."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from crossbearing_ecosystems._ci_script import Script
from crossbearing_ecosystems._placed import Text

_WIDEST_GAP = 2_000
_ESCAPED = re.compile(r"\\.")
_UNESCAPED = re.compile(r"[^\s\"'\\]+")
_POWERSHELL = frozenset({"pwsh", "powershell"})
_BATCH = frozenset({"cmd", "bat"})
_SHELLS = frozenset({"", "bash", "sh", "zsh", "dash", "ash", "ksh", "busybox", *_BATCH, *_POWERSHELL})
_FOREIGN = re.compile(r"#!(?!.*?(?:sh|bash|env -S bash)\b).*")


def script_of(text: Text, lines: Sequence[str], shell: str = "") -> Script:
    """The script that ``text`` is, which stands in a file of ``lines``; continued lines are those of its shell."""
    return Script(with_continued_lines(text, shell), line_finder(text, lines))


def with_continued_lines(script: str, shell: str) -> str:
    """A script whose lines go on after a backslash, whatever its shell writes there."""
    mark = "`" if program_of(shell) in _POWERSHELL else "^" if program_of(shell) in _BATCH else ""
    return script.replace(f"{mark}\n", "\\\n") if mark else str(script)


def is_commands(script: str, shell: str) -> bool:
    """Say whether a script is one of commands: its shell, if it is stated, is one, and so is its first line's."""
    return program_of(shell) in _SHELLS and not _FOREIGN.match(script)


def program_of(shell: str) -> str:
    """The program of a shell: ``bash`` of ``/bin/bash -l {0}``."""
    name = next(iter(shell.replace("\\", "/").split()), "")
    return name.rpartition("/")[2].removesuffix(".exe").lower()


def line_finder(text: Text, lines: Sequence[str]) -> Callable[[int], int]:
    """What tells the line of each offset of ``text``, however it is folded: each line of the file is found in it."""
    offsets, numbers = [0], [text.first]
    is_quoted = text.first == text.line and not text.is_plain
    cursor = _end_of_first_line(text, lines)
    for number in range(text.first + (text.first == text.line), min(text.end, len(lines)) + 1):
        content = lines[number - 1].strip()
        place = _find(content, text, cursor)
        if place < 0 and is_quoted:
            # Between quotes, a line may begin and end with what is no part of the text.
            content = next(iter(_UNESCAPED.findall(_ESCAPED.sub(" ", content))), "")
            place = _find(content, text, cursor)
        if place >= 0:
            offsets.append(place)
            numbers.append(number)
            cursor = place + len(content)
    return lambda offset: numbers[bisect_right(offsets, offset) - 1]


def _find(content: str, text: str, cursor: int) -> int:
    return text.find(content, cursor, cursor + len(content) + _WIDEST_GAP) if content else -1


def _end_of_first_line(text: Text, lines: Sequence[str]) -> int:
    """How much of a text stands on the line of its key; nothing of a block."""
    if text.first != text.line or text.line == text.end:
        return 0
    line = lines[text.line - 1].rstrip()
    word = next(iter(text.split(maxsplit=1)), "")
    place = line.find(word) if word else -1
    while place >= 0 and not text.startswith(line[place:].removesuffix("\\")):
        place = line.find(word, place + 1)
    return len(line) - place if place >= 0 else 0
