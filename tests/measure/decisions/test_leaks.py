"""Channels that know more than they are told, and one that only looks as if it did."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crossbearing.measure.dataset import read_dataset
from crossbearing.measure.leaks import LeakReport, blind, find_leaks
from crossbearing.registry import PluginHost

OpenWith = Callable[..., PluginHost]


@pytest.fixture
def check(world: Any, tmp_path: Path) -> Callable[[PluginHost], LeakReport]:
    def find(host: PluginHost) -> LeakReport:
        return find_leaks(world.dataset, read_dataset(world.dataset)[:3], world.repos, tmp_path / "build", host)

    return find


def test_honest_channels_are_not_accused(
    check: Callable[[PluginHost], LeakReport], open_with: OpenWith, others: dict[str, str]
):
    report = check(open_with(1.0, useless=others["useless"], harmful=others["harmful"]))
    assert (report.leaks, report.errors) == ((), ())
    assert list(report.sentences()) == ["Leaks: none found on 3 instances (answers hidden, files watched)."]


def test_a_channel_that_reads_the_answer_is_exposed_by_its_changed_evidence(
    check: Callable[[PluginHost], LeakReport],
    open_with: OpenWith,
    others: dict[str, str],
    world: Any,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("SOLVED", str(world.dataset))
    report = check(open_with(1.0, leaking=others["leaking"]))
    assert report.channels == ("channel.leaking",)
    changed = {leak.instance_id for leak in report.leaks if "answers are hidden" in leak.what}
    assert changed == {"o__shop-1", "o__shop-2", "o__shop-3"}
    assert any("LEAK: channel.leaking" in sentence for sentence in report.sentences())


def test_a_channel_that_opens_the_data_set_is_exposed_though_it_says_nothing(
    check: Callable[[PluginHost], LeakReport], open_with: OpenWith, others: dict[str, str]
):
    report = check(open_with(1.0, wired=others["wired"]))
    assert report.channels == ("channel.wired",)
    assert {leak.what for leak in report.leaks} == {"it opens the data set"}


def test_a_channel_that_remembers_the_answer_from_its_import_is_exposed(
    check: Callable[[PluginHost], LeakReport], open_with: OpenWith, world: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SOLVED", str(world.dataset))
    early = '''
"""early: reads all answers when it is imported."""
import os
from pathlib import Path
from crossbearing.plugin import Evidence, NoEvidence, hookimpl
VERSION = 1
KNOWN = Path(os.environ["SOLVED"]).read_text("utf-8").splitlines()

@hookimpl
def collect(query):
    own = [line for line in KNOWN if query.title in line]
    hits = [int(e) for e in query.candidates if any(query.graph.file(int(e)) in line for line in own)]
    return Evidence(dict.fromkeys(hits, 0.5)) if hits else NoEvidence("nothing")
'''
    host = open_with(1.0, early=early)
    host.version("channel.early")
    assert check(host).channels == ("channel.early",)


def test_a_channel_that_has_a_program_read_the_data_set_is_exposed(
    check: Callable[[PluginHost], LeakReport], open_with: OpenWith, others: dict[str, str]
):
    asking = others["wired"].replace(
        '    with open(PLACE, encoding="utf-8") as file:\n        file.readline()',
        '    import subprocess\n    subprocess.run(["wc", "-l", PLACE], capture_output=True)',
    )
    report = check(open_with(1.0, asking=asking))
    assert {leak.what for leak in report.leaks} == {"it gives the data set's path to a program"}


def test_blinding_gives_each_row_the_answer_of_another(world: Any, tmp_path: Path):
    blind(world.dataset, tmp_path / "blind.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "blind.jsonl").read_text("utf-8").splitlines()]
    assert [row["instance_id"] for row in rows] == [row["instance_id"] for row in world.rows]
    assert [row["problem_statement"] for row in rows] == [row["problem_statement"] for row in world.rows]
    assert all(row["patch"] != real["patch"] for row, real in zip(rows, world.rows, strict=True))
    assert rows[0]["patch"] == world.rows[1]["patch"]
