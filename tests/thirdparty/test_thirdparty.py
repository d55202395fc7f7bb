"""Distributions of others, installed by pip and found the same way as this project's own plugins."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
OURS = {
    f"channel.{name}"
    for name in (
        "bm25",
        "centrality",
        "commit",
        "embedding",
        "example",
        "graph",
        "history",
        "lexical",
        "literal",
        "path",
        "quoted",
        "namesake",
        "sbfl",
        "setting",
        "stack",
        "symbol",
        "usage",
        "walk",
    )
}
Run = Callable[[str], Any]

pytestmark = pytest.mark.slow

QUERY = """
import json
from types import SimpleNamespace
from crossbearing.registry import PluginHost, describe, discover, find_plugins, load_profile
host = PluginHost.open(load_profile("default", environment={}))
graph = SimpleNamespace(qualnames=["parser", "parser.Parser.peek", "parser.Parser.push", "store.peek"])
query = SimpleNamespace(title="peek fails", graph=graph, candidates=[1, 2, 3])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Run]:
    """Install distributions of this folder into a folder of their own, and run programs that see it."""

    def install(*names: str) -> Run:
        target = tmp_path_factory.mktemp("site")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        pip += ["--disable-pip-version-check", "--target", str(target)]
        if names:
            subprocess.run([*pip, *(str(HERE / name) for name in names)], check=True, capture_output=True)
        return lambda program: run(program, target)

    def run(program: str, target: Path) -> Any:
        environment = os.environ | {"PYTHONPATH": str(target), "PYTHONWARNINGS": "error"}
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return install


@pytest.fixture(scope="module")
def good(installed: Callable[..., Run]) -> Run:
    return installed("good")


@pytest.fixture(scope="module")
def none(installed: Callable[..., Run]) -> Run:
    return installed()


@pytest.fixture(scope="module")
def broken(installed: Callable[..., Run]) -> Run:
    return installed("broken")


@pytest.fixture(scope="module")
def both(installed: Callable[..., Run]) -> Run:
    return installed("good", "broken")


def test_a_third_party_s_channel_is_found_described_and_called(good: Run) -> None:
    answer = good(
        f"{QUERY}\n"
        "record = next(record for record in discover() if record.qualified == 'channel.title')\n"
        "described = describe(record)\n"
        "answer = host.collect('channel.title', query)\n"
        "print(json.dumps([record, described.documentation.splitlines()[0], described.options,\n"
        "    {str(entity): score for entity, score in answer.value.scores.items()}, answer.plugin,\n"
        "    host.version('channel.title'), len(host.problems())]))"
    )
    record, documentation, options, scores, plugin, version, problems = answer
    assert record == ["channel", "title", "crossbearing_example.title", "crossbearing-example", "1.2.0"]
    assert documentation == "Points at the entities whose name stands in the issue's title."
    assert options == [["shortest", "int", "3", "Letters that a name must have."]]
    assert scores == {"1": 1.0, "3": 1.0}
    assert (plugin, version, problems) == ("channel.title", 2, 0)


def test_a_third_party_s_plugin_is_configured_and_switched_off_like_any_other(good: Run, tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text('extends = "default"\n[options."channel.title"]\nshortest = 5\n')
    answer = good(
        f"{QUERY}\n"
        f"host = PluginHost.open(load_profile({str(profile)!r}, environment={{}}))\n"
        "off = PluginHost.open(load_profile('default', environment={}), without=['channel.title'])\n"
        "status = next(status for status in off.statuses() if status.plugin == 'channel.title')\n"
        "print(json.dumps([len(host.collect('channel.title', query).value.scores), off.enabled('channel'),\n"
        "    status.status, status.reason]))"
    )
    scores, enabled, status, reason = answer
    assert scores == 0
    assert set(enabled) == OURS
    assert (status, reason) == ("disabled", "switched off by --without")


def test_a_broken_distribution_is_named_and_harms_nothing(both: Run) -> None:
    answer = both(
        f"{QUERY}\n"
        "answers = [host.collect(name, query) for name in host.enabled('channel')\n"
        "    if name.partition('.')[2] in ('import_error', 'raises', 'title', 'unknown_argument')]\n"
        "languages = list(host.claims('language'))\n"
        "print(json.dumps([{answer.plugin: answer.error for answer in answers}, languages,\n"
        "    {status.plugin: [status.status, status.reason] for status in host.statuses()},\n"
        "    [[problem.plugin, problem.reason] for problem in host.problems()],\n"
        "    {record.qualified: record.distribution for record in discover()}]))"
    )
    errors, languages, statuses, problems, distributions = answer
    reasons = {
        "channel.import_error": "ModuleNotFoundError: No module named 'crossbearing_module_that_nobody_has' "
        "(import_error.py:3)",
        "channel.raises": "KeyError: 'evidence' (raises.py:11)",
        "channel.title": None,
        "channel.unknown_argument": "collect has an unknown argument 'repository': known are options, query",
    }
    assert errors == reasons
    assert "language.import_error" not in languages
    for name in (*reasons, "language.import_error"):
        expected = "succeeded" if name == "channel.title" else "failed"
        assert statuses[name] == [expected, reasons.get(name, reasons["channel.import_error"]) or ""]
    assert {name for name, _ in problems} >= {name for name, reason in reasons.items() if reason}
    # Its attempt to take a built-in's name, and its misspelt group, are told too.
    told = " ".join(reason for _, reason in problems)
    assert "crossbearing-broken offers channel.bm25" in told
    assert "unknown entry-point group 'crossbearing.chanels': did you mean crossbearing.channels?" in told
    assert distributions["channel.bm25"] == "crossbearing"


def test_a_broken_distribution_changes_no_ranking_and_is_named_in_the_report(
    none: Run, broken: Run, tmp_path: Path
) -> None:
    package = tmp_path / "project" / "parsing"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "parser.py").write_text("class Parser:\n    def peek(self):\n        return self.tokens[0]\n")
    program = (
        "import json\n"
        "from attrs import asdict\n"
        "from crossbearing import Harness\n"
        f"harness = Harness.open({str(tmp_path / 'project')!r}, 'default', build_dir={str(tmp_path / 'build')!r})\n"
        "report = harness.locate('Parser.peek raises IndexError when there are no tokens')\n"
        "print(json.dumps([asdict(report.ranking), {status.plugin: status.status for status in report.plugins},\n"
        "    [problem.plugin for problem in report.errors]]))"
    )
    ranking, _, errors = none(program)
    assert ranking["entities"][0]["qualname"] == "parsing.parser.Parser.peek"
    assert errors == []
    same, statuses, errors = broken(program)
    assert same == ranking
    for name in ("channel.import_error", "channel.raises", "channel.unknown_argument"):
        assert statuses[name] == "failed"
        assert name in errors
