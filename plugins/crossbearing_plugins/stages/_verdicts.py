"""What a run of tests came to, by its output where that says so, else by its exit status."""

import re
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from crossbearing_plugins.stages._runners import Command

LONGEST = 60_000


class Verdict(NamedTuple):
    """``passed``, ``failed``, ``broken`` (it did not get to run) or ``unknown``, and what says so.

    How much a failure says: it is ``stated`` by a summary, an assertion or an exit status; ``said`` by a script that
    ended well; an ``error`` of what a script calls; or ``doubtful``, an error of the script's own lines, or one that it
    caught and printed.
    """

    verdict: Literal["passed", "failed", "broken", "unknown"]
    why: str
    weight: Literal["stated", "said", "error", "doubtful"] = "stated"


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.MULTILINE | re.IGNORECASE)


_NOT_RUN = _pattern(
    r"command not found|: not found$|no module named '?(?:pytest|nose|tox|nox)\b|can't open file|"
    r"cannot find module '[./]|no tests? ran|collected 0 items$|ran 0 tests|file or directory not found|"
    r"no such file or directory: '[^']*test|error: not found: |usage: .*\n.*error: |no test files|"
    r"unrecognized arguments|could not find or load main"
)
_COLLECTION = _pattern(
    r"errors? during collection|^error collecting |importerror while loading conftest|\[build failed\]|"
    r"could not compile|compilation error|^error\[E\d+\]"
)
_ONLY_ERRORS = _pattern(r"\b[1-9]\d* errors?\b.* in [\d.]+s")
_UNLOADED = _pattern(r"^ERROR: .*(?:_FailedTest|setUpClass\b)")
_NONE_RAN = re.compile(r"^Ran 0 tests", re.MULTILINE)
_NOTHING = _pattern(
    r"test result: ok\. 0 passed|^=*[ \t]*(?:\d+ (?:skipped|deselected|xfailed|warnings?)(?:, )?)+ in [\d.]+"
)
_RAN = re.compile(r"^Ran (\d+) tests? in .*\n+OK \((?:\w+ ?\w*=\d+, )*skipped=(\d+)", re.MULTILINE)
_TIMEOUT = _pattern(r"timed? ?out|execution timed out|killed|keyboardinterrupt")
# A summary counts: for each runner (or family) what says failed and what says passed; the last line that fits decides.
_SUMMARIES: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "pytest": (
        _pattern(r"\b[1-9]\d* (?:failed|errors?)\b(?=.*\bin [\d.]+|.*$)|^FAILED \S+::\S+"),
        _pattern(r"\b[1-9]\d* passed\b"),
    ),
    "unittest": (_pattern(r"^FAILED \((?:failures|errors|unexpected)"), _pattern(r"^OK(?: \(|\s*$)")),
    "sympy": (
        _pattern(r"DO \*?NOT\*? COMMIT|\b[1-9]\d* (?:failed|exceptions)\b"),
        _pattern(r"tests finished: \d+ passed|\[OK\]"),
    ),
    "go": (_pattern(r"^(?:--- FAIL|FAIL\b)"), _pattern(r"^(?:ok\s|PASS\b)")),
    "cargo": (_pattern(r"test result: FAILED|\b[1-9]\d* failed;"), _pattern(r"test result: ok\. [1-9]")),
    "javascript": (
        _pattern(r"^[ \t]*Tests?:?\s.*\b[1-9]\d* failed|\b[1-9]\d* failing\b|^# fail [1-9]|^[ \t]*FAIL\s"),
        _pattern(r"^[ \t]*Tests?:?\s.*\b[1-9]\d* passed|\b[1-9]\d* passing\b|^# pass [1-9]"),
    ),
    "java": (
        _pattern(r"BUILD FAIL(?:URE|ED)|Tests run:.*(?:Failures|Errors): [1-9]|\d+ tests completed, [1-9]\d* failed"),
        _pattern(r"BUILD SUCCESS(?:FUL)?"),
    ),
    "ctest": (_pattern(r"[1-9]\d* tests? failed out of"), _pattern(r"100% tests passed")),
    "rspec": (
        _pattern(r"\b[1-9]\d* failures?\b"),
        _pattern(r"\d+ examples?, 0 failures|\d+ runs, .* 0 failures, 0 errors"),
    ),
    "phpunit": (_pattern(r"^(?:FAILURES|ERRORS)!"), _pattern(r"^OK \(")),
    "dotnet": (
        _pattern(r"^[ \t]*Failed!|Failed:\s+[1-9]|Test Run Failed"),
        _pattern(r"^[ \t]*Passed!|Test Run Successful"),
    ),
}
_FAMILIES = {
    "nose": "unittest",
    "django": "unittest",
    "setup.py": "unittest",
    "trial": "unittest",
    "go test": "go",
    "cargo test": "cargo",
    "cargo nextest": "cargo",
    "jest": "javascript",
    "vitest": "javascript",
    "mocha": "javascript",
    "ava": "javascript",
    "node --test": "javascript",
    "maven": "java",
    "gradle": "java",
    "rails test": "rspec",
    "rake test": "rspec",
    "rake spec": "rspec",
    "dotnet test": "dotnet",
}
_ANY = ("pytest", "unittest", "javascript", "rspec")
_TRACE = _pattern(
    r"^Traceback \(most recent call last\)|^[ \t]*panic: |^thread '.*' panicked|Exception in thread |"
    r"^[ \t]*(?:[\w.]+\.)?\w*(?:Error|Exception)\b[^:\n]{0,60}: "
)
_FRAME = re.compile(r'^[ \t]*File "([^"\n]+)", line \d+', re.MULTILINE)
_MODULE_FRAME = re.compile(r'^[ \t]*File "([^"\n]+)", line \d+, in <module>', re.MULTILINE)
_SETUP = _pattern(
    r"^(?:\w+\.)*(?:ModuleNotFoundError|SyntaxError|IndentationError|ImproperlyConfigured|AppRegistryNotReady)\b"
)
_SAYS_FAILED = re.compile(
    r"❌|✗|✘|\bFAIL(?:ED|URE|S)?\b|\bBUG (?:CONFIRMED|REPRODUCED|EXISTS|PRESENT)\b|\bINCORRECT\b|\bMISMATCH\b"
)


