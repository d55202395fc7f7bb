import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.patches import apply_to, changes_of, grouped, keeping, parse_patch

BINARY = """\
diff --git a/logo.bin b/logo.bin
new file mode 100644
index 0000000000000000000000000000000000000000..8dc2b1a0f2b8b6b4a2a87d5d2b2b6b4a2a87d5d2
GIT binary patch
literal 4
LcmZQ!0DzJJ0ssI2

literal 0
HcmV?d00001

"""
PATCHES = {
    "modified": "diff --git a/a.py b/a.py\nindex 1..2 100644\n--- a/a.py\n+++ b/a.py\n"
    "@@ -1,2 +1,2 @@ def f():\n a\n-b\n+c\n",
    "renamed": "diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\nindex 1..2\n"
    "--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n",
    "name only": "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n",
    "mode only": "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n",
    "no newline": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n",
    "carriage returns": "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\r\n-y\r\n+z\r\n",
    "cut last newline": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y",
    "stripped context": "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n\n-y\n+z\n",
    "binary": BINARY,
    "binary by name": "diff --git a/l b/l\nindex 1..2 100644\nBinary files a/l and b/l differ\n",
    "mail": "From 123 Mon Sep 17\nSubject: x\n\n---\n a | 1 +\n\n--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n-- \n2.39.5\n",
    "merge": "diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1,1 -1,1 +1,2 @@@\n +x\n+ y\n",
    "quoted name": 'diff --git "a/\\303\\244 b" "b/\\303\\244 b"\nnew file mode 100644\n'
    '--- /dev/null\n+++ "b/\\303\\244 b"\n@@ -0,0 +1 @@\n+x\n',
    "copied": "diff --git a/a b/b\nsimilarity index 90%\ncopy from a\ncopy to b\nindex 1..2\n"
    "--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n",
    "deleted": "diff --git a/a b/a\ndeleted file mode 100644\nindex 1..0\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
    "empty file": "diff --git a/a b/a\nnew file mode 100644\nindex 0000000..e69de29\n",
    "symbolic link": "diff --git a/l b/l\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+t\n"
    "\\ No newline at end of file\n",
    "submodule": "diff --git a/s b/s\nindex 1..2 160000\n--- a/s\n+++ b/s\n@@ -1 +1 @@\n"
    "-Subproject commit 1\n+Subproject commit 2\n",
    "binary delta": "diff --git a/l b/l\nindex 1..2 100644\nGIT binary patch\ndelta 4\nLcmZQ!0DzJJ0ssI2\n\n"
    "delta 4\nLcmZQ!0DzJJ0ssI2\n\n",
    "series": "From 1\nSubject: x\n---\n a | 1 +\n\n"
    "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n-- \n2.39\n\n"
    "From 2\nSubject: y\n---\n a | 1 +\n\n"
    "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n x\n+y\n-- \n2.39\n\n",
    "times": "--- a.py\t2020-01-01 00:00:00.0 +0000\n+++ a.py\t2020-01-02 00:00:00.0 +0000\n@@ -1 +1 @@\n-x\n+y\n",
    "two folders": "diff -ru before/d/a.py after/d/a.py\n--- before/d/a.py\t2020\n+++ after/d/a.py\t2020\n"
    "@@ -1 +1 @@\n-x\n+y\n",
    "subversion": f"Index: a.py\n{'=' * 67}\n--- a.py\t(revision 1)\n+++ a.py\t(working copy)\n@@ -1 +1 @@\n-x\n+y\n",
    "carriage returns everywhere": "diff --git a/a b/a\r\n--- a/a\r\n+++ b/a\r\n@@ -1 +1 @@ f\r\n-x\r\n+y\r\n",
    "no prefixes": "diff --git a/x.py a/x.py\n--- a/x.py\n+++ a/x.py\n@@ -1 +1 @@\n-x\n+y\n",
    "looks like headers": "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n--- a/b\n-+++ b/b\n+++ b/c\n+@@ -1 +1 @@\n",
    "line separators": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\x0b\x0c\x1c\u2028\x85y\n+\udcff\0\n",
    "empty": "",
    "prose": "nothing here\nis a diff\n",
}


