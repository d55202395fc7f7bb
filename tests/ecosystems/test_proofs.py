"""Whatever a manifest holds and however it is written, every claim about it stands on its line."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import VALUES, documents

from crossbearing.plugin import Dependency, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import pyproject, requirements, setuptools

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

CODE = {
    "src/tool/__init__.py": b"",
    "src/tool/core.py": b"x = 1\n",
    "tool/__init__.py": b"",
    "tool.py": b"x = 1\n",
    "uv.lock": b"version = 1\n",
}
NAMES = st.from_regex(r"[a-zA-Z0-9]([a-z0-9._-]{0,5}[a-z0-9])?", fullmatch=True)
REQUIREMENTS = st.builds(
    "{}{}{}".format,
    NAMES,
    st.sampled_from(["", ">=1", " == 2.*", "[x]~=1.0"]),
    st.sampled_from(["", "; python_version<'3'"]),
)
LISTS = st.lists(REQUIREMENTS | st.sampled_from(["not a requirement", "{{ x }}"]), max_size=4)
GROUPS = st.dictionaries(st.sampled_from(["dev", "docs", "yaml", "all", "a.b"]), LISTS, max_size=3)
SCRIPTS = st.dictionaries(NAMES, st.just("tool.core:main"), max_size=2)
CONSTRAINTS = st.dictionaries(
    NAMES | st.just("python"),
    st.sampled_from(["^1.0", "*"]) | st.fixed_dictionaries({"version": st.just("^2"), "optional": st.booleans()}),
    max_size=3,
)


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table that has any of the keys, each with a fitting value or with any other."""
    return st.fixed_dictionaries({}, optional={name.replace("_", "-"): value | VALUES for name, value in keys.items()})


TOOLS = table(
    poetry=table(
        name=NAMES,
        dependencies=CONSTRAINTS,
        scripts=SCRIPTS,
        group=st.dictionaries(st.just("dev"), table(dependencies=CONSTRAINTS)),
    ),
    uv=table(dev_dependencies=LISTS, sources=st.dictionaries(NAMES, table(git=st.just("https://example.org/x")))),
    pdm=table(dev_dependencies=GROUPS, scripts=SCRIPTS),
    hatch=table(envs=st.dictionaries(st.sampled_from(["default", "lint"]), table(dependencies=LISTS, scripts=SCRIPTS))),
    flit=table(metadata=table(module=st.just("tool"), requires=LISTS), scripts=SCRIPTS),
    setuptools=table(
        packages=st.just(["tool"]) | table(find=table(where=st.just(["src"]))), package_dir=st.just({"": "src"})
    ),
    pytest=table(ini_options=table(testpaths=st.sampled_from(["tests", ["a", "b c"]]))),
    ruff=table(format=VALUES),
)
PROJECTS = table(
    project=table(
        name=NAMES,
        requires_python=st.just(">=3.9"),
        classifiers=st.lists(st.sampled_from(["Programming Language :: Python :: 3", "Programming Language :: C++"])),
        dependencies=LISTS,
        optional_dependencies=GROUPS,
        scripts=SCRIPTS,
        entry_points=st.dictionaries(st.just("tool.plugins"), SCRIPTS),
    ),
    dependency_groups=GROUPS,
    build_system=table(
        requires=LISTS, build_backend=st.sampled_from(["hatchling.build", "setuptools.build_meta", "other"])
    ),
    tool=TOOLS,
)


def claims_of(plugin: Any, path: str, text: str) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {**CODE, path: text.encode()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


@STEADY
@given(documents(PROJECTS))
def test_pyproject(text: str) -> None:
    claims, tree = claims_of(pyproject, "pyproject.toml", text)
    assert unproved(claims, tree) == []


@STEADY
@given(st.lists(REQUIREMENTS, max_size=6), st.sampled_from(["\n", "\r\n", "\n# c\n", " \\\n\n"]))
def test_requirements(lines: list[str], end: str) -> None:
    claims, tree = claims_of(requirements, "requirements.txt", end.join(lines))
    assert unproved(claims, tree) == []
    assert len([claim for claim in claims if isinstance(claim, Dependency)]) == len(lines)


@STEADY
@given(st.lists(REQUIREMENTS, max_size=6), GROUPS, st.sampled_from(["{!r}", "'''{} '''", "f{!r}", "[{!r}]"]))
def test_setup_script(lines: list[str], groups: dict[str, list[str]], style: str) -> None:
    items = "".join(
        f"    {style.format(line)},\n" if style != "[{!r}]" else f"    *{style.format(line)},\n" for line in lines
    )
    code = (
        "from setuptools import setup\n"
        f"REQUIRED = [\n{items}]\n"
        f"setup(name='own-project', install_requires=REQUIRED, extras_require={groups!r}, packages=['tool'])\n"
    )
    claims, tree = claims_of(setuptools, "setup.py", code)
    assert unproved(claims, tree) == []
    if style != "f{!r}":
        found = [
            claim for claim in claims if isinstance(claim, Dependency) and claim.evidence.line > 2 and not claim.group
        ]
        assert len(found) == len(lines)


@STEADY
@given(LISTS, GROUPS)
def test_setup_config(required: list[str], groups: dict[str, list[str]]) -> None:
    text = "[metadata]\nname = tool\n[options]\ninstall_requires =\n" + "".join(f"  {line}\n" for line in required)
    text += "[options.extras_require]\n"
    for name, lines in groups.items():
        text += f"{name} =\n" + "".join(f"  {line}\n" for line in lines)
    claims, tree = claims_of(setuptools, "setup.cfg", text)
    assert unproved(claims, tree) == []


@pytest.mark.parametrize("plugin", [pyproject, requirements, setuptools], ids=lambda plugin: plugin.__name__)
@STEADY
@given(text=st.text(max_size=60))
def test_any_text(plugin: Any, text: str) -> None:
    path = {"pyproject": "pyproject.toml", "requirements": "requirements.txt"}.get(
        plugin.__name__.rpartition(".")[2], "setup.py"
    )
    try:
        claims, tree = claims_of(plugin, path, text)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []
