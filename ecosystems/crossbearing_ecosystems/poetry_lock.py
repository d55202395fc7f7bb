"""Reads `poetry.lock`: the exact version of every package that poetry resolved.

- **Locked packages**: each `[[package]]` with its version. Packages that are folders of this repository
  (`type = "directory"`) are not among them.
- **Package manager**: poetry, by the first words of the file.

Example: `name = "idna"` on line 12 and `version = "3.7"` below it claim that `idna` is locked at `3.7`, at line 12.

Limits: the file does not say which packages the project asks for itself, nor with which requirement.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._python_lock import LockSheet
from crossbearing_ecosystems._toml_lock import TomlLock

VERSION = 1
PATTERNS = ("poetry.lock",)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``poetry.lock``."""
    lock = TomlLock(file, "package")
    sheet = LockSheet(file, tree)
    sheet.locked_by("poetry")
    for table in lock.tables():
        if table.text("source", "type") != "directory":
            sheet.locked(table.values.get("name"), table.values.get("version"), table.span)
    return sheet.claims
