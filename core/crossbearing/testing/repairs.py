"""Tasks for stages: of an ordinary repair, of an empty one, and of hostile ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from crossbearing.model.claims import Runner
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.events import Event
from crossbearing.model.location import Location
from crossbearing.model.manifest import Manifest
from crossbearing.model.stages import (
    Candidate,
    ConsensusTask,
    Diagnosis,
    DiagnosisTask,
    ForkTask,
    Hypothesis,
    HypothesisTask,
    LadderSignals,
    OracleTask,
    PriorTask,
    RecallItem,
    RecallTask,
    RepoPrior,
    ShrinkTask,
)
from crossbearing.testing.hostile import HOSTILE_ISSUES
from crossbearing.testing.sample import SAMPLE_ISSUES

SAMPLE_PATCH = """\
diff --git a/shop/cart.py b/shop/cart.py
index 1111111..2222222 100644
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -17,3 +17,3 @@ class Cart:
     def total(self, currency: str = "EUR") -> float:
-        \"\"\"Add up the prices of all items.\"\"\"
+        \"\"\"Add up the rounded prices of all items.\"\"\"
         return sum(price_of(item, currency) for item in self.items)
diff --git a/shop/prices.py b/shop/prices.py
index 1111111..2222222 100644
--- a/shop/prices.py
+++ b/shop/prices.py
@@ -17,3 +17,3 @@ def price_of(item: str, currency: str) -> float:
 def convert(amount: float, currency: str) -> float:
     \"\"\"Convert an amount of euros.\"\"\"
-    return amount * RATES[currency]
+    return round(amount * RATES[currency], 2)
"""

DIAGNOSIS = """\
I know enough.

