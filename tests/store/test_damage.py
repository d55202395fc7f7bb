"""Damaged and hostile files: noticed, replaced, said so, and never written through."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from small_maps import check_whole, fingerprint, small_map

from crossbearing.model.errors import CrossbearingError
from crossbearing.store import FactKey, Store, database

KEYS = [FactKey(f"{number:040x}", f"{number}.py", "language.python", 1) for number in range(300)]


@pytest.fixture
def filled(build_dir: Path) -> Path:
    """The database of a closed store that holds facts and a map."""
    with Store.open(build_dir) as store:
        store.put_facts((key, os.urandom(3000)) for key in KEYS)
        store.save_map(small_map(1, size=500))
    return build_dir / "recon.db"


def check_started_anew(store: Store) -> None:
    (notice,) = store.notices
    assert "damaged" in notice.reason
    assert "started anew" in notice.reason
    assert store.current() is None
    assert store.load_artifact(fingerprint(1), "graph") is not None
    store.save_map(small_map(2))
    store.put_facts([(KEYS[0], b"again")])
    assert store.get_facts(KEYS) == {KEYS[0]: b"again"}
    assert check_whole(store) == 2


@pytest.mark.parametrize("size", [1, 99, 100, 4096, 5000, -4096, -1])
def test_truncated_file(filled: Path, size: int) -> None:
    content = filled.read_bytes()
    filled.write_bytes(content[:size])
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_garbage_header(filled: Path) -> None:
    content = filled.read_bytes()
    filled.write_bytes(b"no database at all".ljust(100) + content[100:])
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_file_of_garbage(filled: Path) -> None:
    filled.write_bytes(os.urandom(20_000))
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_empty_file_is_a_new_store(filled: Path) -> None:
    filled.write_bytes(b"")
    with Store.open(filled.parent) as store:
        assert store.notices == ()
        assert store.current() is None


def test_garbage_pages_are_met_in_the_middle_of_work(filled: Path) -> None:
    content = filled.read_bytes()
    schema_pages = 4096 * 8
    filled.write_bytes(content[:schema_pages] + b"\xff" * (len(content) - schema_pages))
    with Store.open(filled.parent) as store:
        found = store.get_facts(KEYS)
        store.save_map(small_map(2))
        store.put_facts([(KEYS[0], b"again")])
        assert len(found) < len(KEYS)
        assert ["started anew" in notice.reason for notice in store.notices] == [True]
        assert store.get_facts(KEYS) == {KEYS[0]: b"again"}
        assert check_whole(store) == 2


def test_tables_of_another_shape(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("DROP VIEW edges")
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_planted_trigger_is_no_part_of_a_store(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("CREATE TRIGGER planted AFTER INSERT ON facts BEGIN DELETE FROM facts; END")
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_planted_view_is_no_table(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("DROP TABLE facts")
        connection.execute(
            "CREATE VIEW facts AS WITH RECURSIVE endless(number) AS "
            "(SELECT 1 UNION ALL SELECT number + 1 FROM endless) SELECT number FROM endless"
        )
    with Store.open(filled.parent) as store:
        check_started_anew(store)


def test_planted_columns_are_no_part_of_a_store(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("ALTER TABLE facts RENAME COLUMN payload TO something")
    with Store.open(filled.parent) as store:
        assert store.get_facts(KEYS) == {}
        check_started_anew(store)


def test_header_of_the_map_that_is_none(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE map SET header = '[1, 2]'")
    with Store.open(filled.parent) as store:
        assert store.current() is None


@pytest.mark.parametrize("name", ["recon.db", "recon.db-wal", "recon.db-shm", "recon.db-journal", "recon.lock"])
def test_planted_link_is_not_written_through(build_dir: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "precious.db"
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("CREATE TABLE precious(thing TEXT)")
    content = target.read_bytes()
    build_dir.mkdir()
    (build_dir / name).symlink_to(target)
    with Store.open(build_dir) as store:
        store.save_map(small_map(1))
        assert check_whole(store) == 1
    assert target.read_bytes() == content
    assert not (build_dir / name).is_symlink()


def test_planted_link_to_a_directory_for_artifacts(build_dir: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("")
    build_dir.mkdir()
    (build_dir / "artifacts").symlink_to(outside)
    with Store.open(build_dir) as store:
        store.save_map(small_map(1))
        assert check_whole(store) == 1
    assert [path.name for path in outside.iterdir()] == ["precious"]


def test_directory_in_the_place_of_the_database(build_dir: Path) -> None:
    (build_dir / "recon.db").mkdir(parents=True)
    with Store.open(build_dir) as store:
        assert "cannot be removed" in store.notices[0].reason
        assert not store.writable
        store.save_map(small_map(1))
        assert store.current() is None


def test_damaged_artifact_is_reported_and_made_anew(store: Store) -> None:
    store.save_map(small_map(1))
    path = store.build_dir / "artifacts" / f"{fingerprint(1)}.graph"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert store.load_artifact(fingerprint(1), "graph") is None
    assert "stored graph of the map is unusable" in store.notices[0].reason
    assert store.load_artifact(fingerprint(1), "index") is not None
    store.save_map(small_map(1))
    assert check_whole(store) == 1


def test_missing_artifact_needs_no_notice(store: Store) -> None:
    store.save_map(small_map(1))
    (store.build_dir / "artifacts" / f"{fingerprint(1)}.graph").unlink()
    assert store.load_artifact(fingerprint(1), "graph") is None
    assert store.notices == ()


def test_damaged_file_in_use_elsewhere_is_left_to_it(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "REPLACE_SECONDS", 0.2)
    with Store.open(filled.parent) as other:
        other.current()
        filled.write_bytes(b"x" * 5000)
        with Store.open(filled.parent) as store:
            assert "in use by another process" in store.notices[0].reason
            assert not store.writable
            store.put_facts([(KEYS[0], b"lost")])
            assert store.current() is None
    assert filled.read_bytes() == b"x" * 5000


def test_store_replaced_by_another_process_is_opened_again(filled: Path) -> None:
    store = Store.open(filled.parent)
    store.close()
    with Store.open(filled.parent) as store:
        assert store.current() is not None
        # Another process met damage, waited until this one had let go, and replaced the database.
        lock = store._database._lock
        assert lock is not None
        lock.advance()
        store._database._replace("seen a moment ago")
        assert store.notices == ()
        assert store.current() is not None


def test_full_disk_is_one_clear_error(store: Store) -> None:
    store.save_map(small_map(1))
    store._database.run(lambda connection: connection.execute("PRAGMA max_page_count = 60").fetchone())
    with pytest.raises(CrossbearingError, match="cannot be written: the disk is full"):
        store.put_facts((key, bytes(9000)) for key in KEYS)
    with pytest.raises(CrossbearingError, match="cannot be written: the disk is full"):
        store.save_map(small_map(2, size=5000))
    assert check_whole(store) == 1


def test_full_disk_under_the_artifacts_is_one_clear_error(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_map(small_map(1))

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CrossbearingError, match=r"cannot be written to .*: No space left on device"):
        store.save_artifact(fingerprint(2), "graph", {"number": np.arange(5)})
    monkeypatch.undo()
    assert check_whole(store) == 1
    assert len(list((store.build_dir / "artifacts").iterdir())) == 2


def test_vanished_directory_is_one_clear_error(store: Store) -> None:
    for path in store.build_dir.iterdir():
        path.unlink()
    store.build_dir.rmdir()
    with pytest.raises(CrossbearingError):
        store.save_map(small_map(1))
