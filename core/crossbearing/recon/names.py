"""What a name at the top level of a module means, through imports and re-exports."""

from attrs import define, field

from crossbearing.model.facts import MODULE_SCOPE
from crossbearing.recon.stars import StarIndex
from crossbearing.recon.symbols import OUTSIDE, UNKNOWN, Module, Project, binds_first_part

Step = int | tuple[int, str]
"""A value found, or a name to look up in a module."""


@define(eq=False)
class ModuleNames:
    """Looks names up in modules: own definitions, imports, star imports, submodules.

    Re-export chains of any length and in circles are followed with an explicit stack; the first project value in order
    of precedence wins over one outside.
    """

    project: Project
    _known: dict[tuple[int, str], int] = field(factory=dict)
    _imported: dict[tuple[int, int], int] = field(factory=dict)
    _stars: StarIndex = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stars = StarIndex(self.project)

    def attribute(self, module: int, name: str) -> int:
        """The value of ``name`` in ``module``: an entity, :data:`OUTSIDE` or :data:`UNKNOWN`."""
        key = (module, name)
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._search([key])
        return value

    def imported(self, module: Module, position: int) -> int:
        """The value that one import statement binds."""
        key = (module.number, position)
        value = self._imported.get(key)
        if value is None:
            value = self._imported[key] = self._search(self._import_steps(module, position))
        return value

    def _search(self, steps: list[Step]) -> int:
        stack = steps[::-1]
        seen: set[tuple[int, str]] = set()
        value, branches = UNKNOWN, len(stack) > 1
        while stack and value < 0:
            step = stack.pop()
            if isinstance(step, tuple):
                if step in seen:
                    continue
                known = self._known.get(step)
                if known is None:
                    seen.add(step)
                    more = self._name_steps(self.project.modules[step[0]], step[1])
                    stack.extend(reversed(more))
                    branches = branches or len(more) > 1
                    continue
                step = known
            value = step if step >= 0 else min(value, step)
        if value == UNKNOWN or not branches:
            # All names on the way mean the same: nothing, or the end of the chain.
            self._known.update(dict.fromkeys(seen, value))
        return value

    def _name_steps(self, module: Module, name: str) -> list[Step]:
        steps: list[Step] = []
        parts: list[Step] = []
        for binder in module.binders(MODULE_SCOPE, name):
            if binder < 0:
                steps += self._import_steps(module, ~binder)
            elif module.facts.definitions[binder].is_part:
                parts.append(2 * (module.entity + 1 + binder))
            elif not steps or module.facts.definitions[binder].kind != "variable":
                steps.append(2 * (module.entity + 1 + binder))
        # What a file imports by this name from outside hides what its package and star imports have.
        is_outside = module.package is not None and OUTSIDE in steps
        if module.package is not None and not is_outside:
            shared = self.project.packages.get((module.package, name))
            steps += [] if shared is None else [2 * shared]
        for position in () if is_outside else reversed(module.stars):
            target = module.targets[position]
            if target is None:
                steps.append(OUTSIDE)
            elif self.project.modules[target].exports_name(name):
                step = self._stars.step(target, name)
                steps += [] if step is None else [step]
        submodule = self.project.by_name.get(f"{module.name}.{name}")
        if submodule is not None:
            steps.append(2 * self.project.modules[submodule].entity)
        # A part stands for a class that is defined elsewhere, if it is found there.
        if module.package is not None and not (is_outside or parts):
            part = self.project.fragments.get((module.package, name))
            parts += [] if part is None else [2 * part]
        return steps + parts

    def _import_steps(self, module: Module, position: int) -> list[Step]:
        statement = module.facts.imports[position]
        number = module.targets[position]
        if binds_first_part(statement):
            first = self.project.by_name.get(statement.alias)
            if first is None:
                return [OUTSIDE if number is None else UNKNOWN]
            return [2 * self.project.modules[first].entity]
        if number is None:
            return [OUTSIDE]
        target = self.project.modules[number]
        whole = 2 * target.entity
        if not statement.name or target.name == f"{_base(module, statement.module, statement.level)}.{statement.name}":
            return [whole]
        steps: list[Step] = [(number, statement.name)]
        if statement.name == "default":
            # A module without a default export is taken whole, as by an import of a CommonJS module.
            return [*steps, whole]
        # A plugin may point at the submodule itself where the names do not tell.
        return [*steps, whole] if target.name.rpartition(".")[2] == statement.name else steps


def _base(module: Module, name: str, level: int) -> str:
    """The absolute name of the module that a (relative) import statement names."""
    if not level:
        return name
    package = module.path.rpartition("/")[2].startswith("__init__.")
    parts = module.name.split(".")
    base = parts[: len(parts) - level + package]
    return ".".join([*base, name] if name else base)