DIAGNOSIS_COMPLETE
```json
{"problem": "prices are not rounded", "expectedBehavior": "two digits", "blastRadius": ["shop/prices.py"],
 "rootCauseHypotheses": [{"id": "H1", "statement": "convert returns raw products", "evidence": "read"},
                         {"id": "H2", "statement": "sum adds binary fractions", "evidence": "guess"}], "diffBudget": 4}
```
"""

SAMPLE_EVENTS = (
    Event("message", 0, "user", SAMPLE_ISSUES[2]),
    Event("command", 1, text="python -m pytest -q tests/test_cart.py", output="1 failed in 0.01s", exit_code=1),
    Event("message", 2, "assistant", DIAGNOSIS),
    Event("command", 3, text="python probe.py", output="3.3000000000000003", exit_code=0),
    Event("message", 3, "assistant", "HYPOTHESIS: H1 SURVIVED — a long fraction\nHYPOTHESIS: H2 FALSIFIED: one item"),
    Event("edit", 4, path="shop/prices.py"),
    Event("command", 5, text="cd . && pytest tests/test_cart.py -x | tail -3", output="1 passed in 0.01s", exit_code=0),
    Event("submission", 6, text=SAMPLE_PATCH),
)

_HOSTILE = tuple(
    event
    for step, text in enumerate(HOSTILE_ISSUES)
    for event in (
        Event("message", step, "assistant", f"DIAGNOSIS_COMPLETE\n{text}\nHYPOTHESIS: {text}"),
        Event("command", step, text=text, output=text, exit_code=step % 2),
        Event("edit", step, path=text[:100]),
    )
)
STREAMS = (("a repair", SAMPLE_EVENTS), ("nothing", ()), ("hostile text", _HOSTILE))

_MANIFEST = Manifest(
    "shop", runners=(Runner(evidence=Location("Makefile", 1), name="test", command="pytest", source="target"),)
)


def sample_tasks(takes: Any) -> Iterator[tuple[str, Any]]:
    """Named tasks of the class ``takes``; raises :class:`CrossbearingError` where there are none."""
    make = _MAKERS.get(takes)
    if make is None and not hasattr(takes, "samples"):
        name = getattr(takes, "__name__", takes)
        raise CrossbearingError(
            f"{name} has no classmethod samples() that gives (name, task) pairs to try the stage on"
        )
    yield from make() if make else takes.samples()


def _oracle(texts: Sequence[str]) -> list[bool | None]:
    return [None if "\0" in text else "round(" in text for text in texts]


def _oracle_tasks() -> Iterator[tuple[str, OracleTask]]:
    for name, events in STREAMS:
        yield name, OracleTask(events)
        yield f"{name}, midway", OracleTask(events, is_midway=True)


def _ladder_tasks() -> Iterator[tuple[str, LadderSignals]]:
    for oracle in ("none", "failing", "flipped"):
        for green in (None, False, True):
            for rung in range(4):
                yield f"{oracle} {green} on {rung}", LadderSignals(oracle, green, 10 * rung, rung=rung)


def _shrink_tasks() -> Iterator[tuple[str, ShrinkTask]]:
    yield "two files", ShrinkTask(SAMPLE_PATCH, _oracle)
    yield "empty", ShrinkTask("", _oracle)
    yield "never passes", ShrinkTask(SAMPLE_PATCH, lambda texts: [False] * len(texts))
    yield "always passes", ShrinkTask(SAMPLE_PATCH, lambda texts: [True] * len(texts))
    yield "never applies", ShrinkTask(SAMPLE_PATCH, lambda texts: [None] * len(texts))
    yield "no diff", ShrinkTask("\0\x01 binary \ufffd paste \udcff", _oracle)


def _consensus_tasks() -> Iterator[tuple[str, ConsensusTask]]:
    one = Candidate("a", SAMPLE_PATCH, True, "flipped", True)
    two = Candidate("b", SAMPLE_PATCH.replace("-17,3", "-27,3"), True)
    three = Candidate("c", SAMPLE_PATCH.replace(", 2)", ", 3)"), True)
    four = Candidate("d", "no diff at all", False)
    for candidates in ((), (one,), (one, two, three), (one, three), (four,), (four, four)):
        yield f"{len(candidates)} candidates", ConsensusTask(candidates)
    yield "with files", ConsensusTask((one, three), lambda path: None)


def _fork_tasks() -> Iterator[tuple[str, ForkTask]]:
    for name, events in STREAMS:
        yield name, ForkTask(events, (Hypothesis("H1", "a"), Hypothesis("H2", "b", result="falsified")), "0" * 40)


def _hypothesis_tasks() -> Iterator[tuple[str, HypothesisTask]]:
    for name, events in STREAMS:
        yield name, HypothesisTask(events)
        yield f"{name}, one known", HypothesisTask(events, (Hypothesis("H1", "convert returns raw products"),))


def _diagnosis_tasks() -> Iterator[tuple[str, DiagnosisTask]]:
    other = Diagnosis("p", "no digits", (Hypothesis("H1", "rates are stale"),))
    for name, events in STREAMS:
        yield name, DiagnosisTask(events)
        yield f"{name}, another one", DiagnosisTask(events, (other,))


def _prior_tasks() -> Iterator[tuple[str, PriorTask]]:
    yield "nothing", PriorTask("a/b")
    yield "a manifest", PriorTask("a/b", manifest=_MANIFEST)
    lessons = ("RATES must be loaded first", "see #1234", *HOSTILE_ISSUES)
    yield "lessons", PriorTask("a/b", RepoPrior("a/b", "pytest"), lessons=lessons)
    yield "a model", PriorTask("a/b", ask=lambda prompt: '{"layout": ["src holds it"]}', trajectory=SAMPLE_EVENTS)
    yield "a bad model", PriorTask("a/b", ask=lambda prompt: "{[", trajectory=SAMPLE_EVENTS)


def _recall_tasks() -> Iterator[tuple[str, RecallTask]]:
    items = tuple(RecallItem(f"m{number}", text) for number, text in enumerate((*SAMPLE_ISSUES, *HOSTILE_ISSUES)))
    for number, issue in enumerate((*SAMPLE_ISSUES, *HOSTILE_ISSUES)):
        yield f"issue {number}", RecallTask(items, issue)
    yield "a model", RecallTask(items, SAMPLE_ISSUES[0], ask=lambda prompt: '[{"id": 1, "score": 0.9, "reason": "x"}]')


_MAKERS: dict[Any, Any] = {
    ConsensusTask: _consensus_tasks,
    DiagnosisTask: _diagnosis_tasks,
    ForkTask: _fork_tasks,
    HypothesisTask: _hypothesis_tasks,
    LadderSignals: _ladder_tasks,
    OracleTask: _oracle_tasks,
    PriorTask: _prior_tasks,
    RecallTask: _recall_tasks,
    ShrinkTask: _shrink_tasks,
}
