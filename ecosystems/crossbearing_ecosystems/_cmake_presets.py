"""The presets of a CMake project: commands that configure, build and test it in a named way."""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

_COMMANDS = {
    "configurePresets": "cmake --preset {}",
    "buildPresets": "cmake --build --preset {}",
    "testPresets": "ctest --preset {}",
    "workflowPresets": "cmake --workflow --preset {}",
}
_PURPOSES = {
    "configurePresets": "configure",
    "buildPresets": "build",
    "testPresets": "test",
    "workflowPresets": "workflow",
}


def read_presets(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read ``CMakePresets.json``: each visible preset is a runner, named by its purpose and its name."""
    document = JsonDocument(file)
    sheet = ProjectSheet(file, tree, "generic")
    for key, command in _COMMANDS.items():
        presets = document.get(key)
        for preset in presets if isinstance(presets, PlacedList) else ():
            if not isinstance(preset, PlacedTable) or preset.get("hidden") is True:
                continue
            if isinstance(name := preset.get("name"), Text) and name.strip():
                line = preset.lines["name"]
                _runner(sheet, f"{_PURPOSES[key]}:{name}", command.format(_quoted(name)), (line, line), name)
    return sheet.claims


def _runner(sheet: ProjectSheet, name: str, command: str, span: Span, written: str) -> None:
    sheet.runner(name, command, span, written, source="script")


def _quoted(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").replace(".", "").isalnum() else f'"{name}"'
