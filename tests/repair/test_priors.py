"""The store of priors under many processes, odd names and damage."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.stages import RepoPrior
from crossbearing.repair.priors import PriorStore, _slug

ADDING = """
import sys
from pathlib import Path
from attrs import evolve
from crossbearing.model.stages import RepoPrior
from crossbearing.repair.priors import PriorStore
store = PriorStore(Path(sys.argv[1]))
for number in range(10):
    with store.locked("a/b"):
        prior = store.load("a/b") or RepoPrior("a/b")
        store.save(evolve(prior, pitfalls=(*prior.pitfalls, f"{sys.argv[2]}-{number}")))
"""


def test_no_lesson_of_another_process_is_lost(tmp_path: Path):
    running = [subprocess.Popen([sys.executable, "-c", ADDING, str(tmp_path), name]) for name in "xyz"]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    prior = PriorStore(tmp_path).load("a/b")
    assert prior is not None
    assert sorted(prior.pitfalls) == sorted(f"{name}-{number}" for name in "xyz" for number in range(10))


NAMES = ["a/b", "a__b", "a-b", "a/b/c", "a b", "a:b", "é/b", "..", "x" * 300]


def test_no_two_repositories_share_a_prior(tmp_path: Path):
    store = PriorStore(tmp_path)
    names = [name for name in NAMES if name != ".."]
    for name in names:
        store.save(RepoPrior(name, f"test {name}"))
    assert store.repositories() == tuple(sorted(names))
    for name in names:
        prior = store.load(name)
        assert prior is not None
        assert prior.test_invocation == f"test {name}"


@given(st.text(min_size=1, max_size=80), st.text(min_size=1, max_size=80))
def test_file_names_are_plain_and_their_own(one: str, other: str):
    try:
        slugs = _slug(one), _slug(other)
    except CrossbearingError:
        return
    assert all(slug and "/" not in slug and "\0" not in slug and not slug.startswith(".") for slug in slugs)
    assert one == other or slugs[0] != slugs[1]


@pytest.mark.parametrize("text", ["", "\0", "../../etc/passwd", "zz", "f" * 64, "\udcff"])
def test_a_damaged_reference_is_as_good_as_none(tmp_path: Path, text: str):
    store = PriorStore(tmp_path)
    store.save(RepoPrior("a/b", "pytest"))
    (tmp_path / "a__b.ref").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert store.load("a/b") is None
    assert store.repositories() == ()
    store.save(RepoPrior("a/b", "pytest"))
    assert store.load("a/b") == RepoPrior("a/b", "pytest")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    store = PriorStore(tmp_path / "file")
    with pytest.raises(CrossbearingError, match="cannot be kept"):
        store.save(RepoPrior("a/b"))
    with pytest.raises(CrossbearingError, match="cannot be kept"), store.locked("a/b"):
        pass
