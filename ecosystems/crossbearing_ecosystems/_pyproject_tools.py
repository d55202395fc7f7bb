"""Tools that are configured in `pyproject.toml`, and the commands that follow by convention."""

from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._python_tools import TOOLS, claim_pytest, claim_settings, claim_test_folder, claim_tool
from crossbearing_ecosystems._toml import TomlDocument


def read_tools(document: TomlDocument, sheet: PythonSheet) -> None:
    """Claim the test framework and the linters, formatters and type checkers that are configured."""
    _pytest(document, sheet)
    for tool in TOOLS:
        if document.has("tool", tool):
            names_its_files = tool == "mypy" and not {"files", "packages", "modules"}.isdisjoint(
                document.keys("tool", tool)
            )
            claim_tool(sheet, tool, document.span("tool", tool), names_its_files=names_its_files)
    if document.has("tool", "ruff", "format"):
        sheet.runner("format", "ruff format .", document.span("tool", "ruff", "format"), source="convention")


def _pytest(document: TomlDocument, sheet: PythonSheet) -> None:
    # pytest 9 reads its options from [tool.pytest] itself as well.
    table = ("tool", "pytest", *(("ini_options",) if document.has("tool", "pytest", "ini_options") else ()))
    if not document.has(*table):
        return
    claim_pytest(sheet, document.span(*table))
    for path, folders in document.strings(*table, "testpaths"):
        for folder in folders.split():
            claim_test_folder(sheet, folder, document.span(*path))
    if module := document.text(*table, "DJANGO_SETTINGS_MODULE"):
        claim_settings(sheet, module, document.span(*table, "DJANGO_SETTINGS_MODULE"))
