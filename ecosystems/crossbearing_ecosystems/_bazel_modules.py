"""What a Bazel workspace takes from elsewhere: modules of MODULE.bazel, repositories of WORKSPACE."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from crossbearing_ecosystems._bazel_values import Call, Values, top_calls
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._syntax import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_OVERRIDES = frozenset(
    {"git_override", "archive_override", "local_path_override", "single_version_override", "multiple_version_override"}
)
_ARCHIVES = frozenset({"http_archive", "http_file", "http_jar", "new_http_archive"})
_REPOSITORIES = frozenset({"git_repository", "new_git_repository"})
_LOCAL = frozenset({"local_repository", "new_local_repository"})


class ModuleReader:
    """Claims the dependencies of one file."""

    def __init__(self, sheet: ProjectSheet, values: Values) -> None:
        self._sheet = sheet
        self._values = values

    def _text(self, call: Call, *names: str) -> str:
        return next((text for name in names if (text := self._values.text(call.named.get(name)))), "")

    def modules(self, root: "Node") -> None:
        """Read ``module``, ``bazel_dep`` and the overrides of a MODULE.bazel."""
        calls = list(top_calls(root, self._values))
        overrides = {self._text(call, "module_name"): call for call in calls if call.name in _OVERRIDES}
        for call in calls:
            name = self._text(call, "name")
            if not name and call.positional:
                name = self._values.text(call.positional[0]) or ""
            if call.name == "module" and name:
                self._sheet.component(name, self._sheet.directory, call.span, "package")
            elif call.name == "bazel_dep" and name:
                self._module(call, name, overrides.get(name))
            elif call.name == "bazel_dep":
                self._sheet.problem("the name of a module is not known", call.span[0])

    def _module(self, call: Call, name: str, override: Call | None) -> None:
        is_dev = "dev_dependency" in call.named and text_of(call.named["dev_dependency"]) == "True"
        kind: DependencyKind = "dev" if is_dev else "runtime"
        version = self._text(call, "version")
        source = ""
        if override is not None:
            version = self._text(override, "version", "tag", "commit") or version
            source = self._source(override)
        self._sheet.declare(name, version, call.span, kind, source=source)

    def _source(self, call: Call) -> str:
        if path := self._text(call, "path"):
            return path
        if remote := self._text(call, "remote"):
            return f"git+{remote}"
        return self._text(call, "url") or next(iter(self._values.strings(call.named.get("urls"))), "")

    def repositories(self, root: "Node") -> None:
        """Read the repository rules of a WORKSPACE, also those that are wrapped in ``maybe``."""
        for call in top_calls(root, self._values):
            rule = call.name
            if rule == "maybe" and call.positional:
                rule = text_of(call.positional[0])
            name = self._text(call, "name")
            if rule == "workspace" and name:
                self._sheet.component(name, self._sheet.directory, call.span, "package")
            elif rule in _ARCHIVES and name:
                self._sheet.declare(name, None, call.span, source=self._source(call), ecosystem="generic")
            elif rule in _REPOSITORIES and name:
                version = self._text(call, "tag", "commit", "branch")
                self._sheet.declare(name, version, call.span, source=self._source(call), ecosystem="generic")
            elif rule in _LOCAL and name:
                self._sheet.declare(name, None, call.span, source=self._source(call), ecosystem="generic")
            elif rule == "go_repository" and (path := self._text(call, "importpath")):
                version = self._text(call, "version", "tag", "commit")
                self._sheet.declare(path, version, call.span, "runtime", name, ecosystem="golang")


def repository_names(root: "Node", values: Values) -> Mapping[str, str]:
    """The modules of a MODULE.bazel by the names that its BUILD files know them by."""
    found: dict[str, str] = {}
    for call in top_calls(root, values):
        name, alias = values.text(call.named.get("name")), values.text(call.named.get("repo_name"))
        if call.name == "bazel_dep" and name and alias:
            found[alias] = name
    return found
