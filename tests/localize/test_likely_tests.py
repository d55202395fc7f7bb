import pytest

from crossbearing.localize.likely_tests import MOST_TESTS, LikelyTests


def likely(build_map, path, *tests):
    sources = dict.fromkeys((path, "app/other.py", *tests), "")
    graph = build_map(sources, roles=dict.fromkeys(tests, "test")).graph
    return LikelyTests(graph).of(path)


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("app/parser.py", "tests/test_parser.py"),
        ("app/parser.py", "app/parser_tests.py"),
        ("pkg/http-client.ts", "pkg/http-client.test.ts"),
        ("pkg/client.ts", "pkg/__tests__/client.spec.tsx"),
        ("src/main/java/org/x/Parser.java", "src/test/java/org/x/ParserTest.java"),
        ("pkg/server.go", "pkg/server_test.go"),
        ("lib/cart.rb", "spec/cart_spec.rb"),
    ],
)
def test_a_test_is_named_after_what_it_tests(build_map, path, test):
    assert likely(build_map, path, "tests/far/test_else.py", test) == (test,)


def test_the_nearest_come_first_and_are_few(build_map):
    tests = ("tests/test_io.py", "app/core/tests/test_io.py", "lib/tests/test_io.py", "x/tests/test_io.py")
    found = likely(build_map, "app/core/io.py", *tests)
    assert found[0] == "app/core/tests/test_io.py"
    assert len(found) == MOST_TESTS


def test_another_language_does_not_count(build_map):
    assert likely(build_map, "app/parser.py", "js/parser.test.js", "tests/test_a.py", "tests/test_b.py") == ("tests/",)


def test_without_a_name_in_common_the_nearest_folder(build_map):
    assert likely(build_map, "app/core/io.py", "tests/test_a.py", "tests/test_b.py", "app/tests/test_c.py") == (
        "app/tests/",
    )
    assert likely(build_map, "app/core/__init__.py", "tests/test_init.py") == ("tests/",)
    assert likely(build_map, "app/core/io.py", "test_it_all.py") == ("./",)


def test_nothing_where_there_is_nothing(build_map):
    assert likely(build_map, "app/core/io.py") == ()
    assert likely(build_map, "tests/test_io.py", "tests/test_io.py") == ()
