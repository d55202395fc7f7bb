"""Harnesses are kept warm, and closed only while nobody uses them."""

from contextlib import ExitStack

import pytest

from crossbearing import Harness
from crossbearing.model.errors import CrossbearingError
from crossbearing.server.repositories import MOST_OPEN, Repositories


@pytest.fixture
def roots(tmp_path):
    for number in range(MOST_OPEN + 2):
        (tmp_path / f"r{number}").mkdir()
        (tmp_path / f"r{number}" / "a.py").write_text("def f():\n    return 1\n")
    return tmp_path


def test_a_harness_is_opened_once(roots):
    opened = []
    repositories = Repositories([roots], lambda place: opened.append(place) or Harness.open(place))
    for _ in range(3):
        with repositories.harness("r0") as harness:
            assert harness.scan().graph.named("f")
    assert opened == [roots / "r0"]
    repositories.close()


def test_those_in_use_stay_open(roots):
    repositories = Repositories([roots], Harness.open)
    with ExitStack() as stack:
        used = [stack.enter_context(repositories.harness(f"r{number}")) for number in range(MOST_OPEN + 2)]
        assert all(harness.scan().graph.named("f") for harness in used)
    with repositories.harness("r0") as first:
        assert first is used[0]
    repositories.close()
    with pytest.raises(CrossbearingError, match="closed"):
        used[-1].scan()


def test_the_one_that_was_used_longest_ago_makes_room(roots):
    repositories = Repositories([roots], Harness.open)
    used = []
    for number in range(MOST_OPEN + 1):
        with repositories.harness(f"r{number}") as harness:
            used.append(harness)
    with pytest.raises(CrossbearingError, match="closed"):
        used[0].scan()
    with repositories.harness("r1") as harness:
        assert harness is used[1]
    repositories.close()
