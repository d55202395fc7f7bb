"""What the lock files of Python's package managers have in common."""

from posixpath import normpath
from typing import Any

from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._sheet import Span

_LONGEST_WORDS = 80
_ARCHIVES = (".whl", ".zip", ".tar.gz", ".tar.bz2", ".tar.xz", ".tgz")


class LockSheet(PythonSheet):
    """The claims of one lock file: each package once in each version."""

    def locked(
        self,
        name: Any,
        version: Any,
        span: Span,
        *,
        requirements: tuple[str, ...] = (),
        folder: str | None = None,
        direct: bool = False,
    ) -> None:
        """Claim a locked package; one without a name and a version is a problem."""
        if not isinstance(name, str) or not isinstance(version, str) or not name.strip() or not version:
            self.problem("a locked package has no name or no version", span[0])
            return
        self.lock(name, version, span, requirements=requirements, folder=folder, direct=direct)

    def locked_by(self, manager: str) -> None:
        """Claim the package manager whose lock file this is, by the first words of the file."""
        for number, line in enumerate(self.file.lines, 1):
            words = line.strip()[:_LONGEST_WORDS].strip()
            if any(map(str.isalnum, words)):
                self.manager(manager, (number, number), manager.capitalize(), manager.upper())
                return


def is_folder(path: object) -> bool:
    """Say whether a location is a folder on the disk: code of this repository, and not a third party's package."""
    return isinstance(path, str) and "://" not in path and not path.endswith(_ARCHIVES)


def folder_from(sheet: PythonSheet, path: str) -> str:
    """The folder ``path`` (relative to the file), relative to the repository; its root is an empty string."""
    found = normpath(sheet.beside(path))
    return "" if found == "." else found
