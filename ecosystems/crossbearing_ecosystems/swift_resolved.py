"""Reads `Package.resolved`: the Swift packages in the versions that were resolved, in all three versions of the format.

Each pin is a locked package, named as in its URL (`swift-nio` of `https://github.com/apple/swift-nio.git`), or by its
identity where it comes from a registry. A pin without a version is locked at its revision, and maps to its branch.

Example: the pin of `"location" : "https://github.com/apple/swift-log.git"` with `"version" : "1.5.4"` claims
`swift-log` in version `1.5.4` at the line of its identity or location.

Limits: which of the pins the package asks for itself is not written in the file.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import Path
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._swift_names import name_of_url

VERSION = 1
PATTERNS = ("Package.resolved",)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Package.resolved``."""
    sheet = ProjectSheet(file, tree, "swift")
    document = JsonDocument(file)
    pins: Path = ("pins",) if document.get("pins") is not None else ("object", "pins")
    if not isinstance(document.get(*pins), list):
        raise UnreadableError("there is no list of pins", document.span(*pins)[0])
    for place, _ in document.items(*pins):
        _pin(document, place, sheet)
    return sheet.claims


def _pin(document: JsonDocument, place: Path, sheet: ProjectSheet) -> None:
    location = document.text(*place, "location") or document.text(*place, "repositoryURL")
    identity = document.text(*place, "identity") or document.text(*place, "package")
    name = identity if document.text(*place, "kind") == "registry" or not location else name_of_url(location)
    branch = document.text(*place, "state", "branch")
    version = document.text(*place, "state", "version") or document.text(*place, "state", "revision")
    span = document.span(*place)
    if not name or not version:
        sheet.problem("a pin has no name or no version", span[0])
        return
    sheet.lock(name, version, span, identity, location, requirements=(f'branch: "{branch}"',) if branch else ())
