"""Reads the pipeline of GitLab, `.gitlab-ci.yml`, with the files of this repository that it includes or starts.

- **Runners**: of each job, what `before_script` and `script` (one shell) and `after_script` run, with the job's name,
  its matrix (`parallel: matrix`), and the folder that `cd` leads to. Of each command whose purpose is known (test,
  build, lint, …), the runner has the name of that purpose and points at its line; a job whose `script` is for no known
  purpose is one runner of its own name with all of it.
- What a job takes from others is resolved: `extends`, `default` and the global keywords of old, `!reference`, anchors
  and merges. The line is the one where the command is written, in an included file too. Hidden jobs (`.name`) are read
  where they are used. Of jobs that run the same lines, the first is claimed.
- Local files of `include` and of `trigger: include`, patterns too, are followed, 100 at most; a missing one is listed
  in `errors`. Remote files, templates, components and other projects are not read.
- **Dependencies**: `image` and `services` (`docker`). **Languages**: the version that an image is made for
  (`python:3.12`).
- **Tests**: the frameworks that scripts run, with the command.
- **Configuration**: the database that a service is; `DJANGO_SETTINGS_MODULE` and `DATABASE_URL` of any `variables`.

Example: a job `unit` with `script: [pytest -x]` claims the runner `test`, `pytest -x`, of the job `unit`.

Limits: `$VARIABLES` and `$[[ inputs ]]` stay as they are written, and `rules` are not weighed.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._ci_script import joined
from crossbearing_ecosystems._ci_sheet import CiSheet, Context, axes_of, claim_script, tables, text_at
from crossbearing_ecosystems._ci_text import script_of
from crossbearing_ecosystems._gitlab_files import Files
from crossbearing_ecosystems._gitlab_jobs import Job, Jobs, Placed
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text

VERSION = 1
PATTERNS = ("/.gitlab-ci.yml", "/.gitlab-ci.yaml")

_MOST_JOBS = 3_000


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one pipeline, and those that it starts."""
    files = Files(file, tree)
    reader = _Reader()
    waiting, seen = [file.path], {file.path}
    while waiting:
        parts = files.pipeline(waiting.pop())
        reader.read(Jobs(parts))
        for child in files.children(parts):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return [claim for sheet in files.sheets.values() for claim in sheet.claims]


class _Reader:
    """Claims the jobs of pipelines; what several of them share is claimed once."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str, int]] = set()
        self._scripts_seen: set[tuple[tuple[str, int], ...]] = set()
        self._jobs = 0

    def read(self, jobs: Jobs) -> None:
        for root, sheet in jobs.parts:
            if self._is_new("variables", root, sheet):
                sheet.environment(root.get("variables"))
        for job in jobs.visible():
            self._jobs += 1
            if self._jobs > _MOST_JOBS:
                job.tables[0].sheet.problem(f"more than {_MOST_JOBS} jobs", job.tables[0].root.line)
                return
            self._job(job, jobs)

    def _job(self, job: Job, jobs: Jobs) -> None:
        for table, sheet in job.tables:
            if self._is_new("variables", table, sheet):
                sheet.environment(table.get("variables"))
        context = Context(job.name, matrix=_matrix(job.get("parallel")))
        if image := jobs.value(job, "image"):
            self._image(image)
        if services := jobs.value(job, "services"):
            self._services(services)
        before = jobs.lines(jobs.value(job, "before_script"))
        self._scripts(before, jobs.lines(job.get("script")), context)
        self._scripts(jobs.lines(jobs.value(job, "after_script")), [], context)

    def _scripts(self, before: list[tuple[Text, CiSheet]], main: list[tuple[Text, CiSheet]], context: Context) -> None:
        """Claim what one shell runs; of what comes before the script of the job, only what has a purpose."""
        items = [*before, *main]
        if not items or not self._are_new(items):
            return
        script, starts = joined([script_of(text, sheet.file.lines) for text, sheet in items])
        place = starts[len(before)] if main else len(script.text)
        claim_script(context.job, script, context, lambda offset: items[bisect_right(starts, offset) - 1][1], place)

    def _are_new(self, items: list[tuple[Text, CiSheet]]) -> bool:
        """Jobs that share all that they run say nothing new but their names."""
        size = len(self._scripts_seen)
        self._scripts_seen.add(tuple((sheet.file.path, text.line) for text, sheet in items))
        return len(self._scripts_seen) > size

    def _image(self, found: Placed) -> None:
        image = found.value if isinstance(found.value, Text) else text_at(found.value, "name")
        if image and self._is_new("image", image, found.sheet):
            found.sheet.image(image, (image.line, image.end))

    def _services(self, found: Placed) -> None:
        items: list[Any] = found.value if isinstance(found.value, PlacedList) else []
        for item in items:
            image = item if isinstance(item, Text) else text_at(item, "name")
            if image and self._is_new("service", image, found.sheet):
                alias = text_at(item, "alias") or ""
                found.sheet.service(image, (image.line, getattr(item, "end", image.end)), alias)

    def _is_new(self, what: str, value: PlacedTable | Text, sheet: CiSheet) -> bool:
        key = (what, sheet.file.path, value.line)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def _matrix(parallel: Placed | None) -> tuple[str, ...]:
    """The axes of a matrix; of several matrices, each on its own."""
    value = parallel.value.get("matrix") if parallel and isinstance(parallel.value, PlacedTable) else None
    found = tables(value)
    return axes_of(found[0]) if len(found) == 1 else axes_of({"matrix": found}) if found else ()
