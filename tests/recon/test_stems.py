"""Stems of ids, beside the plain way to make them: each in turn, against all that are there."""

import re

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.graph import CodeGraph
from crossbearing.recon.stems import Stems
from crossbearing.recon.uses import readable

AWKWARD = st.text("a@:1\udc80", min_size=1, max_size=5)
NAMES = st.one_of(st.sampled_from(["a", "b", "a.b", "a@b", "a:1", "a@b@c", "b@c"]), AWKWARD)
PATH = st.one_of(st.sampled_from(["b", "c", "b@c", "x:1", "b:", "\\udc80"]), st.just("\udc80"), AWKWARD)
PATHS = st.lists(PATH, min_size=1, max_size=4, unique=True)


def graph_of(paths: list[str], entities: list[tuple[int, str]]) -> CodeGraph:
    count = len(entities)
    numbers = np.arange(count, dtype=np.int32)
    return CodeGraph(
        files=paths,
        file_index=np.array([file for file, _ in entities], np.int32),
        names=[name for _, name in entities],
        qualnames=[name for _, name in entities],
        kinds=["function"] * count,
        lines=numbers,
        columns=numbers,
        start_lines=numbers,
        end_lines=numbers,
        parents=np.full(count, -1, np.int32),
        signatures=[""] * count,
        docstrings=[""] * count,
        roles=["source"] * len(paths),
        edges={},
    )


def stems_one_by_one(paths: list[str], entities: list[tuple[int, str]]) -> list[str]:
    looks_like_an_id = re.compile(r":[0-9]+$").search
    named = [(file, readable(name)) for file, name in entities]
    owners: dict[str, set[int]] = {}
    for file, name in named:
        owners.setdefault(name, set()).add(file)
    plain = {name for name, files in owners.items() if len(files) == 1 and not looks_like_an_id(name)}
    taken: set[str] = set()
    special: dict[tuple[int, str], str] = {}
    for file, name in named:
        if name in plain or (file, name) in special:
            continue
        stem = f"{name}@{readable(paths[file])}" if len(owners[name]) > 1 else name
        stem += ":" if looks_like_an_id(stem) else ""
        while stem in plain or stem in taken:
            stem += "@"
        taken.add(stem)
        special[file, name] = stem
    return [special.get((file, name), name) for file, name in named]


@settings(deadline=None, max_examples=400)
@given(PATHS, st.lists(st.tuples(st.integers(0, 3), NAMES), max_size=12))
def test_stems_are_those_made_one_by_one(paths: list[str], drawn: list[tuple[int, str]]):
    entities = sorted((file % len(paths), name) for file, name in drawn)
    expected = stems_one_by_one(paths, entities)
    stems = Stems.of(graph_of(paths, entities))
    assert stems.select(slice(0, len(entities))).tolist() == expected
    for first in range(len(entities)):
        assert stems.select(slice(first, first + 2)).tolist() == expected[first : first + 2]
    numbers = stems.numbers.tolist()
    assert [[a == b for a in numbers] for b in numbers] == [[a == b for a in expected] for b in expected]


def test_a_name_of_two_files_is_told_apart_by_the_path():
    stems = Stems.of(graph_of(["a.py", "b.py"], [(0, "f"), (0, "g"), (1, "f")]))
    assert stems.select(slice(0, 3)).tolist() == ["f@a.py", "g", "f@b.py"]
    assert not stems.odd
