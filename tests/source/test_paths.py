from pathlib import Path

import pytest

from crossbearing.source.paths import is_scannable, parents, repository_name, to_bytes, to_text


@pytest.mark.parametrize(
    ("directory", "name"),
    [
        ("/home/me/flask", "flask"),
        ("/home/me/flask/.git", "flask"),
        ("/srv/flask.git", "flask"),
        ("/srv/pallets+flask", "flask"),
        ("/srv/pallets+flask.git", "flask"),
        ("/srv/pallets+flask/repo", "flask"),
        ("/srv/pallets+flask/.git", "flask"),
        ("/srv/flask/repo", "repo"),
        ("/srv/libstdc++", "libstdc++"),
        ("/srv/c++/repo", "repo"),
        ("/srv/a+b+c", "a+b+c"),
        ("/", "repository"),
    ],
)
def test_repositories_are_named_by_what_holds_them(directory: str, name: str) -> None:
    assert repository_name(Path(directory)) == name


@pytest.mark.parametrize("path", ["a.py", "a/b.py", ".github/a.yml", "...", "a/.gitignore", ".gitmodules"])
def test_scannable(path: str) -> None:
    assert is_scannable(path)


@pytest.mark.parametrize(
    "path", ["", "/a", "a//b", "a/", "../a", "a/../b", "./a", ".git", "a/.git/b", ".crossbearing/x"]
)
def test_not_scannable(path: str) -> None:
    assert not is_scannable(path)


def test_parents_are_listed_from_the_root() -> None:
    assert parents("a/b/c") == ["a", "a/b"]
    assert parents("a") == []
    assert parents("a/b/") == ["a", "a/b"]


def test_any_bytes_survive_as_text() -> None:
    every = bytes(range(1, 256))
    assert to_bytes(to_text(every)) == every
