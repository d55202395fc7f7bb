"""The entry points of this project as a list: every plugin on disk is registered, every registered one is on disk."""

import tomllib
from pathlib import Path

import pytest

from crossbearing.hookspecs import KINDS
from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord, describe, discover

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "ecosystems/crossbearing_ecosystems": "crossbearing_ecosystems",
    "channels/crossbearing_channels": "crossbearing_channels",
    "plugins/crossbearing_plugins": "crossbearing_plugins",
}
INSTALL = "run the installation again (pip install -e .)"


def registered() -> dict[str, str]:
    """Qualified name to target, as pyproject.toml has them."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    kinds = {kind.group: kind.name for kind in KINDS.values()}
    assert groups.keys() <= kinds.keys()
    return {f"{kinds[group]}.{name}": target for group, names in groups.items() for name, target in names.items()}


def on_disk() -> set[str]:
    """The modules of all plugins; names with a leading underscore are helpers."""
    found = set()
    for folder, package in FOLDERS.items():
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            if not any(part.startswith("_") for part in parts):
                found.add(".".join((package, *parts)))
    return found


def test_every_plugin_on_disk_is_registered_and_every_registered_one_is_on_disk() -> None:
    targets = registered().values()
    assert sorted(targets) == sorted(set(targets)), "two entry points name one module"
    assert {target.partition(":")[0] for target in targets} == on_disk()


def test_the_installed_entry_points_are_those_of_pyproject() -> None:
    installed = {record.qualified: record.target for record in discover() if record.distribution == "crossbearing"}
    assert installed == registered(), f"the installed entry points are not those of pyproject.toml: {INSTALL}"


@pytest.mark.parametrize("record", discover(), ids=lambda record: record.qualified)
def test_every_built_in_can_be_imported_and_says_what_it_is(record: PluginRecord) -> None:
    host = PluginHost.open(Profile("bare"))
    assert host.version(record.qualified) == describe(record).version
    assert describe(record).documentation, "a plugin's docstring is its page"
    assert set(KINDS[record.kind].required) <= set(describe(record).hooks)
    if KINDS[record.kind].claims:
        assert host.claims(record.kind)[record.qualified] == describe(record).claims
