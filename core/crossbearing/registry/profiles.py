"""Profiles: finding, reading, merging and checking them.

A profile is named or given by path. Anything that ends in ``.toml`` or holds a slash is a path; a name means a preset
of this package, else ``NAME.toml`` in the folder ``profiles`` of the user's configuration folder. A preset's name
always means the preset.

``extends`` names another profile in the same way (a path is relative to the file that extends). The extending file is
merged over the extended one: tables are merged key by key, at any depth; every other value, arrays included, replaces
the one below. So a weight is inherited until it is set to 0, and ``plugins.only`` is replaced as a whole. The one
exception is ``plugins.disable``, which adds to what is switched off below; ``plugins.enable`` takes plugins out of it.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_origin

import attrs

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.profile import Profile
from crossbearing.registry.discovery import discover
from crossbearing.registry.names import suggestion
from crossbearing.registry.schema import Fault, semantic_faults, structural_faults
from crossbearing.registry.toml_lines import line_of

DEFAULT = "default"
PROFILE_VARIABLE = "CROSSBEARING_PROFILE"
FUSION_VARIABLE = "FUSION"
_PRESETS = Path(__file__).parent / "presets"
_LARGEST = 1 << 20


class ProfileError(CrossbearingError):
    """A profile file says something that it must not: which file, line and key, and what was expected."""

    def __init__(self, label: str, line: int, fault: Fault) -> None:
        self.label = label
        self.line = line
        self.fault = fault
        super().__init__(f"{label}:{line}: {dotted(fault.path)}: {fault.reason}")

    def __reduce__(self) -> tuple[type["ProfileError"], tuple[str, int, Fault]]:
        return type(self), (self.label, self.line, self.fault)


class Layer(NamedTuple):
    """One profile file: ``label`` names it in messages, ``path`` is where it stands."""

    name: str
    label: str
    path: Path
    text: str
    data: dict[str, Any]


class ProfileListing(NamedTuple):
    """A profile that can be named: ``origin`` is ``preset`` or ``user``."""

    name: str
    origin: str
    description: str
    extends: str


class ShownProfile(NamedTuple):
    """A profile with everything that it inherits: as an object, as plain data, and the names that it came from.

    ``chain`` starts with the profile itself and ends with the one that extends nothing.
    """

    profile: Profile
    data: dict[str, Any]
    chain: tuple[str, ...]


def load_profile(
    name_or_path: str | os.PathLike[str] | None = None, *, environment: Mapping[str, str] | None = None
) -> Profile:
    """Return a profile, by name or path; None means ``CROSSBEARING_PROFILE``, else ``default``.

    ``FUSION`` in the environment (default: that of the process) replaces the name of the fusion. Raises
    :class:`CrossbearingError` with file, line and key for whatever is wrong.
    """
    return _resolved(_chain_of(name_or_path, environment), environment)


def show_profile(
    name_or_path: str | os.PathLike[str] | None = None, *, environment: Mapping[str, str] | None = None
) -> ShownProfile:
    """Return a profile as :func:`load_profile` does, with where it came from."""
    chain = _chain_of(name_or_path, environment)
    profile = _resolved(chain, environment)
    return ShownProfile(profile, profile_data(profile), tuple(layer.label for layer in chain))


def list_profiles() -> tuple[ProfileListing, ...]:
    """Return the presets and then the user's profiles, each sorted by name; broken ones say so as their description."""
    presets = [_listing(path, "preset") for path in sorted(_PRESETS.glob("*.toml"))]
    names = {listing.name for listing in presets}
    own = [path for path in sorted(user_folder().glob("*.toml")) if path.stem not in names]
    return (*presets, *(_listing(path, "user") for path in own))


def profile_data(profile: Profile) -> dict[str, Any]:
    """Return a profile as the tables, arrays and values that a file would hold; nothing is left to defaults."""
    data: dict[str, Any] = _plain(attrs.asdict(profile))
    return {key: value for key, value in data.items() if key not in ("name", "source")}


