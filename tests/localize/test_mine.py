import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.localize.mine import MAX_TEXT, mine
from crossbearing.model.issue import Frame, IssueBundle

SOURCES = {
    "src/memstore.py": "class MemStore:\n    def remember(self): pass\n\n    def recall(self): pass\n",
    "src/vendor/json.py": "def loads():\n    pass\n",
}

ISSUE = """MemStore.remember fails on recall

Calling `memstore.MemStore.remember` raises, see src/memstore.py and config/a.json (not foo_bar.rst).
It says "no kind given", I don't know why, it's odd. SomeThing.else_ is not ours.

```
Traceback (most recent call last):
  File "/home/me/try.py", line 3, in <module>
    main()
  File "/home/me/src/memstore.py", line 87, in remember
    recall(kind)
  File "/usr/lib/python3.11/site-packages/other/lib.py", line 9, in recall
    raise KeyError('kind')
KeyError: 'kind'
```
Run with tests/test_x.py::TestY::test_z please.
"""


@pytest.fixture(scope="module")
def graph(build_map):
    return build_map(SOURCES, roles={"src/vendor/json.py": "vendored"}).graph


@pytest.fixture
def bundle(graph):
    return mine(ISSUE, graph).bundle


def test_identifiers_resolve_in_the_symbol_table(bundle):
    assert bundle.identifiers[:2] == ("MemStore.remember", "memstore.MemStore.remember")
    assert {"MemStore", "recall", "remember"} <= set(bundle.identifiers)


def test_names_that_resolve_to_nothing_are_kept_as_terms(bundle):
    assert {"SomeThing.else_", "SomeThing", "else_", "odd"} <= set(bundle.unresolved)
    assert not set(bundle.unresolved) & set(bundle.identifiers)


def test_dotted_names_come_before_camel_case_before_snake_case(bundle):
    kinds = [0 if "." in name else 1 if name[0].isupper() else 2 for name in bundle.identifiers]
    assert kinds == sorted(kinds)


def test_file_paths(bundle):
    assert bundle.file_paths == (
        "src/memstore.py",
        "config/a.json",
        "/home/me/try.py",
        "/home/me/src/memstore.py",
        "11/site-packages/other/lib.py",
        "tests/test_x.py",
    )


def test_error_strings(bundle):
    assert bundle.error_strings == (
        "no kind given",
        "Traceback (most recent call last):",
        "kind",
        "KeyError: 'kind'",
    )


def test_deepest_frame_skips_site_packages(bundle):
    assert bundle.deepest_frame == Frame("/home/me/src/memstore.py", 87, "remember")
    assert bundle.frames[-1] == bundle.deepest_frame


def test_a_long_test_id_is_never_cut(graph):
    target = f"tests/test_main.py::test_main[{'a' * 300}]"
    assert mine(f"run `{target}`", graph).bundle.repro_target == target


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("ERROR: test_peek (app.tests.TestParser)", "app.tests.TestParser.test_peek"),
        ("FAIL: test_peek (app.tests.TestParser.test_peek)", "app.tests.TestParser.test_peek"),
        ("    --- FAIL: TestPeek/empty (0.00s)", "TestPeek/empty"),
        ("test parser::peeks ... FAILED", "parser::peeks"),
        ("rspec ./spec/parser_spec.rb:12 # Parser peeks", "./spec/parser_spec.rb:12"),
        ("[ERROR]   ParserTest.peeks:12 expected: <1>", "ParserTest.peeks"),
        ("ParserTest > peeks() FAILED", "ParserTest > peeks"),
        ("FAIL: it does not work (at all)", None),
        ("test of mine ... FAILED", None),
    ],
)
def test_tests_that_runners_report(graph, line, target):
    assert mine(f"It fails\n\n{line}\n", graph).bundle.repro_target == target


def test_repro_target(graph, bundle):
    assert bundle.repro_target == "tests/test_x.py::TestY::test_z"
    assert mine(ISSUE, graph, repro="tests/a.py::b").bundle.repro_target == "tests/a.py::b"
    assert mine("see (crate::module::test_it)", graph).bundle.repro_target == "crate::module::test_it"
    assert mine("tokio::sync::Semaphore and AWS::IAM::Role", graph).bundle.repro_target is None


def test_no_traceback_gives_no_frame(graph):
    assert mine("nothing here", graph).bundle.deepest_frame is None


