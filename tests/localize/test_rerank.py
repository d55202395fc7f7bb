"""When a re-ranker is asked, and what comes of its answers."""

from types import SimpleNamespace

import numpy as np
import pytest

from crossbearing import Harness
from crossbearing.localize.rank import Order
from crossbearing.localize.rerank import rerank, spliced
from crossbearing.model.errors import PluginError
from crossbearing.model.profile import RerankChoice
from crossbearing.model.shortlist import Reranked

FILES = ["a.py", "b.py", "c.py"]


class Graph:
    qualnames = ("a.one", "a.two", "b.three", "c.four", "a.one")
    lines = end_lines = np.array([1, 2, 3, 4, 5])
    owners = (0, 0, 1, 2, 0)

    def file(self, entity):
        return FILES[self.owners[entity]]


ORDER = Order([0, 1, 2, 3, 4], [("a.py", 0.9), ("b.py", 0.5), ("c.py", 0.1)], {})


def asked(answer, size=40):
    seen = []

    def ask(name, issue, shortlist):
        seen.append((name, issue, list(shortlist)))
        if isinstance(answer, Exception):
            raise answer
        return answer

    host = SimpleNamespace(profile=SimpleNamespace(rerank=RerankChoice("x", size)), rerank=ask)
    order, notes = rerank(ORDER, "the issue", {0: "hint"}, Graph(), host)
    assert len(seen) == 1
    return order, notes, seen[0]


def test_the_answer_comes_first_and_the_rest_keeps_its_order():
    order, notes, (name, issue, shortlist) = asked([Reranked("c.four", "why"), Reranked("b.three")])
    assert (name, issue) == ("x", "the issue")
    assert [item.id for item in shortlist] == ["a.one", "a.two", "b.three", "c.four", "a.one:5"]
    assert shortlist[0].hint == "hint"
    assert order.entities == [3, 2, 0, 1, 4]
    assert [path for path, _ in order.files] == ["c.py", "b.py", "a.py"]
    assert notes == {"rerank": "done", "plugin": "reranker.x", "places": 5, "reasons": {"c.four": "why"}}


def test_only_the_shortlist_is_put_in_another_order():
    order, _, (_, _, shortlist) = asked([Reranked("a.two"), Reranked("c.four")], size=2)
    assert [item.id for item in shortlist] == ["a.one", "a.two"]
    assert order.entities == [1, 0, 2, 3, 4]
    assert order.files == ORDER.files


@pytest.mark.parametrize("answer", [[], [Reranked("nobody")], PluginError("reranker.x", "is late")])
def test_nothing_usable_changes_nothing_and_says_so(answer):
    order, notes, _ = asked(answer)
    assert order is ORDER
    assert {key: notes[key] for key in ("rerank", "fallback")} == {
        "rerank": "failed",
        "fallback": "deterministic_order",
    }
    assert notes["reason"]


def test_ids_given_twice_and_unknown_ones_are_passed_over():
    order, _, _ = asked([Reranked("b.three"), Reranked("nobody"), Reranked("b.three"), Reranked("a.one:5")])
    assert order.entities == [2, 4, 0, 1, 3]


def test_splicing_nothing_is_the_same_order():
    assert spliced(ORDER, [], Graph()).entities == ORDER.entities


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "one.py").write_text("def alpha():\n    return beta\n")
    (folder / "two.py").write_text("def beta():\n    raise ValueError('alpha is broken here')\n")
    return folder


def located(repository, tmp_path, threshold):
    profile = tmp_path / "mine.toml"
    profile.write_text(
        f'extends = "default"\n[rerank]\nname = "llm"\n[confidence]\nagree_threshold = {threshold}\nmax_rank = 50\n'
    )
    with Harness.open(repository, profile=str(profile), build_dir=tmp_path / "build") as harness:
        return harness.locate("alpha: ValueError 'alpha is broken here' in beta")


def test_it_is_asked_on_disagreement_only(repository, tmp_path, monkeypatch):
    monkeypatch.delenv("CROSSBEARING_LLM_BASE_URL", raising=False)
    disagreeing = located(repository, tmp_path, threshold=9)
    assert disagreeing.confidence == "disagree"
    assert disagreeing.notes["rerank"]["rerank"] == "failed"
    assert "CROSSBEARING_LLM_BASE_URL" in disagreeing.notes["rerank"]["reason"]
    agreeing = located(repository, tmp_path, threshold=1)
    assert agreeing.confidence == "agree"
    assert "rerank" not in agreeing.notes
    assert [f.file for f in agreeing.ranking.files] == [f.file for f in disagreeing.ranking.files]
