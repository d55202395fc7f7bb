"""Reads Dockerfiles: `Dockerfile`, `Dockerfile.*`, `*.Dockerfile`, `Containerfile`.

- **Dependencies**: the images that stages start from and that files are copied from (`COPY --from=…`), ecosystem
  `docker`, tag and digest as the version. `runtime` is the image that the last stage comes from, the others are
  `build`; all are `dev` in a file for development (`Dockerfile.dev`, `.devcontainer/`). `ARG` defaults before the first
  `FROM` are filled in; stages and `scratch` are none.
- **Languages** by well-known images: `python:3.12-slim` is Python 3.12.
- **Entry point and runner `start`**: what the last stage starts, `ENTRYPOINT` and `CMD` combined as Docker combines
  them. It runs in the container, so any script of the name `start` comes before it.
- **Configuration**: the environment variables that `ENV` sets. **Layout**: the working folder of the last stage.

Read as BuildKit reads it: parser directives, continued lines with comments inside, here-documents, `ONBUILD`, stages
that take over from others.

Example: `FROM golang:1.22 AS build` on line 1 claims the image `golang`, version `1.22`, kind `build`, and Go 1.22.

Limits: what `RUN` installs is not read. An image whose name needs an argument without default is not claimed.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._docker_images import language_of, parse_image
from crossbearing_ecosystems._docker_lines import INSTRUCTIONS, Instruction, read_instructions, substitute
from crossbearing_ecosystems._docker_stages import Process, Stage, read_stages
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._sheet import Span

VERSION = 1
PATTERNS = (
    "Dockerfile",
    "dockerfile",
    "Dockerfile.*",
    "*.Dockerfile",
    "*.dockerfile",
    "Containerfile",
    "Containerfile.*",
    "*.Containerfile",
)

_TEMPLATE = re.compile(
    r".*\.(?:dockerignore|containerignore|j2|jinja2?|tmpl|tpl|template|erb|eex|tt|mustache|in|md|txt)"
)
_FOR_DEVELOPERS = frozenset({"ci", "dev", "devel", "development", "devcontainer", "local", "test", "testing", "tests"})
_STARTERS = frozenset({"dumb-init", "env", "exec", "tini", "docker-init"})
_MOST_PROBLEMS = 5


class DockerSheet(ProjectSheet):
    """The claims of a Dockerfile."""

    ecosystem = "docker"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one Dockerfile."""
    if _TEMPLATE.fullmatch(file.path.lower()):
        return []
    sheet = DockerSheet(file, tree)
    stages = read_stages(_instructions(sheet))
    is_for_developers = not _FOR_DEVELOPERS.isdisjoint(re.split(r"[^a-z]+", file.path.lower()))
    names = {stage.name.lower() for stage in stages if stage.name} | {str(number) for number in range(len(stages))}
    last = {id(stage) for stage in stages[-1].lineage()} if stages else set()
    for stage in stages:
        kind: DependencyKind = "runtime" if id(stage) in last else "build"
        _stage(sheet, stage, "dev" if is_for_developers else kind)
        _copies(sheet, stage, names, "dev" if is_for_developers else "build")
    if stages:
        _last(sheet, stages[-1])
    return sheet.claims


def _instructions(sheet: DockerSheet) -> list[Instruction]:
    """The known instructions; what is none becomes a problem, and a file without any is no Dockerfile."""
    known: list[Instruction] = []
    wrong: list[Instruction] = []
    for instruction in read_instructions(sheet.file):
        if instruction.name == "ONBUILD":
            # What it says holds for images made from this one: there, it does not start or set anything here.
            continue
        (known if instruction.name in INSTRUCTIONS else wrong).append(instruction)
    has_stage = any(instruction.name == "FROM" for instruction in known)
    if wrong and not has_stage:
        raise UnreadableError(f"not a Dockerfile: unknown instruction {wrong[0].name[:40]!r}", wrong[0].span[0])
    for instruction in wrong[:_MOST_PROBLEMS]:
        sheet.problem(f"unknown instruction {instruction.name[:40]!r}", instruction.span[0])
    if known and not has_stage:
        sheet.problem("no stage: there is no FROM", known[0].span[0])
    return known


def _stage(sheet: DockerSheet, stage: Stage, kind: DependencyKind) -> None:
    """Claim the image that a stage starts from and its language, and what the stage sets."""
    if stage.parent is None and (image := parse_image(stage.image)):
        sheet.declare(image.name, image.version, stage.span, kind, stage.spelling)
        if language := language_of(image):
            sheet.language(language[0], stage.span, image.name, stage.spelling, version=language[1])
    for name, value, span in stage.variables:
        sheet.configuration(name, "environment", span, value=value)


def _copies(sheet: DockerSheet, stage: Stage, names: set[str], kind: DependencyKind) -> None:
    """Claim the images that files are copied from; ``names`` are those of stages."""
    for source, span in stage.copies:
        text = substitute(source, stage.values)
        if text.lower() not in names and (image := parse_image(text)):
            sheet.declare(image.name, image.version, span, kind, source)


def _last(sheet: DockerSheet, stage: Stage) -> None:
    """Claim what containers start, and where."""
    if stage.folder_at and stage.folder != "/":
        sheet.layout(f"container runs in {stage.folder}", stage.folder_at, stage.folder, stage.folder_spelling)
    if process := stage.process():
        span = _span(process, stage)
        name = _program(process)
        sheet.entry_point(name, process.line(), span, "main", "", name)
        sheet.runner("start", process.line(), span, *process.words[:1], name, source="convention")


def _span(process: Process, stage: Stage) -> Span:
    """The lines of the instruction that names the program."""
    return stage.entry.span if stage.entry is not None else process.span


def _program(process: Process) -> str:
    """The name of the program that is started, without those that only start it."""
    words = list(process.words) or process.text.split()
    names = [word for word in words if not word.startswith("-") and "=" not in word]
    found = next((name for name in names if name.rpartition("/")[2] not in _STARTERS), words[0])
    return found.rpartition("/")[2] or found
