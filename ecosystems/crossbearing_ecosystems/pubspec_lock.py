"""Reads `pubspec.lock` of Dart and Flutter: the exact version of each package.

Those marked `direct main`, `direct dev` or `direct overridden` are asked for by name.

Example: `http:` on line 30 below `packages:`, with `version: "1.2.1"`, claims `http`, version `1.2.1`, at line 30.

Limits: the file does not repeat the declared constraints. Packages of an SDK are written there with version 0.0.0.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = ("pubspec.lock",)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file."""
    document = YamlDocument(file)
    if document.root is None:
        return []
    if not document.has():
        raise UnreadableError("not a pubspec.lock: its value is no mapping", 1)
    sheet = ProjectSheet(file, tree, "pub")
    for name in document.keys("packages"):
        line = document.span("packages", name)[0]
        if version := document.text("packages", name, "version"):
            is_direct = document.text("packages", name, "dependency").startswith("direct")
            sheet.lock(name, version, (line, line), direct=is_direct)
        else:
            sheet.problem(f"no version of {name!r}", line)
    if document.keys("packages"):
        line = document.span("packages")[0]
        sheet.manager("pub", (line, line), "packages")
    return sheet.claims
