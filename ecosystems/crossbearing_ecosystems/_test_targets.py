"""The test frameworks that the targets of a task runner run, each with the target that a person would name."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

_FIRST = ("test", "tests", "check")
_WORDS = re.compile(r"[^A-Za-z0-9]+")
_TEST_WORD = re.compile(r"(?!testdata|latest)(?:test\w*|\w*tests?|check|ci|cover|coverage|specs?|verify|tox|nox|all)")
_MOST_FOLLOWED = 200


class Task(NamedTuple):
    """A target: what it runs itself, where that stands, the command for it, and the names of those it runs before."""

    name: str
    script: str
    sheet: ProjectSheet
    span: Span
    command: str
    needs: tuple[str, ...] = ()


def claim_test_suites(tasks: dict[str, Task]) -> None:
    """Claim each framework once, with the command of ``test`` where that runs it, else of the first test target."""
    names = [*(name for name in _FIRST if name in tasks), *tasks]
    seen: set[tuple[str, str]] = set()
    for name in names:
        if not any(_TEST_WORD.fullmatch(word) for word in _WORDS.split(name.lower())):
            continue
        for task in _with_needs(tasks, name) if name in _FIRST else [tasks[name]]:
            framework = framework_of(task.script)
            if framework and (key := (framework, task.sheet.directory)) not in seen:
                seen.add(key)
                task.sheet.test_suite(framework, task.span, tasks[name].command, *reversed(framework.split()))


def _with_needs(tasks: dict[str, Task], name: str) -> Iterator[Task]:
    """A task and those that run before it, and before them."""
    waiting, seen = [name], {name}
    while waiting and len(seen) < _MOST_FOLLOWED:
        task = tasks.get(waiting.pop(0))
        if task is not None:
            yield task
            new = [other for other in task.needs[:_MOST_FOLLOWED] if other not in seen]
            seen.update(new)
            waiting += new
