"""The plugins that the recipes show are real: each passes the conformance kit's check of its contract."""

import re
import sys
from pathlib import Path

import pytest

from crossbearing.hookspecs import KINDS
from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord

RECIPES = Path(__file__).parents[2] / "docs" / "plugins"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_recipe_keeps_the_contract(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.*?)```", (RECIPES / f"{kind}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    name = f"recipe_{kind}"
    (tmp_path / f"{name}.py").write_text(code[1], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    addressed = [
        PluginRecord("expansion", "gated_bfs", "crossbearing_plugins.expansion.gated_bfs", "crossbearing", "0"),
        PluginRecord("fusion", "rrs", "crossbearing_plugins.fusion.rrs", "crossbearing", "0"),
        PluginRecord("executor", "local", "crossbearing_plugins.executors.local", "crossbearing", "0"),
    ]
    record = PluginRecord(kind, "recipe", name, "recipe", "0")
    host = PluginHost.open(Profile(name="recipe", source="recipe"), records=[*addressed, record])
    try:
        assert host.version(f"{kind}.recipe") == 1
        host.options(f"{kind}.recipe")
        if KINDS[kind].claims:
            assert host.claims(kind)[f"{kind}.recipe"]
    finally:
        sys.modules.pop(name, None)
