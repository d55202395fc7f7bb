import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.measure.metrics import (
    FARTHEST,
    METRICS,
    Span,
    accuracy,
    average_precision,
    context_efficiency,
    distance,
    file_figures,
    function_figures,
    hit,
    lines_to_read,
    misses,
    ndcg,
    question_accuracy,
    recall,
    reciprocal_rank,
)
from plain_graphs import plain_graph

ITEMS = st.lists(st.integers(0, 12), unique=True, max_size=10)
GOLD = st.lists(st.integers(0, 12), unique=True, min_size=1, max_size=4)


def test_accuracy_wants_all_gold_within_the_cut():
    ranked = ["a", "b", "c"]
    assert accuracy(ranked, ["a"], 1) == 1
    assert accuracy(ranked, ["a", "b"], 1) == 0
    assert accuracy(ranked, ["b", "a"], 2) == 1
    assert accuracy(ranked, ["a", "z"], 3) == 0
    assert accuracy([], ["a"], 5) == 0


def test_recall_is_the_share_of_gold_within_the_cut():
    assert recall(["a", "x", "b"], ["a", "b"], 1) == 0.5
    assert recall(["a", "x", "b"], ["a", "b"], 3) == 1
    assert recall(["x"], ["a", "b"], 3) == 0


def test_reciprocal_rank_is_that_of_the_first_gold_item():
    assert reciprocal_rank(["x", "b", "a"], ["a", "b"]) == 0.5
    assert reciprocal_rank(["x"], ["a"]) == 0


@given(ITEMS, GOLD)
def test_figures_grow_with_the_cut_and_agree_with_each_other(ranked: list[int], gold: list[int]):
    for k in range(1, 11):
        assert accuracy(ranked, gold, k) <= accuracy(ranked, gold, k + 1)
        assert recall(ranked, gold, k) <= recall(ranked, gold, k + 1)
        assert accuracy(ranked, gold, k) == math.floor(recall(ranked, gold, k))
        assert (reciprocal_rank(ranked, gold) >= 1 / k) == (recall(ranked, gold, k) > 0)


def test_a_file_that_is_ranked_twice_counts_at_its_first_place():
    assert file_figures(["x", "x", "a"], ["a"])["file_mrr"] == 0.5


def test_context_efficiency_spends_the_budget_in_order_and_no_line_twice():
    gold = [Span("a.py", 11, 20)]
    assert context_efficiency([Span("a.py", 11, 20)], gold) == 0.1
    assert context_efficiency([Span("b.py", 1, 95), Span("a.py", 11, 20)], gold) == 0.05
    assert context_efficiency([Span("b.py", 1, 100), Span("a.py", 11, 20)], gold) == 0
    # A method inside a class already read costs nothing more.
    assert context_efficiency([Span("a.py", 1, 30), Span("a.py", 11, 20), Span("a.py", 11, 20)], gold) == 0.1
    assert context_efficiency([Span("a.py", 1, 1000)], [Span("a.py", 1, 1000)]) == 1


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 150), st.integers(0, 60)), max_size=6))
def test_context_efficiency_equals_a_line_by_line_count(spans: list[tuple[str, int, int]]):
    ranked = [Span(file, line, line + more) for file, line, more in spans]
    gold = ranked[1:3]
    lines = list(dict.fromkeys((s.file, n) for s in ranked for n in range(s.line, s.end_line + 1)))[:100]
    inside = [1 for file, n in lines if any(g.file == file and g.line <= n <= g.end_line for g in gold)]
    assert context_efficiency(ranked, gold) == pytest.approx(len(inside) / 100)


def test_distance_counts_edges_in_any_direction_but_not_inheritance():
    graph = plain_graph(6, {"invoke": [(1, 2)], "contain": [(3, 2)], "import": [(3, 4)], "inherit": [(1, 5)]})
    assert distance(1, [1], graph) == 0
    assert distance(1, [2], graph) == 1
    assert distance(4, [1], graph) == 3
    assert distance(4, [1, 3], graph) == 1
    assert distance(1, [5], graph) == FARTHEST
    assert distance(None, [1], graph) == FARTHEST


