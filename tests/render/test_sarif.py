import json

import pytest
from attrs import evolve

from crossbearing.plugin import Report, Table
from crossbearing_plugins.render.sarif import Options, render


def log(report):
    return json.loads(render(report, Options()))


def test_each_place_of_a_file_is_a_result(report: Report):
    (run,) = log(report)["runs"]
    assert len(run["results"]) == 4
    result = run["results"][0]
    assert result["ruleId"] == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    assert (result["kind"], result["level"], result["rank"]) == ("open", "note", 100.0)
    assert result["message"]["text"] == "peek fails because the traceback ends there"
    (place,) = result["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "calc/parser.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 14, "endLine": 16},
    }
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "calc.parser.Parser.peek"
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"] == {"startLine": 16, "endLine": 16}
    assert related["message"]["text"] == "the deepest frame"


def test_problems_are_notifications(report: Report):
    (invocation,) = log(report)["runs"][0]["invocations"]
    texts = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert texts == [f"language.python: reason {number}" for number in range(7)]


def test_names_of_files_are_percent_encoded(report: Report):
    strange = evolve(report.ranking.files[0].entities[0], file="a b/to\nk#\udcff.py")
    files = (evolve(report.ranking.files[0], entities=(strange,)),)
    (result,) = log(evolve(report, ranking=evolve(report.ranking, files=files)))["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20b/to%0Ak%23%FF.py"


@pytest.mark.parametrize("score", [0.0, -1.0])
def test_ranks_stay_within_a_hundred(report: Report, score):
    entity = evolve(report.ranking.files[0].entities[0], score=score)
    files = (evolve(report.ranking.files[0], entities=(entity,)),)
    (result,) = log(evolve(report, ranking=evolve(report.ranking, files=files)))["runs"][0]["results"]
    assert result["rank"] == 0.0


def test_other_reports_have_no_results(report: Report):
    (run,) = log(Table("manifest", ("a",), (("b",),)))["runs"]
    assert run["results"] == []
    assert "manifest is no ranking" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
