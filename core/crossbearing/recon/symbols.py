"""Who binds which name where: the symbol tables of all files, before anything is resolved.

Entities are numbered as in :class:`~crossbearing.model.graph.CodeGraph`: files by path, each file's module entity
before its definitions. Inside the linker a *value* is an integer: ``2 * entity`` is the entity itself, ``2 * entity +
1`` an instance of that class, and :data:`UNKNOWN` and :data:`OUTSIDE` are what cannot be named or is not ours.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from attrs import define, field

from crossbearing.model.facts import MODULE_SCOPE, Definition, FileFacts, Import, ModuleLinks
from crossbearing.model.graph import EntityKind

UNKNOWN = -1
"""The value of a name that nothing in the project explains."""
OUTSIDE = -2
"""The value of a name that leads to a builtin, the standard library or third-party code."""

MAX_HOPS = 24
"""How many inferences may lean on each other (``a = b.c``, where ``b`` was bound from a call …)."""

RECEIVERS = frozenset({"self", "this", "cls", "super"})
"""Names that mean the object or class a method belongs to, in the languages that have such names."""
OWN_VIEW = -2
"""What :meth:`Project.view` says of a name that the scope itself binds."""
OPAQUE = "?"
"""As a binding's value: the name is bound here to something unknown, and hides what it meant further out."""


class Place(NamedTuple):
    """A scope of a module: the position of a definition in the file's facts, or ``MODULE_SCOPE``."""

    module: int
    scope: int


@define(eq=False)
class Module:
    """The symbol table of one file.

    ``targets`` runs parallel to the imports: module numbers, or None for what lies outside. ``scopes`` holds for each
    scope (the module's first, then one a definition) the binders of each name: positions of definitions, and positions
    of imports as their complement (``~i``). ``bindings`` holds positions in the file's bindings, in line order.
    ``dotted`` are the project modules that ``import a.b`` statements name, which bind only ``dotted_heads``.
    ``package`` is the family of languages and name of the package whose top level the file shares, if it shares one.
    """

    number: int
    path: str
    name: str
    entity: int
    facts: FileFacts
    targets: list[int | None]
    scopes: list[dict[str, list[int]]] = field(factory=list)
    bindings: dict[tuple[int, str], list[int]] = field(factory=dict)
    stars: list[int] = field(factory=list)
    dotted: dict[str, int] = field(factory=dict)
    dotted_heads: frozenset[str] = frozenset()
    exports: frozenset[str] | None = None
    package: tuple[str, str] | None = None

    def fill(self) -> None:
        """Build the tables from the facts."""
        facts = self.facts
        self.scopes = [{} for _ in range(len(facts.definitions) + 1)]
        for position, definition in enumerate(facts.definitions):
            self.scopes[definition.scope + 1].setdefault(definition.name, []).append(position)
        for position, statement in enumerate(facts.imports):
            if statement.name == "*":
                self.stars.append(position)
            else:
                self.scopes[statement.scope + 1].setdefault(statement.alias, []).append(~position)
        lines = sorted(range(len(facts.bindings)), key=lambda position: facts.bindings[position].line)
        for position in lines:
            binding = facts.bindings[position]
            self.bindings.setdefault((binding.scope, binding.name), []).append(position)
        dotted = [position for position, statement in enumerate(facts.imports) if binds_first_part(statement)]
        self.dotted_heads = frozenset(facts.imports[position].alias for position in dotted)
        for position in dotted:
            if (target := self.targets[position]) is not None:
                self.dotted.setdefault(facts.imports[position].module, target)
        self.exports = None if facts.exports is None else frozenset(facts.exports)

    def exports_name(self, name: str) -> bool:
        """Whether a star import of this module brings ``name``."""
        return not name.startswith("_") if self.exports is None else name in self.exports

    def binders(self, scope: int, name: str) -> list[int]:
        """What binds ``name`` in ``scope``, the most telling first.

        Functions, classes and imports come before variables, and later ones before earlier ones; a property's setter
        and deleter never stand for the property.
        """
        found = self.scopes[scope + 1].get(name)
        if not found:
            return []
        if len(found) == 1:
            return found
        return sorted(found, key=self._rank, reverse=True)

    def binding_at(self, scope: int, name: str, line: int) -> int:
        """The position of the binding that holds at ``line`` of the same scope: the last before it, or the first."""
        return self.bindings[scope, name][max(0, self.bindings_before(scope, name, line) - 1)]

    def rebinds(self, scope: int, name: str) -> bool:
        """Whether the function at ``scope`` gives a receiver's name (``cls = …``) another meaning."""
        bindings = self.bindings.get((scope, name), ())
        return name in self.scopes[scope + 1] or any(self.facts.bindings[item].value != OPAQUE for item in bindings)

    def bindings_before(self, scope: int, name: str, line: int) -> int:
        """How many bindings of a name stand before ``line``."""
        positions = self.bindings.get((scope, name), ())
        return bisect_left(positions, line, key=lambda position: self.facts.bindings[position].line)

    def _rank(self, binder: int) -> tuple[bool, bool, int]:
        if binder < 0:
            return True, True, self.facts.imports[~binder].line
        definition = self.facts.definitions[binder]
        return definition.kind != "variable", not is_accessor(definition), definition.line


