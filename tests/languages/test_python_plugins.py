"""What both Python plugins read of a file, and where they differ: syntax errors and syntax of other versions."""

import sys
import textwrap
from types import ModuleType

import attrs
import pytest

from crossbearing.model.errors import UnreadableError
from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import python, python_ast
from crossbearing_plugins.languages._treesitter import grammar

both = pytest.mark.parametrize("plugin", [python, python_ast], ids=lambda plugin: plugin.__name__.rpartition(".")[2])


def read(plugin: ModuleType, text: str | bytes, path: str = "sample.py") -> FileFacts:
    data = text if isinstance(text, bytes) else text.encode()
    facts = plugin.extract(SourceFile(path, data))
    assert isinstance(facts, FileFacts)
    return facts


def names(facts: FileFacts) -> list[str]:
    return [reference.name for reference in facts.references]


@both
def test_there_is_one_language_and_both_claim_the_same_files(plugin: ModuleType) -> None:
    assert read(plugin, "x = 1\n").language == "python"
    assert plugin.VERSION >= 1
    assert (plugin.SUFFIXES, plugin.INTERPRETERS) == (python.SUFFIXES, python.INTERPRETERS)


@both
@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("def f ( a,b = 1 ):", "def f ( a,b = 1 ):"),
        ("def f(\n    a,\n    b,\n):", "def f(a, b):"),
        ("def f(a=lambda x, y: {x: y}, *, b: int = 2):", "def f(a=lambda x, y: {x: y}, *, b: int = 2):"),
        ("def f(a=g(1, [2])[0], /) -> 'X[1:2]':", "def f(a=g(1, [2])[0], /) -> 'X[1:2]':"),
        ("def f(a='#', b=': )'):  # (:", "def f(a='#', b=': )'):"),
        ("def f(a=" + "x" * 41 + ", b = " + "y" * 41 + "):", "def f(a=..., b = ...):"),
        ("async  def f(a  # first\n  , b=1):", "async def f(a , b=1):"),
        ("class f:", "class f:"),
        ("class f():", "class f():"),
        ("class f(A[int], B, metaclass=M[1:2]):", "class f(A[int], B, metaclass=M[1:2]):"),
        ("def f(a) -> None :", "def f(a) -> None :"),
        ("def f \\\n (a):", "def f (a):"),
    ],
)
def test_signatures_are_one_line_of_the_source(plugin: ModuleType, header: str, shown: str) -> None:
    assert [item.signature for item in read(plugin, f"{header}\n    pass\n").definitions] == [shown]


@both
def test_scopes_of_definitions_point_at_what_encloses_them(plugin: ModuleType) -> None:
    facts = read(plugin, "class A:\n  def f(self):\n    class B:\n      x = 1\n      g = lambda: x\ndef h(): pass\n")
    assert [(item.qualname, item.kind, item.scope) for item in facts.definitions] == [
        ("A", "class", -1),
        ("A.f", "method", 0),
        ("A.f.B", "class", 1),
        ("A.f.B.x", "variable", 2),
        ("A.f.B.g", "method", 2),
        ("h", "function", -1),
    ]


