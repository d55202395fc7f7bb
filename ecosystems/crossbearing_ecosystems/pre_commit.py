"""Reads `.pre-commit-config.yaml`: the hooks that check every commit, and where they come from.

- **Runner**: `lint`, as `pre-commit run --all-files`, by convention wherever there is a hook that runs at commits. A
  hook of this repository (`repo: local`) is one more, of its own id, as `pre-commit run ID --all-files`; where its
  `entry` with its `args` needs nothing else (`language: system` and `pass_filenames: false`), that is the command, and
  a known purpose (test, lint, format, typecheck) the name.
- **Dependencies**: each repository of hooks in its revision, for development: `owner/name` of GitHub (`github`), of
  others by the path of their address (`generic`). `additional_dependencies` of a hook, of the language that the hook
  states or is known for (`mypy`: `pypi`, `eslint`: `npm`), or that their notation shows (`name==1.0`,
  `@scope/name@1.0`), in the group of the hook's id.
- **Languages**: versions in `default_language_version`.

Example: `- repo: https://github.com/psf/black` with `rev: 24.1.0` on the next line claims `psf/black`, `24.1.0`.

Limits: in which language a hook of another repository is written is said there. Of a hook that is not widely known, a
dependency whose notation fits several languages (`some-plugin`) is claimed as that of the hook's other dependencies, or
else not at all.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._ci_sheet import tables, text_at
from crossbearing_ecosystems._commands import purpose_of
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._pre_commit_requirements import claim_requirements
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = (".pre-commit-config.yaml", ".pre-commit-config.yml")

_COMMAND = "pre-commit run"
_ADDRESS = re.compile(
    r"""
      (?:https?|git|ssh)://(?:[^@/\s]*@)?(?P<host>[\w.-]+)(?::\d+)?/(?P<path>[\w./~-]+)
    | git@(?P<at>[\w.-]+):(?P<to>[\w./~-]+)
    """,
    re.VERBOSE,
)
_VERSION_OF_LANGUAGE = re.compile(r"(?:python|pypy|node|ruby|go)?-?(?P<version>\d[\w.]*)")
_LANGUAGES = {"python": "python", "node": "javascript", "ruby": "ruby", "rust": "rust", "golang": "go", "dart": "dart"}
_SYSTEM = frozenset({"system", "unsupported", "script", "unsupported_script"})
_CHECKS = frozenset({"test", "lint", "format", "typecheck"})
_MANUAL = frozenset({"manual"})


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one configuration of pre-commit."""
    document = YamlDocument(file)
    if document.root is None:
        return []
    if not isinstance(document.get("repos"), PlacedList):
        raise UnreadableError("not a configuration of pre-commit: it has no list of repos", 1)
    sheet = ProjectSheet(file, tree, "github")
    hooks = [(repository, hook) for repository in tables(document.get("repos")) for hook in _hooks(repository)]
    if any(_runs_at_commits(hook, document.get("default_stages")) for _, hook in hooks):
        span = (document.root.lines["repos"],) * 2
        sheet.runner("lint", f"{_COMMAND} --all-files", span, "repos", source="convention")
    for repository in tables(document.get("repos")):
        _repository(repository, sheet)
    for repository, hook in hooks:
        claim_requirements(hook, sheet)
        if text_at(repository, "repo") == "local":
            _local(hook, sheet)
    for name in document.keys("default_language_version"):
        version = _VERSION_OF_LANGUAGE.fullmatch(document.text("default_language_version", name))
        if version and name in _LANGUAGES:
            span = document.span("default_language_version", name)
            sheet.language(_LANGUAGES[name], span, name, version=version["version"])
    return sheet.claims


def _hooks(repository: PlacedTable) -> list[PlacedTable]:
    return [hook for hook in tables(repository.get("hooks")) if text_at(hook, "id")]


def _runs_at_commits(hook: PlacedTable, default: object) -> bool:
    stages = hook.get("stages", default)
    return not isinstance(stages, PlacedList) or not stages or not _MANUAL.issuperset(map(str, stages))


def _repository(repository: PlacedTable, sheet: ProjectSheet) -> None:
    address = text_at(repository, "repo")
    match = _ADDRESS.fullmatch(address.strip()) if address else None
    if address and match:
        name = (match["path"] or match["to"]).strip("/").removesuffix(".git")
        ecosystem = (
            "github" if (match["host"] or match["at"]).lower() in ("github.com", "www.github.com") else "generic"
        )
        revision = text_at(repository, "rev") or text_at(repository, "sha")
        span = (address.line, address.end)
        sheet.declare(name, revision, span, "dev", group="pre-commit", source=address.strip(), ecosystem=ecosystem)


def _local(hook: PlacedTable, sheet: ProjectSheet) -> None:
    """A hook of this repository, as the command that runs it over all files."""
    identity, entry = text_at(hook, "id"), text_at(hook, "entry")
    if not identity or not entry:
        return
    is_whole = hook.get("pass_filenames") == "false" and text_at(hook, "language") in _SYSTEM
    arguments = hook.get("args")
    words = [str(word) for word in arguments] if isinstance(arguments, PlacedList) else []
    if is_whole and all(isinstance(word, Text) and not re.search(r"[\s'\"$]", word) for word in arguments or ()):
        command = " ".join([*entry.split(), *words])
        place = (entry.line, entry.end)
        purpose = purpose_of(command)
        if purpose in _CHECKS:
            sheet.runner(purpose, command, place, " ".join(entry.split()), entry.split()[0], source="script")
            return
    else:
        command = f"{_COMMAND} {identity} --all-files"
    sheet.runner(str(identity), command, (identity.line, identity.end), source="script")
