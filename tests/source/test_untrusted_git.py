"""Nothing that a scanned repository configures is executed; each way in is shown to work with git left to itself."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crossbearing.source import Source, open_source

HOOKS = (
    "fsmonitor-watchman",
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "post-rewrite",
)
PROGRAMS = (
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.askPass",
    "core.sshCommand",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "credential.helper",
    "diff.external",
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "merge.evil.driver",
    "gpg.program",
    "pager.ls-files",
    "pager.ls-tree",
    "pager.cat-file",
    "uploadpack.packObjectsHook",
    "alias.ls-files",
)


class Trap:
    """A repository that tries to run a program which leaves a marker."""

    def __init__(self, repository: Any, folder: Path) -> None:
        self.repository = repository
        self.marker = folder / "it-ran"
        self.program = folder / "program"
        self.program.write_text(f"#!/bin/sh\necho $0 $* >> '{self.marker}'\nexit 0\n")
        self.program.chmod(0o755)

    def set(self, name: str, value: str | None = None) -> None:
        self.repository.git("config", name, value or str(self.program))

    def git_alone(self, *command: str) -> bool:
        """Run git as anybody would, and say whether the program ran."""
        subprocess.run(["git", *command], cwd=self.repository.path, capture_output=True, check=False)
        ran = self.marker.exists()
        self.marker.unlink(missing_ok=True)
        return ran


@pytest.fixture
def trap(make_repository: Callable[..., Any], tmp_path: Path) -> Iterator[Trap]:
    repository = make_repository(files={"a.py": "a", ".gitattributes": "* filter=evil diff=evil merge=evil ident\n"})
    trap = Trap(repository, tmp_path)
    yield trap
    assert not trap.marker.exists(), trap.marker.read_text()


def scan(source: Source) -> None:
    with source:
        list(source.read_many(source.paths))
        source.fingerprint()
        assert "a.py" in source.paths


def scan_everything(path: Path) -> None:
    scan(open_source(path))
    scan(open_source(path, "HEAD"))


def test_the_file_system_monitor(trap: Trap) -> None:
    trap.set("core.fsmonitor")
    assert trap.git_alone("ls-files", "--others")
    scan_everything(trap.repository.path)


def test_hooks(trap: Trap) -> None:
    for name in HOOKS:
        hook = trap.repository.path / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(trap.program.read_text())
        hook.chmod(0o755)
    assert trap.git_alone("update-index", "--refresh", "--force-write-index")
    scan_everything(trap.repository.path)


def test_filters(trap: Trap) -> None:
    trap.set("filter.evil.clean")
    trap.repository.write({"a.py": "changed"})
    os.utime(trap.repository.path / "a.py", (1, 1))
    assert trap.git_alone("status")
    scan_everything(trap.repository.path)


def test_every_setting_that_names_a_program(trap: Trap) -> None:
    for name in PROGRAMS:
        trap.set(name)
    trap.set("pager.status", "true")
    trap.repository.write({"a.py": "changed", "new.py": ""})
    scan_everything(trap.repository.path)
    scan(open_source(trap.repository.path / ".git"))


def test_transports_of_a_partial_clone(trap: Trap) -> None:
    path = trap.repository.path
    trap.set("extensions.partialClone", "origin")
    trap.set("core.repositoryFormatVersion", "1")
    trap.set("remote.origin.promisor", "true")
    trap.set("remote.origin.url", f"ext::{trap.program} %S")
    trap.set("remote.origin.uploadpack")
    trap.set("protocol.ext.allow", "always")
    lost = trap.repository.git("rev-parse", "HEAD:a.py")
    (path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert trap.git_alone("cat-file", "-p", "HEAD:a.py")
    with open_source(path, "HEAD") as source:
        assert source.read("a.py") is None
        assert {problem.file for problem in source.skipped} == {"a.py"}


def test_a_working_tree_set_to_be_elsewhere(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/secret.py").write_text("secret")
    trap.set("core.worktree", str(tmp_path / "private"))
    assert open_source(trap.repository.path).paths == (".gitattributes", "a.py")


def test_a_git_program_in_the_scanned_tree(trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    trap.repository.write({"git": trap.program.read_text()})
    (trap.repository.path / "git").chmod(0o755)
    monkeypatch.chdir(trap.repository.path)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    scan_everything(Path())


def test_paths_that_would_leave_the_tree(make_repository: Callable[..., Any]) -> None:
    repository = make_repository(files={"a.py": "a"})
    blob = repository.git("rev-parse", "HEAD:a.py")
    entries = b"".join(
        b"%s %s\0%s" % (mode, name, bytes.fromhex(identifier))
        for mode, name, identifier in (
            (b"100644", b"../up.py", blob),
            (b"100644", b".git", blob),
            (b"100644", b"a.py", blob),
        )
    )
    (repository.path.parent / "tree").write_bytes(entries)
    tree = repository.git("hash-object", "--literally", "-t", "tree", "-w", repository.path.parent / "tree")
    commit = repository.git("commit-tree", "-m", "hostile", tree)
    assert open_source(repository.path, commit).paths == ("a.py",)