@both
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = [a for a in a]", ["a"]),
        ("x = [a.b for a, (c, *d) in a if c(d) for e in d.f if e]", ["a.b", "a", "c", "d.f"]),
        ("x = {a: b for a in y for b in a.z}", ["y", "a.z"]),
        ("x = (i for i in (j for j in k))", ["k"]),
        ("x = [lambda a, b=c: (a, b, d) for d in e]", ["c", "e"]),
        ("x = lambda *a, **k: [i for i in a if k[i] > m]", ["m"]),
        ("x = {'k': lambda: v, 'l': w}", ["v", "w"]),
        ("x = y[lambda: 0 : z]", ["y", "z"]),
        ("x = f(lambda a: a, a)", ["f", "a"]),
        ("x = f'{a + 1:{b}} {[c for c in d]} {e=} {g!r}'", ["a", "b", "d", "e", "g"]),
        ("x = rf'\\{a}' f'{{b}}' f\"{c['k']}\"", ["a", "c"]),
        ("x = 0xfe + 1e5 + 1_000j + a1 .b", ["a1.b"]),
        ("if (y := z()) and y: print(y)", ["z"]),
        ("x[0], (y, z.w) = a; y", ["x", "z.w", "a"]),
        ("x.y[z] += w", ["x.y", "z", "w"]),
        ("x: y.Z = w; x", ["y.Z", "w"]),
        ("x.y: z = w", ["x.y", "z", "w"]),
        ("x = y = z, w = a; x, y, z, w", ["a"]),
        ("with a() as b.c, d as (e, f): e, f", ["a", "b.c", "d"]),
        ("for x in y: x.z", ["y", "y[]", "x.z"]),
        ("print(None.x, True, ...)", []),
        ("'%s' % a.b.c().d", ["a.b.c", "a.b.c().d"]),
        ("(a or b).c; a['k'][1].d; a[b].c; a()[0]", ["a", "b", "?.c", "a", 'a["k"][1].d', "a", "b", "a[_].c", "a"]),
        ("x(y=z, **w)", ["x", "z", "w"]),
        ("del x, y.z; x", ["y.z"]),
    ],
)
def test_reads_of_local_values_are_no_references(plugin: ModuleType, body: str, expected: list[str]) -> None:
    assert names(read(plugin, f"def outer():\n    {body}\n")) == expected


@both
def test_a_call_through_a_local_name_is_a_reference(plugin: ModuleType) -> None:
    facts = read(plugin, "def f(call, wrap):\n    call()\n    call\n    @wrap\n    def g(): pass\n")
    assert [(item.name, item.kind) for item in facts.references] == [("call", "call"), ("wrap", "decorator")]


@both
def test_builtins_are_references_only_where_the_file_binds_them(plugin: ModuleType) -> None:
    text = "def f(type):\n    type(1); len(type)\n\ndef g():\n    type(1)\n\nclass A:\n    def len(self): len(self)\n"
    assert [(item.name, item.line) for item in read(plugin, text).references] == [("type", 2)]
    assert names(read(plugin, "from x import open\n\ndef f(): open(str)\n")) == ["open"]


@both
def test_global_names_are_used_where_they_are_assigned(plugin: ModuleType) -> None:
    facts = read(plugin, "def f():\n    global a, b\n    a = b = 1\n    for a in b: pass\n")
    assert names(facts) == ["a", "b", "a", "b", "b[]"]
    assert [item.name for item in facts.definitions] == ["f"]


@both
def test_imports_inside_functions_bind_names_that_lead_somewhere(plugin: ModuleType) -> None:
    facts = read(plugin, "def f(x):\n    from a import x, y\n    import b.c\n    return x, y, b.c.d\n")
    assert names(facts) == ["x", "y", "b.c.d"]
    assert [(item.alias, item.scope) for item in facts.imports] == [("x", 0), ("y", 0), ("b", 0)]


@both
def test_an_import_of_another_import_module_says_nothing(plugin: ModuleType) -> None:
    assert len(read(plugin, "from kit import import_module\nx = import_module('numpy')\n").imports) == 1
    assert len(read(plugin, "from importlib import import_module\nx = import_module('numpy')\n").imports) == 2
    assert len(read(plugin, "import importlib\nx = importlib.import_module('numpy' + y)\n").imports) == 1


@both
@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("Foo", "Foo"),
        ("mod.Foo[int]", "mod.Foo"),
        ("'Foo'", "Foo"),
        ("Foo | None", "Foo"),
        ("None | 'mod.Foo'", "mod.Foo"),
        ("Optional['Foo']", "Foo"),
        ("typing.Union[Foo, None]", "Foo"),
        ("Annotated[Foo, bar(1, 2)]", "Foo"),
        ("ClassVar[Final[Foo]]", "Foo"),
        ("Foo | Bar", None),
        ("None", None),
        ("(Foo)", None),
        ("lambda: 0", None),
    ],
)
def test_annotations_name_a_class(plugin: ModuleType, annotation: str, value: str | None) -> None:
    facts = read(plugin, f"x: {annotation}\n")
    assert [(item.name, item.value, item.kind) for item in facts.bindings] == (
        [("x", value, "annotation")] if value else []
    )


