"""The lines of a ranked entity that the evidence points at (localization specification §3.7)."""

from collections.abc import Iterable, Iterator, Mapping
from math import log

from attrs import define, field

from crossbearing.model.file import FileTree
from crossbearing.model.graph import CodeGraph
from crossbearing.model.index import TextIndex
from crossbearing.model.issue import IssueBundle
from crossbearing.model.report import RankedStatement
from crossbearing.model.text import printable, terms, words

_IDENTIFIER_WEIGHT = 3.0
_LONGEST_TEXT = 200
_SHOWN = 3
# Words that are found in more than a quarter of all places (and in more than a few) point at no line.
_COMMON = 4
_FEW = 20
_COMMENT_MARKS = ("#", "//", "/*", "* ", "*/", '"""', "'''")


@define
class StatementRanker:
    """Ranks the lines of entities; reads each file once.

    A line that a channel points at scores ``0.5 + w / 2`` with ``w`` the fused weight of the channels' line evidence;
    any other line ``c / 2`` with ``c`` its BM25 line contribution ``Σ_t w_t · idf(t)`` over the issue's terms in it,
    divided by the entity's best. Blank lines, comments and documentation are left out.
    """

    graph: CodeGraph
    tree: FileTree
    index: TextIndex
    bundle: IssueBundle
    _terms: dict[str, float] = field(init=False)
    _files: dict[str, list[str]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._terms = _term_weights(self.bundle, self.index)

    def rank(self, entity: int, evidence: Mapping[int, tuple[float, str]], limit: int) -> tuple[RankedStatement, ...]:
        """The ``limit`` best lines of ``entity``; ``evidence`` holds weight and reason of lines that channels name."""
        lines = dict(self._code_lines(entity))
        found = [
            RankedStatement(line, round(0.5 + weight / 2, 6), _shown(lines[line]), reason)
            for line, (weight, reason) in evidence.items()
            if line in lines
        ]
        found += self._by_terms({line: text for line, text in lines.items() if line not in evidence})
        found.sort(key=lambda statement: (-statement.score, statement.line))
        return tuple(found[:limit])

    def _by_terms(self, lines: Mapping[int, str]) -> Iterator[RankedStatement]:
        shared = {line: self._shared(text) for line, text in lines.items()}
        sums = {line: sum(weight for weight, _ in hits) for line, hits in shared.items() if hits}
        best = max(sums.values(), default=0.0)
        for line, total in sums.items():
            top = dict.fromkeys(word for _, word in sorted(shared[line], key=lambda hit: (-hit[0], hit[1])))
            reason = ", ".join(f"`{word}`" for word in list(top)[:_SHOWN])
            yield RankedStatement(line, round(total / best / 2, 6), _shown(lines[line]), f"shares {reason}")

    def _shared(self, text: str) -> list[tuple[float, str]]:
        found = {term: word for word in words(text) for term in terms(word) if term in self._terms}
        return [(self._terms[term], word) for term, word in found.items()]

    def _code_lines(self, entity: int) -> Iterator[tuple[int, str]]:
        """The entity's own lines (those of nested definitions belong to them) that hold code."""
        lines = self._lines(self.graph.file(entity))
        inner = self._nested_lines(entity)
        documentation = {line.strip() for line in self.graph.docstrings[entity].splitlines()}
        last = min(int(self.graph.end_lines[entity]), len(lines))
        for number in range(max(1, int(self.graph.start_lines[entity])), last + 1):
            text = lines[number - 1].strip()
            if text and number not in inner and text not in documentation and not text.startswith(_COMMENT_MARKS):
                yield number, text

    def _nested_lines(self, entity: int) -> set[int]:
        children = (child for child in self.graph.children(entity).tolist() if self.graph.kinds[child] != "variable")
        spans = ((int(self.graph.start_lines[child]), int(self.graph.end_lines[child])) for child in children)
        return {line for start, end in spans for line in range(start, end + 1)}

    def _lines(self, path: str) -> list[str]:
        if path not in self._files:
            file = self.tree.read(path)
            self._files[path] = file.lines if file else []
        return self._files[path]


def _shown(text: str) -> str:
    return printable(text.strip())[:_LONGEST_TEXT]


def _term_weights(bundle: IssueBundle, index: TextIndex) -> dict[str, float]:
    weights = dict.fromkeys(_terms((*bundle.unresolved, *bundle.error_strings, *bundle.file_paths)), 1.0)
    weights |= dict.fromkeys(_terms(bundle.identifiers), _IDENTIFIER_WEIGHT)
    total = len(index.lengths)
    weighed = {}
    for term, weight in weights.items():
        span = index.postings(term)
        count = span.stop - span.start
        if 0 < count <= max(_FEW, total / _COMMON):
            weighed[term] = weight * log(1 + total / count)
    return weighed


def _terms(signals: Iterable[str]) -> Iterator[str]:
    return (term for signal in signals for term in terms(signal))
