import sys
from types import ModuleType

import pytest
from attrs import evolve

from crossbearing.localize import LocateRequest, locate
from crossbearing.model.errors import CrossbearingError, PluginError
from crossbearing.model.evidence import Evidence
from crossbearing.model.profile import ExpansionChoice, Prefilter, Profile
from crossbearing.plugin import hookimpl
from crossbearing.registry import PluginHost, PluginRecord, load_profile

SOURCES = {
    "app/parser.py": '''"""Parsing."""

class Parser:
    """Reads tokens."""

    def peek(self, count):
        """Look at the next token."""
        # peek without moving
        token = self.tokens[count]
        return token

    def parse(self):
        return self.peek(0)
''',
    "app/lexer.py": "def tokenize(text):\n    return text.split()\n",
    "app/unrelated.py": "def colour():\n    return 1\n",
    "tests/test_parser.py": "def test_peek_index_error():\n    assert Parser().peek(3)\n",
}
CALLS = [("app.parser.Parser.parse", "app.parser.Parser.peek"), ("app.parser.Parser.parse", "app.lexer.tokenize")]
ISSUE = """Parser.peek raises IndexError at the end

Traceback (most recent call last):
  File "app/parser.py", line 13, in parse
    return self.peek(0)
  File "app/parser.py", line 9, in peek
    token = self.tokens[count]
IndexError: list index out of range
"""
BUILT_IN = {
    "channel.bm25": "crossbearing_channels.bm25",
    "channel.graph": "crossbearing_channels.graph",
    "channel.lexical": "crossbearing_channels.lexical",
    "channel.stack": "crossbearing_channels.stack",
    "expansion.gated_bfs": "crossbearing_plugins.expansion.gated_bfs",
    "executor.local": "crossbearing_plugins.executors.local",
    "fusion.learned": "crossbearing_plugins.fusion.learned",
    "fusion.linear": "crossbearing_plugins.fusion.linear",
    "fusion.rrf": "crossbearing_plugins.fusion.rrf",
    "fusion.rrs": "crossbearing_plugins.fusion.rrs",
}


def records(**more):
    targets = BUILT_IN | {name.replace("__", "."): target for name, target in more.items()}
    return [PluginRecord(*name.split("."), target, "test", "1") for name, target in targets.items()]


def open_host(preset="localize-round1", without=(), strict=False, plugins=(), **changes):
    profile = evolve(load_profile(preset, environment={}), plugins=Profile("bare").plugins, **changes)
    return PluginHost.open(profile, records=records(**dict(plugins)), without=without, strict=strict)


@pytest.fixture(scope="module")
def small(build_map):
    return build_map(SOURCES, CALLS, roles={"tests/test_parser.py": "test"})


def run(small, text=ISSUE, request=None, **options):
    return locate(small, request or LocateRequest(text), open_host(**options))


@pytest.mark.parametrize("preset", ["localize-round1", "default"])
def test_the_fault_is_found_and_explained(small, preset):
    report = run(small, preset=preset)
    best = report.ranking.entities[0]
    assert report.ranking.files[0].file == "app/parser.py"
    assert (best.qualname, best.kind, best.line) == ("app.parser.Parser.peek", "method", 6)
    assert best.evidence.keys() >= {"graph", "semantic", "stack"} or preset == "default"
    assert best.reasons["stack"] == "it is traceback frame 2 of 2"
    assert best.causal_story.startswith("peek fails because ")
    assert best.causal_story.endswith(" under `IndexError: list index out of range`")
    assert best.statements[0].text == "token = self.tokens[count]"
    assert best.statements[0].line == 9


def test_the_specified_fusion_by_hand(small):
    report = run(small)
    scores = {entity.qualname: entity.score for entity in report.ranking.entities}
    # All three channels put peek first; the weights 0.35, 0.20 and 0.10 are shared among them.
    assert scores["app.parser.Parser.peek"] == 1.0
    graph, semantic, stack = (weight / 0.65 for weight in (0.20, 0.35, 0.10))
    ranks = {entity.qualname: entity.evidence for entity in report.ranking.entities}
    parse = ranks["app.parser.Parser.parse"]

    def rank(channel):
        return 1 + sum(other.get(channel, 0) > parse[channel] for other in ranks.values())

    expected = graph / rank("graph") + semantic / rank("semantic") + stack / rank("stack")
    assert scores["app.parser.Parser.parse"] == pytest.approx(expected, abs=1e-6)


def test_agreement(small):
    report = run(small)
    assert report.confidence == "agree"
    assert report.agreement.top1 == "app.parser.Parser.peek"
    assert report.agreement.channels_agreeing == ("graph", "semantic", "stack")
    assert report.agreement.count == 3
    assert 0 <= report.agreement.margin <= 1


def test_a_channel_without_evidence_is_dropped_and_its_weight_shared(small):
    report = run(small, "Parser.peek raises IndexError at the end")
    by_name = {summary.channel: summary for summary in report.channels}
    assert by_name["stack"].status == "none"
    assert by_name["stack"].reason == "the issue holds no traceback"
    assert by_name["bm25"].weight == pytest.approx(0.35 / 0.55 * 0.5 / 0.8, abs=1e-6)
    assert by_name["lexical"].weight == pytest.approx(0.35 / 0.55 * 0.3 / 0.8, abs=1e-6)
    assert by_name["graph"].weight == pytest.approx(0.20 / 0.55, abs=1e-6)
    assert report.confidence == "disagree"


def test_tests_are_no_candidates(small):
    report = run(small, "test_peek_index_error fails")
    assert all(entity.file != "tests/test_parser.py" for entity in report.ranking.entities)