def test_a_traceback_given_apart_is_read_first(graph):
    mined = mine(ISSUE, graph, traceback='  File "src/memstore.py", line 5, in recall\nValueError: "no"\n')
    assert mined.bundle.deepest_frame == Frame("src/memstore.py", 5, "recall")
    assert mined.bundle.error_strings[:2] == ('ValueError: "no"', "no")
    assert mined.text.endswith('ValueError: "no"\n')
    assert mined.title == "MemStore.remember fails on recall"


def test_caps_and_truncation(build_map):
    names = [f"name_{number}" for number in range(40)]
    graph = build_map({"a.py": "".join(f"def {name}(): pass\n" for name in names)}).graph
    text = " ".join(names) + "\n" + "\n".join(f"dir/f{n}.py 'quoted {n} {'x' * 200}'" for n in range(20))
    mined = mine(text, graph)
    assert mined.bundle.identifiers == tuple(names[:32])
    assert len(mined.bundle.file_paths) == len(mined.bundle.error_strings) == 8
    assert all(len(signal) == 120 for signal in mined.bundle.error_strings)
    assert mined.notes == {"identifiers": 8, "file_paths": 12, "error_strings": 12}


def test_empty_text(graph):
    mined = mine("", graph)
    assert mined.bundle == IssueBundle()
    assert (mined.title, mined.notes) == ("", {})


def test_long_text_keeps_head_and_tail(graph):
    mined = mine("MemStore first\n" + "filler line\n" * 100_000 + "see recall", graph)
    assert len(mined.text) <= MAX_TEXT + 1
    assert mined.notes["characters"] > 0
    assert mined.bundle.identifiers == ("MemStore", "recall")


@given(st.text() | st.text(alphabet="aA_.:/'\"0 \n()-File,linet>pyjs"))
def test_any_text_is_mined(graph, text):
    bundle = mine(text, graph, traceback=text[::-1]).bundle
    assert len(bundle.identifiers) <= 32
    assert len(bundle.file_paths) <= 8
    assert all(len(signal) <= 120 for signal in (*bundle.identifiers, *bundle.file_paths, *bundle.error_strings))


BOMBS = {
    "one word": "a" * 200_000,
    "digits and letters": "1a" * 100_000,
    "dots": "." * 200_000,
    "dotted": "a." * 100_000,
    "slashes": "/" * 200_000,
    "hyphens": "-a" * 100_000,
    "open quotes": "'a\n" * 60_000,
    "quotes": "'" * 200_000,
    "quotes in a word": "'a'b" * 50_000,
    "colons": "a::" * 60_000,
    "frames": 'File "' * 40_000,
    "arrows": "-" * 200_000 + ">",
    "node": "at (" * 50_000,
    "ipython": ".py in " * 30_000,
    "path lines": "a/b.c" * 40_000 + ":",
    "library": 'File "' + "/lib/python3." * 15_000 + '", line 1, in x',
    "accents": "éa.b" * 50_000,
    "nul": "\0" * 200_000,
    "native frames": ("#1 0x1 in " + "a::<" * 120 + "\n") * 400,
    "valgrind": ("==1== at 0x1: " + "a (b.c" * 80 + "\n") * 400,
    "go": ("a.(" * 160 + "\n") * 400,
    "rust": ("1: " + "a::<(" * 95 + "\n") * 400,
    "asserts": ("a.c:1: " + "x *" * 150 + "\n") * 400,
    "boxes": ("│ " + "a/b.py" * 50 + ":1 in" + " │" * 90 + "\n") * 400,
}


@pytest.mark.parametrize("name", BOMBS)
def test_regex_bombs_take_bounded_time(graph, name):
    # With a pattern that is quadratic in its input this test would run for minutes.
    bundle = mine(BOMBS[name], graph).bundle
    assert all(len(signal) <= 120 for signal in (*bundle.identifiers, *bundle.file_paths, *bundle.error_strings))


@pytest.mark.parametrize(
    "text",
    [
        "调用MemStore的recall函数时出错",
        "MemStore의 recall을 호출하면",
        "Почему MemStore и recall?",
        "エラーMemStoreとrecallの",
    ],
)
def test_names_in_other_languages_words(graph, text):
    assert {"MemStore", "recall"} <= set(mine(text, graph).bundle.identifiers)
