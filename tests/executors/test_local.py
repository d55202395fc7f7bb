"""The local executor: order, errors, lost workers, and nothing left behind."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from executor_work import (
    Unpicklable,
    announce_and_sleep,
    crash,
    crash_once,
    double,
    exit_at_once,
    fail_on_three,
    process_id,
    slow_first,
    unpicklable_error,
)

from crossbearing.plugin import LostItemError
from crossbearing_plugins.executors import local


def run(function, items, workers=2, retries=1):
    return local.map(function=function, items=items, workers=workers, options=local.Options(retries=retries))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(workers):
    assert list(run(double, range(40), workers)) == [2 * number for number in range(40)]


def test_no_items_give_no_results_and_start_no_process(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    assert list(run(double, [])) == []


def test_one_worker_is_this_process():
    assert set(run(process_id, range(3), workers=1)) == {os.getpid()}


def test_workers_are_other_processes_and_never_more_than_asked_for():
    ids = set(run(process_id, range(30), workers=2))
    assert os.getpid() not in ids
    assert 1 <= len(ids) <= 2


def test_a_slow_item_does_not_lose_the_order():
    assert list(run(slow_first, range(12))) == list(range(12))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_comes_out_after_the_results_before_it(workers):
    results = run(fail_on_three, range(6), workers)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)


def test_a_lost_worker_does_not_lose_its_item(tmp_path):
    items = [(tmp_path / f"tried-{number}", number) for number in range(4)]
    assert list(run(crash_once, items)) == [0, 1, 2, 3]


def test_an_item_that_kills_every_worker_is_named_and_its_forerunners_are_kept():
    results = run(crash, range(5), retries=1)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LostItemError, match="item 3 was lost: the worker process was killed by SIGKILL") as caught:
        next(results)
    assert caught.value.position == 3


def test_a_worker_that_exits_is_lost_too():
    with pytest.raises(LostItemError, match="exited with status 7"):
        list(run(exit_at_once, [0], retries=0))


def test_what_cannot_be_pickled_is_said():
    with pytest.raises(RuntimeError, match="a result that cannot be pickled"):
        list(run(Unpicklable.make, [1]))
    with pytest.raises(RuntimeError, match="StrangeError: odd, an exception that cannot be pickled"):
        list(run(unpicklable_error, [1]))


def test_the_pool_reads_only_a_little_ahead():
    taken = []

    def items():
        for number in range(1000):
            taken.append(number)
            yield number

    results = run(double, items())
    assert next(results) == 0
    assert len(taken) <= 2 * local.LOOKAHEAD + 2
    results.close()


def test_closing_early_ends_the_workers():
    results = run(process_id, range(100))
    worker = next(results)
    results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_workers_end_when_the_caller_is_killed(tmp_path):
    mark = tmp_path / "worker"
    script = tmp_path / "caller.py"
    # No __main__ guard: workers must not run the caller's program again.
    script.write_text(
        textwrap.dedent(f"""
            import sys
            sys.path[:0] = {[str(Path(__file__).parent), *sys.path]!r}
            from crossbearing_plugins.executors import local
            from executor_work import announce_and_sleep
            list(local.map(function=announce_and_sleep, items=[{str(mark)!r}], workers=2, options=local.Options()))
        """)
    )
    caller = subprocess.Popen([sys.executable, str(script)])
    assert announce_and_sleep is not None
    worker = int(wait_for(lambda: mark.read_text() if mark.exists() else ""))
    caller.send_signal(signal.SIGKILL)
    caller.wait()
    wait_for(lambda: not is_running(worker))


def wait_for(condition):
    for _ in range(600):
        if value := condition():
            return value
        time.sleep(0.05)
    return pytest.fail("waited for 30 seconds in vain")


def is_running(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
