"""Digests, fingerprints, and what is remembered of files that have not changed."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crossbearing.model.errors import UnreadableError
from crossbearing.source import open_source

Make = Callable[..., Any]
FILES = {"a.py": "a", "sub/b.py": "b", "image.png": b"\0", ".crossbearingignore": "c.py", "c.py": ""}


def fingerprint(path: Path, rev: str | None = None) -> str:
    with open_source(path, rev) as source:
        return source.fingerprint()


def test_a_clean_checkout_its_commit_and_its_mirror_have_one_fingerprint(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files=FILES)
    (repository.path / "link").symlink_to("a.py")
    repository.commit()
    repository.git("clone", "--quiet", "--bare", repository.path, tmp_path / "owner+project/repo")
    expected = fingerprint(repository.path)
    assert fingerprint(repository.path, "HEAD") == expected
    assert fingerprint(tmp_path / "owner+project/repo") == expected
    with open_source(repository.path) as tree, open_source(repository.path, "HEAD") as revision:
        assert tree.skipped == revision.skipped


def test_it_does_not_depend_on_place_or_time(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files=FILES)
    expected = fingerprint(repository.path)
    copy = shutil.copytree(repository.path, tmp_path / "deeper/down/project")
    os.utime(copy / "a.py", (1, 1))
    (copy / "a.py").chmod(0o600)
    assert fingerprint(copy) == expected


@pytest.mark.parametrize("change", [{"a.py": "A"}, {"new.py": ""}, {"image.png": b"\0\0"}])
def test_it_changes_with_every_file(change: dict[str, str | bytes], make_repository: Make) -> None:
    repository = make_repository(files=FILES)
    before = fingerprint(repository.path)
    repository.write(change)
    assert fingerprint(repository.path) != before


def test_it_changes_with_the_names(make_repository: Make, make_folder: Make) -> None:
    one, two = make_folder({"ab": "", "c": "x"}, "one"), make_folder({"a": "", "bc": "x"}, "two")
    (two.parent / "deeper").mkdir()
    assert fingerprint(one) != fingerprint(two.rename(two.parent / "deeper/one"))
    assert fingerprint(one) != fingerprint(one.rename(one.parent / "renamed"))


def test_it_follows_what_was_read_last(make_folder: Make) -> None:
    folder = make_folder({"a.py": "a", "b.py": "b"})
    source = open_source(folder)
    before = source.fingerprint()
    (folder / "a.py").write_text("changed")
    file = source.read("a.py")
    assert file is not None
    assert source.digest("a.py") == file.digest
    assert source.fingerprint() != before
    assert source.fingerprint() == fingerprint(folder)


def test_a_file_that_went_away_leaves_no_trace(make_folder: Make) -> None:
    folder = make_folder({"a.py": "a", "b.py": "b"})
    source = open_source(folder)
    (folder / "a.py").unlink()
    assert source.fingerprint() == fingerprint(folder)
    with pytest.raises(UnreadableError, match=r"'a\.py' has no digest: deleted during the scan"):
        source.digest("a.py")


def test_a_digest_is_the_blob_s_id(make_repository: Make) -> None:
    repository = make_repository(files=FILES)
    for rev in (None, "HEAD"):
        with open_source(repository.path, rev) as source:
            assert source.digest("sub/b.py") == repository.git("rev-parse", "HEAD:sub/b.py")
            with pytest.raises(UnreadableError, match="not a scanned file"):
                source.digest("c.py")
