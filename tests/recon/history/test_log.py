from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.history.log import LoggedChange, LoggedCommit, parse_log, read_log
from crossbearing.source.git import Git, GitError
from planted import Planted, garden

WITHOUT_NUL = st.binary(max_size=40).map(lambda data: data.replace(b"\0", b""))
IDS = st.binary(min_size=20, max_size=20).map(lambda data: data.hex().encode())
PATHS = WITHOUT_NUL.filter(bool)
CHANGES = st.builds(LoggedChange, path=PATHS, old=st.none() | PATHS)
COMMITS = st.builds(
    LoggedCommit,
    id=IDS,
    authored=st.integers(-(2**40), 2**40),
    time=st.integers(0, 2**40),
    author=st.just(b"A <a>"),
    message=WITHOUT_NUL,
    changes=st.lists(CHANGES, max_size=4).map(tuple),
)


def printed(commit):
    """The fields that git prints for a commit."""
    fields = [commit.id, b"%d" % commit.authored, b"%d" % commit.time, b"A", b"a", commit.message, b""]
    for number, change in enumerate(commit.changes):
        status = b":100644 100644 1111 2222 " + (b"M" if change.old is None else b"R087")
        fields.append(status if number else b"\n" + status)
        fields += [change.path] if change.old is None else [change.old, change.path]
    return fields


@given(st.lists(COMMITS, max_size=5))
def test_what_git_prints_is_read_back(commits):
    fields = [field for commit in commits for field in printed(commit)]
    assert list(parse_log(fields)) == commits


@given(st.lists(COMMITS, min_size=1, max_size=3), st.data())
def test_a_log_that_is_cut_off_never_gives_a_wrong_commit(commits, data):
    fields = [field for commit in commits for field in printed(commit)]
    cut = data.draw(st.integers(0, len(fields)))
    found = []
    with suppress(ValueError):
        found.extend(parse_log(fields[:cut]))
    assert found[:-1] == commits[: max(0, len(found) - 1)]
    assert all(commit.id in {known.id for known in commits} for commit in found)


@given(st.lists(WITHOUT_NUL, max_size=12))
def test_anything_else_is_refused_or_holds_no_commit(fields):
    try:
        found = list(parse_log(fields))
    except ValueError:
        return
    assert all(len(commit.id) in (40, 64) for commit in found)


def test_a_message_that_looks_like_a_log_is_a_message(tmp_path):
    message = ":100644 100644 a b M\n\n" + "1" * 40 + "\n:100644"
    planted = garden(tmp_path / "project", [Planted(message, {"a.py": "1"}), Planted("", {"b.py": "2"})])
    newest, oldest = read_log(Git(planted.path), planted.ids[-1], limit=10)
    assert oldest.message.decode().strip() == message
    assert (newest.message.strip(), newest.changes) == (b"", (LoggedChange(b"b.py"),))


def test_names_are_bytes(tmp_path):
    names = [b"new\nline.py", b"\xff\xfe.py", b'quo"te.py', b":colon.py", "käse.py".encode(), b"tab\t.py", b"1" * 40]
    planted = garden(tmp_path / "project", [Planted("all", dict.fromkeys(names, "x"))])
    (commit,) = read_log(Git(planted.path), planted.ids[0], limit=10)
    assert sorted(change.path for change in commit.changes) == sorted(names)


def test_merges_are_left_out_and_empty_commits_are_not(tmp_path):
    planted = garden(
        tmp_path / "project",
        [
            Planted("root", {"a.py": "1\n"}),
            Planted("left", {"b.py": "1\n"}),
            Planted("right", {"c.py": "1\n"}, parents=(0,)),
            Planted("merge", {"d.py": "1\n"}, parents=(2, 1)),
            Planted("empty"),
        ],
    )
    found = list(read_log(Git(planted.path), planted.ids[-1], limit=10))
    assert sorted(commit.message.strip() for commit in found) == [b"empty", b"left", b"right", b"root"]
    assert not next(commit for commit in found if commit.message.strip() == b"empty").changes


def test_renames_are_told_with_the_old_name(tmp_path):
    text = "".join(f"line {n}\n" for n in range(30))
    planted = garden(
        tmp_path / "project",
        [Planted("root", {"a.py": text}), Planted("move", {"b.py": text + "more\n"}, deletes=["a.py"])],
    )
    newest, _ = read_log(Git(planted.path), planted.ids[-1], limit=10)
    assert newest.changes == (LoggedChange(b"b.py", b"a.py"),)


def test_the_newest_are_read_and_none_behind_what_is_known(tmp_path):
    planted = garden(tmp_path / "project", [Planted(f"c{n}", {"a.py": f"{n}"}) for n in range(6)])

    def messages(**how):
        return [commit.message.strip() for commit in read_log(Git(planted.path), planted.ids[-1], **how)]

    assert messages(limit=2) == [b"c5", b"c4"]
    assert messages(limit=9, known=planted.ids[2]) == [b"c5", b"c4", b"c3"]


def test_times_that_no_calendar_has(tmp_path):
    planted = garden(tmp_path / "project", [Planted("one", {"a.py": "1"})])
    tree = planted.git("rev-parse", "HEAD^{tree}")
    text = f"tree {tree}\nauthor A <a@x> 99999999999999999999999 +0000\ncommitter A <a@x> -5 +0000\n\nbroken\n"
    odd = planted.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", data=text.encode())
    (commit,) = read_log(Git(planted.path), odd, limit=10)
    assert commit.message.strip() == b"broken"
    assert all(abs(seconds) <= 2**62 for seconds in (commit.time, commit.authored))


def test_an_unknown_commit_is_an_error(tmp_path):
    planted = garden(tmp_path / "project", [Planted("one", {"a.py": "1"})])
    with pytest.raises(GitError):
        list(read_log(Git(planted.path), "1" * 40, limit=10))


def test_a_clone_without_file_content_has_a_history(tmp_path):
    text = "".join(f"line {n}\n" for n in range(30))
    planted = garden(
        tmp_path / "project",
        [
            Planted("root", {"a.py": text, "same.py": text + "x"}),
            Planted("move", {"b.py": text + "more\n", "new.py": text + "x"}, deletes=["a.py", "same.py"]),
        ],
    )
    planted.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    planted.git("clone", "--quiet", "--bare", "--filter=blob:none", f"file://{planted.path}", str(clone))
    newest, oldest = read_log(Git(clone), planted.ids[-1], limit=10)
    assert {change.path for change in oldest.changes} == {b"a.py", b"same.py"}
    # What moved as it was is followed by its name in git; what also changed would need its content.
    assert LoggedChange(b"new.py", b"same.py") in newest.changes
    assert {change.path for change in newest.changes} == {b"new.py", b"b.py", b"a.py"}
