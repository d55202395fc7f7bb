"""Go's files: whatever a `go.mod`, `go.work` or `go.sum` holds, its claims are found and stand on their lines."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, EntryPoint, Layout, LockedPackage, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import gomod, gosum, gowork
from crossbearing_ecosystems._go_packages import program_name

STEADY = settings(deadline=None)

MODULES = st.from_regex(r"[a-z]{1,4}\.(com|org)/[a-zA-Z0-9._-]{1,6}(/v[2-9])?", fullmatch=True)
VERSIONS = st.sampled_from(["v1.0.0", "v0.0.0-20240102030405-abcdef012345", "v2.3.4+incompatible", "v1.0.0-rc.1"])
REQUIREMENTS = st.lists(st.tuples(MODULES, VERSIONS, st.booleans()), max_size=8, unique_by=lambda item: item[0])
FILES = {gomod: "go.mod", gowork: "go.work", gosum: "go.sum"}


def claims_of(plugin: Any, text: str, files: dict[str, bytes] | None = None) -> tuple[list[Claim], MemoryTree]:
    path = FILES[plugin]
    tree = MemoryTree("small", {**(files or {}), path: text.encode()})
    file = tree.read(path)
    return list(plugin.parse_manifest(file, tree)), tree


@st.composite
def module_files(draw: st.DrawFn) -> tuple[str, list[tuple[str, str, bool]]]:
    """A `go.mod` with its requirements in single lines and blocks, quoted or not, with comments in between."""
    required = draw(REQUIREMENTS)
    lines = [draw(st.sampled_from(["module example.com/own", 'module "example.com/own"', "module `example.com/own`"]))]
    is_open = False
    for name, version, is_indirect in required:
        if not is_open and draw(st.booleans()):
            lines.append(draw(st.sampled_from(["require (", "require(", "\trequire  ( // why"])))
            is_open = True
        quote = draw(st.sampled_from(["", '"', "`"]))
        end = draw(st.sampled_from(["// indirect", "//indirect", "// indirect; why"])) if is_indirect else ""
        end = end or draw(st.sampled_from(["", "// not indirect", "// why"]))
        lines.append(f"{'' if is_open else 'require '}{quote}{name}{quote}\t{version} {end}")
        lines += draw(st.lists(st.sampled_from(["", "// a comment", "\t"]), max_size=1))
        if is_open and draw(st.booleans()):
            lines.append(" )")
            is_open = False
    lines += [")"] if is_open else []
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines), required


@STEADY
@given(module_files())
def test_requirements(written: tuple[str, list[tuple[str, str, bool]]]) -> None:
    text, required = written
    claims, tree = claims_of(gomod, text)
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version, claim.group) for claim in claims if isinstance(claim, Dependency)]
    assert found == [(name, version, "indirect" if indirect else "") for name, version, indirect in required]


@STEADY
@given(st.lists(st.tuples(MODULES, VERSIONS, st.booleans()), max_size=8), st.sampled_from(["\n", "\r\n"]))
def test_sums(rows: list[tuple[str, str, bool]], end: str) -> None:
    text = "".join(f"{name} {version}{'/go.mod' * only_mod} h1:abc={end}" for name, version, only_mod in rows)
    claims, tree = claims_of(gosum, text)
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)]
    assert found == [(name, version) for name, version, only_mod in rows if not only_mod]


@STEADY
@given(st.lists(st.from_regex(r"\./[a-z]{1,4}(/[a-z]{1,3})?", fullmatch=True), max_size=5, unique=True), st.booleans())
def test_members(folders: list[str], is_block: bool) -> None:
    lines = ["use (", *folders, ")"] if is_block else [f"use {folder}" for folder in folders]
    members = {f"{folder[2:]}/go.mod": b"module m\n" for folder in folders}
    claims, tree = claims_of(gowork, "go 1.22\n" + "\n".join(lines), members)
    assert unproved(claims, tree) == []
    assert [claim.spelling for claim in claims if isinstance(claim, Layout)] == folders


@pytest.mark.parametrize("plugin", FILES, ids=lambda plugin: plugin.__name__)
@STEADY
@given(text=st.text(max_size=80) | st.text(alphabet='require module()"`/=>v1. \n\t[],', max_size=80))
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, text)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("package main", 1),
        ("// A\n// package main\n\npackage main", 4),
        ("/*\npackage main\n*/ package main\r\n", 3),
        ("/* a */ /* b\n*/\n\tpackage\tmain // import", 3),
        ("//go:build linux\n\npackage main", 3),
        ("//go:build ignore\n\npackage main", 0),
        ("// +build ignore\n\npackage main", 0),
        ("package mainly", 0),
        ("package lib\n// package main", 0),
        ("/* never closed\npackage main", 0),
        ("", 0),
    ],
)
def test_programs(code: str, line: int) -> None:
    claims, tree = claims_of(gomod, "module example.com/own\n", {"main.go": code.encode()})
    assert unproved(claims, tree) == []
    assert [claim.evidence.line for claim in claims if isinstance(claim, EntryPoint)] == [line] * bool(line)


@pytest.mark.parametrize(
    ("module", "folder", "name"),
    [
        ("example.com/own", "", "own"),
        ("example.com/own/v2", "", "own"),
        ("example.com/own", "cmd/tool", "tool"),
        ("example.com/own", "cmd/tool/v3", "tool"),
        ("own", "", "own"),
    ],
)
def test_program_names(module: str, folder: str, name: str) -> None:
    assert program_name(module, folder) == name


def test_a_large_file_is_read_in_one_pass() -> None:
    lines = "".join(f"\texample.com/m{number} v1.0.{number} // indirect\n" for number in range(15_000))
    claims, _ = claims_of(gomod, f"module example.com/own\n\nrequire (\n{lines})\n")
    assert sum(isinstance(claim, Dependency) for claim in claims) == 15_000
