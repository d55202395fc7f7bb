"""Reads the workflows of GitHub Actions (`.github/workflows/*.yml`) and actions (`action.yml`, at any depth).

- **Runners**: each `run` step, with its job, the shell and the folder that hold for it (step, then job, then workflow)
  and the job's matrix. Of each command whose purpose is known (test, build, lint, format, typecheck, docs, install, …),
  the runner has the name of that purpose and points at its line; commands for one purpose that follow each other are
  one runner. A step of no known purpose is one runner with its own name, else its id, else the job's (`step of test`,
  where that is a purpose), and all of the script. A command in a loop comes with the loop, and one in a folder that the
  script made or computed with the script up to it.
- **Dependencies**: `uses: owner/action@ref` as a build dependency (`github`, in the version `ref`); remote reusable
  workflows likewise; container images of jobs, services and steps (`docker`).
- **Tests**: the frameworks that steps run, with the command.
- **Languages**: versions given to `actions/setup-python`, `setup-node`, `setup-go`, `setup-java` and the like, where
  they are written out, and those that the images of jobs are made for (`python:3.12`).
- **Configuration**: the database that a service is; `DJANGO_SETTINGS_MODULE` and `DATABASE_URL` of any `env`. Other
  variables steer CI and its tools, and are left out.
- **Entry points**: the script that an action of JavaScript runs.

Example: `- run: pytest -x` in the job `unit` claims the runner `test`, `pytest -x`, and the test framework `pytest`.

Limits: `${{ }}` expressions stay as they are written. A called workflow of this repository is read as the file that it
is, with no inputs; one that is missing is listed in `errors`. Conditions (`if`) are not weighed.
"""

from collections.abc import Mapping, Sequence
from posixpath import normpath
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._ci_languages import SETUP_ACTIONS, versions_of
from crossbearing_ecosystems._ci_sheet import CiSheet, Context, tables, text_at
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = (".github/workflows/*.yml", ".github/workflows/*.yaml", "action.yml", "action.yaml")

_WORKFLOWS = ".github/workflows/"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one workflow or action."""
    document = YamlDocument(file)
    sheet = CiSheet(file, tree, "github")
    is_workflow = file.path.startswith(_WORKFLOWS)
    if is_workflow and document.root is not None:
        if not document.has("jobs"):
            raise UnreadableError("not a workflow: it has no jobs", 1)
        _workflow(document.root, sheet)
    elif not is_workflow and document.has("runs"):
        _action(document.root, sheet)
    return sheet.claims


def _workflow(root: PlacedTable, sheet: CiSheet) -> None:
    sheet.environment(root.get("env"))
    defaults = _with_defaults(Context(), root.get("defaults"))
    jobs: PlacedTable = root["jobs"]
    for name, job in jobs.items():
        line = jobs.lines.get(name, jobs.line)
        if isinstance(job, PlacedTable):
            _job(name, job, defaults, sheet)
        else:
            sheet.problem(f"job {name[:80]!r} is no table", line)


def _job(name: str, job: PlacedTable, defaults: Context, sheet: CiSheet) -> None:
    strategy = job.get("strategy")
    matrix = sheet.axes(strategy.get("matrix")) if isinstance(strategy, dict) else ()
    context = _with_defaults(defaults, job.get("defaults"))._replace(job=name, matrix=matrix)
    sheet.environment(job.get("env"))
    container = job.get("container")
    if image := container if isinstance(container, Text) else text_at(container, "image"):
        sheet.image(image, (image.line, image.end))
    services = job.get("services")
    for service, value in services.items() if isinstance(services, PlacedTable) else ():
        if image := text_at(value, "image"):
            sheet.service(image, (image.line, image.end), service)
    if called := text_at(job, "uses"):
        _uses(called, sheet)
    _steps(job.get("steps"), context, sheet)


def _steps(steps: Any, context: Context, sheet: CiSheet) -> None:
    for step in tables(steps):
        sheet.environment(step.get("env"))
        if used := text_at(step, "uses"):
            _uses(used, sheet)
            _language(used, step.get("with"), sheet)
        if script := text_at(step, "run"):
            name = text_at(step, "name") or text_at(step, "id") or ""
            sheet.script(name, script, _with(context, text_at(step, "shell"), text_at(step, "working-directory")))
        elif isinstance(step.get("run"), PlacedTable | PlacedList):
            sheet.problem("what a step runs is no text", step.lines["run"])


def _action(root: PlacedTable, sheet: CiSheet) -> None:
    runs: PlacedTable = root["runs"]
    name = text_at(root, "name") or ""
    _steps(runs.get("steps"), Context(job=" ".join(name.split())), sheet)
    if (image := text_at(runs, "image")) and image.startswith("docker://"):
        sheet.image(image, (image.line, image.end), "runtime")
    for key in ("pre", "main", "post"):
        if (script := text_at(runs, key)) and name:
            target = normpath(sheet.beside(script))
            sheet.entry_point(name, target, (script.line, script.end), "main", "", script)


def _with_defaults(context: Context, defaults: Any) -> Context:
    run = defaults.get("run") if isinstance(defaults, Mapping) else None
    return _with(context, text_at(run, "shell"), text_at(run, "working-directory"))


def _with(context: Context, shell: Text | None, directory: Text | None) -> Context:
    if shell:
        context = context._replace(shell=" ".join(shell.split()))
    return context._replace(directory=_folder(directory)) if directory else context


def _folder(path: str) -> str:
    """A folder relative to the repository, where steps start; an expression stays what it is."""
    path = path.strip().replace("\\", "/")
    for root in ("${{ github.workspace }}", "${{github.workspace}}", "$GITHUB_WORKSPACE"):
        if path == root or path.startswith(f"{root}/"):
            path = path[len(root) :].lstrip("/") or "."
    path = normpath(path)
    return "" if path == "." else path


def _uses(used: Text, sheet: CiSheet) -> None:
    """What a step or job uses: an action or workflow of another repository, an image, or something of this one."""
    span = (used.line, used.end)
    reference = used.strip()
    if reference.startswith("docker://"):
        sheet.image(reference, span, "build", "step")
    elif reference.startswith("./"):
        target = normpath(reference)
        if target.startswith(_WORKFLOWS) and not sheet.tree.exists(target):
            sheet.problem(f"called workflow {target[:200]!r} does not exist", used.line)
    elif "/" in reference and not reference.startswith((".", "$")):
        name, _, ref = reference.partition("@")
        sheet.declare(name, ref, span, "build")


def _language(used: str, inputs: Any, sheet: CiSheet) -> None:
    """The version of a language that a setup action is told to install."""
    language, *keys = SETUP_ACTIONS.get(used.strip().partition("@")[0].lower(), ("",))
    for key in keys:
        if (value := text_at(inputs, key)) and (version := versions_of(value)):
            sheet.language(language, (inputs.lines[key], value.end), version.partition(",")[0], key, version=version)
            return
