import pickle
from collections.abc import Callable

import pluggy
import pytest

from crossbearing.model.answer import PluginStatus
from crossbearing.model.claims import PackageManager
from crossbearing.model.errors import CrossbearingError, PluginError
from crossbearing.model.file import SourceFile
from crossbearing.model.location import Problem
from crossbearing.model.profile import ExpansionChoice, FusionChoice, PluginChoice
from crossbearing.model.query import Seed
from crossbearing.model.report import Table
from crossbearing.registry import PluginHost

OpenHost = Callable[..., PluginHost]

CHANNEL = """
VERSION = 3
@hookimpl
def collect(query):
    return Evidence({1: 0.5})
"""
LANGUAGE = """
VERSION = 2
SUFFIXES = (".toy",)
INTERPRETERS = ("toy",)
@hookimpl
def extract(file):
    if file.data == b"bad":
        raise UnreadableError("not a toy", line=4)
    return FileFacts("toy")
"""
ECOSYSTEM = """
VERSION = 1
PATTERNS = ("toy.toml",)
@hookimpl
def parse_manifest(file, tree):
    return [PackageManager(evidence=Location(file.path, 1), name="toy")]
"""
RENDERER = """
VERSION = 1
@hookimpl
def render(report):
    return report.title
"""
BROKEN = "import no_such_module\n"


def statuses(host: PluginHost) -> dict[str, PluginStatus]:
    return {status.plugin: status for status in host.statuses()}


def test_every_hook_reaches_its_plugin(open_host: OpenHost) -> None:
    host = open_host(
        {"channel.a": CHANNEL, "language.toy": LANGUAGE, "ecosystem.toy": ECOSYSTEM, "renderer.plain": RENDERER}
    )
    assert host.collect("channel.a", None).value.scores == {1: 0.5}
    assert host.extract("language.toy", SourceFile("a.toy", b"")).value.language == "toy"
    [claim] = host.parse_manifest("ecosystem.toy", SourceFile("toy.toml", b"toy"), None).value
    assert isinstance(claim, PackageManager)
    assert host.link_modules("language.toy", {}, None) is None
    assert host.expand("gated_bfs", None, [Seed(4, 1.0)]).distances == {4: 0}
    assert host.fuse("rrs", {"a": {1: 0.5}}, {"a": 1.0}) == {1: 0.5}
    assert host.render("plain", Table("title", (), ())) == "title"
    assert list(host.map("local", str, [1, 2], 1)) == ["1", "2"]
    assert {status.status for status in host.statuses()} == {"succeeded"}
    assert host.problems() == ()


