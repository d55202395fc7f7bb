"""Nothing that a repository configures is executed while its history is read; each way in works with git left alone."""

import subprocess

import pytest

from crossbearing.recon.history import RepositoryHistory
from crossbearing.source import open_source
from planted import Planted, garden

TEXT = "".join(f"line {n}\n" for n in range(30))


@pytest.fixture
def trap(tmp_path):
    """A repository whose newest commit is signed, and a program that leaves a marker when it runs."""
    planted = garden(tmp_path / "project", [Planted("one", {"a.py": TEXT}), Planted("two", {"a.py": TEXT + "x\n"})])
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $0 $* >> '{tmp_path}/it-ran'\ncat >/dev/null 2>&1\nexit 0\n")
    program.chmod(0o755)
    tree = planted.git("rev-parse", "HEAD^{tree}")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
    people = "author A <a@x> 1600000000 +0000\ncommitter A <a@x> 1600000000 +0000"
    commit = f"tree {tree}\nparent {planted.ids[-1]}\n{people}\n{signature}\n\nsigned #1\n"
    signed = planted.git("hash-object", "-t", "commit", "-w", "--stdin", data=commit.encode())
    planted.git("update-ref", "refs/heads/main", signed)
    (planted.path / "info").mkdir(exist_ok=True)
    (planted.path / "info" / "attributes").write_text("*.py diff=evil filter=evil\n")
    for name in (
        "gpg.program",
        "core.pager",
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "filter.evil.smudge",
        "core.fsmonitor",
        "alias.log",
        "alias.diff-tree",
    ):
        planted.git("config", name, str(program))
    planted.git("config", "log.showSignature", "true")
    planted.git("config", "diff.orderFile", str(tmp_path / "missing"))
    return planted, tmp_path / "it-ran"


def test_git_left_alone_runs_it(trap):
    planted, marker = trap
    subprocess.run(
        ["git", "log", "-p", "--ext-diff"], cwd=planted.path, capture_output=True, check=False, stdin=subprocess.DEVNULL
    )
    assert marker.exists()


def test_we_do_not(trap):
    planted, marker = trap
    with open_source(planted.path) as source:
        past = RepositoryHistory(source, None)
        history = past.read()
        assert history.messages[2] == "signed #1"
        assert past.lines([(planted.ids[1], "a.py")]) == {(planted.ids[1], "a.py"): ((31, 31),)}
    assert not marker.exists()
