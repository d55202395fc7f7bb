import ast
import difflib

import numpy as np
import pytest

from crossbearing.measure.gold import Gold, gold_of, is_code
from crossbearing.model.graph import CodeGraph

BASE = '''\
import os


@cached
def first(a):
    """Doc."""
    return a


class Parser:
    limit = 3

    def peek(self):
        def inner():
            return 1
        return inner()

    def last(self):
        if self.limit:
            return 2


def tail():
    return os
'''


def graph_of(files: dict[str, str]) -> CodeGraph:
    """A graph of Python files with the entities' places only."""
    rows: list[tuple[int, str, str, int, int]] = []
    for number, path in enumerate(sorted(files)):
        rows.append((number, path, "module", 1, len(files[path].splitlines())))
        pending: list[tuple[ast.AST, str, bool]] = [(ast.parse(files[path]), "", False)]
        found = []
        while pending:
            node, prefix, in_class = pending.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.ClassDef | ast.FunctionDef):
                    name = f"{prefix}{child.name}"
                    kind = "class" if isinstance(child, ast.ClassDef) else "method" if in_class else "function"
                    start = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                    found.append((number, name, kind, start, child.end_lineno or 0))
                    pending.append((child, f"{name}.", kind == "class"))
        rows += sorted(found, key=lambda row: row[3])
    columns = list(zip(*rows, strict=True))
    zeros = np.zeros(len(rows), np.int32)
    return CodeGraph(
        files=sorted(files),
        file_index=np.array(columns[0], np.int32),
        names=[name.rsplit(".", 1)[-1] for name in columns[1]],
        qualnames=list(columns[1]),
        kinds=list(columns[2]),
        lines=np.array(columns[3], np.int32),
        columns=zeros,
        start_lines=np.array(columns[3], np.int32),
        end_lines=np.array(columns[4], np.int32),
        parents=zeros - 1,
        signatures=[""] * len(rows),
        docstrings=[""] * len(rows),
        roles=["source"] * len(files),
    )


def gold_after(changed: str, path: str = "pkg/mod.py", base: str = BASE) -> Gold:
    diff = difflib.unified_diff(base.splitlines(), changed.splitlines(), f"a/{path}", f"b/{path}", lineterm="", n=2)
    return gold_in({path: base}, "\n".join(diff))


def gold_in(files: dict[str, str], patch: str) -> Gold:
    return gold_of(patch, graph_of(files), lambda path: files[path].split("\n") if path in files else None)


def names(gold: Gold) -> list[str]:
    return [function.qualname for function in gold.functions]


@pytest.mark.parametrize(
    ("old", "new", "functions"),
    [
        ("    return a\n", "    return b\n", ["first"]),
        ("@cached\n", "@other\n", ["first"]),
        ("            return 1\n", "            return 3\n", ["Parser.peek.inner"]),
        ("        return inner()\n", "        return inner\n", ["Parser.peek"]),
        ("    limit = 3\n", "    limit = 4\n", []),
        ("import os\n", "import sys\n", []),
        ('    """Doc."""\n', '    """Doc."""\n    a += 1\n', ["first"]),
        # At the very end of a function, indentation tells what the lines belong to.
        ("            return 2\n", "            return 2\n        return 3\n", ["Parser.last"]),
        ("            return 2\n", "            return 2\n\n    def new(self):\n        pass\n", []),
        ("            return 2\n", "            return 2\n\n\ndef new():\n    pass\n", []),
        ("            return 1\n", "            return 1\n        x = 2\n", ["Parser.peek"]),
        ("            return 1\n", "            x = 2\n            return 1\n", ["Parser.peek.inner"]),
        ("    return os\n", "    return os\n\n    print(1)\n", ["tail"]),
        ("\n\nclass Parser:", "\n\nX = 1\n\n\nclass Parser:", []),
        ("    limit = 3\n", "    limit = 3\n    other = 4\n", []),
    ],
)
def test_gold_functions_are_the_innermost_that_are_edited(old: str, new: str, functions: list[str]):
    assert BASE.count(old) == 1
    gold = gold_after(BASE.replace(old, new))
    assert gold.files == ("pkg/mod.py",)
    assert names(gold) == functions
    assert bool(gold.why_no_functions) == (not functions)


