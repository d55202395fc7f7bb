"""An INI file as ``configparser`` reads it, with the lines on which its sections and options stand."""

import re
from collections.abc import Iterator
from configparser import DuplicateOptionError, DuplicateSectionError, Error, RawConfigParser
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError

Span = tuple[int, int]

_DELIMITER = re.compile("[=:]")
_COMMENTS = ("#", ";")


class IniDocument:
    """Sections and options, names as written; every question about something absent has an answer."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no INI file."""
        self._parser = _Tracker()
        try:
            self._parser.read_file(self._parser.counted(file.lines), source=file.path)
        except Error as problem:
            raise _unreadable(problem) from None
        self._lines = file.lines
        self._ends = _ends(self._parser.starts, len(file.lines) - (file.lines[-1] == ""))

    def sections(self) -> list[str]:
        """The names of all sections in the order of the file."""
        return self._parser.sections()

    def options(self, section: str) -> list[str]:
        """The names of the options of ``section`` in the order of the file."""
        return list(self._parser[section]) if self._parser.has_section(section) else []

    def text(self, section: str, *options: str) -> str:
        """The value of the first of ``options`` that is set, or an empty string."""
        values = (self._parser.get(section, option, fallback=None) for option in options)
        return next((value for value in values if value), "")

    def lines(self, section: str, *options: str) -> Iterator[tuple[str, int]]:
        """Each line of the value of the first of ``options`` that is set, without comments, and where it stands."""
        if not self.text(section, *options):
            return
        first, last = self.span(section, *options)
        for number in range(first, last + 1):
            line = self._lines[number - 1]
            text = _DELIMITER.split(line, maxsplit=1)[-1] if number == first else line
            text = text.partition(" #")[0].strip()
            if text and not text.startswith(_COMMENTS):
                yield text, number

    def span(self, section: str, *options: str) -> Span:
        """First and last line of the first of ``options`` that is set; of the section's header where none is."""
        for key in (*((section, option) for option in options), (section, "")):
            if start := self._parser.starts.get(key):
                return start, self._ends[start] if key[1] else start
        return (1, 1)


class _Tracker(RawConfigParser):
    """A parser that notes on which line each section and option begins.

    ``configparser`` asks two things of its subclass while it stands on a line: whether the line is a section's header
    and how an option's name is to be spelled. Both questions tell where it stands.
    """

    def __init__(self) -> None:
        super().__init__(default_section="")
        self.starts: dict[tuple[str, str], int] = {}
        self.SECTCRE = _Header(RawConfigParser.SECTCRE, self)  # type: ignore[assignment]
        self._line = 0
        self._section = ""
        self._reading = False

    def counted(self, lines: list[str]) -> Iterator[str]:
        self._reading = True
        for number, line in enumerate(lines, 1):
            self._line = number
            yield line + "\n"
        self._reading = False

    def enter(self, section: str) -> None:
        self._section = section
        self.starts.setdefault((section, ""), self._line)

    def optionxform(self, optionstr: str) -> str:
        if self._reading:
            self.starts.setdefault((self._section, optionstr), self._line)
        return optionstr


class _Header:
    def __init__(self, pattern: Any, tracker: _Tracker) -> None:
        self._pattern = pattern
        self._tracker = tracker

    def match(self, text: str) -> Any:
        found = self._pattern.match(text)
        if found:
            self._tracker.enter(found["header"])
        return found


def _ends(starts: dict[tuple[str, str], int], length: int) -> dict[int, int]:
    """The last line of what begins on each line: the one before the next beginning."""
    lines = sorted(set(starts.values()))
    return dict(zip(lines, [*(line - 1 for line in lines[1:]), length], strict=False))


def _unreadable(problem: Error) -> UnreadableError:
    if isinstance(problem, DuplicateOptionError):
        return UnreadableError(f"unparseable: {problem.option} is given twice in [{problem.section}]", problem.lineno)
    if isinstance(problem, DuplicateSectionError):
        return UnreadableError(f"unparseable: [{problem.section}] is given twice", problem.lineno)
    errors = getattr(problem, "errors", None)
    line = getattr(problem, "lineno", None) or (errors[0][0] if errors else None)
    return UnreadableError(f"unparseable: {'no section header' if not errors else 'not an option'}", line)
