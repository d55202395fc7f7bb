"""Telling the parts of an issue apart: what the reporter says, shows, pastes, and what a template put there.

One pass over the lines. A fenced block is code or output by what it holds; a Python traceback is recognised with or
without a fence; a heading that asks for versions or an environment makes what follows it boilerplate until the next
heading, and so is a line that only names a package and its version. HTML comments are taken out wherever they stand.
In words, names in Latin letters are parted from letters of scripts that write no spaces.
"""

import re
from collections.abc import Iterator

from attrs import Factory, define

from crossbearing.model.issue import Passage, PassageKind

_FENCE = re.compile(r"\s{0,12}(>\s?)?(`{3,}|~{3,})\s*([\w+#.-]*)")
_QUOTE = re.compile(r"\s{0,12}>\s?")
_HEADING = re.compile(r"\s{0,3}(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]{2,80})\*\*:?|__([^_]{2,80})__:?)\s*\Z")
_UNDERLINE = re.compile(r"\s{0,3}(?:={3,}|-{3,})\s*\Z")
_ENVIRONMENT = re.compile(
    r"\W*(?:your |my |system |installed |python |package |software )?"
    r"(?:environment|versions?|system|setup|installation|configuration details|platform|dependencies|specs?)\b"
    r"|.*(?:show_versions|version info|versions? (?:used|of|and)|system details|environment info|pip list|pip freeze"
    r"|conda list|operating system|additional environment|screenshots?)\b",
    re.IGNORECASE,
)
_CHECKLIST = re.compile(r"\s*[-*] \[[ xX]\]")
_VERSION_LINE = re.compile(
    r"\s*(?:[-*] )?(?:\*\*)?[A-Za-z][\w.+ -]{0,30}?(?:\*\*)?\s*(?:==|[:=@]|\s)\s*v?\d+(?:\.\d+){1,4}[\w.+-]*\s*\Z"
    r"|\s*(?:[-*] )?[A-Za-z][\w.-]{0,30}\s*:\s*(?:None|installed|not installed)\s*\Z"
    r"|\s*(?:[-*] )?(?:\*\*)?(?:OS|Platform|Operating system|Python(?: version)?|Node|npm|Browser)(?:\*\*)?"
    r"\s*:.{0,80}\Z",
    re.IGNORECASE,
)
_OUTPUT_LANGUAGES = frozenset(
    {"bash", "console", "log", "none", "output", "plain", "pytb", "sh", "shell", "text", "txt"}
)
_SETTINGS_LANGUAGES = frozenset({"cfg", "conf", "ini", "json", "properties", "toml", "yaml", "yml"})
_PROMPT = re.compile(r"\s*(?:>>> |\.\.\. |In \[\d+\]: )(.*)")
_TRACE_HEAD = re.compile(
    r"\s*(?:E\s+)?Traceback \(most recent call last\)|-{20,}\s*\Z|Exception in thread \"|Caused by: [\w.$]+"
)
_THROWN = re.compile(r"(?:[a-z]\w*\.){2,}\w*(?:Exception|Error)(?::.*)?\Z")
_TRACE_LINE = re.compile(r'\s*File "[^"]+", line \d+|\s+at \S.*[(:]|.*:\d+: in \w|goroutine \d+ |stack backtrace:')
# Frames are indented, or begin with a path, an arrow or a line number; the line that names the exception ends a trace.
_TRACE_GOES_ON = re.compile(r"[ \t~/<\d-]|[E>] |\Z")
_CODE_LINE = re.compile(
    r"\s*(?:import \w|from [\w.]+ import |def \w|class \w|for .+:\s*\Z|with .+:\s*\Z|return\b|@\w|[\w.\[\]'\"]+ = \S"
    r"|(?:const|let|var|function|fn|pub|use|public|private|package|#include)\b|[\w.]+\(.*\)?;?\s*\Z|\}|\{"
    r"|[\w.$<>*&, ]{1,80} :?= \S.*;\s*\Z|[\w.$, ]{1,80} := \S)"
)
_COMPILER = re.compile(r"\s*(?:[^\s:]+:\d+(?::\d+)?: )?(?:fatal )?(?:error|warning)\b")
_CODE_LANGUAGE = re.compile(
    r"(?:c|c#|c\+\+|cpp|cs|csharp|dart|elixir|exs?|go|golang|java|javascript|jsx?|kotlin|kt|lua|node|php|rb|rs|ruby|rust"
    r"|scala|svelte|swift|tsx?|typescript|vue)\Z"
)
_UNANSWERED = re.compile(r"\s*(?:_?No response_?|N/A|none)\.?\s*\Z", re.IGNORECASE)
# Chinese, Japanese and Korean put no spaces around names in Latin letters.
_SCRIPTS_MEET = re.compile(
    r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[A-Za-z_])|(?<=\w)(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)
_FEW_VERSIONS = 2
_LONGEST_HEADING = 80
_DETAILS = re.compile(r"</?(?:details|summary|br|p|b|i|kbd|sub|sup)\s*/?>", re.IGNORECASE)


_FOLD = re.compile(r"<(/?)details\b", re.IGNORECASE)


