"""The golden cases of the ecosystem plugins: there are enough of them, and every claim in them is proved."""

from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from evidence import unproved

from crossbearing.plugin import UnreadableError
from crossbearing.testing.exercise import call, case_folders, matching_paths, open_host
from crossbearing.testing.tree import MemoryTree

CASES = Path(__file__).parent
PLUGINS = sorted({folder.parent.parent.name for folder in CASES.glob("*/*/input")})
FOLDERS = [folder for plugin in PLUGINS for folder in case_folders(CASES / plugin)]


@pytest.mark.parametrize("plugin", PLUGINS)
def test_there_are_enough_cases(plugin: str) -> None:
    names = {folder.name for folder in case_folders(CASES / plugin)}
    assert {"normal", "empty"} <= names
    assert len(names) >= 6


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_every_claim_is_proved_by_its_line(folder: Path) -> None:
    plugin = folder.parent.name
    tree = MemoryTree.of_folder(folder / "input")
    module = import_module(f"crossbearing_ecosystems.{plugin}")
    paths = matching_paths(open_host(f"ecosystem.{plugin}"), f"ecosystem.{plugin}", tree)
    assert paths
    for path in paths:
        with suppress(UnreadableError):
            claims = call(module.parse_manifest, {"file": tree.read(path), "tree": tree})
            assert unproved(claims, tree) == []
