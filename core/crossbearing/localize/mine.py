"""Mining an issue (localization specification §3.1): regular expressions and the symbol table, no model.

Choices that the specification leaves open: signals keep the order of their rule and within it of their first
appearance, the issue before the traceback; equal ones are kept once. A path ends at a word boundary (``a.json`` is not
``a.js``). A quoted string opens and closes outside words, so that the apostrophe of "don't" quotes nothing. Lines that
report an error come with the quoted strings in the order of the text, the traceback first; the quoted path of a
traceback frame is no error string. Of a text over :data:`MAX_TEXT` characters the head and the tail are read.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from crossbearing.localize.libraries import project_frames
from crossbearing.localize.traces import parse_frames
from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import MAX_ERROR_STRINGS, MAX_FILE_PATHS, MAX_IDENTIFIERS, MAX_SIGNAL_LENGTH, IssueBundle

MAX_TEXT = 200_000
"""Characters of an issue (with its traceback) that are read."""
MAX_TAIL = 80_000
"""How many of them are taken from the end, where logs tell what went wrong."""
MAX_UNRESOLVED = 512
MAX_FRAMES = 64

# Each pattern reads a whole run of word characters even where it matches nothing in it: linear time on any text.
_DOTTED = re.compile(r"[0-9]*+([A-Za-z_][A-Za-z0-9_]*+(?:\.[A-Za-z_][A-Za-z0-9_]*+)+)|[A-Za-z0-9_]++")
# Other scripts part no words where they meet Latin letters (Chinese, Japanese, Korean particles): there a word ends.
_CAMEL_CASE = re.compile(r"\b([A-Z][a-zA-Z0-9_]+)\b", re.ASCII)
_SNAKE_CASE = re.compile(r"\b([a-z_][a-z0-9_]*)\b", re.ASCII)
_FILE_PATH = re.compile(r"([\w\-/]++\.(?:py|js|ts|go|rs|java|c|h|toml|json|yaml|yml)\b)|[\w\-/]++")
_QUOTED = re.compile(r"(?<!\w)[bBuUrRfF]{0,2}(?:'([^'\n]+)'|\"([^\"\n]+)\")(?!\w)")
# unittest (Django), Go, cargo, RSpec, Maven, Gradle.
_TEST_WORD = re.compile(r"(?:\b|_)tests?(?:\b|_|[A-Z])|Tests?(?![a-z])|(?:\b|_)spec\b|Spec\b")
_REPORTED = re.compile(
    r"(?:FAIL|ERROR): (?P<case>\w+) \((?P<holder>[\w.]+)\)"
    r"|\s*--- FAIL: (?P<go>[^\s(]+)"
    r"|test (?P<cargo>[\w:]+) \.\.\. FAILED"
    r"|\s*(?:bundle exec )?rspec '?(?P<rspec>[^\s':]+\.rb(?::\d+|\[[\d:]+\]))"
    r"|\[ERROR\] +(?P<maven>(?:[\w$]+\.)*[\w$]*Tests?[\w$]*[.#]\w+)\b"
    r"|(?P<gradle>(?:[\w$]+\.)*[\w$]*Tests? > \w+)(?:\(\))? FAILED"
)
# Longer than any path that a file system takes, and its parameters.
_LONGEST_TEST_ID = 8192
_ERROR_MARKS = ("Error:", "Exception:", "Traceback", "assert")


@frozen
class Mined:
    """A bundle, the text it was mined from, and what was left out (``notes``: what, how many)."""

    title: str
    text: str
    bundle: IssueBundle
    notes: dict[str, int]


def mine(
    text: str, graph: CodeGraph, *, traceback: str | None = None, repro: str | None = None, name: str = ""
) -> Mined:
    """Mine an issue's text, a traceback given beside it, and the id of a failing test; ``name`` is the project's.

    Never raises, whatever the text holds, and takes time linear in its length.
    """
    whole = f"{text}\n{traceback}" if traceback else text
    notes: dict[str, int] = {}
    whole = _clip(whole, MAX_TEXT, MAX_TAIL, notes)
    issue = _clip(text, MAX_TEXT, MAX_TAIL, {})
    trace = _clip(traceback or "", MAX_TEXT, MAX_TAIL, {})
    resolved, unresolved = _identifiers(whole, graph)
    frames = list(project_frames(parse_frames(trace) or parse_frames(issue), graph, name))
    bundle = IssueBundle(
        identifiers=_capped(resolved, MAX_IDENTIFIERS, "identifiers", notes),
        unresolved=_capped(unresolved, MAX_UNRESOLVED, "unresolved", notes),
        file_paths=_capped(_file_paths(whole), MAX_FILE_PATHS, "file_paths", notes),
        error_strings=_capped(_error_strings(trace, issue), MAX_ERROR_STRINGS, "error_strings", notes),
        frames=tuple(frames[-MAX_FRAMES:]),
        deepest_frame=frames[-1] if frames else None,
        repro_target=repro or _repro_target(issue),
    )
    return Mined(_title(text), whole, bundle, notes)


def _clip(text: str, limit: int, tail: int, notes: dict[str, int]) -> str:
    if len(text) <= limit:
        return text
    notes["characters"] = len(text) - limit
    return f"{text[: limit - tail]}\n{text[-tail:]}"


def _capped(found: Iterable[str], limit: int, name: str, notes: dict[str, int]) -> tuple[str, ...]:
    distinct = list(dict.fromkeys(signal[:MAX_SIGNAL_LENGTH] for signal in found))
    if len(distinct) > limit:
        notes[name] = len(distinct) - limit
    return tuple(distinct[:limit])


def _identifiers(text: str, graph: CodeGraph) -> tuple[list[str], list[str]]:
    """Names that mean a definition of the project, and the rest; dotted ones first, then CamelCase, then snake_case."""
    rules = (_DOTTED, _CAMEL_CASE, _SNAKE_CASE)
    names = dict.fromkeys(match[1] for rule in rules for match in rule.finditer(text) if match[1])
    resolved = [name for name in names if graph.named(name)]
    known = set(resolved)
    return resolved, [name for name in names if name not in known]


def _file_paths(text: str) -> Iterator[str]:
    return (match[1] for match in _FILE_PATH.finditer(text) if match[1])


def _error_strings(traceback: str, issue: str) -> Iterator[str]:
    for line in (*traceback.splitlines(), *issue.splitlines()):
        if any(mark in line for mark in _ERROR_MARKS):
            yield line.strip()
        if 'File "' not in line:
            yield from (match[1] or match[2] for match in _QUOTED.finditer(line))


def _repro_target(text: str) -> str | None:
    """The first token that looks like a test's id, freed of the quotes around it; never cut, or it would name none."""
    tokens = [token.strip("`'\"(),;") for token in text.split()]
    return _first(tokens, _is_python_test) or _first(tokens, _is_nested_name) or _reported_test(text)


def _reported_test(text: str) -> str | None:
    """The first test that a runner reports as failing, its class before it where the runner prints it behind."""
    lines = (line[:MAX_SIGNAL_LENGTH] for line in text.splitlines())
    match = next((match for line in lines if (match := _REPORTED.match(line))), None)
    if match is None:
        return None
    if match["case"]:
        return f"{match['holder'].removesuffix('.' + match['case'])}.{match['case']}"
    return next(name for name in match.groups()[2:] if name is not None)


def _first(tokens: Iterable[str], accepts: Callable[[str], bool]) -> str | None:
    return next((token for token in tokens if len(token) <= _LONGEST_TEST_ID and accepts(token)), None)


def _is_python_test(token: str) -> bool:
    head, found, tail = token.partition(".py::")
    return bool(head and found and tail)


def _is_nested_name(token: str) -> bool:
    """Whether a name with two or more ``::`` says that it is a test's: types and functions are written so as well."""
    parts = token.split("::")
    return len(parts) > 2 and all(parts[:3]) and any(map(_TEST_WORD.search, parts))


def _title(text: str) -> str:
    stripped = (line.strip().lstrip("#").strip() for line in text.splitlines())
    return next((line for line in stripped if line), "")
