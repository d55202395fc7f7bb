"""What methods bind to attributes of their object: ``self.name = value``."""

from collections.abc import Sequence

from attrs import define, field

from crossbearing.recon.symbols import RECEIVERS, Module, Project


@define(eq=False)
class InstanceBindings:
    """The bindings of attributes by class and name."""

    project: Project
    _positions: dict[int, dict[str, list[tuple[int, int]]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        # When the parts of classes are joined: before, methods of a part would stand for themselves.
        for module in self.project.modules:
            self.collect(module)

    def has(self, cls: int, name: str) -> bool:
        """Whether methods of a class bind an attribute."""
        return name in self._positions.get(cls, ())

    def positions(self, cls: int, name: str) -> Sequence[tuple[int, int]]:
        """The bindings of ``self.name`` in the methods of a class: numbers of modules and positions."""
        return self._positions.get(cls, {}).get(name, ())

    def item_keys(self, cls: int, name: str) -> list[str]:
        """The names (``handlers["key"]``) under which methods of a class bind items of ``self.name``."""
        return [item for item in self._positions.get(cls, ()) if item.startswith(f"{name}[")]

    def collect(self, module: Module) -> None:
        """Enter what the methods in a file bind."""
        for position, binding in enumerate(module.facts.bindings):
            head, dot, attribute = binding.name.partition(".")
            if dot and head in RECEIVERS and "." not in attribute:
                cls = self.project.class_around(module, binding.scope)
                if cls is not None:
                    found = self._positions.setdefault(cls, {}).setdefault(attribute, [])
                    found.append((module.number, position))