def test_a_change_at_several_places_gives_every_function_once():
    gold = gold_after(BASE.replace("return", "yield"))
    assert names(gold) == ["first", "Parser.peek", "Parser.peek.inner", "Parser.last", "tail"]
    assert [(function.line, function.end_line) for function in gold.functions[:2]] == [(4, 7), (13, 16)]
    assert len(gold.entities) == 5


def test_blank_lines_alone_belong_to_what_is_around_them():
    assert names(gold_after(BASE.replace("    return a\n", "\n    return a\n"))) == ["first"]
    assert names(gold_after(BASE + "\n\n")) == []


@pytest.mark.parametrize("path", ["tests/test_mod.py", "pkg/tests/mod.py", "vendor/x/mod.py", "notes.txt", "setup.cfg"])
def test_tests_vendored_code_and_other_files_are_no_gold(path: str):
    gold = gold_after(BASE.replace("return a", "return b"), path)
    assert gold.files == ()
    assert gold.why_no_files == "the patch edits no source file that exists at the base commit"
    assert gold.why_no_functions == gold.why_no_files


@pytest.mark.parametrize("path", ["examples/dump.py", "docs/conf.py"])
def test_examples_and_code_of_the_documentation_are_gold(path: str):
    assert gold_after(BASE.replace("return a", "return b"), path).files == (path,)


def test_added_files_are_no_gold_and_deleted_ones_have_no_functions():
    added = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n"
    gold = gold_in({"a.py": BASE}, added)
    assert (gold.files, gold.why_no_files) == ((), "the patch only adds files")
    removed = "".join(f"-{line}\n" for line in BASE.splitlines())
    deleted = f"--- a/a.py\n+++ /dev/null\n@@ -1,{len(BASE.splitlines())} +0,0 @@\n{removed}"
    gold = gold_in({"a.py": BASE}, deleted + added)
    assert (gold.files, names(gold)) == (("a.py",), [])
    assert gold.why_no_functions


def test_a_renamed_file_counts_under_its_old_name_where_it_changes():
    head = "diff --git a/a.py b/b.py\nsimilarity index 99%\nrename from a.py\nrename to b.py\n"
    changed = "--- a/a.py\n+++ b/b.py\n@@ -7 +7 @@\n-    return a\n+    return b\n"
    gold = gold_in({"a.py": BASE}, head + changed)
    assert (gold.files, names(gold)) == (("a.py",), ["first"])
    assert gold_in({"a.py": BASE}, head).files == ()


def test_a_patch_made_against_another_commit_gives_functions_only_where_it_fits():
    patch = "--- a/a.py\n+++ b/a.py\n@@ -70 +70 @@\n-    return a\n+    return b\n"
    assert names(gold_in({"a.py": BASE}, patch)) == ["first"]
    gold = gold_in({"a.py": BASE}, patch.replace("return a", "return c"))
    assert gold.files == ("a.py",)
    assert gold.why_no_functions == "the patch does not apply to a.py around line 70"


def test_a_broken_or_empty_patch_is_a_reason():
    assert gold_in({"a.py": BASE}, "@@ -1 +1 @@\n-a\n+b\n").why_no_files.startswith("the patch is not a unified diff")
    assert gold_in({"a.py": BASE}, "prose").why_no_files == "the patch names no file"


def test_code_is_told_by_its_suffix_in_any_case():
    assert is_code("a/B.CPP")
    assert is_code("x.tsx")
    assert not is_code("pom.xml")
    assert not is_code("Makefile")
    assert not is_code("a.py/readme")


def left_out(gold: Gold) -> list[tuple[str, str]]:
    return [(each.file, each.why) for each in gold.left_out]


