"""The six signals on a small shop: what fires them, and what does not."""

import pytest

from crossbearing import Harness
from crossbearing.model.context import ContextQuery
from crossbearing_channels.signals import s1, s2, s3, s4, s5, s6

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["httpx"]\n\n'
    '[project.scripts]\nshop = "shop.cli:main"\n',
    ".env.example": "SHOP_TOKEN=secret\n",
    "config/app.yaml": "rate: 1\n",
    "shop/__init__.py": "",
    "shop/cli.py": "from shop.cart import Cart\n\n\ndef main():\n    return Cart()\n",
    "shop/base.py": "class Base:\n    def close(self):\n        return 1\n\n"
    "    def open(self):\n        list = 1\n        return list\n",
    "shop/cart.py": "from shop.base import Base\nfrom shop.prices import price_of\n\n\n"
    "class Cart(Base):\n    def total(self):\n        return price_of(1)\n\n    def size(self):\n        return 0\n",
    "shop/prices.py": "import os\n\nTOKEN = os.environ['SHOP_TOKEN']\n\n\ndef price_of(item):\n    return item\n",
    "works/__init__.py": "from shop.cart import Cart\n",
    "shop/this.py": "def v():\n    return 1\n",
    "shop/from.py": "def a():\n    return 1\n",
    "tests/test_cart.py": "def only_in_a_test():\n    return 1\n\n\nclass Fixture:\n    pass\n",
    "shop/leaf.py": "def double(value):\n    return 2 * value\n",
    "stock/pyproject.toml": '[project]\nname = "stock"\nversion = "1"\n',
    "loft/pyproject.toml": '[project]\nname = "loft"\nversion = "1"\n',
    "loft/upstairs.py": "loft = 1\n",
    "stock/stock/__init__.py": "",
    "stock/stock/shelf.py": "def take():\n    return 1\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    root = tmp_path_factory.mktemp("works")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    with Harness.open(root) as harness:
        yield harness.scan()


def ask(signal, shop, task, entity="shop.leaf.double", suspiciousness=None):
    place = None if entity is None else shop.graph.named(entity)[0]
    query = ContextQuery(task, place, shop.graph, shop.manifest, shop.tree, suspiciousness or {})
    hits = signal.check(query, None) if signal is s1 else signal.check(query)
    return [(hit.words, None if hit.entity is None else shop.graph.qualnames[hit.entity]) for hit in hits]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("price_of is slow", [("price_of", "shop.prices.price_of")]),
        ("`Cart` is slow", [("Cart", "shop.cart.Cart")]),
        ("Cart.total() is slow", [("Cart.total", "shop.cart.Cart.total")]),
        ("```\nCart\n```", [("Cart", "shop.cart.Cart")]),
        ("where is `no_such_name`", [("no_such_name", None)]),
        # In the scope of what is worked on.
        ("`double` is slow", []),
        # Words of a sentence, of languages, of dependencies, of somebody's script.
        ("The total of a cart is wrong. Close it.", []),
        ("`None`, `self`, `null` and `httpx.get` are fine", []),
        ("```\nmy_script = other_thing(1)\n```", []),
        ("```\nif a from b in total: return size\n```", []),
        ("```\nasync function (v) { return this.from }\n```", []),
        ("`from`, `if`, `return` and `v` are words of languages", []),
        ("```\nonly_in_a_test = only_in_a_test(Fixture)\n```", []),
        # What is said in words comes before what a script says.
        ("```\nBase\n```\n`double`, Cart", [("Base", "shop.base.Base")]),
        ("```\nBase\n```\n`Cart`", [("Cart", "shop.cart.Cart"), ("Base", "shop.base.Base")]),
        ("`Fixture` and `Cart`", [("Cart", "shop.cart.Cart"), ("Fixture", "test_cart.Fixture")]),
        # What a package hands on, what a class inherits, what a class does not have yet.
        ("works.Cart is slow", [("works.Cart", "shop.cart.Cart")]),
        ("works.Cart.close() is slow", [("works.Cart.close", "shop.base.Base.close")]),
        ("`open` and `list()` are fine", []),
        ("Cart.close() is slow", [("Cart.close", "shop.base.Base.close")]),
        ("Cart#discount is missing", [("Cart#discount", "shop.cart.Cart")]),
        ("os.path.join() and json.dumps()", []),
        ("double.trouble()", [("double.trouble", None)]),
        ("see https://example.com/price_of and price_of@example.com", []),
        ("", []),
    ],
)
def test_an_unresolved_symbol(shop, task, expected):
    assert ask(s1, shop, task) == expected


