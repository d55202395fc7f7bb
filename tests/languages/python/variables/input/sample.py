LIMIT = 10
LIMIT = 20
first, (second, *rest) = load(), LIMIT
left = right = make(1)
declared: str
typed: dict[str, int] = {}
table = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}
items[0] = owner.name = LIMIT
LIMIT += 1
for index in rest:
    print(index, LIMIT)


def change():
    local = LIMIT
    return local


class Holder:
    value = size = 1
    other = value
