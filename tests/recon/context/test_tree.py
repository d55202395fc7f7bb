"""Trees within budgets, whatever the edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.context import ShownEntity, ShownTie
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.tokens import count_tokens
from crossbearing.recon.context.tree import draw_tree, entity_line

ROOT = ShownEntity("repo.main", "function", "def main():", "main.py", 3)


def tie(name="repo.x", line=4, type_="invoke", direction="out", sites=1):
    entity = ShownEntity(name, "function", f"def {name.rpartition('.')[2]}():", "x.py", 1)
    return ShownTie(type_, direction, entity, "main.py", line, sites)


def test_two_edges_away_is_refused():
    with pytest.raises(CrossbearingError, match="1 edge"):
        draw_tree(ROOT, [tie()], 3500, max_radius=2)


def test_an_entity_without_a_signature():
    assert entity_line(ShownEntity("repo.cli", "module", "", "cli.py", 1)) == "repo.cli (module) [cli.py:1]"


def test_edges_stand_in_the_order_of_the_text_and_say_how_often():
    ties = [
        tie("repo.cli", 1, "contain"),
        tie("repo.b", 9),
        tie("repo.a", 5, sites=3),
        tie("repo.u", 2, direction="in"),
    ]
    assert draw_tree(ROOT, ties, 3500).lines == (
        'repo.main (function) — "def main():" [main.py:3]',
        "├── repo.a:invoke [main.py:5] ×3",
        '│ └── repo.a (function) — "def a():" [x.py:1]',
        "├── repo.b:invoke [main.py:9]",
        '│ └── repo.b (function) — "def b():" [x.py:1]',
        "├── repo.u:invoked-by [main.py:2]",
        '│ └── repo.u (function) — "def u():" [x.py:1]',
        "└── repo.cli:contain [main.py:1]",
    )


def test_the_last_edge_has_no_trunk_below_it():
    assert draw_tree(ROOT, [tie("repo.a", 5)], 3500).lines[1:] == (
        "└── repo.a:invoke [main.py:5]",
        '  └── repo.a (function) — "def a():" [x.py:1]',
    )


def test_what_is_worth_least_is_left_out_and_counted():
    ties = [tie(f"repo.f{number}", number) for number in range(100)] + [tie("repo.u", 2, direction="in")]
    tree = draw_tree(ROOT, ties, 400)
    kept = len(tree.ties)
    assert 5 < kept < 100
    assert tree.omitted == {"invoke": 100 - kept, "invoked-by": 1}
    assert tree.lines[-1] == f"└── … {101 - kept} more: {100 - kept} invoke, 1 invoked-by"


def test_a_name_without_end_is_cut():
    endless = "".join(f"x{number}" for number in range(20_000))
    root = ShownEntity(endless, "function", f"def {endless}():", "main.py", 3)
    tree = draw_tree(root, [tie(endless)], 3500)
    assert len(tree.ties) == 1
    assert tree.lines[0].endswith("[main.py:3]")
    assert count_tokens("\n".join(tree.lines)) < 1500


def test_where_nothing_fits_nothing_is_drawn():
    assert draw_tree(ROOT, [tie()], 3).lines == ()
    assert draw_tree(ROOT, [tie()], 3).omitted == {"invoke": 1}
    assert draw_tree(ROOT, [tie()], -5).lines == ()


names = st.text(min_size=1, max_size=30)
ties = st.builds(
    tie,
    names,
    st.integers(1, 10**6),
    st.sampled_from(["invoke", "import", "contain"]),
    st.sampled_from(["out", "in"]),
    st.integers(1, 10**4),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ties, max_size=40), st.integers(0, 3500))
def test_every_tree_keeps_its_budget(edges, budget):
    tree = draw_tree(ROOT, edges, budget)
    assert count_tokens("\n".join(tree.lines)) <= budget
    assert len(tree.ties) + sum(tree.omitted.values()) == len(edges)
    assert all("\n" not in line for line in tree.lines)
    assert tree == draw_tree(ROOT, edges, budget)