def verdict_of(command: Command, output: str, exit_code: int | None) -> Verdict:
    """Judge one run."""
    shown = output if len(output) <= LONGEST else f"{output[: LONGEST // 2]}\n{output[-LONGEST // 2 :]}"
    if exit_code in (124, 137, -9, -1) or (exit_code in (None, 143) and _TIMEOUT.search(shown[-400:])):
        return Verdict("unknown", "it was ended before it was done")
    return _of_script(command, shown, exit_code) if command.is_scratch else _of_tests(command, shown, exit_code)


def _of_tests(command: Command, output: str, exit_code: int | None) -> Verdict:
    counted = _counted(command.runner, output)
    if counted and counted.verdict == "failed" and _is_nothing_but_loading(output):
        return Verdict("broken", "the tests could not be collected or built")
    if _is_nothing(output, counted):
        return Verdict("unknown", "no test ran to its end")
    if counted:
        return counted
    if match := _NOT_RUN.search(output):
        return Verdict("broken", " ".join(match[0].split()))
    if _COLLECTION.search(output):
        return Verdict("broken", "the tests could not be collected or built")
    if _TRACE.search(output):
        return Verdict("broken", "it ended in an error before any result")
    if exit_code is None or (exit_code == 0 and not command.decides):
        return Verdict("unknown", "neither the output nor an exit status says what came of it")
    if exit_code in (126, 127):
        return Verdict("broken", f"exit status {exit_code}")
    if not command.decides:
        return Verdict("unknown", "the exit status is that of another command")
    return Verdict("failed" if exit_code else "passed", f"exit status {exit_code}")


