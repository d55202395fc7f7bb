"""Scanning whole repositories: what is kept, what is made anew, and that nothing else changes the answer."""

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from toy_host import RECORDS, open_host, write_files

from crossbearing.model.location import Problem
from crossbearing.model.profile import PluginChoice
from crossbearing.recon import gather as gathering
from crossbearing.recon import scan as scanning
from crossbearing.recon.manifest import manifest_to_json
from crossbearing.recon.persist import load_references
from crossbearing.registry import PluginRecord
from crossbearing.source import open_source
from crossbearing.store import Store

FILES = {
    "app.toy": "import lib.utils.parse\ndef main\ncall parse\ncall print\ncall lost\n",
    "lib/utils.toy": "def parse\nbroken\n",
    "tests/test_app.toy": "import app.main\ndef test_main\ncall main\n",
    "vendor/other.toy": "def parse\n",
    "README.md": "About zebras.\n",
}


@pytest.fixture
def scan(tmp_path):
    """Write files to the repository and scan it."""
    root = tmp_path / "repository"
    root.mkdir()

    def run(files=(), host=None, **more):
        write_files(root, dict(files))
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            found = scanning.scan(source, store, host or open_host(), **more)
            run.tables = load_references(store, found.fingerprint)
            run.header = store.current()
            return found

    run.root = root
    return run


def digest(found):
    """SHA-256 over every array and string of a map."""
    state = hashlib.sha256()
    graph, index = found.graph, found.index
    for name in ("files", "names", "qualnames", "kinds", "signatures", "docstrings", "roles"):
        state.update("\0".join(getattr(graph, name)).encode("utf-8", "surrogatepass") + b"\1")
    numbers = ("file_index", "lines", "columns", "start_lines", "end_lines", "parents")
    arrays = [getattr(graph, name) for name in numbers]
    arrays += [end for name in sorted(graph.edges) for end in (graph.edges[name].sources, graph.edges[name].targets)]
    arrays += [getattr(index, name) for name in ("offsets", "documents", "fields", "counts", "lengths")]
    for array in arrays:
        state.update(np.ascontiguousarray(array).tobytes() + b"\1")
    state.update("\0".join(index.vocabulary).encode())
    return state.hexdigest()


def edges(found, edge_type):
    names = found.graph.qualnames
    kept = found.graph.edges[edge_type]
    return [(names[a], names[b]) for a, b in zip(kept.sources.tolist(), kept.targets.tolist(), strict=True)]


def test_a_repository_becomes_a_map(scan):
    found = scan(FILES)
    assert found.graph.files == ["README.md", "app.toy", "lib/utils.toy", "tests/test_app.toy"]
    assert edges(found, "invoke") == [("app.main", "lib.utils.parse"), ("tests.test_app.test_main", "app.main")]
    assert edges(found, "import") == [("app", "lib.utils.parse"), ("tests.test_app", "app.main")]
    assert found.errors == (Problem("lib/utils.toy", "parsed with errors: nonsense", 2, "language.toy"),)
    assert found.graph.end_lines[found.graph.module_of_file("app.toy")] == 5
    assert found.index.postings("zebra") != slice(0, 0)
    assert found.name == "repository"
    statistics = found.statistics
    assert (statistics.files, statistics.parsed, statistics.reused, statistics.definitions) == (4, 4, 0, 3)
    assert (statistics.references, statistics.unresolved, statistics.edges) == (3, 1, 7)


def test_an_unresolved_name_is_a_reference_without_a_target_and_a_builtin_is_none_at_all(scan):
    scan(FILES)
    references, _ = scan.tables
    rows = zip(references.name_numbers, references.targets, strict=True)
    unresolved = [references.names[number] for number, target in rows if target < 0]
    assert unresolved == ["lost"]


def test_an_unchanged_repository_is_loaded_and_neither_parsed_nor_linked(scan, monkeypatch):
    first = scan(FILES)
    monkeypatch.setattr(scanning, "_scan", lambda *_: pytest.fail("scanned again"))
    second = scan()
    assert digest(first) == digest(second)
    assert manifest_to_json(second.manifest) == manifest_to_json(first.manifest)
    assert second.errors == first.errors
    assert second.fingerprint == first.fingerprint
    assert (second.statistics.parsed, second.statistics.reused) == (0, 4)


def test_without_persistence_no_map_is_kept_but_facts_are(scan):
    scan(FILES, persist=False)
    assert scan.header is None
    again = scan(persist=False)
    assert (again.statistics.parsed, again.statistics.reused) == (0, 4)