@pytest.mark.parametrize("text", PATCHES.values(), ids=PATCHES)
def test_what_is_read_is_written_again(text: str):
    assert parse_patch(text).text == text


@given(st.text(alphabet="ab+-@ \n\r\\", max_size=200))
def test_whatever_can_be_read_is_written_again(text: str):
    text = f"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n{text}"
    try:
        patch = parse_patch(text)
    except CrossbearingError:
        return
    assert patch.text == text


@pytest.mark.parametrize("text", PATCHES.values(), ids=PATCHES)
def test_every_part_that_is_kept_is_read_as_it_was_written(text: str):
    changes = changes_of(parse_patch(text))
    for level in ("file", "hunk", "run", "line"):
        for group in grouped(changes, level):
            cut = keeping(parse_patch(text), group)
            assert parse_patch(cut.text).text == cut.text
            assert len(changes_of(parse_patch(cut.text))) == len(group)


def test_names_and_kinds_of_changes():
    def told(name: str) -> tuple[str | None, str | None, str]:
        (file,) = parse_patch(PATCHES[name]).files
        return file.old_path, file.new_path, file.status

    assert told("modified") == ("a.py", "a.py", "modified")
    assert told("renamed") == ("a", "b", "renamed")
    assert told("quoted name") == (None, "ä b", "added")
    assert told("copied") == ("a", "b", "copied")
    assert told("deleted") == ("a", None, "deleted")
    assert told("empty file") == (None, "a", "added")
    assert told("symbolic link") == (None, "l", "added")
    assert told("submodule") == ("s", "s", "modified")
    assert told("times") == told("subversion") == ("a.py", "a.py", "modified")
    assert told("two folders") == ("d/a.py", "d/a.py", "modified")
    assert told("carriage returns everywhere") == ("a", "a", "modified")
    assert told("no prefixes") == ("a/x.py", "a/x.py", "modified")
    assert told("looks like headers") == ("a", "a", "modified")
    assert [file.added for file in parse_patch(PATCHES["series"]).files] == [1, 1]
    assert told("binary") == (None, "logo.bin", "added")
    assert parse_patch(PATCHES["binary by name"]).files[0].is_binary
    assert parse_patch(PATCHES["mode only"]).files[0].changes_mode
    assert parse_patch(PATCHES["merge"]).files[0].is_opaque


@pytest.mark.parametrize(
    "text",
    [
        "--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n-x\n",
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n-y\n+z\n",
        f"--- a/a\n+++ b/a\n@@ -{'9' * 5000} +1 @@\n-x\n+y\n",
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n\\ No newline at end of file\n-x\n+y\n",
    ],
    ids=["cut off", "too many", "a number without end", "marker without a line"],
)
def test_a_broken_hunk_is_refused_with_its_line(text: str):
    with pytest.raises(CrossbearingError, match=r"line [34]"):
        parse_patch(text)


def test_all_changes_kept_is_the_patch_and_none_is_empty():
    for text in PATCHES.values():
        patch = parse_patch(text)
        assert keeping(patch, changes_of(patch)) == patch
        assert keeping(patch, ()).files == ()


def test_a_file_that_becomes_a_link_is_one_change():
    text = PATCHES["deleted"] + PATCHES["symbolic link"].replace("/l", "/a")
    patch = parse_patch(text)
    assert len(changes_of(patch)) == 1
    assert keeping(patch, changes_of(patch)).text == text
    assert keeping(patch, ()).text == ""


def test_a_dropped_rename_leaves_the_edit_under_the_old_name():
    patch = parse_patch(PATCHES["renamed"])
    header, edit = grouped(changes_of(patch), "hunk")
    assert keeping(patch, edit).text == "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n"
    assert "rename to b\n" in keeping(patch, header).text


LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "d\r", "ü"]), max_size=24)


