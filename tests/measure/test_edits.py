import difflib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.measure.edits import Insertion, indentation, placed, read_edits
from crossbearing.model.errors import CrossbearingError

LINES = st.lists(st.sampled_from(["a", "b", "    c", "\td", "", "  e"]), max_size=12)


def test_a_modified_file_has_its_removed_and_added_lines_in_base_numbers():
    patch = (
        "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n"
        "@@ -3,4 +3,5 @@ def f():\n one\n-two\n+zwei\n+drei\n three\n four\n"
        "@@ -20,0 +22 @@\n+added\n"
    )
    (edit,) = read_edits(patch)
    assert (edit.path, edit.status, edit.removed) == ("x.py", "modified", (4,))
    assert edit.insertions == (Insertion(4, 0), Insertion(20, 0))
    first, second = edit.hunks
    assert (first.start, first.base) == (3, ("one", "two", "three", "four"))
    assert (second.start, second.base) == (21, ())


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(LINES, LINES)
def test_what_is_read_says_where_the_base_differs(old: list[str], new: list[str]):
    patch = "\n".join(difflib.unified_diff(old, new, "a/x", "b/x", lineterm="", n=1))
    if not patch:
        return
    if not old:
        assert [edit.status for edit in read_edits(patch)] == ["modified"]
    (edit,) = read_edits(patch)
    blocks = [block for block in difflib.SequenceMatcher(None, old, new).get_opcodes() if block[0] != "equal"]
    assert list(edit.removed) == [line for _, low, high, _, _ in blocks for line in range(low + 1, high + 1)]
    expected = [high for _, _, high, first, last in blocks if last > first]
    assert [insertion.after for insertion in edit.insertions] == expected
    assert all(tuple(old[hunk.start - 1 :][: len(hunk.base)]) == hunk.base for hunk in edit.hunks)
    assert placed(edit, old) == edit


def test_added_deleted_renamed_and_untouched_files():
    patch = """\
diff --git a/new.py b/new.py
new file mode 100644
index 0000000..e69de29
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+x
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
diff --git a/old.py b/moved.py
similarity index 90%
rename from old.py
rename to moved.py
--- a/old.py
+++ b/moved.py
@@ -1 +1 @@
-x
+y
diff --git a/as_it_was.py b/elsewhere.py
similarity index 100%
rename from as_it_was.py
rename to elsewhere.py
diff --git a/run.py b/run.py
old mode 100644
new mode 100755
diff --git a/logo.png b/logo.png
index 1..2 100644
Binary files a/logo.png and b/logo.png differ
"""
    found = [(edit.path, edit.status, list(edit.removed), len(edit.insertions)) for edit in read_edits(patch)]
    assert found == [
        ("new.py", "added", [], 0),
        ("gone.py", "deleted", [1, 2], 0),
        ("old.py", "modified", [1], 1),
        ("as_it_was.py", "modified", [], 0),
        ("run.py", "modified", [], 0),
        ("logo.png", "modified", [], 0),
    ]


def test_names_that_git_quotes_are_read_back():
    patch = '--- "a/caf\\303\\251 \\"x\\"\\t\\377.py"\n+++ "b/caf\\303\\251 \\"x\\"\\t\\377.py"\n@@ -1 +1 @@\n-a\n+b\n'
    assert [edit.path for edit in read_edits(patch)] == ['café "x"\t\udcff.py']


def test_a_patch_may_lack_its_last_newline_and_speak_of_the_files():
    end = "\\ No newline at end of file"
    patch = f"--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a\r\n-b\n{end}\n+c\n{end}"
    (edit,) = read_edits(patch)
    assert edit.removed == (2,)
    assert edit.insertions == (Insertion(2, 0),)
    assert edit.hunks[0].base == ("a", "b")


TEXT = [f"line {number}" for number in range(1, 31)]


def hunk_at(start: int, base: list[str]) -> str:
    body = "".join(f" {line}\n" for line in base[:1]) + "+new\n" + "".join(f"-{line}\n" for line in base[1:])
    return f"@@ -{start},{len(base)} +{start},2 @@\n{body}"


@pytest.mark.parametrize("offset", [-9, -1, 0, 1, 12])
def test_a_hunk_that_is_off_by_some_lines_is_found(offset: int):
    (edit,) = read_edits("--- a/x\n+++ b/x\n" + hunk_at(15 + offset, TEXT[14:17]) + hunk_at(18 + offset, TEXT[17:19]))
    fitted = placed(edit, TEXT)
    assert fitted.removed == (16, 17, 19)
    assert [insertion.after for insertion in fitted.insertions] == [15, 18]


def test_the_nearest_of_several_places_is_taken_after_the_hunk_before():
    lines = ["a", "b", "x", "a", "b", "y", "a", "b"]
    patch = "--- a/x\n+++ b/x\n" + hunk_at(6, ["a", "b"])
    assert placed(read_edits(patch)[0], lines).removed == (8,)
    assert placed(read_edits(patch.replace("-6", "-5"))[0], lines).removed == (5,)
    twice = "--- a/x\n+++ b/x\n" + hunk_at(4, ["a", "b"]) + hunk_at(4, ["a", "b"])
    assert placed(read_edits(twice)[0], lines).removed == (5, 8)


def test_a_hunk_that_fits_nowhere_is_refused():
    for base in (["line 5", "other"], [*TEXT, "more"]):
        (edit,) = read_edits("--- a/x\n+++ b/x\n" + hunk_at(5, base))
        with pytest.raises(CrossbearingError, match="the patch does not apply to x around line 5"):
            placed(edit, TEXT)


@pytest.mark.parametrize("patch", ["@@ -1 +1 @@\n-a\n+b\n", "--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n"])
def test_what_is_no_diff_is_refused_in_one_sentence(patch: str):
    with pytest.raises(CrossbearingError, match="the patch is not a unified diff"):
        read_edits(patch)


def test_prose_holds_no_edits():
    assert read_edits("This is not a patch.") == []


@pytest.mark.parametrize(
    ("line", "columns"), [("", None), ("  \t", None), ("x", 0), ("  x", 2), ("\tx", 8), ("  \tx", 8), ("\t x", 9)]
)
def test_indentation_counts_columns(line: str, columns: int | None):
    assert indentation(line) == columns
