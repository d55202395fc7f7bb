"""Where the build directory is, and what is never written through."""

import os
from pathlib import Path

import pytest
from attrs import define

from crossbearing.model.errors import CrossbearingError
from crossbearing.store import Store, build_directory, choose_build_directory


@define
class Repository:
    root: Path | None
    git_dir: Path | None = None
    name: str = "flask"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    return folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache directory, for the time of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "crossbearing"


def test_default_is_in_the_repository_and_ignores_itself(root: Path) -> None:
    path = build_directory(Repository(root), environment={})
    assert path == root / ".crossbearing"
    assert (path / ".gitignore").read_text() == "*\n"
    assert [entry.name for entry in path.iterdir()] == [".gitignore"]


def test_it_can_be_made_twice(root: Path) -> None:
    first = build_directory(Repository(root), environment={})
    (first / ".gitignore").write_text("mine\n")
    assert build_directory(Repository(root), environment={}) == first
    assert (first / ".gitignore").read_text() == "mine\n"


def test_an_interrupted_start_is_completed(root: Path) -> None:
    (root / ".crossbearing").mkdir()
    (root / ".crossbearing" / ".gitignore.1.partial").write_text("")
    path = build_directory(Repository(root), environment={})
    assert (path / ".gitignore").read_text() == "*\n"


def test_environment_variable_and_explicit_directory_win(root: Path, tmp_path: Path) -> None:
    environment = {"CROSSBEARING_BUILD_DIR": str(tmp_path / "a" / "b")}
    assert build_directory(Repository(root), None, environment) == tmp_path / "a" / "b"
    assert build_directory(Repository(root), tmp_path / "c", environment) == tmp_path / "c"
    assert not (root / ".crossbearing").exists()


def test_process_environment_is_the_default(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSBEARING_BUILD_DIR", str(tmp_path / "variable"))
    assert build_directory(Repository(root)) == tmp_path / "variable"


def test_a_directory_with_other_files_gets_no_ignore_file(root: Path) -> None:
    (root / "setup.py").write_text("")
    assert build_directory(Repository(root), root, {}) == root
    assert not (root / ".gitignore").exists()


def test_bare_repository_uses_the_cache(cache: Path, tmp_path: Path) -> None:
    bare = tmp_path / "flask.git"
    bare.mkdir()
    path = build_directory(Repository(None, bare), environment={})
    assert path.parent == cache
    assert path.name.startswith("flask-")
    assert path == build_directory(Repository(None, bare), environment={})
    assert path != build_directory(Repository(None, tmp_path / "other.git"), environment={})


@pytest.mark.parametrize("name", ["../../escape", "a/b", "new\nline", "", "..", "x" * 500, "\udcff"])
def test_cache_name_is_safe_whatever_the_repository_is_called(cache: Path, tmp_path: Path, name: str) -> None:
    path = build_directory(Repository(None, tmp_path, name), environment={})
    assert path.parent == cache
    assert path.is_dir()
    assert len(path.name) < 64


def test_symbolic_link_is_not_followed(root: Path, cache: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / ".crossbearing").symlink_to(outside)
    chosen = choose_build_directory(Repository(root), environment={})
    assert chosen.path.parent == cache
    (notice,) = chosen.notices
    assert notice.file == ".crossbearing"
    assert "symbolic link" in notice.reason
    assert list(outside.iterdir()) == []
    assert (root / ".crossbearing").is_symlink()


def test_dangling_link_creates_nothing(root: Path, cache: Path, tmp_path: Path) -> None:
    (root / ".crossbearing").symlink_to(tmp_path / "nowhere")
    assert choose_build_directory(Repository(root), environment={}).path.parent == cache
    assert not (tmp_path / "nowhere").exists()


def test_file_of_that_name_is_left_alone(root: Path, cache: Path) -> None:
    (root / ".crossbearing").write_text("something else")
    with Store.of(Repository(root), environment={}) as store:
        assert store.build_dir.parent == cache
        assert "is a file" in store.notices[0].reason
    assert (root / ".crossbearing").read_text() == "something else"


def test_ignore_file_that_is_a_link_is_not_written_through(root: Path, tmp_path: Path) -> None:
    (root / ".crossbearing").mkdir()
    (root / ".crossbearing" / ".gitignore").symlink_to(tmp_path / "target")
    build_directory(Repository(root), environment={})
    assert not (tmp_path / "target").exists()


def test_nothing_writable_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    with pytest.raises(CrossbearingError, match=r"no build directory can be written.*--build-dir"):
        build_directory(Repository(tmp_path / "file"), environment={})


def test_explicit_directory_that_cannot_be_made_is_an_error(root: Path, cache: Path) -> None:
    (root / "file").write_text("")
    with pytest.raises(CrossbearingError, match="cannot be used"):
        build_directory(Repository(root), root / "file" / "build", {})
    assert not cache.exists()


def test_read_only_repository_uses_the_cache(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The superuser may write anywhere, so permissions alone would not show this.
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: root not in Path(path).parents and allowed(path, mode))
    chosen = choose_build_directory(Repository(root), environment={})
    assert chosen.path.parent == cache
    assert chosen.notices == ()
