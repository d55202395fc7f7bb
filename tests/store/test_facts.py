"""The cache of facts, and how it stays within its limit."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.store import FactKey, Store


def key(number: int, **changes: object) -> FactKey:
    values = {"digest": f"{number:040x}", "path": f"pkg/{number}.py", "plugin": "language.python", "version": 1}
    return FactKey(**{**values, **changes})  # type: ignore[arg-type]


def test_known_keys_come_back_and_unknown_ones_do_not(store: Store) -> None:
    store.put_facts((key(n), bytes([n]) * n) for n in range(1000) if n < 256)
    assert store.get_facts([key(3), key(300), key(255)]) == {key(3): b"\x03" * 3, key(255): b"\xff" * 255}


@pytest.mark.parametrize("change", [{"digest": "0"}, {"path": "q"}, {"plugin": "language.other"}, {"version": 2}])
def test_every_part_of_the_key_counts(store: Store, change: dict[str, object]) -> None:
    store.put_facts([(key(1), b"one")])
    assert store.get_facts([key(1, **change)]) == {}


def test_a_second_payload_replaces_the_first(store: Store) -> None:
    store.put_facts([(key(1), b"one"), (key(1), b"two")])
    store.put_facts([(key(1), b"three")])
    assert store.get_facts([key(1)]) == {key(1): b"three"}


@pytest.mark.parametrize(
    "path", ["naïve name.py", "new\nline.py", "bad\udcff.py", "pair\ud83d\ude00.py", "nul\0.py", ""]
)
def test_any_path_is_a_key(store: Store, path: str) -> None:
    store.put_facts([(key(1, path=path), b"here"), (key(1, path="x"), b"there")])
    assert store.get_facts([key(1, path=path)]) == {key(1, path=path): b"here"}


def test_facts_outlive_the_store(build_dir: Path) -> None:
    with Store.open(build_dir) as store:
        store.put_facts([(key(1), b"one")])
    with Store.open(build_dir) as store:
        assert store.get_facts([key(1)]) == {key(1): b"one"}


def test_closed_store_says_so(build_dir: Path) -> None:
    store = Store.open(build_dir)
    store.close()
    store.close()
    with pytest.raises(CrossbearingError, match="is closed"):
        store.get_facts([key(1)])


def test_oldest_used_go_first(build_dir: Path) -> None:
    for number in range(4):
        with Store.open(build_dir, facts_limit=10_000) as store:
            store.put_facts([(key(number), bytes(1000))])
    with Store.open(build_dir, facts_limit=10_000) as store:
        assert store.get_facts([key(0)])
    with Store.open(build_dir, facts_limit=3000) as store:
        store.put_facts([(key(4), bytes(1000))])
    with Store.open(build_dir) as store:
        assert store.get_facts(map(key, range(5))).keys() == {key(0), key(3), key(4)}


def test_equally_old_ones_go_in_the_order_they_came(build_dir: Path) -> None:
    with Store.open(build_dir, facts_limit=2500) as store:
        store.put_facts([(key(number), bytes(1000)) for number in (3, 1, 2)])
    with Store.open(build_dir) as store:
        assert store.get_facts(map(key, range(5))).keys() == {key(1), key(2)}


def test_limit_holds_within_one_long_session(build_dir: Path) -> None:
    with Store.open(build_dir, facts_limit=100_000) as store:
        store.put_facts((key(number), bytes(1000)) for number in range(2000))
        kept = store.get_facts(map(key, range(2000)))
        assert sum(map(len, kept.values())) <= 100_000
        assert key(1999) in kept


def test_replaced_payload_counts_once(build_dir: Path) -> None:
    with Store.open(build_dir, facts_limit=2500) as store:
        for _ in range(10):
            store.put_facts([(key(1), bytes(1000)), (key(2), bytes(1000))])
    with Store.open(build_dir) as store:
        assert len(store.get_facts([key(1), key(2)])) == 2


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(
        st.builds(
            FactKey,
            st.text("0123456789abcdef", max_size=8),
            st.text(st.characters(), max_size=8),
            st.sampled_from(["a", "b"]),
            st.integers(0, 3),
        ),
        st.binary(max_size=50),
    )
)
def test_what_goes_in_comes_out(tmp_path_factory: pytest.TempPathFactory, rows: dict[FactKey, bytes]) -> None:
    with Store.open(tmp_path_factory.mktemp("facts")) as store:
        store.put_facts(rows.items())
        assert store.get_facts(rows) == rows