def test_an_edit_changes_the_map(scan):
    first = scan(FILES)
    second = scan({"lib/utils.toy": "def other\n"})
    assert second.statistics.parsed == 1
    assert second.fingerprint != first.fingerprint
    assert edges(second, "invoke") == [("tests.test_app.test_main", "app.main")]
    assert scan.header.fingerprint == second.fingerprint


def test_going_back_makes_the_kept_map_current_again(scan):
    first = scan(FILES)
    scan({"lib/utils.toy": "def other\n"})
    again = scan({"lib/utils.toy": FILES["lib/utils.toy"]})
    assert digest(again) == digest(first)
    assert scan.header.fingerprint == first.fingerprint


def test_options_and_versions_of_plugins_are_part_of_the_fingerprint(scan, monkeypatch):
    plain = scan(FILES)
    spicy = scan(host=open_host(options={"language.toy": {"flavour": "spicy"}}))
    assert spicy.fingerprint != plain.fingerprint
    without = scan(host=open_host(RECORDS[:-1]))
    assert without.fingerprint not in (plain.fingerprint, spicy.fingerprint)
    assert without.graph.files == ["README.md", "app.toy", "lib/utils.toy", "tests/test_app.toy"]
    assert set(without.graph.kinds) == {"module"}
    monkeypatch.setattr(scanning, "LINK_VERSION", 999)
    assert scan().fingerprint != plain.fingerprint


def test_a_plugin_that_cannot_be_loaded_is_not_the_same_as_one_that_is_switched_off(scan):
    lost = PluginRecord("language", "lost", "no_such_module", "lost", "0")
    broken = scan(FILES, host=open_host((*RECORDS, lost)))
    assert "language.lost" in {problem.plugin for problem in broken.errors}
    switched_off = scan(host=open_host((*RECORDS, lost), plugins=PluginChoice(disable=("language.lost",))))
    assert switched_off.fingerprint != broken.fingerprint
    assert "language.lost" not in {problem.plugin for problem in switched_off.errors}


def test_a_failing_module_system_is_a_problem(scan):
    host = open_host()
    host.link_modules = lambda plugin, files, tree: scanning_answer(plugin)
    found = scan(FILES, host)
    assert Problem("", "imports lead nowhere: broken", None, "language.toy") in found.errors
    assert edges(found, "import") == []


def scanning_answer(plugin):
    from crossbearing.model.answer import Answer

    return Answer(plugin, None, "broken")


def test_a_plugin_that_cannot_be_imported_is_an_error_of_the_map(scan):
    broken = RECORDS[-1]._replace(name="torn", target="no_such_module")
    found = scan({"a.toy": "def f\n"}, open_host((*RECORDS, broken)))
    assert [(problem.file, problem.plugin) for problem in found.errors] == [("", "language.torn")]
    assert "f" in found.graph.names


def test_workers_and_batches_do_not_change_a_byte(scan, tmp_path, monkeypatch):
    many = {f"m{number}.toy": f"import m{number - 1}.f\ndef f\ncall f\ncall g{number}\n" for number in range(30)}
    one = digest(scan({**FILES, **many}, workers=1))
    monkeypatch.setattr(gathering, "BATCH_FILES", 3)
    monkeypatch.setattr(gathering, "IN_PROCESS_BYTES", 0)
    (tmp_path / "build").rename(tmp_path / "elsewhere")
    assert digest(scan(workers=3)) == one


def test_the_hash_seed_does_not_change_a_byte(tmp_path):
    root = write_files(tmp_path / "repository", FILES)
    script = (
        "import sys; sys.path[:0] = [sys.argv[1]]\n"
        "from pathlib import Path\n"
        "from test_scan import digest, open_host, open_source, Store, scanning\n"
        "with open_source(sys.argv[2]) as source, Store.open(Path(sys.argv[3])) as store:\n"
        "    print(digest(scanning.scan(source, store, open_host())))\n"
    )
    outputs = set()
    for seed in ("1", "2"):
        arguments = [str(Path(__file__).parent), str(root), str(tmp_path / f"build{seed}")]
        run = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_progress_is_told_by_stage(scan):
    seen = []
    scan(FILES, progress=lambda *step: seen.append(step))
    assert list(dict.fromkeys(stage for stage, _, _ in seen)) == ["reading", "manifest", "files", "graph", "store"]
    assert all(done <= total for _, done, total in seen)
    last = {stage: (done, total) for stage, done, total in seen}
    assert all(done == total for done, total in last.values())


def test_strange_names_and_an_empty_repository(scan):
    assert scan().statistics.files == 0
    found = scan({"odd name\n.toy": "def f\n", "ünï.toy": "def g\n"})
    assert sorted(found.graph.names) == ["f", "g", "odd name\n", "ünï"]
