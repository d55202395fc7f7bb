"""Limits, binary content, and the encodings that are text nevertheless."""

import codecs
from collections.abc import Callable
from typing import Any

import pytest

from crossbearing.source import Limits, Source, open_source
from crossbearing.source.content import is_binary

Make = Callable[..., Any]


def reasons(source: Source) -> dict[str, str]:
    return {problem.file: problem.reason for problem in source.skipped}


@pytest.mark.parametrize("rev", [None, "HEAD"])
def test_large_files_are_left_out_by_their_size(rev: str | None, make_repository: Make) -> None:
    repository = make_repository(files={"at.py": "x" * 100, "above.py": "x" * 101, "empty.py": ""})
    with open_source(repository.path, rev, Limits(max_bytes=100)) as source:
        assert source.paths == ("at.py", "empty.py")
        assert [file.data for file in source.read_many(source.paths)] == [b"x" * 100, b""]
        assert reasons(source) == {"above.py": "larger than the limit of 100 bytes"}


def test_huge_files_are_not_touched(make_folder: Make) -> None:
    folder = make_folder({"a.py": ""})
    with (folder / "huge.py").open("wb") as file:
        file.truncate(3 << 30)
    (folder / "huge.py").chmod(0)
    source = open_source(folder)
    assert source.paths == ("a.py",)
    assert reasons(source) == {"huge.py": "larger than the limit of 2097152 bytes"}


def test_a_file_that_grows_after_it_was_listed(make_folder: Make) -> None:
    folder = make_folder({"a.py": "small"})
    source = open_source(folder, limits=Limits(max_bytes=10))
    (folder / "a.py").write_text("x" * 11)
    assert source.read("a.py") is None
    assert reasons(source) == {"a.py": "larger than the limit of 10 bytes"}


@pytest.mark.parametrize("kind", ["folder", "working tree", "revision"])
def test_only_so_many_files(kind: str, make_folder: Make, make_repository: Make) -> None:
    files = {f"{name}.py": "" for name in ("a/z", "a-b", "c", "b/b", "d")}
    folder = make_folder(files) if kind == "folder" else make_repository(files=files).path
    rev = "HEAD" if kind == "revision" else None
    source = open_source(folder, rev, Limits(max_files=3))
    assert source.paths == ("a-b.py", "a/z.py", "b/b.py")
    assert reasons(source) == {"": "more than 3 files: everything after 'b/b.py' in path order is left out"}
    assert open_source(folder, rev, Limits(max_files=5)).skipped == ()
    assert open_source(folder, rev, Limits(max_files=0)).paths == ()


def test_limits_are_checked() -> None:
    with pytest.raises(ValueError, match="max_bytes"):
        Limits(max_bytes=-1)


@pytest.mark.parametrize("rev", [None, "HEAD"])
def test_binary_files_are_named_when_they_are_read(rev: str | None, make_repository: Make) -> None:
    repository = make_repository(files={"a.png": b"\x89PNG\r\n\x1a\n\0\0", "b.py": "b"})
    with open_source(repository.path, rev) as source:
        assert source.paths == ("a.png", "b.py")
        assert source.skipped == ()
        assert [file.path for file in source.read_many(source.paths)] == ["b.py"]
        assert source.read("a.png") is None
        assert reasons(source) == {"a.png": "binary file"}
        assert source.digest("a.png") == repository.git("rev-parse", "HEAD:a.png")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain",
        "größe".encode("latin-1"),
        codecs.BOM_UTF8 + b"text",
        codecs.BOM_UTF16_LE + "text".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "text".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "text".encode("utf-32-le"),
        codecs.BOM_UTF32_BE + "text".encode("utf-32-be"),
        codecs.BOM_UTF16_LE + "😀".encode("utf-16-le") * 10_000,
        codecs.BOM_UTF16_LE + b"x\0" + "😀".encode("utf-16-le") * 10_000,
        b"x" * 8192 + b"\0",
    ],
)
def test_text(data: bytes) -> None:
    assert not is_binary(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\0",
        b"x" * 8191 + b"\0",
        "text".encode("utf-16-le"),
        codecs.BOM_UTF16_LE + b"\x00\xd8\x00\x00",
        codecs.BOM_UTF16_BE + b"\xdc\x00\x00\x41",
    ],
)
def test_not_text(data: bytes) -> None:
    assert is_binary(data)


def test_what_is_not_scanned_is_not_read(make_folder: Make) -> None:
    folder = make_folder({"a.py": "", ".gitignore": "b.py", "b.py": ""})
    (folder.parent / "outside.py").write_text("outside")
    source = open_source(folder)
    for path in ("b.py", "../outside.py", "a.py/", "./a.py", "", "nothing.py", str(folder / "a.py")):
        assert source.read(path) is None
        assert not source.exists(path)
        assert source.entry(path) is None
    assert [file.path for file in source.read_many(["b.py", "a.py", "../outside.py"])] == ["a.py"]


def test_reading_keeps_the_order_asked_for(make_repository: Make) -> None:
    names = [f"{number}.py" for number in range(600)]
    repository = make_repository(files={name: name for name in names})
    wanted = [*reversed(names), "absent.py", "7.py", "7.py"]
    expected = [name for name in wanted if name != "absent.py"]
    for rev in (None, "HEAD"):
        with open_source(repository.path, rev) as source:
            assert [file.data.decode() for file in source.read_many(wanted)] == expected


def test_files_have_their_role_and_digest(make_repository: Make) -> None:
    repository = make_repository(files={"src/a.py": "a", "tests/test_a.py": "t", "vendor/b.py": "b"})
    for rev in (None, "HEAD"):
        with open_source(repository.path, rev) as source:
            found = [(file.path, file.role, file.digest) for file in source.read_many(source.paths)]
            assert found == [
                ("src/a.py", "source", repository.git("rev-parse", "HEAD:src/a.py")),
                ("tests/test_a.py", "test", repository.git("rev-parse", "HEAD:tests/test_a.py")),
                ("vendor/b.py", "vendored", repository.git("rev-parse", "HEAD:vendor/b.py")),
            ]
            assert [(entry.path, entry.role) for entry in source.entries] == [(path, role) for path, role, _ in found]


def test_entries_of_a_revision_know_size_and_digest_without_reading(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "four", "run.sh": "#!/bin/sh"})
    repository.git("update-index", "--chmod=+x", "run.sh")
    repository.commit()
    source = open_source(repository.path, "HEAD")
    assert [(entry.path, entry.size, entry.digest) for entry in source.entries] == [
        ("a.py", 4, repository.git("rev-parse", "HEAD:a.py")),
        ("run.sh", 9, repository.git("rev-parse", "HEAD:run.sh")),
    ]
