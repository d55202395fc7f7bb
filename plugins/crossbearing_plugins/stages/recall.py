"""F9: lets through only what applies of what is remembered.

What it is for: knowledge that is retrieved without a filter biases an agent towards wrong edits. First, for free, what
shares no word or symbol with the issue and its candidate places is dropped, and the eight best of the rest are kept.
Where more than two are left and a model is there, one call scores them, and those from 0.6 up stay.

Example: "tests run with ./runtests.py" is dropped from an issue about rounding prices.

Every item that comes through is tagged ``[recall — verify before trusting]``. Words are compared by their stems;
function words count for nothing. A model that does not answer in the form asked for is
as good as none, and the remark says so.
"""

import json
import re
from typing import Any

from attrs import evolve, field, frozen
from attrs.validators import and_, ge, le

from crossbearing.plugin import RecallReport, RecallTask, ScoredRecall, hookimpl, terms, words
from crossbearing_plugins.stages._texts import text

VERSION = 1
TAKES = RecallTask
TAG = "[recall — verify before trusting]"
_COMMON = frozenset(
    [
        "about",
        "after",
        "again",
        "also",
        "because",
        "been",
        "before",
        "being",
        "between",
        "cannot",
        "could",
        "does",
        "doing",
        "done",
        "each",
        "every",
        "from",
        "have",
        "here",
        "into",
        "just",
        "like",
        "made",
        "make",
        "more",
        "most",
        "must",
        "need",
        "never",
        "only",
        "other",
        "over",
        "same",
        "should",
        "some",
        "such",
        "than",
        "that",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "under",
        "until",
        "upon",
        "using",
        "very",
        "want",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "will",
        "with",
        "without",
        "would",
        "your",
        "the",
        "and",
        "for",
        "are",
        "not",
        "but",
        "you",
        "can",
        "was",
        "has",
        "had",
        "its",
        "use",
        "one",
        "two",
        "all",
        "any",
        "how",
        "why",
        "who",
        "may",
        "new",
        "old",
        "see",
        "get",
        "set",
        "run",
    ]
)


@frozen
class Options:
    """Options of ``stage.recall``."""

    cap: int = field(default=8, validator=ge(1))
    """How many items stay at most before a model is asked."""

    enough: int = field(default=2, validator=ge(0))
    """So many items or fewer are never shown to a model."""

    threshold: float = field(default=0.6, validator=and_(ge(0), le(1)))
    """The model's score from which on an item stays."""


@hookimpl
def run(state: RecallTask, options: Options) -> RecallReport:
    """Filter by words, then, where it is worth a call, by the model."""
    wanted = _stems(f"{state.issue}\n{state.localization}")
    scored: list[ScoredRecall] = []
    dropped: dict[str, str] = {}
    for item in state.items:
        shared = sorted(wanted & _stems(item.text))
        if shared:
            share = len(shared) / max(1, len(_stems(item.text)))
            scored.append(
                ScoredRecall(item.id, f"{TAG} {item.text}", round(share, 4), f"shares {', '.join(shared[:5])}")
            )
        else:
            dropped[item.id] = "shares no word with the issue or its candidate places"
    scored.sort(key=lambda each: (-each.score, each.id))
    dropped |= {each.id: f"{options.cap} others share more" for each in scored[options.cap :]}
    kept = scored[: options.cap]
    if state.ask is None or len(kept) <= options.enough:
        return RecallReport(tuple(kept), dropped)
    return _judged(state, kept, dropped, options)


def _stems(source: str) -> set[str]:
    kept = (word for word in words(source) if len(word) > 2 and word.lower() not in _COMMON and not word.isdigit())
    return {term for word in kept for term in terms(word) if len(term) > 2}


def _judged(state: RecallTask, kept: list[ScoredRecall], dropped: dict[str, str], options: Options) -> RecallReport:
    notes = "\n".join(f"{number}. {each.text.removeprefix(TAG).strip()}" for number, each in enumerate(kept, start=1))
    assert state.ask is not None
    try:
        verdicts = _verdicts(state.ask(text("recall_score", issue=state.issue, notes=notes)))
    except Exception as problem:  # a model that cannot be reached must not cost the answer
        return RecallReport(tuple(kept), dropped, 1, f"the model gave no scores: {type(problem).__name__}")
    if not verdicts:
        return RecallReport(tuple(kept), dropped, 1, "the model gave no scores in the form asked for")
    judged = []
    for number, each in enumerate(kept, start=1):
        score, reason = verdicts.get(number, (0.0, "the model did not score it"))
        if score >= options.threshold:
            judged.append(evolve(each, score=score, reason=f"{each.reason}; {reason}"))
        else:
            dropped[each.id] = f"applies with {score:g} only: {reason}"
    judged.sort(key=lambda each: (-each.score, each.id))
    return RecallReport(tuple(judged), dropped, 1)


def _verdicts(answer: str) -> dict[int, tuple[float, str]]:
    match = re.search(r"\[.*\]", answer, re.DOTALL)
    try:
        rows: Any = json.loads(match[0]) if match else []
    except ValueError:
        return {}
    verdicts = {}
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and isinstance(row.get("score"), int | float) and str(row.get("id", "")).isdigit():
            verdicts[int(row["id"])] = (min(1.0, max(0.0, float(row["score"]))), str(row.get("reason", ""))[:120])
    return verdicts
