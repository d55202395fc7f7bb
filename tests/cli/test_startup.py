"""What must be cheap: not measured here (see benchmarks/startup.py), but by what is imported."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "numpy",
    "tree_sitter",
    "tree_sitter_language_pack",
    "attr",
    "attrs",
    "cattrs",
    "rich",
    "structlog",
    "tomlkit",
    "Stemmer",
    "importlib.metadata",
    "crossbearing_channels",
    "crossbearing_ecosystems",
    "crossbearing_plugins",
}
SCRIPT = """
import json, sys
from crossbearing.cli import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def imported_by(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stderr
    assert done.stdout
    return set(modules)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("plugins", "list"),
        ("plugins",),
        ("plugins", "list", "--format", "json"),
        ("plugins", "--help"),
        ("locate", "--help"),
        ("bench", "--help"),
        ("graph", "--help"),
        ("graph", "callers", "--help"),
    ],
    ids=" ".join,
)
def test_nothing_heavy_and_no_plugin_is_imported(arguments: tuple[str, ...]):
    modules = imported_by(*arguments)
    assert not {name for name in modules if name in HEAVY or name.partition(".")[0] in HEAVY}


def test_help_imports_no_command():
    commands = {name for name in imported_by("--help") if name.startswith("crossbearing.cli.")}
    frame = {"application", "commands", "output", "parser", "streams"}
    assert commands == {f"crossbearing.cli.{name}" for name in frame}


def test_a_command_imports_no_other_command():
    modules = imported_by("locate", "--help")
    assert "crossbearing.cli.locate" in modules
    assert "crossbearing.cli.scan" not in modules
    assert "crossbearing.cli.bench" not in modules
