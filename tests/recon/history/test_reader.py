import subprocess

import numpy as np
import pytest
from attrs import fields
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.history import BOT, IGNORED, REFERS, History
from crossbearing.recon.history import RepositoryHistory
from crossbearing.recon.history.log import read_log
from crossbearing.source import open_source
from planted import DAY, START, Planted, garden

TEXT = "".join(f"line {n}\n" for n in range(30))


def read(path, rev=None, build_dir=None, **how):
    with open_source(path, rev) as source:
        return RepositoryHistory(source, build_dir, **how).read()


def content(history):
    """Everything that a history says, in plain types."""
    plain = {}
    for field in fields(History):
        value = getattr(history, field.name)
        plain[field.name] = (
            value.tolist() if isinstance(value, np.ndarray) else value if isinstance(value, bool) else list(value)
        )
    return plain


def told(history):
    """What the commits say, without the tables behind it."""
    commits = [history.commit(number) for number in range(len(history))]
    words = {word: history.postings[history.containing(word)].tolist() for word in history.vocabulary}
    return commits, words, history.marks.tolist(), history.lengths.tolist()


def paths(history):
    return [set(history.commit(number).paths) for number in range(len(history))]


@pytest.fixture
def project(tmp_path):
    return garden(
        tmp_path / "project",
        [
            Planted("start", {"a.py": TEXT, "b.py": TEXT + "b"}),
            Planted("Fixes #12: peek", {"a.py": TEXT + "more\n"}),
            Planted("bump x", {"b.py": "1"}, author="dependabot[bot] <x@users.noreply.github.com>"),
            Planted("move", {"c.py": TEXT + "more\n"}, deletes=["a.py"]),
            Planted("edit c", {"c.py": TEXT + "more\nand more\n"}),
        ],
    )


def test_commits_are_told_oldest_first(project):
    history = read(project.path)
    assert [bytes(row).hex() for row in history.ids] == project.ids
    assert history.times.tolist() == [START + DAY * number for number in range(5)]
    commit = history.commit(1)
    assert (commit.message, commit.time, commit.authored) == ("Fixes #12: peek", START + DAY, START + DAY)
    assert history.marks.tolist() == [0, REFERS, BOT, 0, 0]


def test_renames_are_followed_to_the_name_of_today(project):
    assert paths(read(project.path)) == [{"c.py", "b.py"}, {"c.py"}, {"b.py"}, {"c.py"}, {"c.py"}]
    assert paths(read(project.path, project.ids[2])) == [{"a.py", "b.py"}, {"a.py"}, {"b.py"}]


def test_files_that_change_names_with_each_other(tmp_path):
    one, two = TEXT, TEXT.replace("line", "word")
    swapped = garden(
        tmp_path / "project",
        [
            Planted("one", {"a.py": one}),
            Planted("two", {"b.py": two}),
            Planted("away", {"x.py": one}, deletes=["a.py"]),
            Planted("over", {"a.py": two}, deletes=["b.py"]),
            Planted("back", {"b.py": one}, deletes=["x.py"]),
        ],
    )
    assert paths(read(swapped.path))[:2] == [{"b.py"}, {"a.py"}]


def test_a_name_used_again_is_another_file(tmp_path):
    reused = garden(
        tmp_path / "project",
        [
            Planted("old", {"a.py": TEXT}),
            Planted("move", {"b.py": TEXT}, deletes=["a.py"]),
            Planted("new", {"a.py": "something else\n"}),
        ],
    )
    assert paths(read(reused.path)) == [{"b.py"}, {"b.py"}, {"a.py"}]


@pytest.mark.parametrize(
    ("message", "refers"),
    [
        ("see #7", True),
        ("Fix it", True),
        ("fixed: it", True),
        ("This closes GH 3", True),
        ("resolves a race", True),
        ("Text\n\nFixes #9", True),
        ("prefix and suffix", False),
        ("a fixture, disclosed", False),
        ("Text <!-- fixes #NNNN, or #12 --> and more", False),
        ("# heading", False),
    ],
)
def test_messages_that_name_an_issue_or_a_fix(tmp_path, message, refers):
    planted = garden(tmp_path / "project", [Planted(message, {"a.py": "1"})])
    assert read(planted.path).marks.tolist() == [REFERS if refers else 0]


@pytest.mark.parametrize("author", ["renovate-bot <a@b>", "x <pre-commit-ci[bot]@users.noreply.github.com>"])
def test_bots(tmp_path, author):
    planted = garden(tmp_path / "project", [Planted("update", {"a.py": "1"}, author=author)])
    assert read(planted.path).marks.tolist() == [BOT]


def test_commits_that_blame_ignores(tmp_path):
    planted = garden(tmp_path / "project", [Planted("one", {"a.py": "1"}), Planted("black", {"a.py": "2"})])
    listed = f"# formatting\n{planted.ids[1]}  # black\nnot an id\n"
    planted.plant([Planted("list", {".git-blame-ignore-revs": listed})])
    assert read(planted.path).marks.tolist() == [0, IGNORED, 0]
    assert read(planted.path, planted.ids[1]).marks.tolist() == [0, 0]


