"""Classes that are written in several places: parts in other files and parts within a class are joined to one."""

from attrs import define

from crossbearing.recon.names import ModuleNames
from crossbearing.recon.symbols import Module, Project


def join_parts(project: Project, names: ModuleNames) -> None:
    """Fill ``wholes`` and ``parts`` of a project."""
    joining = _Joining(project, names)
    for module in project.modules:
        joining.join_parts(module)
    joining.join_nested()


@define(eq=False)
class _Joining:
    project: Project
    names: ModuleNames

    def join_parts(self, module: Module) -> None:
        """Find for each part of a class in a file the class that its name means."""
        for position, definition in enumerate(module.facts.definitions):
            if definition.is_part and definition.scope < 0:
                part = module.entity + 1 + position
                value = self.names.attribute(module.number, definition.name)
                whole = value >> 1
                if whole == part and module.package is not None:
                    # Parts of a class outside of the project, or of one that is nothing but its parts.
                    whole = self.project.fragments.get((module.package, definition.name), part)
                if value >= 0 and not value & 1 and whole != part and self.project.kinds[whole] == "class":
                    self._join(part, whole)

    def _join(self, part: int, whole: int) -> None:
        self.project.wholes[part] = whole
        self.project.parts.setdefault(whole, []).append(part)

    def join_nested(self) -> None:
        """Join the classes of one name within the parts of a class."""
        pending = list(self.project.parts)
        for outer in pending:
            inner: dict[str, list[int]] = {}
            for part in (outer, *self.project.parts[outer]):
                place = self.project.place(part)
                module = self.project.modules[place.module]
                for name, binders in module.scopes[place.scope + 1].items():
                    positions = [item for item in binders if item >= 0]
                    classes = [item for item in positions if module.facts.definitions[item].kind == "class"]
                    inner.setdefault(name, []).extend(module.entity + 1 + item for item in classes)
            for group in inner.values():
                group.sort(key=lambda entity: self.project.definition(entity).is_part)
                for part in group[1:]:
                    self._join(part, group[0])
                if len(group) > 1:
                    pending.append(group[0])
