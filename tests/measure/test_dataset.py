import json
from pathlib import Path
from typing import Any

import pytest

from crossbearing.measure.dataset import choose, read_dataset
from crossbearing.model.errors import CrossbearingError

ROW = {
    "instance_id": "o__n-1",
    "repo": "o/n",
    "base_commit": "0123456789abcdef0123456789abcdef01234567",
    "problem_statement": "It breaks.\r\nBadly.",
    "patch": "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n",
}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_rows_become_a_task_and_what_it_is_measured_against(tmp_path: Path):
    (found,) = read_dataset(
        written(tmp_path / "d.jsonl", "\n", {**ROW, "language": "Python", "test_patch": "t"}, " \n")
    )
    assert found.task.text == "It breaks.\r\nBadly."
    assert (found.language, found.patch) == ("Python", ROW["patch"])
    assert not hasattr(found, "test_patch")


def test_a_row_without_a_language_has_the_commonest_suffix_of_its_patch(tmp_path: Path):
    (found,) = read_dataset(written(tmp_path / "d.jsonl", ROW))
    assert found.language == ".py"
    (found,) = read_dataset(written(tmp_path / "d.jsonl", {**ROW, "patch": "nothing"}))
    assert found.language == "unknown"


def test_the_digest_names_the_content_of_the_row_and_nothing_else(tmp_path: Path):
    path = tmp_path / "d.jsonl"
    (one,) = read_dataset(written(path, ROW))
    (same,) = read_dataset(written(path, {"version": "1.0", **dict(reversed(ROW.items()))}))
    (other,) = read_dataset(written(path, {**ROW, "problem_statement": "Else."}))
    assert one.digest == same.digest != other.digest


@pytest.mark.parametrize(
    ("date", "before"),
    [
        ("2020-01-01", 1577836800),
        ("2020-01-01T01:00:00+01:00", 1577836800),
        ("2020-01-01T00:00:00Z", 1577836800),
        ("soon", None),
        (20200101, None),
        (None, None),
    ],
)
def test_what_was_made_after_the_issue_is_not_to_be_known(tmp_path: Path, date: object, before: int | None):
    (found,) = read_dataset(written(tmp_path / "d.jsonl", {**ROW, "created_at": date}))
    assert found.task.before == before


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("{not json\n", "d.jsonl:2: not JSON: "),
        ("[1]\n", "d.jsonl:2: expected a JSON object, found list"),
        ({key: value for key, value in ROW.items() if key != "patch"}, "d.jsonl:2: field 'patch' is missing"),
        ({**ROW, "patch": None}, "d.jsonl:2: field 'patch' should be text, found NoneType"),
        ({**ROW, "problem_statement": " \n"}, "d.jsonl:2: field 'problem_statement' is empty"),
        ({**ROW, "base_commit": "--upload-pack=x"}, "d.jsonl:2: base_commit is '--upload-pack=x', not a commit id"),
        ({**ROW, "repo": "n"}, "d.jsonl:2: repo is 'n', not owner/name"),
        (ROW, "d.jsonl:2: instance 'o__n-1' is already on line 1"),
        ("[" * 100_000 + "\n", "d.jsonl:2: not JSON: "),
    ],
)
def test_a_bad_row_is_one_sentence_with_its_line(tmp_path: Path, row: Any, sentence: str):
    with pytest.raises(CrossbearingError) as caught:
        read_dataset(written(tmp_path / "d.jsonl", ROW, row))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_a_data_set_without_rows_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "d.jsonl"
    path.write_bytes(content)
    with pytest.raises(CrossbearingError, match="holds no instances"):
        read_dataset(path)


def test_what_is_no_file_and_no_text_is_refused(tmp_path: Path):
    with pytest.raises(CrossbearingError, match="cannot be read"):
        read_dataset(tmp_path)
    with pytest.raises(CrossbearingError, match="cannot be read"):
        read_dataset(tmp_path / "absent.jsonl")
    (tmp_path / "d.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CrossbearingError, match=r"d\.jsonl:1: not UTF-8"):
        read_dataset(tmp_path / "d.jsonl")


def test_instances_are_chosen_by_name_and_number_in_the_order_of_the_data_set(tmp_path: Path):
    rows = [{**ROW, "instance_id": f"o__n-{number}"} for number in range(5)]
    instances = read_dataset(written(tmp_path / "d.jsonl", *rows))
    names = [each.task.instance_id for each in choose(instances, ("o__n-3", "o__n-1"))]
    assert names == ["o__n-1", "o__n-3"]
    assert [each.task.instance_id for each in choose(instances, limit=2)] == ["o__n-0", "o__n-1"]
    with pytest.raises(CrossbearingError, match=r"unknown instance 'o__n-33': did you mean o__n-3"):
        choose(instances, ("o__n-33",))