@pytest.mark.parametrize("channel", ["bm25", "graph", "lexical", "stack"])
def test_a_channel_that_is_off_leaves_no_trace(small, channel):
    report = run(small, without=[f"channel.{channel}"])
    assert channel not in {summary.channel for summary in report.channels}
    for entity in report.ranking.entities:
        assert channel not in entity.evidence
        assert channel not in entity.reasons
        assert all(channel not in statement.reason for statement in entity.statements)


def test_the_top_files_only(small):
    assert len(run(small, request=LocateRequest(ISSUE, top=1)).ranking.files) == 1
    with pytest.raises(CrossbearingError, match="cannot show 0 files"):
        run(small, request=LocateRequest(ISSUE, top=0))


def many_places(build_map):
    body = "".join(f"    peek_token = {line}\n" for line in range(9))
    sources = {f"app/m{number}.py": f"def peek():\n{body}" * 7 for number in range(15)}
    return build_map(sources | {f"app/other{number}.py": "def other(): pass\n" * 40 for number in range(15)})


def test_the_ranking_is_capped(build_map):
    report = run(many_places(build_map), "peek token peek_token", preset="default")
    assert len(report.ranking.files) == 10
    assert {len(file.entities) for file in report.ranking.files} == {5}
    assert {len(entity.statements) for file in report.ranking.files for entity in file.entities} == {5}
    assert len(report.ranking.entities) == 50


def test_the_shortlist_and_the_pool_are_capped(build_map):
    report = run(many_places(build_map), "peek token peek_token")
    assert report.notes["pool"]["seeds"] == 40
    assert 40 < report.notes["pool"]["entities"] <= 200


@pytest.mark.parametrize("text", ["", "   \n", "zzz qqq", "\0" * 50, "日本語のテキスト"])
def test_an_issue_that_says_nothing(small, text):
    report = run(small, text)
    assert report.ranking.files == ()
    assert report.confidence == "none"
    assert report.agreement.top1 is None


def test_an_empty_repository(build_map):
    report = run(build_map({}))
    assert report.ranking.entities == ()
    assert report.notes["candidates"] == 0


def test_a_traceback_alone_is_enough(small):
    report = run(small, request=LocateRequest("", traceback=ISSUE.partition("\n\n")[2]), without=["channel.bm25"])
    assert report.ranking.files[0].file == "app/parser.py"


def test_without_the_channels_of_the_prefilter_the_others_choose(small):
    off = [f"channel.{name}" for name in ("bm25", "graph", "lexical")]
    report = run(small, without=off)
    assert [entity.qualname for entity in report.ranking.entities[:2]] == [
        "app.parser.Parser.peek",
        "app.parser.Parser.parse",
    ]


@pytest.fixture
def made_up(monkeypatch):
    """Make a channel of a function: the name of its module."""

    def make(name, collect):
        module = ModuleType(f"made_up_{name}")
        module.VERSION = 1
        module.collect = hookimpl(collect)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return module.__name__

    return make


def failing(query):
    raise RuntimeError("no luck")


def constant(query):
    return Evidence({int(query.candidates[0]): 1.0}, {int(query.candidates[0]): "it comes first"})


def test_a_failing_channel_is_named_and_the_rest_goes_on(small, made_up):
    plugins = {"channel__broken": made_up("broken", failing)}
    report = run(small, plugins=plugins)
    assert report.ranking.entities[0].qualname == "app.parser.Parser.peek"
    assert [(problem.plugin, "no luck" in problem.reason) for problem in report.errors] == [("channel.broken", True)]
    assert {summary.channel: summary.status for summary in report.channels}["broken"] == "failed"
    with pytest.raises(PluginError, match="no luck"):
        run(small, plugins=plugins, strict=True)


def test_a_channel_that_the_profile_does_not_know_takes_part(small, made_up):
    report = run(small, plugins={"channel__constant": made_up("constant", constant)})
    summary = {summary.channel: summary for summary in report.channels}["constant"]
    assert summary.status == "evidence"
    assert summary.weight == pytest.approx(0.1 / 0.75, abs=1e-6)


def test_a_weight_of_zero_silences_a_channel(small, made_up):
    asked = []
    plugins = {"channel__constant": made_up("constant", lambda query: asked.append(1))}
    fusion = evolve(load_profile("localize-round1").fusion, weights={"semantic": 1.0, "constant": 0.0})
    report = run(small, plugins=plugins, fusion=fusion)
    assert not asked
    assert "constant" not in {summary.channel for summary in report.channels}


def test_channels_without_a_prefilter_weight_see_the_pool(small, made_up):
    seen = []

    def watch(query):
        seen.append(query.candidates.tolist())
        return constant(query)

    run(small, plugins={"channel__watch": made_up("watch", watch)}, prefilter=Prefilter(1, {"bm25": 1.0}))
    assert seen == [sorted(seen[0])]
    assert len(seen[0]) < len(small.query().candidates)


def test_an_expansion_cannot_exceed_the_bounds(small):
    report = run(small, expansion=ExpansionChoice(max_nodes=2), prefilter=Prefilter(1, {"bm25": 1.0}))
    assert report.notes["pool"]["entities"] == 2


def test_no_learned_model_is_touched(small, monkeypatch):
    for name in ("fastembed", "onnxruntime", "openai", "sentence_transformers", "torch", "transformers"):
        # Importing what stands in sys.modules as None raises.
        monkeypatch.setitem(sys.modules, name, None)
    for preset in ("localize-round1", "default"):
        assert run(small, preset=preset).ranking.files[0].file == "app/parser.py"


def test_the_report_is_the_same_each_time(small):
    assert run(small) == run(small)
