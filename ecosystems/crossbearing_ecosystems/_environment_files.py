"""Files that name environment variables one a line: `.env` and its templates, and shell scripts."""

import re
from collections.abc import Iterator
from itertools import islice

from crossbearing_ecosystems._environment import Reading, is_commented

_LINE = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?(?P<name>[A-Za-z_][A-Za-z0-9_.]*)[ \t]*=[ \t]*
    (?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<bare>[^\n]*?)(?:[ \t]\#[^\n]*)?)[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
_SUGGESTED = re.compile(r"^[ \t]*#[ \t]*(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=(?P<value>\S*)[ \t]*$", re.MULTILINE)
_EXPANSION = re.compile(r"\$\{(?P<name>[A-Z][A-Z0-9_]*):?(?P<mark>[-?=])(?P<value>[^{}$`\n]*)(?P<end>\}|(?=[$`{]))")
_ASSIGNMENT = re.compile(
    r"^[ \t]*(?:(?:export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)*)?(?P<name>[A-Z][A-Z0-9_]*)\+?=",
    re.MULTILINE,
)
_OF_THE_SHELL = re.compile(
    r"BASH_\w+|FUNCNAME|IFS|LINENO|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PWD|RANDOM|REPLY|SECONDS|SHLVL"
)

_LONGEST_LINE = 2_000
_MOST = 20_000


def readings_of_list(text: str, *, is_template: bool) -> Iterator[Reading]:
    """The variables that a `.env` file sets; the values of a template only, because those of others may be secret."""
    for match in _LINE.finditer(text):
        value = match["double"] or match["single"] or match["bare"] or ""
        yield Reading(match["name"], match.start("name"), value if is_template else "")
    if is_template:
        for match in _SUGGESTED.finditer(text):
            yield Reading(match["name"], match.start("name"), match["value"])


def readings_of_shell(text: str) -> Iterator[Reading]:
    """The variables that a script expects of its caller, because it says what to do without them.

    That is ``${NAME:?…}``, ``${NAME:-…}`` and ``${NAME:=…}`` with a name in capital letters to which nothing was
    assigned on a line before. What is only used (``$NAME``) may come from anywhere.
    """
    assigned: dict[str, int] = {}
    for match in _ASSIGNMENT.finditer(text):
        assigned.setdefault(match["name"], match.start())
    for match in islice(_EXPANSION.finditer(text), _MOST):
        name, offset = match["name"], match.start("name")
        first = max(0, offset - _LONGEST_LINE)
        line = max(text.rfind("\n", first, offset) + 1, first)
        if assigned.get(name, offset) < line or _OF_THE_SHELL.fullmatch(name) or is_commented(text, offset, ("#",)):
            continue
        is_literal = match["mark"] != "?" and match["end"] == "}"
        yield Reading(name, offset, match["value"].strip("\"'") if is_literal else "")
