import tomllib
from textwrap import dedent
from typing import Any

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.registry.toml_lines import line_of

TEXT = dedent('''\
    # a comment with [plugins] and size = 1
    description = """
    size = 3
    [prefilter]
    """

    plugins.disable = [
      "channel.a",  # = [
      "channel.b",
    ]
    executor = "local"

    [prefilter]
    # size = 2
    size = 40
    weights = { bm25 = 0.5, "graph" = 0.2 }

    [options."channel.bm25"]
    k1 = 1.5

    [fusion]
    "name" = "rrs"
    weights.semantic = 1.0
    ''')


@pytest.mark.parametrize(
    ("path", "needle", "line"),
    [
        (("description",), "", 2),
        (("plugins",), "", 7),
        (("plugins", "disable"), "", 7),
        (("plugins", "disable"), "channel.a", 8),
        (("plugins", "disable"), "channel.b", 9),
        (("plugins", "disable"), "channel.c", 7),
        (("executor",), "", 11),
        (("prefilter",), "", 13),
        (("prefilter", "size"), "", 15),
        (("prefilter", "weights", "graph"), "", 16),
        (("options", "channel.bm25"), "", 18),
        (("options", "channel.bm25", "k1"), "", 19),
        (("fusion", "name"), "", 22),
        (("fusion", "weights", "semantic"), "", 23),
        (("fusion", "missing"), "", 21),
        (("nothing", "at", "all"), "", 1),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_finds_the_line_that_introduces_a_key(path: tuple[str, ...], needle: str, line: int, ending: str) -> None:
    assert line_of(TEXT.replace("\n", ending), path, needle) == line


def test_an_empty_text_has_a_first_line() -> None:
    assert line_of("", ("a",)) == 1


KEYS = st.text(min_size=1, max_size=6)
VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(max_size=12) | st.lists(st.text(max_size=5), max_size=4),
    lambda inner: st.dictionaries(KEYS, inner, min_size=1, max_size=3),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=5), st.text(st.sampled_from("#[]=\n\"'a \\"), max_size=20))
def test_cutting_before_the_line_found_loses_the_key_and_after_its_statement_has_it(
    data: dict[str, Any], comment: str
) -> None:
    text = "".join(f"#{line}\n" for line in comment.split("\n")) + tomlkit.dumps(data)
    lines = text.split("\n")
    for path in paths(tomllib.loads(text)):
        before = "\n".join(lines[: line_of(text, path) - 1])
        assert not holds(tomllib.loads(before), path)
        line = lines[line_of(text, path) - 1]
        assert line.lstrip()[:1] not in ("", "#")


def paths(data: dict[str, Any]) -> list[tuple[str, ...]]:
    found, pending = [], [((), data)]
    while pending:
        above, table = pending.pop()
        for key, value in table.items():
            found.append((*above, key))
            if isinstance(value, dict):
                pending.append(((*above, key), value))
    return found


def holds(data: Any, path: tuple[str, ...]) -> bool:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True
