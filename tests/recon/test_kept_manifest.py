"""A manifest is read again where anything that it came from has changed, and only there."""

import pytest
from toy_host import RECORDS, open_host, write_files

from crossbearing.recon import kept_manifest
from crossbearing.recon.kept_manifest import manifest_of
from crossbearing.recon.manifest import collect_manifest, manifest_to_json
from crossbearing.registry import PluginRecord
from crossbearing.source import open_source
from crossbearing.store import Store

FORMATS = ("pyproject", "requirements", "setuptools")
ECOSYSTEMS = tuple(
    PluginRecord("ecosystem", name, f"crossbearing_ecosystems.{name}", "crossbearing", "0") for name in FORMATS
)
FILES = {
    "pyproject.toml": '[project]\nname = "p"\nversion = "1"\ndependencies = ["attrs>=20"]\n',
    "requirements.txt": "-r more.txt\nrequests\n",
    "more.txt": "numpy\n",
    "pkg/__init__.py": "import sys\n",
    "pkg/core.py": "x = 1\n",
}


@pytest.fixture
def manifest(tmp_path, monkeypatch):
    """The manifest of files as JSON, and whether it was read anew; the same as without anything kept."""
    root = tmp_path / "project"
    root.mkdir()
    made = []

    def collect(*arguments):
        made.append(1)
        return collect_manifest(*arguments)

    monkeypatch.setattr(kept_manifest, "collect_manifest", collect)

    def run(files=(), records=(*RECORDS, *ECOSYSTEMS), **more):
        write_files(root, dict(files))
        made.clear()
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            found = manifest_to_json(manifest_of(source, store, open_host(records, **more), lambda done, total: None))
        with open_source(root) as source:
            assert found == manifest_to_json(collect_manifest(source, open_host(records, **more)))
        return found, bool(made)

    run.root = root
    return run


def test_nothing_is_read_twice(manifest):
    first, made = manifest(FILES)
    assert made
    assert {item["name"] for item in first["dependencies"]} >= {"attrs", "requests"}
    assert manifest() == (first, False)
    assert manifest({"pkg/core.py": "x = 2\n"}) == (first, False)


@pytest.mark.parametrize(
    "change",
    [
        {"pyproject.toml": FILES["pyproject.toml"].replace("attrs", "cattrs")},
        {"requirements.txt": "flask\n"},
        {"more.txt": "scipy\n", "requirements.txt": "-r more.txt\nrequests>=2\n"},
        {"pkg/__init__.py": "import os\n"},
        {"tests/test_core.py": "import pkg\n"},
        {"pkg/core.py": ""},
    ],
)
def test_whatever_it_was_read_from_counts(manifest, change):
    manifest(FILES)
    assert manifest(change)[1]
    assert not manifest()[1]


def test_a_file_that_goes_counts(manifest):
    manifest(FILES)
    (manifest.root / "requirements.txt").unlink()
    found, made = manifest()
    assert made
    assert not any(item["name"] == "requests" for item in found["dependencies"])


def test_other_plugins_give_another_manifest(manifest):
    manifest(FILES)
    found, made = manifest(records=(*RECORDS, *ECOSYSTEMS[1:]))
    assert made
    assert not any(item["name"] == "attrs" for item in found["dependencies"])


def test_a_strict_host_reads_everything(manifest):
    manifest(FILES)
    assert manifest(strict=True)[1]


def test_what_could_not_be_read_is_tried_again(manifest):
    manifest({**FILES, "requirements.txt": b"\x89PNG\0\0\xff\0"})
    assert manifest()[1]
    assert manifest({"requirements.txt": "requests\n"})[1]
    assert not manifest()[1]


def test_damage_is_no_manifest(manifest, monkeypatch):
    put = Store.put_facts
    monkeypatch.setattr(Store, "put_facts", lambda store, rows: put(store, [(key, b"[1, 2") for key, _ in rows]))
    first, _ = manifest(FILES)
    monkeypatch.undo()
    assert manifest()[0] == first
