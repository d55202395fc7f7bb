"""Merging the words of files into one index."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.facts import Definition, FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.index import FIELDS
from crossbearing.recon.index import build_index
from crossbearing.recon.link import link
from crossbearing.recon.textfacts import text_facts


def indexed(files, skip=()):
    """Index files given as path -> source; each has one function on its first line."""
    facts, text = {}, {}
    for path, source in files.items():
        facts[path] = FileFacts("x", [Definition("first", "first", "function", 1, 0, 1, 1)])
        text[path] = text_facts(SourceFile(path, source.encode()), facts[path])
    graph = link(facts, {}, {}).graph
    return graph, build_index(graph, {path: text[path] for path in text if path not in skip})


def postings(index, term):
    span = index.postings(term)
    fields = [FIELDS[number] for number in index.fields[span]]
    return list(zip(index.documents[span].tolist(), fields, index.counts[span].tolist(), strict=True))


def test_documents_are_entities():
    graph, index = indexed({"b.x": "zebra\ngiraffe zebra", "a.x": "giraffe"})
    assert graph.qualnames == ["a", "a.first", "b", "b.first"]
    assert postings(index, "zebra") == [(2, "body", 2), (3, "body", 1)]
    assert postings(index, "giraff") == [(0, "body", 1), (1, "body", 1), (2, "body", 1)]
    assert postings(index, "first") == [(1, "name", 1), (3, "name", 1)]
    assert postings(index, "elephant") == []
    assert index.lengths[2].tolist() == [1, 0, 0, 3, 1]


def test_a_file_without_words_has_empty_documents():
    _, index = indexed({"a.x": "zebra", "b.x": "zebra"}, skip={"a.x"})
    assert postings(index, "zebra") == [(2, "body", 1), (3, "body", 1)]
    assert index.lengths[:2].sum() == 0


def test_nothing_to_index():
    graph, index = indexed({})
    assert len(index.vocabulary) == len(index.documents) == 0
    assert index.offsets.tolist() == [0]
    assert len(index.bm25({"zebra": 1.0}, {"body": 1.0})) == len(graph) == 0


WORDS = st.lists(st.sampled_from(["zebra", "two_words", "CamelCase", "x1", "ünïcode", "first"]), max_size=12)


@given(st.dictionaries(st.sampled_from(["a.x", "b/c.x", "d.x"]), WORDS.map(" ".join)))
def test_postings_are_sorted_complete_and_independent_of_order(files):
    graph, index = indexed(files)
    _, again = indexed(dict(reversed(files.items())))
    for name in ("offsets", "documents", "fields", "counts", "lengths"):
        assert np.array_equal(getattr(index, name), getattr(again, name))
    assert list(index.vocabulary) == list(again.vocabulary) == sorted(set(index.vocabulary))
    assert index.offsets[-1] == len(index.documents) == len(index.fields) == len(index.counts)
    for number in range(len(index.vocabulary)):
        span = slice(index.offsets[number], index.offsets[number + 1])
        rows = list(zip(index.documents[span].tolist(), index.fields[span].tolist(), strict=True))
        assert rows == sorted(set(rows))
    totals = np.bincount(index.documents, index.counts, minlength=len(graph))
    assert totals.tolist() == index.lengths.sum(axis=1).tolist()


def test_more_than_65536_terms_stay_in_order():
    many = " ".join(f"w{number}q" for number in range(70_000))
    _, index = indexed({"a.x": many, "b.x": "w69999q w3q"})
    assert postings(index, "w69999q") == [(0, "body", 1), (1, "body", 1), (2, "body", 1), (3, "body", 1)]
    assert (np.diff(index.offsets) > 0).all()
