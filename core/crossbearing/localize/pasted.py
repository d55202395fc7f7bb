"""Lines of traces as they stand in logs, mails and JSON: what was put before, around or into them is taken away."""

import re
from collections.abc import Iterator

# A trace inside a string of JSON or a repr: its newlines are written out.
_WRITTEN_OUT = re.compile(r'\\n(?:\\t|[ \t])*(?:File \\{0,2}"|at [\w$(<])')
_ESCAPED = re.compile(r"\\(.)")
_CHARACTERS = {"n": "\n", "t": "\t", "r": "", '"': '"', "'": "'", "\\": "\\", "/": "/"}

_PREFIX = re.compile(
    r"(?:> ?)+"
    r"|[VDIWEF]/[\w.$-]{1,80}\( *\d+\): "
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +\d+ +\d+ [VDIWEF] [\w.$-]{1,80} *: "
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)? "
    r"|[\w.-]{1,60}(?:_|-)\d+ +\| "
    r"| *# (?=\.{0,2}/)"
)
# gdb breaks the arguments of a call over lines.
_WRAPPED = re.compile(r"\s*#\d+\s[^\n]*,\s*\Z")
_PLACE = re.compile(r"\) at [^\s:]+:\d+\s*\Z")
_MOST_LINES = 8
_LONGEST = 500


def trace_lines(text: str) -> Iterator[str]:
    """The lines of a text as the program printed them."""
    waiting: list[str] = []
    for line in _lines(text):
        if waiting:
            waiting.append(line)
            if _PLACE.search(line[:_LONGEST]):
                yield " ".join(part.strip() for part in waiting)
            elif len(waiting) < _MOST_LINES and not line.lstrip().startswith("#"):
                continue
            else:
                yield from waiting
            waiting = []
        elif len(line) < _LONGEST and _WRAPPED.match(line):
            waiting.append(line)
        else:
            yield line
    yield from waiting


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        own = _ESCAPED.sub(_character, line).splitlines() if _WRITTEN_OUT.search(line) else [line]
        for part in own:
            match = _PREFIX.match(part)
            yield part[match.end() :] if match else part


def _character(match: re.Match[str]) -> str:
    return _CHARACTERS.get(match[1], match[0])
