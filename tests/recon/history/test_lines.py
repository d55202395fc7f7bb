from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.history import RepositoryHistory
from crossbearing.recon.history.lines import Hunk, carried
from crossbearing.source import open_source
from planted import Planted, garden

BASE = [f"line {number}" for number in range(40)]


def text(lines):
    return "".join(f"{line}\n" for line in lines)


def lines_of(path, commit, name, rev=None):
    with open_source(path, rev) as source:
        return RepositoryHistory(source, None).lines([(commit, name)]).get((commit, name))


@pytest.mark.parametrize(
    ("hunk", "later", "expected"),
    [
        (Hunk(9, 1, 10, 3), [], (10, 12)),
        (Hunk(9, 1, 10, 3), [Hunk(2, 0, 3, 5)], (15, 17)),
        (Hunk(9, 1, 10, 3), [Hunk(2, 4, 1, 0)], (6, 8)),
        (Hunk(9, 1, 10, 3), [Hunk(9, 0, 10, 2)], (12, 14)),
        (Hunk(9, 1, 10, 3), [Hunk(10, 0, 11, 2)], (10, 14)),
        (Hunk(9, 1, 10, 3), [Hunk(12, 0, 13, 2)], (10, 12)),
        (Hunk(9, 1, 10, 3), [Hunk(50, 2, 50, 9)], (10, 12)),
        (Hunk(1, 0, 1, 10), [Hunk(1, 10, 1, 20)], (1, 19)),
        (Hunk(5, 2, 4, 0), [], (4, 5)),
        (Hunk(1, 2, 0, 0), [], (1, 1)),
        (Hunk(9, 1, 10, 3), [Hunk(10, 3, 9, 0)], (9, 9)),
    ],
)
def test_hunks_are_carried_through_what_came_later(hunk, later, expected):
    assert carried(hunk, later) == expected


def hunks_between(old, new):
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for tag, old_start, old_end, new_start, new_end in opcodes:
        removed, added = old_end - old_start, new_end - new_start
        if tag != "equal":
            yield Hunk(old_start + (removed > 0), removed, new_start + (added > 0), added)


@given(st.data())
def test_every_line_that_is_still_there_is_found(data):
    place = data.draw(st.integers(0, len(BASE)))
    block = [f"new {number}" for number in range(data.draw(st.integers(1, 6)))]
    then = now = [*BASE[:place], *block, *BASE[place:]]
    for number in range(data.draw(st.integers(0, 4))):
        at, removed = data.draw(st.integers(0, len(now))), data.draw(st.integers(0, 3))
        now = [*now[:at], *(f"later {number} {n}" for n in range(data.draw(st.integers(0, 4)))), *now[at + removed :]]
    first, last = carried(Hunk(place, 0, place + 1, len(block)), hunks_between(then, now)) or (1, 0)
    found = set(range(first, last + 1))
    assert {number for number, line in enumerate(now, 1) if line in block} <= found
    assert not found - set(range(1, max(1, len(now)) + 1))


@pytest.mark.parametrize("above", [[], ["first"], BASE[:3]])
def test_git_tells_the_same(tmp_path, above):
    then = [*BASE[:20], "new", "newer", *BASE[20:]]
    now = [*above, *BASE[5:20], "new", "between", "newer", *BASE[20:30]]
    planted = garden(
        tmp_path / "project",
        [Planted(name, {"a.py": text(lines)}) for name, lines in (("base", BASE), ("write", then), ("later", now))],
    )
    place = now.index("new") + 1
    assert lines_of(planted.path, planted.ids[1], "a.py") == ((place, place + 2),)


def test_through_a_rename(tmp_path):
    written = [*BASE[:20], "new", *BASE[20:]]
    planted = garden(
        tmp_path / "project",
        [
            Planted("base", {"a.py": text(BASE)}),
            Planted("write", {"a.py": text(written)}),
            Planted("move", {"lib/b.py": text(["first", *written])}, deletes=["a.py"]),
        ],
    )
    assert lines_of(planted.path, planted.ids[1], "lib/b.py") == ((22, 22),)
    assert lines_of(planted.path, planted.ids[1], "a.py") is None
    assert lines_of(planted.path, planted.ids[1], "a.py", planted.ids[1]) == ((21, 21),)


def test_content_that_looks_like_a_difference(tmp_path):
    odd = ["-- a/other.py", "++ b/other.py", "@@ -1 +1 @@", "diff --git a/x b/x", ""]
    planted = garden(
        tmp_path / "project",
        [
            Planted("base", {"a.py": text([*odd, *BASE])}),
            Planted("write", {"a.py": text([*BASE[:3], *odd[::-1], *BASE[3:]]), "a space.py": "x\n"}),
        ],
    )
    assert lines_of(planted.path, planted.ids[1], "a.py") == ((1, 1), (4, 8))
    assert lines_of(planted.path, planted.ids[1], "a space.py") == ((1, 1),)
    assert lines_of(planted.path, planted.ids[1], "other.py") is None


def test_files_without_a_last_newline_and_binary_ones(tmp_path):
    planted = garden(
        tmp_path / "project",
        [
            Planted("base", {"a.py": "one\ntwo", "b.py": b"\0\1"}),
            Planted("write", {"a.py": "one\nthree", "b.py": b"\0\2"}),
        ],
    )
    assert lines_of(planted.path, planted.ids[1], "a.py") == ((2, 2),)
    assert lines_of(planted.path, planted.ids[1], "b.py") is None


def test_a_file_that_was_edited_on_disk_is_not_followed(tmp_path):
    planted = garden(tmp_path / "project", [Planted("base", {"a.py": text(BASE), "b.py": text(BASE)})])
    clone = tmp_path / "clone"
    planted.git("clone", "--quiet", str(planted.path), str(clone))
    (clone / "b.py").write_text("edited\n" + text(BASE))
    assert lines_of(clone, planted.ids[0], "a.py") == ((1, 40),)
    assert lines_of(clone, planted.ids[0], "b.py") is None


def test_in_a_folder_of_the_repository(tmp_path):
    planted = garden(tmp_path / "project", [Planted("base", {"lib/a.py": text(BASE), "a.py": "x\n"})])
    clone = tmp_path / "clone"
    planted.git("clone", "--quiet", str(planted.path), str(clone))
    assert lines_of(clone / "lib", planted.ids[0], "a.py") == ((1, 40),)


@pytest.mark.parametrize("commit", ["1" * 40, "2" * 64])
def test_commits_that_are_none(tmp_path, commit):
    planted = garden(tmp_path / "project", [Planted("base", {"a.py": "1\n"})])
    assert lines_of(planted.path, commit, "a.py") is None
