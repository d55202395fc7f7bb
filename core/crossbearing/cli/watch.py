"""Keeping a map warm while files are edited."""

from collections.abc import Iterator
from pathlib import Path

from crossbearing.model.errors import CrossbearingError


def changes(root: Path, build_dir: Path) -> Iterator[list[str]]:
    """Yield the paths that changed below ``root``, in batches, until the user interrupts.

    The first batch may be empty: from then on nothing is missed, so that whoever looks again sees what changed before.

    Changes of the build directory and of git's own files are none. Raises :class:`CrossbearingError` where the package
    that watches files is missing.
    """
    try:
        from watchfiles import Change, watch
    except ImportError:
        raise CrossbearingError(
            "watching needs the package watchfiles; install it with: pip install 'crossbearing[watch]'"
        ) from None
    root = root.resolve()
    ignored = (root / ".git", build_dir.resolve())

    def counts(change: Change, path: str) -> bool:
        place = Path(path)
        return not any(place.is_relative_to(folder) for folder in ignored)

    is_first = True
    for batch in watch(root, watch_filter=counts, raise_interrupt=False, rust_timeout=1_000, yield_on_timeout=True):
        if batch or is_first:
            is_first = False
            yield sorted({path for _, path in batch})
