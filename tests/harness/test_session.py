"""The example's repairs, rung by rung, and a session with stages switched off."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from crossbearing import Harness
from crossbearing.harness.driver import Repair
from crossbearing.model.events import Event
from crossbearing.model.stages import RecallItem
from crossbearing.repair.priors import PriorStore

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
