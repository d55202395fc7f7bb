"""Reads Procfiles: `Procfile`, `Procfile.dev` and the like, which name the processes of an application.

Each process is an entry point of the kind `service` and a runner of its own name; its command is the rest of the line.

Example: `web: gunicorn app.wsgi --log-file -` on line 1 claims the service `web` and the runner `web`.

Limits: variables (`$PORT`) stay as written. The process `release` of Heroku runs before a release: it is a runner, and
no service. Any line that is neither a process nor a comment is listed in `errors`.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = ("Procfile", "Procfile.*", "*.Procfile")

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_ONCE = "release"
_MOST_PROBLEMS = 5


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one Procfile."""
    sheet = ProjectSheet(file, tree)
    wrong: list[int] = []
    for number, line in enumerate(file.lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, colon, command = text.partition(":")
        name = name.rstrip()
        if not (colon and _NAME.fullmatch(name) and command.strip()):
            wrong.append(number)
            continue
        if name != _ONCE:
            sheet.entry_point(name, command.strip(), (number, number), "service")
        sheet.runner(name, command.strip(), (number, number), source="script")
    if wrong and not sheet.claims:
        raise UnreadableError("not a Procfile: a line is no `name: command`", wrong[0])
    for number in wrong[:_MOST_PROBLEMS]:
        sheet.problem("not a process: a line is no `name: command`", number)
    return sheet.claims
