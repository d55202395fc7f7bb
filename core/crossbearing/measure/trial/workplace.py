"""The place where an agent works on one instance, and the files that tell it what to do.

Every program that an agent runs finds these variables in its environment:

- ``CROSSBEARING_INSTANCE_ID``: the instance's name;
- ``CROSSBEARING_REPOSITORY``: the clean copy of the base commit, which is also the working directory;
- ``CROSSBEARING_ISSUE_FILE``: the issue, as it was written;
- ``CROSSBEARING_CONTEXT_FILE``: where the fault may be, in Markdown;
- ``CROSSBEARING_PLACES_FILE``: the same as JSON (schema ``crossbearing.places/1``);
- ``CROSSBEARING_OUTPUT_DIR``: an empty folder outside the copy, for logs and trajectories;
- ``CROSSBEARING_USAGE_FILE``: where the agent may leave ``{"tokens": 1234, "cost": 0.05}``.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import asdict

from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.process import run_kept
from crossbearing.measure.dataset import Task
from crossbearing.measure.trial.checkout import changes_in, check_out
from crossbearing.model.attempt import AgentContext, AgentPlace, AgentTask, ProgramRun
from crossbearing.model.text import escape_surrogates, printable

PLACES_SCHEMA = "crossbearing.places/1"
USAGE_FILE = "usage.json"

_PROCESSES = 2000
_SHOWN_FILES = 10
_SHOWN_FUNCTIONS = 5


@contextmanager
def open_workplace(
    repository: Path, task: Task, places: Sequence[AgentPlace] | None
) -> Iterator[tuple[AgentTask, AgentContext]]:
    """Check the base commit out, write what the agent is told, and clear everything away in the end.

    ``places`` are what the agent is pointed at; None: it is told nothing.
    """
    with TemporaryDirectory(prefix="crossbearing-agent-", ignore_cleanup_errors=True) as name:
        root = Path(name).resolve()
        folder, output = root / "repository", root / "output"
        output.mkdir()
        check_out(repository, task.base_commit, folder)
        issue = root / "issue.md"
        issue.write_text(escape_surrogates(task.text), "utf-8")
        context = write_context(root, places)
        environment = {
            "CROSSBEARING_INSTANCE_ID": task.instance_id,
            "CROSSBEARING_REPOSITORY": str(folder),
            "CROSSBEARING_ISSUE_FILE": str(issue),
            "CROSSBEARING_CONTEXT_FILE": str(context.file),
            "CROSSBEARING_PLACES_FILE": str(context.places_file),
            "CROSSBEARING_OUTPUT_DIR": str(output),
            "CROSSBEARING_USAGE_FILE": str(output / USAGE_FILE),
        }
        run = partial(run_program, folder, environment)
        yield (
            AgentTask(
                task.instance_id, task.repo, task.base_commit, task.text, folder, output, issue, run,
                partial(changes_in, folder),
            ),
            context,
        )  # fmt: skip


def run_program(
    folder: Path,
    variables: Mapping[str, str],
    command: Sequence[str],
    seconds: float,
    environment: Mapping[str, str] | None = None,
) -> ProgramRun:
    """Run a program in ``folder``; it and all that it started have ended when this returns."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CROSSBEARING_", "GIT_"))}
    limits = Limits(seconds=seconds, test_seconds=seconds, processes=_PROCESSES)
    account = run_kept(
        command,
        cwd=folder,
        environment={**kept, **variables, **(environment or {})},
        limits=limits,
        events=folder.parent / "no-events",
        folders=(folder.parent,),
    )
    if account.why == "unstartable":
        return ProgramRun(account.why, None, f"{command[0]} cannot be started: {account.detail}")
    return ProgramRun(account.why, account.code, account.detail, account.output)


def write_context(root: Path, places: Sequence[AgentPlace] | None) -> AgentContext:
    """Write the context's two files into ``root``."""
    told = tuple(places or ())
    text = context_text(places)
    file, places_file = root / "context.md", root / "places.json"
    file.write_text(text, "utf-8")
    data = {"schema": PLACES_SCHEMA, "places": [asdict(place) for place in told]}
    places_file.write_text(escape_surrogates(json.dumps(data, ensure_ascii=False, indent=2)) + "\n", "utf-8")
    return AgentContext(text, told, file, places_file)


def context_text(places: Sequence[AgentPlace] | None) -> str:
    """Say in Markdown where the fault may be; the same form whoever found the places."""
    if places is None:
        return "Nothing is known beyond the issue.\n"
    lines = ["## Where the fault may be", ""]
    for number, (file, functions) in enumerate(_by_file(places), start=1):
        lines.append(f"{number}. `{printable(file)}`")
        lines += [f"   - `{printable(f.qualname)}` lines {f.line}-{f.end_line}" for f in functions[:_SHOWN_FUNCTIONS]]
    return "\n".join([*lines, ""] if len(lines) > 2 else [*lines, "Nothing was found.", ""])


def _by_file(places: Iterable[AgentPlace]) -> list[tuple[str, list[AgentPlace]]]:
    files: dict[str, list[AgentPlace]] = {}
    for place in places:
        own = files.setdefault(place.file, [])
        if place.qualname:
            own.append(place)
    return list(files.items())[:_SHOWN_FILES]
