import re
from pathlib import Path

from crossbearing.model.evidence import Evidence, NoEvidence
from crossbearing.recon.history import RepositoryHistory
from crossbearing.source import open_source
from planted import Planted, garden

PAGE = Path(__file__).parents[2] / "docs" / "history.md"
SOURCES = {"app/cart.py": "def total():\n    return 0\n", "app/money.py": "def convert():\n    return 1\n"}


def test_the_channel_on_the_page_works(build_map, tmp_path):
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    plugin: dict[str, object] = {}
    exec(code[1], plugin)
    small = build_map(SOURCES)
    assert isinstance(plugin["collect"](small.query("anything")), NoEvidence)
    last = Planted("bump", {"app/cart.py": "# bumped\n"}, author="x[bot] <x@y>")
    planted = garden(tmp_path / "project", [Planted("start", SOURCES), Planted("edit", {"app/money.py": "#\n"}), last])
    small.history = RepositoryHistory(open_source(planted.path), None)
    answer = plugin["collect"](small.query("anything"))
    assert isinstance(answer, Evidence)
    assert answer.scores == {small.entity("convert"): 1.0}
