"""Reads `composer.lock` of Composer: the exact version of each package, those for development included.

Example: `"name": "psr/log"` on line 40 with `"version": "3.0.2"` claims `psr/log`, version `3.0.2`, at line 40.

Limits: a lock file of Composer does not say which packages the project asked for itself, nor by which constraint.
Versions are as Composer writes them, mostly as the tag (`v6.4.1`). What the platform provides is not locked.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._composer_sheet import ComposerSheet
from crossbearing_ecosystems._json import JsonDocument

VERSION = 1
PATTERNS = ("composer.lock",)

_MARK = "content-hash"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file."""
    document = JsonDocument(file)
    if not document.has():
        raise UnreadableError("not a composer.lock: its value is no object", 1)
    sheet = ComposerSheet(file, tree)
    if document.text(_MARK):
        sheet.manager("composer", document.span(_MARK), _MARK)
    for section in ("packages", "packages-dev"):
        for path, _ in document.items(section):
            name, version = document.text(*path, "name"), document.text(*path, "version")
            if name and version:
                sheet.lock(name, version, document.span(*path, "name"))
            else:
                sheet.problem("a package without a name or a version", document.span(*path)[0])
    return sheet.claims
