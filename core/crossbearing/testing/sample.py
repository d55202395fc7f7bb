"""A tiny repository with a fault in it, on which channels, expansions and renderers are exercised."""

SAMPLE_NAME = "shop"

SAMPLE_FILES: dict[str, str] = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "README.md": "# Shop\n\nCarts with prices.\n",
    "shop/__init__.py": '"""A shop."""\n\nfrom shop.cart import Cart\n\n__all__ = ["Cart"]\n',
    "shop/cart.py": '''"""Carts."""

from shop.errors import UnknownItem
from shop.prices import price_of


class Cart:
    """What a customer is about to buy."""

    def __init__(self) -> None:
        self.items: list[str] = []

    def add(self, item: str) -> None:
        """Put one item into the cart."""
        self.items.append(item)

    def total(self, currency: str = "EUR") -> float:
        """Add up the prices of all items."""
        return sum(price_of(item, currency) for item in self.items)

    def discount(self, percent: int) -> float:
        """Return the total with a discount."""
        if percent > 100:
            raise UnknownItem("a discount cannot exceed the price")
        return self.total() * (1 - percent / 100)
''',
    "shop/prices.py": '''"""Prices by item and currency."""

from shop.errors import UnknownItem

RATES = {"EUR": 1.0, "USD": 1.1}
PRICES = {"tea": 3.0, "cake": 4.5}


def price_of(item: str, currency: str) -> float:
    """Look up what an item costs in a currency."""
    if item not in PRICES:
        raise UnknownItem(f"no price for {item}")
    return convert(PRICES[item], currency)


def convert(amount: float, currency: str) -> float:
    """Convert an amount of euros."""
    return amount * RATES[currency]
''',
    "shop/errors.py": '"""Errors."""\n\n\nclass UnknownItem(LookupError):\n    """No such item."""\n',
    "tests/test_cart.py": "from shop import Cart\n\n\ndef test_total():\n    assert Cart().total() == 0\n",
}

SAMPLE_ISSUES = (
    """Cart.total fails for an unknown currency

```python
from shop import Cart

cart = Cart()
cart.add("tea")
cart.total("GBP")
```

Traceback (most recent call last):
  File "example.py", line 5, in <module>
    cart.total("GBP")
  File "/home/user/shop/shop/cart.py", line 19, in total
    return sum(price_of(item, currency) for item in self.items)
  File "/home/user/shop/shop/prices.py", line 13, in price_of
    return convert(PRICES[item], currency)
  File "/home/user/shop/shop/prices.py", line 18, in convert
    return amount * RATES[currency]
KeyError: 'GBP'
""",
    "The discount of a cart is wrong when `percent` is negative; see shop/cart.py",
    "prices are not rounded",
)
"""Issues about the sample: with a traceback, with names and a path, with prose only."""
