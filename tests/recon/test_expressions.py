"""Reading written values, and the arguments that parameters get."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.expressions import UNKNOWN_EXPRESSION, read_arguments, read_expression
from crossbearing.recon.parameters import Parameter, given_to, parameters_of


def shown(expression):
    """An expression in one canonical writing."""
    parts = [shown(part) for part in expression.parts]
    match expression.form:
        case "name" | "constant":
            return expression.text
        case "member":
            return f"{parts[0]}.{expression.text}"
        case "call":
            return f"{parts[0]}({', '.join(parts[1:])})"
        case "item":
            return f"{parts[0]}[{expression.text}]"
        case "list":
            return f"[{', '.join(parts)}]"
        case "mapping":
            return "{" + ", ".join(parts) + "}"
        case "either":
            return " | ".join(parts)
        case "entry":
            return f"{expression.text}:{parts[0]}" if expression.text else parts[0]
    return "?"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a.b(c, d=e).f", "a.b(c, d:e).f"),
        ("t['k'][0][x]", 't["k"][0][]'),
        ("(a, (b, c))[1]", "[a, [b, c]][1]"),
        ("(a)", "a"),
        ("(a,)", "[a]"),
        ("rows[1:-1]", "rows[1:-1]"),
        ("rows[]", "rows[]"),
        ("{'k': f, 1: g, x: h}", '{"k":f, 1:g, ?:h}'),
        ("{a, b}", "[a, b]"),
        ("a | b() | [c]", "a | b() | [c]"),
        ("f(*a, **b)", "f(*:a, **:b)"),
        ("f(x + 1, lambda q: r, g)", "f(?, ?, g)"),
        ("a + b", "?"),
        ("f(", "f()"),
        ("", "?"),
        ("a" * 1000, "?"),
    ],
)
def test_forms(text, read):
    assert shown(read_expression(text)) == read


@given(st.text(alphabet="ab.,()[]{}:=|*\"'1 +-\n", max_size=60))
def test_any_text_is_read(text):
    assert shown(read_expression(text)) is not None
    assert all(entry.form == "entry" for entry in read_arguments(text))


def test_brackets_of_any_depth_end():
    assert read_expression("(" * 300) == UNKNOWN_EXPRESSION
    assert read_expression("a" + "()" * 150).form == "call"


@pytest.mark.parametrize(
    ("signature", "names"),
    [
        ("def f(a, b: dict[str, int] = {}, *c, d=..., **e) -> int:", ["a", "b", "*c", "d", "**e"]),
        ("x = lambda a, b=1: ...", ["a", "b"]),
        ("async def f():", []),
        ("class A:", []),
        ("put(key: string, value?: T): void", ["key", "value"]),
    ],
)
def test_parameters(signature, names):
    assert [item.star + item.name for item in parameters_of(signature)] == names


def test_defaults():
    found = parameters_of("def f(a=g, b: T = h(1, 2), c=...):")
    assert found == (Parameter("a", "", "g"), Parameter("b", "", "h(1, 2)"), Parameter("c", "", ""))


@pytest.mark.parametrize(
    ("arguments", "bound", "name", "expected"),
    [
        ("x, y", 0, "a", ["x"]),
        ("x, y", 1, "b", ["x"]),
        ("x, b=y", 0, "b", ["y"]),
        ("x, y, z, w", 0, "rest", ["z", "w"]),
        ("x, k=y, b=z", 0, "more", ["y"]),
        ("x, *y", 0, "b", ["y*"]),
        ("x, *y", 0, "a", ["x"]),
        ("**y", 0, "b", ["y**"]),
        ("x", 0, "none", []),
    ],
)
def test_arguments(arguments, bound, name, expected):
    parameters = parameters_of("def f(a, b, *rest, **more):")
    assert [shown(value) + star for value, star in given_to(parameters, name, arguments, bound)] == expected
