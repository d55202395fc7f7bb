"""The commands that the configuration of a Python tool implies, as its makers document them."""

from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._sheet import Span

TOOLS = {
    "black": ("format", "black ."),
    "flake8": ("lint", "flake8"),
    "mypy": ("typecheck", "mypy ."),
    "pylint": ("lint", "pylint --recursive=y ."),
    "pyright": ("typecheck", "pyright"),
    "ruff": ("lint", "ruff check ."),
}
"""A configured tool, the runner that it makes, and the command that needs nothing but the configuration."""


def claim_tool(sheet: PythonSheet, tool: str, span: Span, *, names_its_files: bool = False) -> None:
    """Claim the runner of a configured tool; one whose configuration names the files to look at takes no argument."""
    runner, command = TOOLS[tool]
    sheet.runner(runner, tool if names_its_files else command, span, tool, source="convention")


def claim_pytest(sheet: PythonSheet, span: Span) -> None:
    """Claim pytest as the test framework, and as the command that runs the tests where no other is stated."""
    sheet.test_suite("pytest", span)
    sheet.runner("test", "pytest", span, "pytest", source="convention")


def claim_test_folder(sheet: PythonSheet, folder: str, span: Span) -> None:
    """Claim that tests are in ``folder``."""
    convention = f"tests in {folder.rstrip('/')}/"
    sheet.layout(convention, span, folder)


def claim_settings(sheet: PythonSheet, module: str, span: Span) -> None:
    """Claim the settings module that tests run with."""
    sheet.configuration(module, "settings", span)
