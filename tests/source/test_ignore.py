"""Ignore files: the rules against git's own answers, and where they are read from."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.source import open_source
from crossbearing.source.ignore import IgnoreRules

_NAMES = st.sampled_from(["a", "b", "c", "ab", "a.b", "é", "a b", "!a", "#b"])
_SEGMENTS = st.one_of(
    st.sampled_from(["a", "b", "ab", "a.b", "*", "**", "a*", "*b", "?", "[ab]", "[!a]", "\\a", "!a"]),
    st.text(alphabet="ab*?.[]-^!\\ é#:", min_size=1, max_size=5),
)
_STARS_WITHIN_A_NAME = re.compile(r"[^/*]\*\*+(?:/|$)")
_LINES = st.builds(
    lambda negation, lead, segments, tail: negation + lead + "/".join(segments) + tail,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(_SEGMENTS, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", " ", "\r", "/*", "/**"]),
).filter(lambda line: not _STARS_WITHIN_A_NAME.search(line))
_IGNORE_FILES = st.dictionaries(
    st.sampled_from(["", "a", "b", "a/b", "ab"]), st.lists(_LINES, min_size=1, max_size=4), min_size=1, max_size=3
)
_PATHS = st.lists(st.lists(_NAMES, min_size=1, max_size=4).map("/".join), min_size=1, max_size=12, unique=True)


@settings(max_examples=60, deadline=None)
@given(ignore_files=_IGNORE_FILES, paths=_PATHS)
def test_a_plain_folder_lists_what_git_would(
    ignore_files: dict[str, list[str]], paths: list[str], scratch_repository: Any
) -> None:
    tree: Path = scratch_repository.path
    for child in tree.iterdir():
        if child.name != ".git":
            shutil.rmtree(child) if child.is_dir() else child.unlink()
    files = {f"{folder}/.gitignore".lstrip("/"): "\n".join(lines) for folder, lines in ignore_files.items()}
    files |= dict.fromkeys(paths, "")
    # A path cannot be a file and a directory at once.
    files = {path: text for path, text in files.items() if not any(other.startswith(path + "/") for other in files)}
    scratch_repository.write(files)
    by_git = open_source(tree).paths
    hidden = (tree / ".git").rename(tree.parent / "hidden.git")
    try:
        assert open_source(tree).paths == by_git
    finally:
        hidden.rename(tree / ".git")


def test_the_deeper_file_and_the_later_line_decide() -> None:
    rules = IgnoreRules()
    rules.add("", b"*.log\n!keep.log\n")
    rules.add("deep", b"!*.log\nkeep.log\n")
    assert [path for path in ("a.log", "keep.log", "deep/a.log", "deep/keep.log") if rules.hides(path)] == [
        "a.log",
        "deep/keep.log",
    ]


def test_nothing_below_an_ignored_directory_comes_back() -> None:
    rules = IgnoreRules()
    rules.add("", b"build/\n!build/keep.py\n")
    assert rules.hides("build/keep.py")


def test_byte_order_marks_and_carriage_returns_are_not_part_of_patterns() -> None:
    rules = IgnoreRules()
    rules.add("", b"\xef\xbb\xbfa.py\r\nb.py\r\n")
    assert rules.hides("a.py")
    assert rules.hides("b.py")


def test_patterns_and_names_that_are_not_utf8_match() -> None:
    rules = IgnoreRules()
    rules.add("", b"caf\xe9*")
    assert rules.hides("caf\udce9.py")


FILES = {
    ".gitignore": "*.log\n/build/\n",
    ".crossbearingignore": "generated/\n!*.log\n",
    "a.py": "",
    "a.log": "",
    "build/b.py": "",
    "generated/c.py": "",
    "sub/.crossbearingignore": "local.py\n",
    "sub/local.py": "",
    "sub/kept.py": "",
    "sub/.gitignore": "!kept.log\n",
    "sub/kept.log": "",
    "local.py": "",
}
SCANNED = (
    ".crossbearingignore",
    ".gitignore",
    "a.py",
    "local.py",
    "sub/.crossbearingignore",
    "sub/.gitignore",
    "sub/kept.log",
    "sub/kept.py",
)


def test_in_a_working_tree(make_repository: Callable[..., Any]) -> None:
    repository = make_repository()
    repository.write(FILES)
    assert open_source(repository.path).paths == SCANNED


def test_in_a_revision(make_repository: Callable[..., Any]) -> None:
    repository = make_repository(files=FILES)
    repository.write({".crossbearingignore": "*"})
    with open_source(repository.path, "HEAD") as source:
        assert source.paths == SCANNED


def test_in_a_plain_folder(make_folder: Callable[..., Path]) -> None:
    assert open_source(make_folder(FILES)).paths == SCANNED


def test_in_a_working_tree_without_git(make_repository: Callable[..., Any], without_git: None) -> None:
    repository = make_repository()
    repository.write(FILES)
    assert open_source(repository.path).paths == SCANNED


@pytest.mark.parametrize("rev", [None, "HEAD"])
def test_ignore_files_above_a_scanned_subfolder_hold(rev: str | None, make_repository: Callable[..., Any]) -> None:
    files = {
        ".crossbearingignore": "/outer/inner/a.py\n",
        "outer/.crossbearingignore": "b.py\n",
        "outer/inner/.crossbearingignore": "c.py\n",
        "outer/inner/a.py": "",
        "outer/inner/b.py": "",
        "outer/inner/c.py": "",
        "outer/inner/d.py": "",
    }
    repository = make_repository(files=files)
    with open_source(repository.path / "outer" / "inner", rev) as source:
        assert source.paths == (".crossbearingignore", "d.py")


def test_the_repository_s_own_exclude_file_holds(make_repository: Callable[..., Any]) -> None:
    repository = make_repository()
    repository.write({"a.py": "", "b.py": "", "sub/b.py": ""})
    (repository.path / ".git/info/exclude").write_text("b.py\n")
    assert open_source(repository.path).paths == ("a.py",)
    assert open_source(repository.path / "sub").paths == ()


def test_the_exclude_file_holds_without_git(make_repository: Callable[..., Any], without_git: None) -> None:
    repository = make_repository()
    repository.write({"a.py": "", "b.py": "", "sub/b.py": "", ".gitignore": "!sub/b.py"})
    (repository.path / ".git/info/exclude").write_text("b.py\n")
    assert open_source(repository.path).paths == (".gitignore", "a.py", "sub/b.py")


def test_the_user_s_own_excludes_do_not_count(
    make_repository: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "config/git").mkdir(parents=True)
    (tmp_path / "config/git/ignore").write_text("*.py\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    repository = make_repository()
    repository.write({"a.py": ""})
    assert open_source(repository.path).paths == ("a.py",)


def test_tracked_files_are_scanned_though_ignored_by_git(make_repository: Callable[..., Any]) -> None:
    repository = make_repository(files={"a.py": ""})
    repository.write({".gitignore": "a.py\n"})
    assert "a.py" in open_source(repository.path).paths


def test_an_ignore_file_that_is_a_link_is_reported_and_not_honoured(make_folder: Callable[..., Path]) -> None:
    folder = make_folder({"rules": "a.py\n", "a.py": ""})
    (folder / ".crossbearingignore").symlink_to("rules")
    source = open_source(folder)
    assert source.paths == ("a.py", "rules")
    assert [problem.reason for problem in source.skipped if problem.file == ".crossbearingignore"] == [
        "ignore file that is not honoured: not a regular file",
        "symbolic link to 'rules' inside the tree: links are not followed",
    ]


def test_a_folder_that_the_repository_around_it_ignores_is_scanned_on_its_own(
    make_repository: Callable[..., Any],
) -> None:
    repository = make_repository()
    repository.write({".gitignore": "*\n", "projects/mine/a.py": "", "projects/mine/.gitignore": "b.py", "b.py": ""})
    repository.write({"projects/mine/b.py": ""})
    source = open_source(repository.path / "projects/mine")
    assert source.paths == (".gitignore", "a.py")
    assert "ignored by the git repository around it" in source.skipped[0].reason