def _is_nothing(output: str, counted: Verdict | None) -> bool:
    """Whether nothing failed because nothing ran: all tests were skipped, or none was chosen."""
    if counted and counted.verdict == "failed":
        return False
    if _NONE_RAN.search(output) or (counted is None and _NOTHING.search(output)):
        return True
    if "Tests are skipped" in output and not re.search(r"Tests run: [1-9]", output):
        return True
    skipped = _RAN.search(output)
    return skipped is not None and skipped[1] == skipped[2]


def _is_nothing_but_loading(output: str) -> bool:
    """Whether all that failed did so before any test ran."""
    is_none_run = not re.search(r"[1-9]\d* (?:failed|passed|examples?|failing)", output)
    if is_none_run and (_COLLECTION.search(output) or _ONLY_ERRORS.search(output)) and "at setup of" not in output:
        return True
    if re.search(r"^Ran 0 tests", output, re.MULTILINE):
        return True
    broken = len(_UNLOADED.findall(output))
    return 0 < broken == len(re.findall(r"^(?:ERROR|FAIL): ", output, re.MULTILINE))


def _counted(runner: str, output: str) -> Verdict | None:
    family = _FAMILIES.get(runner, runner)
    for name in (family,) if family in _SUMMARIES else _ANY:
        failed, passed = ([*pattern.finditer(output)] for pattern in _SUMMARIES[name])
        if failed:
            return Verdict("failed", " ".join(failed[-1][0].split())[:80])
        if passed:
            return Verdict("passed", " ".join(passed[-1][0].split())[:80])
    return None


def _of_script(command: Command, output: str, exit_code: int | None) -> Verdict:
    if _NOT_RUN.search(output) and exit_code != 0:
        return Verdict("broken", "it could not be run")
    if _TRACE.search(output):
        return _of_an_error(command, output, is_caught=exit_code == 0 and command.decides)
    if exit_code and command.decides:
        return Verdict("failed", f"exit status {exit_code}")
    if match := _SAYS_FAILED.search(output):
        return Verdict("failed", f"it prints {match[0]!r}", "said")
    counted = _counted("unittest", output)
    if counted:
        return counted
    if exit_code is None and not output.strip():
        return Verdict("unknown", "it printed nothing")
    return Verdict("passed", "it ended without an error" if exit_code is None else f"exit status {exit_code}")


def _of_an_error(command: Command, output: str, *, is_caught: bool) -> Verdict:
    if (_SETUP.search(output) and not is_caught) or _is_of_a_library(output):
        return Verdict("broken", "the script itself is wrong, or what it needs is missing")
    if _is_of_an_import(command, output):
        return Verdict("broken", "the project could not be imported")
    if "AssertionError" in output or _SAYS_FAILED.search(output):
        return Verdict("failed", "an assertion failed")
    why = "it prints an error" if is_caught else "it ended in an error"
    is_vague = is_caught and (not _FRAME.search(output) or _SETUP.search(output) is not None)
    if is_vague or _is_own(command, output):
        return Verdict("failed", f"{why} that may be its own", "doubtful")
    return Verdict("failed", why, "error")


def _is_of_a_library(output: str) -> bool:
    """Whether an installed library could not be imported: what runs the code does not fit, whatever the code does."""
    frames = _FRAME.findall(output)
    return bool(frames) and "site-packages" in frames[-1] and "ImportError: cannot import name" in output


def _is_of_an_import(command: Command, output: str) -> bool:
    """Whether the project could not even be imported, by the lines of the last traceback."""
    _, _, trace = output.rpartition("Traceback (most recent call last)")
    own = PurePosixPath(command.script or "?").name
    return any(not path.startswith("<") and PurePosixPath(path).name != own for path in _MODULE_FRAME.findall(trace))


def _is_own(command: Command, output: str) -> bool:
    """Whether the innermost line of the last Python traceback is one of the script's."""
    frames = _FRAME.findall(output)
    if not frames:
        return False
    return frames[-1] in ("<string>", "<stdin>") or frames[-1].endswith(PurePosixPath(command.script or "?").name)
