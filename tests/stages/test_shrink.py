from collections.abc import Callable, Sequence
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.errors import OracleStoppedError
from crossbearing.model.stages import ShrinkResult, ShrinkTask
from crossbearing.patches import changes_of, grouped, keeping, parse_patch
from crossbearing_plugins.stages import shrink


def patch_of(files: dict[str, int]) -> str:
    """A patch with so many hunks a file; each changes a line that names it."""
    return "".join(
        f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n"
        + "".join(
            f"@@ -{20 * hunk + 1},3 +{20 * hunk + 1},3 @@\n c\n-old {name} {hunk}\n+new {name} {hunk}\n d\n"
            for hunk in range(hunks)
        )
        for name, hunks in files.items()
    )


def needing(*parts: str) -> Callable[[Sequence[str]], list[bool | None]]:
    return lambda texts: [all(f"+new {part}\n" in text for part in parts) for text in texts]


def shrunk(patch: str, oracle: Callable[[Sequence[str]], list[bool | None]], **options: object) -> ShrinkResult:
    references = str(options.pop("references", ""))
    return shrink.run(ShrinkTask(patch, oracle, references), shrink.Options(**options))  # type: ignore[arg-type]


def test_whole_files_and_hunks_go():
    found = shrunk(patch_of({"a": 2, "b": 1, "c": 3}), needing("a 1"))
    assert found.is_reduced
    assert found.is_minimal
    assert (found.kept, found.dropped) == (1, 5)
    assert found.dropped_paths == ("b", "c")
    assert "+new a 1\n" in found.patch
    assert found.oracle_runs <= 12


def test_a_patch_that_is_needed_as_a_whole_comes_back_byte_for_byte():
    patch = patch_of({"a": 2, "b": 1})
    found = shrunk(patch, needing("a 0", "a 1", "b 0"))
    assert found.patch == patch
    assert found.is_minimal
    assert not found.is_reduced


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [(True, "passes without the patch"), (False, "does not pass with the whole"), (None, "does not apply")],
)
def test_an_oracle_that_tells_nothing_changes_nothing(verdict: bool | None, reason: str):
    patch = patch_of({"a": 2})
    found = shrunk(patch, lambda texts: [verdict] * len(texts))
    assert found.patch == patch
    assert reason in found.reason
    assert not found.is_minimal


def test_dependent_hunks_stay_together():
    def oracle(texts: Sequence[str]) -> list[bool | None]:
        return ["+new a 0\n" in text and ("+new b 0\n" in text) == ("+new c 0\n" in text) for text in texts]

    assert shrunk(patch_of({"a": 1, "b": 1, "c": 1}), oracle).kept == 1


def test_a_flaky_oracle_gives_the_patch_back():
    seen: set[str] = set()

    def oracle(texts: Sequence[str]) -> list[bool | None]:
        verdicts: list[bool | None] = [bool(text) and text not in seen for text in texts]
        seen.update(texts)
        return verdicts

    patch = patch_of({"a": 1, "b": 1})
    found = shrunk(patch, oracle)
    assert found.is_flaky
    assert found.patch == patch


@pytest.mark.parametrize(("runs", "left"), [(0, 5), (2, 5), (3, 5), (4, 3)])
def test_an_oracle_that_stops_leaves_the_best_so_far(runs: int, left: int):
    asked: list[str] = []

    def oracle(texts: Sequence[str]) -> list[bool | None]:
        asked.extend(texts)
        if len(asked) > runs:
            raise OracleStoppedError("interrupted")
        return needing("a 0", "b 0")(texts)

    found = shrunk(patch_of({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}), oracle)
    assert (found.kept, found.is_stopped, found.is_minimal) == (left, True, False)
    assert found.reason.startswith("interrupted")
    assert needing("a 0", "b 0")([found.patch]) == [True]


def test_the_files_of_the_oracle_are_never_dropped():
    patch = patch_of({"a.py": 1, "tests/test_a.py": 1, "b.py": 1})
    found = shrunk(patch, needing("a.py 0"), references="pytest -q tests/test_a.py::test_x")
    assert set(parse_patch(found.patch).paths) == {"a.py", "tests/test_a.py"}


