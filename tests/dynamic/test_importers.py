"""Coverage that other tools wrote: each format on a small file, and hostile files."""

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.dynamic.importers.coverage_py import numbers_of
from crossbearing.dynamic.importers.formats import FORMATS, read_tables
from crossbearing.dynamic.importers.outcomes import normalized, outcome_of, read_junit
from crossbearing.dynamic.importers.reading import read_spectrum
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.spectrum import SpectrumTest, build_spectrum, spectrum_to_json

COBERTURA = """<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.5" version="1"><sources><source>/build</source></sources><packages><package name="shop"><classes>
<class name="cart.py" filename="shop/cart.py"><methods/><lines><line number="1" hits="1"/><line number="2" hits="0"/>
<line number="3" hits="7" branch="true"/></lines></class></classes></package></packages></coverage>
"""
JACOCO = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="shop"><sessioninfo id="x" start="1" dump="2"/><package name="com/shop"><class name="com/shop/Cart"
sourcefilename="Cart.java"><method name="total" desc="()I" line="4">
<counter type="LINE" missed="0" covered="2"/></method>
</class><sourcefile name="Cart.java"><line nr="4" mi="0" ci="3" mb="0" cb="0"/>
<line nr="5" mi="2" ci="0" mb="0" cb="0"/>
</sourcefile></package></report>
"""
LCOV = (
    "TN:total\nSF:src/cart.js\nFN:1,total\nFNDA:2,total\nDA:1,2\nDA:2,0\nend_of_record\n"
    "TN:\nSF:src/a.js\nDA:9,1,abc\nend_of_record\n"
)
GO = "mode: atomic\nexample.com/shop/cart.go:3.20,5.2 2 1\nexample.com/shop/cart.go:7.2,7.9 1 0\n"
LLVM = {
    "type": "llvm.coverage.json.export",
    "version": "2.0.1",
    "data": [
        {
            "files": [
                {
                    "filename": "src/cart.rs",
                    "segments": [
                        [3, 18, 2, True, True, False],
                        [5, 2, 0, False, False, False],
                        [7, 1, 0, True, True, False],
                    ],
                }
            ]
        }
    ],
}
TARPAULIN = {
    "files": [
        {
            "path": ["/", "home", "me", "shop", "src", "cart.rs"],
            "content": "fn x() {}",
            "traces": [{"line": 1, "stats": {"Line": 2}}, {"line": 2, "stats": {"Line": 0}}],
        }
    ]
}
ISTANBUL = {
    "/app/src/cart.js": {
        "path": "/app/src/cart.js",
        "statementMap": {
            "0": {"start": {"line": 1, "column": 0}, "end": {"line": 3, "column": 1}},
            "1": {"start": {"line": 2, "column": 0}, "end": {"line": 2, "column": 9}},
        },
        "s": {"0": 1, "1": 0},
        "f": {},
        "b": {},
    }
}
SAMPLES = [
    ("CartTest.xml", COBERTURA, "cobertura", {"CartTest": {"shop/cart.py": {1, 3}}}),
    ("com.shop.CartTest#total.xml", JACOCO, "jacoco", {"com.shop.CartTest#total": {"com/shop/Cart.java": {4}}}),
    ("all.info", LCOV, "lcov", {"total": {"src/cart.js": {1}}, "all": {"src/a.js": {9}}}),
    ("TestTotal.out", GO, "go", {"TestTotal": {"example.com/shop/cart.go": {3, 4, 5}}}),
    ("total.json", json.dumps(LLVM), "llvm-cov", {"total": {"src/cart.rs": {3, 4, 5}}}),
    ("tar.json", json.dumps(TARPAULIN), "tarpaulin", {"tar": {"home/me/shop/src/cart.rs": {1}}}),
    ("cart.test.json", json.dumps(ISTANBUL), "istanbul", {"cart.test": {"/app/src/cart.js": {1}}}),
]


@pytest.mark.parametrize(("name", "text", "form", "expected"), SAMPLES, ids=[sample[2] for sample in SAMPLES])
def test_each_format(tmp_path, name, text, form, expected):
    path = tmp_path / name
    path.write_text(text)
    table, met = read_tables([path])
    assert met == (form,)
    if form == "tarpaulin":
        table = {test: {file.lstrip("/"): lines for file, lines in files.items()} for test, files in table.items()}
    assert table == expected


def data_file(path, rows=(("tests/test_x.py::test_a|run", "shop/cart.py", [1, 9]),), arcs=()):
    """A data file of coverage.py, version 7 of its schema."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "create table file (id integer primary key, path text);"
        "create table context (id integer primary key, context text);"
        "create table line_bits (file_id integer, context_id integer, numbits blob);"
        "create table arc (file_id integer, context_id integer, fromno integer, tono integer);"
    )
    for number, (context, file, lines) in enumerate(rows):
        connection.execute("insert into file values (?, ?)", (number, file))
        connection.execute("insert into context values (?, ?)", (number, context))
        bits = bytearray(max(lines) // 8 + 1)
        for line in lines:
            bits[line // 8] |= 1 << line % 8
        connection.execute("insert into line_bits values (?, ?, ?)", (number, number, bytes(bits)))
    for arc in arcs:
        connection.execute("insert into arc values (0, 0, ?, ?)", arc)
    connection.commit()
    connection.close()


def test_coverage_py_contexts_and_arcs(tmp_path):
    rows = [
        ("tests/test_x.py::test_a|run", "shop/cart.py", [1, 9]),
        ("tests/test_x.py::test_a|setup", "shop/other.py", [2]),
        ("", "shop/idle.py", [3]),
    ]
    data_file(tmp_path / ".coverage", rows, arcs=[(-1, 4), (4, 5)])
    table, met = read_tables([tmp_path / ".coverage"])
    assert met == ("coverage.py",)
    assert table == {"tests/test_x.py::test_a": {"shop/cart.py": {1, 4, 5, 9}, "shop/other.py": {2}}}


def test_a_file_that_coverage_py_itself_wrote(tmp_path):
    coverage = pytest.importorskip("coverage")
    data = coverage.CoverageData(str(tmp_path / ".coverage"))
    data.set_context("test_a")
    data.add_lines({"shop/cart.py": [1, 8, 64, 65]})
    data.write()
    data.close()
    assert read_tables([tmp_path / ".coverage"])[0] == {"test_a": {"shop/cart.py": {1, 8, 64, 65}}}


def test_coverage_without_contexts_says_how_to_record_them(tmp_path):
    data_file(tmp_path / ".coverage", [("", "a.py", [1])])
    with pytest.raises(CrossbearingError, match=r"holds no contexts; record them with pytest --cov-context=test"):
        read_tables([tmp_path / ".coverage"])


@given(st.sets(st.integers(0, 3000)))
def test_numbits(lines):
    bits = bytearray(400)
    for line in lines:
        bits[line // 8] |= 1 << line % 8
    assert set(numbers_of(bytes(bits))) == lines


HOSTILE = {
    "entities": '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><coverage>&b;</coverage>',
    "external": '<!DOCTYPE coverage [<!ENTITY x SYSTEM "file:///etc/passwd">]><coverage>&x;</coverage>',
    "deep": "<coverage>" + "<a>" * 5000,
    "truncated": COBERTURA[:300],
    "not-a-number": COBERTURA.replace('number="1"', 'number="one"'),
    "deep-json": '{"data": [' + "[" * 100_000,
    "other-json": '{"a": 1}',
    "odd-istanbul": '{"a": {"statementMap": {"0": {}}, "s": {"0": 1}}}',
    "odd-llvm": '{"data": [{"files": [{"filename": "a", "segments": [[1]]}]}]}',
    "lcov": "SF:a.c\nDA:x,y\n",
    "go": "mode: set\nnonsense\n",
    "sqlite": "SQLite format 3\0" + "x" * 500,
    "empty": "",
    "binary": "\x00\x01\x02\x03",
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_are_refused_in_one_sentence(tmp_path, name):
    path = tmp_path / "file"
    path.write_text(HOSTILE[name])
    with pytest.raises(CrossbearingError) as caught:
        read_tables([path])
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lines_without_bound_are_left_out(tmp_path):
    (tmp_path / "a.out").write_text("mode: set\nx/a.go:1.1,9999999999.1 1 1\nx/a.go:2.1,2.5 1 1\n")
    assert read_tables([tmp_path / "a.out"])[0] == {"a": {"x/a.go": {2}}}
    (tmp_path / "b.json").write_text(
        json.dumps({"data": [{"files": [{"filename": "a", "segments": [[1, 1, 1, True], [10**12, 2, 0, True]]}]}]})
    )
    assert read_tables([tmp_path / "b.json"])[0] == {"b": {"a": set()}}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(
    st.sampled_from([b"", b"SF:", b"mode: set\n", b"<coverage>", b"{", b'{"files": [', b'{"data": [']),
    st.binary(max_size=80),
)
def test_no_bytes_make_it_fail_otherwise(tmp_path, head, data):
    path = tmp_path / "any"
    path.write_bytes(head + data)
    try:
        table, _ = read_tables([path])
    except CrossbearingError:
        return
    assert isinstance(table, dict)


def test_every_format_is_tested():
    assert {form.name for form in FORMATS} == {sample[2] for sample in SAMPLES} | {"coverage.py"}


def test_names_in_one_form():
    assert normalized("tests/test_x.py::TestA::test_b[a/b]") == "tests.test_x.TestA.test_b[a/b]"
    assert normalized("com.shop.CartTest#total") == "com.shop.CartTest.total"


JUNIT = """<testsuites><testsuite name="s"><testcase classname="tests.test_x.TestA" name="test_b" time="0"/>
<testcase classname="tests.test_x" name="test_c"><failure message="m">t</failure></testcase>
<testcase classname="tests.test_x" name="test_d"><skipped/></testcase>
<testcase classname="tests.test_x" name="test_e"><error/></testcase></testsuite></testsuites>"""


def test_junit(tmp_path):
    (tmp_path / "junit.xml").write_text(JUNIT)
    found = read_junit(tmp_path / "junit.xml")
    assert found == {
        "tests.test_x.TestA.test_b": "passed",
        "tests.test_x.test_c": "failed",
        "tests.test_x.test_d": "skipped",
        "tests.test_x.test_e": "error",
    }
    assert outcome_of("test_x.py::test_c", found, ()) == "failed"
    assert outcome_of("tests/test_x.py::TestA::test_b", found, ("TestA::test_b",)) == "failed"
    assert outcome_of("tests/test_x.py::other", found, ()) is None


SOURCES = {"shop/cart.py": "def total():\n    return 1\n\ndef add():\n    return 2\n"}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


def lcov(path: Path, file: str) -> Path:
    path.write_text(f"TN:bad\nSF:{file}\nDA:2,1\nend_of_record\nTN:good\nSF:{file}\nDA:5,1\nend_of_record\n")
    return path


@pytest.mark.parametrize(
    "file", ["shop/cart.py", "./shop/cart.py", "/ci/build/shop/cart.py", "C:\\work\\shop\\cart.py"]
)
def test_paths_of_other_machines(small, tmp_path, file):
    spectrum = read_spectrum([lcov(tmp_path / "a.info", file)], small.graph, root=tmp_path, failed=["bad"])
    assert spectrum.files == ("shop/cart.py",)
    assert [test.name for test in spectrum.failing] == ["bad"]
    assert [test.name for test in spectrum.passing] == ["good"]
    assert spectrum.source == "coverage read from lcov"


def test_files_of_other_projects_are_counted(small, tmp_path):
    text = "TN:bad\nSF:/usr/lib/x.py\nDA:1,1\nend_of_record\nSF:shop/cart.py\nDA:2,1\nend_of_record\n"
    (tmp_path / "a.info").write_text(text)
    spectrum = read_spectrum([tmp_path / "a.info"], small.graph, root=None, failed=["bad"])
    assert spectrum.remarks == ("1 covered file(s) are not in the project, such as /usr/lib/x.py",)


def test_tests_that_a_report_does_not_name_are_not_counted(small, tmp_path):
    (tmp_path / "j.xml").write_text('<testsuite><testcase name="bad"><failure/></testcase></testsuite>')
    coverage = lcov(tmp_path / "a.info", "shop/cart.py")
    spectrum = read_spectrum([coverage], small.graph, root=None, junit=[tmp_path / "j.xml"])
    assert (len(spectrum.failing), len(spectrum.passing)) == (1, 0)


def test_what_is_missing_is_said(small, tmp_path):
    coverage = lcov(tmp_path / "a.info", "shop/cart.py")
    with pytest.raises(CrossbearingError, match="name them with --failed, or give --junit"):
        read_spectrum([coverage], small.graph, root=None)
    with pytest.raises(CrossbearingError, match="none of the 2 tests with coverage is one that failed"):
        read_spectrum([coverage], small.graph, root=None, failed=["other"])
    with pytest.raises(CrossbearingError, match="cannot be read: No such file"):
        read_spectrum([tmp_path / "none"], small.graph, root=None, failed=["bad"])


def test_a_spectrum_of_our_own_is_read_as_it_is(small, tmp_path):
    made = build_spectrum(
        [(SpectrumTest("t", "failed", "boom"), {"shop/cart.py": [2]})], bodies_only=True, source="run"
    )
    (tmp_path / "s.json").write_text(json.dumps(spectrum_to_json(made)))
    again = read_spectrum([tmp_path / "s.json"], small.graph, root=None)
    assert spectrum_to_json(again) == spectrum_to_json(made)
    (tmp_path / "b.json").write_text('{"schema": "crossbearing.spectrum/1"}')
    with pytest.raises(CrossbearingError, match="not a spectrum"):
        read_spectrum([tmp_path / "b.json"], small.graph, root=None)
