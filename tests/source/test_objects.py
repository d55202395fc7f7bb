"""The git process behind a revision: shared by threads, replaced when it dies, and never left behind."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from crossbearing.source import Source, open_source
from crossbearing.source.objects import ObjectReader

Make = Callable[..., Any]
FILES = {f"{number}.py": f"{number}\n" * number for number in range(300)}


def process_of(source: Source) -> Any:
    reader = source._reader
    assert isinstance(reader, ObjectReader)
    return reader._process


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_many_threads_read_one_source(make_repository: Make) -> None:
    repository = make_repository(files=FILES)
    with open_source(repository.path, "HEAD") as source, ThreadPoolExecutor(8) as pool:
        single = list(pool.map(source.read, list(FILES) * 4))
        many = list(pool.map(lambda _: [file.data for file in source.read_many(FILES)], range(8)))
    expected = [text.encode() for text in FILES.values()]
    assert [file.data for file in single if file] == expected * 4
    assert many == [expected] * 8


def test_nothing_is_started_before_something_is_read(make_repository: Make) -> None:
    source = open_source(make_repository(files=FILES).path, "HEAD")
    source.fingerprint()
    assert process_of(source) is None


def test_closing_ends_the_process_and_reading_starts_another(make_repository: Make) -> None:
    with open_source(make_repository(files=FILES).path, "HEAD") as source:
        assert source.read("7.py")
        first = process_of(source)
        source.close()
        source.close()
        assert first.returncode is not None
        assert source.read("8.py")
        second = process_of(source)
    assert second.returncode is not None
    assert second is not first


def test_collecting_the_source_ends_the_process(make_repository: Make) -> None:
    source = open_source(make_repository(files=FILES).path, "HEAD")
    assert source.read("7.py")
    process = process_of(source)
    del source
    gc.collect()
    assert process.returncode is not None


def test_leaving_a_stream_early_does_no_harm(make_repository: Make) -> None:
    with open_source(make_repository(files=FILES).path, "HEAD") as source:
        for file in source.read_many(FILES):
            assert file.path == "0.py"
            break
        assert source.read("5.py").data == FILES["5.py"].encode()


def test_a_process_that_died_is_replaced(make_repository: Make) -> None:
    with open_source(make_repository(files=FILES).path, "HEAD") as source:
        assert source.read("7.py")
        process_of(source).kill()
        process_of(source).wait()
        assert [file.path for file in source.read_many(FILES)] == list(FILES)
        assert source.skipped == ()


def test_a_damaged_object_is_named_and_the_others_are_read(make_repository: Make) -> None:
    repository = make_repository(files={"a.py": "a", "b.py": "bad", "c.py": "c", "d.py": "also bad", "e.py": "e"})
    for name in ("b.py", "d.py"):
        identifier = repository.git("rev-parse", f"HEAD:{name}")
        path = repository.path / ".git/objects" / identifier[:2] / identifier[2:]
        path.chmod(0o600)
        data = bytearray(path.read_bytes())
        data[-6:] = bytes(6)
        path.write_bytes(data)
    with open_source(repository.path, "HEAD") as source:
        assert [file.data for file in source.read_many(source.paths)] == [b"a", b"c", b"e"]
        assert [(problem.file, problem.reason) for problem in source.skipped] == [
            ("b.py", "git does not have its content (a partial or damaged clone)"),
            ("d.py", "git does not have its content (a partial or damaged clone)"),
        ]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc for processes")
@pytest.mark.parametrize("ending", ["os.kill(os.getpid(), 9)", "sys.exit()", "raise SystemExit(3)", "os._exit(0)"])
def test_the_process_ends_with_its_parent(ending: str, make_repository: Make) -> None:
    repository = make_repository(files=FILES)
    program = (
        "import os, sys\n"
        "from crossbearing.source import open_source\n"
        f"source = open_source({str(repository.path)!r}, 'HEAD')\n"
        "assert source.read('7.py')\n"
        "print(source._reader._process.pid, flush=True)\n"
        f"{ending}\n"
    )
    answer = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert answer.stderr == ""
    child = int(answer.stdout)
    for _ in range(500):
        if not is_running(child):
            break
        time.sleep(0.01)
    assert not is_running(child)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_reads_by_a_process_of_its_own(make_repository: Make) -> None:
    repository = make_repository(files=FILES)
    program = (
        "import os\n"
        "from crossbearing.source import open_source\n"
        f"source = open_source({str(repository.path)!r}, 'HEAD')\n"
        "assert source.read('7.py')\n"
        "child = os.fork()\n"
        "for _ in range(50):\n"
        "    for number in (3, 30, 200):\n"
        "        assert source.read(f'{number}.py').data == f'{number}\\n'.encode() * number\n"
        "source.close()\n"
        "if child:\n"
        "    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0\n"
        "    assert source.read('8.py')\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_an_interrupt_at_the_terminal_does_not_reach_git(make_repository: Make) -> None:
    with open_source(make_repository(files=FILES).path, "HEAD") as source:
        assert source.read("7.py")
        assert os.getpgid(process_of(source).pid) != os.getpgid(0)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert source.read("8.py")
