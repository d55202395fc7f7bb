import abc
from base import Mixin, Generic


class Empty: pass


@abc.final
class Shape(Mixin, Generic[int], abc.ABC, make_base(), metaclass=abc.ABCMeta):
    """A shape."""

    sides: int = 0
    name = "shape"

    def __init__(self, sides):
        self.sides = sides

    @property
    def area(self) -> float:
        return self.sides * Shape.unit

    @area.setter
    def area(self, value): self._area = value

    class Corner:
        def angle(self): ...
