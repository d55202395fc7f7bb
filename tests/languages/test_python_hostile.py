"""Input that no one would write by hand: both plugins answer with facts whose lines exist, and never crash."""

import inspect
from types import ModuleType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import python, python_ast

PLUGINS = (python, python_ast)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])

NESTED = 5_000
MANY = 100_000
HOSTILE = {
    "NUL": b"x = 1\0\ny()\n",
    "only NUL": b"\0" * 1_000,
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "sum": b"x = " + b" + ".join(b"a%d" % number for number in range(MANY)),
    "list": b"x = [" + b", ".join(b"a%d" % number for number in range(MANY)) + b"]",
    "attributes": b"x" + b".a" * MANY,
    "not": b"not " * MANY + b"x",
    "lambdas": b"x = " + b"".join(b"lambda a%d: " % number for number in range(NESTED)) + b"1",
    "comprehensions": b"[" * 150 + b"x" + b" for x in y]" * 150,
    "targets": b" = ".join(b"a%d" % number for number in range(NESTED)) + b" = f(x)",
    "blocks": b"".join(b" " * number + b"def f%d():\n" % number for number in range(200)) + b" " * 200 + b"pass\n",
    "elif": b"if x: pass\n" + b"elif y: pass\n" * NESTED,
    "strings": b"x = " + b"'a b' " * MANY,
    "quotes": b"\"'" * MANY,
    "unterminated": b'"""' + b'\\"""' * NESTED,
    "backslashes": b"\\" * MANY,
    "fields": b'f"' + b"{a " * NESTED,
    "unterminated fields": b'f"""' + b"{'a' " * NESTED,
    "decorators": b"@a\n" * NESTED + b"def f(): pass\n",
    "parameters": b"def f(" + b", ".join(b"a%d: int = 1" % number for number in range(NESTED)) + b"): pass\n",
    "comments": b"x\n" + b"#\n.y\n" * NESTED,
    "annotation": b"x: " + b"Optional[" * NESTED + b"int" + b"]" * NESTED,
    "broken definitions": b"def f(" * NESTED,
    "every byte": bytes(range(256)) * 200,
    "blank lines": b"\n" * MANY,
    "UTF-16": "import a\nb()\n".encode("utf-16"),
    "bad UTF-8": b"x = '\xff\xfe'\ny(\xff)\n",
    "surrogate": b'# coding: utf-7\nx = "+2AA- b"\n',
    "form feed": b"\x0cimport a\n\x0c\nb()\n",
    "carriage returns": b"import a\rdef f():\r    return a.b()\r",
}


def check(facts: FileFacts, file: SourceFile) -> None:
    """What holds of all facts, and that every definition stands at its name."""
    check_facts(facts, file)
    for definition in facts.definitions:
        assert definition.name == file.lines[definition.line - 1][definition.column :][: len(definition.name)]


@both
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_listed(plugin: ModuleType, name: str) -> None:
    file = SourceFile("x.py", HOSTILE[name])
    check(plugin.extract(file), file)


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\#'\"\n\r\t\f *+-<>!~^%&|0é",
        *("\n    ", "\n        ", "'''", '"""', 'f"', "rb'", "{x!r:>{y}}", "->", ":=", "+=", "==", "...", "\r\n", "\0"),
        *("def f", "class A", "async ", "lambda ", " for ", " in ", " if ", "else:", "import ", "from ", " as "),
        *("with ", "try:", "except ", "match ", "case ", "type ", "global ", "nonlocal ", "del ", "return ", "await "),
        *("self", "x", "yy", "open", "super()", "a.b", "1e5", "0xf", "__all__", "Optional[", "名", "print "),
        "# coding: latin-1\n",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(FRAGMENTS, max_size=60).map("".join))
@example("f''{x:{")
@example("def f(a=lambda x, y: 1, *, b: 'T' = 2) -> \"T\": x")
def test_pieces_of_python_in_any_order_are_read(text: str) -> None:
    file = SourceFile("x.py", text.encode("utf-8", "surrogatepass"))
    answers = [plugin.extract(file) for plugin in PLUGINS]
    for facts in answers:
        check(facts, file)
    if not any(facts.problems for facts in answers):
        assert answers[0] == answers[1]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_read(data: bytes) -> None:
    file = SourceFile("x.py", data)
    for plugin in PLUGINS:
        check(plugin.extract(file), file)


# Of other white space, versions of Python think differently.
@given(st.text(st.sampled_from("ab \n\t"), max_size=30))
def test_documentation_is_cleaned_as_python_cleans_it(text: str) -> None:
    literal = f"'''{text}'''"
    for plugin in PLUGINS:
        facts = plugin.extract(SourceFile("x.py", literal.encode()))
        assert facts.docstring == inspect.cleandoc(text)
