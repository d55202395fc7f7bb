"""Stages from elsewhere: the recipe's, and one with a task of its own, under the conformance kit."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.model.errors import CrossbearingError, PluginError
from crossbearing.model.stages import OracleTask
from crossbearing.registry import PluginHost, load_profile
from crossbearing.testing.checks import CheckFailed, Subject, checks_for

RECIPE = Path(__file__).parents[2] / "docs" / "plugins" / "stage.md"
PATIENCE = RECIPE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
OWN = '''
"""tally: counts what it is given."""

from attrs import frozen

from crossbearing.plugin import StageTask, hookimpl


@frozen
class Tally:
    count: int


@frozen
class TallyTask(StageTask):
    ANSWER = Tally
    things: tuple[str, ...] = ()

    @classmethod
    def samples(cls):
        yield "nothing", cls()
        yield "two", cls(("a", "b"))


VERSION = 1
TAKES = TallyTask


@hookimpl
def run(state: TallyTask) -> Tally:
    """Count."""
    return Tally(len(state.things))
'''


@pytest.mark.parametrize(("name", "code"), [("patience", PATIENCE), ("tally", OWN)])
def test_it_passes_the_kit(name: str, code: str, make_stage: Callable[[str, str], None]):
    make_stage(name, code)
    for check in checks_for("stage"):
        check.run(Subject(f"stage.{name}"))


def test_a_task_without_samples_is_told(make_stage: Callable[[str, str], None]):
    make_stage("tally", OWN.replace("def samples", "def others"))
    (check,) = (each for each in checks_for("stage") if each.name == "answers in every situation")
    with pytest.raises((CheckFailed, CrossbearingError), match=r"TallyTask has no classmethod samples\(\)"):
        check.run(Subject("stage.tally"))


def test_a_wrong_task_or_answer_is_refused_by_name(make_stage: Callable[[str, str], None]):
    make_stage("tally", OWN.replace("return Tally(", "return int("))
    host = PluginHost.open(load_profile("default", environment={}))
    with pytest.raises(PluginError, match=r"stage\.tally"):
        host.run("tally", OracleTask(()))
    takes = host.attribute("stage.tally", "TAKES", None)
    with pytest.raises(PluginError, match=r"stage\.tally.*Tally"):
        host.run("tally", takes())
