"""Nested ignore files with git's rules.

A pattern of a deeper file outranks one of a file above it, a later line an earlier one, and nothing below an ignored
directory can be brought back.
"""

from attrs import Factory, define

from crossbearing.source.paths import to_bytes
from crossbearing.source.wildmatch import Pattern, compile_line

IGNORE_FILE = ".crossbearingignore"
GIT_IGNORE_FILE = ".gitignore"
LARGEST_IGNORE_FILE = 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@define
class IgnoreRules:
    """The patterns of one family of ignore files, by the directory that they stand in (the root: empty)."""

    _patterns: dict[str, list[Pattern]] = Factory(dict)
    _hidden: dict[str, bool] = Factory(dict)

    def add(self, directory: str, data: bytes) -> None:
        """Add an ignore file of ``directory``; a second one for the same directory outranks the first."""
        lines = data.removeprefix(_BYTE_ORDER_MARK).split(b"\n")
        patterns = [pattern for line in lines if (pattern := compile_line(line.removesuffix(b"\r")))]
        if patterns:
            # The last line that matches decides, so that the last is asked first.
            self._patterns[directory] = [*reversed(patterns), *self._patterns.get(directory, ())]

    def matches(self, path: str, *, directory: bool) -> bool:
        """Say whether ``path`` itself is ignored, given that no directory above it is."""
        if not self._patterns:
            return False
        parts = to_bytes(path).split(b"/")
        base = path
        for skipped in range(len(parts) - 1, -1, -1):
            base = base.rpartition("/")[0]
            for pattern in self._patterns.get(base, ()):
                if pattern.matches(parts[skipped:], directory=directory):
                    return not pattern.negated
        return False

    def hides(self, path: str) -> bool:
        """Say whether the file ``path``, or any directory above it, is ignored."""
        if not self._patterns:
            return False
        return self._hides_directory(path.rpartition("/")[0]) or self.matches(path, directory=False)

    def _hides_directory(self, directory: str) -> bool:
        unknown = []
        while directory and directory not in self._hidden:
            unknown.append(directory)
            directory = directory.rpartition("/")[0]
        hidden = self._hidden[directory] if directory else False
        for step in reversed(unknown):
            hidden = self._hidden[step] = hidden or self.matches(step, directory=True)
        return hidden
