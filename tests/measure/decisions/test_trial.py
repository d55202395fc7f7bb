"""Comparisons from plan to verdict: real localizations, real processes, a scripted agent."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crossbearing.measure.trial.outcome import TrialOutcome, run_trial
from crossbearing.measure.trial.plan import TrialPlan, read_trial_plan
from crossbearing.measure.trial.summary import summarize_trial
from crossbearing.model.errors import CrossbearingError, PluginError

RunPlan = Callable[..., tuple[TrialPlan, TrialOutcome]]

BLIND = '[current]\nprofile = "blind.toml"\n'
PROFILE = """
extends = "default"
[plugins]
only = ["channel.path"]
"""
RESOLVE = """resolve = ["sh", "-c", "for t in {tests}; do grep -q 'or None' shop/${t%%:*}.py || exit 1; done"]"""


@pytest.fixture
def run(world: Any, tmp_path: Path) -> RunPlan:
    """Run a plan over the world: the default profile against another, and more lines of TOML."""

    def run_plan(more: str = BLIND, head: str = "", out: str = "out", **options: Any) -> tuple[TrialPlan, TrialOutcome]:
        (tmp_path / "blind.toml").write_text(PROFILE, "utf-8")
        path = tmp_path / "plan.toml"
        places = f"dataset = {json.dumps(str(world.dataset))}\nrepositories = {json.dumps(str(world.repos))}\n"
        path.write_text(f'{places}{head}\n[candidate]\nprofile = "default"\n{more}', "utf-8")
        plan = read_trial_plan(path)
        return plan, run_trial(plan, tmp_path / out, tmp_path / "build", **options)

    return run_plan


def scripted(world: Any, reads: int = 1, **more: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in more.items())
    return (
        f'[agent]\nname = "scripted"\n{RESOLVE}\n{lines}'
        f'[options."agent.scripted"]\nsolutions = {json.dumps(str(world.dataset))}\nreads = {reads}\n'
    )


def test_without_an_agent_nothing_is_adopted_unless_localization_is_all_that_is_asked(run: RunPlan):
    plan, outcome = run()
    assert outcome.comparisons["file_recall@1"].difference.value > 0
    assert outcome.decision.failed == ()
    assert not outcome.decision.adopted
    footer = " ".join(summarize_trial(plan, outcome).footer)
    assert "REJECT (not measured: resolve does not regress; not measured: cost" in footer
    assert "oracle gap: not measured: no agent was run with the true places" in footer
    _, alone = run(head='scope = "localization"')
    assert alone.decision.adopted


def test_a_profile_against_itself_is_rejected_for_want_of_an_improvement(run: RunPlan):
    _, outcome = run('[current]\nprofile = "default"\n', head='scope = "localization"')
    assert [clause.text for clause in outcome.decision.failed] == ["at least one localization metric improves strictly"]
    assert {found.difference.value for found in outcome.comparisons.values()} == {0}
    assert {found.p for found in outcome.comparisons.values()} == {1}


def test_an_agent_resolves_what_it_is_led_to(run: RunPlan, world: Any, tmp_path: Path):
    plan, outcome = run(BLIND + scripted(world, oracle="true"))
    candidate, current = outcome.candidate, outcome.current
    for arm in (candidate, current):
        # It reads one file: what it resolves is what is found first.
        assert arm.values["resolve"] == arm.values["file_acc@1"]
    assert candidate.means["resolve"].value > current.means["resolve"].value
    assert outcome.gaps["candidate"].oracle == outcome.gaps["current"].oracle == 1.0
    for arm in ("candidate", "current"):
        gap = outcome.gaps[arm]
        assert gap.comparison.difference.value == pytest.approx(1.0 - gap.retrieved)
    assert outcome.is_gap_closed is True
    assert outcome.decision.adopted
    text = " ".join(summarize_trial(plan, outcome).footer)
    assert "Verdict: ADOPT." in text
    assert "oracle gap: +0.0 points over 6 instances" in text
    assert "Resolved with the true places 1.000, with the candidate's" in text
    rows = [json.loads(line) for line in (tmp_path / "out" / "attempts-oracle.jsonl").read_text("utf-8").splitlines()]
    assert [row["instance_id"] for row in rows] == [row["instance_id"] for row in world.rows]
    assert {(row["status"], row["exit_code"], row["resolved"]) for row in rows} == {("finished", 0, True)}
    assert all(row["tokens"] > 0 and row["cost"] > 0 and row["patch"] for row in rows)


def test_attempts_are_kept_and_do_not_depend_on_processes(run: RunPlan, world: Any, tmp_path: Path):
    told, few = BLIND + scripted(world), 'instances = ["o__shop-1", "o__shop-4"]'
    plan, first = run(told, few)
    kept = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.jsonl")}
    seen: list[tuple[int, int]] = []
    _, again = run(told, few, progress=lambda *now: seen.append(now))
    assert seen == []
    assert summarize_trial(plan, again) == summarize_trial(plan, first)
    run(told, few, out="two", jobs=2)
    for name in ("attempts-candidate.jsonl", "attempts-current.jsonl", "candidate.jsonl", "current.jsonl"):
        assert (tmp_path / "two" / name).read_bytes() == kept[name]
    assert str(tmp_path).encode() not in kept["attempts-candidate.jsonl"]


def test_a_better_localization_that_costs_too_much_is_rejected_with_its_tradeoff(run: RunPlan, tmp_path: Path):
    # The agent works for long on parcels, of which only the candidate tells it.
    script = tmp_path / "agent.py"
    script.write_text(
        "import json, os\n"
        "places = json.load(open(os.environ['CROSSBEARING_PLACES_FILE']))['places']\n"
        "long = any('parcel' in place['file'] for place in places)\n"
        "usage = {'tokens': 10_000 if long else 100, 'cost': 1.0 if long else 0.01}\n"
        "json.dump(usage, open(os.environ['CROSSBEARING_USAGE_FILE'], 'w'))\n",
        "utf-8",
    )
    agent = f'[agent]\nname = "shell"\n[options."agent.shell"]\ncommand = ["{sys.executable}", "{{plan}}/agent.py"]\n'
    plan, outcome = run(BLIND + agent)
    failed = [clause.text for clause in outcome.decision.failed]
    assert failed == ["cost ≤ 1.5 ×", "tokens ≤ 1.5 ×"]
    assert [clause.text for clause in outcome.decision.unmeasured] == ["resolve does not regress"]
    assert "file_recall@1" in outcome.decision.won
    assert {"cost", "tokens"} <= set(outcome.decision.lost)
    assert "Lost: cost, tokens." in " ".join(summarize_trial(plan, outcome).footer)


def test_an_agent_that_fails_or_hangs_is_counted_and_the_others_go_on(run: RunPlan, world: Any, tmp_path: Path):
    script = (
        "case $CROSSBEARING_INSTANCE_ID in *-1) echo broken; exit 3;; *-2) sleep 600;; *) echo >> shop/stock.py;; esac"
    )
    agent = (
        f'[agent]\nname = "shell"\n{RESOLVE}\n'
        f'[options."agent.shell"]\nseconds = 1.5\ncommand = ["sh", "-c", {json.dumps(script)}]\n'
    )
    few = 'instances = ["o__shop-1", "o__shop-2", "o__shop-3"]'
    _, outcome = run('[current]\nprofile = "default"\n' + agent, few)
    assert outcome.candidate.unsolved == 2
    assert "resolve" in outcome.comparisons
    assert "tokens" not in outcome.comparisons
    rows = [
        json.loads(line) for line in (tmp_path / "out" / "attempts-candidate.jsonl").read_text("utf-8").splitlines()
    ]
    assert [(row["status"], row["exit_code"]) for row in rows] == [
        ("failed", 3),
        ("timeout", rows[1]["exit_code"]),
        ("finished", 0),
    ]
    assert rows[0]["reason"] == "exit code 3: broken"
    assert "1.5 s" in rows[1]["reason"]
    assert {row["resolved"] for row in rows} == {False}


def test_an_agent_that_cannot_work_at_all_ends_the_comparison(run: RunPlan):
    agent = '[agent]\nname = "shell"\n[options."agent.shell"]\ncommand = ["no-such-agent"]\n'
    with pytest.raises(PluginError, match=r"agent\.shell: no-such-agent cannot be started"):
        run(BLIND + agent)
    with pytest.raises(PluginError, match=r"agent\.shell: no command: set one under"):
        run(BLIND + '[agent]\nname = "shell"\n')
    with pytest.raises(CrossbearingError, match=r"unknown plugin 'agent\.shel': did you mean agent\.shell"):
        run(BLIND + '[agent]\nname = "shel"\n')


def test_mini_swe_agents_trajectories_are_read(run: RunPlan, world: Any, tmp_path: Path):
    patch = json.loads(world.dataset.read_text("utf-8").splitlines()[0])["patch"]
    trajectory = {
        "info": {
            "model_stats": {"instance_cost": 0.25, "api_calls": 2},
            "exit_status": "Submitted",
            "submission": patch,
        },
        "messages": [
            {"role": "user", "content": "x"},
            {"role": "assistant", "content": "", "extra": {"response": {"usage": {"total_tokens": 700}}, "cost": 0.1}},
            {"role": "assistant", "content": "", "extra": {"response": {"usage": {"total_tokens": 500}}, "cost": 0.15}},
        ],
        "trajectory_format": "mini-swe-agent-1.1",
    }
    program = tmp_path / "mini.py"
    program.write_text(
        "import sys\n"
        "task, path = sys.argv[sys.argv.index('-t') + 1], sys.argv[sys.argv.index('-o') + 1]\n"
        "assert 'Where the fault may be' in task and 'basket' in task, task\n"
        f"open(path, 'w').write({json.dumps(json.dumps(trajectory))})\n",
        "utf-8",
    )
    agent = (
        f'[agent]\nname = "mini_swe"\n{RESOLVE}\n[options."agent.mini_swe"]\n'
        f'command = ["{sys.executable}", "{{plan}}/mini.py", "-t", "{{task}}", "-o", "{{trajectory}}"]\n'
    )
    run('[current]\nprofile = "default"\n' + agent, head='instances = ["o__shop-1"]')
    (line,) = (tmp_path / "out" / "attempts-candidate.jsonl").read_text("utf-8").splitlines()
    row = json.loads(line)
    assert (row["tokens"], row["cost"], row["status"], row["resolved"]) == (1200, 0.25, "finished", True)
    assert row["patch"] == patch


OTHERS = """
import json, os
for line in open(os.environ["CROSSBEARING_TASKS_FILE"]):
    task = json.loads(line)
    assert sorted(task) == ["base_commit", "instance_id", "problem_statement", "repo", "schema"], task
    answer = {"instance_id": task["instance_id"], "files": ["shop/basket.py", "shop/stock.py"]}
    if ENTITIES:
        answer["entities"] = [{"file": "shop/basket.py", "line": 12}]
    print(json.dumps(answer))
