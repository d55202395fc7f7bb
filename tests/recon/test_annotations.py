"""Which classes a written type names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.annotations import MAX_LENGTH, named_classes


@pytest.mark.parametrize(
    ("annotation", "classes"),
    [
        ("Parser", ["Parser"]),
        ("pkg.Parser", ["pkg.Parser"]),
        ("'Parser'", ["Parser"]),
        ("Parser | None", ["Parser"]),
        ("None | Parser | Lexer", ["Parser", "Lexer"]),
        ("Optional[Parser]", ["Parser"]),
        ("typing.Optional['Parser']", ["Parser"]),
        ("Union[Parser, Lexer, None]", ["Parser", "Lexer"]),
        ("Optional[Union[Parser, Lexer]]", ["Parser", "Lexer"]),
        ("Annotated[Parser, Doc('x, y')]", ["Parser"]),
        ("ClassVar[Parser]", ["Parser"]),
        ("Mapping[str, Parser]", ["Mapping"]),
        ("Node[T]", ["Node"]),
        ("type[Parser]", ["Parser:class"]),
        ("Type['Parser'] | Lexer", ["Parser:class", "Lexer"]),
        ("Optional[Type[Parser]]", ["Parser:class"]),
        ("*Parser", ["Parser"]),
        ("&Parser", ["Parser"]),
        ("Parser?", ["Parser"]),
        ("Parser<T> | undefined", ["Parser"]),
        ("", []),
        ("None", []),
        ("(a, b)", []),
        ("Optional[", []),
        ("A" * (MAX_LENGTH + 1), []),
    ],
)
def test_written_types(annotation, classes):
    found = [f"{name}:class" if is_class else name for name, is_class in named_classes(annotation)]
    assert found == classes


@given(st.text(alphabet="AB[](){}<>|,'\"?*& Optional.Type", max_size=MAX_LENGTH))
def test_any_text_ends_in_names(annotation):
    for name, _ in named_classes(annotation):
        assert name[0].isalpha()
        assert all(part.isidentifier() for part in name.split(".") if part)
