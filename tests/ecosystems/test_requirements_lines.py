"""Lines of requirements files: joined, stripped, and named by their location."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Dependency, SourceFile, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems._requirement_line import is_local_path, named_by_location, read_lines
from crossbearing_ecosystems.requirements import parse_manifest

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def lines(text: str) -> list[tuple[str, int, int]]:
    return [tuple(line) for line in read_lines(SourceFile("requirements.txt", text.encode()))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# nothing\n\n   \n", []),
        ("a\n b  # c\n", [("a", 1, 1), ("b", 2, 2)]),
        ("a \\\n  --hash=x \\\n  --hash=y\nb", [("a   --hash=x   --hash=y", 1, 3), ("b", 4, 4)]),
        ("a \\\n# ends it\nb\n", [("a", 1, 2), ("b", 3, 3)]),
        ("# not continued \\\na\n", [("a", 2, 2)]),
        ("url#egg=x # comment\n", [("url#egg=x", 1, 1)]),
        ("a\\", [("a", 1, 1)]),
        ("a\r\nb\rc\n", [("a", 1, 1), ("b", 2, 2), ("c", 3, 3)]),
    ],
)
def test_lines(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("git+https://example.org/team/tool.git@v1#egg=real-name", "real-name"),
        ("git+https://example.org/team/tool.git@v1", "tool"),
        ("git+ssh://git@example.org/team/tool", "tool"),
        ("svn+https://example.org/tool/#subdirectory=x", "tool"),
        ("https://example.org/scikit_learn-1.4.0-cp312-cp312-linux_x86_64.whl", "scikit_learn"),
        ("https://example.org/my-tool-1.0.tar.gz?x=1#sha256=y", "my-tool"),
        ("./wheels/tool-1.0.zip", "tool"),
        ("file:///srv/tool-2.0b1.tar.bz2", "tool"),
    ],
)
def test_names_of_locations(text: str, name: str) -> None:
    found = named_by_location(f"{text} ; python_version > '3'")
    assert found is not None
    assert (found.name, found.source, found.marker) == (name, text, "python_version > '3'")


@pytest.mark.parametrize(
    "text",
    ["tool", "tool>=1.0", "tool @ https://example.org/x-1.zip", "tool@https://example.org/x-1.zip", ".", "./lib"],
)
def test_what_is_named_otherwise_or_not_at_all(text: str) -> None:
    assert named_by_location(text) is None


@pytest.mark.parametrize(
    "text", [".", ".[test]", "./lib", "../lib", "/srv/lib", "lib/sub", "~/lib", "https://example.org/x"]
)
def test_local_paths(text: str) -> None:
    assert is_local_path(text)


def test_utf_16_as_a_shell_writes_it_is_read() -> None:
    file = SourceFile("requirements.txt", "flask==3.0\r\nredis\r\n".encode("utf-16"))
    tree = MemoryTree("small", {})
    found = [claim for claim in parse_manifest(file, tree) if isinstance(claim, Dependency)]
    assert [(claim.name, claim.evidence.line) for claim in found] == [("flask", 1), ("redis", 2)]


def test_includes_end_even_where_they_are_many() -> None:
    files = {f"part{number}.txt": f"-r part{number + 1}.txt\nx{number}\n".encode() for number in range(150)}
    files["requirements.txt"] = b"-r part0.txt\n-r requirements.txt\nflask\n"
    tree = MemoryTree("small", files)
    file = tree.read("requirements.txt")
    assert file is not None
    found = [claim for claim in parse_manifest(file, tree) if isinstance(claim, Dependency)]
    assert len({claim.name for claim in found}) == len(found) == 100


def test_an_included_file_that_is_prose_is_a_problem_and_the_rest_stands() -> None:
    tree = MemoryTree("small", {"requirements.txt": b"flask\n-r notes\n", "notes": b"read me first\nor do not\n"})
    file = tree.read("requirements.txt")
    assert file is not None
    claims = parse_manifest(file, tree)
    assert [claim.name for claim in claims if isinstance(claim, Dependency)] == ["flask"]
    (problem,) = (claim for claim in claims if isinstance(claim, UnreadablePart))
    assert str(problem.evidence) == "notes:1"


@STEADY
@given(st.text(alphabet="ab-r #\\\n;=>[]@:/.{}", max_size=80))
def test_any_text_gives_claims_within_the_file(text: str) -> None:
    file = SourceFile("requirements.txt", text.encode())
    try:
        claims = parse_manifest(file, MemoryTree("small", {"requirements.txt": file.data}))
    except UnreadableError:
        return
    assert all(1 <= claim.evidence.line <= len(file.lines) for claim in claims)
