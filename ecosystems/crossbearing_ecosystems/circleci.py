"""Reads the configuration of CircleCI, `.circleci/config.yml`.

- **Runners**: each `run` step of jobs and of reusable commands, written as a text or as a table, with its job (or
  command), shell, folder, and the matrix that a workflow repeats the job over; steps within `when` and `unless` too.
  Of each command whose purpose is known (test, build, lint, …), the runner has the name of that purpose and points at
  its line; a step of no known purpose is one runner with its own name, else the job's, and all of the script.
- The folder of a job is where the repository is checked out, so that a step's `working_directory` below it is a folder
  of the repository, as is a relative one.
- **Dependencies**: the images of jobs and executors (`docker`, the first one runs the job, the others are services);
  orbs as build dependencies of no package registry (`generic`).
- **Tests**: the frameworks that steps run, with the command. **Languages**: the version that an image is
  made for (`cimg/python:3.12`).
- **Configuration**: the database that a service is; `DJANGO_SETTINGS_MODULE` and `DATABASE_URL` of any `environment`.

Example: `- run: {name: Unit tests, command: pytest -x}` in the job `build` claims the runner `test`, `pytest -x`.

Limits: `<< parameters >>` stay as they are written, and images that they choose are not claimed. What an orb does is
in its own repository; one that is written out in the file is not read.
"""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._ci_sheet import CiSheet, Context, axes_of, tables, text_at
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = ("/.circleci/config.yml", "/.circleci/config.yaml", "/.circleci/continue*.yml", "/circle.yml")

_CHECKOUT = "~/project"
_CONDITIONS = ("when", "unless")
# What a step counts for, beside its script, where steps are shared by jobs.
_STEP_SIZE = 10


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one configuration."""
    document = YamlDocument(file)
    sheet = CiSheet(file, tree, "docker")
    root = document.root
    if root is None:
        return []
    if not isinstance(root, PlacedTable):
        raise UnreadableError("not a configuration of CircleCI: it is no table", 1)
    _orbs(root.get("orbs"), sheet)
    executors = _tables_of(root.get("executors"))
    for executor in executors.values():
        _images(executor, sheet)
    matrices = _matrices(root.get("workflows"))
    for name, job in _tables_of(root.get("jobs")).items():
        _job(name, job, executors, matrices.get(name, ()), sheet)
    for name, command in _tables_of(root.get("commands")).items():
        _steps(command.get("steps"), Context(name), _CHECKOUT, sheet)
    return sheet.claims


def _tables_of(value: Any) -> dict[str, PlacedTable]:
    items = value.items() if isinstance(value, PlacedTable) else ()
    return {name: item for name, item in items if isinstance(item, PlacedTable)}


def _orbs(orbs: Any, sheet: CiSheet) -> None:
    for orb in orbs.values() if isinstance(orbs, PlacedTable) else ():
        if isinstance(orb, Text) and "/" in orb:
            name, _, version = orb.strip().partition("@")
            sheet.declare(name, version, (orb.line, orb.end), "build", group="orbs", ecosystem="generic")


def _job(
    name: str, job: PlacedTable, executors: Mapping[str, PlacedTable], matrix: tuple[str, ...], sheet: CiSheet
) -> None:
    _images(job, sheet)
    sheet.environment(job.get("environment"))
    used = job.get("executor")
    named = used if isinstance(used, Text) else text_at(used, "name")
    executor = executors.get(str(named)) if named else None
    shell = text_at(job, "shell") or text_at(executor, "shell") or ""
    folder = text_at(job, "working_directory") or text_at(executor, "working_directory") or _CHECKOUT
    context = Context(name, shell=" ".join(shell.split()), matrix=matrix)
    _steps(job.get("steps"), context, folder.strip().rstrip("/"), sheet)


def _images(table: PlacedTable, sheet: CiSheet) -> None:
    for number, container in enumerate(tables(table.get("docker"))):
        sheet.environment(container.get("environment"))
        if image := text_at(container, "image"):
            span = (image.line, image.end)
            if number:
                sheet.service(image, span, text_at(container, "name") or "")
            else:
                sheet.image(image, span)


def _steps(steps: Any, context: Context, checkout: str, sheet: CiSheet) -> None:
    for step in _runs(steps, sheet):
        if isinstance(step, Text):
            sheet.script("", step, context)
        elif isinstance(step, PlacedTable) and (script := text_at(step, "command")):
            sheet.environment(step.get("environment"))
            shell = text_at(step, "shell")
            directory = text_at(step, "working_directory")
            own = context._replace(
                shell=" ".join(shell.split()) if shell else context.shell,
                directory=_folder(directory, checkout) if directory else context.directory,
            )
            sheet.script(text_at(step, "name") or "", script, own)


def _runs(steps: Any, sheet: CiSheet) -> Iterator[Any]:
    """The ``run`` steps of a list, and of the lists that a condition guards, in their order."""
    waiting = [steps]
    while waiting:
        value = waiting.pop()
        if isinstance(value, PlacedList | PlacedTable) and not sheet.affords(_STEP_SIZE * len(value), value.line):
            return
        if isinstance(value, PlacedList):
            waiting += reversed(value)
        elif isinstance(value, PlacedTable):
            if "run" in value:
                yield value["run"]
            waiting += [value[key].get("steps") for key in _CONDITIONS if isinstance(value.get(key), PlacedTable)]


def _folder(path: str, checkout: str) -> str:
    """A folder relative to the repository, which lies in ``checkout``; one that is elsewhere stays as written."""
    path = path.strip().rstrip("/")
    for root in (checkout, checkout.replace("~", "/home/circleci", 1), "$CIRCLE_WORKING_DIRECTORY"):
        if path == root or path.startswith(f"{root}/"):
            path = path[len(root) :].lstrip("/") or "."
            break
    path = normpath(path)
    return "" if path == "." else path


def _matrices(workflows: Any) -> dict[str, tuple[str, ...]]:
    """The matrix of each job that a workflow repeats."""
    found: dict[str, tuple[str, ...]] = {}
    for workflow in _tables_of(workflows).values():
        for item in tables(workflow.get("jobs")):
            for name, job in _tables_of(item).items():
                matrix = job.get("matrix")
                if isinstance(matrix, PlacedTable) and name not in found:
                    exclude = {"exclude": matrix["exclude"]} if "exclude" in matrix else {}
                    found[name] = axes_of({**(matrix.get("parameters") or {}), **exclude})
    return found
