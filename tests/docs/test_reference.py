"""The documentation cannot drift: what exists is described, and what is described exists."""

import importlib.util
import re
import types
from pathlib import Path

import pytest

from crossbearing.hookspecs import KINDS
from crossbearing.registry import discover

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generator() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("generate_reference", DOCS / "generate_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["cli.md", "hooks.md", "plugins.md", "profile.md", "api.md"])
def test_reference_matches_the_code(generator: types.ModuleType, page: str) -> None:
    written = (DOCS / "reference" / page).read_text(encoding="utf-8")
    assert written == generator.pages()[page], "run: python docs/generate_reference.py"


def test_every_option_says_what_it_means(generator: types.ModuleType) -> None:
    from crossbearing.cli.parser import build_parser

    for command in generator._leaf_commands(build_parser(everything=True)):
        for action in command._actions:
            assert action.help, f"{command.prog}: {action.dest} has no help"


def test_every_kind_of_plugin_has_a_recipe() -> None:
    for kind in KINDS:
        text = (DOCS / "plugins" / f"{kind}.md").read_text(encoding="utf-8")
        assert "```python" in text
        for hook in KINDS[kind].hooks:
            assert f"{hook}(" in text, f"docs/plugins/{kind}.md does not show {hook}"


def test_every_builtin_plugin_is_in_the_reference() -> None:
    text = (DOCS / "reference" / "plugins.md").read_text(encoding="utf-8")
    for record in discover():
        if record.distribution == "crossbearing":
            assert f"## `{record.qualified}`" in text


def test_every_hook_has_a_test() -> None:
    # Case folders hold files in every encoding.
    paths = Path(__file__).parents[1].rglob("test_*.py")
    tests = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in paths)
    for kind in KINDS.values():
        for hook in kind.hooks:
            assert re.search(rf"\b{hook}\(", tests), f"no test calls or implements {hook}"


def test_links_between_pages_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+\.md)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(DOCS)} links to {target}"


def test_navigation_names_every_page() -> None:
    navigation = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        assert f": {page.relative_to(DOCS).as_posix()}" in navigation
