"""Reads Compose files: `compose*.yaml`, `docker-compose*.yml` and the like.

- **Services** are entry points of the kind `service`; the target is the command, or else the image, or else the folder
  that is built.
- **Dependencies**: the images of services that are not built here, ecosystem `docker`, tag and digest as the version,
  the profiles of the service as the marker; `dev` in a file for development (`compose.dev.yaml`).
- **Configuration**: a well-known database image selects the database (`postgres:16` is `postgresql`), at the line of
  the image; `environment` names variables that are set, `${NAME:-default}` one that Compose reads, `env_file` a file.
  Values are given without what is secret in them.

`include` and `extends` are followed within the repository; anchors, merges, and files without `services` (version 1)
are read.

Example: `image: postgres:16` in the service `db` claims the image `postgres`, version `16`, and the database `db`.

Limits: fragments that override others are read as they stand. An image whose name needs a variable without default is
not claimed.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from posixpath import normpath
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._docker_images import engine_of, parse_image
from crossbearing_ecosystems._docker_lines import substitute
from crossbearing_ecosystems._placed import PlacedDocument, PlacedTable
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = (
    "docker-compose*.yml",
    "docker-compose*.yaml",
    "compose.yml",
    "compose.yaml",
    "compose[.-]*.yml",
    "compose[.-]*.yaml",
    "*.docker-compose.yml",
    "*.docker-compose.yaml",
)

_OWN_NAME = re.compile(r"docker-compose.*\.ya?ml|compose([.-].*)?\.ya?ml|.*\.docker-compose\.ya?ml")
_FOR_DEVELOPERS = frozenset({"ci", "dev", "devel", "development", "devcontainer", "e2e", "local", "test", "tests"})
_READ = re.compile(
    r"(?<!\$)(?:\$\$)*\$(?:(?P<bare>[A-Za-z_]\w*)"
    r"|\{(?P<name>[A-Za-z_]\w*)(?::?-(?P<default>[^{}$]*))?[^{}]*\})"
)
_MOST_FILES = 20


class ComposeSheet(ProjectSheet):
    """The claims of one Compose file."""

    ecosystem = "docker"


class _Reader:
    """Reads a file and those that it includes or extends."""

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.tree = tree
        words = re.split(r"[^a-z0-9]+", file.path.lower())
        self.kind: DependencyKind = "runtime" if _FOR_DEVELOPERS.isdisjoint(words) else "dev"
        self.claims: list[Claim] = []
        self.waiting: list[tuple[SourceFile, str]] = [(file, "")]

    def read(self, file: SourceFile, only: str) -> None:
        """Read a file, or of one that is extended the service named ``only``."""
        sheet = ComposeSheet(file, self.tree)
        try:
            document = YamlDocument(file)
            if document.root is not None and not isinstance(document.root, PlacedTable):
                raise UnreadableError("not a Compose file: its top level is no mapping", 1)
        except UnreadableError as problem:
            if file is self.waiting[0][0]:
                raise
            sheet.problem(problem.reason, problem.line or 1)
        else:
            self._services(sheet, document, only)
            if not only:
                self._includes(sheet, document)
                _variables(sheet)
        self.claims += sheet.claims

    def _services(self, sheet: ComposeSheet, document: PlacedDocument, only: str) -> None:
        for path in _service_paths(document):
            if only in ("", path[-1]):
                _service(sheet, document, path, self.kind, is_extended=bool(only))
                file, service = (document.text(*path, "extends", key) for key in ("file", "service"))
                if file and service:
                    self._follow(sheet, file, document.span(*path, "extends", "file")[0], service)

    def _includes(self, sheet: ComposeSheet, document: PlacedDocument) -> None:
        for path, item in document.items("include"):
            place = (*path, "path") if isinstance(item, dict) else path
            for where, name in document.strings(*place):
                self._follow(sheet, name, document.span(*where)[0], "")

    def _follow(self, sheet: ComposeSheet, name: str, line: int, service: str) -> None:
        """Read another file later, unless it is read for its own name."""
        path = normpath(sheet.beside(name))
        is_known = any((file.path, only) == (path, service) for file, only in self.waiting)
        if is_known or "$" in name or "://" in name or len(self.waiting) >= _MOST_FILES:
            return
        file = None if path.startswith(("../", "/")) else self.tree.read(path)
        if file is None:
            sheet.problem(f"included file {name!r} does not exist", line)
        elif not _OWN_NAME.fullmatch(path.rpartition("/")[2]):
            self.waiting.append((file, service))


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one Compose file and the files that it includes."""
    reader = _Reader(file, tree)
    for waiting, only in reader.waiting:
        reader.read(waiting, only)
    # What several services take over from one place is claimed once.
    return list(dict.fromkeys(reader.claims))


def _service_paths(document: PlacedDocument) -> Iterator[tuple[str, ...]]:
    """Where the services stand: in `services`, or on the top level in version 1."""
    top = ("services",) if document.has("services") else ()
    for name in document.keys(*top):
        if top or document.text(name, "image") or document.get(name, "build"):
            yield (*top, name)


def _service(
    sheet: ComposeSheet, document: PlacedDocument, path: tuple[str, ...], kind: DependencyKind, *, is_extended: bool
) -> None:
    name = path[-1]
    build = document.get(*path, "build")
    context = build if isinstance(build, str) else document.text(*path, "build", "context")
    image = substitute(document.text(*path, "image"), {})
    command = " ".join(filter(None, (_command(document.get(*path, key)) for key in ("entrypoint", "command"))))
    # What starts with an option is given to the program of the image.
    target = image if image and command.startswith("-") else command or image or context
    if not is_extended:
        sheet.entry_point(name, target, document.span(*path)[:1] * 2, "service")
    if image and not build and (found := parse_image(image)):
        span, written = document.span(*path, "image"), document.text(*path, "image")
        profiles = ", ".join(profile for _, profile in document.strings(*path, "profiles"))
        marker = f"profile {profiles}" if profiles else ""
        sheet.declare(found.name, found.version, span, kind, written, marker=marker)
        if engine := engine_of(found):
            sheet.configuration(name, "database", span, written, value=engine)
    _environment(sheet, document, path)


def _command(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return shlex.join(word for word in value if isinstance(word, str)) if isinstance(value, list) else ""


def _environment(sheet: ComposeSheet, document: PlacedDocument, path: tuple[str, ...]) -> None:
    """Claim the variables that a service is given, and the files with more of them."""
    place = (*path, "environment")
    for key in document.keys(*place):
        if key:
            sheet.configuration(key, "environment", document.span(*place, key), value=document.text(*place, key))
    if not document.has(*place):
        for where, item in document.strings(*place):
            name, _, value = item.partition("=")
            if name:
                sheet.configuration(name, "environment", document.span(*where), value=value)
    for where, item in document.items(*path, "env_file"):
        found = (*where, "path") if isinstance(item, dict) else where
        if file := document.text(*found):
            sheet.configuration(file, "file", document.span(*found))


def _variables(sheet: ComposeSheet) -> None:
    """Claim each variable that Compose fills in, once, with its default."""
    seen: set[str] = set()
    for number, line in enumerate(sheet.file.lines, 1):
        if "$" not in line or line.lstrip().startswith("#"):
            continue
        for match in _READ.finditer(line):
            name = match["bare"] or match["name"]
            if name not in seen:
                seen.add(name)
                sheet.configuration(name, "environment", (number, number), value=match["default"] or "")
