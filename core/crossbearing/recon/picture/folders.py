"""The folders of a repository as a tree of areas, sized by lines of code."""

from collections.abc import Iterable

from attrs import Factory, define


@define(eq=False)
class Area:
    """A folder or file: ``size`` in lines, and for a file its ``role``."""

    name: str
    path: str
    size: int = 0
    role: str = ""
    children: dict[str, "Area"] = Factory(dict)

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return not self.children

    def by_size(self) -> list["Area"]:
        """What lies in it, the largest first."""
        return sorted(self.children.values(), key=lambda area: (-area.size, area.name))


def area_tree(name: str, files: Iterable[tuple[str, int, str]]) -> Area:
    """The tree of ``files`` (path, lines, role); folders that hold one folder alone are joined with it."""
    root = Area(name, "")
    for path, lines, role in files:
        size = max(1, lines)
        area = root
        area.size += size
        parts = path.split("/")
        for depth, part in enumerate(parts, start=1):
            area = area.children.setdefault(part, Area(part, "/".join(parts[:depth])))
            area.size += size
        area.role = role
    pending = [root]
    while pending:
        area = pending.pop()
        area.children = {child.path: _joined(child) for child in area.children.values()}
        pending += area.children.values()
    return root


def _joined(area: Area) -> Area:
    while len(area.children) == 1:
        (only,) = area.children.values()
        if only.is_file:
            break
        area = Area(f"{area.name}/{only.name}", only.path, only.size, "", only.children)
    return area
