"""The Dask executor on a real scheduler with worker processes of their own."""

import os
import signal
import time

import pytest
from executor_work import crash, double, double_on, fail_on_three, slow_first

from crossbearing.plugin import CrossbearingError, LostItemError
from crossbearing_plugins.executors import dask

pytest.importorskip("distributed", reason="needs the extra 'dask'")


def slow_mark(item):
    folder, number = item
    (folder / f"{number}-{os.getpid()}").touch()
    time.sleep(0.5)
    return number * number


def run(function, items, address, workers=2, retries=3):
    return list(dask.map(function, items, workers, dask.Options(scheduler=address, retries=retries)))


@pytest.mark.slow
def test_results_come_in_order_as_from_one_process(cluster):
    address, _ = cluster
    assert run(slow_first, range(20), address) == list(range(20))
    assert run(double, [3, 3, 1], address) == [6, 6, 2]
    assert run(double, [], address) == []


@pytest.mark.slow
def test_an_exception_is_raised_when_its_turn_comes(cluster):
    address, _ = cluster
    results = dask.map(fail_on_three, range(6), 2, dask.Options(scheduler=address))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three is not allowed"):
        next(results)


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(cluster, tmp_path):
    address, workers = cluster
    results = dask.map(slow_mark, [(tmp_path, number) for number in range(6)], 2, dask.Options(scheduler=address))
    first = next(results)
    os.kill(workers[0].pid, signal.SIGKILL)
    assert [first, *results] == [0, 1, 4, 9, 16, 25]
    assert {int(path.name.partition("-")[2]) for path in tmp_path.iterdir()} >= {workers[1].pid}


@pytest.mark.slow
def test_an_item_that_asks_for_the_same_executor_gets_its_results(cluster):
    address, _ = cluster
    assert run(double_on, [(address, 3), (address, 4)], address) == [[6, 8, 10], [8, 10, 12]]


@pytest.mark.slow
def test_an_item_that_kills_every_worker_is_named():
    with pytest.raises(LostItemError) as caught:
        run(crash, range(5), "", retries=0)
    assert caught.value.position == 3


def test_one_worker_runs_here():
    assert list(dask.map(lambda number: number + 1, [1, 2], 1, dask.Options())) == [2, 3]


def test_a_scheduler_that_does_not_answer_is_told():
    with pytest.raises(CrossbearingError, match=r"cannot reach tcp://127\.0\.0\.1:9: "):
        list(dask.map(double, [1], 1, dask.Options(scheduler="tcp://127.0.0.1:9", timeout=0.3)))