"""


@pytest.mark.parametrize("entities", [True, False])
def test_the_current_side_can_be_a_command_of_others(entities: bool, run: RunPlan, tmp_path: Path):
    (tmp_path / "others.py").write_text(OTHERS.replace("ENTITIES", str(entities)), "utf-8")
    current = f'[current]\ncommand = ["{sys.executable}", "{{plan}}/others.py"]\n'
    scope = "localization" if entities else "files"
    _, outcome = run(current, head=f'scope = "{scope}"')
    theirs = outcome.current.values
    assert theirs["file_recall@1"]["o__shop-1"] == 1
    assert theirs["file_recall@1"]["o__shop-3"] == 0
    assert theirs["file_recall@3"]["o__shop-3"] == 1
    assert ("function_recall@1" in theirs) is entities
    if entities:
        assert theirs["function_recall@1"]["o__shop-1"] == 1
        # What only a graph can tell is not measured, and so nothing is adopted.
        assert [clause.text for clause in outcome.decision.unmeasured] == ["distance does not regress"]
    assert outcome.decision.adopted is not entities


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ('["no-such-program"]', "no-such-program cannot be started"),
        ('["sh", "-c", "echo oops >&2; exit 4"]', "sh failed with exit code 4: oops"),
        ('["true"]', "true printed no answer to any of 6 instances"),
        (
            '["sh", "-c", \'echo "{\\"instance_id\\": \\"o__shop-1\\", \\"files\\": 3}"\']',
            r"sh answers o__shop-1 with .* expected files \(paths\)",
        ),
        ('["sleep", "60"]\nseconds = 0.5', r"sleep took more than 0\.5 seconds"),
    ],
)
def test_a_command_that_does_not_answer_is_one_clear_sentence(command: str, complaint: str, run: RunPlan):
    with pytest.raises(CrossbearingError, match=complaint):
        run(f"[current]\ncommand = {command}\n")


@pytest.mark.parametrize(
    ("more", "head", "complaint"),
    [
        ("", "", r"plan\.toml:1: current: is missing: name a profile"),
        ('[current]\nprofile = "x"\ncommand = ["y"]\n', "", r"plan\.toml:8: current\.command: stands beside a profile"),
        (BLIND, 'kind = "recon"', r"plan\.toml:3: kind: unknown 'recon': known are localization, reconnaissance"),
        (BLIND, 'scope = "all"', "scope: unknown 'all'"),
        (BLIND + '[agent]\nnam = "x"\n', "", r"agent\.name: is missing"),
        (BLIND + '[agent]\nname = "shell"\noracel = true\n', "", r"agent\.oracel: unknown key, did you mean oracle"),
        (BLIND + '[options]\n"agent.shell" = 3\n', "", "expected a table of options"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(more: str, head: str, complaint: str, run: RunPlan):
    with pytest.raises(CrossbearingError, match=complaint):
        run(more, head)


def test_reconnaissance_is_decided_by_its_own_rule_with_the_question_battery(run: RunPlan):
    plan, outcome = run(head='kind = "reconnaissance"\nscope = "localization"')
    assert outcome.decision.unmeasured == ()
    asked = [arm.values["question_accuracy"] for arm in (outcome.candidate, outcome.current)]
    # Both sides have the same map; only their channels differ.
    assert asked[0] == asked[1]
    assert asked[0]["o/shop"] > 0.5
    assert summarize_trial(plan, outcome).rows[-1][:4:3] == ("question_accuracy", "0.000 (0.000, 0.000)")
    assert outcome.decision.adopted


def test_a_question_accuracy_of_elsewhere_is_taken_over(run: RunPlan):
    stated = 'question_accuracy = 0.8\n[current]\nprofile = "blind.toml"\nquestion_accuracy = 0.9\n'
    plan, known = run(stated, head='kind = "reconnaissance"\nscope = "localization"')
    assert [clause.text for clause in known.decision.failed] == ["question_accuracy does not regress"]
    assert summarize_trial(plan, known).rows[-1][:4] == ("question_accuracy", "0.800", "0.900", "−0.100")
