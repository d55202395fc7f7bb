"""Requirement strings, checked against `packaging`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import Requirement as Packaged

from crossbearing_ecosystems._pep508 import (
    Requirement,
    canonical_name,
    is_for_developers,
    is_package_name,
    parse_requirement,
    read_with_packaging,
)

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,8}[A-Za-z0-9])?", fullmatch=True)
SPECIFIERS = st.lists(st.sampled_from([">=1.0", "<2", "!= 1.5", "~=1.2", "==1.*"]), max_size=3, unique=True)
MARKERS = st.sampled_from(["", "; python_version < '3.12'", ' ; sys_platform == "win32" and extra == "x"'])


@STEADY
@given(NAMES, st.sampled_from(["", "[a]", " [a, b]"]), SPECIFIERS, MARKERS)
def test_requirements_are_read_as_packaging_reads_them(
    name: str, extras: str, specifiers: list[str], marker: str
) -> None:
    text = f"{name}{extras} {', '.join(specifiers)}{marker}"
    packaged = Packaged(text)
    found = parse_requirement(text)
    assert found is not None
    assert found.name == packaged.name
    assert Packaged(f"x{found.version or ''}").specifier == packaged.specifier
    assert found.marker == (str(packaged.marker) if packaged.marker else "")


def written(*parts: str) -> st.SearchStrategy[str]:
    """Texts of as many parts, each being one of the words that its string holds (``_`` for a space)."""
    return st.tuples(*(st.sampled_from([word.replace("_", " ") for word in part.split("|")]) for part in parts)).map(
        "".join
    )


VERSIONS = st.from_regex(r"[0-9]{1,2}(\.[0-9]){0,2}(\.\*)?(a1|rc2|c)?(\.post1|-1)?(\.dev0|\+x)?", fullmatch=True)
CONDITIONS = written(
    "python_version|os.name|sys_platform|extra|implementation_version".replace("_", "\0"),
    "|_",
    "==|<|>=|!=|~=|in|_in_",
    "|_",
    "'3.8'|\"linux\"|'a_b'|\"\"|'x\"|'3.8.*'",
).map(lambda text: text.replace("\0", "_"))


@settings(deadline=None, max_examples=500)
@given(
    NAMES,
    st.sampled_from(["", "[a]", "[ a , b]", "[]", "[a,]", "-", " "]),
    st.lists(st.tuples(written("|_", ">=|<|==|!=|~=|===|<=", "|_"), VERSIONS).map("".join), max_size=3),
    st.lists(CONDITIONS, max_size=3),
    st.sampled_from([" and ", " or ", " ", "and", " and (", ")"]),
    st.sampled_from(["{}", "{}", " ({})", "( {} )", "({}"]),
)
def test_common_requirements_need_no_packaging_and_are_read_alike(
    name: str, extras: str, specifiers: list[str], conditions: list[str], word: str, form: str
) -> None:
    text = f"{name}{extras}{form.format(','.join(specifiers))}{' ;' if conditions else ''}{word.join(conditions)}"
    assert parse_requirement(text) == read_with_packaging(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("six", Requirement("six")),
        ("  Six >= 1.9 , < 2 ", Requirement("Six", ">=1.9,<2")),
        ("six (>=1.9)", Requirement("six", ">=1.9")),
        ("six @ https://example.org/six.zip", Requirement("six", None, "", "https://example.org/six.zip")),
        ("pytz>2011k", Requirement("pytz", ">2011k")),
        ("pytz >2011k ; python_version<'3'", Requirement("pytz", ">2011k", "python_version<'3'")),
        ("tool==${VERSION}", Requirement("tool", "==${VERSION}")),
    ],
)
def test_requirements(text: str, expected: Requirement) -> None:
    assert parse_requirement(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "two words",
        "{{ name }}",
        "%(extra)s",
        "x y>=1",
        "six>=",
        'six:<"3.8" = other',
        "a" * 5_000,
        "a" + ";(" * 900,
    ],
)
def test_what_is_no_requirement(text: str) -> None:
    assert parse_requirement(text) is None


@STEADY
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = parse_requirement(text)
    assert found is None or found.name in text


def test_canonical_names() -> None:
    assert canonical_name("Zope.Interface") == canonical_name("zope-_interface") == "zope-interface"


@pytest.mark.parametrize("name", ["flask", "Flask-SQLAlchemy", "zope.interface", "x2"])
def test_names_of_packages(name: str) -> None:
    assert is_package_name(name)


@pytest.mark.parametrize("name", ["", "{{ cookiecutter.name }}", "a b", "-x", "x-", "x>=1"])
def test_what_is_no_name_of_a_package(name: str) -> None:
    assert not is_package_name(name)


@pytest.mark.parametrize("group", ["dev", "test-all", "docs_build", "Lint", "type-check", "pre-commit"])
def test_groups_for_developers(group: str) -> None:
    assert is_for_developers(group)


@pytest.mark.parametrize("group", ["", "yaml", "all", "async", "device", "contest"])
def test_groups_for_users(group: str) -> None:
    assert not is_for_developers(group)
