"""A cart of a shop, with reductions."""


class Item:
    def __init__(self, name, price, count=1):
        self.name = name
        self.price = price
        self.count = count

    def total(self):
        return self.price * self.count

    def __repr__(self):
        return f"Item({self.name!r})"


class Cart:
    def __init__(self, rate=0):
        self.items = []
        self.rate = rate

    def add(self, item):
        self.items.append(item)
        return self

    def total(self):
        amount = sum(item.total() for item in self.items)
        return reduced(amount, self.rate)

    def dearest(self):
        return max(self.items, key=Item.total)

    def clear(self):
        self.items.clear()

    def __repr__(self):
        names = ", ".join(item.name for item in self.items)
        return f"Cart({names})"


def reduced(amount, rate):
    if not rate:
        return amount
    if rate > 100:
        raise ValueError("no rate")
    return amount - rate  # the fault: a share is meant
