"""What one file of MSBuild gives to the projects that it holds for, as written."""

from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._xml import Element

_OTHERWISE = "otherwise"
_MOST_VALUES = 100
_LONGEST_CONDITION = 500


class Setting(NamedTuple):
    """A value and the condition under which it holds; empty where it always does."""

    value: str
    condition: str


class Item(NamedTuple):
    """An item: its element, and the conditions on it and on what is around it."""

    element: Element
    condition: str


class MsbuildFacts:
    """The properties, imports and package versions of a file."""

    __slots__ = ("imports", "packages", "properties", "sdks", "versions")

    def __init__(self, root: Element) -> None:
        self.properties: dict[str, list[Setting]] = {}
        self.versions: dict[str, list[Setting]] = {}
        self.imports: list[str] = []
        self.packages: set[str] = set()
        self.sdks = [name.partition("/")[0].strip() for name in attribute(root, "Sdk").split(";") if name.strip()]
        for element, condition in items(root):
            name = element.name.lower()
            if name == "import" and (path := attribute(element, "Project")) and not attribute(element, "Sdk"):
                self.imports.append(path)
            elif name == "sdk" and (sdk := attribute(element, "Name")):
                self.sdks.append(sdk)
            elif name == "packagereference":
                self.packages.update(package.lower() for package in included(element))
            version = metadata(element, "Version")
            if version and (name == "packageversion" or (name == "packagereference" and attribute(element, "Update"))):
                for package in included(element) or split(attribute(element, "Update")):
                    _note(self.versions, package, Setting(version, condition))
        for element, condition in _properties(root):
            _note(self.properties, element.name, Setting(element.text, condition))


def _note(settings: dict[str, list[Setting]], name: str, setting: Setting) -> None:
    """Note a value; of very many, those in the middle are forgotten."""
    values = settings.setdefault(name.lower(), [])
    if len(values) >= _MOST_VALUES:
        del values[_MOST_VALUES // 2]
    values.append(setting)


def items(root: Element) -> Iterator[Item]:
    """The items and imports of a file with their conditions; those inside of targets only exist while building."""
    for element, condition in _groups(root):
        if element.name in ("ItemGroup", "ImportGroup"):
            for child in element.children:
                yield Item(child, _both(condition, attribute(child, "Condition")))
        elif element.name in ("Import", "Sdk"):
            yield Item(element, condition)


def _properties(root: Element) -> Iterator[Item]:
    for element, condition in _groups(root):
        if element.name == "PropertyGroup":
            for child in element.children:
                yield Item(child, _both(condition, attribute(child, "Condition")))


def _groups(root: Element) -> Iterator[Item]:
    """The parts of a project, with those inside of ``Choose``."""
    waiting = [Item(child, "") for child in reversed(root.children)]
    while waiting:
        element, outer = waiting.pop()
        condition = _both(outer, _OTHERWISE if element.name == "Otherwise" else attribute(element, "Condition"))
        if element.name in ("Choose", "When", "Otherwise"):
            waiting += (Item(child, condition) for child in reversed(element.children))
        else:
            yield Item(element, condition)


def _both(outer: str, inner: str) -> str:
    return (f"{outer} and {inner}" if outer and inner else outer or inner)[:_LONGEST_CONDITION]


def included(element: Element) -> list[str]:
    """The names in ``Include``."""
    return split(attribute(element, "Include"))


def split(names: str) -> list[str]:
    """The parts of a list of MSBuild."""
    return [name.strip() for name in names.split(";") if name.strip()]


def attribute(element: Element, name: str) -> str:
    """An attribute, whose name is written in any case."""
    if name in element.attributes:
        return " ".join(element.attributes[name].split())
    found = (value for key, value in element.attributes.items() if key.lower() == name.lower())
    return " ".join(next(found, "").split())


def metadata(element: Element, name: str) -> str:
    """A value of an item, as an attribute or as an element within."""
    return attribute(element, name) or next(
        (child.text for child in element.children if child.name.lower() == name.lower()), ""
    )
