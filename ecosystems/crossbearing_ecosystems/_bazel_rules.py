"""The rules of a BUILD file: what Bazel builds, runs and tests in one package."""

import re
from collections.abc import Iterator, Mapping

from crossbearing.plugin import FileTree, Target, TargetKind
from crossbearing_ecosystems._bazel_values import Call, Values
from crossbearing_ecosystems._project_sheet import ProjectSheet

_KINDS: Mapping[str, TargetKind] = {
    "alias": "aggregator",
    "filegroup": "aggregator",
    "test_suite": "aggregator",
    "genrule": "runner",
    "cc_library": "static-library",
    "objc_library": "static-library",
    "rust_library": "static-library",
    "cc_static_library": "static-library",
    "cc_shared_library": "shared-library",
    "rust_shared_library": "shared-library",
    "nodejs_test": "test",
}
_SUFFIXES: tuple[tuple[str, TargetKind], ...] = (
    ("_test_suite", "aggregator"),
    ("_test", "test"),
    ("_binary", "executable"),
    ("_library", "package"),
)
_DEPENDS = (
    "deps",
    "implementation_deps",
    "runtime_deps",
    "exports",
    "actual",
    "tests",
    "tools",
    "embed",
    "data",
    "plugins",
)
_SOURCES = ("srcs", "hdrs", "textual_hdrs", "main", "src", "resources")
_LABEL = re.compile(r"(?:@{1,2}(?P<repository>[^/:]*))?(?://(?P<package>[^:]*))?(?::(?P<name>.+))?")
_LONGEST_COMMAND = 1_000


class RuleReader:
    """Claims the rules of one package.

    ``package`` is its path in the workspace, ``repositories`` the modules by the names that BUILD files use.
    """

    def __init__(self, sheet: ProjectSheet, tree: FileTree, package: str, repositories: Mapping[str, str]) -> None:
        self._sheet = sheet
        self._tree = tree
        self._package = package
        self._repositories = repositories

    def read(self, call: Call, values: Values) -> None:
        """Claim the target that a rule makes, if its kind is known and its name is stated."""
        kind = kind_of(call.name)
        name = values.text(call.named.get("name"))
        if kind is None:
            return
        if name is None or not name.strip() or "{" in name:
            if "name" in call.named:
                self._sheet.problem(f"the name of a target of {call.name}() is not known", call.span[0])
            return
        label = f"//{self._package}:{name}"
        depends, sources = self._parts(call, values)
        depends.pop(label, None)
        evidence, spelling = self._sheet.proof(call.span, name)
        self._sheet.add(
            Target(
                evidence=evidence,
                spelling=spelling or name,
                name=label,
                kind=kind,
                directory=self._sheet.directory,
                depends_on=tuple(sorted(depends)),
                sources=tuple(sorted(sources)),
                command=self._command(call, values, kind, label),
            )
        )
        if kind == "executable" and self._sheet.file.role == "source":
            self._sheet.entry_point(label, "", (evidence.line, evidence.line), "bin", "", spelling or name)

    @staticmethod
    def _command(call: Call, values: Values, kind: TargetKind, label: str) -> str:
        if kind == "test":
            return f"bazel test {label}"
        if call.name != "genrule":
            return ""
        return " ".join((values.text(call.named.get("cmd")) or "").split())[:_LONGEST_COMMAND]

    def _parts(self, call: Call, values: Values) -> tuple[dict[str, None], dict[str, None]]:
        """Labels and names of modules that a rule depends on, and files that it is made of."""
        depends: dict[str, None] = {}
        sources: dict[str, None] = {}
        for attribute in (*_SOURCES, *_DEPENDS):
            for text in values.strings(call.named.get(attribute)):
                path = self._file(text)
                if path:
                    sources[path] = None
                elif (attribute in _DEPENDS and attribute != "data") or text.startswith((":", "//", "@")):
                    depends.update(dict.fromkeys(self._label(text)))
        return depends, sources

    def _file(self, text: str) -> str:
        """The path of a source file, relative to the repository, that a label leads to; empty where it is a target."""
        if text.startswith("@"):
            return ""
        folder = self._sheet.directory
        if text.startswith("//"):
            package, colon, name = text[2:].partition(":")
            top = folder[: len(folder) - len(self._package)].rstrip("/")
            relative = f"{package}/{name}".strip("/") if colon else ""
            path = f"{top}/{relative}" if top and relative else relative
        else:
            name = text.removeprefix(":")
            path = f"{folder}/{name}" if folder else name
        return path if path and self._tree.exists(path) else ""

    def _label(self, text: str) -> Iterator[str]:
        """A label in full; of another module its name."""
        match = _LABEL.fullmatch(text)
        if not match or "{" in text:
            return
        if repository := match["repository"]:
            yield self._repositories.get(repository, repository)
            return
        package = match["package"]
        if package is None:
            name = match["name"] or text
            yield f"//{self._package}:{name}"
        else:
            yield f"//{package}:{match['name'] or package.rpartition('/')[2]}"


def kind_of(rule: str) -> TargetKind | None:
    """The kind of target that a rule makes, by its name."""
    name = rule.rpartition(".")[2]
    if name in _KINDS:
        return _KINDS[name]
    return next((kind for suffix, kind in _SUFFIXES if name.endswith(suffix)), None)
