"""What tests of whole runs share."""

import sys

import pytest

from crossbearing.dynamic.evidence import SpectrumRequest, collect_spectrum
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import open_source
from crossbearing.store import Store


@pytest.fixture
def collect(tmp_path):
    """Write files to a tree, and run a request about it."""

    def run(files, *failing, **more):
        root = tmp_path / "shop"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        more.setdefault("python", sys.executable)
        host = PluginHost.open(load_profile("default", environment={}))
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            found = scan(source, store, host)
            return collect_spectrum(source, found.graph, SpectrumRequest(failing, **more)), found.graph

    return run
