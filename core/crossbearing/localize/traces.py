"""Stack frames in text: Python tracebacks (plain, pytest's, IPython's, rich's, Django's debug pages), stacks of other
runtimes, and bare ``path:line`` lines.

Every line is looked at once, by patterns anchored at its start, so that the time is linear in the text.
"""

import re

from attrs import Factory, define, evolve

from crossbearing.localize.inward import between, inward_frame
from crossbearing.localize.pasted import trace_lines
from crossbearing.model.issue import Frame

_PYTHON = re.compile(r'\bFile "([^"\n]+)", line (\d{1,9})(?:, in ([^\n]+))?')
_IPYTHON = re.compile(r"(?:File )?((?:[A-Za-z]:)?[^\s:'\"(][^\n:'\"(]*\.\w{1,5})(?::(\d{1,9}),)? in ([\w.<>]+)\s*\(")
_DJANGO = re.compile(r'\s*File "([^"\n]+)" in ([\w.<>]+)\s*\Z')
_DJANGO_LINE = re.compile(r"\s*(\d{1,9})\. ")
_LISTED = re.compile(r"\s*((?:[A-Za-z]:|~)?[\\/][^\n,]{1,300}\.pyx?), line (\d{1,9}), in ([\w.<>]+)\s*\Z")
_IPYTHON_ARROW = re.compile(r"-{2,}> ?(\d{1,9})\b")
_RICH = re.compile(r"\s*[│|] ((?:[A-Za-z]:|~)?[^\s:'\"]{1,300}\.pyx?):(\d{1,9}) in ([\w.<>]+)\s*[│|]?\s*\Z")
# The stacks that Ruby before 3 prints on a terminal, and those of PHP's Xdebug.
_COUNTED = re.compile(
    r"\s*\d+: from ([^\s:]+\.rb):(\d{1,9}):in [`'](?:[^'\n]*[#. ])?([^'\n]+)'"
    r"|PHP +\d+\. [^\n]* ([^\s:]+\.php):(\d{1,9})\Z"
)
_SUFFIXES = r"(?:pyx?|[cm]?[jt]sx?|go|rs|java|kts?|cc?|cpp|hh?|hpp|rb|php|cs|scala|swift|dart|lua|exs?|vue|svelte)"
_PATH_LINE = re.compile(
    rf"\s*(?:--> )?((?:[A-Za-z]:)?[^\s:()'\"]+\.{_SUFFIXES})"
    r"(?::(\d{1,9})(?![\w.])(?::\d+)?:?(?: in ([\w.<>]+))?|\((\d{1,9})(?:,\d{1,9})?\) ?: (?:error|warning))"
)


def parse_frames(text: str) -> list[Frame]:
    """Return every frame in ``text``, from the outermost to the innermost call of each trace, library frames included.

    Several traces (chained exceptions, causes, repeated attempts) follow each other as they stand in the text. All but
    Python print the innermost call first; their frames are turned round. Recursion (equal frames in a row) gives one
    frame. Lines that only begin with ``path:line`` (pytest's tracebacks, compilers) count where the text holds no other
    trace.
    """
    reader = _Reader()
    for line in trace_lines(text):
        reader.read(line)
    reader.close_stack()
    frames = reader.frames or reader.bare
    return [frame for previous, frame in zip([None, *frames], frames, strict=False) if frame != previous]


@define
class _Reader:
    frames: list[Frame] = Factory(list)
    bare: list[Frame] = Factory(list)
    stack: list[Frame] = Factory(list)
    # What the line before says the next frame's function is; a file whose line number follows, and its function.
    named: str = ""
    pending: tuple[str, str] | None = None

    def read(self, line: str) -> None:
        if frame := inward_frame(line):
            self._push(frame)
            return
        name = between(line)
        self.named = name or ""
        if name and self._is_php():
            self._name_last(name)
        if self.stack and name is not None:
            return
        self.close_stack()
        if match := _PYTHON.search(line):
            self.frames.append(Frame(match[1], int(match[2]), (match[3] or "").strip()))
        elif match := _LISTED.match(line) or _RICH.match(line):
            self.frames.append(Frame(match[1], int(match[2]), match[3]))
        elif match := _COUNTED.match(line):
            self.frames.append(Frame(match[1] or match[4], int(match[2] or match[5]), (match[3] or "").strip("<>")))
        elif match := _DJANGO.match(line):
            # The debug page prints the number before the line of code below.
            self.pending = (match[1], match[2])
        elif self.pending and (match := _DJANGO_LINE.match(line) or _IPYTHON_ARROW.match(line)):
            self.frames.append(Frame(self.pending[0], int(match[1]), self.pending[1]))
            self.pending = None
        elif match := _IPYTHON.match(line):
            self._open_ipython(match)
        elif match := _PATH_LINE.match(line):
            self.bare.append(Frame(match[1], int(match[2] or match[4]), match[3] or ""))

    def _push(self, frame: Frame) -> None:
        if frame.file.endswith(".php"):
            # PHP prints what was called at a place: the function that the place before it lies in.
            self._name_last(frame.function or self.named)
            frame = evolve(frame, function="")
        elif not frame.function and frame.file.endswith((".go", ".rs")):
            frame = evolve(frame, function=self.named)
        self.stack.append(frame)
        self.named = ""

    def _is_php(self) -> bool:
        return bool(self.stack) and self.stack[-1].file.endswith(".php")

    def _name_last(self, function: str) -> None:
        if self._is_php() and not self.stack[-1].function:
            self.stack[-1] = evolve(self.stack[-1], function=function)

    def close_stack(self) -> None:
        self.frames.extend(reversed(self.stack))
        self.stack.clear()

    def _open_ipython(self, match: re.Match[str]) -> None:
        # Old versions name the compiled file.
        path = re.sub(r"\.py[co]\Z", ".py", match[1])
        if match[2]:
            self.frames.append(Frame(path, int(match[2]), match[3]))
        else:
            # The line number follows, in the arrow that marks the line among its neighbours.
            self.pending = (path, match[3])
