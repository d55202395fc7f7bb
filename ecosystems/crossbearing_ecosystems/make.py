"""Reads makefiles of GNU make: `GNUmakefile`, `makefile`, `Makefile` (the first of them in a folder), and `*.mk`.

Each explicit target is a runner, run from the folder of the makefile:

- **Its command** is the recipe without `@`, `-` and `+`, variables replaced where the files alone say what they hold
  (`PYTHON ?= python3`, `:=`, `+=`, `define`, target-specific ones, functions on text such as `$(addprefix …)`).
- It is **`make NAME`** where a recipe depends on anything else (`$(shell …)`, `$(call …)`, the environment, `export`, a
  branch of a conditional), where other targets have to be made before, and where there is no recipe or a long one.
- **No runners** are special targets (`.PHONY`), pattern and suffix rules, and files (`build/main.o`), unless phony.
- `include`, `-include` and `sinclude` are followed within the repository; a missing file is listed in `errors`, and so
  is a line that is neither a rule nor an assignment (spaces where a tab belongs).
- A recipe that runs a test framework claims that framework.

Example: `test:` on line 8 with the recipe `@$(PYTHON) -m pytest` claims the runner `test`, `python3 -m pytest`, there.

Limits: both branches of a conditional are read. A variable that nothing sets is empty at the end of a line, where it
passes arguments on. Rules that `$(eval …)` or a pattern make are not known. A `*.mk` file speaks for itself only where
no makefile lies in its folder or above.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import dirname

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, UnreadablePart, hookimpl
from crossbearing_ecosystems._make_lines import LogicalLine
from crossbearing_ecosystems._make_reader import MakeReader, Rule, Target
from crossbearing_ecosystems._make_values import HERE
from crossbearing_ecosystems._recipes import one_script
from crossbearing_ecosystems._test_targets import Task, claim_test_suites

VERSION = 1
PATTERNS = ("Makefile", "makefile", "GNUmakefile", "*.mk")

_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
"""In the order in which make looks for them."""
_NO_NAME = re.compile(r"[\s%$()]")
_FILE = re.compile(r".*/.*|.*\.[A-Za-z0-9_]+|.*[\s%$()].*|\..*", re.DOTALL)
_PREFIX = re.compile(r"(?m)^[ \t]*[@+-][@+\- \t]*")
_TRAILING = re.compile(r"(?:[ \t]+\$[({](?P<name>[A-Za-z_]\w*)[)}])+[ \t]*\Z")
_NAME = re.compile(r"[({](\w+)[)}]")
_ENVIRONMENT = re.compile(
    r"HOME|USER|LOGNAME|PATH|TMPDIR|TEMP|TMP|OS|HOSTNAME|DISPLAY|CI|GO[A-Z]+|VIRTUAL_ENV|\w+_HOME"
)
_LONGEST = 1_000


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one makefile and the files that it includes."""
    if _is_part_of_another(file, tree):
        return []
    reader = MakeReader(file, tree)
    reader.read()
    if not reader.good:
        for claim in reader.sheets[0].claims:
            if isinstance(claim, UnreadablePart):
                raise UnreadableError(f"not a makefile: {claim.reason}", claim.evidence.line)
    found = (_claim(reader, target) for target in reader.targets.values())
    claim_test_suites({task.name: task for task in found if task is not None})
    return [claim for sheet in reader.sheets for claim in sheet.claims]


def _is_part_of_another(file: SourceFile, tree: FileTree) -> bool:
    """Say whether make does not start at this file, but at one that is read for itself."""
    folder, _, name = file.path.rpartition("/")
    if name in _MAKEFILES:
        before = _MAKEFILES[: _MAKEFILES.index(name)]
        return any(tree.exists(f"{folder}/{other}" if folder else other) for other in before)
    folders = [folder]
    while folders[-1]:
        folders.append(dirname(folders[-1]))
    return any(tree.exists(f"{place}/{other}" if place else other) for place in folders for other in _MAKEFILES)


def _claim(reader: MakeReader, target: Target) -> Task | None:
    """Claim the runner that a target is, if it is one."""
    name = target.name
    rule, spelling = target.proof()
    is_file = name not in reader.phony and (_FILE.fullmatch(name) or "$" in spelling)
    does_nothing = not rule.recipe and target.prerequisites == []
    if is_file or does_nothing or _NO_NAME.search(name):
        return None
    script, is_known = _script(reader, target, rule)
    starts_here = reader.sheets[0].file.path.rpartition("/")[2]
    made = f"make {name}" if starts_here in _MAKEFILES else f"make -f {starts_here} {name}"
    needs = target.prerequisites
    is_alone = needs is not None and not any(_is_made(reader, other) for other in needs if other != name)
    command = script if is_known and is_alone and 0 < len(script) <= _LONGEST else made
    shell = reader.shell() if command == script else ""
    rule.sheet.runner(name, command, rule.span, spelling, source="target", directory=reader.directory, shell=shell)
    span = (rule.recipe[0].first, rule.recipe[-1].last) if rule.recipe else rule.span
    return Task(name, script, rule.sheet, span, command, tuple(needs or ()))


def _is_made(reader: MakeReader, name: str) -> bool:
    """Say whether a prerequisite is a target that does something, so that the recipe alone is not enough."""
    target = reader.targets.get(name)
    return target is not None and (bool(target.prerequisites) or any(rule.recipe for rule, _ in target.rules))


def _script(reader: MakeReader, target: Target, rule: Rule) -> tuple[str, bool]:
    """The recipe as one script, and whether all of it is known."""
    rules = [other for other, _ in target.rules if other.recipe]
    is_one_of_many = len(rules) > 1 and any(other.branch for other in rules)
    is_known = not (rule.is_conditional or is_one_of_many)
    local = _local(reader, target)
    lines: list[str] = []
    for line in (line for other in (rules if target.is_double else [rule]) for line in other.recipe):
        text, is_complete = _expanded(reader, line, local)
        is_known = is_known and is_complete and HERE not in text
        lines += [part for part in _simple_lines(text) if part and not part.startswith("#")]
    if lines in ([":"], ["true"]):
        return "", False
    whole = "\n".join(lines)
    script = one_script(lines, is_one_shell=reader.is_one_shell)
    return script or whole, is_known and script is not None and not reader.depends_on_exports(target.name, whole)


def _simple_lines(text: str) -> Iterator[str]:
    """The lines of a recipe line: several where a variable holds several, one where a backslash continues it."""
    part = ""
    for line in text.split("\n"):
        part = f"{part}\n{line.removeprefix(chr(9))}" if part else _PREFIX.sub("", line, count=1).strip(" \t")
        if (len(line) - len(line.rstrip("\\"))) % 2 == 0:
            yield part.rstrip()
            part = ""
    yield part


def _expanded(reader: MakeReader, line: LogicalLine, local: Mapping[str, str | None]) -> tuple[str, bool]:
    text = line.text
    if reader.is_complete and (match := _TRAILING.search(text)):
        names = _NAME.findall(match[0])
        if not any(name in local or reader.variables.is_set(name) or _ENVIRONMENT.fullmatch(name) for name in names):
            text = text[: match.start()]
    return reader.variables.expand(text, local)


def _local(reader: MakeReader, target: Target) -> dict[str, str | None]:
    """The automatic variables of a target and those that are set for it alone."""
    needs = target.prerequisites
    every = None if needs is None else " ".join(dict.fromkeys(needs))
    first = None if needs is None else "".join(needs[:1])
    automatic = {"@": target.name, "*": target.stem, "<": first, "^": every, "+": every, "?": None, "|": None}
    return {**reader.local_of(target.name), **automatic}