def split_passages(text: str) -> tuple[Passage, ...]:
    """Split a whole issue; the first non-empty line is the title. Never raises, and takes linear time.

    Passages keep the order of the text; neighbouring lines of a kind are one passage. Every line but the fences and
    the tags around it is in one of them.
    """
    reader = _Reader()
    lines = _without_comments(text).splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    for line in lines[start : start + 1]:
        reader.put("title", line.strip().lstrip("#").strip())
    for number in range(start + 1, len(lines)):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        reader.read(lines[number], underlined=bool(_UNDERLINE.match(following)))
    return tuple(reader.finished())


def _without_comments(text: str) -> str:
    parts, position = [], 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start + 4)
        parts.append(text[position:start])
        if end < 0:
            # Not closed: shown as text by whatever displays it, so it is text.
            return "".join([*parts, text[start + 4 :]])
        position = end + 3
    return "".join([*parts, text[position:]])


@define
class _Reader:
    parts: list[tuple[PassageKind, str, list[str]]] = Factory(list)
    fence: str = ""
    block: list[str] = Factory(list)
    quoted: bool = False
    language: str = ""
    boilerplate: bool = False
    # Whether what is folded away is open, and whether the boilerplate began in there: then it ends there.
    folded: bool = False
    ends_folded: bool = False
    trace: bool = False

    def put(self, kind: PassageKind, line: str, language: str = "") -> None:
        if kind in ("title", "prose") and not line.isascii():
            line = _SCRIPTS_MEET.sub(" ", line)
        if not self.parts or self.parts[-1][:2] != (kind, language):
            self.parts.append((kind, language, []))
        self.parts[-1][2].append(line)

    def read(self, line: str, *, underlined: bool) -> None:
        mark = _FENCE.match(line)
        if self.fence:
            if mark and mark[2].startswith(self.fence) and not mark[3]:
                self.close_fence()
            else:
                self.block.append(_QUOTE.sub("", line, count=1) if self.quoted else line)
        elif mark:
            self.trace = False
            self.quoted, self.fence, self.language = bool(mark[1]), mark[2], mark[3].lower()
        else:
            self.read_plain(line, underlined=underlined)

    def read_plain(self, line: str, *, underlined: bool) -> None:
        heading = _HEADING.match(line)
        title = next((group for group in heading.groups() if group), "") if heading else line if underlined else ""
        if title and len(title) < _LONGEST_HEADING and not self.trace:
            self.boilerplate, self.ends_folded = bool(_ENVIRONMENT.match(title)), self.folded
            self.put("template", title)
            return
        for tag in _FOLD.finditer(line):
            self.folded = not tag[1]
            self.boilerplate = self.boilerplate and not (tag[1] and self.ends_folded)
        for own in _DETAILS.sub("\n", line).split("\n"):
            self.put(self.kind_of(own), own)

    def kind_of(self, line: str) -> PassageKind:
        if self.boilerplate or _CHECKLIST.match(line) or _VERSION_LINE.match(line) or _UNANSWERED.match(line):
            return "template"
        if _TRACE_HEAD.match(line) or _TRACE_LINE.match(line):
            self.trace = True
            return "trace"
        if self.trace:
            self.trace = bool(_TRACE_GOES_ON.match(line))
            return "trace" if line.strip() else "prose"
        if _PROMPT.match(line) or (line.startswith(("    ", "\t")) and _CODE_LINE.match(line)):
            return "code"
        return "prose"

    def close_fence(self) -> None:
        self.fence = ""
        for kind, line in _block_kinds(self.block, self.language):
            kind = "template" if self.boilerplate and kind != "trace" else kind
            is_told = kind == "code" or (kind == "output" and self.language in _SETTINGS_LANGUAGES)
            self.put(kind, line, self.language if is_told else "")
        self.block = []

    def finished(self) -> Iterator[Passage]:
        if self.fence:
            self.close_fence()
        for kind, language, lines in self.parts:
            body = "\n".join(lines).strip("\n")
            if body.strip():
                yield Passage(kind, body, language)


def _block_kinds(block: list[str], language: str) -> Iterator[tuple[PassageKind, str]]:
    """The kind of every line of a fenced block."""
    filled = sum(bool(line.strip()) for line in block)
    versions = _count(_VERSION_LINE, block)
    prompts = _count(_PROMPT, block)
    if versions > _FEW_VERSIONS and versions * 2 > filled:
        yield from (("template", line) for line in block)
    elif prompts or _count(_TRACE_HEAD, block) or _count(_TRACE_LINE, block):
        yield from _mixed(block, prompted=bool(prompts))
    else:
        least = filled / (3 if language in _OUTPUT_LANGUAGES else 6)
        is_told = bool(_CODE_LANGUAGE.match(language)) and not _count(_COMPILER, block)
        is_code = is_told or _count(_CODE_LINE, block) >= least
        kind: PassageKind = "code" if is_code else "output"
        yield from ((kind, line) for line in block)


def _count(pattern: re.Pattern[str], lines: list[str]) -> int:
    return sum(bool(pattern.match(line)) for line in lines)


def _mixed(block: list[str], *, prompted: bool) -> Iterator[tuple[PassageKind, str]]:
    """Code, the output under each prompt, and tracebacks, as sessions and pasted terminals mix them."""
    inside = False
    for line in block:
        if _TRACE_HEAD.match(line) or _TRACE_LINE.match(line) or _THROWN.match(line):
            inside = True
            yield "trace", line
        elif inside:
            inside = bool(_TRACE_GOES_ON.match(line))
            yield "trace", line
        elif _PROMPT.match(line):
            yield "code", line
        else:
            yield ("output" if prompted else "code"), line
