"""CMake: the scanner, variables and conditions, and what generated projects claim."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, EntryPoint, Runner, Target, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import cmake
from crossbearing_ecosystems._cmake_conditions import ConditionReader
from crossbearing_ecosystems._cmake_lexer import CommandScanner
from crossbearing_ecosystems._cmake_values import Scope
from crossbearing_ecosystems._cmake_words import plain_items

STEADY = settings(deadline=None)
TOP = "CMakeLists.txt"


def scan(text: str) -> list[tuple[str, list[str]]]:
    return [
        (command.name, [argument.text for argument in command.arguments]) for command in CommandScanner(text).commands()
    ]


def read(files: dict[str, str], path: str = TOP) -> tuple[list[Claim], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    claims = list(cmake.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims, tree


def targets(text: str, *sources: str, **files: str) -> dict[str, Target]:
    claims, _ = read({TOP: text, **dict.fromkeys(sources, ""), **files})
    return {claim.name: claim for claim in claims if isinstance(claim, Target) and claim.kind != "test"}


def test_arguments_of_every_kind() -> None:
    text = 'Set(X a "b c" [=[d ]] e]=] f;g $<A:b> (h AND i)) # ( comment\n#[[ over\nlines ]] message("a\\"b" x"y z"w)\n'
    assert scan(text) == [
        ("set", ["X", "a", "b c", "d ]] e", "f;g", "$<A:b>", "(", "h", "AND", "i", ")"]),
        ("message", ['a\\"b', 'x"y z"w']),
    ]


def test_lines_of_commands_and_arguments() -> None:
    (command,) = CommandScanner("\r\nset(X\r\n  a\r\n)\r\n").commands()
    assert (command.line, command.end) == (2, 4)
    assert [argument.line for argument in command.arguments] == [2, 3]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a()\nb(", "the parenthesis of b() is not closed", 2),
        ('\nset(a "b\n', "a string of set() is not closed", 2),
        ("\n?\n", "no command: '?'", 2),
        ("#[[ a", "'[[' is not closed", 1),
    ],
)
def test_faults_name_their_line(text: str, reason: str, line: int) -> None:
    scanner = CommandScanner(text)
    list(scanner.commands())
    assert [tuple(fault) for fault in scanner.faults] == [(reason, line)]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("ON", True),
        ("NOT ON", False),
        ("UNHEARD_OF", None),
        ("NOT UNHEARD_OF", None),
        ("UNHEARD_OF OR TRUE", True),
        ("UNHEARD_OF AND FALSE", False),
        ("(ON AND OFF) OR NOT OFF", True),
        ('"a" STREQUAL "a"', True),
        ("NAME STREQUAL kiln", True),
        ('"${NAME}" STREQUAL "oven"', False),
        ("a STREQUAL b", None),
        ("NAME MATCHES ^ki", True),
        ("NAME MATCHES (k+)+$", None),
        ("a IN_LIST LETTERS", True),
        ("z IN_LIST LETTERS", False),
        ("COUNT GREATER 1", True),
        ("COUNT VERSION_LESS 9", None),
        ("DEFINED NAME", True),
        ("DEFINED OTHER", None),
        ("TARGET kiln", True),
        ("TARGET oven", None),
        ("OR", None),
        ("( ( (", None),
    ],
)
def test_conditions(condition: str, expected: bool | None) -> None:
    scope = Scope()
    for name, text in {"NAME": "kiln", "LETTERS": "a;b", "COUNT": "2"}.items():
        scope.bind(name, text)
    (command,) = CommandScanner(f"if({condition}{')' * condition.count('( (') * 3})").commands()
    arguments = [argument for argument in command.arguments if condition != "( ( (" or argument.text == "("]
    assert ConditionReader(scope, lambda path: False, lambda name: name == "kiln", []).judge(arguments) is expected


@pytest.mark.parametrize(
    ("word", "items"),
    [
        ("a", ["a"]),
        ("$<BUILD_INTERFACE:a;b>", ["a", "b"]),
        ("$<INSTALL_INTERFACE:a>", []),
        ("$<$<CONFIG:Debug>:a>", ["a"]),
        ("$<$<AND:$<CONFIG:Debug>,$<BOOL:1>>:a>", ["a"]),
        ("$<IF:$<BOOL:x>,a,b>", ["a", "b"]),
        ("$<LINK_ONLY:$<TARGET_NAME:a>>", ["a"]),
        ("$<0:a>", []),
        ("$<CONFIG>", []),
        ("$<", []),
    ],
)
def test_generator_expressions(word: str, items: list[str]) -> None:
    assert list(plain_items([word])) == items


def test_both_branches_are_read_and_a_list_holds_what_either_gives() -> None:
    text = "if(WIN32)\nset(S win.c)\nelse()\nset(S unix.c)\nendif()\nadd_library(a ${S} all.c)\n"
    assert targets(text, "win.c", "unix.c", "all.c")["a"].sources == ("all.c", "unix.c", "win.c")


def test_within_a_branch_its_own_value_holds() -> None:
    text = "if(A)\nset(N one)\nadd_library(${N} a.c)\nset(N two)\nadd_library(${N} a.c)\nendif()\n"
    assert set(targets(text, "a.c")) == {"one", "two"}


def test_a_certain_condition_decides() -> None:
    text = "set(A ON)\nif(A)\nadd_library(yes a.c)\nelse()\nadd_library(no a.c)\nendif()\n"
    assert set(targets(text)) == {"yes"}


def test_a_command_that_is_not_known_makes_variables_uncertain() -> None:
    text = "set(A OFF)\ncheck_something(A)\nif(A)\nadd_library(maybe a.c)\nendif()\n"
    assert set(targets(text)) == {"maybe"}


def test_functions_loops_and_values_for_the_caller() -> None:
    text = """
