"""Listing a revision straight from git's objects; no checkout is made."""

from itertools import chain

from attrs import frozen

from crossbearing.source.entry import Limits, Listing, ListingBuilder
from crossbearing.source.git import Git, GitError
from crossbearing.source.ignore import IGNORE_FILE, LARGEST_IGNORE_FILE, IgnoreRules
from crossbearing.source.links import LONGEST_TARGET, describe_link
from crossbearing.source.objects import UNAVAILABLE, ObjectReader
from crossbearing.source.paths import is_scannable, parents, to_text

_LINK = b"120000"
_SUBMODULE = b"160000"
_SHA1_DIGITS = 40


@frozen
class Row:
    """A line of ``git ls-tree``; ``size`` is None where git has no such object at hand, and for submodules."""

    path: str
    mode: bytes
    object: str
    size: int | None


@frozen
class RevisionListing:
    """A listing, and the object to read for each path whose name in git is not its entry's digest."""

    listing: Listing
    objects: dict[str, str]


def list_revision(git: Git, reader: ObjectReader, commit: str, prefix: str, limits: Limits) -> RevisionListing:
    """List the folder ``prefix`` (empty, or ending in ``/``) of a commit.

    Raises:
        GitError: the folder or the commit's trees cannot be read.
    """
    rows = _rows(git, f"{commit}:{prefix.rstrip('/')}")
    builder = ListingBuilder(limits)
    rules = _ignore_rules(git, reader, commit, prefix, rows)
    wanted = [row for row in rows if is_scannable(row.path) and not rules.hides(prefix + row.path)]
    objects = {}
    for row in wanted:
        if row.mode == _SUBMODULE:
            builder.skip(row.path, "submodule: a repository of its own")
        elif row.size is None:
            builder.skip(row.path, UNAVAILABLE)
        elif row.mode != _LINK:
            is_digest = len(row.object) == _SHA1_DIGITS
            builder.add(row.path, row.size, row.object if is_digest else None)
            if not is_digest:
                objects[row.path] = row.object
    _skip_links(reader, rows, [row for row in wanted if row.mode == _LINK and row.size is not None], builder)
    return RevisionListing(builder.build(), objects)


def _rows(git: Git, tree: str, *paths: str) -> list[Row]:
    try:
        output, _ = git.run("--literal-pathspecs", "ls-tree", "-r", "-l", "-z", "--full-tree", tree, *paths)
    except GitError:
        # Git gives up at the first object that a partial clone lacks.
        return _rows_of_partial_clone(git, tree, *paths)
    rows = []
    for line in output.split(b"\0")[:-1]:
        facts, _, path = line.partition(b"\t")
        mode, _, name, size = facts.split()
        rows.append(Row(to_text(path), mode, name.decode("ascii"), int(size) if size.isdigit() else None))
    return rows


def _rows_of_partial_clone(git: Git, tree: str, *paths: str) -> list[Row]:
    output, _ = git.run("--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", tree, *paths)
    at_hand, _ = git.run("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objectsize)")
    sizes = dict(line.split() for line in at_hand.splitlines())
    rows = []
    for line in output.split(b"\0")[:-1]:
        facts, _, path = line.partition(b"\t")
        mode, _, name = facts.split()
        rows.append(Row(to_text(path), mode, name.decode("ascii"), int(sizes[name]) if name in sizes else None))
    return rows


def _ignore_rules(git: Git, reader: ObjectReader, commit: str, prefix: str, rows: list[Row]) -> IgnoreRules:
    """The rules of every ignore file at, below and above the listed folder, as that commit has them."""
    found = [(prefix + row.path, row) for row in rows if row.path.rpartition("/")[2] == IGNORE_FILE]
    if prefix:
        above = (f"{folder}/{IGNORE_FILE}".lstrip("/") for folder in ("", *parents(prefix)[:-1]))
        found += [(row.path, row) for row in _rows(git, commit, *above)]
    found = [(path, row) for path, row in found if row.mode != _LINK and 0 < (row.size or 0) <= LARGEST_IGNORE_FILE]
    rules = IgnoreRules()
    for (path, _), data in zip(found, reader.blobs([row.object for _, row in found]), strict=True):
        if isinstance(data, bytes):
            rules.add(path.rpartition("/")[0], data)
    return rules


def _skip_links(reader: ObjectReader, rows: list[Row], links: list[Row], builder: ListingBuilder) -> None:
    if not links:
        return
    steps = chain.from_iterable((row.path, *parents(row.path)) for row in rows)
    known: dict[str, str | bool] = dict.fromkeys(steps, True)
    every_link = [row for row in rows if row.mode == _LINK and row.size is not None]
    # What no disk takes for a target is not read either.
    known |= dict.fromkeys((row.path for row in every_link), False)
    readable = [row for row in every_link if (row.size or 0) <= LONGEST_TARGET]
    for row, target in zip(readable, reader.blobs([row.object for row in readable]), strict=True):
        if isinstance(target, bytes):
            known[row.path] = to_text(target)
    for row in links:
        builder.skip(row.path, describe_link(row.path, lambda path: known.get(path, False)))
