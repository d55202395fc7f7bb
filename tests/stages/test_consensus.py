"""Equivalence of patches as a relation, and the choice among them."""

import difflib
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.stages import Candidate, ConsensusTask, Selection
from crossbearing_plugins.languages import go, python, python_ast, typescript
from crossbearing_plugins.stages import consensus

BASE = {
    "a.py": "import os\n\n\ndef f(x):\n    # why\n    if x:\n        return 1\n    return 2\n\n\n"
    "def g():\n    return f(3)\n",
    "b.go": "package b\n\nfunc F() int {\n\treturn 1\n}\n",
    "c.txt": "one\ntwo\nthree\nfour\n",
}
EDITS = {
    "a.py": [
        ("return 1", "return 10"),
        ("return 1", "return  10"),
        ("return 1", "return 10  # ten"),
        ("    return 2", "    # a remark\n    return 2"),
        ("        return 1\n    return 2", "    return 1\n    return 2"),
        ("f(3)", "f(\n        3\n    )"),
        ("f(3)", "f('a  b')"),
        ("f(3)", "f('a b')"),
        ("return 1", "return ("),
    ],
    "b.go": [("\treturn 1", "    return 1"), ("return 1", "return 2"), ("return 1", "return 1 // one")],
    "c.txt": [("two", "2"), ("two", "two "), ("two\n", "two\n\n"), ("four\n", "four\ntwo\n")],
}
CHOICE = st.lists(
    st.sampled_from([(path, edit) for path, edits in EDITS.items() for edit in edits]),
    min_size=1,
    max_size=3,
    unique_by=lambda each: each[0],
)
SHAPES: dict[str, Callable[[str, str], str | None]] = {"py": python.SHAPE, "go": go.SHAPE}


def shape(path: str, text: str) -> str | None:
    told = SHAPES.get(path.rpartition(".")[2])
    return told(path, text) if told else None


def diff(edits: list[tuple[str, tuple[str, str]]], context: int) -> str:
    files = []
    for path, (old, new) in edits:
        before = BASE[path]
        lines = before.splitlines(keepends=True), before.replace(old, new, 1).splitlines(keepends=True)
        files.append("".join(difflib.unified_diff(*lines, f"a/{path}", f"b/{path}", n=context)))
    return "".join(files)


PATCH = st.builds(diff, CHOICE, st.integers(1, 4))
READS = [None, BASE.get]


def choose(patches: list[str], read: Callable[[str], str | None] | None, **options: bool) -> Selection:
    candidates = tuple(Candidate(f"{number}", text, True) for number, text in enumerate(patches))
    return consensus.run(ConsensusTask(candidates, read, shape), consensus.Options(**options))


def same(one: str, other: str, read: Callable[[str], str | None] | None, comments: bool = False) -> bool:
    return choose([one, other], read, ignore_comments=comments).case == "agreement"


@settings(deadline=None)
@given(one=PATCH, two=PATCH, three=PATCH, read=st.sampled_from(READS), comments=st.booleans())
def test_sameness_is_an_equivalence(
    one: str, two: str, three: str, read: Callable[[str], str | None] | None, comments: bool
):
    assert same(one, one, read, comments)
    assert same(one, two, read, comments) == same(two, one, read, comments)
    if same(one, two, read, comments) and same(two, three, read, comments):
        assert same(one, three, read, comments)


CANDIDATE = st.builds(
    Candidate,
    st.sampled_from("abcdefgh"),
    PATCH | st.just("no diff"),
    st.booleans(),
    st.sampled_from(["none", "failing", "flipped"]),
    st.sampled_from([None, True, False]),
)


@settings(deadline=None)
@given(
    candidates=st.lists(CANDIDATE, max_size=5, unique_by=lambda each: each.id),
    read=st.sampled_from(READS),
    data=st.data(),
)
def test_neither_choice_nor_groups_depend_on_the_order(
    candidates: list[Candidate], read: Callable[[str], str | None] | None, data: st.DataObject
):
    other = data.draw(st.permutations(candidates))
    first, second = (
        consensus.run(ConsensusTask(tuple(each), read, shape), consensus.Options()) for each in (candidates, other)
    )
    assert first == second
    diffs = [each for each in candidates if each.patch != "no diff"]
    assert sorted(name for cluster in first.clusters for name in cluster.members) == sorted(each.id for each in diffs)
    if len(diffs) > 1:
        assert first.selector_calls + first.selector_calls_avoided == 1
    if first.chosen:
        passing = {each.id for each in diffs if each.passes}
        assert first.chosen in passing or not passing


