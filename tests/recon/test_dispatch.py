"""Which plugin reads a file, and which files are part of the map at all."""

import pytest
from attrs import evolve
from toy_host import RECORDS, open_host, write_files

from crossbearing.recon.dispatch import MAX_CONFIGURATION_BYTES, MAX_TEXT_BYTES, Languages, is_searchable
from crossbearing.source import Entry, open_source


@pytest.fixture
def languages():
    return Languages({".toy": "language.toy", ".d.toy": "language.declared"}, {"toy": "language.toy"})


@pytest.mark.parametrize(
    ("path", "plugin"),
    [
        ("a/b.toy", "language.toy"),
        ("a/B.TOY", "language.toy"),
        ("a/b.d.toy", "language.declared"),
        ("a/b.x.toy", "language.toy"),
        (".toy", None),
        ("a.toy/b", None),
        ("toy", None),
    ],
)
def test_the_longest_suffix_decides(languages, path, plugin):
    assert languages.by_suffix(path) == plugin


@pytest.mark.parametrize(
    ("line", "plugin"),
    [
        (b"#!/usr/bin/toy\n", "language.toy"),
        (b"#! /usr/bin/env toy -x\n", "language.toy"),
        (b"#!/usr/bin/env -S toy\n", "language.toy"),
        (b"#!toy3.12\r\n", "language.toy"),
        (b"#!/usr/bin/toy", "language.toy"),
        (b"#!/usr/bin/toybox\n", None),
        (b"#!\n", None),
        (b"", None),
        (b"# toy\n", None),
        (b"#!/\xff\xfe toy\n", None),
    ],
)
def test_the_first_line_of_a_script_names_its_interpreter(languages, line, plugin):
    assert languages.by_first_line(line) == plugin


def test_the_shorter_name_has_a_suffix_that_two_claim():
    toy = RECORDS[-1]
    records = (*RECORDS, toy._replace(name="toy_ast"), toy._replace(name="abc"))
    host = open_host(records)
    assert Languages.of(host).by_suffix("a.toy") == "language.abc"
    host = open_host(records, plugins=evolve(host.profile.plugins, disable=("language.abc",)))
    assert Languages.of(host).by_suffix("a.toy") == "language.toy"
    host = open_host(records, plugins=evolve(host.profile.plugins, disable=("language.abc", "language.toy")))
    assert Languages.of(host).by_suffix("a.toy") == "language.toy_ast"


def test_assignment_of_a_repository(tmp_path):
    files = {
        "a.toy": "def f",
        "vendor/b.toy": "def f",
        "script": "#!/usr/bin/env toy\n",
        "Makefile": "all:\n",
        "docs/guide.rst": "words",
        "empty.md": "",
        "package-lock.json": "{}" * MAX_CONFIGURATION_BYTES,
        "data.csv": "1,2",
        "unknown.zig": "fn main() {}",
    }
    with open_source(write_files(tmp_path, files)) as source:
        assert Languages.of(open_host()).assign(source) == {
            "Makefile": None,
            "a.toy": "language.toy",
            "docs/guide.rst": None,
            "script": "language.toy",
            "unknown.zig": None,
        }


@pytest.mark.parametrize(
    ("path", "size", "role", "searchable"),
    [
        ("a.md", MAX_TEXT_BYTES, "docs", True),
        ("a.md", MAX_TEXT_BYTES + 1, "docs", False),
        ("a.json", MAX_CONFIGURATION_BYTES, "source", True),
        ("a.json", MAX_CONFIGURATION_BYTES + 1, "source", False),
        ("a.md", 0, "docs", False),
        ("a.min.js", 10, "source", False),
        ("a.zig", 10, "generated", False),
        ("logo.svg", 10, "source", False),
    ],
)
def test_what_is_worth_searching(path, size, role, searchable):
    assert is_searchable(Entry(path, size, role)) is searchable
