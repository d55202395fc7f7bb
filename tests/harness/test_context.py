"""Context and questions through the harness: from threads, from asynchronous code, and with paths that changed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from crossbearing import Harness
from crossbearing.model.errors import CrossbearingError


@pytest.fixture
def shop(tmp_path):
    root = tmp_path / "shop"
    (root / "shop").mkdir(parents=True)
    (root / "shop" / "__init__.py").write_text("")
    (root / "shop" / "prices.py").write_text("def price_of(item):\n    return len(item)\n")
    (root / "shop" / "cart.py").write_text(
        "from shop.prices import price_of\n\n\ndef total(items):\n    return sum(price_of(item) for item in items)\n"
    )
    return root


def test_threads_and_asynchronous_code_get_the_same_answer(shop):
    async def ask(harness):
        calls = (asyncio.to_thread(harness.context, "wrong sum", "total") for _ in range(8))
        return await asyncio.gather(*calls)

    with Harness.open(shop) as harness:
        expected = harness.context("wrong sum", "total")
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: harness.context("wrong sum", "total"), range(16)))
        assert all(context == expected for context in [*found, *asyncio.run(ask(harness))])
        assert "shop.prices.price_of" in expected.text


@pytest.mark.parametrize(
    ("paths", "is_seen"),
    [
        (None, True),
        (["shop/late.py"], True),
        ([], False),
        ([".crossbearing/recon.db", ".git/index"], False),
        (["/somewhere/else.py"], False),
    ],
)
def test_a_refresh_looks_again_where_something_may_have_changed(shop, paths, is_seen):
    with Harness.open(shop) as harness:
        before = harness.scan()
        (shop / "shop" / "late.py").write_text("def late():\n    return 1\n")
        assert (harness.refresh(paths) is not before) == is_seen
        assert bool(harness.scan().graph.named("late"))


def test_absolute_paths_count_as_well(shop):
    with Harness.open(shop) as harness:
        before = harness.scan()
        (shop / "shop" / "late.py").write_text("def late():\n    return 1\n")
        assert harness.refresh([shop / "shop" / "late.py"]) is not before


def test_a_revision_has_no_place_to_watch(shop):
    with Harness.open(shop) as harness:
        root, build_dir = harness.places()
        assert (root.name, build_dir.name) == ("shop", ".crossbearing")


@pytest.mark.parametrize(
    ("question", "argument", "expected"),
    [
        ("defines", "price_of", [("shop.prices defines shop.prices.price_of", "shop/prices.py:1")]),
        ("calls", "price_of", [("shop.cart.total calls shop.prices.price_of", "shop/cart.py:5")]),
        (
            "affects",
            "price_of",
            [
                ("shop.cart imports shop.prices.price_of", "shop/cart.py:1"),
                ("shop.cart.total uses shop.prices.price_of", "shop/cart.py:5"),
            ],
        ),
        ("builds", "", []),
        ("config", "database", []),
        ("calls", "total", []),
    ],
)
def test_questions(shop, question, argument, expected):
    with Harness.open(shop) as harness:
        answer = harness.ask(question, argument)
    assert [(finding.text, finding.evidence) for finding in answer.findings] == expected
    assert bool(answer.reason) == (not expected)


def test_questions_about_builds_tests_and_settings(shop):
    (shop / "Makefile").write_text("build:\n\tpython -m build\n\ntest:\n\tpytest tests\n")
    (shop / "tests").mkdir()
    (shop / "tests" / "test_cart.py").write_text(
        "from shop.cart import total\n\n\ndef test_total():\n    assert total('') == 0\n"
    )
    (shop / "shop" / "settings.py").write_text("import os\n\nTOKEN = os.environ['SHOP_TOKEN']\n")
    with Harness.open(shop) as harness:
        assert [item.evidence for item in harness.ask("builds").findings] == ["Makefile:1"]
        tests = harness.ask("tests-for", "price_of").findings
        assert ("pytest: `pytest tests`", "Makefile:5") in [(item.text, item.evidence) for item in tests]
        assert tests[-1].text == "test_cart.test_total uses shop.cart.total"
        assert harness.ask("config", "shop token").findings[0].evidence == "shop/settings.py:3"


@pytest.mark.parametrize(
    ("question", "argument", "complaint"),
    [
        ("why", "", "unknown question 'why'"),
        ("calls", " ", "needs to be told about what"),
        ("calls", "nothing_like_it", "unknown symbol"),
        ("builds", "nowhere", "no component or folder"),
    ],
)
def test_questions_that_cannot_be_answered(shop, question, argument, complaint):
    with Harness.open(shop) as harness, pytest.raises(CrossbearingError, match=complaint):
        harness.ask(question, argument)
