import json

import pytest
from attrs import evolve

from crossbearing.plugin import Report, Table
from crossbearing_plugins.render.json import Options, render


def test_a_report_has_the_specified_shape(report: Report):
    data = json.loads(render(report, Options()))
    assert list(data)[:3] == ["schema", "repo", "revision"]
    assert data["schema"] == "crossbearing.locate/1"
    assert data["confidence"] == "agree"
    assert data["agreement"]["channels_agreeing"] == ["bm25", "stack"]
    (place,) = data["ranking"]["entities"]
    assert place["qualname"] == "calc.parser.Parser.peek"
    assert place["evidence"] == {"bm25": 0.25, "stack": 1.0}
    assert place["score"] == 0.812346
    assert data["ranking"]["files"][0]["entities"] == [place] * 4


def test_names_that_are_no_unicode_are_escaped_and_everything_else_stands_as_it_is(report: Report):
    text = render(report, Options())
    assert "café" in text
    assert "\\udcff" in text
    text.encode("utf-8")
    assert json.loads(text)["ranking"]["files"][1]["file"] == "calc/to\nk\x1b[1m\udcff.py"


def test_the_same_report_is_the_same_text(report: Report):
    assert render(report, Options()) == render(evolve(report), Options())
    assert "\n" not in render(report, Options(indent=0))


def test_a_table_is_its_data_or_else_its_cells():
    data = {"schema": "crossbearing.x/1", "b": 1, "a": 2}
    assert render(Table("t", ("c",), (("1",),), data), Options(indent=0)) == json.dumps(data)
    plain = json.loads(render(Table("t", ("c",), (("1",),)), Options()))
    assert plain == {"schema": "crossbearing.table/1", "title": "t", "columns": ["c"], "rows": [["1"]]}


def test_what_json_cannot_say_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        render(Table("t", (), (), {"schema": "x", "score": float("nan")}), Options())
