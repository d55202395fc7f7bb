"""Reads `pdm.lock`: the exact version of every package that pdm resolved.

- **Locked packages**: each `[[package]]` with its version. One that is listed again with extras counts once; packages
  that are folders of this repository (`path = "./lib"`) are not among them.
- **Package manager**: pdm, by the first words of the file.

Example: `name = "idna"` on line 12 and `version = "3.7"` below it claim that `idna` is locked at `3.7`, at line 12.

Limits: the file does not say which packages the project asks for itself, nor with which requirement.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._python_lock import LockSheet, is_folder
from crossbearing_ecosystems._toml_lock import TomlLock

VERSION = 1
PATTERNS = ("pdm.lock",)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pdm.lock``."""
    lock = TomlLock(file, "package")
    sheet = LockSheet(file, tree)
    sheet.locked_by("pdm")
    seen: set[tuple[str, str]] = set()
    for table in lock.tables():
        package = (table.text("name"), table.text("version"))
        if package in seen or is_folder(table.values.get("path")):
            continue
        seen.add(package)
        sheet.locked(*package, table.span)
    return sheet.claims
