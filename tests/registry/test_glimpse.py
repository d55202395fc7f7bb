"""What is read from a plugin's source without importing it is what the imported plugin has."""

import sys
from pathlib import Path

import pytest

from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord, discover
from crossbearing.registry.glimpse import Glimpse, glimpse

ADDRESSED = [
    record for record in discover() if record.qualified in ("expansion.gated_bfs", "fusion.rrs", "executor.local")
]
BUILT_INS = [
    record
    for record in discover()
    if record.kind in ("ecosystem", "language") and record.distribution == "crossbearing"
]


def record_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, kind: str = "ecosystem") -> PluginRecord:
    (tmp_path / "glimpsed.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "glimpsed", raising=False)
    return PluginRecord(kind, "glimpsed", "glimpsed", "test", "0")


@pytest.mark.parametrize("record", BUILT_INS, ids=lambda record: record.qualified)
def test_a_glimpse_of_a_built_in_is_true(record: PluginRecord) -> None:
    seen = glimpse(record)
    host = PluginHost.open(Profile("glimpse"))
    if seen is not None:
        assert seen == Glimpse(host.version(record.qualified), host.claims(record.kind)[record.qualified])


def test_most_ecosystems_need_no_import() -> None:
    unseen = [record.name for record in BUILT_INS if record.kind == "ecosystem" and glimpse(record) is None]
    assert unseen == []


def test_what_is_stated_literally_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = '"""VERSION and PATTERNS."""\nVERSION: int = 3\nPATTERNS = (\n    "a",  # first\n    "b",\n)\n'
    assert glimpse(record_of(tmp_path, monkeypatch, source)) == Glimpse(3, ("a", "b"))
    assert "glimpsed" not in sys.modules


@pytest.mark.parametrize(
    "source",
    [
        "VERSION = 1\n",
        "VERSION = 1\nPATTERNS = ()\n",
        "VERSION = 0\nPATTERNS = ('a',)\n",
        "VERSION = True\nPATTERNS = ('a',)\n",
        "VERSION = 1\nPATTERNS = ['a']\n",
        "VERSION = 1\nPATTERNS = ('a', 2)\n",
        "VERSION = 1\nPATTERNS = ('a',)\nPATTERNS += ('b',)\n",
        "VERSION = 1\nPATTERNS = ('a',)\nif True:\n    PATTERNS = ('b',)\n",
        "VERSION = 1\nPATTERNS = ('a',)\nfrom other import PATTERNS\n",
        "VERSION = 1\nPATTERNS = ('a',)\nfrom other import *\n",
        "VERSION = 1\nPATTERNS = ('a',)\nfor PATTERNS in [('b',)]: pass\n",
        "VERSION = 1\nPATTERNS = ('a',) + ('b',)\n",
        "VERSION = 1\nPATTERNS = tuple('a')\n",
        "VERSION = 1\nPATTERNS = ('a',)\nclass Options: ...\n",
        "VERSION = 1\nPATTERNS = ('a',\n",
        "",
    ],
)
def test_of_anything_else_there_is_no_glimpse(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert glimpse(record_of(tmp_path, monkeypatch, source)) is None


def test_a_plugin_that_is_no_module_is_not_seen() -> None:
    assert glimpse(PluginRecord("ecosystem", "x", "crossbearing_ecosystems.npm:thing", "test", "0")) is None
    assert glimpse(PluginRecord("ecosystem", "x", "nowhere.at_all", "test", "0")) is None


def test_the_host_imports_only_what_it_must(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of(tmp_path, monkeypatch, "VERSION = 7\nPATTERNS = ('a',)\nraise ImportError('not today')\n")
    host = PluginHost.open(Profile("glimpse"), records=[*ADDRESSED, record])
    assert host.declared_claims("ecosystem") == {"ecosystem.glimpsed": ("a",)}
    assert host.state("ecosystem.glimpsed") == "7\nNone"
    assert host.claims("ecosystem") == {}
    assert host.declared_claims("ecosystem") == {}, "it has been found out"
    assert host.state("ecosystem.glimpsed") == "unloadable"


def test_options_are_part_of_the_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "import attrs\nfrom crossbearing.plugin import hookimpl\nVERSION = 2\nPATTERNS = ('a',)\n"
        "@attrs.frozen\nclass Options:\n    depth: int = 4\n"
        "@hookimpl\ndef parse_manifest(file):\n    return []\n"
    )
    record = record_of(tmp_path, monkeypatch, source)
    assert (
        PluginHost.open(Profile("plain"), records=[*ADDRESSED, record]).state("ecosystem.glimpsed")
        == "2\nOptions(depth=4)"
    )