def test_messages_are_documents_without_trailers_and_comments(tmp_path):
    message = (
        "Peek twice\n\nparser parser\n<!-- template words -->\nSigned-off-by: Zed <zed@example.org>\nReviewed-by: Zed"
    )
    history = read(garden(tmp_path / "project", [Planted(message, {"a.py": "1"})]).path)
    assert sorted(history.vocabulary) == ["parser", "peek", "twice"]
    assert history.counts[history.containing("parser")].tolist() == [2]
    assert history.lengths.tolist() == [4]


def test_a_second_reading_reads_nothing(project, tmp_path, monkeypatch):
    first = read(project.path, build_dir=tmp_path)
    monkeypatch.setattr("crossbearing.recon.history.reader.read_log", None)
    assert content(read(project.path, build_dir=tmp_path)) == content(first)


def test_new_commits_are_appended(project, tmp_path, monkeypatch):
    read(project.path, build_dir=tmp_path)
    project.plant(
        [Planted("Closes #3", {"d.py": TEXT + "more\nand more\n!"}, deletes=["c.py"]), Planted("last", {"e.py": "1"})]
    )
    asked = []
    monkeypatch.setattr(
        "crossbearing.recon.history.reader.read_log",
        lambda *args, known, **how: asked.append(known) or read_log(*args, known=known, **how),
    )
    grown = read(project.path, build_dir=tmp_path)
    assert asked == [project.ids[4]]
    assert told(grown) == told(read(project.path))
    assert paths(grown)[0] == {"d.py", "b.py"}


def test_a_history_that_was_rewritten_is_read_anew(project, tmp_path):
    read(project.path, build_dir=tmp_path)
    project.plant([Planted("other", {"z.py": "1"}, parents=(1,))])
    history = read(project.path, build_dir=tmp_path)
    assert [history.messages[number] for number in range(len(history))] == ["start", "Fixes #12: peek", "other"]
    assert told(history) == told(read(project.path))


