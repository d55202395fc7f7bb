"""Which interpreter has the target project's dependencies. Nothing is ever created or installed."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from crossbearing.model.errors import CrossbearingError

_IN_TREE = (".venv", "venv", "env", ".env")
_MANY = {".tox": "tox", ".nox": "nox"}
_NAMES = ("bin/python", "bin/python3", "Scripts/python.exe")


@frozen
class Interpreter:
    """An executable, as it is shown (relative to the tree where it lies in it), and how it was found."""

    executable: Path
    shown: str
    found: str


def find_interpreter(
    root: Path | None, chosen: str | None = None, environment: Mapping[str, str] | None = None
) -> Interpreter:
    """Return the interpreter to run the tests of the tree at ``root`` with.

    In this order: ``chosen`` (a path, or a name on the search path); an environment in the tree; one that uv, poetry,
    Pipenv or hatch keep for the project elsewhere; one of tox or nox; the active environment; ``python3``.
    Raises :class:`CrossbearingError` where ``chosen`` is none, or nothing is found.
    """
    environment = os.environ if environment is None else environment
    if chosen is not None:
        return _chosen(root, chosen, environment)
    for folder, found in _environments(root, environment):
        executable = _python_in(folder)
        if executable is not None:
            return Interpreter(executable, _shown(executable, root), found)
    path = shutil.which("python3", path=environment.get("PATH")) or sys.executable
    if not path:
        raise CrossbearingError("no Python interpreter was found to run the tests with; name one with --python")
    return Interpreter(Path(path), path, "python3 on the search path: the project has no environment of its own")


def _chosen(root: Path | None, chosen: str, environment: Mapping[str, str]) -> Interpreter:
    place = Path(chosen)
    if not place.is_absolute() and root is not None and (root / place).exists() and not place.exists():
        place = root / place
    if place.is_dir():
        inside = _python_in(place)
        if inside is None:
            raise CrossbearingError(f"{chosen} is a folder without a Python interpreter in it")
        place = inside
    elif not place.is_file():
        named = shutil.which(chosen, path=environment.get("PATH"))
        if named is None:
            raise CrossbearingError(f"{chosen} is no Python interpreter: there is no such file")
        place = Path(named)
    if not os.access(place, os.X_OK):
        raise CrossbearingError(f"{chosen} is no Python interpreter: it cannot be executed")
    # Not resolved: a link in bin/ is what makes an environment of it.
    place = Path(os.path.abspath(place))  # noqa: PTH100
    return Interpreter(place, _shown(place, root), "chosen")


def _environments(root: Path | None, environment: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    if root is not None:
        yield from _own(root, environment)
    for name, found in (("VIRTUAL_ENV", "the active virtual environment"), ("CONDA_PREFIX", "the active conda")):
        if environment.get(name):
            yield Path(environment[name]), found


def _own(root: Path, environment: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    if environment.get("UV_PROJECT_ENVIRONMENT"):
        yield root / environment["UV_PROJECT_ENVIRONMENT"], "the environment that uv is told to use"
    for name in _IN_TREE:
        if (root / name / "pyvenv.cfg").is_file():
            yield root / name, f"the environment {name} in the tree"
    yield from _kept_elsewhere(root, environment)
    for folder, tool in _MANY.items():
        for place in sorted((root / folder).glob("*/pyvenv.cfg"), reverse=True):
            if _has_runner(place.parent):
                yield place.parent, f"the {tool} environment {place.parent.name}"


def _kept_elsewhere(root: Path, environment: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    """Environments of the project that poetry, Pipenv and hatch keep in the user's folders."""
    home = Path(environment.get("HOME") or Path("~").expanduser())
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local/share")
    cache = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    name = root.name
    places = (
        ("poetry.lock", cache / "pypoetry/virtualenvs", f"{name}-*-py*", "poetry"),
        ("Pipfile", data / "virtualenvs", f"{name}-*", "Pipenv"),
        ("pyproject.toml", data / f"hatch/env/virtual/{name}", "*/*", "hatch"),
    )
    for mark, folder, pattern, tool in places:
        if (root / mark).is_file() and folder.is_dir():
            for place in sorted(folder.glob(f"{pattern}/pyvenv.cfg"), reverse=True):
                yield place.parent, f"the environment that {tool} keeps for the project"


def _python_in(folder: Path) -> Path | None:
    return next((folder / name for name in _NAMES if (folder / name).exists()), None)


def _has_runner(folder: Path) -> bool:
    """Whether pytest is installed: of many environments some are for other things than tests."""
    return any(folder.glob("lib/python3*/site-packages/pytest")) or (folder / "Lib/site-packages/pytest").is_dir()


def _shown(executable: Path, root: Path | None) -> str:
    if root is not None and executable.is_relative_to(root):
        return executable.relative_to(root).as_posix()
    return str(executable)
