"""Diffs between whole trees as git writes them: read, written again, and cut down to any subset of their changes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.patches import changes_of, grouped, keeping, parse_patch

NAMES = ["a", "b/c", "with space", "ü", 'quo"te', "new\nline", "x.bin"]
LINES = st.lists(
    st.sampled_from([b"one", b"two", b"", b"  four", b"five\r", b"\xff", b"-- ", b"@@ -1 +1 @@"]), max_size=30
)
TEXT = st.builds(lambda lines, end: b"\n".join(lines) + end, LINES, st.sampled_from([b"", b"\n"]))
CONTENT = st.one_of(TEXT, st.binary(max_size=40), st.just(b"".join(b"line %d\n" % number for number in range(30))))
KINDS = ["file", "executable", "link"]
Tree = dict[str, tuple[bytes, str]]
TREE = st.dictionaries(st.sampled_from(NAMES), st.tuples(CONTENT, st.sampled_from(KINDS)), max_size=5)
OPTIONS = st.sampled_from(
    [[], ["-M", "-C", "--find-copies-harder"], ["-U1"], ["--no-prefix"], ["--full-index"], ["--no-renames"]]
)


def git(folder: Path, *arguments: str, data: bytes = b"") -> bytes:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.fileMode=true"]
    run = subprocess.run(
        ["git", *who, *arguments], cwd=folder, input=data, env=environment, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def write(folder: Path, tree: Tree) -> None:
    for path in folder.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, (content, kind) in tree.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if kind == "link":
            path.symlink_to(target(content))
            continue
        path.write_bytes(content)
        path.chmod(0o755 if kind == "executable" else 0o644)


def target(content: bytes) -> str:
    return f"nowhere {len(content)}"


def read(folder: Path) -> dict[str, bytes | str]:
    found: dict[str, bytes | str] = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file() and ".git" not in path.parts:
            found[name] = path.read_bytes() + (b" executable" if path.stat().st_mode & 0o100 else b"")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    git(root, "init", "-q")
    return root


def change(tree: Tree, data: st.DataObject) -> Tree:
    """Another tree: some files edited, some renamed, some gone, some new."""
    new = dict(data.draw(TREE, label="added"))
    for name, (content, kind) in tree.items():
        fate = data.draw(st.sampled_from(["keep", "edit", "move", "mode", "drop"]), label=name)
        lines = content.splitlines(keepends=True)
        if fate in ("edit", "move") and lines:
            position = data.draw(st.integers(0, len(lines) - 1))
            lines[position : position + 1] = data.draw(st.sampled_from([[], [b"new\n"], [lines[position], b"more"]]))
        place = f"moved {name.replace('/', ' ')}" if fate == "move" else name
        if fate != "drop":
            other = KINDS[(KINDS.index(kind) + 1) % 3] if fate == "mode" else kind
            new.setdefault(place, (b"".join(lines), other))
    return new


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(before=TREE, options=OPTIONS, data=st.data())
def test_any_diff_of_git_survives_and_its_parts_apply(
    folder: Path, before: Tree, options: list[str], data: st.DataObject
):
    after = change(before, data)
    write(folder, before)
    git(folder, "add", "-A")
    base = git(folder, "write-tree").decode().strip()
    write(folder, after)
    git(folder, "add", "-A")
    raw = git(folder, "diff", "--binary", "--cached", *options, base)
    patch = parse_patch(raw.decode("utf-8", "surrogateescape"))
    assert patch.text.encode("utf-8", "surrogateescape") == raw
    changes = changes_of(patch)
    assert keeping(patch, changes) == patch
    level = data.draw(st.sampled_from(["file", "hunk", "run", "line"]))
    groups = grouped(changes, level)
    chosen = data.draw(st.lists(st.sampled_from(groups), unique=True)) if groups else []
    part = keeping(patch, [each for group in chosen for each in group])
    assert parse_patch(part.text).text == part.text
    git(folder, "read-tree", base)
    write(folder, before)
    if not part.files:
        return
    prefix = ["-p0"] if "--no-prefix" in options else []
    git(folder, "apply", *prefix, "--whitespace=nowarn", "-", data=part.text.encode("utf-8", "surrogateescape"))
    if len(chosen) == len(groups):
        found = read(folder)
        write(folder, after)
        assert found == read(folder)
