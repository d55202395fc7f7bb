"""``plugins new``: a distribution of its own for one plugin, whose tests pass as generated."""

import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import discover

_SAMPLES = {"ecosystem": "$name.txt", "language": "sample.$name"}
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST_NAME = 64


def new_plugin(kind: str, name: str, folder: Path) -> list[Path]:
    """Write the distribution ``crossbearing-NAME`` into ``folder`` and return the files written, sorted.

    Raises :class:`CrossbearingError` for an unknown kind, a name that is no lower-case Python identifier or is taken by
    something installed, or a folder that already holds something; nothing is written then.
    """
    if kind not in KINDS:
        raise CrossbearingError(f"unknown kind of plugin {kind!r}: expected one of {', '.join(sorted(KINDS))}")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        raise CrossbearingError(
            f"{name!r} cannot name a plugin: expected lower-case words joined by _, as in my_channel"
        )
    _refuse_taken(kind, name)
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise CrossbearingError(f"{folder} exists and is not an empty folder; nothing was written")
    texts = _texts(kind, name)
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise CrossbearingError(f"cannot write to {folder}: {problem.strerror}") from None
    return sorted(folder / path for path in texts)


def _refuse_taken(kind: str, name: str) -> None:
    """Refuse what would stand in the way of something installed, or never be seen behind it."""
    for record in discover():
        if record.qualified == f"{kind}.{name}":
            raise CrossbearingError(
                f"{record.qualified} is the name of a plugin of {record.distribution}; choose another"
            )
    if find_spec(f"crossbearing_{name}") is not None:
        raise CrossbearingError(
            f"{name!r} would be the package crossbearing_{name}, which is installed; choose another"
        )


def _texts(kind: str, name: str) -> dict[str, str]:
    package = f"crossbearing_{name}"
    words = {
        "kind": kind,
        "group": KINDS[kind].group,
        "name": name,
        "package": package,
        "distribution": package.replace("_", "-"),
        "title": "".join(part.capitalize() for part in name.split("_")),
    }
    texts = {
        "pyproject.toml": "pyproject.toml",
        "README.md": "readme.md",
        f"src/{package}/__init__.py": f"{kind}.py",
        f"tests/test_{name}.py": "test_plugin.py",
    }
    if sample := _SAMPLES.get(kind):
        texts[f"tests/cases/normal/input/{Template(sample).substitute(words)}"] = f"{kind}.case"
        texts["tests/cases/normal/expected.json"] = f"{kind}.expected"
    rendered = {path: _rendered(template, words) for path, template in texts.items()}
    return {**rendered, f"src/{package}/py.typed": ""}


def _rendered(template: str, words: dict[str, str]) -> str:
    text = (files("crossbearing.testing") / "templates" / f"{template}.template").read_text("utf-8")
    return Template(text).substitute(words)
