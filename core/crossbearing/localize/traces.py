"""Stack frames in text: Python tracebacks (plain, pytest's, IPython's, Django's debug pages), stacks of other runtimes,
and bare ``path:line`` lines.

Every line is looked at once, by patterns anchored at its start, so that the time is linear in the text.
"""

import re
from collections.abc import Iterator

from attrs import Factory, define

from crossbearing.localize.inward import inward_frame, is_between
from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import Frame

_PYTHON = re.compile(r'\bFile "([^"\n]+)", line (\d{1,9})(?:, in ([^\n]+))?')
_IPYTHON = re.compile(r"(?:File )?((?:[A-Za-z]:)?[^\s:'\"(][^\n:'\"(]*\.\w{1,5})(?::(\d{1,9}),)? in ([\w.<>]+)\s*\(")
_DJANGO = re.compile(r'\s*File "([^"\n]+)" in ([\w.<>]+)\s*\Z')
_DJANGO_LINE = re.compile(r"\s*(\d{1,9})\. ")
_LISTED = re.compile(r"\s*((?:[A-Za-z]:|~)?[\\/][^\n,]{1,300}\.pyx?), line (\d{1,9}), in ([\w.<>]+)\s*\Z")
_IPYTHON_ARROW = re.compile(r"-{2,}> ?(\d{1,9})\b")
_PATH_LINE = re.compile(
    r"\s*((?:[A-Za-z]:)?[^\s:()'\"]+\.(?:pyx?|[cm]?[jt]sx?|go|rs|java|kt|cc?|cpp|hh?|hpp|rb|php|cs))"
    r":(\d{1,9})(?![\w.])(?::\d+)?:?(?: in ([\w.<>]+))?"
)

_INSTALLED = re.compile(r".*/(?:site|dist)-packages/(?:[^/]+\.egg/)?")
_STANDARD_LIBRARY = re.compile(
    r".*/lib(?:64)?/python\d[\d.]*/"
    r"|.*/python[\d.]+/lib/"
    r"|.*/(?:ana|mini)conda\d?/(?:envs/[^/]+/)?lib/"
    r"|(?:node:|internal/)"
    r"|(?:module|timers|events|net|fs|vm|domain|stream|child_process|bootstrap_node|_stream_\w+|_http_\w+)\.js\Z",
    re.IGNORECASE,
)
_LIBRARY_FOLDERS = frozenset({"vendor", "node_modules", "third_party"})
_SOURCE_ROOTS = ("", "src/", "lib/", "python/")


def parse_frames(text: str) -> list[Frame]:
    """Return every frame in ``text``, from the outermost to the innermost call of each trace, library frames included.

    Several traces (chained exceptions, causes, repeated attempts) follow each other as they stand in the text. All but
    Python print the innermost call first; their frames are turned round. Recursion (equal frames in a row) gives one
    frame. Lines that only begin with ``path:line`` (pytest's tracebacks, compilers) count where the text holds no other
    trace.
    """
    reader = _Reader()
    for line in text.splitlines():
        reader.read(line)
    reader.close_stack()
    frames = reader.frames or reader.bare
    return [frame for previous, frame in zip([None, *frames], frames, strict=False) if frame != previous]


@define
class _Reader:
    frames: list[Frame] = Factory(list)
    bare: list[Frame] = Factory(list)
    stack: list[Frame] = Factory(list)
    pending: tuple[str, str] | None = None

    def read(self, line: str) -> None:
        if frame := inward_frame(line):
            self.stack.append(frame)
            return
        if self.stack and is_between(line):
            return
        self.close_stack()
        if match := _PYTHON.search(line):
            self.frames.append(Frame(match[1], int(match[2]), (match[3] or "").strip()))
        elif match := _LISTED.match(line):
            self.frames.append(Frame(match[1], int(match[2]), match[3]))
        elif match := _DJANGO.match(line):
            # The debug page prints the number before the line of code below.
            self.pending = (match[1], match[2])
        elif self.pending and (match := _DJANGO_LINE.match(line)):
            self.frames.append(Frame(self.pending[0], int(match[1]), self.pending[1]))
            self.pending = None
        elif match := _IPYTHON.match(line):
            self._open_ipython(match)
        elif self.pending and (match := _IPYTHON_ARROW.match(line)):
            self.frames.append(Frame(self.pending[0], int(match[1]), self.pending[1]))
            self.pending = None
        elif match := _PATH_LINE.match(line):
            self.bare.append(Frame(match[1], int(match[2]), match[3] or ""))

    def close_stack(self) -> None:
        self.frames.extend(reversed(self.stack))
        self.stack.clear()

    def _open_ipython(self, match: re.Match[str]) -> None:
        if match[2]:
            self.frames.append(Frame(match[1], int(match[2]), match[3]))
        else:
            # The line number follows, in the arrow that marks the line among its neighbours.
            self.pending = (match[1], match[3])


def project_frames(frames: list[Frame], graph: CodeGraph) -> Iterator[Frame]:
    """Leave out the frames of libraries (and of places that are no file, as ``<stdin>``)."""
    return (frame for frame in frames if not frame.file.startswith("<") and not is_library(frame.file, graph))


def is_library(path: str, graph: CodeGraph) -> bool:
    """Say whether a path printed in a trace leads to a library: installed, standard, vendored.

    The project itself may be installed: a path behind ``site-packages/`` that names a file of the project is not a
    library's.
    """
    path = path.replace("\\", "/")
    if installed := _INSTALLED.match(path):
        return _installed_project_file(path[installed.end() :], graph) is None
    if _LIBRARY_FOLDERS.intersection(path.split("/")):
        return True
    return _STANDARD_LIBRARY.match(path) is not None and graph.module_of_file(path) is None


def _installed_project_file(path: str, graph: CodeGraph) -> str | None:
    file = graph.resolve_path(path)
    module = graph.module_of_file(file) if file else None
    if file is None or module is None or graph.role(module) == "vendored":
        return None
    at_root = file in {root + path for root in _SOURCE_ROOTS}
    return file if at_root or ("/" in path and file.endswith(f"/{path}")) else None
