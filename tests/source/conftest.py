"""Real git repositories, built with a fixed identity and no configuration of the machine's."""

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Files = Mapping[str, str | bytes]

_ENVIRONMENT = {
    "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_AUTHOR_NAME": "Author",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
    "GIT_COMMITTER_EMAIL": "author@example.org",
    "GIT_COMMITTER_NAME": "Author",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C.UTF-8",
    "PATH": os.environ["PATH"],
}


class Repository:
    """A repository at ``path``; for a bare one that is the git directory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *arguments: str | bytes | Path) -> str:
        command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *arguments]
        answer = subprocess.run(command, cwd=self.path, env=_ENVIRONMENT, check=True, capture_output=True)
        return answer.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: Files) -> None:
        for name, content in files.items():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, files: Files | None = None) -> str:
        """Write the files, commit everything that is not ignored, and return the commit's id."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "change")
        return self.git("rev-parse", "HEAD")


MakeRepository = Callable[..., Repository]


@pytest.fixture
def make_repository(tmp_path: Path) -> MakeRepository:
    def make(name: str = "project", files: Files | None = None, *options: str) -> Repository:
        (tmp_path / name).mkdir(parents=True)
        repository = Repository(tmp_path / name)
        repository.git("init", "--quiet", *options)
        if files is not None:
            repository.commit(files)
        return repository

    return make


@pytest.fixture(scope="module")
def scratch_repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """An empty repository that the examples of a property share."""
    repository = Repository(tmp_path_factory.mktemp("scratch"))
    repository.git("init", "--quiet")
    return repository


@pytest.fixture
def make_folder(tmp_path: Path) -> Callable[..., Path]:
    """Make a folder without git that holds the files."""

    def make(files: Files, name: str = "folder") -> Path:
        (tmp_path / name).mkdir()
        Repository(tmp_path / name).write(files)
        return tmp_path / name

    return make


@pytest.fixture
def without_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing on the search path."""
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
