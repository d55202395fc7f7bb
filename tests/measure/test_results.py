import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.measure.results import Part, Record, Results, read_lines
from crossbearing.model.errors import CrossbearingError


def record(name: str, configuration: str = "c") -> Record:
    return Record(
        {"instance_id": name, "configuration": configuration, "text": "é\n\udcff\u2028"},
        {"instance_id": name, "seconds": 1.5},
    )


def test_merged_results_come_back_with_their_times(tmp_path: Path):
    out = tmp_path / "deep" / "out.jsonl"
    results = Results(out, "c")
    results.merge([record("b"), record("a")])
    assert [json.loads(line)["instance_id"] for line in out.read_bytes().split(b"\n")[:-1]] == ["b", "a"]
    assert Results(out, "c").load() == {"b": record("b"), "a": record("a")}


def test_what_differs_from_run_to_run_is_not_in_the_results(tmp_path: Path):
    results = Results(tmp_path / "out.jsonl", "c")
    results.merge([record("a")])
    assert b"seconds" not in (tmp_path / "out.jsonl").read_bytes()
    (times,) = read_lines(tmp_path / "out.jsonl.times.jsonl")
    assert times == {"instance_id": "a", "seconds": 1.5}
    (tmp_path / "out.jsonl.times.jsonl").unlink()
    assert results.load()["a"].run == {"instance_id": "a"}


def test_an_unfinished_run_is_taken_up_from_its_parts(tmp_path: Path):
    results = Results(tmp_path / "out.jsonl", "c")
    results.merge([record("a")])
    part = results.part("o/n")
    part.start("b")
    part.add(record("b"))
    part.start("x")
    part.add(record("x", configuration="other"))
    part.start("d")
    assert results.count() == 2
    assert part.unfinished() == "d"
    again = Results(tmp_path / "out.jsonl", "c")
    assert sorted(again.load()) == ["a", "b"]
    again.merge(again.load().values())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "out.jsonl.times.jsonl"]


@pytest.mark.parametrize("torn", [1, 10, 40])
def test_a_line_that_a_killed_run_left_half_written_is_passed_over(tmp_path: Path, torn: int):
    part = Part(tmp_path / "part.jsonl")
    part.add(record("a"))
    part.add(record("b"))
    whole = part.path.read_bytes()
    part.path.write_bytes(whole[:-torn])
    assert list(part.records()) == (["a", "b"] if torn == 1 else ["a"])
    assert part.count() == 1
    part.add(record("c"))
    assert [*part.records()][-1] == "c"
    assert "a" in part.records()


def test_results_of_something_else_are_not_overwritten(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    Results(out, "old").merge([record("a", "old")])
    with pytest.raises(CrossbearingError, match=r"holds results of another configuration \(old, now new\)"):
        Results(out, "new").load()
    out.write_text('{"name": "a colleague\'s notes"}\n', "utf-8")
    with pytest.raises(CrossbearingError, match="holds no results of a bench"):
        Results(out, "new").load()
    out.write_text("not JSON at all\n", "utf-8")
    with pytest.raises(CrossbearingError, match="holds no results of a bench"):
        Results(out, "new").load()


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_file_is_neither_read_nor_replaced(tmp_path: Path, make: Callable[[Path], None]):
    out = tmp_path / "out.jsonl"
    make(out)
    mode = out.stat().st_mode
    with pytest.raises(CrossbearingError, match="is no file to write results to"):
        Results(out, "c")
    assert out.stat().st_mode == mode


def test_a_device_is_not_replaced():
    with pytest.raises(CrossbearingError, match="is no file to write results to"):
        Results(Path(os.devnull), "c")


def test_a_link_is_followed(tmp_path: Path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "out.jsonl").symlink_to("kept/there.jsonl")
    Results(tmp_path / "out.jsonl", "c").merge([record("a")])
    assert (tmp_path / "out.jsonl").is_symlink()
    assert Results(tmp_path / "kept" / "there.jsonl", "c").load().keys() == {"a"}


def test_a_place_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("")
    results = Results(tmp_path / "file" / "out.jsonl", "c")
    with pytest.raises(CrossbearingError, match=r"results cannot be written to .*out\.jsonl: "):
        results.part("o/n")
    with pytest.raises(CrossbearingError, match=r"results cannot be written to .*out\.jsonl: "):
        results.merge([record("a")])