function(names out)
  set(${out} one two PARENT_SCOPE)
endfunction()
macro(tool name)
  add_executable(tool-${name} ${ARGN})
  if(${ARGC} GREATER 2)
    return()
  endif()
endmacro()
names(LIST)
foreach(n IN LISTS LIST ITEMS three)
  if(n STREQUAL "two")
    continue()
  endif()
  tool(${n} ${n}.c)
endforeach()
foreach(i RANGE 1 2)
  add_library(part${i} a.c)
endforeach()
"""
    found = targets(text, "one.c", "three.c")
    assert set(found) == {"tool-one", "tool-three", "part1", "part2"}
    assert found["tool-three"].sources == ("three.c",)


def test_names_made_of_paths_and_texts() -> None:
    text = """
file(GLOB_RECURSE headers include/*.h)
foreach(header ${headers})
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/include ${header})
  string(REPLACE "/" "_" name ${name})
  string(REGEX REPLACE "[.]h$" "" name ${name})
  string(TOUPPER ${name} upper)
  get_filename_component(stem ${header} NAME_WE)
  add_executable(single_${name} ${header})
  add_library(${upper}-${stem} INTERFACE)
endforeach()
list(LENGTH headers count)
list(GET headers 0 first)
add_library(count${count} ${first})
"""
    found = targets(text, "include/a.h", "include/sub/b.h", "other/c.h")
    assert set(found) == {"single_a", "single_sub_b", "A-a", "SUB_B-b", "count2"}
    assert found["count2"].sources == ("include/a.h",)


def test_unset_variables_leave_no_guessed_target() -> None:
    claims, _ = read({TOP: "add_library(${X} a.c)\nadd_test(NAME ${Y} COMMAND z)\n"})
    assert {type(claim) for claim in claims} == {UnreadablePart}
    assert [claim.evidence.line for claim in claims] == [1, 2]


def test_a_file_that_is_included_claims_nothing_by_itself() -> None:
    files = {TOP: "project(a C)\nadd_subdirectory(b)\n", "b/CMakeLists.txt": "add_library(b x.c)\n"}
    assert any(claim.evidence.path == "b/CMakeLists.txt" for claim in read(files)[0])
    assert read(files, "b/CMakeLists.txt")[0] == []
    alone = {**files, TOP: "project(a C)\n"}
    assert [claim.name for claim in read(alone, "b/CMakeLists.txt")[0] if isinstance(claim, Target)] == ["b"]


@pytest.mark.parametrize(
    "text",
    [
        "function(f)\nf()\nf()\nendfunction()\nf()\n",
        "macro(f)\nf()\nendmacro()\nf()\n",
        "include(CMakeLists.txt)\nadd_subdirectory(.)\nadd_subdirectory(..)\n",
        "set(X ab)\n" + 'set(X "${X}${X}")\n' * 80 + "add_library(${X} a.c)\n",
        "set(X a)\nforeach(i RANGE 400)\nlist(APPEND X ${X})\nendforeach()\nadd_library(x ${X})\n",
        "foreach(a RANGE 900)\nforeach(b RANGE 900)\nadd_library(x${a}${b} a.c)\nendforeach()\nendforeach()\n",
        "if(a)\n" * 3_000,
        "add_library(" + "${" * 9_000 + "x" + "}" * 9_000 + ")\n",
        "target_link_libraries(a " + "$<1:" * 5_000 + ">" * 5_000 + ")\n",
        "if(" + "NOT " * 50_000 + "a)\nendif()\n",
    ],
    ids=lambda text: text[:20].strip().replace("\n", " "),
)
def test_what_never_ends_or_grows_is_cut_short(text: str) -> None:
    try:
        claims, _ = read({TOP: text})
    except UnreadableError:
        return
    assert len(claims) <= 20_000


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}(?:[-.][a-z0-9]{1,3})?", fullmatch=True)
SPACES = st.sampled_from([" ", "\n  ", "\t", " # c ) \n", " #[[ ) ]] "])
WRAPPERS = st.sampled_from(
    [
        "{}",
        "if(X)\n{}endif()\n",
        "if(A)\nelseif(B)\n{}else()\nendif()\n",
        "foreach(i a b)\n{}endforeach()\n",
        "function(g)\n{}endfunction()\ng()\n",
    ]
)


@STEADY
@given(st.data())
def test_generated_projects(data: st.DataObject) -> None:
    space = data.draw(SPACES)
    libraries = data.draw(st.lists(NAMES, unique=True, max_size=4))
    packages = data.draw(st.lists(NAMES, unique=True, max_size=3))
    lines = [f"add_library({name}{space}STATIC{space}{name}.c)\n" for name in libraries]
    lines += [f"find_package({name}{space}1.2{space}REQUIRED)\n" for name in packages]
    lines += [f"target_link_libraries({name}{space}PRIVATE{space}{libraries[0]})\n" for name in libraries]
    text = "".join(data.draw(WRAPPERS).format(line) for line in lines)
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n"])))
    claims, _ = read({TOP: text, **{f"{name}.c": "" for name in libraries}})
    found = {claim.name: claim for claim in claims if isinstance(claim, Target)}
    assert set(found) == set(libraries)
    assert {(claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)} == {
        (name, "1.2") for name in packages
    }
    for name in libraries:
        assert found[name].sources == (f"{name}.c",)
        assert found[name].depends_on == (() if name == libraries[0] else (libraries[0],))


WORDS = st.sampled_from(
    [
        "set(",
        "if(",
        "endif()",
        "foreach(",
        "endforeach()",
        "function(f",
        "endfunction()",
        "f(",
        "add_library(",
        ")",
        '"',
        "${",
        "}",
        "${ARGN}",
        "$<",
        ">",
        "[[",
        "]]",
        "#",
        "\n",
        " ",
        "a",
        ";",
        "\\",
        "add_test(NAME",
        "project(",
        "list(APPEND",
    ]
)


@STEADY
@given(st.lists(WORDS, max_size=40).map("".join) | st.text(max_size=80))
def test_any_text(text: str) -> None:
    try:
        tree = MemoryTree("small", {TOP: text.encode("utf-8", "replace")})
        assert unproved(cmake.parse_manifest(tree.read(TOP), tree), tree) == []
    except UnreadableError:
        return


def test_a_program_that_is_built_on_request_is_no_entry_point() -> None:
    claims, _ = read({TOP: "project(p C)\nadd_executable(a EXCLUDE_FROM_ALL a.c)\nadd_executable(b b.c)\n"})
    assert [claim.name for claim in claims if isinstance(claim, EntryPoint)] == ["b"]


def test_an_installed_program_is_an_entry_point_though_tests_run_it() -> None:
    text = "project(p C)\nadd_executable(a a.c)\nadd_executable(t t.c)\nadd_test(NAME x COMMAND a)\nadd_test(t t)\n"
    claims, _ = read({TOP: text + "install(TARGETS a DESTINATION bin)\n"})
    assert [claim.name for claim in claims if isinstance(claim, EntryPoint)] == ["a"]
    assert {claim.name for claim in claims if isinstance(claim, Runner)} == {"build", "install"}


@pytest.mark.parametrize("data", ["[]", "{}", '{"configurePresets": [1, {"name": 2}, {"hidden": true}]}'])
def test_presets_of_wrong_types_claim_nothing(data: Any) -> None:
    assert read({"CMakePresets.json": data}, "CMakePresets.json")[0] == []
