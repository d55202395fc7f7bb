from types import SimpleNamespace

import numpy as np
import pytest

from crossbearing_plugins.fusion import scalpel

WEIGHTS = {"stack": 3 / 6.5, "symbol": 2 / 6.5, "semantic": 1 / 6.5, "centrality": 0.5 / 6.5}
EVIDENCE = {
    "stack": {1: 0.2},
    "symbol": {1: 0.9, 2: 0.1},
    "semantic": {3: 1.0, 2: 0.5},
    "centrality": {1: 1.0, 3: 0.5},
}


def question(*files):
    return SimpleNamespace(graph=SimpleNamespace(file_index=np.array(files)))


def test_hits_count_whole_and_words_only_where_hits_name_too_few_files():
    fused = scalpel.fuse(EVIDENCE, WEIGHTS, question(0, 0, 1, 2), None)
    assert {entity: score * 6.5 for entity, score in fused.items()} == pytest.approx({1: 5.5, 2: 2.5, 3: 1.25})


def test_words_are_left_out_where_hits_name_enough_files():
    evidence = EVIDENCE | {"symbol": {1: 0.9, 2: 0.1, 4: 1.0}}
    fused = scalpel.fuse(evidence, WEIGHTS, question(0, 0, 1, 2, 3), None)
    assert {entity: score * 6.5 for entity, score in fused.items()} == pytest.approx({1: 5.5, 2: 2.0, 3: 0.25, 4: 2.0})


def test_three_places_of_one_file_are_one_file():
    evidence = EVIDENCE | {"symbol": {1: 0.9, 2: 0.1, 4: 1.0}}
    fused = scalpel.fuse(evidence, WEIGHTS, question(0, 0, 0, 2, 0), None)
    assert fused[2] == pytest.approx(2.5 / 6.5)
