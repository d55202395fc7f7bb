"""Published results: written, read, compared, and refused where they are not what they say."""

from pathlib import Path

import pytest
from attrs import evolve

from crossbearing.measure.bench import Bench
from crossbearing.measure.intervals import Estimate
from crossbearing.measure.published import (
    Published,
    check_rows,
    differences,
    read_published,
    verification_table,
    write_published,
)
from crossbearing.model.errors import CrossbearingError

FIGURES = {"file_acc@1": Estimate(0.5, 0.2, 0.8, 10), "distance": Estimate(2.25, 1.0, 3.5, 8)}


def published(**fields: object) -> Published:
    plain = Published(
        condition='default, "text" only',
        command="crossbearing bench verify x.toml --dataset lite.jsonl --repos DIR",
        profile="default",
        configuration="0123456789abcdef",
        dataset="lite.jsonl",
        dataset_hash="fedcba9876543210",
        rows=10,
        limit=10,
        instances=("a__b-1",),
        without=("channel.walk",),
        only=(),
        figures=FIGURES,
    )
    return evolve(plain, **fields)


def bench(**fields: object) -> Bench:
    plain = Bench("lite.jsonl", "fedcba9876543210", "default", "0123456789abcdef", (), frozenset())
    return evolve(plain, **fields)


def test_what_is_written_is_read_again(tmp_path: Path):
    for each in (published(), published(limit=None, instances=(), without=())):
        write_published(tmp_path / "results" / "x.toml", each)
        assert read_published(tmp_path / "results" / "x.toml") == each
    assert '"file_acc@1" = {value = 0.5' in (tmp_path / "results" / "x.toml").read_text("utf-8")


def test_every_figure_that_is_not_the_same_to_the_last_digit_is_told():
    assert differences(published(), FIGURES) == []
    moved = {**FIGURES, "distance": Estimate(2.25, 1.0, 3.500001, 8)}
    assert [each.metric for each in differences(published(), moved)] == ["distance"]
    assert [each.metric for each in differences(published(), {"file_acc@1": FIGURES["file_acc@1"]})] == ["distance"]
    more = {**FIGURES, "file_mrr": Estimate(1, 1, 1, 1)}
    assert [(each.metric, each.published) for each in differences(published(), more)] == [("file_mrr", None)]


def test_the_table_says_whether_it_was_reproduced_and_with_what():
    same = verification_table(published(), bench(), FIGURES)
    assert same.title.endswith("reproduced")
    assert (same.data["reproduced"], same.data["differences"], same.footer) == (True, [], ())
    other = verification_table(published(), bench(configuration="ffff"), {})
    assert other.title.endswith("2 figures differ")
    assert other.rows[0][-1] == "differs"
    assert "published 0123456789abcdef, now ffff" in other.footer[0]


def test_other_rows_are_no_measurement_of_it():
    check_rows(published(), bench(), Path("lite.jsonl"))
    with pytest.raises(CrossbearingError, match="does not hold the rows of the published result"):
        check_rows(published(), bench(dataset_hash="0" * 16), Path("lite.jsonl"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('schema = "crossbearing.result/1"', 'schema = "other"', "schema: unknown 'other'"),
        ("rows = 10", "rows = 0", "dataset.rows: expected a whole number from 1 up"),
        ("[dataset]", "[datasets]", "dataset: is missing"),
        ('"file_acc@1"', '"file_acc@2"', "figures.file_acc@2: unknown key"),
        ("value = 0.5, ", "", "figures.file_acc@1.value: is missing"),
    ],
)
def test_a_file_that_is_not_as_expected_is_told_where(tmp_path: Path, old: str, new: str, message: str):
    path = tmp_path / "x.toml"
    write_published(path, published())
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(CrossbearingError) as caught:
        read_published(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


RESULTS = sorted((Path(__file__).parents[2] / "docs" / "results").glob("*.toml"))


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.name)
def test_every_published_result_can_be_read(path: Path):
    result = read_published(path)
    assert result.figures["file_acc@1"].count <= result.rows
    assert path.name in result.command


def test_there_are_published_results():
    assert RESULTS
