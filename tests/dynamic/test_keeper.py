"""What a test run may do to the machine: each is contained, and said."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.process import run_kept

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc and a subreaper")

MARK = "CROSSBEARING_TEST_MARK"


@pytest.fixture
def keep(tmp_path):
    """Run Python code under the keeper, and look afterwards for processes that bear the mark of this run."""
    mark = f"{os.getpid()}-{tmp_path.name}"

    def run(code, folders=(), **limits):
        script = tmp_path / "script.py"
        script.write_text(code)
        limits.setdefault("seconds", 20)
        account = run_kept(
            [sys.executable, str(script)],
            cwd=tmp_path,
            environment={"PATH": os.environ["PATH"], MARK: mark},
            limits=Limits(**limits),
            events=tmp_path / "events",
            folders=folders,
        )
        assert alive(mark) == []
        return account

    return run


def alive(mark):
    """Processes with the mark in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def test_a_command_that_ends(keep):
    account = keep("print('hello'); raise SystemExit(3)")
    assert (account.why, account.code, account.output, account.survivors) == ("ended", 3, "hello\n", 0)


def test_a_command_that_cannot_be_started(tmp_path):
    account = run_kept(
        [str(tmp_path / "none")], cwd=tmp_path, environment={}, limits=Limits(), events=tmp_path / "events"
    )
    assert account.why == "unstartable"
    assert "No such file" in account.detail


def test_standard_input_is_empty(keep):
    assert keep("import sys; print(repr(sys.stdin.read()))").output == "''\n"


def test_it_ignores_the_request_to_end(keep):
    account = keep(
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)", seconds=1
    )
    assert account.why == "time"
    assert account.detail == "it ran for more than 1 s"
    assert account.code == -signal.SIGKILL


def test_children_that_leave_the_session_are_ended(keep):
    account = keep(
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        os.close(1); os.close(2)\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "time.sleep(0.5)\n"
    )
    assert account.why == "ended"
    assert account.left_behind == 1
    assert account.survivors == 0


def test_a_fork_bomb(keep):
    account = keep("import os, time\nfor _ in range(9):\n    os.fork()\ntime.sleep(30)\n", seconds=20, processes=60)
    assert account.why == "processes"
    assert account.detail == "it started more than 60 processes"
    assert account.survivors == 0


def test_a_gigabyte_of_output_is_counted_and_dropped(keep):
    account = keep("import os\nblock = b'x' * (1 << 20)\nfor _ in range(1000):\n    os.write(1, block)\n", seconds=60)
    assert account.why == "ended"
    assert account.output_bytes == 1000 * (1 << 20)
    assert len(account.output) < 70_000
    assert "bytes left out" in account.output


def test_more_output_than_allowed_ends_it(keep):
    account = keep("while True: print('x' * 100000)", output_bytes=10_000_000)
    assert account.why == "output"
    assert account.detail == "it printed more than 10 MB"


def test_too_much_memory(keep):
    account = keep("import time\nblock = bytearray(300_000_000)\ntime.sleep(20)", memory_bytes=150_000_000)
    assert account.why == "memory"


def test_too_much_on_disk(keep, tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    account = keep(
        "import pathlib, time\n"
        "time.sleep(0.7)\n"
        f"place = pathlib.Path({str(folder)!r})\n"
        "for number in range(40):\n"
        "    (place / str(number)).write_bytes(b'x' * 1_000_000)\n"
        "time.sleep(20)\n",
        folders=(folder,),
        disk_bytes=5_000_000,
    )
    assert account.why == "disk"


def test_a_hanging_test_is_named(keep, tmp_path):
    (tmp_path / "events").write_text('{"event": "start", "test": "tests/test_x.py::test_loop"}\n')
    account = keep("while True: pass", test_seconds=0.5)
    assert (account.why, account.stalled) == ("stalled", "tests/test_x.py::test_loop")


def test_when_the_caller_dies_everything_ends(tmp_path):
    mark = f"{os.getpid()}-dying"
    code = (
        "import os\nfrom pathlib import Path\n"
        "from crossbearing.dynamic.limits import Limits\n"
        "from crossbearing.dynamic.process import run_kept\n"
        f"run_kept([{sys.executable!r}, '-c', 'import time; time.sleep(60)'], cwd=Path('/'), "
        f"environment={{{MARK!r}: {mark!r}}}, limits=Limits(), events=Path('/none'))"
    )
    caller = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 20
    while not alive(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(mark)
    caller.kill()
    caller.wait()
    while alive(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(mark) == []


def test_a_keeper_that_was_stopped_from_outside_is_woken_and_ends_all(tmp_path, monkeypatch):
    from crossbearing.dynamic import process
    from crossbearing.model.errors import CrossbearingError

    monkeypatch.setattr(process, "_MARGIN", 5.0)
    mark = f"{os.getpid()}-stopped"
    code = "import os, signal, time; os.kill(os.getppid(), signal.SIGSTOP); time.sleep(60)"
    with pytest.raises(CrossbearingError, match="was stopped from outside"):
        run_kept(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            environment={MARK: mark},
            limits=Limits(seconds=0.5),
            events=tmp_path / "events",
        )
    assert alive(mark) == []
