"""From a task to its context, on whole repositories: the gate, the ladder, the tree, the budgets."""

import pytest
from attrs import evolve
from places import SHOP, SPECIFIED, opened

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.tokens import count_tokens
from crossbearing.registry import load_profile

EXAMPLE = """\
## Repository context
### Manifest header
languages: python · package_manager: poetry · build: `python -m build` · test: `pytest tests/` · lint: `ruff check .`
### Dependency ego-graph (k=1, tree-encoded)
repo.cli.main (function) — "def main(argv: list[str]) -> int:" [cli.py:12]
├── repo.utils.parse_args:invoke [cli.py:15]
│ └── repo.utils.parse_args (function) — "def parse_args(argv):" [utils.py:8]
├── repo.db.connect:invoke [cli.py:18]
│ └── repo.db.connect (function) — "def connect(uri: str):" [db.py:4]
└── repo.cli:contain [cli.py:1]
"""


@pytest.fixture
def shop(tmp_path):
    with opened(tmp_path / "shop", SHOP) as harness:
        yield harness


def fired(context):
    return {signal.signal.removeprefix("signal.") for signal in context.signals}


def climbed(context):
    return [step.rung for step in context.ladder if step.is_climbed]


def test_the_tree_of_the_specification_byte_for_byte(tmp_path):
    with opened(tmp_path / "repo", SPECIFIED) as harness:
        context = harness.context("it exits with 1", "repo.cli.main")
    assert context.text == EXAMPLE
    assert context.tokens == count_tokens(EXAMPLE)
    assert (context.level, context.omitted) == ("r2", {})


def test_nothing_is_retrieved_where_no_signal_fires(shop):
    context = shop.context("make it faster", "shop.leaf.double")
    assert not context.retrieved
    assert context.entity == "shop.leaf.double"
    assert context.manifest_header == {"languages": ["python"], "build": "python -m build"}
    assert context.text == "## Repository context\n### Manifest header\nlanguages: python · build: `python -m build`\n"
    assert (context.signals, context.ladder, context.ties) == ((), (), ())


def test_a_name_from_elsewhere_opens_the_gate(shop):
    context = shop.context("`price_of` is wrong", "shop.leaf.double")
    assert fired(context) == {"s1"}
    assert context.named == "shop.prices.price_of"
    assert context.signals[0].evidence == "shop/prices.py:6"


def test_a_self_contained_leaf_stops_at_r0(shop):
    context = shop.context("use `double` here", "shop.local.outer")
    assert context.named == "shop.leaf.double"
    assert (context.level, climbed(context)) == ("r0", ["r0"])
    assert context.ladder[-1].reason == "shop.leaf.double is self-contained"
    assert "### Named entity\nshop.leaf.double (function)" in context.text


def test_an_entity_with_edges_in_its_file_only_stops_at_r1(shop):
    context = shop.context("use `outer` here", "shop.leaf.double")
    assert (context.level, climbed(context)) == ("r1", ["r0", "r1"])
    assert [tie.entity.qualname for tie in context.ties] == ["shop.local.helper", "shop.local"]
    assert "### Local map" in context.text


def test_an_entity_with_edges_to_other_files_escalates_to_r2(shop):
    context = shop.context("make it faster", "Cart.total")
    assert fired(context) == {"s2", "s4"}
    assert context.root.qualname == "shop.cart.Cart.total"
    assert context.named == "shop.prices.price_of"
    assert (context.level, climbed(context)) == ("r2", ["r0", "r1", "r2"])
    directions = {(tie.entity.qualname, tie.direction) for tie in context.ties}
    assert directions == {
        ("shop.prices.price_of", "out"),
        ("shop.cli.main", "in"),
        ("shop.cart.Cart", "out"),
    }


def test_a_setting_opens_the_gate_and_names_its_module(shop):
    context = shop.context("SHOP_RATE is ignored", "shop.leaf.double")
    assert fired(context) == {"s5"}
    assert context.signals[0].evidence == "shop/prices.py:3"
    assert context.named == "shop.prices"


def test_a_switched_off_signal_says_nothing(tmp_path):
    with opened(tmp_path / "shop", SHOP, without=["signal.s2", "signal.s4"]) as harness:
        assert not harness.context("make it faster", "Cart.total").retrieved


def test_a_switched_off_rung_is_left_out_and_said_so(tmp_path):
    with opened(tmp_path / "shop", SHOP, without=["rung.r1"]) as harness:
        context = harness.context("make it faster", "Cart.total")
    assert climbed(context) == ["r0", "r2"]
    assert [step.reason for step in context.ladder if step.rung == "r1"] == ["it is switched off"]


@pytest.mark.parametrize("budget", [0, 10, 40, 100])
def test_lowered_budgets_hold(tmp_path, budget):
    profile = load_profile("default")
    profile = evolve(profile, budgets=evolve(profile.budgets, graph_tokens=budget))
    with opened(tmp_path / "shop", SHOP, profile) as harness:
        header = harness.context("make it faster", "shop.leaf.double")
        context = harness.context("make it faster", "Cart.total")
    assert context.retrieved
    assert context.tokens <= header.tokens + budget
    assert "###" not in context.text[len(header.text) :].rstrip("\n").rpartition("\n")[2]