def test_calls_go_through_a_pluggy_manager_that_holds_a_seat_for_each_plugin(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = open_host({"channel.a": CHANNEL, "channel.b": CHANNEL, "channel.off": CHANNEL}, without=["channel.off"])
    manager = host._manager
    assert isinstance(manager, pluggy.PluginManager)
    assert sorted(name for name, plugin in manager.list_name_plugin() if plugin is not None) == [
        "channel.a", "channel.b", "executor.local", "expansion.gated_bfs", "fusion.rrs",
    ]  # fmt: skip
    assert manager.is_blocked("channel.off")
    called = []
    undo = manager.add_hookcall_monitoring(
        lambda name, methods, arguments: called.append((name, [method.plugin_name for method in methods])),
        lambda outcome, name, methods, arguments: None,
    )
    assert host.collect("channel.b", None).plugin == "channel.b"
    undo()
    assert called == [("collect", ["channel.b"])]


def test_answers_say_whose_they_are_and_how_long_they_took(open_host: OpenHost) -> None:
    answer = open_host({"channel.a": CHANNEL}).collect("channel.a", None)
    assert (answer.plugin, answer.error) == ("channel.a", None)
    assert answer.seconds > 0


def test_a_plugin_declares_version_and_claims(open_host: OpenHost) -> None:
    host = open_host({"language.toy": LANGUAGE, "ecosystem.toy": ECOSYSTEM})
    assert host.version("language.toy") == 2
    assert host.claims("language") == {"language.toy": (".toy",)}
    assert host.claims("ecosystem") == {"ecosystem.toy": ("toy.toml",)}
    assert host.claims("channel") == {}
    assert host.attribute("language.toy", "INTERPRETERS", ()) == ("toy",)
    assert host.attribute("ecosystem.toy", "INTERPRETERS", ()) == ()


def test_a_failure_is_an_answer_with_file_line_and_reason(open_host: OpenHost) -> None:
    host = open_host({"language.toy": LANGUAGE})
    answer = host.extract("language.toy", SourceFile("b.toy", b"bad"))
    assert (answer.value, answer.error, answer.line) == (None, "not a toy", 4)
    assert host.problems() == (Problem("b.toy", "not a toy", 4, "language.toy"),)
    assert statuses(host)["language.toy"] == PluginStatus("language.toy", "failed", 2, "b.toy:4: not a toy")
    host.extract("language.toy", SourceFile("a.toy", b"fine"))
    assert statuses(host)["language.toy"].status == "partial"


def test_a_plugin_that_cannot_be_imported_is_named_once_and_harms_no_other(open_host: OpenHost) -> None:
    host = open_host({"language.broken": BROKEN, "language.toy": LANGUAGE})
    assert host.claims("language") == {"language.toy": (".toy",)}
    for path in ("a.toy", "b.toy"):
        answer = host.extract("language.broken", SourceFile(path, b""))
        assert answer.error == "ModuleNotFoundError: No module named 'no_such_module' (made_up_language_broken.py:2)"
    [problem] = host.problems()
    assert (problem.plugin, problem.file) == ("language.broken", "")
    assert statuses(host)["language.broken"].status == "failed"
    assert host.extract("language.toy", SourceFile("a.toy", b"")).error is None
    with pytest.raises(PluginError, match="no_such_module"):
        host.version("language.broken")


def test_strict_raises_at_the_first_failure(open_host: OpenHost) -> None:
    host = open_host({"language.toy": LANGUAGE, "language.broken": BROKEN}, strict=True)
    with pytest.raises(PluginError, match=r"plugin language\.toy: not a toy"):
        host.extract("language.toy", SourceFile("b.toy", b"bad"))
    with pytest.raises(PluginError, match=r"plugin language\.broken: ModuleNotFoundError"):
        host.claims("language")


def test_a_hook_addressed_by_name_raises_with_the_plugin_s_name(open_host: OpenHost) -> None:
    failing = FUSIONS["raises"]
    host = open_host({"fusion.rrs": failing})
    with pytest.raises(PluginError, match=r"plugin fusion\.rrs: ZeroDivisionError: division by zero"):
        host.fuse("rrs", {}, {})
    with pytest.raises(CrossbearingError, match=r"unknown plugin 'renderer\.xml'"):
        host.render("xml", None)
    assert statuses(host)["fusion.rrs"].status == "failed"


FUSIONS = {"raises": "VERSION = 1\n@hookimpl\ndef fuse():\n    return 1 / 0\n"}


def test_an_executor_lets_exceptions_of_the_function_through_with_a_note(open_host: OpenHost) -> None:
    eager = "VERSION = 1\n@hookimpl\ndef map(function, items):\n    return [function(item) for item in items]\n"
    for plugins in ({}, {"executor.local": eager}):
        host = open_host(plugins)
        with pytest.raises(ValueError, match="invalid literal") as caught:
            list(host.map("local", int, ["1", "x"], 1))
        assert caught.value.__notes__ == ["raised while plugin executor.local ran"]
        assert statuses(host)["executor.local"].status == "succeeded"


def test_an_executor_that_is_not_run_to_its_end_was_used(open_host: OpenHost) -> None:
    host = open_host()
    results = host.map("local", str, [1, 2], 1)
    assert statuses(host)["executor.local"].status == "unused"
    assert next(results) == "1"
    results.close()
    assert statuses(host)["executor.local"].status == "succeeded"


def test_an_executor_that_cannot_be_imported_raises_before_anything_runs(open_host: OpenHost) -> None:
    with pytest.raises(PluginError, match=r"executor\.local: ModuleNotFoundError"):
        open_host({"executor.local": BROKEN}).map("local", str, [], 1)


def test_nothing_is_imported_before_it_is_called(open_host: OpenHost, capsys: pytest.CaptureFixture[str]) -> None:
    loud = "print('imported')\n" + CHANNEL
    host = open_host({"channel.a": loud, "channel.b": loud}, without=["channel.b"])
    host.enabled("channel")
    host.statuses()
    assert capsys.readouterr().out == ""
    host.collect("channel.a", None)
    assert capsys.readouterr().out == "imported\n"


def test_a_plugin_that_is_off_never_answers_and_says_why(open_host: OpenHost) -> None:
    host = open_host({"channel.a": BROKEN, "channel.b": CHANNEL}, without=["channel.a"])
    assert host.enabled("channel") == ("channel.b",)
    assert statuses(host)["channel.a"] == PluginStatus("channel.a", "disabled", None, "switched off by --without")
    with pytest.raises(CrossbearingError, match=r"channel\.a is switched off by --without"):
        host.collect("channel.a", None)
    assert host.problems() == ()


@pytest.mark.parametrize(
    ("choice", "arguments", "enabled"),
    [
        (PluginChoice(), {}, ("channel.a", "channel.b", "language.toy")),
        (PluginChoice(only=("channel.a",)), {}, ("channel.a", "language.toy")),
        (PluginChoice(only=("channel.a", "channel.b"), disable=("channel.b",)), {}, ("channel.a", "language.toy")),
        (PluginChoice(only=("fusion.rrs",), disable=("language.toy",)), {}, ("channel.a", "channel.b")),
        (PluginChoice(only=("channel.a",)), {"only": ["channel.b"]}, ("channel.b", "language.toy")),
        (PluginChoice(disable=("channel.b",)), {"only": ["channel.b"]}, ("channel.b", "language.toy")),
        (PluginChoice(), {"only": ["channel.a", "channel.b"], "without": ["channel.b"]}, ("channel.a", "language.toy")),
    ],
)
def test_selection(
    open_host: OpenHost, choice: PluginChoice, arguments: dict[str, list[str]], enabled: tuple[str, ...]
) -> None:
    host = open_host(
        {"channel.a": CHANNEL, "channel.b": CHANNEL, "language.toy": LANGUAGE}, profile={"plugins": choice}, **arguments
    )
    assert host.enabled("channel") + host.enabled("language") == enabled
    assert all(status.reason for status in host.statuses() if status.status == "disabled")


@pytest.mark.parametrize("name", ["channel.bm52", "bm25", "chanel.bm25"])
@pytest.mark.parametrize("argument", ["without", "only"])
def test_an_unknown_name_is_refused_with_the_nearest(open_host: OpenHost, name: str, argument: str) -> None:
    with pytest.raises(CrossbearingError, match=rf"unknown plugin '{name}': did you mean channel\.bm25\?"):
        open_host({"channel.bm25": CHANNEL}, **{argument: [name]})
    with pytest.raises(CrossbearingError, match=r"in profile bare\.toml: '.*': did you mean channel\.bm25\?"):
        open_host({"channel.bm25": CHANNEL}, profile={"plugins": PluginChoice(disable=(name,))})


def test_a_plugin_that_the_profile_addresses_by_name_must_be_there(open_host: OpenHost) -> None:
    with pytest.raises(CrossbearingError, match=r"fusion\.name = 'rrz' is no installed fusion plugin: .*fusion\.rrs"):
        open_host(profile={"fusion": FusionChoice("rrz")})
    with pytest.raises(CrossbearingError, match=r"needs expansion\.gated_bfs \(expansion\.name.*off by --without"):
        open_host(without=["expansion.gated_bfs"])
    with pytest.raises(CrossbearingError, match=r"needs executor\.local .*plugins\.disable of profile bare"):
        open_host(profile={"plugins": PluginChoice(disable=("executor.local",))})


def test_a_plugin_that_the_profile_addresses_by_name_needs_no_mention_in_only(open_host: OpenHost) -> None:
    other = FUSIONS["raises"]
    host = open_host(
        {"fusion.other": other},
        profile={"plugins": PluginChoice(only=("fusion.other",)), "expansion": ExpansionChoice("gated_bfs")},
    )
    assert host.enabled("fusion") == ("fusion.other", "fusion.rrs")


def test_unknown_kinds_are_refused(open_host: OpenHost) -> None:
    with pytest.raises(CrossbearingError, match=r"unknown kind of plugin 'chanel': did you mean channel\?"):
        open_host().enabled("chanel")


def test_a_recipe_rebuilds_the_host_and_its_tally_comes_home(open_host: OpenHost) -> None:
    host = open_host({"language.toy": LANGUAGE, "channel.a": CHANNEL}, without=["channel.a"])
    worker = pickle.loads(pickle.dumps(host.recipe())).open()
    assert worker.enabled("language") == ("language.toy",)
    assert worker.enabled("channel") == ()
    worker.extract("language.toy", SourceFile("a.toy", b""))
    worker.extract("language.toy", SourceFile("b.toy", b"bad"))
    host.absorb(pickle.loads(pickle.dumps(worker.take_tally())))
    assert statuses(host)["language.toy"] == PluginStatus("language.toy", "partial", 2, "b.toy:4: not a toy")
    assert [problem.file for problem in host.problems()] == ["b.toy"]
    assert statuses(worker)["language.toy"].status == "unused"
    assert worker.problems() == ()


def test_trace_writes_imports_and_calls_to_stderr(open_host: OpenHost, capsys: pytest.CaptureFixture[str]) -> None:
    host = open_host({"language.toy": LANGUAGE, "channel.bad": BROKEN}, trace=True)
    host.extract("language.toy", SourceFile("a b.toy", b""))
    host.collect("channel.bad", None)
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if line.startswith("event=")]
    assert out == ""
    assert lines[0].startswith("event=import plugin=language.toy milliseconds=")
    assert lines[1].startswith('event=extract plugin=language.toy file="a b.toy" milliseconds=')
    assert lines[2].startswith("event=import plugin=channel.bad")
    assert "outcome=failed" in lines[2]
    assert "no_such_module" in err


