"""Several processes on one store: they wait for each other, and one that is killed leaves the last whole map."""

import os
import random
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_maps import check_whole, fingerprint, small_map

from crossbearing.store import FactKey, Store
from reachable import reachable_folder

WRITER = """
    import sys
    from itertools import count
    from pathlib import Path
    from small_maps import small_map
    from crossbearing.store import Store

    build_dir, first = Path(sys.argv[1]), int(sys.argv[2])
    for number in count(first):
        with Store.open(build_dir) as store:
            store.save_map(small_map(number, size=2000))
        print(number, flush=True)
"""


def test_killed_writer_leaves_the_previous_map_or_the_next(build_dir: Path, start_python) -> None:
    chance = random.Random(20)
    for start in range(0, 800, 100):
        writer = start_python(WRITER, build_dir, start)
        last = int(writer.stdout.readline())
        try:
            # Anywhere within the next few maps: while writing arrays, rows or the log, or in between.
            writer.wait(chance.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        finished = [last, *map(int, writer.communicate()[0].split())]
        assert writer.returncode == -signal.SIGKILL
        with Store.open(build_dir) as store:
            assert check_whole(store) in (finished[-1], finished[-1] + 1)
            assert store.notices == ()
            assert len(list((build_dir / "artifacts").iterdir())) <= 2 * 5 + 1


SCANNER = """
    import sys
    from pathlib import Path
    from small_maps import small_map
    from crossbearing.store import FactKey, Store

    build_dir, number = Path(sys.argv[1]), int(sys.argv[2])
    with Store.open(build_dir) as store:
        for round_number in range(5):
            keys = [FactKey("d", f"{round_number}.{n}", "p", 1) for n in range(300)]
            known = store.get_facts(keys)
            store.put_facts((key, b"x" * 500) for key in keys if key not in known)
            store.save_map(small_map(number + round_number, size=500))
        assert store.notices == (), store.notices
"""


def test_concurrent_scans_both_end_well(build_dir: Path, start_python) -> None:
    scanners = [start_python(SCANNER, build_dir, number) for number in (10, 20, 30)]
    for scanner in scanners:
        _, errors = scanner.communicate(timeout=120)
        assert scanner.returncode == 0, errors
    with Store.open(build_dir) as store:
        assert check_whole(store) in (14, 24, 34)
        keys = [FactKey("d", f"{round_number}.{n}", "p", 1) for round_number in range(5) for n in range(300)]
        assert len(store.get_facts(keys)) == 1500


def test_readers_see_whole_maps_while_one_writes(build_dir: Path, start_python) -> None:
    with Store.open(build_dir) as store:
        store.save_map(small_map(1, size=2000))
    writer = start_python(WRITER, build_dir, 2)
    writer.stdout.readline()
    seen = set()
    for _ in range(20):
        with Store.open(build_dir) as store:
            header = store.current()
            assert header is not None
            arrays = store.load_artifact(header.fingerprint, "graph")
            # The writer may have forgotten that map a moment later, but never half of it.
            assert arrays is None or set(arrays["number"].tolist()) == {int(header.fingerprint, 16)}
            seen.add(header.fingerprint)
    assert fingerprint(1) not in seen


OPENER = """
    import sys
    from pathlib import Path
    from crossbearing.store import Store

    sys.stdin.readline()
    with Store.open(Path(sys.argv[1])) as store:
        print(len([notice for notice in store.notices if "anew" in notice.reason]), store.writable)
"""


@pytest.mark.parametrize("content", [None, b"damaged" * 1000])
def test_first_opening_and_repair_are_done_by_one_of_many(build_dir: Path, start_python, content: bytes | None) -> None:
    if content is not None:
        build_dir.mkdir()
        (build_dir / "recon.db").write_bytes(content)
    openers = [start_python(OPENER, build_dir) for _ in range(5)]
    answers = [opener.communicate(timeout=120) for opener in openers]
    assert [errors for _, errors in answers] == [""] * 5
    counts = sorted(output.split()[0] for output, _ in answers)
    assert counts == ["0", "0", "0", "0", "0" if content is None else "1"]
    assert {output.split()[1] for output, _ in answers} == {"True"}


@pytest.fixture
def public_dir() -> Iterator[Path]:
    """A directory that any user can reach."""
    with reachable_folder() as folder:
        yield folder / "build"


READER = """
    import os, sys
    from pathlib import Path
    import numpy
    from small_maps import check_whole, small_map
    from crossbearing.model.errors import CrossbearingError
    from crossbearing.store import FactKey, Store

    if os.getuid() == 0:
        os.setuid(65534)
    build_dir, number = Path(sys.argv[1]), sys.argv[2]
    if number == "none":
        try:
            Store.open(build_dir)
        except CrossbearingError as error:
            print(error)
        sys.exit()
    with Store.open(build_dir) as store:
        assert check_whole(store) == int(number)
        assert not store.writable
        store.put_facts([(FactKey("d", "p", "x", 1), b"dropped")])
        store.save_map(small_map(99))
        store.save_artifact("f" * 64, "graph", {"number": numpy.arange(3)})
        assert store.get_facts([FactKey("d", "p", "x", 1), FactKey("d", "q", "x", 1)]).keys() == {
            FactKey("d", "q", "x", 1)
        }
        assert check_whole(store) == int(number)
        print("fine", store.notices)
"""


def lock_directory(build_dir: Path) -> None:
    for path in (*build_dir.rglob("*"), build_dir):
        path.chmod(0o555 if path.is_dir() else 0o444)


def test_read_only_directory_can_be_read(public_dir: Path, start_python) -> None:
    with Store.open(public_dir) as store:
        store.put_facts([(FactKey("d", "q", "x", 1), b"kept")])
        store.save_map(small_map(1))
    lock_directory(public_dir)
    output, errors = start_python(READER, public_dir, 1).communicate(timeout=60)
    public_dir.chmod(0o755)
    assert (output, errors) == ("fine ()\n", "")


def test_read_only_directory_without_a_store_is_an_error(public_dir: Path, start_python) -> None:
    public_dir.mkdir()
    lock_directory(public_dir)
    output, errors = start_python(READER, public_dir, "none").communicate(timeout=60)
    public_dir.chmod(0o755)
    assert errors == ""
    assert "cannot be used: is not writable" in output


def test_lock_does_not_outlive_its_process(build_dir: Path, start_python) -> None:
    writer = start_python(WRITER, build_dir, 1)
    writer.stdout.readline()
    os.kill(writer.pid, signal.SIGKILL)
    writer.communicate()
    (build_dir / "recon.db").write_bytes(b"damaged" * 1000)
    with Store.open(build_dir) as store:
        assert "started anew" in store.notices[0].reason


def test_a_companion_that_goes_away_while_others_open_is_no_damage(build_dir: Path) -> None:
    Store.open(build_dir).close()
    companion, ended = build_dir / "recon.db-journal", threading.Event()

    def come_and_go() -> None:
        while not ended.is_set():
            companion.touch()
            companion.unlink(missing_ok=True)

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        for _ in range(200):
            with Store.open(build_dir) as store:
                assert store.notices == ()
    finally:
        ended.set()
        other.join()
