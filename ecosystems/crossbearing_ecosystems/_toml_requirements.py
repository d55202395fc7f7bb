"""Lists of requirement strings in TOML files."""

from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_line import named_by_location
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_index import Path


def read_requirements(
    document: TomlDocument, sheet: PythonSheet, place: Path, kind: DependencyKind, group: str = ""
) -> None:
    """Claim each requirement of the array at ``place``; anything else in it is a problem."""
    for path, item in document.items(*place):
        span = document.span(*path)
        if not isinstance(item, str):
            sheet.problem(f"{'.'.join(map(str, place))} holds something that is no requirement string", span[0])
        elif located := named_by_location(item.removeprefix("-e ")):
            sheet.dependency(located.name, None, span, kind, group, located.marker, located.source)
        else:
            sheet.requirement(item, span, kind, group)