def test_an_older_revision_after_a_newer_one(project, tmp_path):
    read(project.path, build_dir=tmp_path)
    assert told(read(project.path, project.ids[1], build_dir=tmp_path)) == told(read(project.path, project.ids[1]))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_in_whatever_steps_it_is_read(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("steps")
    names = st.sampled_from(["a.py", "b.py", "c.py", "lib/d.py"])
    messages = st.sampled_from(["fix #1", "peek the parser", "", "ünïcode wörds", "peek peek"])
    count = data.draw(st.integers(1, 7))
    commits = []
    for number in range(count):
        parent = data.draw(st.integers(0, number - 1)) if number else 0
        files = data.draw(st.dictionaries(names, st.just(TEXT + str(number)), max_size=2))
        time = START + DAY * data.draw(st.integers(0, 3))
        parents = (parent,) if number else ()
        commits.append(Planted(data.draw(messages), files, time=time, parents=parents))
    planted = garden(folder / "project", commits)
    for revision in data.draw(st.lists(st.sampled_from(planted.ids), min_size=1, max_size=4)):
        assert told(read(planted.path, revision, folder)) == told(read(planted.path, revision))


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_made_anew(project, tmp_path, damage):
    expected = content(read(project.path, build_dir=tmp_path))
    kept = tmp_path / "history"
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert content(read(project.path, build_dir=tmp_path)) == expected
    assert kept.read_bytes() == whole


def test_a_directory_that_cannot_be_written(project, tmp_path):
    (tmp_path / "history").mkdir()
    assert told(read(project.path, build_dir=tmp_path)) == told(read(project.path))


def test_only_the_newest_of_many(project, tmp_path):
    history = read(project.path, build_dir=tmp_path, limit=3)
    assert [bytes(row).hex() for row in history.ids] == project.ids[2:]
    assert history.truncated
    assert not read(project.path).truncated
    project.plant([Planted("new", {"n.py": "1"})])
    grown = read(project.path, build_dir=tmp_path, limit=3)
    assert [bytes(row).hex() for row in grown.ids] == project.ids[3:]


def test_only_so_many_changes_are_read(project, tmp_path, monkeypatch):
    monkeypatch.setattr("crossbearing.recon.history.reader.MOST_CHANGES", 3)
    for build_dir in (tmp_path, tmp_path):
        history = read(project.path, build_dir=build_dir)
        assert [bytes(row).hex() for row in history.ids] == project.ids[1:]
        assert history.truncated
    # What is new is too much by itself: what is kept does not follow on it.
    project.plant([Planted("many", {f"{n}.py": "1" for n in range(5)}), Planted("last", {"last.py": "1"})])
    history = read(project.path, build_dir=tmp_path)
    assert [bytes(row).hex() for row in history.ids] == project.ids[-2:]


def test_very_long_messages_are_cut(tmp_path):
    planted = garden(tmp_path / "project", [Planted("peek " * 100_000 + "end", {"a.py": "1"})])
    history = read(planted.path)
    assert len(history.messages[0]) == 1_000
    assert history.counts[history.containing("peek")].tolist() == [400]


def test_hostile_names_survive_the_disk(tmp_path):
    names = [b"new\nline.py", b"\xff\xfe.py", b'quo"te.py', "käse.py".encode(), b"1" * 40]
    planted = garden(tmp_path / "project", [Planted("all", dict.fromkeys(names, "x"))])
    read(planted.path, build_dir=tmp_path)
    (found,) = paths(read(planted.path, build_dir=tmp_path))
    assert found == {name.decode("utf-8", "surrogateescape") for name in names}


def test_messages_that_are_no_text(tmp_path):
    history = read(garden(tmp_path / "project", [Planted(b"caf\xe9 \xff\xfe peek", {"a.py": "1"})]).path)
    assert "peek" in history.vocabulary
    history.messages[0].encode("utf-8")


def test_a_folder_of_a_repository(tmp_path):
    planted = garden(
        tmp_path / "project",
        [
            Planted("outside", {"b.py": TEXT}),
            Planted("inside", {"lib/a.py": TEXT}),
            Planted("out", {"a.py": TEXT}, deletes=["lib/a.py"]),
            Planted("in", {"lib/c.py": TEXT}, deletes=["a.py"]),
        ],
    )
    clone = tmp_path / "clone"
    planted.git("clone", "--quiet", str(planted.path), str(clone))
    assert paths(read(clone / "lib")) == [set(), {"a.py"}, set(), {"c.py"}]


def test_why_there_is_none(project, tmp_path):
    (tmp_path / "folder").mkdir()
    empty = tmp_path / "empty"
    empty.mkdir()
    subprocess.run(["git", "init", "--quiet", str(empty)], check=True)
    shallow = tmp_path / "shallow"
    project.git("clone", "--quiet", "--depth=3", f"file://{project.path}", str(shallow))
    assert read(tmp_path / "folder") == NoEvidence("the files are not in a git repository")
    assert read(empty) == NoEvidence("the repository has no commit yet")
    found = read(shallow)
    assert isinstance(found, NoEvidence)
    assert "shallow" in found.reason
    assert not RepositoryHistory(open_source(shallow), None).lines([(project.ids[4], "c.py")])


def test_a_working_tree_has_the_history_of_head(project, tmp_path):
    clone = tmp_path / "clone"
    project.git("clone", "--quiet", str(project.path), str(clone))
    (clone / "c.py").write_text("not committed")
    assert told(read(clone)) == told(read(project.path))


def test_a_commit_that_is_gone(project):
    (project.path / "objects" / project.ids[1][:2] / project.ids[1][2:]).unlink()
    found = read(project.path)
    assert isinstance(found, NoEvidence)
    assert found.reason.startswith("git cannot read the history")


def test_until_a_time(project):
    whole = read(project.path)
    early = whole.until(START + 3 * DAY)
    assert told(early)[0] == told(whole)[0][:3]
    assert early.postings[early.containing("peek")].tolist() == [1]
    assert early.postings[early.containing("edit")].tolist() == []
    assert early.sizes().tolist() == whole.sizes().tolist()[:3]
    assert whole.until(START + 99 * DAY) is whole
    assert len(whole.until(START)) == 0


def test_until_leaves_out_what_claims_to_be_written_later(tmp_path):
    planted = garden(
        tmp_path / "project",
        [
            Planted("one", {"a.py": "1"}),
            Planted("two", {"a.py": "2"}, authored=START + 9 * DAY),
            Planted("three", {"a.py": "3"}),
        ],
    )
    early = read(planted.path).until(START + 5 * DAY)
    assert [early.messages[number] for number in range(len(early))] == ["one", "three"]
    assert early.postings[early.containing("three")].tolist() == [1]


def test_bm25_by_hand(tmp_path):
    planted = garden(
        tmp_path / "project",
        [
            Planted("peek parser", {"a.py": "1"}),
            Planted("parser", {"a.py": "2"}),
            Planted("cart cart cart", {"b.py": "1"}),
        ],
    )
    history = read(planted.path)
    everything = np.ones(3, np.bool_)
    # Two of three messages hold the word; lengths 2, 1, 3, on average 2.
    idf = np.log(1 + 1.5 / 2.5)
    expected = [idf * 2.5 / (1 + 1.5), idf * 2.5 / (1 + 1.5 * (0.25 + 0.75 / 2)), 0.0]
    assert history.bm25({"parser": 1.0}, everything) == pytest.approx(expected)
    alone = history.bm25({"parser": 2.0}, np.array([True, False, True]))
    assert alone[0] > 0
    assert alone[1:].tolist() == [0.0, 0.0]
    assert not history.bm25({"parser": 1.0}, np.zeros(3, np.bool_)).any()
