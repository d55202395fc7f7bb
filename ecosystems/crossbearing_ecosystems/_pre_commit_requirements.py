"""What hooks of pre-commit need beside themselves, and the registry that it comes from."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._ci_sheet import text_at
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._project_sheet import ProjectSheet

_NODE = re.compile(r"(?P<name>@[\w.~-]+/[\w.~-]+|[\w.~-]+)@(?P<version>[\w.^~<>=*|x-]+)|(?P<bare>@[\w.~-]+/[\w.~-]+)")
_PYTHON = re.compile(
    r"(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[\w\s,.-]*\])?\s*(?P<version>[<>=!~][^;@]*)?(?:;(?P<marker>.*))?"
)
_ECOSYSTEMS = {"python": "pypi", "node": "npm", "ruby": "gem", "rust": "cargo", "golang": "golang", "conda": "conda"}
# fmt: off
_HOOKS = {
    **dict.fromkeys((
        "autoflake", "autopep8", "bandit", "black", "black-jupyter", "blacken-docs", "blackdoc", "check-jsonschema",
        "check-manifest", "codespell", "commitizen", "darglint", "djlint", "doc8", "docformatter", "flake8",
        "flynt", "interrogate", "isort", "mdformat", "mypy", "nbstripout", "pycodestyle", "pydocstyle",
        "pydocstringformatter",
        "pylint", "pyproject-fmt", "pyright", "pyupgrade", "reorder-python-imports", "rstcheck", "sphinx-lint",
        "validate-pyproject", "vulture", "yamllint", "yapf", "zizmor",
    ), "pypi"),
    **dict.fromkeys((
        "commitlint", "cspell", "eslint", "jshint", "markdownlint", "markdownlint-cli2", "markdownlint-fix", "prettier",
        "standard", "stylelint", "tslint",
    ), "npm"),
}
# fmt: on
"""Widely known hooks by their id."""
_LONGEST = 300


class _Requirement(NamedTuple):
    name: str
    version: str | None
    ecosystem: str
    marker: str = ""


def claim_requirements(hook: PlacedTable, sheet: ProjectSheet) -> None:
    """Claim what is installed beside a hook, in the group of its id."""
    listed = hook.get("additional_dependencies")
    texts = [item for item in listed if isinstance(item, Text)] if isinstance(listed, PlacedList) else []
    group = str(text_at(hook, "id"))
    stated = _ECOSYSTEMS.get(str(text_at(hook, "language") or ""), "")
    shown = stated or next(filter(None, map(_ecosystem_of, texts)), _HOOKS.get(group, ""))
    for text in texts:
        if found := next(_read(text.strip(), shown), None):
            span = (text.line, text.end)
            sheet.declare(
                found.name, found.version, span, "dev", group=group, marker=found.marker, ecosystem=found.ecosystem
            )


def _ecosystem_of(text: str) -> str:
    """The registry that the notation of a requirement shows."""
    text = text.strip()
    if len(text) > _LONGEST:
        return ""
    if _NODE.fullmatch(text):
        return "npm"
    match = _PYTHON.fullmatch(text)
    return "pypi" if match and (match["version"] or "[" in text) else ""


def _read(text: str, ecosystem: str) -> Iterator[_Requirement]:
    if not ecosystem or len(text) > _LONGEST or text.startswith((".", "/", "file:")):
        return
    if ecosystem == "npm":
        match = _NODE.fullmatch(text)
        name = (match["name"] or match["bare"]) if match else text
        if match or re.fullmatch(r"[\w.~-]+", text):
            yield _Requirement(name, match["version"] if match else None, ecosystem)
    elif ecosystem in ("pypi", "conda"):
        if match := _PYTHON.fullmatch(text):
            version = re.sub(r"\s+", "", match["version"] or "")
            yield _Requirement(match["name"], version or None, ecosystem, (match["marker"] or "").strip())
    else:
        name, _, version = text.partition("@" if ecosystem == "golang" else ":")
        if re.fullmatch(r"[\w./-]+", name.removeprefix("cli:")):
            yield _Requirement(name, version or None, ecosystem)
