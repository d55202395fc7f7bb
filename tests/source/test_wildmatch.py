import pytest

from crossbearing.source.wildmatch import compile_line


def matches(line: str, path: str, *, directory: bool = False) -> bool:
    pattern = compile_line(line.encode())
    return pattern is not None and pattern.matches(path.encode().split(b"/"), directory=directory)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("a.py", "a.py"),
        ("a.py", "x/y/a.py"),
        ("/a.py", "a.py"),
        ("x/a.py", "x/a.py"),
        ("*.py", "x/.py"),
        ("a*c*e", "abcde"),
        ("**", "x/y"),
        ("**/a", "a"),
        ("**/a", "x/y/a"),
        ("x/**", "x/y/z"),
        ("x/**/z", "x/z"),
        ("x/**/z", "x/a/b/z"),
        ("x/***/z", "x/a/b/z"),
        ("**/a/**/b", "x/a/y/a/z/b"),
        ("x**y", "xaay"),
        ("[a-c]", "b"),
        ("[!a-c]", "d"),
        ("[^a-c]", "d"),
        ("[]]", "]"),
        ("[a-]", "-"),
        ("[\\]x]", "]"),
        ("[[:digit:]x]", "7"),
        ("[[:]", ":"),
        ("[a/b]", "a"),
        ("\\!a", "!a"),
        ("\\#a", "#a"),
        ("\\a", "a"),
        ("a\\ ", "a "),
        ("a\\/b", "a/b"),
        ("a  ", "a"),
        (" a", " a"),
        ("a\t", "a\t"),
        ("??", "é"),
    ],
)
def test_a_pattern_matches(line: str, path: str) -> None:
    assert matches(line, path)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("", "a"),
        ("   ", "a"),
        ("#a", "#a"),
        ("/", "a"),
        ("//a", "a"),
        ("/a.py", "x/a.py"),
        ("x/a.py", "y/x/a.py"),
        ("a", "ab"),
        ("x/*", "x/y/z"),
        ("x/**", "x"),
        ("x?y", "x/y"),
        ("[", "["),
        ("[]", "]"),
        ("[[:nothing:]]", "a"),
        ("[z-a]", "b"),
        ("a\\", "a"),
        ("?", "é"),
        ("A", "a"),
    ],
)
def test_a_pattern_does_not_match(line: str, path: str) -> None:
    assert not matches(line, path)


def test_a_pattern_ending_in_a_slash_is_for_directories() -> None:
    assert matches("build/", "x/build", directory=True)
    assert not matches("build/", "x/build")


def test_negation_is_noted_and_not_part_of_the_pattern() -> None:
    pattern = compile_line(b"!*.py")
    assert pattern is not None
    assert pattern.negated
    assert pattern.matches([b"a.py"], directory=False)


@pytest.mark.parametrize("line", ["*a" * 100 + "b", "**/a/" * 50 + "b", "[a]*" * 100 + "b"])
def test_patterns_made_to_backtrack_are_answered(line: str) -> None:
    assert not matches(line, "a" * 250)
    assert not matches(line, "/".join("a" * 1000))
