"""What is met on disk and in trees that is not a plain readable file with a plain name."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crossbearing.source import Source, open_source
from reachable import reachable_folder

Make = Callable[..., Any]
SPECIAL = "neither a file nor a folder (a pipe, socket or device)"


def reasons(source: Source) -> dict[str, str]:
    return {problem.file: problem.reason for problem in source.skipped}


@pytest.fixture(params=["folder", "working tree", "revision"])
def open_tree(request: pytest.FixtureRequest, make_repository: Make, tmp_path: Path) -> Iterator[Callable[..., Source]]:
    """Open the files that ``fill`` puts into a folder, in each way there is."""
    opened: list[Source] = []

    def make(fill: Callable[[Path], None]) -> Source:
        if request.param == "folder":
            (tmp_path / "folder").mkdir()
            fill(tmp_path / "folder")
            opened.append(open_source(tmp_path / "folder"))
        else:
            repository = make_repository("folder")
            fill(repository.path)
            repository.commit()
            opened.append(open_source(repository.path, "HEAD" if request.param == "revision" else None))
        return opened[-1]

    yield make
    for source in opened:
        source.close()


def test_links_are_never_followed_and_each_says_where_it_leads(open_tree: Callable[..., Source]) -> None:
    def fill(root: Path) -> None:
        (root.parent / "outside.py").write_text("outside")
        (root / "sub").mkdir()
        (root / "sub/real.py").write_text("real")
        for link, target in {
            "inside.py": "sub/real.py",
            "sub/inside.py": "real.py",
            "sub/up": "..",
            "directory": "sub",
            "through": "directory/real.py",
            "outside.py": "../outside.py",
            "absolute": str(root / "sub"),
            "broken": "nothing",
            "self": "self",
            "one": "two",
            "two": "one",
            "sub/escape": "../../folder/sub/real.py",
        }.items():
            (root / link).symlink_to(target)

    source = open_tree(fill)
    assert source.paths == ("sub/real.py",)
    outside = "symbolic link that points outside the scanned tree"
    loop = "symbolic link that leads in a loop"

    def inside(path: str) -> str:
        return f"symbolic link to '{path}' inside the tree: links are not followed"

    assert reasons(source) == {
        "absolute": outside,
        "broken": "symbolic link that is broken: its target does not exist",
        "directory": inside("sub"),
        "inside.py": inside("sub/real.py"),
        "one": loop,
        "outside.py": outside,
        "self": loop,
        "sub/escape": outside,
        "sub/inside.py": inside("sub/real.py"),
        "sub/up": inside("."),
        "through": inside("sub/real.py"),
        "two": loop,
    }


def test_a_link_in_a_revision_with_a_target_that_no_disk_takes(make_repository: Make) -> None:
    repository = make_repository(files={"target": "x/" * 100_000})
    blob = repository.git("rev-parse", "HEAD:target")
    repository.git("update-index", "--add", "--cacheinfo", f"120000,{blob},link")
    repository.git("commit", "--quiet", "--message", "link")
    assert "is broken" in reasons(open_source(repository.path, "HEAD"))["link"]


@pytest.mark.parametrize("kind", ["folder", "working tree"])
def test_a_directory_that_became_a_link_is_not_entered(kind: str, make_repository: Make, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a.py").write_text("elsewhere")
    repository = make_repository(files={"sub/a.py": "", "b.py": ""})
    (repository.path / "sub/a.py").unlink()
    (repository.path / "sub").rmdir()
    (repository.path / "sub").symlink_to(tmp_path / "elsewhere")
    if kind == "folder":
        (repository.path / ".git").rename(tmp_path / "git")
    source = open_source(repository.path)
    assert source.paths == ("b.py",)
    assert reasons(source)["sub"] == "symbolic link that points outside the scanned tree"
    if kind == "working tree":
        assert reasons(source)["sub/a.py"] == "below 'sub', which is left out"


@pytest.mark.parametrize("kind", ["folder", "working tree"])
def test_pipes_and_sockets_are_named_and_do_not_block(kind: str, make_folder: Make, make_repository: Make) -> None:
    files = {"a.py": "", ".gitignore": "*.ignored\n", "replaced.py": ""}
    folder = make_folder(files) if kind == "folder" else make_repository(files=files).path
    os.mkfifo(folder / "pipe.py")
    os.mkfifo(folder / ":(top)pipe.ignored")
    os.mkfifo(folder / ":(top)pipe")
    (folder / "replaced.py").unlink()
    os.mkfifo(folder / "replaced.py")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(folder)
        try:
            listener.bind("socket")
        finally:
            os.chdir(here)
        source = open_source(folder)
    assert source.paths == (".gitignore", "a.py")
    assert reasons(source) == dict.fromkeys([":(top)pipe", "pipe.py", "replaced.py", "socket"], SPECIAL)


def test_names_of_every_sort_survive(open_tree: Callable[..., Source]) -> None:
    names = ["a b.py", "new\nline.py", "tab\t.py", "qu'o\"te.py", "-dash.py", ":(top)x.py", "é.py", "A.py"]
    names += ["bad\udcff\udc80.py", "*.py", "\\back.py", "sub\n/x\udcfe.py", "a.py"]

    def fill(root: Path) -> None:
        for name in names:
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(name.encode("utf-8", "surrogateescape"))

    source = open_tree(fill)
    assert source.paths == tuple(sorted(names))
    assert {file.path: file.data.decode("utf-8", "surrogateescape") for file in source.read_many(names)} == {
        name: name for name in names
    }
    assert len(source.fingerprint()) == 64


def test_five_hundred_levels(open_tree: Callable[..., Source]) -> None:
    deep = "/".join(["d"] * 500)

    def fill(root: Path) -> None:
        (root / deep).mkdir(parents=True)
        (root / deep / "a.py").write_text("deep")

    source = open_tree(fill)
    assert source.paths == (f"{deep}/a.py",)
    file = source.read(source.paths[0])
    assert file is not None
    assert file.data == b"deep"


def test_deeper_than_the_system_s_paths(make_folder: Make) -> None:
    folder = make_folder({"a.py": ""})
    here = os.open(folder, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=here)
        there = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(here)
    source = open_source(folder)
    assert source.paths == ("a.py",)
    assert [problem.reason for problem in source.skipped] == ["cannot be read: file name too long"]


def test_the_order_of_paths_is_not_the_file_system_s(open_tree: Callable[..., Source]) -> None:
    names = ["b/z", "b", "b.py", "b-", "a/x/y", "a.py", "B"]
    names.remove("b")

    def fill(root: Path) -> None:
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("")

    assert list(open_tree(fill).paths) == sorted(names)


@contextmanager
def ordinary_user() -> Iterator[Path]:
    """A folder of a user who may be kept out of files, which root may not."""
    user = os.geteuid()
    with reachable_folder() as folder:
        if user == 0:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(user)


@pytest.mark.parametrize("kind", ["folder", "working tree"])
def test_what_may_not_be_read_is_named(kind: str, make_repository: Make) -> None:
    with ordinary_user() as home:
        folder = make_repository(home / "tree").path if kind == "working tree" else home / "tree"
        folder.mkdir(exist_ok=True)
        (folder / "secret").mkdir()
        (folder / "secret/a.py").write_text("")
        (folder / "b.py").write_text("")
        (folder / "c.py").write_text("")
        (folder / "secret").chmod(0)
        (folder / "b.py").chmod(0)
        source = open_source(folder)
        assert [file.path for file in source.read_many(source.paths)] == ["c.py"]
        denied = "cannot be read: permission denied"
        assert reasons(source) == {"b.py": denied, "secret": denied}
        (folder / "secret").chmod(0o700)


@pytest.mark.parametrize("kind", ["folder", "working tree"])
def test_files_that_go_away_during_a_scan(kind: str, make_folder: Make, make_repository: Make) -> None:
    files = {"a.py": "a", "b.py": "b", "c.py": "c", "d/e.py": "e"}
    folder = make_folder(files) if kind == "folder" else make_repository(files=files).path
    source = open_source(folder)
    (folder / "a.py").unlink()
    (folder / "b.py").unlink()
    (folder / "b.py").symlink_to("c.py")
    (folder / "d/e.py").unlink()
    (folder / "d").rmdir()
    (folder / "d").write_text("")
    assert [file.path for file in source.read_many(source.paths)] == ["c.py"]
    gone = "deleted during the scan"
    assert reasons(source) == {"a.py": gone, "b.py": "not a regular file", "d/e.py": gone}
    source.fingerprint()


def test_tracked_files_that_are_gone_are_named(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "", "b.py": "", "ignored/c.py": ""})
    repository.write({".crossbearingignore": "ignored/"})
    (repository.path / "b.py").unlink()
    (repository.path / "ignored/c.py").unlink()
    source = open_source(repository.path)
    assert source.paths == (".crossbearingignore", "a.py")
    assert reasons(source) == {"b.py": "not in the working tree, though git knows it"}


def test_files_in_conflict_are_there_once(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "base"})
    repository.git("checkout", "--quiet", "-b", "other")
    repository.commit({"a.py": "other"})
    repository.git("checkout", "--quiet", "main")
    repository.commit({"a.py": "main"})
    with pytest.raises(Exception, match="merge"):
        repository.git("merge", "other")
    source = open_source(repository.path)
    assert source.paths == ("a.py",)
    assert b"<<<<<<<" in source.read("a.py").data
