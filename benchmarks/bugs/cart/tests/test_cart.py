import pytest
from cart import Cart, Item, reduced


@pytest.fixture
def cart():
    made = Cart(rate=10)
    yield made
    made.clear()


def test_total_with_reduction(cart):
    cart.add(Item("pen", 20, 2)).add(Item("ink", 10))
    assert cart.total() == 45, cart


def test_total_of_nothing():
    assert Cart().total() == 0


def test_total_without_reduction():
    assert Cart().add(Item("pen", 20)).total() == 20


def test_dearest(cart):
    pen = Item("pen", 20)
    assert cart.add(pen).add(Item("ink", 10)).dearest() is pen


def test_names(cart):
    assert repr(cart.add(Item("pen", 20))) == "Cart(pen)"


def test_a_rate_that_is_none():
    with pytest.raises(ValueError, match="no rate"):
        reduced(10, 120)