@both
@pytest.mark.parametrize(
    ("value", "held"),
    [
        ("Foo()", ("Foo", "call")),
        ("a.Foo(1, (2), ')')", ("a.Foo", "call")),
        ("await a.b()", ("a.b", "call")),
        ("a.b", ("a.b", "alias")),
        ("a.b  # why", ("a.b", "alias")),
        ("Foo() + 1", None),
        ("Foo().bar()", ("Foo().bar()", "value")),
        ("(Foo)()", ("(Foo)()", "value")),
        ("-a", None),
        ("None", None),
        ("a, b", ("(a, b)", "value")),
        ("a if b else c()", ("a | c()", "value")),
        ("a or await b.c()", ("a | b.c()", "value")),
        ("not a", None),
        ("a[0] == b", None),
        ("[f(b) for b in c if d]", ("[f(b)]", "value")),
        ("partial(f, 1)", ("f", "value")),
        ("sorted(f(a))", ("f(a)", "value")),
        ("getattr(a, 'b')", ("a.b", "value")),
        ("filter(f, a)", ("a", "value")),
        ("next(iter(a))", ("a[]", "value")),
        ("list(map(f, a))", ("[f()]", "value")),
    ],
)
def test_what_a_name_holds(plugin: ModuleType, value: str, held: tuple[str, str] | None) -> None:
    facts = read(plugin, f"async def f():\n    x = {value}\n    self.y = {value}\n")
    found = {item.name: (item.value, item.kind) for item in facts.bindings}
    assert found == ({"x": held, "self.y": held} if held else {})


@both
def test_references_through_tokens_on_several_lines_stand_at_the_last_name(plugin: ModuleType) -> None:
    facts = read(plugin, "x = (a\n  .b\n     .c(1)\n  . d)\n")
    assert [(item.name, item.line, item.column) for item in facts.references] == [("a.b.c", 3, 6), ("a.b.c().d", 4, 4)]


@both
def test_what_calls_and_items_give_may_be_called(plugin: ModuleType) -> None:
    facts = read(plugin, "a.b()(c)\nd['k'](e)\nf[g]()()\n(h)(i)\nstr(j)(k)\n@l(m)\ndef n(): pass\n")
    found = [(item.name, item.line, item.column, item.arguments) for item in facts.references if item.name[-1] in ")]"]
    assert found == [
        ("a.b()", 1, 5, "c"),
        ('d["k"]', 2, 6, "e"),
        ("f[_]", 3, 4, ""),
        ("f[_]()", 3, 6, ""),
        ("l()", 6, 1, ""),
    ]


@both
def test_arguments_that_may_hold_something(plugin: ModuleType) -> None:
    facts = read(plugin, "a(b, 1)\na(1, 'c')\na(k=b)\na(None, k=2)\na(\n    b,\n)\na(b(c), *d)\n")
    assert [item.arguments for item in facts.references if item.name == "a"] == ["b, 1", "", "k=b", "", "", "b(c), *d"]


@both
def test_what_functions_give_and_items_hold(plugin: ModuleType) -> None:
    text = """
        def f(a):
            for b, c in a: yield b
            yield from g(1)
            d['k'] = c
            e.append(c)
            e.update({'l': c})
        h = lambda: f
        with i() as (j, *k): return j
    """
    facts = read(plugin, textwrap.dedent(text))
    assert [(item.name, item.value) for item in facts.bindings] == [
        ("b", "a[][0]"),
        ("c", "a[][1]"),
        ("yield", "b"),
        ("yield", "g()[]"),
        ('d["k"]', "c"),
        ("e[]", "c"),
        ('e["l"]', "c"),
        ("return", "f"),
    ]


