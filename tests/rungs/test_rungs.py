"""The rungs one by one: what each adds, and on which evidence of the one below."""

import pytest
from attrs import evolve

from crossbearing import Harness
from crossbearing.model.context import ContextQuery, FiredSignal, Footing, SignalHit, Stop, Tie
from crossbearing.model.location import Location
from crossbearing_plugins.rungs import r0, r1, r2, r3, r4

FILES = {
    "billing/pyproject.toml": '[project]\nname = "billing"\nversion = "1"\n\n'
    '[project.scripts]\nbill = "billing.invoice:render"\n',
    "billing/billing/__init__.py": "",
    "billing/billing/invoice.py": "from billing.money import rounded\nfrom stock.shelf import take\n\n\n"
    "def render():\n    return rounded(take())\n\n\ndef both():\n    return render()\n",
    "billing/billing/money.py": "def rounded(amount):\n    return shown(amount)\n\n\n"
    "def shown(amount):\n    return amount\n",
    "stock/pyproject.toml": '[project]\nname = "stock"\nversion = "1"\n',
    "stock/Makefile": "test:\n\tpytest\n",
    "stock/stock/__init__.py": "",
    "stock/stock/shelf.py": "def take():\n    return 1\n",
    "deploy/pyproject.toml": '[project]\nname = "deploy"\nversion = "1"\n',
    "deploy/deploy/__init__.py": "",
    "deploy/deploy/cluster.py": "def scale():\n    return 3\n",
}


@pytest.fixture(scope="module")
def works(tmp_path_factory):
    root = tmp_path_factory.mktemp("works")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    with Harness.open(root) as harness:
        yield harness.scan()


def named(works, name):
    return None if name is None else works.graph.named(name)[0]


def query(works, entity=None):
    return ContextQuery("", named(works, entity), works.graph, works.manifest, works.tree)


def fired(works, signal, entity=None):
    hit = SignalHit("", Location("x.py", 1), f"{signal} says so", named(works, entity))
    return FiredSignal(f"signal.{signal}", hit)


def footing(works, root, *hits, **more):
    return Footing(hits, "below", named(works, root), named(works, root), **more)


def ties(works, found):
    return {(tie.type, tie.direction, works.graph.qualnames[tie.entity]) for tie in found.ties}


def test_r0_stays_down_where_no_signal_fired(works):
    assert r0.climb(query(works), Footing(())) == Stop("no signal has fired")


@pytest.mark.parametrize(
    ("signals", "current", "expected"),
    [
        # What words name is stronger than what the failing test says, and that than what the graph says.
        ([("s2", "rounded"), ("s3", "take"), ("s6", "scale"), ("s5", "shown"), ("s1", "both")], "render", "both both"),
        ([("s2", "rounded"), ("s3", "take"), ("s6", "scale"), ("s5", "shown")], "render", "shown shown"),
        ([("s2", "rounded"), ("s3", "take"), ("s6", "scale")], "render", "scale scale"),
        ([("s2", "rounded"), ("s3", "take")], "render", "take take"),
        # The current entity's own dependencies are shown around it.
        ([("s2", "rounded"), ("s4", "take")], "render", "take render"),
        ([("s1", None), ("s2", "rounded")], "render", "rounded render"),
        # Nothing that the project defines.
        ([("s1", None)], "render", "render render"),
        ([("s1", None)], None, "None None"),
        # A signal of somebody else: after the words, before the graph.
        ([("mine", "take"), ("s6", "scale")], "render", "scale scale"),
        ([("s4", "rounded"), ("mine", "take")], "render", "take take"),
    ],
)
def test_r0_names_what_the_strongest_signal_points_at(works, signals, current, expected):
    found = r0.climb(query(works, current), Footing(tuple(fired(works, *signal) for signal in signals)))
    name = [None if entity is None else works.graph.names[entity] for entity in (found.named, found.root)]
    assert " ".join(map(str, name)) == expected
    assert found.rung == "r0"
    assert found.reason


def test_r1_shows_the_scope_and_what_is_used_in_the_file(works):
    found = r1.climb(query(works), footing(works, "both"))
    assert ties(works, found) == {
        ("invoke", "out", "billing.invoice.render"),
        ("contain", "out", "billing.invoice"),
    }
    assert (found.rung, found.beyond) == ("r1", "")
    render = r1.climb(query(works), footing(works, "render"))
    assert ties(works, render) == {("contain", "out", "billing.invoice")}


