"""Listing files on disk: a git working tree, or a folder without git."""

import os
import re
from pathlib import Path

from attrs import Factory, define, field

from crossbearing.source.discovery import Place
from crossbearing.source.disk import join, read_regular
from crossbearing.source.entry import Limits, Listing, ListingBuilder
from crossbearing.source.git import Git
from crossbearing.source.ignore import GIT_IGNORE_FILE, IGNORE_FILE, LARGEST_IGNORE_FILE, IgnoreRules
from crossbearing.source.links import describe_link
from crossbearing.source.paths import is_scannable, parents, to_bytes, to_text
from crossbearing.source.replies import reply_files
from crossbearing.source.walk import Kind, Selection, walk

_GIT_EXCLUDE_FILE = ".git/info/exclude"
_SUBMODULE = b"160000"
_OUTSIDE_SPARSE_CHECKOUT = b"S"
_UNTRACKED = b"?"
_CLOSED_FOLDER = re.compile(r"^warning: could not open directory '(.*)': (.*)$", re.MULTILINE)
_BARE_REPOSITORY = frozenset({"HEAD", "objects", "refs"})
_SPECIAL = "neither a file nor a folder (a pipe, socket or device)"
_OTHER_REPOSITORY = "git repository of its own inside the tree"


@define
class GitFiles:
    """What git knows of a working tree, by path: tracked and untracked files, and of the ignored ones only the replies
    of a build system.

    ``files`` maps each to the reason to give if it is not there; ``submodules`` and ``embedded`` are the roots of
    other repositories; ``unreadable`` has the folders that git could not look into, and why.
    """

    files: dict[str, str] = Factory(dict)
    submodules: set[str] = Factory(set)
    embedded: set[str] = Factory(set)
    unreadable: dict[str, str] = Factory(dict)


def ask_git(git: Git, place: Place) -> GitFiles:
    """Ask git for the files of the folder at ``place``.

    Raises:
        GitError: git cannot read the index or the working tree.
    """
    output, warnings = git.run("ls-files", "-z", "-t", "-s", "--others", "--exclude-standard", cwd=place.root)
    known = GitFiles()
    for folder, reason in _CLOSED_FOLDER.findall(warnings):
        known.unreadable[folder.removeprefix(place.prefix).removesuffix("/")] = f"cannot be read: {reason.lower()}"
    for line in output.split(b"\0")[:-1]:
        tag, _, rest = line.partition(b" ")
        facts, _, tracked = rest.partition(b"\t")
        path = to_text(rest if tag == _UNTRACKED else tracked)
        if not is_scannable(path.removesuffix("/")):
            continue
        if tag == _UNTRACKED and path.endswith("/"):
            known.embedded.add(path.removesuffix("/"))
        elif tag != _UNTRACKED and facts.startswith(_SUBMODULE):
            known.submodules.add(path)
        elif tag == _OUTSIDE_SPARSE_CHECKOUT:
            known.files[path] = "outside the sparse checkout"
        else:
            known.files[path] = "not in the working tree, though git knows it"
    known.files.update((path, "gone since it was looked for") for path in reply_files(place.root))
    return known


def is_ignored_folder(git: Git, place: Place) -> bool:
    """Say whether the repository around a folder ignores the whole of it."""
    return place.top is not None and bool(_ignored(git, place.top, {place.prefix.rstrip("/")}))


def list_work_tree(git: Git, place: Place, known: GitFiles, limits: Limits) -> Listing:
    """List the folder at ``place`` by what git knows of it."""
    builder = ListingBuilder(limits)
    selection = GitSelection(Folder(place, builder), known)
    for path in known.submodules:
        selection.skip(path, "submodule: a repository of its own")
    for path in known.embedded:
        selection.skip(path, _OTHER_REPOSITORY)
    seen, special = _collect(place.root, selection, builder)
    for path in special - _ignored(git, place.root, special):
        builder.skip(path, _SPECIAL)
    if not builder.full:
        _skip_unseen(selection, seen)
    return builder.build()


def _ignored(git: Git, folder: Path, paths: set[str]) -> set[str]:
    """Those of ``paths``, relative to ``folder``, that git ignores."""
    if not paths:
        return set()
    # The leading "./" keeps names that start with a colon from being read as pathspec magic.
    request = b"".join(b"./" + to_bytes(path) + b"\0" for path in sorted(paths))
    # Git says 1 for "none", and 128 where a path lies in another repository, which it does not judge.
    answer, _ = git.run("check-ignore", "-z", "--stdin", cwd=folder, codes=(0, 1, 128), data=request)
    return {to_text(path.removeprefix(b"./")) for path in answer.split(b"\0")[:-1]}


def _skip_unseen(selection: "GitSelection", seen: set[str]) -> None:
    """Say why nothing was found where git knows or looked for something."""
    for path, reason in selection.known.unreadable.items():
        if path not in seen:
            selection.skip(path, reason)
    for path in selection.known.files.keys() - seen:
        above = next((parent for parent in parents(path) if parent in seen), None)
        selection.skip(path, selection.known.files[path] if above is None else f"below {above!r}, which is left out")


