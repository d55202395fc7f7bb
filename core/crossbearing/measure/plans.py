"""Plans: TOML files that say what to compare, so that one line changed is one experiment more.

A plan's paths are relative to the plan. Whatever is wrong with it is said with file, line and key.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from attrs import Factory, define

from crossbearing.measure.dataset import Instance
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry.names import suggestion
from crossbearing.registry.toml_lines import line_of

_LARGEST = 1 << 20


@define
class PlanTable:
    """One table of a plan; its keys are taken one by one, and :meth:`finish` refuses those that nobody took."""

    file: Path
    text: str
    data: Mapping[str, Any]
    path: tuple[str, ...] = ()
    taken: set[str] = Factory(set)

    def string(self, key: str, default: str | None = None) -> str:
        """Take a non-empty text; required where there is no default."""
        value = self._take(key, default)
        if not isinstance(value, str) or (not value and default is None):
            self.fail(key, f"expected a string, found {value!r}")
        return value

    def place(self, key: str) -> Path:
        """Take a path, relative to the plan."""
        return self.file.parent / self.string(key)

    def whole(self, key: str, default: int | None = None, least: int = 0) -> int:
        """Take a whole number of at least ``least``."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            self.fail(key, f"expected a whole number from {least} up, found {value!r}")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """Take a number from 0 up."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            self.fail(key, f"expected a number from 0 up, found {value!r}")
        return float(value)

    def flag(self, key: str, *, default: bool) -> bool:
        """Take ``true`` or ``false``."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            self.fail(key, f"expected true or false, found {value!r}")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Take one of a few words."""
        value, known = self.string(key, default), list(choices)
        if value not in known:
            self.fail(key, f"unknown {value!r}: {suggestion(value, known)}")
        return value

    def strings(self, key: str, default: tuple[str, ...] | None = ()) -> tuple[str, ...]:
        """Take an array of texts."""
        value = self._take(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) and item for item in value):
            self.fail(key, "expected an array of strings")
        return tuple(value)

    def array(self, key: str) -> list[Any]:
        """Take an array of anything; an empty one where there is none."""
        value = self._take(key, [])
        if not isinstance(value, list):
            self.fail(key, f"expected an array, found {value!r}")
        return value

    def table(self, key: str) -> "PlanTable | None":
        """Take a table; None where there is none."""
        if key not in self.data:
            return None
        value = self._take(key, None)
        if not isinstance(value, dict):
            self.fail(key, f"expected a table, found {value!r}")
        return PlanTable(self.file, self.text, value, (*self.path, key))

    def rest(self) -> dict[str, Any]:
        """Take all that is left, as it stands."""
        left = {key: value for key, value in self.data.items() if key not in self.taken}
        self.taken.update(left)
        return left

    def holds(self, key: str) -> bool:
        """Say whether the key is there."""
        return key in self.data

    def finish(self) -> None:
        """Refuse keys that mean nothing here."""
        for key in self.data:
            if key not in self.taken:
                self.fail(key, f"unknown key, {suggestion(key, self.taken)}")

    def fail(self, key: str, reason: str) -> NoReturn:
        """Raise :class:`CrossbearingError` about a key."""
        path = (*self.path, key)
        raise CrossbearingError(f"{self.file}:{line_of(self.text, path)}: {'.'.join(path)}: {reason}")

    def _take(self, key: str, default: Any) -> Any:
        self.taken.add(key)
        if key in self.data:
            return self.data[key]
        if default is None:
            self.fail(key, "is missing")
        return default


def read_plan(path: Path) -> PlanTable:
    """Read a plan's topmost table; raises :class:`CrossbearingError` for a file that is not TOML."""
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode()
    except UnicodeDecodeError:
        raise CrossbearingError(f"{path}: not UTF-8; a plan is TOML") from None
    except OSError as error:
        raise CrossbearingError(f"plan {str(path)!r} cannot be read: {error.strerror or error}") from None
    try:
        return PlanTable(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise CrossbearingError(f"{path}: not TOML: {error}") from None


def sampled(instances: list[Instance], size: int | None, seed: int) -> list[Instance]:
    """Draw ``size`` instances (None: all), in the data set's order.

    The draw depends on the seed and the instances' names alone: those with the smallest SHA-256 of both are taken, so
    that it is the same everywhere, and a larger sample holds the smaller ones.
    """
    if size is None or size >= len(instances):
        return instances
    names = sorted((instance.task.instance_id for instance in instances), key=lambda name: _draw(name, seed))
    chosen = set(names[:size])
    return [instance for instance in instances if instance.task.instance_id in chosen]


def _draw(name: str, seed: int) -> str:
    return hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()


def facts_folder(build_dir: Path | None) -> Path:
    """Where facts are cached, one folder a repository: the folder given, else the one of every bench."""
    if build_dir is not None:
        return build_dir
    from platformdirs import user_cache_path

    return user_cache_path("crossbearing") / "bench"