@settings(max_examples=60, deadline=None)
@given(old=LINES, new=LINES, ends=st.tuples(st.booleans(), st.booleans()), data=st.data())
def test_every_subset_applies_with_git_and_gives_what_apply_to_gives(
    tmp_path_factory: pytest.TempPathFactory,
    old: list[str],
    new: list[str],
    ends: tuple[bool, bool],
    data: st.DataObject,
):
    folder = tmp_path_factory.mktemp("files")
    before = "\n".join(old) + ("\n" if ends[0] and old else "")
    after = "\n".join(new) + ("\n" if ends[1] and new else "")
    (folder / "old").write_bytes(before.encode())
    (folder / "new").write_bytes(after.encode())
    run = subprocess.run(
        ["git", "diff", "--no-index", "--no-prefix", "--text", "old", "new"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    text = run.stdout.decode().replace("+++ new", "+++ old").replace("diff --git old new", "diff --git old old")
    patch = parse_patch(text)
    assert patch.text == text
    changes = changes_of(patch)
    if not changes:
        return
    kept = data.draw(st.lists(st.sampled_from(changes), unique=True, min_size=1))
    cut = keeping(patch, kept)
    assert parse_patch(cut.text).text == cut.text
    applied = apply_with_git(folder, before, cut.text)
    assert applied == (apply_to(cut.files[0], before) if cut.files else before)
    if len(kept) == len(changes):
        assert applied == after


def apply_with_git(folder: Path, before: str, patch: str) -> str:
    (folder / "old").write_bytes(before.encode())
    command = ["git", "apply", "-p0", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=patch.encode(), cwd=folder, check=True, capture_output=True)
    place = folder / "old"
    return place.read_bytes().decode() if place.exists() else ""


def test_a_patch_that_fits_nowhere_is_refused():
    (file,) = parse_patch(PATCHES["modified"]).files
    with pytest.raises(CrossbearingError, match=r"does not apply to a\.py"):
        apply_to(file, "nothing alike\n")


def test_a_patch_some_lines_off_its_place_is_applied_there():
    (file,) = parse_patch(PATCHES["modified"]).files
    assert apply_to(file, "x\ny\na\nb\n") == "x\ny\na\nc\n"


@pytest.mark.parametrize(
    ("start", "result"),
    [(1, "y\nx\nx\n"), (2, "x\ny\nx\n"), (3, "x\nx\ny\n"), (10**30, "x\nx\ny\n"), (0, "y\nx\nx\n")],
)
def test_a_hunk_is_applied_where_it_says_or_next_to_it(start: int, result: str):
    (file,) = parse_patch(f"--- a/a\n+++ b/a\n@@ -{start} +{start} @@\n-x\n+y\n").files
    assert apply_to(file, "x\nx\nx\n") == result


def test_hunks_that_are_longer_than_the_file_fit_nowhere():
    (file,) = parse_patch("--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n-x\n-x\n+y\n").files
    with pytest.raises(CrossbearingError):
        apply_to(file, "x\n")


HEADERS = sorted({line for text in PATCHES.values() for line in text.splitlines(keepends=True)} | {"@@ -0,0 +0,0 @@\n"})


@settings(deadline=None)
@given(
    text=st.sampled_from(sorted(PATCHES.values())) | st.just("".join(PATCHES.values())),
    damage=st.lists(st.tuples(st.integers(0, 40), st.sampled_from([*HEADERS, "", "\0"])), min_size=1, max_size=4),
    data=st.data(),
)
def test_damaged_patches_are_refused_or_read_as_any_other(
    text: str, damage: list[tuple[int, str]], data: st.DataObject
):
    lines = text.splitlines(keepends=True)
    for position, line in damage:
        lines[position : position + (not line)] = [line] if line else []
    text = "".join(lines)
    try:
        patch = parse_patch(text)
    except CrossbearingError:
        return
    assert patch.text == text
    changes = changes_of(patch)
    assert keeping(patch, changes) == patch
    kept = data.draw(st.lists(st.sampled_from(changes), unique=True)) if changes else []
    part = keeping(patch, kept).text
    assert parse_patch(part).text == part