def user_folder() -> Path:
    """Return the folder of the user's own profiles, which need not exist."""
    from platformdirs import user_config_path

    return user_config_path("crossbearing") / "profiles"


def is_path(name_or_path: str) -> bool:
    """Say whether a profile is given by path and not by name."""
    return name_or_path.endswith(".toml") or "/" in name_or_path or os.sep in name_or_path


def is_preset(name: str) -> bool:
    """Say whether a name is that of a preset."""
    return any(path.stem == name for path in _PRESETS.glob("*.toml"))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _listing(path: Path, origin: str) -> ProfileListing:
    try:
        layer = _read(path, path.stem, path.stem)
    except CrossbearingError as problem:
        return ProfileListing(path.stem, origin, f"broken: {problem}", "")
    return ProfileListing(path.stem, origin, str(layer.data.get("description", "")), str(layer.data.get("extends", "")))


def _chain_of(name_or_path: str | os.PathLike[str] | None, environment: Mapping[str, str] | None) -> list[Layer]:
    if name_or_path is not None:
        return read_chain(os.fspath(name_or_path))
    chosen = (os.environ if environment is None else environment).get(PROFILE_VARIABLE, "")
    if not chosen:
        return read_chain(DEFAULT)
    try:
        return read_chain(chosen)
    except CrossbearingError as problem:
        raise CrossbearingError(f"{PROFILE_VARIABLE}={chosen}: {problem}") from None


def place_of(profile: Profile, path: tuple[str, ...]) -> str:
    """Say where a profile, or what it extends, sets a key, as ``file:line: ``; empty where its file cannot be read."""
    try:
        chain = read_chain(profile.source if is_path(profile.source) else profile.name)
    except CrossbearingError:
        return ""
    fault = Fault(path, "")
    layer = next((layer for layer in chain if _states(layer.data, fault)), None)
    return "" if layer is None else f"{layer.label}:{line_of(layer.text, path)}: "


def read_chain(name_or_path: str, text: str | None = None) -> list[Layer]:
    """Read a profile and all that it extends, the extending ones first; ``text`` stands in for the first one's."""
    chain = [_open(name_or_path, None, text)]
    while (parent := chain[-1].data.get("extends")) is not None:
        below = chain[-1]
        try:
            layer = _open(parent, below.path.parent)
        except _UnknownProfileError as problem:
            refuse(below, Fault(("extends",), str(problem)))
        if _place(layer) in map(_place, chain):
            names = " -> ".join(other.label for other in (*chain, layer))
            refuse(below, Fault(("extends",), f"profiles extend each other: {names}"))
        chain.append(layer)
    return chain


def _place(layer: Layer) -> Path:
    """Where a profile stands, however it was named; as named where there is no current folder to start from."""
    try:
        return layer.path.resolve()
    except OSError:
        return layer.path


class _UnknownProfileError(CrossbearingError):
    pass


def _open(name_or_path: str, folder: Path | None, text: str | None = None) -> Layer:
    if is_path(name_or_path):
        path = Path(name_or_path) if folder is None else folder / name_or_path
        return _read(path, path.stem, str(path), text)
    if is_preset(name_or_path):
        return _read(_PRESETS / f"{name_or_path}.toml", name_or_path, f"{name_or_path} (preset)")
    own = user_folder() / f"{name_or_path}.toml"
    if own.is_file():
        return _read(own, name_or_path, str(own))
    known = [listing.name for listing in list_profiles()]
    raise _UnknownProfileError(f"unknown profile {name_or_path!r}: {suggestion(name_or_path, known)}")


def _read(path: Path, name: str, label: str, text: str | None = None) -> Layer:
    content = read_text(path, label) if text is None else text
    try:
        data = tomllib.loads(content)
    except tomllib.TOMLDecodeError as problem:
        raise CrossbearingError(f"{_with_line(label, problem)} is not valid TOML: {problem}") from None
    except RecursionError:
        raise CrossbearingError(f"{label} is nested too deeply") from None
    layer = Layer(name, label, path, content, data)
    if fault := next(structural_faults(data), None):
        refuse(layer, fault)
    return layer