def test_candidates_that_do_not_apply_cost_no_run():
    def oracle(texts: Sequence[str]) -> list[bool | None]:
        return [None if text and "+new b 0\n" not in text else bool(text) for text in texts]

    found = shrunk(patch_of({"a": 1, "b": 1}), oracle)
    assert found.oracle_runs == 4  # the base, the whole, without a, and once more
    assert found.kept == 1


def test_lines_go_only_when_asked_for():
    patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,4 @@\n a\n+needed\n+not needed\n b\n"

    def oracle(texts: Sequence[str]) -> list[bool | None]:
        return ["+needed\n" in text for text in texts]

    assert shrunk(patch, oracle).patch == patch
    assert shrunk(patch, oracle, level="line").patch == "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+needed\n b\n"


def test_what_is_seldom_needed_goes_in_one_run():
    code = patch_of({"a.py": 9})
    idle = "".join(
        f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1,1 +1,3 @@\n x\n{lines}"
        for name, lines in {
            "README": "+y\n+z\n",
            "b.py": "+# y\n+\n",
            "c.go": "+// y\n+\n",
            "docs/d.md": "+y\n+z\n",
        }.items()
    )
    found = shrunk(code + idle, needing(*(f"a.py {number}" for number in range(9))))
    assert set(found.dropped_paths) == {"README", "b.py", "c.go", "docs/d.md"}
    assert found.oracle_runs <= 12
    needed = shrunk(code + idle, lambda texts: ["+# y\n" in text for text in texts])
    assert parse_patch(needed.patch).paths == ("b.py",)


SHAPES = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 3), min_size=1, max_size=5)


@settings(deadline=None)
@given(shape=SHAPES, data=st.data(), parallel=st.integers(1, 3), budget=st.integers(3, 30))
def test_never_worse_and_within_the_budget(shape: dict[str, int], data: st.DataObject, parallel: int, budget: int):
    parts = [f"{name} {hunk}" for name, hunks in shape.items() for hunk in range(hunks)]
    needed = data.draw(st.lists(st.sampled_from(parts), unique=True, min_size=1))
    oracle = needing(*needed)
    found = shrunk(patch_of(shape), oracle, parallel=parallel, max_oracle_runs=budget)
    assert found.oracle_runs <= budget
    assert oracle([found.patch]) == [True]
    assert found.lines_after <= found.lines_before
    assert found.kept >= len(needed)
    if found.is_minimal:
        assert found.kept == len(needed)


@settings(deadline=None)
@given(shape=SHAPES.filter(lambda shape: sum(shape.values()) <= 9), data=st.data())
def test_nine_independent_hunks_are_always_sorted_out(shape: dict[str, int], data: st.DataObject):
    parts = [f"{name} {hunk}" for name, hunks in shape.items() for hunk in range(hunks)]
    needed = data.draw(st.lists(st.sampled_from(parts), unique=True, min_size=1))
    assert shrunk(patch_of(shape), needing(*needed)).kept == len(needed)


@settings(deadline=None)
@given(
    shape=SHAPES,
    salt=st.integers(0, 1000),
    share=st.integers(1, 9),
    level=st.sampled_from(shrink.LEVELS),
    parallel=st.integers(1, 3),
)
def test_whatever_the_oracle_the_answer_passed_and_what_is_called_minimal_is(
    shape: dict[str, int], salt: int, share: int, level: str, parallel: int
):
    whole = patch_of(shape)

    def judge(text: str) -> bool | None:
        """Yes, no or neither, by chance but always the same."""
        if text in ("", whole):
            return bool(text)
        chance = sha256(f"{salt} {text}".encode()).digest()[0] % 10
        return None if chance == 0 else chance < share

    found = shrunk(
        whole, lambda texts: [judge(text) for text in texts], level=level, parallel=parallel, max_oracle_runs=300
    )
    assert judge(found.patch) is True
    assert found.lines_after <= found.lines_before
    assert found.is_reduced == (found.patch != whole)
    assert not found.is_flaky
    if found.is_minimal:
        left = parse_patch(found.patch)
        kept = changes_of(left)
        for group in grouped(kept, level):
            rest = [each for each in kept if each not in group]
            assert judge(keeping(left, rest).text if rest else "") is not True
