from .other import thing
from . import other

__all__ = ["first", 'sec' "ond"]
__all__ += ("third",)
__all__ += other.__all__
__all__.extend(["fourth"])
__all__.append("first")
__all__ += [name for name in dir(other)]


def first(): ...
