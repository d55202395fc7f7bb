"""Limits on real processes: too slow, too large, crashing; and what is left of the others."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)
sys.path.append(FOLDER)

from capped_work import Diary  # noqa: E402 - importable here and in workers

from crossbearing.measure.capped import Caps, Miss, resident, run_capped  # noqa: E402
from crossbearing.model.errors import CrossbearingError  # noqa: E402

MEMORY = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(tmp_path / "diary")


def test_every_item_is_done_in_one_process_and_the_work_is_closed(diary: Diary):
    assert list(run_capped(diary, ["a", "b", "c"], Caps(seconds=60))) == []
    assert diary.words() == ["a", "b", "c", "closed"]
    assert len(diary.processes()) == 1
    assert str(os.getpid()) not in diary.processes()


def test_what_takes_too_long_is_a_miss_and_the_others_are_done(diary: Diary):
    misses = list(run_capped(diary, ["a", "sleep", "b"], Caps(seconds=0.5)))
    assert misses == [Miss(1, "took longer than 0.5 s")]
    assert diary.words() == ["a", "sleep", "b", "closed"]
    assert len(diary.processes()) == 2


@MEMORY
def test_what_takes_too_much_is_tried_once_more_alone(diary: Diary):
    misses = list(run_capped(diary, ["a", "grow", "b"], Caps(memory=150)))
    assert misses == [Miss(1, "took more than 150 MB of memory")]
    assert diary.words() == ["a", "grow", "grow", "b", "closed"]


@MEMORY
def test_memory_that_others_left_behind_is_not_held_against_an_item(diary: Diary):
    misses = list(run_capped(diary, ["keep", "keep", "keep"], Caps(memory=150)))
    assert misses == []
    assert diary.words().count("keep") > 3


def test_a_crash_is_a_miss_only_alone(diary: Diary):
    misses = list(run_capped(diary, ["a", "crash", "b", "exit", "c"], Caps(seconds=60)))
    assert misses == [
        Miss(1, "the process was killed by SIGSEGV"),
        Miss(3, "the process exited with status 7"),
    ]
    assert diary.words() == ["a", "crash", "crash", "b", "exit", "exit", "c", "closed"]


def test_a_process_that_does_not_even_start_its_work_is_told(tmp_path: Path):
    broken = Diary(tmp_path / "diary", is_broken=True)
    misses = list(run_capped(broken, ["a", "b"], Caps(seconds=60)))
    assert [miss.reason for miss in misses] == ["the process exited with status 1"] * 2


def test_no_process_outlives_its_caller(tmp_path: Path):
    script = textwrap.dedent(f"""
        import sys
        sys.path[:0] = {[FOLDER, *sys.path]!r}
        from pathlib import Path
        from capped_work import Diary
        from crossbearing.measure.capped import Caps, run_capped
        list(run_capped(Diary(Path({str(tmp_path / "diary")!r})), ["sleep"], Caps(seconds=60)))
    """)
    caller = subprocess.Popen([sys.executable, "-c", script])
    diary = Diary(tmp_path / "diary")
    wait_for(lambda: diary.path.exists() and diary.processes())
    (worker,) = diary.processes()
    caller.send_signal(signal.SIGKILL)
    caller.wait()
    wait_for(lambda: not is_running(int(worker)))


def test_a_limit_on_memory_is_refused_where_it_cannot_be_kept(monkeypatch: pytest.MonkeyPatch):
    Caps(seconds=1.0).check()
    assert not Caps()
    assert resident(os.getpid()) > 1024 * 1024
    assert resident(2**22 + 1) == 0
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(CrossbearingError, match="needs /proc"):
        Caps(memory=1000).check()


def wait_for(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("waited for 30 seconds in vain")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
