from typing import Optional
from shop import Basket, Store, open_store


class Clerk:
    store: Store

    def __init__(self, store: Store, name: "Optional[Basket]" = None, *rest: Basket, size: int | None = 2):
        self.basket = Basket(size, (rest))
        self.store = store
        self.first: "Basket | None" = name
        both = self.last = Store()
        more = Store() + both
        alias = shop = self.store.place
        many: list[Store] = []
        with open_store(more) as opened, alias as other:
            opened.close()
        return many, shop, other


def shadow(Basket, items):
    Store = items[0]
    for open_store in items:
        open_store.close()
    Store.close(), Basket.close()


async def wait():
    reply = await open_store()
