import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.issue import Frame, IssueBundle
from crossbearing_channels.stack import Options, collect

SOURCES = {
    "app/main.py": "def main():\n    parse()\n",
    "app/parser.py": (
        "def parse():\n    return peek()\n\ndef peek():\n    x = 1\n    return x[0]\n\ndef other():\n    pass\n"
    ),
}
FRAMES = (
    Frame("/home/me/try.py", 1, "<module>"),
    Frame("/srv/app/main.py", 2, "main"),
    Frame("/srv/app/parser.py", 2, "parse"),
    Frame("/srv/app/parser.py", 6, "peek"),
)


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


def evidence(small, frames=FRAMES, options=None):
    return collect(small.query(bundle=IssueBundle(frames=frames)), options)


def test_scores_fall_from_the_deepest_frame(small):
    found = {small.name_of(entity): score for entity, score in evidence(small).scores.items()}
    assert found == {"app.parser.peek": 1.0, "app.parser.parse": 0.5, "app.main.main": 0.25, "app.parser.other": 0.1}


def test_reasons_and_lines(small):
    answer = evidence(small)
    peek, other = small.entity("peek"), small.entity("other")
    assert answer.reasons[peek] == "it is traceback frame 4 of 4"
    assert answer.reasons[other] == "it is in the file of the deepest traceback frame"
    assert answer.lines[peek] == {6: 1.0}
    assert other not in answer.lines


def test_the_function_name_beats_a_line_of_another_version(small):
    answer = evidence(small, (Frame("app/parser.py", 9, "peek"),))
    assert answer.scores[small.entity("peek")] == 1.0
    assert small.entity("peek") not in answer.lines


def test_without_a_function_the_line_decides(small):
    assert evidence(small, (Frame("app/parser.py", 5),)).scores[small.entity("peek")] == 1.0


def test_a_frame_in_module_code_leaves_the_file(small):
    found = evidence(small, (Frame("app/parser.py", 3, "<module>"),)).scores
    assert set(found.values()) == {0.1}


def test_options(small):
    found = evidence(small, options=Options(decay=0.9, same_file=0.0)).scores
    assert small.entity("other") not in found
    assert found[small.entity("main.main")] == pytest.approx(0.81)


def test_without_frames_or_project_files_there_is_no_evidence(small):
    assert evidence(small, ()) == NoEvidence("the issue holds no traceback")
    assert evidence(small, FRAMES[:1]) == NoEvidence("no traceback frame lies in the project")