@settings(deadline=None)
@given(edits=CHOICE, contexts=st.tuples(st.integers(0, 5), st.integers(0, 5)), data=st.data())
def test_the_context_and_order_of_a_diff_do_not_count_where_results_are_compared(
    edits: list[tuple[str, tuple[str, str]]], contexts: tuple[int, int], data: st.DataObject
):
    other = data.draw(st.permutations(edits))
    assert same(diff(edits, contexts[0]), diff(other, contexts[1]), BASE.get)


def edit(path: str, number: int) -> str:
    return diff([(path, EDITS[path][number])], 3)


@pytest.mark.parametrize(
    ("path", "one", "other", "as_diffs", "as_results"),
    [
        ("a.py", 0, 1, True, True),  # white space within a line
        ("a.py", 0, 2, False, True),  # a comment behind code
        ("a.py", 0, 4, False, False),  # another value, another indentation
        ("a.py", 6, 7, True, False),  # white space within a string: only the grammar knows
        ("b.go", 0, 2, False, True),  # layout against a comment: neither does anything
        ("b.go", 0, 1, False, False),
        ("c.txt", 1, 2, True, True),  # neither does anything
        ("c.txt", 0, 3, False, False),
    ],
)
def test_what_counts(path: str, one: int, other: int, as_diffs: bool, as_results: bool):
    patches = edit(path, one), edit(path, other)
    assert same(*patches, None) == as_diffs
    assert same(*patches, BASE.get) == as_results


def test_ten_diffs_of_one_change_need_no_selector():
    patches = [diff([("a.py", EDITS["a.py"][0])], context) for context in range(1, 6)] * 2
    found = choose(patches, None)
    assert (found.case, len(found.clusters), found.selector_calls_avoided) == ("agreement", 1, 1)


def test_a_rename_is_the_same_as_a_new_file_and_a_deleted_one():
    renamed = "diff --git a/c.txt b/d.txt\nsimilarity index 100%\nrename from c.txt\nrename to d.txt\n"
    body = BASE["c.txt"].splitlines(keepends=True)
    added = "--- /dev/null\n+++ b/d.txt\n@@ -0,0 +1,4 @@\n" + "".join(f"+{line}" for line in body)
    deleted = "--- a/c.txt\n+++ /dev/null\n@@ -1,4 +0,0 @@\n" + "".join(f"-{line}" for line in body)
    for order in permutations([added, deleted]):
        assert same(renamed, "".join(order), BASE.get)
    assert not same(renamed, added, BASE.get)


def test_modes_and_binary_contents_count():
    mode = "diff --git a/c.txt b/c.txt\nold mode 100644\nnew mode 100755\n"
    other = mode.replace("100755", "120000")
    binary = "diff --git a/c.txt b/c.txt\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZPo000310RR91\n\n"
    for read in READS:
        assert not same(mode, other, read)
        assert not same(mode, binary, read)
        assert same(binary, binary.replace("index 1..2", "index 3..4"), read)


@pytest.mark.parametrize("text", ["", "\n", "no diff", "--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n-x\n"])
def test_what_is_no_diff_is_never_the_smallest_patch(text: str):
    real = Candidate("b", edit("a.py", 0), False)
    found = consensus.run(ConsensusTask((Candidate("a", text, False), real)), consensus.Options())
    assert (found.case, found.chosen, found.selector_calls_avoided) == ("best evidence", "b", 0)
    assert consensus.run(ConsensusTask((Candidate("a", text, False),)), consensus.Options()).case == "nothing"


def test_the_best_evidence_of_a_group_speaks_for_it():
    one = Candidate("a", edit("a.py", 0), False, "none")
    two = Candidate("b", edit("a.py", 1), False, "flipped")
    three = Candidate("c", edit("c.txt", 0), False, "failing")
    found = consensus.run(ConsensusTask((one, two, three)), consensus.Options())
    assert (found.case, found.chosen) == ("best evidence", "b")


@pytest.mark.parametrize(
    ("told", "path", "one", "other"),
    [
        (python.SHAPE, "a.py", "x = [1, 2]  # a\n", "x = [\n    1,\n    2]\n"),
        (python_ast.SHAPE, "a.py", "x = [1, 2]  # a\n", "x = [\n    1,\n    2]\n"),
        (typescript.SHAPE, "a.tsx", "const a = <b>c</b>;\n", "const a =\n  <b>c</b>;  // d\n"),
        (go.SHAPE, "a.go", "package a\n\nvar x = 1\n", "// Package a.\npackage a\nvar x   =   1\n"),
    ],
    ids=["python", "python_ast", "tsx", "go"],
)
def test_language_plugins_tell_layout_from_syntax(
    told: Callable[[str, str], str | None], path: str, one: str, other: str
):
    assert told(path, one)
    assert told(path, one) == told(path, other)
    assert told(path, one) != told(path, one.replace("1", "3").replace("c<", "d<"))
    assert told(path, one + "(((") is None
