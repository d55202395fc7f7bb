"""The decision rules of the specifications, clause by clause (reconnaissance §9, localization §7.5).

A rule looks at means over the same instances, candidate against current. Localization::

    at least one of file_recall@1/3/5, function_recall@1/3/5, MRR, distance strictly better
    AND none of them worse
    AND resolve_candidate >= resolve_current
    AND cost_candidate <= 1.5 x cost_current
    AND tokens_candidate <= 1.5 x tokens_current

Reconnaissance::

    recall@5_candidate > recall@5_current
    AND ContextEfficiency_candidate >= ContextEfficiency_current
    AND question_accuracy_candidate >= question_accuracy_current
    AND the same three of resolve, cost and tokens

What was not measured fails no clause and fulfils none: nothing is adopted on it, unless the plan's scope says that this
part is not looked at. A clause that was measured counts in any scope.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import frozen

Kind = Literal["localization", "reconnaissance"]
Scope = Literal["full", "localization", "files"]
Status = Literal["holds", "fails", "not measured"]

FILE_METRICS = ("file_recall@1", "file_recall@3", "file_recall@5")
FUNCTION_METRICS = ("function_recall@1", "function_recall@3", "function_recall@5", "function_mrr", "distance")
LOCALIZATION_METRICS = (*FILE_METRICS, *FUNCTION_METRICS)
RECONNAISSANCE_METRICS = ("function_recall@5", "context_efficiency", "question_accuracy")
GUARDS = ("resolve", "cost", "tokens")
LOWER_IS_BETTER = frozenset({"distance", "cost", "tokens"})
MOST_COST = 1.5

_SAME = 1e-9
_GUARDED = {"resolve": "resolve does not regress", "cost": "cost ≤ 1.5 ×", "tokens": "tokens ≤ 1.5 ×"}

Figures = Mapping[str, float | None]
"""A side's means by metric; None or absent: not measured."""


@frozen
class Clause:
    """One condition of a rule: the metrics it is about, both sides' figures, and whether it holds.

    ``is_waived`` says that the plan's scope leaves it out, as it was not measured.
    """

    text: str
    metrics: tuple[str, ...]
    candidate: tuple[float | None, ...]
    current: tuple[float | None, ...]
    status: Status
    is_waived: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the clause stands in nobody's way."""
        return self.status == "holds" or self.is_waived


@frozen
class Decision:
    """The outcome of a rule: ``adopted`` only where every clause is met; ``tradeoffs`` say what is won and lost."""

    kind: Kind
    scope: Scope
    clauses: tuple[Clause, ...]
    won: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def adopted(self) -> bool:
        """Whether the candidate replaces the current way."""
        return all(clause.is_met for clause in self.clauses)

    @property
    def failed(self) -> tuple[Clause, ...]:
        """Clauses that were measured and do not hold."""
        return tuple(clause for clause in self.clauses if clause.status == "fails")

    @property
    def unmeasured(self) -> tuple[Clause, ...]:
        """Clauses that could not be looked at and are not waived."""
        return tuple(clause for clause in self.clauses if clause.status == "not measured" and not clause.is_waived)

    def sentence(self) -> str:
        """The verdict in words, with every clause that decided it."""
        if self.adopted:
            waived = [clause.text for clause in self.clauses if clause.is_waived]
            return f"ADOPT (not measured, and not asked for: {'; '.join(waived)})" if waived else "ADOPT"
        reasons = [f"fails: {clause.text}" for clause in self.failed]
        reasons += [f"not measured: {clause.text}" for clause in self.unmeasured]
        if not self.failed:
            reasons.append('nothing is adopted on what was not measured; scope = "localization" leaves the agent out')
        return f"REJECT ({'; '.join(reasons)})"


def decide(kind: Kind, candidate: Figures, current: Figures, scope: Scope = "full") -> Decision:
    """Apply the rule of ``kind``."""
    metrics = LOCALIZATION_METRICS if kind == "localization" else RECONNAISSANCE_METRICS
    clauses = _localization(candidate, current, scope) if kind == "localization" else _recon(candidate, current)
    guards = (_guard(name, candidate, current, scope) for name in GUARDS)
    compared = [name for name in (*metrics, *GUARDS) if _known(name, candidate, current)]
    won = tuple(name for name in compared if is_better(name, candidate[name], current[name]))
    lost = tuple(name for name in compared if is_better(name, current[name], candidate[name]))
    return Decision(kind, scope, (*clauses, *guards), won, lost)


def is_better(metric: str, one: float | None, other: float | None) -> bool:
    """Whether ``one`` is strictly better than ``other``; what only differs by rounding is not."""
    if one is None or other is None:
        return False
    return one < other - _SAME if metric in LOWER_IS_BETTER else one > other + _SAME


def _localization(candidate: Figures, current: Figures, scope: Scope) -> Iterator[Clause]:
    asked = FILE_METRICS if scope == "files" else LOCALIZATION_METRICS
    known = [name for name in LOCALIZATION_METRICS if _known(name, candidate, current)]
    improved = any(is_better(name, candidate[name], current[name]) for name in known)
    complete = set(asked) <= set(known)
    status: Status = "holds" if improved else "fails" if complete else "not measured"
    yield _clause("at least one localization metric improves strictly", asked, candidate, current, status)
    for name in LOCALIZATION_METRICS:
        waived = name not in asked
        yield _no_regression(name, candidate, current, waived=waived)


def _recon(candidate: Figures, current: Figures) -> Iterator[Clause]:
    name = "function_recall@5"
    status: Status = "not measured"
    if _known(name, candidate, current):
        status = "holds" if is_better(name, candidate[name], current[name]) else "fails"
    yield _clause("recall@5 improves strictly", (name,), candidate, current, status)
    for other in ("context_efficiency", "question_accuracy"):
        yield _no_regression(other, candidate, current)


def _no_regression(name: str, candidate: Figures, current: Figures, *, waived: bool = False) -> Clause:
    status: Status = "not measured"
    if _known(name, candidate, current):
        status = "fails" if is_better(name, current[name], candidate[name]) else "holds"
    return _clause(f"{name} does not regress", (name,), candidate, current, status, waived=waived)


def _guard(name: str, candidate: Figures, current: Figures, scope: Scope) -> Clause:
    status: Status = "not measured"
    ours, theirs = candidate.get(name), current.get(name)
    if ours is not None and theirs is not None:
        most = MOST_COST * theirs
        holds = not is_better(name, theirs, ours) if name == "resolve" else ours <= most + _SAME * max(1.0, most)
        status = "holds" if holds else "fails"
    return _clause(_GUARDED[name], (name,), candidate, current, status, waived=scope != "full")


def _clause(
    text: str, metrics: Iterable[str], candidate: Figures, current: Figures, status: Status, *, waived: bool = False
) -> Clause:
    names = tuple(metrics)
    ours, theirs = (tuple(figures.get(name) for name in names) for figures in (candidate, current))
    return Clause(text, names, ours, theirs, status, waived and status == "not measured")


def _known(name: str, candidate: Figures, current: Figures) -> bool:
    return candidate.get(name) is not None and current.get(name) is not None
