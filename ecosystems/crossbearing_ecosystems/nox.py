"""Reads `noxfile.py`: the sessions of nox, what they install, and the test frameworks that they run.

- **Runners**: each function with the decorator `session` (of nox, nox-poetry or nox-uv), as `nox -s NAME`; the name is
  the function's, or what `name=` says.
- **Dependencies**: the requirements of `session.install(...)` (pypi) and `session.conda_install(...)` (conda), for
  development, in the session's group; those that a helper function with a parameter `session` installs have no group.
- **Test suites**: the frameworks that `session.run(...)` starts.

The file is parsed, never executed: strings, lists and starred lists are followed through assignments.

Example: `session.install("mypy>=1.8")` in `def typing(session)` on line 14 claims `mypy`, version `>=1.8`, group
`typing`, at line 14.

Limits: words that are computed are unknown; the requirement of a formatted string (`f"django=={version}"`) is claimed
without its version. Requirements files, extras and groups that are installed are left to what they refer to.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._nox import Called, Session, calls, sessions, words
from crossbearing_ecosystems._purpose import Purpose
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._static import StaticModule, Text, parse_python

VERSION = 1
PATTERNS = ("noxfile.py",)

_RUNS = frozenset({"run", "run_always", "run_install"})
_SESSION_NAME = re.compile(r"\w[\w.-]*")
_NAME_BEFORE = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]|[A-Za-z0-9])(?:\[[^\]]*\])?\s*[=!~<>]=?.*")
_CONDA = re.compile(r"(?P<name>[A-Za-z0-9_][A-Za-z0-9_.-]*)\s*(?P<version>[=<>!~\s].*)?")
# fmt: off
_TAKE_A_WORD = frozenset((
    "-C", "-c", "-e", "-f", "-i", "-r", "-t", "--abi", "--channel", "--config-settings", "--constraint", "--editable",
    "--extra-index-url", "--file", "--find-links", "--group", "--implementation", "--index-url", "--no-binary",
    "--only-binary", "--platform", "--prefix", "--progress-bar", "--python", "--python-version", "--requirement",
    "--root", "--src", "--target", "--trusted-host", "--upgrade-strategy",
))
# fmt: on
_MOST_SESSIONS = 1_000


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``noxfile.py``."""
    sheet = PythonSheet(file, tree)
    try:
        module = StaticModule(parse_python(file.text))
        found = list(islice(sessions(module), _MOST_SESSIONS))
        for session in found:
            if _SESSION_NAME.fullmatch(session.name):
                sheet.runner(session.name, f"nox -s {session.name}", _header(session), source="script")
        for session, called in calls(module, found):
            _take(sheet, module, session, called)
    except RecursionError:
        raise UnreadableError("names refer to each other too deeply") from None
    return sheet.claims


def _header(session: Session) -> tuple[int, int]:
    """From the first decorator to the line of ``def``."""
    node = session.node
    return min((decorator.lineno for decorator in node.decorator_list), default=node.lineno), node.lineno


def _take(sheet: PythonSheet, module: StaticModule, session: Session, called: Called) -> None:
    found = words(module, called.node)
    if called.method in ("install", "conda_install"):
        _install(sheet, session, found, is_conda=called.method == "conda_install")
    elif called.method in _RUNS and found:
        command = " ".join(text.value for text in found)
        if framework := framework_of(command):
            line = called.node.lineno
            span = (line, called.node.end_lineno or line)
            sheet.test_suite(framework, span, f"nox -s {session.name}" if session.name else None, found[0].value)


def _install(sheet: PythonSheet, session: Session, found: list[Text], *, is_conda: bool) -> None:
    purpose = Purpose("dev", session.name)
    for text in _requirements(found):
        span = (text.first, text.last)
        value = text.value.strip()
        if not text.is_complete:
            begun = _NAME_BEFORE.fullmatch(value)
            value = begun["name"] if begun else ""
        if is_conda and (match := _CONDA.fullmatch(value)):
            version = (match["version"] or "").strip()
            sheet.declare(match["name"], version, span, "dev", group=session.name, ecosystem="conda")
        elif value and not is_conda and not claim_requirement(sheet, value, span, purpose):
            sheet.problem(f"not a requirement: {value[:80]!r}", span[0])


def _requirements(found: list[Text]) -> Iterator[Text]:
    """The words that are no options, nor the values of some."""
    is_value = False
    for text in found:
        word = text.value
        if not is_value and not word.startswith("-"):
            yield text
        is_value = word in _TAKE_A_WORD
