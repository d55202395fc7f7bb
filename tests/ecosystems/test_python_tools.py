"""Pipfiles, environments of conda and tox, sessions of nox, and pinned tools: what is written is found and proved."""

import tomllib
from contextlib import suppress
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import VALUES, documents

from crossbearing.plugin import Dependency, Language, Runner, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import conda, nox, pipfile, tool_versions, tox

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[a-z]([a-z0-9_-]{0,5}[a-z0-9])?", fullmatch=True)
SPECIFIERS = st.sampled_from(["", ">=1", "==2.*", "~=1.0,<2"])
REQUIREMENTS = st.lists(st.tuples(NAMES, SPECIFIERS), max_size=5)
ENDS = st.sampled_from(["\n", "\r\n"])


def claims_of(plugin: Any, path: str, text: str) -> list[Any]:
    tree = MemoryTree("small", {path: text.encode("utf-8", "replace")})
    claims = list(plugin.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims


def required(claims: list[Any], **fields: str) -> list[tuple[str, str]]:
    return [
        (claim.name, claim.version or "")
        for claim in claims
        if isinstance(claim, Dependency) and all(getattr(claim, key) == value for key, value in fields.items())
    ]


@STEADY
@given(documents(st.fixed_dictionaries({"packages": st.dictionaries(NAMES, SPECIFIERS), "dev-packages": VALUES})))
def test_pipfile(text: str) -> None:
    packages = tomllib.loads(text)["packages"]
    assert required(claims_of(pipfile, "Pipfile", text), kind="runtime") == list(packages.items())


@STEADY
@given(REQUIREMENTS, REQUIREMENTS, ENDS)
def test_conda(packages: list[tuple[str, str]], pip: list[tuple[str, str]], end: str) -> None:
    lines = ["name: x", "dependencies:", *(f"  - '{name}{version}'" for name, version in packages), "  - pip"]
    lines += ["  - pip:", *(f"    - {name}{version}" for name, version in pip)] if pip else []
    claims = claims_of(conda, "environment.yml", end.join(lines))
    if not any("~=" in version for _, version in packages):
        assert required(claims, ecosystem="conda") == [*packages, ("pip", "")]
    assert required(claims, ecosystem="pypi") == pip


@STEADY
@given(st.dictionaries(NAMES.filter(lambda name: name != "base"), REQUIREMENTS, max_size=3), REQUIREMENTS, ENDS)
def test_tox(environments: dict[str, list[tuple[str, str]]], base: list[tuple[str, str]], end: str) -> None:
    lines = ["[testenv]", "deps =", *(f"    x, !y: {name}{version}  # why" for name, version in base)]
    for name, deps in environments.items():
        lines += [f"[testenv:{name}]", "deps =", "    ; nothing", *(f"  {dep}{version}" for dep, version in deps)]
    claims = claims_of(tox, "tox.ini", end.join(lines))
    assert required(claims, group="testenv") == base
    assert all(claim.marker == "x, !y" for claim in claims if getattr(claim, "group", "") == "testenv")
    for name, deps in environments.items():
        if name != "testenv":
            assert required(claims, group=name) == deps
    assert {claim.command for claim in claims if isinstance(claim, Runner)} == {
        f"tox -e {name}" for name in environments
    }


@STEADY
@given(st.dictionaries(NAMES.map(lambda name: "s_" + name.replace("-", "_")), REQUIREMENTS, max_size=3), ENDS)
def test_nox(sessions: dict[str, list[tuple[str, str]]], end: str) -> None:
    lines = ["import nox", ""]
    for name, deps in sessions.items():
        words = ["-r", "requirements.txt", *(f"{dep}{version}" for dep, version in deps), "."]
        lines += ["@nox.session(reuse_venv=True)", f"def {name}(session):", f"    session.install(*{words!r})"]
    claims = claims_of(nox, "noxfile.py", end.join(lines))
    for name, deps in sessions.items():
        assert required(claims, group=name) == deps
    assert [claim.command for claim in claims if isinstance(claim, Runner)] == [f"nox -s {name}" for name in sessions]


@STEADY
@given(st.dictionaries(st.sampled_from(["python", "ruby", "nodejs", "golang"]), st.sampled_from(["1.2", "3"])), ENDS)
def test_tool_versions(tools: dict[str, str], end: str) -> None:
    text = end.join(f"{tool}\t{version} 0.1 # why" for tool, version in tools.items())
    claims = claims_of(tool_versions, "web/.tool-versions", text)
    assert [claim.version_hint for claim in claims if isinstance(claim, Language)] == list(tools.values())


@pytest.mark.parametrize(
    ("plugin", "path"),
    [
        (pipfile, "Pipfile"),
        (conda, "environment.yml"),
        (tox, "tox.ini"),
        (tox, "tox.toml"),
        (nox, "noxfile.py"),
        (tool_versions, ".tool-versions"),
        (tool_versions, ".python-version"),
        (tool_versions, "mise.toml"),
        (tool_versions, "rust-toolchain"),
    ],
)
@STEADY
@given(
    text=st.text(max_size=60)
    | st.text(alphabet=" \n\t[]{}=:!,-#'\"abtestenvdp0.", max_size=60)
    | documents(
        st.dictionaries(
            st.sampled_from(["packages", "env", "tools", "tasks", "deps", "scripts", "env_run_base", "requires"]),
            VALUES,
        )
    )
)
def test_any_text(plugin: Any, path: str, text: str) -> None:
    with suppress(UnreadableError):
        claims_of(plugin, path, text)
