"""Makefiles: their lines and variables, and whether GNU make itself sees the same targets and recipes in them."""

import shutil
import subprocess

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Runner, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems._make_lines import logical_lines, split_statement, split_words, without_comment
from crossbearing_ecosystems._make_values import Variables
from crossbearing_ecosystems.make import parse_manifest

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)
MAKE = shutil.which("make")


def runners(text: str, path: str = "Makefile", **others: str) -> dict[str, str]:
    tree = MemoryTree("small", {path: text.encode(), **{name: body.encode() for name, body in others.items()}})
    file = tree.read(path)
    assert file is not None
    claims = parse_manifest(file, tree)
    assert unproved(claims, tree) == []
    return {claim.name: claim.command for claim in claims if isinstance(claim, Runner)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: b", ("a", ":", "b")),
        ("a := b:c", ("a", ":=", "b:c")),
        ("a ::= b", ("a", "::=", "b")),
        ("a:: b", ("a", "::", "b")),
        ("a &: b", ("a", "&:", "b")),
        ("$(x:.c=.o): y", ("$(x:.c=.o)", ":", "y")),
        ("${a=b} += c", ("${a=b}", "+=", "c")),
        ("a: b; c = d", ("a", ":", "b; c = d")),
        ("b; c = d", ("b", ";", "c = d")),
        ("a\\:b: c", ("a\\:b", ":", "c")),
        ("nothing here", ("nothing here", "", "")),
    ],
)
def test_statements(text: str, expected: tuple[str, str, str]) -> None:
    assert tuple(split_statement(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a # b", "a "),
        ("a \\# b", "a # b"),
        ("a \\\\# b", "a \\"),
        ("a \\\n   b # c", "a b "),
        ("# all", ""),
    ],
)
def test_comments(text: str, expected: str) -> None:
    assert without_comment(text) == expected


def test_words_keep_references_whole() -> None:
    assert split_words("a $(b c, $(d e)) f$g ${h i}") == ["a", "$(b c, $(d e))", "f$g", "${h i}"]


def test_continued_lines_are_one() -> None:
    assert [tuple(line) for line in logical_lines(["a \\", "b", "c \\\\", "d \\"])] == [
        (1, 2, "a \\\nb"),
        (3, 3, "c \\\\"),
        (4, 4, "d \\"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$(x) ${x} $y $$z", "1 1 2 $z"),
        ("$(later)", "1"),
        ("$(list:.c=.o)", "a.o b.o"),
        ("$(list:%.c=x/%)", "x/a x/b"),
        ("$(addprefix -I,$(list))", "-Ia.c -Ib.c"),
        ("$(patsubst %.c,%.o,$(list))", "a.o b.o"),
        ("$(subst a,o,banana)", "bonono"),
        ("$(filter-out b.c,$(list)) $(filter %.c,x.c y)", "a.c x.c"),
        ("$(dir src/a.c a) $(notdir src/a.c) $(basename a.b.c) $(suffix a.b.c)", "src/ ./ a.c a.b .c"),
        ("$(firstword $(list)) $(lastword $(list)) $(words $(list)) $(sort b a b)", "a.c b.c 2 a b"),
        ("$($(name))", "1"),
        ("$(strip  a   b )", "a b"),
    ],
)
def test_what_references_stand_for(text: str, expected: str) -> None:
    variables = Variables()
    for name, operator, value in [
        ("later", "=", "$(x)"),
        ("x", ":=", "1"),
        ("x", "?=", "3"),
        ("y", "?=", "2"),
        ("list", "=", "a.c"),
        ("list", "+=", "b.c"),
        ("name", "=", "x"),
    ]:
        variables.assign(name, operator, value)
    assert tuple(variables.expand(text)) == (expected, True)


@pytest.mark.parametrize(
    "text",
    [
        "$(shell date)",
        "$(unset)",
        "$(call f,1)",
        "$(self)",
        "$(unclosed",
        "$(wildcard *)",
        "$@",
        "$(from_shell)",
        "$(if a,b)",
    ],
)
def test_what_is_not_known_stands_as_written(text: str) -> None:
    variables = Variables()
    variables.assign("self", "=", "$(self)")
    variables.assign("from_shell", "!=", "date")
    assert tuple(variables.expand(f"{text}")) == (text, False)


def test_expansion_ends_even_where_it_would_grow_without_end() -> None:
    variables = Variables()
    variables.assign("v0", "=", "x" * 100)
    for number in range(60):
        variables.assign(f"v{number + 1}", "=", f"$(v{number})$(v{number})")
    assert not variables.expand("$(v60)").is_complete
    assert not variables.expand("$(subst x,$(v3),$(v7))").is_complete
    assert not variables.expand("$(" * 50_000).is_complete


