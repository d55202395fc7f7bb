"""The scanned files of a source as they are known before anything is read."""

from attrs import field, frozen, validators

from crossbearing.model.file import Role
from crossbearing.model.location import Problem, problem_order
from crossbearing.model.role import role_of

MEBIBYTE = 1024 * 1024


@frozen
class Limits:
    """What is too much: files above ``max_bytes`` are not read, files beyond the first ``max_files`` not scanned."""

    max_bytes: int = field(default=2 * MEBIBYTE, validator=validators.ge(0))
    max_files: int = field(default=500_000, validator=validators.ge(0))


@frozen(order=True)
class Entry:
    """A regular file that is neither ignored nor too large.

    ``size`` is in bytes. ``digest`` is the git blob id (SHA-1) where it is known without reading the file, else None.
    """

    path: str
    size: int
    role: Role
    digest: str | None = None


@frozen
class Listing:
    """The outcome of listing a source: what can be read, and what was left out and why; both sorted by path."""

    entries: tuple[Entry, ...]
    skipped: tuple[Problem, ...]


class ListingBuilder:
    """Collects files and problems in any order, and applies the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._files: dict[str, tuple[int, str | None]] = {}
        self._skipped: list[Problem] = []

    def skip(self, path: str, reason: str) -> None:
        """Record that ``path`` is left out (the empty path: something about the source as a whole)."""
        self._skipped.append(Problem(path, reason))

    def add(self, path: str, size: int, digest: str | None = None) -> None:
        """Record a regular file of ``size`` bytes, unless it is too large."""
        if size > self.limits.max_bytes:
            self.skip(path, too_large(self.limits.max_bytes))
        else:
            self._files[path] = (size, digest)

    @property
    def full(self) -> bool:
        """True as soon as there are more files than the limit allows."""
        return len(self._files) > self.limits.max_files

    def build(self) -> Listing:
        """Return the listing, cut to the first ``max_files`` paths."""
        paths = sorted(self._files)
        kept = paths[: self.limits.max_files]
        if len(paths) > len(kept):
            after = f" after {kept[-1]!r}" if kept else ""
            self.skip("", f"more than {self.limits.max_files} files: everything{after} in path order is left out")
        entries = []
        for path in kept:
            size, digest = self._files[path]
            entries.append(Entry(path, size, role_of(path), digest))
        return Listing(tuple(entries), tuple(sorted(self._skipped, key=problem_order)))


def too_large(max_bytes: int) -> str:
    """The reason given for a file above the size limit."""
    return f"larger than the limit of {max_bytes} bytes"