def test_distance_does_not_tell_apart_what_is_very_far():
    chain = [(i, i + 1) for i in range(19)]
    assert distance(0, [9], plain_graph(20, {"invoke": chain})) == 9
    assert distance(0, [15], plain_graph(20, {"invoke": chain})) == FARTHEST


def test_functions_are_told_apart_by_their_first_line():
    figures = function_figures([Span("a.py", 5, 9), Span("a.py", 12, 20)], [Span("a.py", 12, 20)])
    assert figures["function_acc@1"] == 0
    assert figures["function_acc@3"] == 1
    assert figures["context_efficiency"] == 0.09


def test_a_failure_scores_the_worst_of_everything():
    figures = misses()
    assert tuple(figures) == METRICS
    assert figures.pop("distance") == FARTHEST
    assert set(figures.values()) == {0.0}
    assert all(name.startswith("file_") for name in misses(functions=False))


RELEVANCE = st.lists(st.booleans(), min_size=2, max_size=15).filter(any)


@settings(deadline=None)
@given(RELEVANCE)
def test_average_precision_and_ndcg_agree_with_scikit_learn(relevance: list[bool]):
    from sklearn import metrics

    ranked = list(range(len(relevance)))
    gold = [item for item, is_gold in enumerate(relevance) if is_gold]
    scores = [-rank for rank in ranked]
    assert average_precision(ranked, gold) == pytest.approx(metrics.average_precision_score(relevance, scores))
    for k in (1, 5, 10):
        assert ndcg(ranked, gold, k) == pytest.approx(metrics.ndcg_score([relevance], [scores], k=k))
    if sum(relevance) == 1:
        single = metrics.label_ranking_average_precision_score([relevance], [scores])
        assert reciprocal_rank(ranked, gold) == pytest.approx(single)


@given(ITEMS, GOLD)
def test_gold_that_is_not_ranked_lowers_precision_and_gain(ranked: list[int], gold: list[int]):
    found = [item for item in gold if item in ranked]
    if found:
        share = len(found) / len(gold)
        assert average_precision(ranked, gold) == pytest.approx(average_precision(ranked, found) * share)
    else:
        assert average_precision(ranked, gold) == ndcg(ranked, gold) == hit(ranked, gold, 10) == 0
    assert hit(ranked, gold, 10) == float(recall(ranked, gold, 10) > 0)
    assert accuracy(ranked, gold, 10) <= hit(ranked, gold, 10)


def test_a_perfect_ranking_has_all_there_is():
    assert average_precision([1, 2, 9], [2, 1]) == ndcg([1, 2, 9], [2, 1]) == 1
    assert ndcg([9, 1], [1], 10) == pytest.approx(1 / math.log2(3))
    assert ndcg(range(20), [15], 10) == 0


def test_a_question_is_right_only_as_a_whole():
    assert question_accuracy([{1, 2}, [3, 3], ()], [{2, 1}, {3}, ()]) == 1
    assert question_accuracy([{1}, {3}], [{2, 1}, {3}]) == 0.5


def test_lines_to_read_counts_until_the_last_line_of_the_function():
    gold = [Span("a.py", 11, 20), Span("b.py", 1, 3)]
    assert lines_to_read([Span("c.py", 1, 5), Span("a.py", 11, 20)], gold) == [15, None]
    # Read as a part of its class already.
    assert lines_to_read([Span("a.py", 1, 30), Span("a.py", 11, 20), Span("b.py", 1, 3)], gold) == [20, 33]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 60), st.integers(0, 30)), min_size=1, max_size=5))
def test_what_can_be_read_within_a_budget_is_what_needs_no_more(spans: list[tuple[str, int, int]]):
    ranked = [Span(file, line, line + more) for file, line, more in spans]
    gold = [ranked[-1]]
    (needed,) = lines_to_read(ranked, gold)
    size = gold[0].end_line - gold[0].line + 1
    assert needed is not None
    assert context_efficiency(ranked, gold, needed) == pytest.approx(size / needed)
    assert needed == 1 or context_efficiency(ranked, gold, needed - 1) * (needed - 1) < size - 0.5
