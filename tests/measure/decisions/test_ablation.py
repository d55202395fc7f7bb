"""Ablations of real localizations, with channels of others that ought to be found out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from attrs import evolve

from crossbearing.measure.ablation import visit
from crossbearing.measure.ablation.memory import same_question
from crossbearing.measure.ablation.outcome import Outcome, ablate
from crossbearing.measure.ablation.plan import AblationPlan, read_ablation_plan, resolve_targets
from crossbearing.measure.ablation.summary import summarize_ablation
from crossbearing.measure.bench import BenchRequest, run_bench
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.history import Earlier
from crossbearing.model.issue import IssueBundle
from crossbearing.model.query import Query
from crossbearing.registry import PluginHost, discover, load_profile

if TYPE_CHECKING:
    from crossbearing.model.profile import Profile

OpenWith = Callable[..., PluginHost]
Ablate = Callable[..., Outcome]

CHANNELS = ["bm25", "path", "quoted", "stack", "symbol", "walk"]


def steady() -> "Profile":
    """The default profile, with a fusion that takes channels of others for what they weigh."""
    profile = load_profile("default", environment={})
    return evolve(profile, fusion=evolve(profile.fusion, name="linear"))


def alone() -> Any:
    """What to change in the default profile so that none of its own channels takes part."""
    silent = [record.qualified for record in discover() if record.kind == "channel"]
    plugins = steady().plugins
    return {"plugins": evolve(plugins, disable=(*plugins.disable, *silent))}.items()


@pytest.fixture
def plan(world: Any, tmp_path: Path) -> Callable[..., AblationPlan]:
    """A plan over the world; keywords are further lines."""

    def write(**lines: Any) -> AblationPlan:
        told = {"dataset": str(world.dataset), "repositories": str(world.repos), **lines}
        path = tmp_path / "plan.toml"
        path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items()), "utf-8")
        return read_ablation_plan(path)

    return write


@pytest.fixture
def run(tmp_path: Path) -> Ablate:
    def run_plan(plan: AblationPlan, host: PluginHost, out: str = "out", **more: Any) -> Outcome:
        return ablate(plan, host, tmp_path / out, tmp_path / "build", **more)

    return run_plan


def test_a_useless_a_harmful_and_a_needed_channel_are_told_apart(
    plan: Callable[..., AblationPlan], run: Ablate, open_with: OpenWith, others: dict[str, str]
):
    weights = {"useless": 1.0, "harmful": 0.7, "names": 1.0}
    host = open_with(weights, alone(), **{name: others[name] for name in weights})
    trials = {trial.target[0]: trial for trial in run(plan(targets=["channel.*"]), host).trials}
    assert trials["channel.useless"].verdict == "deletable"
    assert trials["channel.harmful"].verdict == "harmful"
    gained = {effect.metric: effect.delta for effect in trials["channel.harmful"].effects}
    assert gained["file_recall@1"] > 0.05
    assert trials["channel.names"].verdict == "needed"


@pytest.mark.parametrize(("prefilter", "asks"), [("all", False), ("some", True)])
def test_replayed_results_equal_those_of_a_bench_byte_for_byte(
    prefilter: str, asks: bool, plan: Callable[..., AblationPlan], run: Ablate, world: Any, tmp_path: Path
):
    profile = steady()
    if prefilter == "some":
        # The others are asked about the pool alone, which is another one where a channel of the pre-filter is gone.
        weights = {"bm25": 1.0, "symbol": 1.0}
        profile = evolve(profile, prefilter=evolve(profile.prefilter, weights=weights, size=3))
    host = PluginHost.open(profile)
    names = [f"channel.{name}" for name in CHANNELS]
    outcome = run(plan(targets=names, together=False), host)
    asked = {trial.target[0]: trial.asked for trial in outcome.trials}
    assert bool(sum(asked.values())) is asks
    assert asked["channel.walk"] == 0
    assert sum(trial.replayed for trial in outcome.trials) > 0
    for name in [None, *names]:
        rerun = tmp_path / "rerun.jsonl"
        rerun.unlink(missing_ok=True)
        alone = PluginHost.open(profile, without=[name] if name else [])
        run_bench(BenchRequest(world.dataset, world.repos, rerun, tmp_path / "other-build"), alone)
        kept = tmp_path / "out" / ("baseline.jsonl" if name is None else f"without-{name}.jsonl")
        assert kept.read_bytes() == rerun.read_bytes(), name


def test_replaying_and_asking_anew_give_the_same_outcome(plan: Callable[..., AblationPlan], run: Ablate):
    host = PluginHost.open(steady())
    lines = {"targets": ["channel.bm25", "channel.symbol"], "pairs": ["channel.s*"]}
    replayed, anew = run(plan(**lines), host), run(plan(**lines, replay=False), host, out="anew")
    assert [trial.replayed for trial in anew.trials] == [0] * len(anew.trials)
    assert [evolve(trial, asked=0, replayed=0) for trial in replayed.trials] == [
        evolve(trial, asked=0, replayed=0) for trial in anew.trials
    ]
    assert replayed.steps == anew.steps


def test_what_is_known_of_the_history_is_part_of_the_question(
    plan: Callable[..., AblationPlan], run: Ablate, world: Any, tmp_path: Path
):
    dated = tmp_path / "dated.jsonl"
    rows = [{**row, "created_at": "2021-01-01T00:00:00Z"} for row in world.rows[:2]]
    dated.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (trial,) = run(plan(targets=["channel.walk"], dataset=str(dated)), PluginHost.open(steady())).trials
    assert trial.replayed > 0
    graph, index, tree, past = object(), object(), object(), object()
    arrays = (np.arange(3, dtype=np.int32), np.ones(3, np.bool_))
    asked = [
        Query("t", "t", IssueBundle(), graph, index, tree, *map(np.copy, arrays), history=Earlier(past, before))
        for before in (1, 1, 2)
    ]
    assert same_question(asked[0], asked[1])
    assert not same_question(asked[0], asked[2])
    assert not same_question(asked[0], evolve(asked[0], candidates=np.arange(2, dtype=np.int32)))
    assert not same_question(asked[0], evolve(asked[0], tree=object()))


def test_a_plugin_left_out_is_named_nowhere(
    plan: Callable[..., AblationPlan], run: Ablate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    host = PluginHost.open(steady())
    run(plan(targets=["channel.bm25"], together=False), host)
    text = (tmp_path / "out" / "without-channel.bm25.jsonl").read_text("utf-8")
    assert '"failed"' not in text
    assert '"bm25"' not in text
    assert '"bm25"' in (tmp_path / "out" / "baseline.jsonl").read_text("utf-8")
    # A core that forgot to leave it out would be found out: every instance fails, and says so.
    monkeypatch.setattr(visit, "localize", lambda task, scanned, *_: real(task, scanned, host))
    run(plan(targets=["channel.bm25"], together=False), host, out="forgetful")
    lines = (tmp_path / "forgetful" / "without-channel.bm25.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(line)["status"] for line in lines} == {"failed"}
    assert "channel.bm25 was left out and is still named in" in lines[0]


real = visit.localize


def test_what_has_a_result_is_not_run_again(plan: Callable[..., AblationPlan], run: Ablate, tmp_path: Path):
    host = PluginHost.open(steady())
    first = run(plan(targets=["channel.bm25"]), host)
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.jsonl")}
    seen: list[tuple[int, int]] = []
    again = run(plan(targets=["channel.bm25", "channel.symbol"]), host, progress=lambda *told: seen.append(told))
    assert again.trials[0] == first.trials[0] or again.trials[1] == first.trials[0]
    assert files.items() <= {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.jsonl")}.items()
    seen.clear()
    told = plan(targets=["channel.bm25", "channel.symbol"])
    kept = run(told, host, progress=lambda *told: seen.append(told))
    assert seen == []
    assert summarize_ablation(told, kept).data == summarize_ablation(told, again).data


def test_processes_give_the_same_bytes(plan: Callable[..., AblationPlan], run: Ablate, tmp_path: Path):
    host = PluginHost.open(steady())
    run(plan(targets=["channel.bm25"]), host)
    run(plan(targets=["channel.bm25"]), host, out="two", jobs=2)
    name = "without-channel.bm25.jsonl"
    assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_two_channels_that_say_the_same_do_not_go_together(
    plan: Callable[..., AblationPlan], run: Ablate, open_with: OpenWith, others: dict[str, str]
):
    # Both know the answer, nothing else takes part: each alone is without effect, but not both.
    host = open_with(1.0, alone(), one=others["names"], two=others["names"])
    outcome = run(plan(targets=["channel.*"]), host)
    assert [trial.verdict for trial in outcome.trials] == ["deletable", "deletable"]
    assert outcome.together == ("channel.one",)
    assert [(step.target, step.verdict, step.is_taken) for step in outcome.steps] == [
        (("channel.one",), "deletable", True),
        (("channel.two",), "needed", False),
    ]


def test_signals_and_rungs_are_judged_by_what_is_retrieved(plan: Callable[..., AblationPlan], run: Ablate):
    host = PluginHost.open(steady())
    outcome = run(plan(targets=["signal.s5", "rung.r0", ["signal.*"]]), host)
    trials = {trial.target: trial for trial in outcome.trials}
    assert {effect.metric for trial in outcome.trials for effect in trial.effects} == {
        "context_recall@5",
        "context_efficiency@100",
    }
    assert trials["signal.s5",].verdict == "deletable"
    everything = next(trial for target, trial in trials.items() if len(target) == 6)
    assert everything.verdict.startswith("needed")
    assert {effect.without for effect in everything.effects} == {0.0}


def test_a_language_left_out_is_a_rescan(plan: Callable[..., AblationPlan], run: Ablate):
    host = PluginHost.open(steady())
    (trial,) = run(plan(targets=["language.python"], together=False), host).trials
    assert trial.verdict == "needed"
    assert {e.metric: e.without for e in trial.effects}["function_recall@5"] == 0


def test_targets_are_spelt_out_weakest_first(plan: Callable[..., AblationPlan]):
    host = PluginHost.open(steady())
    targets = resolve_targets(plan(targets=["channel.*", ["channel.walk", "channel.path"]]), host)
    assert targets[:2] == (("channel.stack",), ("channel.lexical",))
    assert targets[-1] == ("channel.path", "channel.walk")
    assert len(targets) == len(host.enabled("channel")) + 1
    pairs = resolve_targets(plan(targets=[], pairs=["channel.b*", "signal.s[12]*"]), host)
    assert pairs == (("signal.s1", "signal.s2"),)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ({"targets": ["channel.bm52"]}, r"'channel\.bm52' is no plugin .* did you mean channel\.bm25"),
        ({"targets": ["renderer.json"]}, "is no plugin that takes part and can have an effect"),
        ({"targets": ["fusion.linear"]}, r"cannot be left out: the profile addresses it by name \(fusion\.name\)"),
        ({"targets": ["channel.q*x"]}, "no plugin that takes part is named like 'channel"),
        ({"targets": []}, r"plan\.toml:3: targets: is missing"),
        ({"targets": [3]}, r"plan\.toml:3: targets: expected names"),
        ({"targets": ["channel.*"], "metric": ["x"]}, r"plan\.toml:4: metric: unknown key, did you mean metrics"),
        ({"targets": ["channel.*"], "metrics": ["file_recal@1"]}, "unknown metric 'file_recal@1': did you mean"),
        ({"targets": ["channel.*"], "sample": 0}, r"plan\.toml:4: sample: expected a whole number from 1 up, found 0"),
        ({"targets": ["channel.*"], "noise": "x"}, "noise: expected a number from 0 up"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(
    lines: dict[str, Any], complaint: str, plan: Callable[..., AblationPlan]
):
    host = PluginHost.open(steady())
    with pytest.raises(CrossbearingError, match=complaint):
        resolve_targets(plan(**lines), host)


def test_a_missing_repository_is_a_miss_under_every_condition(
    plan: Callable[..., AblationPlan], run: Ablate, world: Any, tmp_path: Path
):
    gone = tmp_path / "gone.jsonl"
    rows = [world.rows[0], {**world.rows[1], "repo": "o/gone"}]
    gone.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    host = PluginHost.open(steady())
    told = plan(targets=["channel.bm25"], dataset=str(gone))
    outcome = run(told, host)
    assert outcome.baseline_failed == ("o__shop-2",)
    assert outcome.trials[0].failed == 1
    assert "failed, counted as a miss: o__shop-2" in summarize_ablation(told, outcome).footer
