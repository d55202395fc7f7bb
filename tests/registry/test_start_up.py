"""What the start of the program must not import; each in a fresh interpreter."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "attrs", "cattrs", "difflib", "importlib.metadata", "numpy", "rich", "structlog", "tomlkit", "tree_sitter",
    "crossbearing_channels", "crossbearing_ecosystems", "crossbearing_plugins", "Stemmer", "platformdirs", "zipfile",
}  # fmt: skip


def imported_by(code: str) -> set[str]:
    program = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


def test_discovery_imports_nothing_heavy() -> None:
    modules = imported_by("from crossbearing.registry import discover\nassert discover()")
    assert modules & HEAVY == set()
    assert "crossbearing.model.profile" not in modules


@pytest.mark.parametrize("preset", ["default", "localize-round1"])
def test_opening_a_host_imports_neither_plugins_nor_what_they_need(preset: str) -> None:
    modules = imported_by(
        "from crossbearing.registry import PluginHost, load_profile\n"
        f"host = PluginHost.open(load_profile({preset!r}, environment={{}}))\n"
        "assert host.enabled('channel') and host.statuses() and not host.problems()"
    )
    assert modules & (HEAVY - {"attrs"}) == set()


def test_describing_a_plugin_does_not_import_it() -> None:
    modules = imported_by(
        "from crossbearing.registry import describe, discover\n"
        "for record in discover():\n"
        "    assert describe(record).version\n"
    )
    assert modules & (HEAVY - {"difflib", "importlib.metadata", "zipfile"}) == set()


def test_importing_what_plugin_authors_import_is_cheap() -> None:
    assert imported_by("from crossbearing.plugin import hookimpl") & HEAVY == set()