def list_folder(place: Place, limits: Limits, notice: str = "") -> Listing:
    """List a folder without git, by the ignore files in it; ``notice`` says why git was not asked."""
    builder = ListingBuilder(limits)
    if notice:
        builder.skip("", notice)
    _, special = _collect(place.root, FolderSelection(Folder(place, builder)), builder)
    for path in special:
        builder.skip(path, _SPECIAL)
    return builder.build()


def _collect(root: Path, selection: Selection, builder: ListingBuilder) -> tuple[set[str], set[str]]:
    """Record what a walk finds; return every path seen, and those that are neither files nor folders."""
    seen, special = set(), set()
    for found in walk(root, selection):
        seen.add(found.path)
        if found.kind == "file":
            builder.add(found.path, found.size)
        elif found.kind == "link":
            builder.skip(found.path, describe_link(found.path, lambda path: _look(root, path)))
        elif found.kind == "special":
            special.add(found.path)
        else:
            builder.skip(found.path, found.reason)
        if builder.full:
            break
    return seen, special


def _look(root: Path, path: str) -> str | bool:
    try:
        return to_text(os.readlink(join(root, path)))  # noqa: PTH115 - a Path cannot be made of bytes
    except FileNotFoundError:
        return False
    except OSError:
        # What is there is not a link, or may not be looked at.
        return os.path.lexists(join(root, path))


@define
class Folder:
    """A folder being listed: reads its ignore files, and reports those that cannot be read."""

    place: Place
    builder: ListingBuilder

    def load(self, rules: IgnoreRules, directory: str, name: str) -> None:
        """Add the ignore file ``name`` of ``directory`` (relative to the scanned folder) to ``rules``."""
        path = f"{directory}/{name}" if directory else name
        self._load(rules, (self.place.prefix + directory).rstrip("/"), self.place.root, path)

    def load_above(self, rules: IgnoreRules, name: str) -> None:
        """Add the ignore files ``name`` of the directories around the scanned folder, up to the repository's root."""
        if self.place.top is not None and self.place.prefix:
            for directory in ("", *parents(self.place.prefix)[:-1]):
                path = f"{directory}/{name}" if directory else name
                if os.path.lexists(join(self.place.top, path)):
                    self._load(rules, directory, self.place.top, path)

    def _load(self, rules: IgnoreRules, directory: str, root: Path, path: str) -> None:
        data = read_regular(join(root, path), LARGEST_IGNORE_FILE)
        if isinstance(data, bytes):
            rules.add(directory, data)
        else:
            self.builder.skip(path, f"ignore file that is not honoured: {data}")


@define
class GitSelection:
    """Selects what git knows, less what ``.crossbearingignore`` files leave out."""

    folder: Folder
    known: GitFiles
    rules: IgnoreRules = Factory(IgnoreRules)
    _directories: set[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._directories = {parent for path in self.known.files for parent in parents(path)}
        self._directories -= self.known.submodules | self.known.embedded
        self.folder.load_above(self.rules, IGNORE_FILE)

    def enter(self, directory: str, names: frozenset[str]) -> str | None:
        """Take note of a directory's ignore file."""
        if IGNORE_FILE in names:
            self.folder.load(self.rules, directory, IGNORE_FILE)
        return None

    def wants(self, path: str, kind: Kind) -> bool:
        """Say whether git knows ``path`` and no rule leaves it out; git does not know special files."""
        known = self._directories if kind == "directory" else self.known.files
        if path not in known and kind != "special":
            return False
        return not self.rules.matches(self.folder.place.prefix + path, directory=kind == "directory")

    def skip(self, path: str, reason: str) -> None:
        """Record ``path`` as left out, unless a rule leaves it out anyway."""
        if not self.rules.hides(self.folder.place.prefix + path):
            self.folder.builder.skip(path, reason)


@define
class FolderSelection:
    """Selects everything, less what ``.gitignore``, ``.git/info/exclude`` and ``.crossbearingignore`` leave out."""

    folder: Folder
    git_rules: IgnoreRules = Factory(IgnoreRules)
    rules: IgnoreRules = Factory(IgnoreRules)

    def __attrs_post_init__(self) -> None:
        self.folder.load_above(self.git_rules, _GIT_EXCLUDE_FILE)
        self.folder.load_above(self.git_rules, GIT_IGNORE_FILE)
        self.folder.load_above(self.rules, IGNORE_FILE)

    def enter(self, directory: str, names: frozenset[str]) -> str | None:
        """Take note of a directory's ignore files; a bare repository is not entered."""
        if directory and names >= _BARE_REPOSITORY:
            return _OTHER_REPOSITORY
        exclude = f"{directory}/{_GIT_EXCLUDE_FILE}".lstrip("/")
        if ".git" in names and os.path.lexists(join(self.folder.place.root, exclude)):
            self.folder.load(self.git_rules, directory, _GIT_EXCLUDE_FILE)
        if GIT_IGNORE_FILE in names:
            self.folder.load(self.git_rules, directory, GIT_IGNORE_FILE)
        if IGNORE_FILE in names:
            self.folder.load(self.rules, directory, IGNORE_FILE)
        return None

    def wants(self, path: str, kind: Kind) -> bool:
        """Say whether no rule leaves ``path`` out."""
        path = self.folder.place.prefix + path
        directory = kind == "directory"
        return not (self.rules.matches(path, directory=directory) or self.git_rules.matches(path, directory=directory))
