"""The graph of small Python projects, from files to edges."""

import sqlite3
import textwrap

import pytest
from toy_host import write_files

from crossbearing.model.profile import PluginChoice, Profile
from crossbearing.recon.persist import load_references
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.store import Store

PLUGINS = ["language.python", "language.python_ast"]


@pytest.fixture(params=PLUGINS)
def graph(request, tmp_path):
    """Scan dedented sources by path; the answer knows its edges by name."""
    other = next(name for name in PLUGINS if name != request.param)

    def run(files=(), **more):
        sources = {f"{path}.py": text for path, text in {**dict(files), **more}.items()}
        root = write_files(tmp_path / "project", {path: textwrap.dedent(text) for path, text in sources.items()})
        host = PluginHost.open(Profile("test", plugins=PluginChoice(disable=(other,))))
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            found = scan(source, store, host)
            assert found.errors == ()
            return Graph(found, load_references(store, found.fingerprint), tmp_path / "build")

    return run


class Graph:
    def __init__(self, found, tables, build):
        self.graph = found.graph
        self.references, self.imports = tables
        self.build = build

    def edges(self, edge_type):
        names, kept = self.graph.qualnames, self.graph.edges[edge_type]
        return {(names[a], names[b]) for a, b in zip(kept.sources.tolist(), kept.targets.tolist(), strict=True)}

    @property
    def calls(self):
        return self.edges("invoke")

    @property
    def unresolved(self):
        table = self.references
        rows = zip(table.name_numbers.tolist(), table.targets.tolist(), strict=True)
        return {table.names[number] for number, target in rows if target < 0}


def test_the_cases_of_the_specification(graph):
    found = graph(
        utils="""
            def parse_args(argv):
                return argv
        """,
        main="""
            import os
            import requests
            from utils import parse_args

            def main():
                print(os.getcwd(), requests.get("x"))
                no_such_name()
                return parse_args([])
        """,
    )
    assert found.calls == {("main.main", "utils.parse_args")}
    assert found.edges("import") == {("main", "utils.parse_args")}
    assert found.edges("contain") == {("main.main", "main"), ("utils.parse_args", "utils")}
    assert found.unresolved == {"no_such_name"}


def test_the_views_of_the_store_show_the_same(graph):
    found = graph(
        utils="def parse_args(argv):\n    return argv\n",
        main="from utils import parse_args\n\ndef main():\n    return parse_args([])\n",
    )
    with sqlite3.connect(found.build / "recon.db") as connection:
        rows = connection.execute(
            "SELECT s.file, s.line, s.kind, d.qualname, d.kind FROM edges JOIN nodes s ON s.id = src"
            " JOIN nodes d ON d.id = dst WHERE type = 'invoke'"
        ).fetchall()
    connection.close()
    assert rows == [("main.py", 4, "ref", "utils.parse_args", "function")]


def test_methods_and_receivers(graph):
    found = graph(
        store="""
            class Base:
                def close(self):
                    pass

            class Store(Base):
                def __init__(self, size: int) -> None:
                    self.size = size

                def put(self, key):
                    self.close()
                    super().close()

                @classmethod
                def make(cls):
                    return cls(1)

            def open_store() -> "Store":
                return Store(3)
        """,
        app="""
            from store import Store, open_store
            import store as s

            class App:
                def __init__(self):
                    self.store = Store(1)

                def run(self, other: Store):
                    self.store.put(1)
                    other.put(2)
                    with open_store() as opened:
                        pass
                    mine = open_store()
                    mine.close()
                    s.Store.make()
        """,
    )
    assert found.calls >= {
        ("store.Store.put", "store.Base.close"),
        ("store.open_store", "store.Store"),
        ("app.App.__init__", "store.Store"),
        ("app.App.run", "store.Store.put"),
        ("app.App.run", "store.open_store"),
        ("app.App.run", "store.Base.close"),
        ("app.App.run", "store.Store.make"),
    }
    assert found.edges("inherit") == {("store.Store", "store.Base")}
    assert found.unresolved == set()


def test_packages_reexports_and_relative_imports(graph):
    found = graph(
        {
            "pkg/__init__": """
                from .core import work as job
                from . import helpers
                __all__ = ["job"]
            """,
            "pkg/core": """
                from .helpers import assist
                def work():
                    assist()
            """,
            "pkg/helpers": """
                def assist():
                    from .core import work
                    return work
            """,
            "app": """
                from pkg import *
                import pkg.helpers
                def main():
                    job()
                    pkg.helpers.assist()
            """,
        }
    )
    assert found.calls >= {
        ("app.main", "pkg.core.work"),
        ("app.main", "pkg.helpers.assist"),
        ("pkg.core.work", "pkg.helpers.assist"),
        ("pkg.helpers.assist", "pkg.core.work"),
    }
    assert found.edges("import") >= {
        ("pkg", "pkg.core.work"),
        ("pkg", "pkg.helpers"),
        ("pkg.core", "pkg.helpers.assist"),
        ("app", "pkg"),
        ("app", "pkg.helpers"),
    }


def test_shadowing(graph):
    found = graph(
        app="""
            def config():
                return 1

            def by_parameter(config):
                return config()

            def by_local():
                config = object()
                return config.thing()

            def open(path):
                return path

            def uses_own_open():
                return open("x")

            def real():
                return config()
        """,
    )
    assert found.calls == {("app.uses_own_open", "app.open"), ("app.real", "app.config")}


def test_decorators_bases_and_callbacks_are_uses(graph):
    found = graph(
        app="""
            import functools

            def wrap(function):
                return function

            class Plugin:
                pass

            @wrap
            def handler():
                pass

            @functools.lru_cache
            def cached():
                return map(handler, [])

            class Mine(Plugin):
                pass
        """,
    )
    assert found.calls >= {("app.cached", "app.handler"), ("app.Mine", "app.Plugin")}
    targets = {target for _, target in found.calls}
    assert targets == {"app.handler", "app.Plugin", "app.wrap"}