@pytest.mark.parametrize("root", ["take", "shown", None])
def test_r1_is_not_climbed_from_a_leaf(works, root):
    assert isinstance(r1.climb(query(works), footing(works, root)), Stop)


def test_r2_shows_what_is_one_edge_away_in_both_directions(works):
    below = r1.climb(query(works), footing(works, "render"))
    found = r2.climb(query(works), below)
    assert ties(works, found) == {
        ("contain", "out", "billing.invoice"),
        ("invoke", "out", "billing.money.rounded"),
        ("invoke", "out", "stock.shelf.take"),
        ("invoke", "in", "billing.invoice.both"),
    }
    assert found.ties[: len(below.ties)] == below.ties
    assert found.beyond == "it depends on stock.shelf.take in the component stock/stock"


def test_r2_is_not_climbed_where_nothing_is_missing(works):
    for root in ("both", "rounded", None):
        assert isinstance(r2.climb(query(works), footing(works, root)), Stop)
    known = tuple(Tie("invoke", "out", named(works, name)) for name in ("rounded", "take"))
    assert isinstance(r2.climb(query(works), footing(works, "render", ties=known)), Stop)


def test_r2_leads_further_where_the_task_names_a_component(works):
    below = footing(works, "render", fired(works, "s6", "scale"))
    assert r2.climb(query(works), below).beyond == "s6 says so"


def test_r3_shows_the_components_that_are_reached_and_no_other(works):
    below = r2.climb(query(works), r1.climb(query(works), footing(works, "render")))
    found = r3.climb(query(works), below, None)
    (section,) = found.sections
    assert section.heading == "Subsystem"
    assert any(line.startswith("component billing") for line in section.lines)
    assert any(line.startswith("component stock") for line in section.lines)
    assert any(line.startswith("run test: ") and "stock/Makefile" in line for line in section.lines)
    assert not any("deploy" in line for line in section.lines)
    assert all(line.endswith("]") for line in section.lines)
    assert (found.ties, found.beyond) == (below.ties, "")
    few = r3.climb(query(works), below, r3.Options(most=1)).sections[0].lines
    assert len(few) <= len(section.lines)


def test_r3_needs_evidence_and_an_entity(works):
    assert isinstance(r3.climb(query(works), footing(works, "render"), None), Stop)
    assert isinstance(r3.climb(query(works), footing(works, None, beyond="far"), None), Stop)


@pytest.mark.parametrize(("entity", "beyond"), [("scale", "s6 says so"), ("take", "")])
def test_r3_leads_further_only_to_a_component_that_it_does_not_show(works, entity, beyond):
    below = r1.climb(query(works), footing(works, "render", fired(works, "s6", entity)))
    assert r3.climb(query(works), r2.climb(query(works), below), None).beyond == beyond


def test_r4_shows_what_is_not_yet_shown_of_the_whole_repository(works):
    hit = fired(works, "s6", "scale")
    below = r2.climb(query(works), r1.climb(query(works), footing(works, "render", hit)))
    below = r3.climb(query(works), below, None)
    found = r4.climb(query(works), below, None)
    assert [section.heading for section in found.sections] == ["Subsystem", "Repository"]
    lines = found.sections[1].lines
    assert any(line.startswith("component deploy") for line in lines)
    assert any(line.startswith("entry point bill: billing.invoice:render") for line in lines)
    assert not set(lines) & set(found.sections[0].lines)
    assert found.beyond == ""


def test_r4_needs_a_component_that_the_task_names(works):
    hit = fired(works, "s6", "scale")
    assert isinstance(r4.climb(query(works), footing(works, "render", beyond="it depends on it"), None), Stop)
    assert isinstance(r4.climb(query(works), footing(works, "render", hit), None), Stop)
    assert not isinstance(r4.climb(query(works), footing(works, "render", hit, beyond="far"), None), Stop)


def test_no_rung_takes_away_what_is_below(works):
    start = evolve(footing(works, "render", fired(works, "s6", "scale")), ties=(Tie("inherit", "out", 0),))
    found = start
    for climb in (r0.climb, r1.climb, r2.climb, *(lambda q, b, m=m: m.climb(q, b, None) for m in (r3, r4))):
        below, found = found, climb(query(works), evolve(found, root=named(works, "render")))
        assert isinstance(found, Footing)
        assert set(below.ties) <= set(found.ties)
        assert found.sections[: len(below.sections)] == below.sections