def _with_line(label: str, problem: tomllib.TOMLDecodeError) -> str:
    """Write ``file:line`` where the parser says in which line it stopped."""
    found = re.search(r"at line (\d+)", str(problem))
    return f"{label}:{found[1]}" if found else label


def read_text(path: Path, label: str) -> str:
    """Read a profile file, or raise :class:`CrossbearingError` that says why it cannot be read."""
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "does not exist"
            raise _UnknownProfileError(f"profile {label} {what}")
        if path.stat().st_size > _LARGEST:
            raise CrossbearingError(f"profile {label} is larger than {_LARGEST} bytes")
        # TOML ends lines with \n or \r\n; newline="" keeps them as they stand.
        with path.open(encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not UTF-8"
        raise CrossbearingError(f"profile {label} cannot be read: {reason}") from None


def refuse(layer: Layer, fault: Fault) -> NoReturn:
    """Raise the error that names file, line and key of a fault in one file of a chain."""
    raise ProfileError(layer.label, line_of(layer.text, fault.path, fault.needle), fault)


def dotted(path: tuple[str, ...]) -> str:
    """Write a path of keys as TOML does, with quotes where a part needs them."""
    return ".".join(part if part.replace("_", "").replace("-", "").isalnum() else f'"{part}"' for part in path)


def merged(chain: list[Layer]) -> dict[str, Any]:
    """Merge the files of a chain, the extending ones over the extended."""
    result: dict[str, Any] = {}
    disabled: set[str] = set()
    for layer in reversed(chain):
        _merge(result, layer.data)
        plugins = layer.data.get("plugins", {})
        disabled = disabled.difference(plugins.get("enable", ())).union(plugins.get("disable", ()))
    if "plugins" in result:
        result["plugins"]["disable"] = sorted(disabled)
    result.pop("extends", None)
    return result


def _merge(below: dict[str, Any], above: Mapping[str, Any]) -> None:
    pending = [(below, above)]
    while pending:
        target, source = pending.pop()
        for key, value in source.items():
            if isinstance(value, dict):
                if not isinstance(target.get(key), dict):
                    target[key] = {}
                pending.append((target[key], value))
            else:
                target[key] = value


def check_chain(chain: list[Layer]) -> dict[str, Any]:
    """Merge a chain and check it as a whole; an error names the file that the wrong value comes from."""
    data = merged(chain)
    # A description tells of the file that holds it and is not inherited.
    data["description"] = chain[0].data.get("description", "")
    if fault := next(semantic_faults(data, discover()), None):
        refuse(next((layer for layer in chain if _states(layer.data, fault)), chain[0]), fault)
    return data


def _states(data: Any, fault: Fault) -> bool:
    for key in fault.path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return not isinstance(data, list) or fault.needle in ("", *data)


def _resolved(chain: list[Layer], environment: Mapping[str, str] | None) -> Profile:
    data = check_chain(chain)
    if fusion := (os.environ if environment is None else environment).get(FUSION_VARIABLE, ""):
        known = [record.name for record in discover() if record.kind == "fusion"]
        if fusion not in known:
            raise CrossbearingError(f"{FUSION_VARIABLE}={fusion} names no fusion plugin: {suggestion(fusion, known)}")
        data.setdefault("fusion", {})["name"] = fusion
    data.get("plugins", {}).pop("enable", None)
    profile: Profile = _built(Profile, {**data, "name": chain[0].name, "source": chain[0].label})
    return profile


def _built(model: Any, data: Mapping[str, Any]) -> Any:
    """Create the model from checked data: sub-tables become models, arrays tuples, whole numbers floats."""
    kinds = {field.name: field.type for field in attrs.fields(model)}
    return model(**{key: _converted(value, kinds[key]) for key, value in data.items()})


def _converted(value: Any, kind: Any) -> Any:
    if isinstance(kind, type) and attrs.has(kind):
        return _built(kind, value)
    if get_origin(kind) is dict:
        return {key: _converted(item, kind.__args__[1]) for key, item in value.items()}
    if get_origin(kind) is tuple:
        return tuple(value)
    return float(value) if kind is float else value
