"""Telling the assertions of a failing test that held from what leads to the one that did not.

A test's earlier assertions passed: what they alone executed is as little suspicious as what a passing test executed
(test case purification, Xuan & Monperrus 2014, by recording instead of slicing). Statements that are no assertions set
something up that the failing one may depend on; they stay with it.
"""

import ast
from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from crossbearing.dynamic.events import Lines, Record
from crossbearing.model.spectrum import SpectrumTest

_RAISES = ("raises", "warns", "assert", "deprecated_call", "expect", "check")


@frozen
class Span:
    """The lines of one assertion."""

    start: int
    end: int


def divide(record: Record, source: str) -> list[tuple[SpectrumTest, Lines]]:
    """The whole test and, where it failed after an assertion that held, its parts; ``source`` is its file's text."""
    spans = assertion_spans(source) if record.test.is_failing and record.steps else []
    runs = _runs(record.steps, spans)
    if not any(span for span, _ in runs[:-1]):
        return [(record.test, record.lines)]
    test = record.test
    rest = _joined(lines for number, (span, lines) in enumerate(runs) if span is None or number == len(runs) - 1)
    held: dict[Span, Lines] = {}
    for span, lines in runs[:-1]:
        if span is not None:
            held[span] = _joined([held.get(span, {}), lines])
    parts = [
        (
            evolve(
                test, name=f"{test.name} [line {span.start} held]", outcome="passed", message="", frames=(), part="held"
            ),
            lines,
        )
        for span, lines in held.items()
    ]
    return [
        (evolve(test, is_divided=True), record.lines),
        (evolve(test, name=f"{test.name} [without what held]", frames=(), part="rest"), rest),
        *parts,
    ]


def _runs(steps: Iterable[tuple[int, Lines]], spans: list[Span]) -> list[tuple[Span | None, Lines]]:
    """The steps with the assertion that each belongs to; steps in a row of one assertion are one."""
    found: list[tuple[Span | None, Lines]] = []
    for line, lines in steps:
        span = next((span for span in spans if span.start <= line <= span.end), None)
        if found and span is not None and found[-1][0] == span:
            found[-1] = (span, _joined([found[-1][1], lines]))
        else:
            found.append((span, lines))
    return found


def _joined(records: Iterable[Lines]) -> Lines:
    total: dict[str, set[int]] = {}
    for lines in records:
        for path, numbers in lines.items():
            total.setdefault(path, set()).update(numbers)
    return {path: sorted(numbers) for path, numbers in sorted(total.items())}


def assertion_spans(source: str) -> list[Span]:
    """The assertions of a Python file: ``assert``, ``self.assertX(…)``, ``raises(…)`` as a call or a block."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _is_assertion(node)]
    spans = {Span(node.lineno, node.end_lineno or node.lineno) for node in statements}
    return sorted(spans, key=lambda span: (span.start, -span.end))


def _is_assertion(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Expr):
        return _asserts(node.value)
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(_asserts(item.context_expr) for item in node.items)
    return False


def _asserts(node: ast.expr) -> bool:
    called = node.value if isinstance(node, ast.Await) else node
    if not isinstance(called, ast.Call):
        return False
    return any(name.lower().startswith(_RAISES) for name in _names(called.func))


def _names(function: ast.expr) -> Iterator[str]:
    if isinstance(function, ast.Attribute):
        yield function.attr
    elif isinstance(function, ast.Name):
        yield function.id
