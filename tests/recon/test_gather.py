"""Facts from the cache or from the plugins, whatever happens to the workers."""

import pytest
from toy_host import open_host, write_files

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.location import Problem
from crossbearing.recon import gather as gathering
from crossbearing.recon import parse
from crossbearing.recon.dispatch import Languages
from crossbearing.source import open_source
from crossbearing.store import Store

FILES = {f"m{number}.toy": f"def f{number}\ncall f{number}\n" for number in range(6)}


@pytest.fixture
def gather(tmp_path):
    """Gather the files written to the repository so far."""
    root = tmp_path / "repository"
    root.mkdir()

    def run(files=(), host=None, **more):
        write_files(root, dict(files))
        host = host or open_host()
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            return gathering.gather(source, store, host, Languages.of(host).assign(source), **more)

    run.root = root
    return run


@pytest.fixture
def small_batches(monkeypatch):
    """Two files a batch, always in worker processes."""
    monkeypatch.setattr(gathering, "BATCH_FILES", 2)
    monkeypatch.setattr(gathering, "IN_PROCESS_BYTES", 0)


def names(gathered):
    return {path: [item.name for item in facts.definitions] for path, facts in gathered.facts.items()}


def expected(*without):
    return {path: [f"f{path[1]}"] for path in FILES if path not in without}


def test_every_file_is_parsed_once_and_then_reused(gather):
    first, second = gather(FILES), gather()
    assert names(first) == names(second) == expected()
    assert (first.parsed, first.reused, second.parsed, second.reused) == (6, 0, 0, 6)
    assert [text.vocabulary for text in first.text.values()] == [text.vocabulary for text in second.text.values()]


def test_an_edit_parses_that_file_and_a_way_back_nothing(gather):
    gather(FILES)
    edited = gather({"m3.toy": "def other\n"})
    assert (edited.parsed, edited.reused) == (1, 5)
    assert names(edited)["m3.toy"] == ["other"]
    assert gather({"m3.toy": FILES["m3.toy"]}).parsed == 0


def test_other_options_are_other_facts(gather):
    gather(FILES)
    spicy = gather(host=open_host(options={"language.toy": {"flavour": "spicy"}}))
    assert spicy.parsed == 6
    assert {facts.docstring for facts in spicy.facts.values()} == {"spicy"}


@pytest.mark.usefixtures("small_batches")
def test_workers_give_the_same(gather, tmp_path):
    one = gather(FILES, workers=1)
    (tmp_path / "build").rename(tmp_path / "elsewhere")
    two = gather(workers=2)
    assert two.parsed == 6
    assert one.facts == two.facts
    assert list(one.facts) == list(two.facts) == sorted(FILES)


def test_a_failure_is_a_problem_and_the_file_stays_searchable(gather):
    host = open_host()
    gathered = gather({**FILES, "bad.toy": "def lost\nfail\n# zebra\n"}, host)
    (problem,) = gathered.problems
    assert (problem.file, problem.plugin) == ("bad.toy", "language.toy")
    assert problem.reason.startswith("ValueError: toys do not like this")
    assert names(gathered)["bad.toy"] == []
    assert "zebra" in gathered.text["bad.toy"].vocabulary
    (status,) = [status for status in host.statuses() if status.plugin == "language.toy"]
    assert status.status == "partial"


def test_failures_are_tried_again(gather):
    gather({"bad.toy": "fail"})
    assert len(gather().problems) == 1


@pytest.mark.usefixtures("small_batches")
def test_failures_in_workers_are_told_to_the_host(gather):
    host = open_host()
    gathered = gather({**FILES, "bad.toy": "fail\n"}, host, workers=2)
    assert [problem.file for problem in gathered.problems] == ["bad.toy"]
    assert [problem.file for problem in host.problems()] == ["bad.toy"]


@pytest.mark.usefixtures("small_batches")
def test_a_file_that_kills_its_worker_is_left_out(gather):
    gathered = gather({**FILES, "m2.toy": "crash\n", "m5.toy": "crash\n"}, workers=2)
    assert names(gathered) == expected("m2.toy", "m5.toy")
    reason = "skipped: the worker process was killed by SIGKILL"
    assert gathered.problems == [Problem(f"m{number}.toy", reason, None, "language.toy") for number in (2, 5)]


@pytest.mark.usefixtures("small_batches")
def test_a_file_that_ends_its_worker_is_left_out(gather):
    gathered = gather({**FILES, "m4.toy": "exit\n"}, workers=2)
    assert names(gathered) == expected("m4.toy")
    reason = "skipped: the worker process exited with status 7"
    assert gathered.problems == [Problem("m4.toy", reason, None, "language.toy")]


@pytest.mark.usefixtures("small_batches")
def test_a_file_that_hangs_is_left_out(gather, monkeypatch):
    monkeypatch.setattr(parse, "MAX_SECONDS", 0.2)
    gathered = gather({**FILES, "m2.toy": "hang\n"}, workers=2)
    assert names(gathered) == expected("m2.toy")
    assert [problem.reason for problem in gathered.problems] == ["skipped: the worker process was killed by SIGALRM"]


def test_what_was_parsed_before_an_interruption_is_kept(gather, monkeypatch):
    monkeypatch.setattr(gathering, "BATCH_FILES", 2)
    with pytest.raises(KeyboardInterrupt):
        gather({**FILES, "m4.toy": "interrupt\n"})
    resumed = gather({"m4.toy": FILES["m4.toy"]})
    assert (resumed.parsed, resumed.reused) == (2, 4)


def test_strict_hosts_raise(gather):
    with pytest.raises(CrossbearingError, match=r"language\.toy.*toys do not like this"):
        gather({"bad.toy": "fail\n"}, open_host(strict=True))


def test_text_files_have_words_and_no_facts(gather):
    gathered = gather({"README.md": "A zebra.\n", "picture.png": b"\x89PNG\0\0", "data.csv": "1,2,3\n"})
    assert list(gathered.facts) == ["README.md"]
    assert gathered.facts["README.md"].language == "text"
    assert "zebra" in gathered.text["README.md"].vocabulary


def test_damaged_cache_entries_are_parsed_again(gather, monkeypatch):
    put = Store.put_facts
    monkeypatch.setattr(Store, "put_facts", lambda store, rows: put(store, [(key, b"nonsense") for key, _ in rows]))
    gather(FILES)
    monkeypatch.undo()
    assert gather().parsed == 6


def test_progress_ends_at_the_number_of_files(gather):
    seen = []
    gather(FILES, report=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 6