@define(eq=False)
class Project:
    """All modules, by number, by dotted name and by entity.

    ``families`` names for each language those that it shares packages with, where there are others. ``packages`` holds
    the top-level definitions of packages that files share, by package and name, ``overloads`` the functions among them
    under names that have several, ``fragments`` the first part of each class. ``wholes`` leads
    from each part of a class to the class, ``parts`` back; both are filled when names can be resolved.
    """

    modules: list[Module]
    by_name: dict[str, int]
    owners: list[int]
    kinds: list[EntityKind]
    families: Mapping[str, str] = field(factory=dict)
    packages: dict[tuple[tuple[str, str], str], int] = field(factory=dict)
    overloads: dict[tuple[tuple[str, str], str], list[int]] = field(factory=dict)
    fragments: dict[tuple[tuple[str, str], str], int] = field(factory=dict)
    wholes: dict[int, int] = field(factory=dict)
    parts: dict[int, list[int]] = field(factory=dict)

    def family(self, module: Module) -> str:
        """The languages whose definitions a file may use: one name for all of them."""
        return self.families.get(module.facts.language, module.facts.language)

    def definition(self, entity: int) -> Definition:
        """The definition behind an entity that is not a module."""
        module = self.modules[self.owners[entity]]
        return module.facts.definitions[entity - module.entity - 1]

    def place(self, entity: int) -> Place:
        """The scope that an entity opens."""
        number = self.owners[entity]
        return Place(number, entity - self.modules[number].entity - 1)

    def is_decorated_with(self, entity: int, decorator: str) -> bool:
        """Whether a definition has a decorator of this name."""
        return decorator in self.definition(entity).decorators

    def whole(self, entity: int) -> int:
        """The class that a part of one belongs to; anything else is itself."""
        return self.wholes.get(entity, entity)

    def class_around(self, module: Module, scope: int) -> int | None:
        """The class whose method encloses (or is) ``scope``; None outside methods."""
        definitions = module.facts.definitions
        while scope >= 0:
            definition = definitions[scope]
            if definition.kind == "method" and definition.scope >= 0:
                cls = module.entity + 1 + definition.scope
                return self.wholes.get(cls, cls)
            scope = definition.scope
        return None

    def view(self, module: Module, scope: int, name: str) -> int:
        """A number that is equal for the scopes of a file in which a name means the same, whatever the line.

        :data:`OWN_VIEW` where the scope itself binds the name.
        """
        if name in RECEIVERS and not module.rebinds(scope, name):
            cls = self.class_around(module, scope)
            if cls is not None:
                return len(module.facts.definitions) + cls
        definitions = module.facts.definitions
        start = scope
        while scope >= 0:
            is_seen = scope == start or definitions[scope].kind != "class"
            if is_seen and ((scope, name) in module.bindings or name in module.scopes[scope + 1]):
                return OWN_VIEW if scope == start else scope
            scope = definitions[scope].scope
        return MODULE_SCOPE


def build_project(
    facts: Mapping[str, FileFacts], links: Mapping[str, ModuleLinks], families: Mapping[str, str] | None = None
) -> Project:
    """Number all entities and fill every file's symbol table."""
    paths = sorted(facts)
    numbers = {path: number for number, path in enumerate(paths)}
    project = Project([], {}, [], [], families or {})
    for number, path in enumerate(paths):
        link = links.get(path) or ModuleLinks(module_name(path, facts[path].language), [])
        targets = _targets(facts[path].imports, link, numbers)
        module = Module(number, path, link.name, len(project.kinds), facts[path], targets)
        module.package = (project.family(module), link.package) if link.package else None
        module.fill()
        _share(project, module)
        project.modules.append(module)
        project.by_name.setdefault(link.name, number)
        project.kinds.append("module")
        project.kinds.extend(definition.kind for definition in facts[path].definitions)
        project.owners.extend([number] * (len(facts[path].definitions) + 1))
    return project


def _share(project: Project, module: Module) -> None:
    """Enter a file's top level into that of its package; of several definitions the first in path order counts."""
    if module.package is not None:
        for position, definition in enumerate(module.facts.definitions, start=module.entity + 1):
            if definition.scope < 0 and definition.is_part and definition.kind == "class":
                project.fragments.setdefault((module.package, definition.name), position)
            if definition.scope < 0 and not definition.is_part:
                known = project.packages.setdefault((module.package, definition.name), position)
                if known != position and definition.kind == "function":
                    project.overloads.setdefault((module.package, definition.name), [known]).append(position)


def module_name(path: str, language: str) -> str:
    """The dotted name of a file that no language plugin named; a file of no known language keeps its path."""
    if language == TEXT:
        return path
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.partition('.')[0] or name}".replace("/", ".")


TEXT = "text"
"""The language of files that no plugin reads and that are searchable as text alone."""


def binds_first_part(statement: Import) -> bool:
    """Whether an import binds only the first part of a dotted module name (``import a.b`` binds ``a``)."""
    return not statement.name and "." in statement.module and statement.alias == statement.module.partition(".")[0]


def is_accessor(definition: Definition) -> bool:
    """Whether a definition is a property's setter or deleter."""
    return any(name in (f"{definition.name}.setter", f"{definition.name}.deleter") for name in definition.decorators)


def is_property(definition: Definition) -> bool:
    """Whether reading a method's name calls it (``property``, ``cached_property`` and their like)."""
    return any(name.endswith("property") for name in definition.decorators)


def _targets(imports: Sequence[Import], link: ModuleLinks, numbers: Mapping[str, int]) -> list[int | None]:
    targets = [None if path is None else numbers.get(path) for path in link.targets[: len(imports)]]
    return targets + [None] * (len(imports) - len(targets))
