"""Documentation from comments: the block that stands directly above a definition, without its markers."""

import re

from crossbearing_plugins.languages._treesitter.reading import Reading, Span

_OPENING = re.compile(r"/\*[*!]?|--\[=*\[|<!--|\{-\|?|\(\*+")
_CLOSING = re.compile(r"\*+/$|\]=*\]$|-->$|-\}$|\*+\)$")
_LINE = re.compile(r"[ \t]*(?://[/!]?|#+!?|--+|;+|'{1,3})[ \t]?")
_STAR = re.compile(r"^[ \t]*\*[ \t]?")
_LEGAL = re.compile(r"copyright|licen[cs]e|SPDX-", re.IGNORECASE)


class Comments:
    """The comments of a file by the line on which they end, lines of one block joined."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.by_last_line: dict[int, tuple[int, Span]] = {}
        source = reading.source
        for start, end in sorted(reading.comments):
            if not source.starts_line(start):
                continue
            end = start + len(source.data[start:end].rstrip())
            first, last = source.line(start), source.line(max(end - 1, start))
            above = self.by_last_line.get(first - 1)
            if above is not None and self._marker(start) == self._marker(above[1][0]) != "/*":
                del self.by_last_line[first - 1]
                first, start = above[0], above[1][0]
            self.by_last_line[last] = (first, (start, end))

    def _marker(self, start: int) -> str:
        return self.reading.source.slice(start, start + 2).strip()

    def above(self, line: int) -> str:
        """The documentation of what begins on a line; each block documents one thing."""
        found = self.by_last_line.pop(line - 1, None) or self.by_last_line.pop(line, None)
        return "" if found is None else clean(self.reading.text(found[1]))

    def of_file(self) -> str:
        """The first block of the file, if no definition took it and it is more than a licence."""
        for _, span in sorted(self.by_last_line.values()):
            text = clean(self.reading.text(span))
            before = self.reading.source.slice(0, span[0])
            if before.strip() and not (before.startswith("#!") and "\n" not in before.strip()):
                return ""
            if not text.startswith("!") and not _LEGAL.search(text):
                return text
            return ""
        return ""


def clean(text: str) -> str:
    """A comment without its markers and common indentation."""
    opening = _OPENING.match(text)
    if opening:
        lines = _CLOSING.sub("", text[opening.end() :].rstrip()).split("\n")
        if all(not line.strip() or _STAR.match(line) for line in lines[1:]):
            lines = [lines[0], *(_STAR.sub("", line) for line in lines[1:])]
    else:
        lines = [_LINE.sub("", line, count=1) for line in text.split("\n")]
    lines = [line.rstrip() for line in lines]
    first = lines[0].strip()
    rest = lines[1:]
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first, *(line[margin:] for line in rest)]).strip()
