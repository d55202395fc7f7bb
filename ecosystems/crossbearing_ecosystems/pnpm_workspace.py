"""Reads `pnpm-workspace.yaml`: where the packages of the workspace are, and the dependencies of its configuration.

- **Layout**: `pnpm-workspace`, at each pattern of `packages` that names a folder with a `package.json`. The packages
  themselves are claimed from there.
- **Dependencies**: `configDependencies`, for developers.
- What a catalog lists is no dependency of itself: it is claimed where a `package.json` refers to it as `catalog:`, in
  the version that the catalog gives.

Example: `- 'packages/*'` on line 2 claims the layout at line 2.

Limits: settings that change how dependencies are resolved (`overrides`) ask for nothing, and claim nothing.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_workspaces import patterns_with_members
from crossbearing_ecosystems._placed import PlacedDocument
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = ("pnpm-workspace.yaml",)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pnpm-workspace.yaml``."""
    document = YamlDocument(file)
    if document.root is not None and not isinstance(document.root, dict):
        raise UnreadableError("not a workspace of pnpm: there is no mapping at the top", 1)
    sheet = NpmSheet(file, tree)
    _members(document, sheet)
    for name in document.keys("configDependencies"):
        path = ("configDependencies", name)
        text = document.text(*path) or document.text(*path, "version")
        # The version is followed by the hash of its archive.
        sheet.want(name, text.partition("+")[0], document.span(*path), "dev", "config")
    return sheet.claims


def _members(document: PlacedDocument, sheet: NpmSheet) -> None:
    value = document.get("packages")
    if value is not None and not isinstance(value, list):
        sheet.problem("packages is no list", document.span("packages")[0])
        return
    patterns = {text: path for path, text in document.strings("packages")}
    for text in patterns_with_members(sheet.tree, sheet.directory, patterns):
        sheet.layout("pnpm-workspace", document.span(*patterns[text]), text)
