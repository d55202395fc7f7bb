"""Positions in INI files, checked against the values that ``configparser`` reads."""

from configparser import Error, RawConfigParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._ini import IniDocument

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

NAMES = st.text("abcXY_.:", min_size=1, max_size=5).filter(lambda name: ":" not in name)
WORDS = st.text("abc09<>=;#[] ", min_size=1, max_size=8).map(str.strip).filter(bool)
LINES = st.lists(st.one_of(WORDS, st.just(""), st.just("# a comment")), max_size=4)
OPTIONS = st.dictionaries(NAMES, LINES, max_size=4)
SECTIONS = st.dictionaries(NAMES, OPTIONS, max_size=4)


def write(sections: dict[str, dict[str, list[str]]]) -> str:
    lines = []
    for section, options in sections.items():
        lines += ["; before", f"[{section}]"]
        for option, values in options.items():
            lines.append(f"{option} =")
            lines += [f"    {value}" if value else "" for value in values]
    return "\n".join(lines) + "\n"


@STEADY
@given(SECTIONS)
def test_values_are_those_of_configparser_and_stand_within_their_lines(
    sections: dict[str, dict[str, list[str]]],
) -> None:
    text = write(sections)
    parser = RawConfigParser(default_section="")
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read_string(text)
    document = IniDocument(SourceFile("setup.cfg", text.encode()))
    lines = text.split("\n")
    assert document.sections() == parser.sections()
    for section in document.sections():
        assert lines[document.span(section)[0] - 1] == f"[{section}]"
        assert document.options(section) == list(parser[section])
        for option in document.options(section):
            assert document.text(section, option) == parser[section][option]
            first, last = document.span(section, option)
            assert lines[first - 1].startswith(option)
            within = lines[first - 1 : last]
            assert all(any(value in line for line in within) for value in document.text(section, option).split("\n"))


@STEADY
@given(st.text(alphabet="ab[]=:;# \n", max_size=50))
def test_any_text_is_read_or_refused_as_configparser_does(text: str) -> None:
    parser = RawConfigParser(default_section="")
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    try:
        parser.read_string(text)
    except Error:
        with pytest.raises(UnreadableError) as caught:
            IniDocument(SourceFile("setup.cfg", text.encode()))
        assert 1 <= (caught.value.line or 0) <= text.count("\n") + 1
    else:
        assert IniDocument(SourceFile("setup.cfg", text.encode())).sections() == parser.sections()


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("[a]\nx = 1\nx = 2\n", "x is given twice in [a]", 3),
        ("[a]\n\n[a]\n", "[a] is given twice", 3),
        ("x = 1\n[a]\n", "no section header", 1),
        ("[a]\nx = 1\n= 2\n", "not an option", 3),
        ("[a]\nword\n", "not an option", 2),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        IniDocument(SourceFile("setup.cfg", text.encode()))
    assert caught.value.reason == f"unparseable: {reason}"
    assert caught.value.line == line


def test_the_first_spelling_that_is_set_counts() -> None:
    document = IniDocument(SourceFile("setup.cfg", b"[options]\npython-requires = >=3.8\n"))
    assert document.text("options", "python_requires", "python-requires") == ">=3.8"
    assert document.span("options", "python_requires", "python-requires") == (2, 2)
    assert document.span("options", "nothing") == (1, 1)
    assert document.text("nowhere", "x") == ""
    assert document.options("nowhere") == []
