"""What a call may mean where the receiver is not known well enough: methods of that name, if they are few."""

from collections.abc import Mapping

from attrs import define, field, frozen

from crossbearing.model.facts import Reference
from crossbearing.recon.members import COMMON_MEMBERS
from crossbearing.recon.overloads import Overloads
from crossbearing.recon.references import UNRESOLVED
from crossbearing.recon.resolve import Resolver
from crossbearing.recon.symbols import Module, Project

DISTINCTIVE = 0.6
"""Confidence of a call on an unknown receiver of a method that only one class of the project defines, and those that
inherit from it.

Only for names that no built-in type has, and that are long or compound enough to be no accident. Also of a call on
``self`` of a method that the class leaves to one heir.
"""
POSSIBLE = 0.4
"""Confidence, divided among the candidates, of other calls on an unknown receiver."""
MAX_CANDIDATES = 3
"""With more definitions of a name than this (overrides not counted), a call on an unknown receiver stays unresolved."""
SHORTEST_DISTINCTIVE = 6

Row = tuple[int, float]
"""A target entity (or :data:`~crossbearing.recon.references.UNRESOLVED`) and the confidence in it."""


@frozen
class LanguageNames:
    """What the linker knows of a language: ``builtins`` need no definition; ``members`` are names of methods that say
    nothing about their class, besides :data:`~crossbearing.recon.members.COMMON_MEMBERS`; with ``implicit_receiver``
    the members of the enclosing classes are in scope by their bare names. With ``overloads``, references say what calls
    are given, which tells definitions of one name apart. With ``receiver_parameter`` the first parameter of a method is
    its object, as in Python: in such languages values are followed. Languages of one ``family`` call each other.
    """

    builtins: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    implicit_receiver: bool = False
    overloads: bool = False
    receiver_parameter: bool = False
    family: str = ""


@define(eq=False)
class Candidates:
    """Finds candidates by the name of a method, within one linking."""

    project: Project
    resolver: Resolver
    languages: Mapping[str, LanguageNames]
    roles: Mapping[str, str]
    overloads: Overloads
    _methods: dict[tuple[str, str], list[int]] = field(factory=dict)
    _origins: dict[tuple[str, str, bool], list[int]] = field(factory=dict)
    _left_to_heirs: dict[tuple[int, str], list[int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for module in self.project.modules:
            family = self.project.family(module)
            for entity, definition in enumerate(module.facts.definitions, start=module.entity + 1):
                if definition.kind == "method" and definition.scope >= 0:
                    self._methods.setdefault((family, definition.name), []).append(entity)

    def of(self, module: Module, reference: Reference, receiver: int) -> list[Row]:
        """The rows of a use that nothing explains; ``receiver`` is the value that its last part was looked up in."""
        _, dot, name = reference.name.rpartition(".")
        if not dot or reference.kind not in ("call", "decorator"):
            return [(UNRESOLVED, 0.0)]
        held = self.resolver.plain(receiver)
        if held < 0:
            found = self._methods_of(module, name)
            if len(found) > 1 and module.facts.language in self.overloads.languages:
                found = self.overloads.fitting(found, reference.arguments)
            distinctive = len(name) >= SHORTEST_DISTINCTIVE or "_" in name.strip("_")
        else:
            found, distinctive = self._heirs(held >> 1, name), True
        if not found or len(found) > MAX_CANDIDATES:
            return [(UNRESOLVED, 0.0)]
        confidence = DISTINCTIVE if distinctive and len(found) == 1 else POSSIBLE / len(found)
        return [(method, confidence) for method in found]

    def _heirs(self, cls: int, name: str) -> list[int]:
        """What heirs of a class have under a name that it does not know itself.

        An abstract method left to them, or one that a mixin expects of its siblings.
        """
        key = (cls, name)
        if key not in self._left_to_heirs:
            values = {self.resolver.member(2 * heir + 1, name) for heir in self.resolver.hierarchy.descendants(cls)}
            self._left_to_heirs[key] = sorted(value >> 1 for value in values if value >= 0 and not value & 1)
        return self._left_to_heirs[key]

    def _methods_of(self, module: Module, name: str) -> list[int]:
        names = self.languages.get(module.facts.language, LanguageNames())
        if name in COMMON_MEMBERS or name in names.members:
            return []
        return self._overriding_none(self.project.family(module), name, tests=self.roles.get(module.path) == "test")

    def _overriding_none(self, family: str, name: str, *, tests: bool) -> list[int]:
        """The methods of a name in a family that override no other; those of tests only where ``tests`` call."""
        key = (family, name, tests)
        if key not in self._origins:
            methods = [
                method for method in self._methods.get((family, name), ()) if tests or self._role(method) != "test"
            ]
            owners = {self._class_of(method) for method in methods}
            self._origins[key] = [
                method
                for method in methods
                if not owners.intersection(self.resolver.hierarchy.ancestors(self._class_of(method))[1:])
            ]
        return self._origins[key]

    def _class_of(self, method: int) -> int:
        module = self.project.modules[self.project.owners[method]]
        cls = module.entity + 1 + self.project.definition(method).scope
        return self.project.wholes.get(cls, cls)

    def _role(self, entity: int) -> str | None:
        return self.roles.get(self.project.modules[self.project.owners[entity]].path)
