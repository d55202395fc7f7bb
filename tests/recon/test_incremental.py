"""Whatever is edited in whatever order, what is kept and what is made anew end in the same map and the same rows."""

import hashlib
import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from toy_host import RECORDS, open_host

from crossbearing.recon import link as linking
from crossbearing.recon.export import export_graph
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginRecord
from crossbearing.source import open_source
from crossbearing.store import Store

PYTHON = PluginRecord("language", "python", "crossbearing_plugins.languages.python", "crossbearing", "0")
PATHS = ("a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "tests/test_a.py", "notes.md", "z.toy")
PARTS = (
    "from b import Box, make\n",
    "from pkg import *\n",
    "import pkg.c as other\n",
    "def make(value, more=None):\n    return Box(value)\n",
    "class Box:\n    def put(self, item):\n        self.held = make(item)\n        return self.held.put(item)\n",
    "from pkg.c import Lid\nclass Big(Lid):\n    def put(self, item):\n        return super().put(item)\n",
    "class Lid:\n    held: 'Box'\n    def put(self, item): return self.held.put(item)\n",
    "def apply(function, *items):\n    return [function(item) for item in items]\n",
    "apply(make, 1)\nother.apply(make, 2)\n",
    "# nothing but a remark\n",
    '"""Words in a string that say something."""\n',
    "call make\ndef toy\n",
    "def broken(:\n",
    "\n\n\n",
)
EDITS = st.tuples(st.sampled_from(PATHS), st.none() | st.lists(st.sampled_from(PARTS), max_size=4).map("".join))

REMARKS = st.tuples(
    st.sampled_from([path for path in PATHS if path.endswith(".py")]),
    st.integers(0, 12),
    st.sampled_from(["# a remark\n", "\n", "\n# another\n\n", "  # behind", "wider"]),
)


def remark(text: str, at: int, words: str) -> str:
    """The text with a remark, a blank line or wider space somewhere: what it says stays the same."""
    lines = text.splitlines(keepends=True)
    at = min(at, len(lines) - 1)
    if words == "wider":
        lines[at] = lines[at].replace(" = ", "  =  ")
    elif words.startswith(" "):
        lines[at] = lines[at].rstrip("\n") + words + "\n"
    else:
        lines.insert(at, words)
    return "".join(lines)


def state_of(root: Path, build: Path) -> str:
    """A digest of the map of ``root`` and of all rows behind the views."""
    host = open_host((*RECORDS, PYTHON))
    with open_source(root) as source, Store.open(build) as store:
        found = scan(source, store, host, workers=1)
        state = hashlib.sha256("\n".join(export_graph(store)).encode())
        state.update(repr((found.graph.docstrings, found.graph.signatures, found.graph.roles, found.errors)).encode())
        index = found.index
        state.update(repr([index.vocabulary[number] for number in range(len(index.vocabulary))]).encode())
        for name in ("offsets", "documents", "fields", "counts", "lengths"):
            state.update(getattr(index, name).tobytes())
        for name in sorted(found.graph.edges):
            edges = found.graph.edges[name]
            state.update(name.encode() + edges.sources.tobytes() + edges.targets.tobytes())
    return state.hexdigest()


@settings(max_examples=20, deadline=None)
@given(st.lists(EDITS, min_size=1, max_size=4), st.lists(st.lists(EDITS, min_size=1, max_size=2), max_size=3))
def test_edits_one_by_one_end_where_a_cold_scan_does(first: list, later: list) -> None:
    with tempfile.TemporaryDirectory() as place:
        root, build = Path(place, "project"), Path(place, "build")
        root.mkdir()
        for edits in (first, *later):
            for path, text in edits:
                (root / path).parent.mkdir(exist_ok=True)
                (root / path).unlink(missing_ok=True)
                if text is not None:
                    (root / path).write_text(text, "utf-8")
            kept = state_of(root, build)
            cold = Path(place, "cold")
            assert state_of(root, cold) == kept
            shutil.rmtree(cold)


@settings(max_examples=20, deadline=None)
@given(st.lists(EDITS, min_size=3, max_size=6), st.lists(REMARKS, min_size=1, max_size=4))
def test_remarks_and_layout_move_what_was_linked_and_link_nothing(edits: list, remarks: list) -> None:
    with tempfile.TemporaryDirectory() as place:
        root, build = Path(place, "project"), Path(place, "build")
        for path, text in edits:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            # What does not parse may be read otherwise when something is written beside it.
            (root / path).write_text((text or "").replace("broken(:", "whole():"), "utf-8")
        state_of(root, build)
        for path, at, words in remarks:
            if (root / path).exists() and (text := (root / path).read_text("utf-8")):
                (root / path).write_text(remark(text, at, words), "utf-8")
        with patch.object(linking, "link", wraps=linking.link) as linked:
            kept = state_of(root, build)
            assert linked.call_count == 0
            assert state_of(root, Path(place, "cold")) == kept
            assert linked.call_count == 1
