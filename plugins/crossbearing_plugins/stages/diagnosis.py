"""F10: finds the diagnosis that an agent gives before it edits, and merges several.

What it is for: the diagnosis is the trunk's plan, the point at which the fork cuts, and the source of hypotheses. It is
a line ``DIAGNOSIS_COMPLETE`` and a fenced JSON block; the protocol text is ``texts/diagnosis_protocol``.

Example: of a transcript with the block, the five fields; of one without, the text with which to ask once more.

Read in this order: the fenced block after the last marker, any fenced block with the right keys, the first JSON object
after the marker. What is not quite JSON (trailing commas, comments, single quotes, Python's constants) is repaired, and
said so. Merging takes the union of hypotheses, one for each mechanism (statements that share most of their words);
where expected behaviours differ, the point is listed to be probed.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, frozen
from attrs.validators import and_, ge, le

from crossbearing.plugin import Diagnosis, DiagnosisReport, DiagnosisTask, Hypothesis, hookimpl, stem, words
from crossbearing_plugins.stages._texts import template, text

VERSION = 1
TAKES = DiagnosisTask
MARKER = "DIAGNOSIS_COMPLETE"
PROTOCOL = text("diagnosis_protocol")
"""What an agent is told to give."""
OPINION = template("diagnosis_opinion")
"""What a model is asked for a second opinion; ``$issue``, ``$places``, ``$evidence`` and ``$begin`` are filled in."""

_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_LONGEST = 100_000
_MOST_HYPOTHESES = 3
_KEYS = {
    "problem": ("problem", "issue", "summary"),
    "expected": ("expectedbehavior", "expectedbehaviour", "expected"),
    "hypotheses": ("rootcausehypotheses", "hypotheses", "rootcauses"),
    "radius": ("blastradius", "files"),
    "budget": ("diffbudget", "budget"),
}


@frozen
class Options:
    """Options of ``stage.diagnosis``."""

    likeness: float = field(default=0.6, validator=and_(ge(0), le(1)))
    """Share of common words from which on two hypotheses are one mechanism."""


@hookimpl
def run(state: DiagnosisTask, options: Options) -> DiagnosisReport:
    """Extract the last diagnosis and merge the others into it."""
    why = f"there is no {MARKER} line and no JSON block"
    report: DiagnosisReport | None = None
    for event in reversed(state.events):
        if event.kind != "message" or event.role != "assistant":
            continue
        marked = MARKER in event.text
        for candidate in _candidates(event.text):
            data, repairs = _object(candidate)
            found = _diagnosis(data) if isinstance(data, dict) else None
            if found is not None:
                report = DiagnosisReport(found, event.step, marked, repairs)
                break
            if marked:
                why = (
                    "the JSON block after the marker cannot be read"
                    if data is None
                    else "problem or hypotheses are missing"
                )
        if report:
            break
    everyone = [*([report.diagnosis] if report and report.diagnosis else []), *state.others]
    if not everyone:
        return DiagnosisReport(None, reprompt=text("diagnosis_missing", why=why))
    merged, open_questions = merge(everyone, options.likeness)
    return evolve(report or DiagnosisReport(None), diagnosis=merged, open_questions=open_questions)


def merge(diagnoses: list[Diagnosis], likeness: float) -> tuple[Diagnosis, tuple[str, ...]]:
    """The first diagnosis with the hypotheses and files of all, and the points on which they disagree."""
    first = diagnoses[0]
    hypotheses: list[Hypothesis] = []
    for diagnosis in diagnoses:
        for hypothesis in diagnosis.hypotheses:
            if not any(alike(hypothesis.statement, other.statement) >= likeness for other in hypotheses):
                hypotheses.append(hypothesis)
    renamed = tuple(evolve(each, id=f"H{number}") for number, each in enumerate(hypotheses, start=1))
    kept = tuple(hypotheses) if len({each.id.upper() for each in hypotheses}) == len(hypotheses) else renamed
    radius = dict.fromkeys(path for diagnosis in diagnoses for path in diagnosis.blast_radius)
    budgets = [diagnosis.diff_budget for diagnosis in diagnoses if diagnosis.diff_budget]
    expected = [diagnosis.expected_behavior for diagnosis in diagnoses if diagnosis.expected_behavior]
    differing = [other for other in expected[1:] if alike(expected[0], other) < likeness]
    questions = tuple(f"expected is either {expected[0]!r} or {other!r}" for other in dict.fromkeys(differing))
    merged = evolve(first, hypotheses=kept, blast_radius=tuple(radius), diff_budget=max(budgets, default=0))
    return merged, questions


def alike(one: str, other: str) -> float:
    """The share of words that two statements have in common, by their stems, function words aside."""
    ours, theirs = _stems(one), _stems(other)
    union = ours | theirs
    return len(ours & theirs) / len(union) if union else float(one.strip() == other.strip())


def _stems(statement: str) -> set[str]:
    return {stem(word) for word in words(statement.lower()) if len(word) > 2 or not word.isascii()}


def _candidates(message: str) -> Iterator[str]:
    message = message[-_LONGEST:]
    _, marker, after = message.rpartition(MARKER)
    if marker:
        yield from _FENCE.findall(after)
        if "{" in after:
            yield _balanced(after[after.index("{") :])
    yield from (block for block in reversed(_FENCE.findall(message)) if "ypotheses" in block)


def _balanced(source: str) -> str:
    """The text up to the brace that closes the first one."""
    depth, quoted, previous = 0, False, ""
    for position, character in enumerate(source):
        if character == '"' and previous != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (character == "{") - (character == "}")
            if depth == 0:
                return source[: position + 1]
        previous = character if previous != "\\" else ""
    return source


def _object(source: str) -> tuple[Any, tuple[str, ...]]:
    """The value that a text means, and what was repaired to read it; None where it cannot be read."""
    source = source.strip()
    try:
        return json.loads(source), ()
    except (ValueError, RecursionError):
        pass
    repaired = re.sub(r"(^|[,\[{])[ \t]*(?://|#)[^\n\"]*$", r"\1", source, flags=re.MULTILINE)
    repaired = re.sub(r",(\s*[}\]])", r"\1", repaired)
    try:
        return json.loads(repaired, strict=False), ("comments, trailing commas or line breaks in strings",)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(repaired), ("Python's notation",)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None, ()


def _diagnosis(data: dict[Any, Any]) -> Diagnosis | None:
    plain = {re.sub(r"[^a-z]", "", str(key).lower()): value for key, value in data.items()}
    value = {name: next((plain[key] for key in keys if key in plain), None) for name, keys in _KEYS.items()}
    entries = value["hypotheses"] if isinstance(value["hypotheses"], list) else []
    hypotheses = [found for number, entry in enumerate(entries, 1) if (found := _hypothesis(number, entry))]
    if not isinstance(value["problem"], str) or not value["problem"].strip() or not hypotheses:
        return None
    radius = value["radius"] if isinstance(value["radius"], list) else []
    budget = value["budget"]
    return Diagnosis(
        value["problem"],
        str(value["expected"] or ""),
        tuple(hypotheses[:_MOST_HYPOTHESES]),
        tuple(str(path) for path in radius),
        budget if isinstance(budget, int) and not isinstance(budget, bool) and budget > 0 else 0,
    )


def _hypothesis(number: int, entry: Any) -> Hypothesis | None:
    if isinstance(entry, str):
        return Hypothesis(f"H{number}", entry) if entry.strip() else None
    if not isinstance(entry, dict):
        return None
    statement = str(entry.get("statement") or entry.get("hypothesis") or entry.get("cause") or "").strip()
    evidence = str(entry.get("evidence") or "")
    return Hypothesis(str(entry.get("id") or f"H{number}"), statement, evidence) if statement else None
