"""The example's repairs, rung by rung, and a session with stages switched off."""

import asyncio
import importlib.util
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

from crossbearing import Harness
from crossbearing.harness.driver import Repair
from crossbearing.harness.session import Record, Step
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.events import Event
from crossbearing.model.stages import RecallItem
from crossbearing.repair.priors import PriorStore
from crossbearing.repair.worktrees import Worktree

PAGE = Path(__file__).parents[2] / "docs" / "scalpel.md"
EXAMPLE = Path(__file__).parents[2] / "examples" / "scalpel" / "run.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    specification = importlib.util.spec_from_file_location("scalpel_example", EXAMPLE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def shop(tmp_path: Path, example: ModuleType) -> Path:
    example.make_repository(tmp_path / "shop")
    return tmp_path / "shop"


@pytest.fixture
def harness(shop: Path) -> Iterator[Harness]:
    with Harness.open(shop, "scalpel") as opened:
        yield opened


def play(example: ModuleType, harness: Harness, rung: int, **options: object) -> Repair:
    (turns, tails) = next(scenario for name, scenario in example.SCENARIOS.items() if name.startswith(f"rung {rung}"))
    session = harness.session(example.ISSUE, **options)  # type: ignore[arg-type]
    return session.repair(example.ScriptedAgent(turns, tails))


@pytest.mark.parametrize("rung", range(4))
def test_every_rung(example: ModuleType, harness: Harness, rung: int):
    found = play(example, harness, rung)
    assert found.rung == rung
    assert found.oracle == ("failing" if rung == 3 else "flipped")
    if rung < 3:
        assert "+        return round(sum(self.prices), 2)\n" in found.patch
        assert found.patch.count("\n+") == 2  # the header's and one line
    assert "repro.py" not in found.patch
    stages = [step.stage for step in found.log]
    assert ("F4 fork" in stages) == (rung >= 2)
    assert stages[-1] == "submit"


def test_a_stage_that_is_switched_off_has_no_part(example: ModuleType, shop: Path):
    with Harness.open(shop, "scalpel", without=["stage.shrink", "stage.priors"]) as harness:
        found = play(example, harness, 0)
    stages = {step.stage for step in found.log}
    assert not stages & {"F6 shrink", "F8 priors"}
    assert "Carts and what they hold" in found.patch


def test_the_opening_holds_places_priors_memory_and_the_protocol(example: ModuleType, harness: Harness, tmp_path: Path):
    memory = [RecallItem("a", "Cart totals were rounded before"), RecallItem("b", "docker is slow")]
    session = harness.session(example.ISSUE, memory=memory, priors=PriorStore(tmp_path / "priors"))
    text = session.opening()
    assert "## Candidate locations (deterministic)\n" in text
    assert "- shop/cart.py — " in text
    assert "python -m unittest" in text or "make test" in text
    assert "[recall — verify before trusting] Cart totals" in text
    assert "docker" not in text
    assert "DIAGNOSIS_COMPLETE" in text


def test_sources_may_be_written_once_the_diagnosis_is_given(example: ModuleType, harness: Harness):
    session = harness.session(example.ISSUE)
    assert "once the diagnosis is complete" in session.may_write("shop/cart.py")
    assert session.may_write("repro.py") == ""
    session.record(Event("message", 1, "assistant", example.DIAGNOSIS))
    assert session.may_write("shop/cart.py") == ""


def test_a_missing_failing_test_is_told_once_midway(example: ModuleType, harness: Harness):
    session = harness.session(example.ISSUE, midway=2)
    answers = [session.record(Event("command", step, text="ls", exit_code=0)) for step in range(4)]
    assert [bool(answer) for answer in answers] == [False, True, False, False]


def test_lessons_are_kept_and_refused(example: ModuleType, harness: Harness, tmp_path: Path):
    store = PriorStore(tmp_path / "priors")
    session = harness.session(example.ISSUE, priors=store)
    session.learn("prices are floats", "fixes #1234")
    prior = store.load(harness.manifest().repo)
    assert prior is not None
    assert prior.pitfalls == ("prices are floats",)


def test_the_documented_log_is_the_real_one(example: ModuleType, capsys: pytest.CaptureFixture[str]):
    example.main()
    assert capsys.readouterr().out.rstrip() in PAGE.read_text("utf-8")


