"""Reads `pylock.toml` and `pylock.NAME.toml`: the lock file that PEP 751 defines for all installers.

- **Locked packages**: each `[[packages]]` with its version, or with the commit where it comes from version control.
  Packages that are folders of this repository (`directory`) are not among them.
- **Package manager**: the tool that `created-by` names, if it is one that installs projects (pdm, pip, pipenv, poetry,
  uv).

Example: `name = "idna"` on line 12 and `version = "3.7"` below it claim that `idna` is locked at `3.7`, at line 12.

Limits: a package from an archive that states no version is left out; the file does not say which packages the project
asks for itself.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._python_lock import LockSheet
from crossbearing_ecosystems._toml_lock import LockTable, TomlLock

VERSION = 1
PATTERNS = ("pylock.toml", "pylock.*.toml")

_MANAGERS = frozenset({"pdm", "pip", "pipenv", "poetry", "uv"})
_CREATOR = "created-by"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pylock.toml``."""
    lock = TomlLock(file, "packages")
    sheet = LockSheet(file, tree)
    if (creator := lock.data.get(_CREATOR)) in _MANAGERS:
        lines = file.lines
        number = next((number for number, line in enumerate(lines, 1) if line.lstrip().startswith(_CREATOR)), 1)
        sheet.manager(str(creator), (number, number))
    for table in lock.tables():
        if "directory" in table.values:
            continue
        version = table.text("version") or table.text("vcs", "commit-id")
        if version or not _is_archive(table):
            sheet.locked(table.values.get("name"), version, table.span)
    return sheet.claims


def _is_archive(table: LockTable) -> bool:
    return "archive" in table.values and bool(table.text("name"))