def test_conditional_values_are_not_known_but_the_long_way_to_write_a_default_is() -> None:
    text = "ifndef A\nA = one\nendif\nifdef B\nC = two\nendif\nall:\n\techo $(A)\nother:\n\techo $(C)\n"
    assert runners(text) == {"all": "echo one", "other": "make other"}


def test_recipes_need_a_rule_and_end_with_the_next_statement() -> None:
    assert runners("\tX = 1\na:\n\techo $(X)\nY = 2\n\tZ = 3\nb:\n\n# note\n\techo $(Z)\n") == {
        "a": "echo 1",
        "b": "echo 3",
    }


def test_includes_are_relative_to_the_first_makefile_and_followed_once() -> None:
    text = "ROOT := $(dir $(lastword $(MAKEFILE_LIST)))\ninclude $(ROOT)mk/*.mk $(wildcard none/*.mk)\nall: one\n"
    found = runners(
        text, **{"mk/a.mk": "include mk/b.mk\none:\n\techo a\n", "mk/b.mk": "include Makefile\ntwo:\n\techo b\n"}
    )
    assert found == {"all": "make all", "one": "echo a", "two": "echo b"}


def test_what_is_left_out() -> None:
    text = ".PHONY: build/all a.b\n.SILENT:\nbuild/all a.b: ; echo\nout/x y.o %.o: z\n\techo\n"
    text += "FORCE:\n.hidden: x\n.c.o:\n\tcc\n"
    assert runners(text) == {"build/all": "echo", "a.b": "echo"}


def test_many_rules_and_prerequisites_take_no_longer_than_their_number_asks_for() -> None:
    lines = [f"t{number}: t{number + 1} t0\n\techo $@ $^\n" for number in range(20_000)]
    lines += [f"all: t{number}\n" for number in range(20_000)]
    assert len(runners("".join(lines))) == 5_000


NAMES = st.sampled_from(["a", "b", "test", "build-it", "lint_all", "x1"])
PIECES = st.sampled_from(
    ["echo", "one", "$(V)", "${W}", "$$HOME", "'$(V)'", "$(addprefix -,$(W))", "$@", "\\\n\t\tnext", "$(L:.c=.o)"]
)
RECIPES = st.lists(
    st.builds(
        "{}{}".format, st.sampled_from(["", "@", "-", "@ "]), st.lists(PIECES, min_size=1, max_size=4).map(" ".join)
    ),
    max_size=3,
)
ASSIGNMENTS = st.lists(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["V", "W", "L"]),
        st.sampled_from(["=", ":=", "?=", "+="]),
        st.sampled_from(["one", "two three.c", "$(V)x", "$(L) a.c", "# nothing", "$(words a b)"]),
    ),
    max_size=5,
)
RULES = st.lists(st.tuples(NAMES, RECIPES), min_size=1, max_size=4, unique_by=lambda rule: rule[0])


def makefile(assignments: list[str], rules: list[tuple[str, list[str]]]) -> str:
    lines = [*assignments, f".PHONY: {' '.join(name for name, _ in rules)}"]
    for name, recipe in rules:
        lines += [f"{name}:", *(f"\t{line}" for line in recipe)]
    return "\n".join(lines) + "\n"


@STEADY
@given(ASSIGNMENTS, RULES)
def test_generated_targets_are_found(assignments: list[str], rules: list[tuple[str, list[str]]]) -> None:
    found = runners(makefile(assignments, rules))
    assert set(found) == {name for name, recipe in rules if recipe}


@pytest.mark.skipif(MAKE is None, reason="needs GNU make")
@settings(deadline=None, max_examples=25)
@given(ASSIGNMENTS, RULES)
def test_make_runs_what_is_claimed(
    tmp_path_factory: pytest.TempPathFactory, assignments: list[str], rules: list[tuple[str, list[str]]]
) -> None:
    folder = tmp_path_factory.mktemp("make")
    text = makefile(assignments, rules)
    (folder / "Makefile").write_text(text)
    for name, command in runners(text).items():
        if command != f"make {name}":
            run = subprocess.run(
                [str(MAKE), "--dry-run", "--no-print-directory", name],
                cwd=folder,
                env={},
                capture_output=True,
                text=True,
                check=False,
            )
            # Where an immediate assignment needs a variable that needs itself, make refuses the file and runs nothing.
            if "references itself" not in run.stderr:
                assert _plain(command) == _plain(run.stdout), run.stderr


def _plain(script: str) -> list[str]:
    return [" ".join(line.split()) for line in script.replace("\\\n", " ").split("\n") if line.strip()]


@STEADY
@given(st.text(alphabet="ab:=\t \n\\$(){}%#;?+!.", max_size=80) | st.text(max_size=40))
def test_any_text(text: str) -> None:
    try:
        runners(text)
    except (UnreadableError, UnicodeEncodeError):
        return
