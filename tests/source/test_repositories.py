"""Every kind of place that can be opened, and what is said of those that cannot."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.source import Source, open_source

Make = Callable[..., Any]


def reasons(source: Source) -> dict[str, str]:
    return {problem.file: problem.reason for problem in source.skipped}


def content(source: Source) -> dict[str, bytes]:
    with source:
        return {file.path: file.data for file in source.read_many(source.paths)}


def test_a_working_tree_has_tracked_and_untracked_files_as_they_stand(make_repository: Make) -> None:
    repository = make_repository(files={"b.py": "old", "sub/a.py": "a"})
    repository.write({"b.py": "new", "c.py": "c"})
    source = open_source(repository.path)
    assert content(source) == {"b.py": b"new", "c.py": b"c", "sub/a.py": b"a"}
    assert source.revision is None
    assert source.root == repository.path
    assert source.git_dir == repository.path / ".git"
    assert source.name == "project"


def test_a_revision_is_read_without_a_checkout(make_repository: Make) -> None:
    repository = make_repository()
    first = repository.commit({"a.py": "first"})
    repository.commit({"a.py": "second", "b.py": "b"})
    repository.git("tag", "--annotate", "v2", "--message", "second")
    repository.write({"a.py": "third"})
    for rev, expected in {
        first: {"a.py": b"first"},
        first[:12]: {"a.py": b"first"},
        "HEAD~1": {"a.py": b"first"},
        "v2": {"a.py": b"second", "b.py": b"b"},
        "main": {"a.py": b"second", "b.py": b"b"},
    }.items():
        source = open_source(repository.path, rev)
        assert content(source) == expected
        assert source.revision == repository.git("rev-parse", f"{rev}^{{commit}}")
        assert source.root == repository.path


def test_a_bare_repository_is_read_at_head_unless_told_otherwise(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository()
    first = repository.commit({"a.py": "first"})
    repository.commit({"a.py": "second"})
    repository.git("clone", "--quiet", "--bare", repository.path, tmp_path / "mirror.git")
    source = open_source(tmp_path / "mirror.git")
    assert content(source) == {"a.py": b"second"}
    assert source.root is None
    assert source.name == "mirror"
    assert content(open_source(tmp_path / "mirror.git", first)) == {"a.py": b"first"}


def test_a_git_directory_without_configuration_is_enough(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files={"a.py": "a"})
    bare = shutil.ignore_patterns("config", "index", "hooks", "info", "logs", "description", "COMMIT_EDITMSG")
    shutil.copytree(repository.path / ".git", tmp_path / "owner+thing/repo", ignore=bare)
    source = open_source(tmp_path / "owner+thing/repo")
    assert content(source) == {"a.py": b"a"}
    assert source.name == "thing"


def test_the_git_directory_of_a_working_tree_stands_for_its_head(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "a"})
    source = open_source(repository.path / ".git")
    assert content(source) == {"a.py": b"a"}
    assert source.name == "project"


def test_a_linked_working_tree(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files={"a.py": "a"})
    repository.git("worktree", "add", "--quiet", tmp_path / "feature")
    repository.write({"only_here.py": ""})
    source = open_source(tmp_path / "feature")
    assert content(source) == {"a.py": b"a"}
    assert source.name == "project"
    assert source.fingerprint() == open_source(repository.path, "HEAD").fingerprint()


def test_submodules_are_skipped_and_can_be_opened_themselves(make_repository: Make) -> None:
    part = make_repository("part", {"inner.py": "inner"})
    repository = make_repository("whole", {"a.py": "a"})
    repository.git("submodule", "--quiet", "add", part.path, "lib/part")
    repository.commit()
    for rev in (None, "HEAD"):
        source = open_source(repository.path, rev)
        assert set(content(source)) == {".gitmodules", "a.py"}
        assert reasons(source) == {"lib/part": "submodule: a repository of its own"}
    assert content(open_source(repository.path / "lib/part")) == {"inner.py": b"inner"}


def test_a_submodule_that_was_not_fetched_is_empty(make_repository: Make, tmp_path: Path) -> None:
    part = make_repository("part", {"inner.py": "inner"})
    repository = make_repository("whole", {"a.py": "a"})
    repository.git("submodule", "--quiet", "add", part.path, "lib/part")
    repository.commit()
    repository.git("clone", "--quiet", repository.path, tmp_path / "clone")
    assert reasons(open_source(tmp_path / "clone")) == {"lib/part": "submodule: a repository of its own"}
    source = open_source(tmp_path / "clone/lib/part")
    assert (source.paths, source.skipped) == ((), ())


def test_an_untracked_repository_inside_is_skipped(make_repository: Make) -> None:
    repository = make_repository("outer", {"a.py": "a"})
    make_repository("outer/inner", {"b.py": "b"})
    source = open_source(repository.path)
    assert source.paths == ("a.py",)
    assert reasons(source) == {"inner": "git repository of its own inside the tree"}


def test_a_shallow_clone_has_its_tip_and_says_why_not_more(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository()
    first = repository.commit({"a.py": "first"})
    second = repository.commit({"a.py": "second"})
    repository.git("clone", "--quiet", "--depth", "1", repository.path.as_uri(), tmp_path / "shallow")
    assert content(open_source(tmp_path / "shallow")) == {"a.py": b"second"}
    assert content(open_source(tmp_path / "shallow", second)) == {"a.py": b"second"}
    with pytest.raises(CrossbearingError, match=r"names no commit .* shallow clone"):
        open_source(tmp_path / "shallow", first)


def test_a_partial_clone_fetches_nothing_and_names_what_is_missing(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files={"a.py": "a", "b.py": "b"})
    repository.git("config", "uploadpack.allowFilter", "true")
    partial = tmp_path / "partial"
    repository.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", repository.path.as_uri(), partial)
    for name in ("a.py", "b.py"):
        shown = reasons(open_source(partial, "HEAD"))[name]
        assert shown == "git does not have its content (a partial or damaged clone)"
    subprocess.run(["git", "cat-file", "blob", "HEAD:a.py"], cwd=partial, check=True, capture_output=True)
    source = open_source(partial, "HEAD")
    assert content(source) == {"a.py": b"a"}
    assert set(reasons(source)) == {"b.py"}


def test_a_sparse_checkout_says_what_is_outside(make_repository: Make) -> None:
    repository = make_repository(files={"in/a.py": "a", "out/b.py": "b"})
    repository.git("sparse-checkout", "set", "in")
    source = open_source(repository.path)
    assert source.paths == ("in/a.py",)
    assert reasons(source) == {"out/b.py": "outside the sparse checkout"}


def test_a_repository_without_a_commit(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository()
    repository.write({"a.py": "a"})
    assert content(open_source(repository.path)) == {"a.py": b"a"}
    with pytest.raises(CrossbearingError, match="has no commit yet"):
        open_source(repository.path, "HEAD")
    bare = make_repository("bare.git", None, "--bare")
    with pytest.raises(CrossbearingError, match="has no commit yet"):
        open_source(bare.path)


def test_an_empty_repository_and_an_empty_commit(make_repository: Make) -> None:
    assert open_source(make_repository("none").path).paths == ()
    assert open_source(make_repository("empty", {}).path, "HEAD").paths == ()


def test_a_repository_with_long_object_names(make_repository: Make) -> None:
    repository = make_repository("long", {"a.py": "a", "sub/b.py": "b"}, "--object-format=sha256")
    tree = open_source(repository.path)
    with open_source(repository.path, "HEAD") as source:
        assert source.read("a.py").data == b"a"
        assert source.digest("sub/b.py") == tree.digest("sub/b.py") == "63d8dbd40c23542e740659a7168a0ce3138ea748"
        assert source.fingerprint() == tree.fingerprint()


@pytest.mark.parametrize("rev", [None, "HEAD"])
def test_a_subfolder_is_scanned_by_itself(rev: str | None, make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "", "sub/b.py": "b", "sub/deep/c.py": "c", ".gitignore": "*.log"})
    repository.write({"sub/d.log": ""})
    source = open_source(repository.path / "sub", rev)
    assert content(source) == {"b.py": b"b", "deep/c.py": b"c"}
    assert source.name == "sub"
    assert source.root == repository.path / "sub"


def test_a_subfolder_that_the_revision_lacks(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": ""})
    repository.write({"new/b.py": ""})
    with pytest.raises(CrossbearingError, match="cannot be read at revision 'HEAD'"):
        open_source(repository.path / "new", "HEAD")


def test_a_plain_folder(make_folder: Make) -> None:
    folder = make_folder({"b.py": "b", "sub/a.py": "a"})
    source = open_source(folder)
    assert content(source) == {"b.py": b"b", "sub/a.py": b"a"}
    assert source.skipped == ()
    assert source.git_dir is None
    assert source.root == folder


def test_a_plain_folder_with_repositories_in_it(make_folder: Make, make_repository: Make) -> None:
    folder = make_folder({"a.py": ""})
    make_repository("folder/one", {"b.py": ""})
    make_repository("folder/two.git", None, "--bare")
    source = open_source(folder)
    assert source.paths == ("a.py", "one/b.py")
    assert reasons(source) == {"two.git": "git repository of its own inside the tree"}


def test_a_plain_folder_has_no_revisions(make_folder: Make) -> None:
    with pytest.raises(CrossbearingError, match="not in a git repository, so it has no revision 'HEAD'"):
        open_source(make_folder({}), "HEAD")


@pytest.mark.parametrize("rev", ["nothing", "", "--help", "-h", "HEAD:a.py", "HEAD^{tree}", "a\nb", "a\0b", "0" * 40])
def test_what_names_no_commit_is_refused(rev: str, make_repository: Make) -> None:
    repository = make_repository(files={"a.py": ""})
    with pytest.raises(CrossbearingError, match="names no commit"):
        open_source(repository.path, rev)


def test_a_path_that_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(CrossbearingError, match="does not exist"):
        open_source(tmp_path / "nothing")
    with pytest.raises(CrossbearingError, match="is not a folder"):
        open_source(tmp_path / "file")
    with pytest.raises(CrossbearingError, match="cannot be opened"):
        open_source(tmp_path / "loop")
    with pytest.raises(CrossbearingError, match="cannot be opened"):
        open_source("a\0b")


def test_a_link_to_a_repository_opens_it(make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository(files={"a.py": ""})
    (tmp_path / "link").symlink_to(repository.path)
    source = open_source(tmp_path / "link")
    assert source.paths == ("a.py",)
    assert source.name == "project"


def test_data_that_is_never_scanned_cannot_be_opened(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": ""})
    (repository.path / ".crossbearing").mkdir()
    for path in (".git/hooks", ".crossbearing"):
        with pytest.raises(CrossbearingError, match="never scanned"):
            open_source(repository.path / path)


@pytest.mark.parametrize("rev", [None, "HEAD"])
def test_the_build_directory_is_never_scanned(rev: str | None, make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "", ".crossbearing/recon.db": "", "sub/.crossbearing/x.py": ""})
    assert open_source(repository.path, rev).paths == ("a.py",)


def test_an_empty_git_folder_means_nothing(make_folder: Make) -> None:
    folder = make_folder({"a.py": ""})
    (folder / ".git").mkdir()
    source = open_source(folder)
    assert source.paths == ("a.py",)
    assert source.git_dir is None


def test_git_data_that_cannot_be_read_leaves_the_folder_readable(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "", ".gitignore": "b.py"})
    repository.write({"b.py": "", ".git/index": b"DIRC nonsense"})
    source = open_source(repository.path)
    assert source.paths == (".gitignore", "a.py")
    assert reasons(source) == {"": "its git data cannot be read, so the folder is scanned without git"}


def test_a_working_tree_whose_repository_is_gone(make_folder: Make) -> None:
    folder = make_folder({"a.py": "", ".git": "gitdir: ../gone/.git/worktrees/folder\n"})
    source = open_source(folder)
    assert source.paths == ("a.py",)
    assert reasons(source) == {"": "its git data cannot be read, so the folder is scanned without git"}
    with pytest.raises(CrossbearingError):
        open_source(folder, "HEAD")


def test_a_working_tree_without_git_installed(make_repository: Make, without_git: None) -> None:
    repository = make_repository()
    repository.write({"a.py": "a"})
    source = open_source(repository.path)
    assert content(source) == {"a.py": b"a"}
    assert reasons(source) == {"": "git is not installed, so the folder is scanned without it"}
    with pytest.raises(CrossbearingError, match="git is not installed"):
        open_source(repository.path, "HEAD")


def test_a_repository_of_another_user_is_read(make_repository: Make) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    repository = make_repository(files={"a.py": "a"})
    for folder, _, files in os.walk(repository.path):
        for name in (folder, *(Path(folder, file) for file in files)):
            os.chown(name, 65534, 65534)
    assert content(open_source(repository.path)) == {"a.py": b"a"}
    assert content(open_source(repository.path, "HEAD")) == {"a.py": b"a"}


def test_the_callers_git_environment_does_not_matter(make_repository: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_repository("other", {"other.py": ""})
    repository = make_repository(files={"a.py": "a"})
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(other.path / ".git/objects"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "nonsense")
    assert open_source(repository.path).paths == ("a.py",)
    assert content(open_source(repository.path, "HEAD")) == {"a.py": b"a"}


def test_replaced_objects_are_read_as_they_were(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "real", "b.py": "forged"})
    repository.git("replace", repository.git("rev-parse", "HEAD:a.py"), repository.git("rev-parse", "HEAD:b.py"))
    assert content(open_source(repository.path, "HEAD"))["a.py"] == b"real"


def test_a_revision_may_be_named_by_the_words_of_its_message(make_repository: Make) -> None:
    repository = make_repository()
    first = repository.commit({"a.py": "first"})
    words = repository.git("log", "-1", "--format=%s")
    for rev in (f":/{words}", f"HEAD^{{/{words}}}", "@", "HEAD@{0}"):
        with open_source(repository.path, rev) as source:
            assert source.revision == first


@pytest.mark.parametrize("rev", ["^HEAD", "HEAD..HEAD", "HEAD:a.py", "HEAD^{tree}", "HEAD\nx", "--all"])
def test_what_names_no_single_commit_is_refused(make_repository: Make, rev: str) -> None:
    repository = make_repository()
    repository.commit({"a.py": "first"})
    repository.commit({"a.py": "second"})
    with pytest.raises(CrossbearingError, match="names no commit of the repository"):
        open_source(repository.path, rev)
