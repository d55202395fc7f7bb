"""The built-in agents in real workplaces, with real processes."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from crossbearing.measure.dataset import Task
from crossbearing.measure.trial.checkout import git
from crossbearing.measure.trial.workplace import open_workplace
from crossbearing.model.attempt import AgentContext, AgentPlace, AgentTask, Attempt
from crossbearing.model.errors import PluginError, UnreadableError
from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord, discover
from crossbearing_plugins.agents import mini_swe, scripted, shell

PATCH = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"
Place = AbstractContextManager[tuple[AgentTask, AgentContext]]
Open = Callable[..., Place]


@pytest.fixture
def workplace(tmp_path: Path) -> Open:
    """Open a workplace on a repository of two files: ``workplace(text, places)``."""
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q")
    (origin / "a.py").write_text("x = 1\n", "utf-8")
    (origin / "b.py").write_text("y = 1\n", "utf-8")
    git(origin, "add", "-A")
    git(origin, "commit", "-q", "-m", "base")
    commit = git(origin, "rev-parse", "HEAD").strip()

    def open_place(text: str = "x is wrong", places: Sequence[str] | None = ("b.py", "a.py")) -> Place:
        told = None if places is None else tuple(map(AgentPlace, places))
        return open_workplace(origin, Task("o__r-1", "o/r", commit, text), told)

    return open_place


@pytest.fixture
def place(workplace: Open) -> Iterator[tuple[AgentTask, AgentContext]]:
    with workplace() as opened:
        yield opened


def run_shell(instance: AgentTask, script: str, **options: Any) -> Attempt:
    return shell.attempt(instance, shell.Options(command=("sh", "-c", script), **options))


def test_a_command_s_changes_are_its_patch_and_its_usage_is_read(place: tuple[AgentTask, AgentContext]):
    script = 'echo "x = 2" > a.py; echo \'{"tokens": 12, "cost": 0.5}\' > $CROSSBEARING_USAGE_FILE'
    made = run_shell(place[0], script)
    assert (made.status, made.exit_code, made.tokens, made.cost, made.reason) == ("finished", 0, 12, 0.5, "")
    assert made.patch.endswith("@@ -1 +1 @@\n-x = 1\n+x = 2\n")


@pytest.mark.parametrize(
    ("said", "tokens", "cost"),
    [
        ("nonsense", None, None),
        ("[1]", None, None),
        ('{"tokens": -1, "cost": "free"}', None, None),
        ('{"tokens": true, "cost": NaN}', None, None),
        ('{"tokens": 3.0}', 3, None),
        ('{"cost": 1}', None, 1.0),
    ],
)
def test_a_usage_that_makes_no_sense_is_not_known(
    said: str, tokens: int | None, cost: float | None, place: tuple[AgentTask, AgentContext]
):
    (place[0].output / "usage.json").write_text(said, "utf-8")
    made = run_shell(place[0], "true")
    assert (made.tokens, made.cost) == (tokens, cost)


def test_a_command_that_fails_keeps_what_it_changed(place: tuple[AgentTask, AgentContext]):
    made = run_shell(place[0], "rm b.py; echo first; echo last >&2; exit 7")
    assert (made.status, made.exit_code, made.reason) == ("failed", 7, "exit code 7: last")
    assert "deleted file" in made.patch


def test_a_command_that_takes_too_long_is_ended(place: tuple[AgentTask, AgentContext]):
    made = run_shell(place[0], "echo > c.py; sleep 600", seconds=0.5)
    assert made.status == "timeout"
    assert "0.5 s" in made.reason
    assert "c.py" in made.patch


@pytest.mark.parametrize("agent", [shell, mini_swe])
def test_an_agent_that_is_not_there_says_so(agent: Any, place: tuple[AgentTask, AgentContext]):
    options = agent.Options(command=("no-such-program",))
    arguments = {"instance": place[0], "options": options}
    if agent is mini_swe:
        arguments["context"] = place[1]
    with pytest.raises(UnreadableError, match="no-such-program cannot be started"):
        agent.attempt(**arguments)


def fake_mini(folder: Path, trajectory: Any, more: str = "") -> tuple[str, ...]:
    """A program with mini-SWE-agent's command line that writes one trajectory, whatever it is asked."""
    program = folder / "mini.py"
    lines = ["import sys", "path = sys.argv[sys.argv.index('-o') + 1]"]
    lines += [f"open(path, 'w').write({json.dumps(trajectory)!r})", more]
    program.write_text("\n".join(lines), "utf-8")
    return (sys.executable, str(program), "-t", "{task}", "-o", "{trajectory}")


