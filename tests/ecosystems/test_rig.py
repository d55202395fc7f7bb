"""The hand-written build graph, and CMake's own: whatever they hold, claims are proved and mistakes have a line."""

import json
from typing import Any

from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import VALUES, documents

from crossbearing.plugin import Target, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import cmake_reply, rig

STEADY = settings(deadline=None)
NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
PATH = "crossbearing.rig.toml"
REPLY = "out/.cmake/api/v1/reply/"


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table that has any of the keys, each with a fitting value or with any other."""
    return st.fixed_dictionaries({}, optional={name: value | VALUES for name, value in keys.items()})


ENTRIES = table(
    name=NAMES,
    kind=st.sampled_from(["executable", "package", "program"]),
    depends_on=st.lists(NAMES, max_size=2),
    sources=st.lists(st.sampled_from(["a.c", "b.c"]), max_size=2),
    command=st.just("make"),
    evidence=st.sampled_from(["a.c:1", "a.c:2", "b.c:1", "a.c"]),
    spelling=st.sampled_from(["int", "char"]),
    path=st.sampled_from(["src", "..", ""]),
    framework=st.just("unity"),
)
DESCRIPTIONS = table(
    **{
        name: st.lists(ENTRIES, max_size=3)
        for name in ("component", "aggregator", "runner", "test", "external", "other")
    }
)


@STEADY
@given(documents(DESCRIPTIONS))
def test_any_description(text: str) -> None:
    tree = MemoryTree("small", {PATH: text.encode(), "a.c": b"int a;\n", "src/c.c": b""})
    claims = rig.parse_manifest(tree.read(PATH), tree)
    assert unproved(claims, tree) == []


@STEADY
@given(st.lists(NAMES, unique=True, min_size=1, max_size=5), st.data())
def test_a_sound_description_is_claimed_whole(names: list[str], data: st.DataObject) -> None:
    tables = {name: data.draw(st.sampled_from(["component", "aggregator", "runner", "test"])) for name in names}
    text = ""
    for number, (name, kind) in enumerate(tables.items()):
        text += f'[[{kind}]]\nname = "{name}"\ndepends_on = {json.dumps(names[:number])}\n'
        text += {"component": 'kind = "package"\n', "aggregator": ""}.get(kind, 'command = "make"\n')
    tree = MemoryTree("small", {PATH: text.encode()})
    claims = rig.parse_manifest(tree.read(PATH), tree)
    assert not [claim for claim in claims if isinstance(claim, UnreadablePart)]
    found = {claim.name: claim.depends_on for claim in claims if isinstance(claim, Target)}
    assert found == {name: tuple(sorted(names[:number])) for number, name in enumerate(names)}


NUMBERS = st.integers(-2, 3) | st.just(10**20)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5), lambda inner: st.lists(inner, max_size=2), max_leaves=4
)
NODES = st.lists(
    st.fixed_dictionaries({}, optional={"file": NUMBERS | JSON, "line": NUMBERS | JSON, "parent": NUMBERS}), max_size=4
)
TARGETS = st.fixed_dictionaries(
    {"name": NAMES | JSON, "type": st.sampled_from(["EXECUTABLE", "UTILITY", "OTHER"]) | JSON},
    optional={
        "backtrace": NUMBERS | JSON,
        "backtraceGraph": st.fixed_dictionaries(
            {"nodes": NODES | JSON, "files": st.lists(st.sampled_from(["CMakeLists.txt", "../x", "/a/b"])) | JSON}
        ),
        "dependencies": st.lists(st.fixed_dictionaries({"id": st.just("a::@1") | JSON}) | JSON, max_size=2) | JSON,
        "sources": st.lists(
            st.fixed_dictionaries({"path": st.sampled_from(["a.c", "/r/a.c", "../a"]) | JSON}), max_size=2
        )
        | JSON,
        "paths": st.fixed_dictionaries({"source": st.sampled_from([".", "sub", "../x"]) | JSON}),
    },
)


@STEADY
@given(
    TARGETS, st.sampled_from(["/r", "/r/sub", "/other", "C:/r", ""]) | JSON, st.sampled_from(["/r/out", "/x"]) | JSON
)
def test_any_reply(target: Any, source: Any, build: Any) -> None:
    model = {
        "paths": {"source": source, "build": build},
        "configurations": [{"targets": [{"jsonFile": "target-a.json"}, {"jsonFile": "../x"}, 1]}],
    }
    path = f"{REPLY}codemodel-v2-0.json"
    files = {
        path: json.dumps(model, indent=1).encode(),
        f"{REPLY}target-a.json": json.dumps(target, indent=1).encode(),
        "CMakeLists.txt": b"project(a)\nadd_executable(a a.c)\n",
        "a.c": b"",
    }
    tree = MemoryTree("small", files)
    try:
        assert unproved(cmake_reply.parse_manifest(tree.read(path), tree), tree) == []
    except UnreadableError:
        return