def test_what_is_imported_or_inherited_is_in_scope(shop):
    assert ask(s1, shop, "`price_of`, `close` and `size` are slow", "Cart.total") == []


def test_without_a_place_every_name_is_foreign(shop):
    assert ask(s1, shop, "`double`", None) == [("double", "shop.leaf.double")]


def test_a_cross_file_import(shop):
    assert ask(s2, shop, "", "Cart.size") == [("", "shop.base.Base"), ("", "shop.prices.price_of")]
    assert ask(s2, shop, "price_of", "Cart.size")[0] == ("", "shop.prices.price_of")
    assert ask(s2, shop, "", "double") == ask(s2, shop, "", None) == []


def test_where_the_failing_test_points(shop):
    price, double = shop.graph.named("price_of")[0], shop.graph.named("double")[0]
    assert ask(s3, shop, "", suspiciousness={price: 1.0, double: 0.5}) == [("", "shop.prices.price_of")]
    assert ask(s3, shop, "", suspiciousness={price: 1.0, double: 1.0}) == []
    assert ask(s3, shop, "", suspiciousness={price: 0.0}) == ask(s3, shop, "") == []


def test_in_a_repository_without_files_nothing_is_foreign(tmp_path):
    with Harness.open(tmp_path) as harness:
        assert ask(s1, harness.scan(), "`no_such_name`", None) == []


def test_words_are_compared_whole(shop):
    assert ask(s2, shop, "Base", "Cart.size")[0] == ask(s2, shop, "unprice_of Bases", "Cart.size")[0]
    assert ask(s2, shop, "unprice_of Bases", "Cart.size")[0] == ("", "shop.base.Base")
    assert ask(s2, shop, "unbase price_of, Bases", "Cart.size")[0] == ("", "shop.prices.price_of")


def test_a_dependency_edge(shop):
    assert ask(s4, shop, "", "Cart.total") == [("", "shop.prices.price_of")]
    assert ask(s4, shop, "", "Cart.size") == ask(s4, shop, "", None) == []


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("SHOP_TOKEN is ignored", [("SHOP_TOKEN", None)]),
        ("os.environ.SHOP_TOKEN is ignored", [("os.environ.SHOP_TOKEN", None)]),
        ("add it to pyproject.toml", [("pyproject.toml", None)]),
        ("app.yaml is not read", []),
        ("config/app.yaml is not read", [("config/app.yaml", None)]),
        ("NO_SUCH_THING in other.yaml", []),
        ("see https://example.com/pyproject.toml", []),
    ],
)
def test_a_configuration_reference(shop, task, expected):
    assert [(words, None) for words, _ in ask(s5, shop, task)] == expected


def test_a_setting_of_the_file_at_hand_is_none_to_fetch(shop):
    evidence = next(claim.evidence for claim in shop.manifest.config if claim.name == "SHOP_TOKEN")
    entity = shop.graph.module_of_file(evidence.path)
    if entity is not None:
        assert ask(s5, shop, "SHOP_TOKEN is ignored", shop.graph.qualnames[entity]) == []


@pytest.mark.parametrize(
    ("task", "entity", "expected"),
    [
        ("stock.shelf.take is slow", "double", [("stock.shelf.take", "stock.shelf.take")]),
        ("stock.shelf.take is slow", "stock.shelf.take", []),
        ("stock is slow", "double", []),
        ("shop.cli.main is slow", "stock.shelf.take", [("shop.cli.main", "shop.cli.main")]),
        # A variable may be called as a component is; what a component does not have yet belongs to its module.
        ("loft.get_adapter() is slow", "double", []),
        ("stock.shelf.give is slow", "double", [("stock.shelf.give", "stock.shelf")]),
    ],
)
def test_named_outside_the_module(shop, task, entity, expected):
    assert ask(s6, shop, task, entity) == expected