def test_a_trajectory_gives_cost_tokens_and_a_submission(place: tuple[AgentTask, AgentContext], tmp_path: Path):
    told = {
        "info": {"model_stats": {"instance_cost": 0.2}, "exit_status": "Submitted", "submission": PATCH},
        "messages": [{"extra": {"response": {"usage": {"total_tokens": 5}}}}, {"extra": None}, "x"],
    }
    made = mini_swe.attempt(*place, mini_swe.Options(command=fake_mini(tmp_path, told)))
    assert (made.patch, made.cost, made.tokens, made.status) == (PATCH, 0.2, 5, "finished")


def test_what_is_changed_in_the_copy_counts_before_the_submission(
    place: tuple[AgentTask, AgentContext], tmp_path: Path
):
    told = {"info": {"submission": PATCH, "exit_status": "LimitsExceeded"}}
    command = fake_mini(tmp_path, told, "open('b.py', 'w').write('y = 3\\n')")
    made = mini_swe.attempt(*place, mini_swe.Options(command=command))
    assert "+y = 3" in made.patch
    assert "x = 2" not in made.patch
    assert (made.status, made.reason) == ("failed", "it ended as LimitsExceeded")


@pytest.mark.parametrize("told", [[], {"info": 3}, {"info": {"submission": "done"}, "messages": {}}, None])
def test_a_trajectory_that_makes_no_sense_says_nothing(
    told: Any, place: tuple[AgentTask, AgentContext], tmp_path: Path
):
    made = mini_swe.attempt(*place, mini_swe.Options(command=fake_mini(tmp_path, told)))
    assert (made.patch, made.cost, made.tokens, made.status) == ("", None, None, "finished")


def test_an_issue_of_any_kind_reaches_the_agent(workplace: Open, tmp_path: Path):
    text = "a\0b \udcff {context} " + "long " * 200_000
    check = "task = sys.argv[sys.argv.index('-t') + 1]; assert 'ab ' in task and '{context}' in task, task[:99]"
    with workplace(text) as (instance, context):
        command = fake_mini(tmp_path, {}, check)
        made = mini_swe.attempt(instance, context, mini_swe.Options(command=command))
    assert made.status == "finished", made.reason


@pytest.mark.parametrize(
    ("places", "reads", "is_solved"),
    [
        (("b.py", "a.py"), 2, True),
        (("b.py", "a.py"), 1, False),
        ((), 3, False),
        (None, 3, False),
        (("a.py",), 0, False),
    ],
)
def test_the_scripted_agent_repairs_what_it_is_led_to(
    places: Any, reads: int, is_solved: bool, workplace: Open, tmp_path: Path
):
    solutions = tmp_path / "solutions.jsonl"
    solutions.write_text(json.dumps({"instance_id": "o__r-1", "patch": PATCH}) + "\n", "utf-8")
    with workplace(places=places) as (instance, _):
        made = scripted.attempt(instance, scripted.Options(solutions=str(solutions), reads=reads))
    assert (made.status, bool(made.patch)) == ("finished", is_solved)
    assert made.tokens is not None
    assert made.cost == pytest.approx(made.tokens * 0.000_001)


WRONG = '''
"""wrong: answers with something else."""
from crossbearing.plugin import Attempt, hookimpl
VERSION = 1

@hookimpl
def attempt(instance):
    return ANSWER
'''


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("None", "returned NoneType, expected Attempt"),
        ('Attempt("", "done")', "ends as 'done', expected finished, failed or timeout"),
        ('Attempt("", "failed")', "is failed without saying why"),
        ('Attempt("", "finished", tokens=-1)', "tokens are -1, expected None or a number from 0 up"),
        ('Attempt("", "finished", cost=float("nan"))', "cost are nan"),
        ('Attempt(b"", "finished")', "returned bytes, expected a patch that is str"),
    ],
)
def test_an_answer_that_is_none_is_the_plugin_s_fault(
    answer: str, complaint: str, place: tuple[AgentTask, AgentContext], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "wrong_agent.py").write_text(WRONG.replace("ANSWER", answer), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "wrong_agent", raising=False)
    records = [*discover(), PluginRecord("agent", "wrong", "wrong_agent", "other", "1")]
    host = PluginHost.open(Profile(name="x", source="x"), records=records)
    with pytest.raises(PluginError, match=complaint):
        host.attempt("wrong", *place)