@both
def test_docstrings_are_strings_that_stand_first(plugin: ModuleType) -> None:
    text = '("""Two\n    parts""" \' here\')\ndef f(): f"no {x}"\ndef g(): b"no"\ndef h(): "no" % x\n'
    facts = read(plugin, text + 'def i():\n    # A\n    "yes"\n')
    assert facts.docstring == "Two\nparts here"
    assert [item.docstring for item in facts.definitions] == ["", "", "", "yes"]


@both
def test_literals_are_cut_and_never_hold_lone_surrogates(plugin: ModuleType) -> None:
    facts = read(plugin, f'x = "{"long word " * 50}"\ny = "a \\ud800 b"\n')
    assert [len(item.text) for item in facts.literals] == [300, 5]
    assert facts.literals[1].text == "a \ufffd b"


@both
def test_pattern_matching_binds_captures(plugin: ModuleType) -> None:
    facts = read(
        plugin,
        "match = match(case)\nmatch match:\n    case {'k': v, **rest} if v > rest.n: v\n    case A.B | C(): match\n",
    )
    assert names(facts) == ["match", "case", "match", "rest.n", "A.B", "C", "match"]


def test_tree_sitter_keeps_what_parsed() -> None:
    facts = read(python, "import a\n\ndef good():\n    return a.b()\n\nx = = 1\n\nclass Good:\n    def f(self): c()\n")
    assert [item.qualname for item in facts.definitions if item.kind != "variable"] == ["good", "Good", "Good.f"]
    assert {"a.b", "c"} <= set(names(facts))
    assert [problem.line for problem in facts.problems] == [6]


def test_tree_sitter_leaves_out_what_did_not_parse() -> None:
    facts = read(python, "a()\n? b(\n")
    assert names(facts) == ["a"]
    assert [problem.line for problem in facts.problems] == [2]


def test_ast_lists_a_syntax_error_and_reads_nothing_else() -> None:
    facts = read(python_ast, "def f(): pass\nx = = 1\n")
    assert [problem.line for problem in facts.problems] == [2]
    assert attrs.evolve(facts, problems=[]) == FileFacts("python")


def test_tree_sitter_reads_python_2_and_says_so() -> None:
    facts = read(python, 'print "two words", a.b\ntry: exec code\nexcept E, e: e\nprint >>log, c\n')
    assert names(facts) == ["a.b", "code", "E", "log", "c"]
    assert [problem.line for problem in facts.problems] == [1, 2]
    assert [item.text for item in facts.literals] == ["two words"]


NEW_SYNTAX = """\
type Pair[T: Base] = tuple[T, Other]


def first[T, *Ts](values: list[T], rest: "Ts") -> T:
    return values[0], T


class Box[T](Base[T]):
    item: T

    def open(self) -> T: ...


x = f"{f"{y["k"]}"} {'\\n'.join(z)}"
"""


def check_new_syntax(plugin: ModuleType) -> None:
    facts = read(plugin, NEW_SYNTAX)
    assert not facts.problems
    assert [(item.qualname, item.signature) for item in facts.definitions] == [
        ("Pair", "type Pair[T: Base] = tuple[T, Other]"),
        ("first", 'def first[T, *Ts](values: list[T], rest: "Ts") -> T:'),
        ("Box", "class Box[T](Base[T]):"),
        ("Box.item", "item: T"),
        ("Box.open", "def open(self) -> T:"),
        ("x", """x = f"{f"{y["k"]}"} {'\\n'.join(z)}\""""),
    ]
    assert names(facts) == ["Base", "Other", "Base", "y", "?.join", "z"]


def test_tree_sitter_reads_the_syntax_of_newer_versions() -> None:
    check_new_syntax(python)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the running interpreter has no such syntax")
def test_ast_reads_the_syntax_of_its_interpreter() -> None:
    check_new_syntax(python_ast)


def test_a_parse_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "MOST_SECONDS", -1)
    with pytest.raises(UnreadableError, match="seconds to parse"):
        read(python, "x = 1\n" * 20_000)
    assert len(read(python, "x = 1\ny = 2\n").definitions) == 2