def test_the_documented_commands_print_what_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    from crossbearing.cli.application import main

    monkeypatch.chdir(EXAMPLE.parents[2])
    blocks = re.findall(r"```console\n\$ crossbearing ([^\n]*)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    shown = [(line.split(), text) for line, text in blocks]
    assert [words[0] for words, _ in shown] == ["oracle", "diagnose"]
    for words, text in shown:
        assert main(words) == 0
        assert capsys.readouterr().out == text


def test_the_documented_session_says_what_the_page_says(shop: Path, example: ModuleType):
    code = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert code is not None
    names = {"repository": shop, "issue": example.ISSUE}
    exec(code[1], names)
    assert "smallest test" in str(names["told"])
    assert "once the diagnosis is complete" in str(names["refusal"])
    assert names["state"] == "none"
    assert str(names["prompt"]).startswith("Cart.total is off")


def test_the_documented_profile_switches_and_sets(shop: Path, tmp_path: Path, example: ModuleType):
    toml = re.search(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert toml is not None
    (tmp_path / "own.toml").write_text(toml[1], encoding="utf-8")
    with Harness.open(shop, str(tmp_path / "own.toml")) as harness:
        found = play(example, harness, 3)
    assert found.log[0].text == "switched off: recall, shrink"
    assert found.rung == 2  # rung 3 is beyond the highest that is allowed


PATIENCE = (PAGE.parent / "plugins" / "stage.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]


def test_another_stage_takes_the_place_of_one_that_is_off(
    shop: Path, example: ModuleType, make_stage: Callable[..., None]
):
    make_stage("patience", PATIENCE)
    with Harness.open(shop, "scalpel") as harness:
        assert play(example, harness, 1).rung == 1
    with Harness.open(shop, "scalpel", without=["stage.ladder"]) as harness:
        found = play(example, harness, 1)
    told = [step.text for step in found.log if step.stage == "F3 ladder"]
    assert told == ["rung 0, submit: the test flipped"]
    assert found.log[0].stage == "F1 localize"  # nothing is switched off


class NamesAreAbsolute:
    """Another agent, that tells paths and commands as absolute ones."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent

    def work(self, prompt: str, worktree: Worktree, record: Record) -> None:
        def absolute(event: Event) -> str:
            path = f"{worktree.path}/{event.path}" if event.path else ""
            text = f"cd {worktree.path} && {event.text}" if event.kind == "command" else event.text
            return record(evolve(event, path=path, text=text))

        self.agent.work(prompt, worktree, absolute)


def test_where_the_worktree_lies_says_nothing(example: ModuleType, harness: Harness):
    (turns, tails) = example.SCENARIOS["rung 0: fixed at once, with a superfluous hunk"]
    found = harness.session(example.ISSUE).repair(NamesAreAbsolute(example.ScriptedAgent(turns, tails)))
    assert (found.rung, found.oracle) == (0, "flipped")
    assert found.patch.count("\n+") == 2
    assert "repro.py" not in found.patch


OPINION = """Another cause:
```json
{"problem": "p", "expectedBehavior": "totals are strings", "diffBudget": 9,
 "rootCauseHypotheses": [{"id": "H1", "statement": "label formats before rounding", "evidence": "read"}]}
```"""


def test_second_opinions_join_on_rung_2_only(example: ModuleType, harness: Harness):
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 2:
            raise ConnectionError
        return OPINION

    assert play(example, harness, 1, ask=ask).rung == 1
    assert not asked
    found = play(example, harness, 2, ask=ask)
    assert len(asked) == 2
    assert len({prompt.partition("Begin from")[2][:40] for prompt in asked}) == 2
    assert all("shop/cart.py" in prompt and "$ " in prompt for prompt in asked)
    assert Step("F10 diagnosis", "1 second opinion of 2 could be read") in found.log
    assert Step("F7 hypotheses", "H1 survived, H2 falsified, H3 open") in found.log


def test_events_come_from_many_threads(example: ModuleType, harness: Harness):
    session = harness.session(example.ISSUE, midway=50)

    def record(number: int) -> str:
        return session.record(Event("command", number, text="pytest", output="1 passed in 1s", exit_code=0))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(record, range(200)))
    assert len(session.events) == 200
    assert sum(bool(answer) for answer in answers) == 1


def test_a_session_runs_beside_an_event_loop(example: ModuleType, harness: Harness):
    async def both() -> list[Repair]:
        return await asyncio.gather(*(asyncio.to_thread(play, example, harness, rung) for rung in (0, 2)))

    assert [found.rung for found in asyncio.run(both())] == [0, 2]


WITHOUT = [("shrink", 0), ("spec_test", 0), *((name, 3) for name in ("consensus", "diagnosis", "fork", "hypotheses"))]


@pytest.mark.parametrize(("stage", "rung"), WITHOUT)
def test_a_repair_goes_through_without_any_one_stage(example: ModuleType, shop: Path, stage: str, rung: int):
    with Harness.open(shop, "scalpel", without=[f"stage.{stage}"]) as harness:
        found = play(example, harness, rung)
    assert found.log[0] == Step("profile", f"switched off: {stage}")
    assert found.log[-1].stage == "submit"


def test_events_come_as_fields_too(example: ModuleType, harness: Harness):
    session = harness.session(example.ISSUE)
    session.record({"kind": "command", "text": "pytest", "output": "1 failed in 1s", "exit_code": 1})
    assert session.events == [Event("command", 0, text="pytest", output="1 failed in 1s", exit_code=1)]
    assert session.oracle().state == "failing"
    with pytest.raises(CrossbearingError, match="this is none: 5"):
        session.record(5)  # type: ignore[arg-type]
