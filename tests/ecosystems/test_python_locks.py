"""The lock files of Python's package managers: every package is found, on the line that names it."""

import json
import tomllib
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import documents

from crossbearing.plugin import LockedPackage, PackageManager, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import pdm_lock, pipfile_lock, poetry_lock, pylock, requirements, uv_lock

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

FILES = {
    poetry_lock: "poetry.lock",
    pdm_lock: "pdm.lock",
    uv_lock: "uv.lock",
    pylock: "pylock.toml",
    pipfile_lock: "Pipfile.lock",
}
NAMES = st.from_regex(r"[a-z0-9]([a-z0-9._-]{0,5}[a-z0-9])?", fullmatch=True)
VERSIONS = st.sampled_from(["1.0", "2.3.4", "2024.7.4", "0.1.dev0"])
# fmt: off
KEYS = st.sampled_from((
    "archive", "commit-id", "dependencies", "directory", "editable", "metadata", "name", "path", "requires-dist",
    "source", "specifier", "vcs", "version",
))
# fmt: on
PACKAGES = st.lists(
    st.fixed_dictionaries(
        {"name": NAMES, "version": VERSIONS},
        optional={"groups": st.just(["main"]), "summary": st.sampled_from(["", 'say "hi"', "[[package]]\nname = 'x'"])},
    ),
    max_size=5,
)


def claims_of(plugin: Any, path: str, text: str) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {path: text.encode("utf-8", "replace")})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


def locked(claims: list[Any]) -> list[tuple[str, str]]:
    return [(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)]


@pytest.mark.parametrize("plugin", [poetry_lock, pdm_lock, uv_lock, pylock], ids=lambda plugin: plugin.__name__)
@STEADY
@given(data=st.data())
def test_every_package_is_found(plugin: Any, data: st.DataObject) -> None:
    key = "packages" if plugin is pylock else "package"
    text = data.draw(documents(st.fixed_dictionaries({key: PACKAGES, "version": st.just(1)})))
    claims, tree = claims_of(plugin, FILES[plugin], text)
    assert unproved(claims, tree) == []
    packages = [(item["name"], item["version"]) for item in tomllib.loads(text)[key]]
    assert locked(claims) == (list(dict.fromkeys(packages)) if plugin is pdm_lock else packages)


@STEADY
@given(PACKAGES, PACKAGES, st.sampled_from([None, 1, 4]))
def test_every_package_of_pipenv_is_found(
    default: list[dict[str, str]], develop: list[dict[str, str]], indent: int | None
) -> None:
    data = {
        "_meta": {"pipfile-spec": 6},
        "default": {item["name"]: {"version": f"=={item['version']}"} for item in default},
        "develop": {item["name"]: {"version": f"=={item['version']}"} for item in develop},
    }
    claims, tree = claims_of(pipfile_lock, "Pipfile.lock", json.dumps(data, indent=indent))
    assert unproved(claims, tree) == []
    pins = [
        (name, package["version"].lstrip("="))
        for key in ("default", "develop")
        for name, package in data[key].items()  # type: ignore[attr-defined]
    ]
    assert locked(claims) == list(dict.fromkeys(pins))
    assert any(isinstance(claim, PackageManager) for claim in claims)


@pytest.mark.parametrize("plugin", FILES, ids=lambda plugin: plugin.__name__)
@STEADY
@given(
    text=st.text(max_size=60) | documents(st.dictionaries(st.sampled_from(["package", "packages", "source"]), VERSIONS))
)
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, FILES[plugin], text)
    except UnreadableError:
        return
    assert unproved(claims, tree) == []


@STEADY
@given(data=st.data())
def test_any_values(data: st.DataObject) -> None:
    values = st.recursive(
        st.sampled_from(["click", "1.0", "", ".", "https://example.org/x#1", 3, True]),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(
                KEYS,
                inner,
                max_size=3,
            )
        ),
        max_leaves=8,
    )
    tables = st.lists(
        st.dictionaries(KEYS, values),
        max_size=3,
    )
    text = data.draw(documents(st.fixed_dictionaries({"package": tables, "packages": tables, "manifest": values})))
    for plugin in (poetry_lock, pdm_lock, uv_lock, pylock):
        claims, tree = claims_of(plugin, FILES[plugin], text)
        assert unproved(claims, tree) == []


@pytest.mark.parametrize(
    "text",
    [
        '[["package"]]\nname = "a"\nversion = "1"\n',
        'package = [\n  {name = "a", version = "1"},\n]\n',
        "note = '''\n[[package]]\nname = 'b'\n'''\n[[package]]\nname = \"a\"\nversion = \"1\"\n",
    ],
    ids=["quoted-header", "inline", "header-in-a-string"],
)
def test_unusual_headers(text: str) -> None:
    claims, tree = claims_of(poetry_lock, "poetry.lock", text)
    assert unproved(claims, tree) == []
    lines = text.splitlines()
    assert [lines[claim.evidence.line - 1] for claim in claims if isinstance(claim, LockedPackage)] == [
        next(line for line in lines if '"a"' in line)
    ]


def test_keys_of_very_many_parts_are_refused() -> None:
    with pytest.raises(UnreadableError, match="more than 100 parts"):
        claims_of(poetry_lock, "poetry.lock", "x = 1\n" + ".".join(["a"] * 50_000) + " = 1\n")


@STEADY
@given(
    st.lists(st.tuples(NAMES, VERSIONS, st.booleans(), st.booleans()), unique_by=lambda item: item[0], max_size=5),
    st.sampled_from(["\n", "\r\n"]),
)
def test_compiled_requirements(pins: list[tuple[str, str, bool, bool]], end: str) -> None:
    lines = ["# This file is autogenerated by pip-compile with Python 3.12", "#    pip-compile"]
    for name, version, is_direct, is_split in pins:
        origin = "-r requirements.in" if is_direct else "other"
        lines += [f"{name}=={version} \\", "    --hash=sha256:00"]
        lines += ["    # via", "    #   another", f"    #   {origin}"] if is_split else [f"    # via {origin}"]
    claims, tree = claims_of(requirements, "requirements.txt", end.join([*lines, ""]))
    assert unproved(claims, tree) == []
    assert locked(claims) == [(name, version) for name, version, _, _ in pins]
    assert [claim.direct for claim in claims if isinstance(claim, LockedPackage)] == [pin[2] for pin in pins]