def test_a_setting_is_shown_where_it_stands(tmp_path):
    with opened(tmp_path / "shop", SHOP | {".env.example": "# How.\nSHOP_MODE=fast\n"}) as harness:
        read = harness.context("SHOP_RATE is ignored", "shop.leaf.double")
        kept = harness.context("SHOP_MODE is ignored", "shop.leaf.double")
    assert "SHOP_RATE is a setting (environment) [shop/prices.py:3]" in read.text
    assert "SHOP_MODE is a setting (environment) [.env.example:2]" in kept.text


TWO_COMPONENTS = {
    "billing/pyproject.toml": '[project]\nname = "billing"\nversion = "1"\n',
    "billing/billing/__init__.py": "",
    "billing/billing/invoice.py": "from stock.shelf import take\n\n\ndef render():\n    return take()\n",
    "stock/pyproject.toml": '[project]\nname = "stock"\nversion = "1"\n',
    "stock/stock/__init__.py": "",
    "stock/stock/shelf.py": "def take():\n    return 1\n",
    "deploy/pyproject.toml": '[project]\nname = "deploy"\nversion = "1"\n',
    "deploy/deploy/__init__.py": "",
    "deploy/deploy/cluster.py": "def scale():\n    return 3\n",
}


def test_a_dependency_on_another_component_leads_to_the_subsystem(tmp_path):
    with opened(tmp_path / "works", TWO_COMPONENTS) as harness:
        context = harness.context("it prints nothing", "render")
    assert context.level == "r3"
    assert [section.heading for section in context.sections] == ["Subsystem"]
    assert any(line.startswith("component stock") for line in context.sections[0].lines)
    assert "component deploy" not in context.text


def test_a_component_that_is_named_leads_to_the_repository(tmp_path):
    with opened(tmp_path / "works", TWO_COMPONENTS) as harness:
        context = harness.context("it prints nothing, see deploy.cluster.scale", "render")
    assert "s6" in fired(context)
    assert context.named == "deploy.cluster.scale"
    assert context.level in ("r0", "r3", "r4")


def test_a_rung_that_is_switched_off_lends_its_evidence_to_none_above(tmp_path):
    with opened(tmp_path / "works", TWO_COMPONENTS, without=["rung.r2"]) as harness:
        context = harness.context("it prints nothing", "render")
    assert (context.level, climbed(context)) == ("r1", ["r0", "r1"])
    with opened(tmp_path / "works", TWO_COMPONENTS, without=["rung.r3"]) as harness:
        context = harness.context("it prints nothing", "render")
    assert (context.level, climbed(context)) == ("r3_required_deferred", ["r0", "r1", "r2"])


def test_a_ladder_without_the_neighbourhood_needs_no_subsystem(tmp_path):
    profile = load_profile("default")
    profile = evolve(profile, ladder=evolve(profile.ladder, rungs=("r0", "r1")))
    with opened(tmp_path / "works", TWO_COMPONENTS, profile) as harness:
        assert harness.context("it prints nothing", "render").level == "r1"


def test_the_first_round_defers_the_subsystem(tmp_path):
    with opened(tmp_path / "works", TWO_COMPONENTS, "recon-round1") as harness:
        context = harness.context("it prints nothing", "render")
    assert context.level == "r3_required_deferred"
    assert climbed(context) == ["r0", "r1", "r2"]
    assert context.sections == ()
    assert "stock.shelf.take" in context.text


def test_a_hub_is_cut_and_counted(tmp_path):
    callers = "".join(f"def caller_{number}():\n    return log('x')\n\n\n" for number in range(600))
    files = {
        "pkg/__init__.py": "",
        "pkg/log.py": "from pkg.out import write\n\n\ndef log(text):\n    return write(text)\n",
        "pkg/out.py": "def write(text):\n    return text\n",
        "pkg/near.py": f"from pkg.log import log\n\n\n{callers}",
        "tests/test_log.py": f"from pkg.log import log\n\n\n{callers}",
    }
    with opened(tmp_path / "hub", files) as harness:
        context = harness.context("messages are lost", "pkg.log.log")
        again = harness.context("messages are lost", "pkg.log.log")
    assert context == again
    assert 3000 < context.tokens <= 4000
    shown = [tie for tie in context.ties if tie.direction == "in"]
    assert all(tie.file == "pkg/near.py" for tie in shown)
    assert len(shown) + sum(context.omitted.values()) == 2 * 600 + 2
    assert f"… {sum(context.omitted.values()):,} more: " in context.text
    assert context.text.index("pkg.out.write:invoke") < context.text.index("invoked-by")


def test_no_body_and_no_second_hop_is_ever_shown(shop):
    context = shop.context("make it faster", "shop.cli.main")
    assert "shop.cart.Cart.total" in context.text
    assert "price_of" not in context.text
    assert "return" not in context.text


def test_an_unknown_entity_is_an_error(shop):
    with pytest.raises(CrossbearingError, match=r"unknown symbol 'Cart.totl'"):
        shop.context("x", "Cart.totl")


def test_recon_current_provides_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("RECON", "current")
    with opened(tmp_path / "shop", SHOP) as harness:
        context = harness.context("`price_of` is wrong", "shop.leaf.double")
    assert (context.retrieved, context.text, context.manifest_header) == (False, "", {})


def test_the_manifest_is_given_once(shop):
    text = shop.manifest_once()
    assert '"repo": "shop"' in text
    assert count_tokens(text) <= 5000
    assert shop.manifest_once() is None
