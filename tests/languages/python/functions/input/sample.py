def plain(self, first, *rest, key=None, **others): pass


async def wrapped(
    name: str,  # who
    size: "int" = 3,
) -> dict[str, list[int]]:
    """
    Says what it does.

      Indented further.
    """
    def inner(): return name
    return inner


double = lambda value, by=2: value * by


def long_default(table={"one": 1, "two": 2, "three": 3, "four": 4}, last=()): ...


if True:
    def twice(): "First."
else:
    def twice(): "Second."