def test_problems_of_discovery_are_part_of_the_result(make_distribution: Callable[..., object]) -> None:
    from crossbearing.registry import load_profile

    make_distribution("rival", "[crossbearing.channels]\nbm25 = rival.bm25\nbad name = rival\n")
    host = PluginHost.open(load_profile("default", environment={}))
    reasons = [problem.reason for problem in host.problems()]
    assert any("rival offers channel.bm25" in reason for reason in reasons)
    assert any("malformed entry point" in reason for reason in reasons)
    off = PluginHost.open(load_profile("default", environment={}), without=["channel.bm25"])
    assert not any("channel.bm25" in problem.reason for problem in off.problems())


def test_standing_problems_do_not_depend_on_what_was_asked(open_host: OpenHost) -> None:
    host = open_host(
        {
            "channel.raises": "VERSION = 1\n@hookimpl\ndef collect(query):\n    raise KeyError('x')\n",
            "channel.broken": BROKEN,
            "language.broken": BROKEN,
            "renderer.broken": BROKEN,
            "language.off": BROKEN,
        },
        without=["language.off"],
    )
    assert host.standing_problems() == ()
    host.claims("language")
    host.collect("channel.raises", None)
    host.collect("channel.broken", None)
    with pytest.raises(PluginError):
        host.render("broken", Table("", (), ()))
    reason = host.unloadable()["channel.broken"]
    assert reason.startswith("ModuleNotFoundError: No module named 'no_such_module'")
    assert list(host.unloadable()) == ["channel.broken", "language.broken", "renderer.broken"]
    assert [problem.plugin for problem in host.standing_problems()] == list(host.unloadable())
    assert host.standing_problems(["channel"]) == (Problem("", reason, None, "channel.broken"),)
