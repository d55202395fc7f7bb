"""Plugins and distributions made up on the spot, found and imported as installed ones are."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord


def _forget_modules_below(folder: Path) -> None:
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def make_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Put a distribution on ``sys.path``: its name, ``entry_points.txt``, modules by path, and metadata folder."""

    def make(
        name: str,
        entry_points: str,
        modules: Mapping[str, str] | None = None,
        info: str = "{name}-1.0.dist-info",
        into: str = "",
    ) -> Path:
        folder = tmp_path / (into or f"path-{name}")
        metadata = folder / info.format(name=name)
        metadata.mkdir(parents=True)
        for file in ("METADATA", "PKG-INFO"):
            (metadata / file).write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(dedent(entry_points))
        for path, source in (modules or {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(dedent(source))
        monkeypatch.syspath_prepend(str(folder))
        return folder

    yield make
    _forget_modules_below(tmp_path)


@pytest.fixture
def make_profile() -> Callable[..., Profile]:
    """Make a profile of defaults and the given fields."""

    def make(**fields: Any) -> Profile:
        return Profile(**{"name": "bare", "source": "bare.toml"} | fields)

    return make


@pytest.fixture
def make_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[PluginRecord]]]:
    """Write one module for each plugin (qualified name to source) and return the records that discovery would give.

    The plugins that a bare profile addresses by name are there too.
    """
    folder = tmp_path / "plugins"
    folder.mkdir()
    # A module may be written twice within the second that cached bytecode is told apart by.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(folder))

    def make(plugins: Mapping[str, str] | None = None, targets: Mapping[str, str] | None = None) -> list[PluginRecord]:
        modules = {"expansion.gated_bfs": EXPANSION, "fusion.rrs": FUSION, "executor.local": EXECUTOR}
        records = []
        for qualified, source in (modules | dict(plugins or {})).items():
            kind, _, name = qualified.partition(".")
            module = f"made_up_{kind}_{name}"
            sys.modules.pop(module, None)
            (folder / f"{module}.py").write_text(f"from crossbearing.plugin import *\n{dedent(source)}")
            target = (targets or {}).get(qualified, "")
            records.append(PluginRecord(kind, name, f"{module}{target}", "made-up", "1"))
        return records

    yield make
    _forget_modules_below(tmp_path)


@pytest.fixture
def open_host(
    make_records: Callable[..., list[PluginRecord]], make_profile: Callable[..., Profile]
) -> Callable[..., PluginHost]:
    """Open a host of made-up plugins: qualified name to source."""

    def open_(
        plugins: Mapping[str, str] | None = None,
        *,
        profile: Mapping[str, Any] | None = None,
        targets: Mapping[str, str] | None = None,
        **arguments: Any,
    ) -> PluginHost:
        records = make_records(plugins, targets)
        return PluginHost.open(make_profile(**(profile or {})), records=records, **arguments)

    return open_


EXPANSION = """
VERSION = 1
@hookimpl
def expand(seeds):
    return Expansion({seed.entity: 0 for seed in seeds}, 0, 0)
"""
FUSION = """
VERSION = 1
@hookimpl
def fuse(evidence, weights):
    fused = {}
    for channel, scores in evidence.items():
        for entity, score in scores.items():
            fused[entity] = fused.get(entity, 0.0) + weights[channel] * score
    return fused
"""
EXECUTOR = """
VERSION = 1
@hookimpl
def map(function, items):
    return (function(item) for item in items)
"""
