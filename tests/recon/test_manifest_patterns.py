"""Which plugin claims which path, checked against a general matcher of ignore patterns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from crossbearing.recon.manifest.patterns import PatternTable

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

PATTERNS = [
    "pyproject.toml",
    "requirements*.txt",
    "**/requirements/*.txt",
    ".github/workflows/*.yml",
    "/Makefile",
    "docs/**/conf.py",
    "build/**",
    "[Dd]ockerfile",
    "a?c.toml",
    "*.txt",
    "*.d.ts",
    "src/*.ts",
    ".env.*",
    "*.rc",
    "*.[ch]",
    "**/a/*.yml",
]
FOLDERS = st.lists(
    st.sampled_from(["requirements", "src", ".github", "workflows", "docs", "build", "a", "b\n"]), max_size=4
)
NAMES = st.sampled_from(
    [
        "pyproject.toml",
        "requirements-dev.txt",
        "x.txt",
        "ci.yml",
        "Makefile",
        "conf.py",
        "Dockerfile",
        "abc.toml",
        "\udcff",
        "x.d.ts",
        ".d.ts",
        ".env.local",
        ".bashrc",
        "main.c",
        ".txt",
        "a.",
    ]
)
PATHS = st.builds(lambda folders, name: "/".join((*folders, name)), FOLDERS, NAMES)


@STEADY
@given(PATHS)
def test_patterns_mean_what_they_mean_in_an_ignore_file(path: str) -> None:
    table = PatternTable({pattern: [pattern] for pattern in PATTERNS})
    readable = path.replace("\udcff", "x").replace("\n", "y")
    for pattern in PATTERNS:
        expected = GitIgnoreSpec.from_lines([pattern]).match_file(readable)
        assert (pattern in table.plugins_for(path)) == expected


@pytest.mark.parametrize(
    ("path", "plugins"),
    [
        ("setup.py", ("ecosystem.a", "ecosystem.b")),
        ("deep/down/setup.py", ("ecosystem.a", "ecosystem.b")),
        ("setup.pyc", ()),
        ("setup.py/other", ()),
        ("make/rules.mk", ("ecosystem.a",)),
        ("other/make/rules.mk", ()),
        ("", ()),
    ],
)
def test_every_plugin_that_claims_a_path_is_named_once(path: str, plugins: tuple[str, ...]) -> None:
    table = PatternTable({"ecosystem.b": ["setup.py", "*.py"], "ecosystem.a": ["setup.py", "make/*.mk", "# no", ""]})
    assert table.plugins_for(path) == plugins