@pytest.mark.parametrize(
    ("old", "new", "places", "statements"),
    [
        ("    return a\n", "    return b\n", [("function", "first")], [7]),
        ("    limit = 3\n", "    limit = 4\n", [("class", "Parser")], [11]),
        ("import os\n", "import sys\n", [("module", "pkg/mod.py")], [1]),
        # Added lines stand for the line above them that is not blank.
        ("\n\nclass Parser:", "\n\nX = 1\n\n\nclass Parser:", [("module", "pkg/mod.py")], [7]),
        ("    limit = 3\n", "    limit = 3\n    other = 4\n", [("class", "Parser")], [11]),
        ("            return 1\n", "", [("function", "Parser.peek.inner")], [15]),
        ("import os\n", "# of the first line\nimport os\n", [("module", "pkg/mod.py")], [1]),
    ],
)
def test_places_are_of_every_kind_and_statements_are_lines_of_the_base(
    old: str, new: str, places: list[tuple[str, str]], statements: list[int]
):
    gold = gold_after(BASE.replace(old, new))
    found = [(place.kind, place.qualname) for place in gold.places]
    assert found == places
    assert [statement.line for statement in gold.statements] == statements
    assert {statement.file for statement in gold.statements} == {"pkg/mod.py"}


def test_moved_code_counts_where_it_is_taken_away_and_where_it_goes():
    body = "    return os\n"
    moved = BASE.replace(body, "    pass\n").replace("    return a\n", f"    return a\n{body}")
    gold = gold_after(moved)
    assert names(gold) == ["first", "tail"]
    assert [statement.line for statement in gold.statements] == [7, 24]


def test_a_file_that_is_moved_as_it_was_is_no_gold():
    lines = BASE.splitlines()
    gone = "".join(f"-{line}\n" for line in lines)
    come = "".join(f"+{line}\n" for line in lines)
    patch = (
        f"--- a/a.py\n+++ /dev/null\n@@ -1,{len(lines)} +0,0 @@\n{gone}"
        f"--- /dev/null\n+++ b/pkg/a.py\n@@ -0,0 +1,{len(lines)} @@\n{come}"
    )
    gold = gold_in({"a.py": BASE}, patch)
    assert gold.files == ()
    assert left_out(gold) == [
        ("a.py", "is moved with every line as it was"),
        ("pkg/a.py", "is moved with every line as it was"),
    ]
    changed = gold_in({"a.py": BASE}, patch.replace("+    return os", "+    return sys"))
    assert changed.files == ("a.py",)
    assert [place.kind for place in changed.places] == ["module"]


def test_every_file_that_is_left_out_has_its_reason():
    patch = """\
diff --git a/logo.py b/logo.py
index 1..2 100644
Binary files a/logo.py and b/logo.py differ
diff --git a/run.py b/run.py
old mode 100644
new mode 100755
diff --git a/old.py b/other.py
similarity index 100%
rename from old.py
rename to other.py
diff --git a/new.py b/new.py
new file mode 100644
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+x = 1
diff --git a/gone.py b/gone.py
--- a/gone.py
+++ b/gone.py
@@ -1 +1 @@
-x = 1
+x = 2
diff --git a/NEWS b/NEWS
--- a/NEWS
+++ b/NEWS
@@ -1 +1 @@
-x = 1
+x = 2
diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1 +1 @@
-x = 1
+x = 2
diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -7 +7 @@
-    return a
+    return b
"""
    gold = gold_in({"a.py": BASE}, patch)
    assert (gold.files, names(gold)) == (("a.py",), ["first"])
    assert left_out(gold) == [
        ("NEWS", "is no code"),
        ("gone.py", "does not exist at the base commit"),
        ("logo.py", "is binary"),
        ("new.py", "is new"),
        ("old.py", "is only renamed"),
        ("run.py", "changes in nothing but its mode"),
        ("tests/test_a.py", "is a test"),
    ]
