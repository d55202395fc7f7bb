"""Writing profile files: a new one, or one value of an existing one with its comments and layout kept.

Nothing is written before the result was read back and found good, and what is written replaces the file in one step.
"""

import json
import os
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.text import printable
from crossbearing.registry.discovery import record_of
from crossbearing.registry.ledger import Ledger
from crossbearing.registry.options import Origin
from crossbearing.registry.profiles import (
    Layer,
    ProfileError,
    check_chain,
    dotted,
    is_path,
    is_preset,
    read_chain,
    read_text,
    user_folder,
)
from crossbearing.registry.seats import GivenOptions, Seat

_SENTINEL = "crossbearing"


def new_profile(name_or_path: str | os.PathLike[str], extends: str = "default", description: str = "") -> Path:
    """Write a new profile that extends another, and return its path.

    A bare name is put in the user's configuration folder. Raises :class:`CrossbearingError` where the file exists, the
    name is a preset's, or ``extends`` leads nowhere.
    """
    path = _own_path(os.fspath(name_or_path))
    if path.exists() or path.is_symlink():
        raise CrossbearingError(f"profile {path} exists already")
    text = _template(extends, description or f"Like {extends}, changed.")
    _check(path, text)
    _replace(path, text)
    return path


def set_value(name_or_path: str | os.PathLike[str], key: str, value: Any) -> Path:
    """Set one value of a profile file and return the file's path; comments and layout stay as they are.

    ``key`` is dotted as in TOML (``prefilter.weights.bm25``, ``options."channel.bm25".k1``); the quotes of a plugin's
    name may be left out. ``value`` is plain data. Raises :class:`CrossbearingError`, and writes nothing, where the key
    is unknown or the value does not fit: options are checked against the plugin's own ``Options`` class.
    """
    path = _own_path(os.fspath(name_or_path))
    text = read_text(path, str(path))
    keys = parse_key(key)
    read_chain(str(path))
    changed = edited(text, keys, value)
    try:
        data = _check(path, changed)
    except ProfileError as problem:
        # The line is one of a text that is not going to be written.
        raise CrossbearingError(f"{problem.label}: {dotted(problem.fault.path)}: {problem.fault.reason}") from None
    if keys[0] == "options" and len(keys) > 1:
        _check_options(keys[1], data["options"][keys[1]], f"{path}: {dotted(keys)}")
    _replace(path, changed)
    return path


def parse_key(key: str) -> tuple[str, ...]:
    """Split a dotted key by TOML's rules; ``options.channel.bm25.k1`` is taken for ``options."channel.bm25".k1``."""
    parts: list[str] = []
    try:
        data: Any = tomllib.loads(f"{key} = '{_SENTINEL}'") if "\n" not in key else {}
    except tomllib.TOMLDecodeError:
        data = {}
    while isinstance(data, dict) and len(data) == 1:
        part, data = next(iter(data.items()))
        parts.append(part)
    if data != _SENTINEL:
        raise CrossbearingError(f"{key!r} is not a dotted key such as prefilter.weights.bm25")
    if parts[0] == "options" and len(parts) > 2 and parts[1] in KINDS:
        parts[1:3] = [f"{parts[1]}.{parts[2]}"]
    return tuple(parts)


def parse_value(text: str) -> Any:
    """Read a value as TOML writes it; what is no TOML value is taken as a string, so that quotes may be left out."""
    try:
        data = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return data["value"] if len(data) == 1 else text


def _own_path(name_or_path: str) -> Path:
    if is_path(name_or_path):
        return Path(name_or_path)
    if is_preset(name_or_path):
        raise CrossbearingError(
            f"{name_or_path} is a preset and cannot be written; extend it in a profile of another name"
        )
    if not name_or_path or name_or_path.startswith(".") or printable(name_or_path) != name_or_path:
        raise CrossbearingError(f"{name_or_path!r} is not a profile's name")
    return user_folder() / f"{name_or_path}.toml"


def _template(extends: str, description: str) -> str:
    import tomlkit

    document = tomlkit.document()
    document["description"] = description
    document["extends"] = extends
    document.add(tomlkit.nl())
    for line in (
        "Tables are merged over those of the extended profile, key by key; arrays and values replace theirs.",
        "For example:",
        "",
        "[plugins]",
        'disable = ["channel.graph"]',
        "",
        "[prefilter.weights]",
        "bm25 = 0.8",
    ):
        document.add(tomlkit.comment(line))
    return document.as_string()


def edited(text: str, keys: tuple[str, ...], value: Any) -> str:
    """Return TOML ``text`` with one value set and nothing else changed, or raise :class:`CrossbearingError`."""
    from tomlkit.exceptions import TOMLKitError

    expected = tomllib.loads(text)
    _place(expected, keys, value)
    try:
        changed = _rewritten(text, keys, value)
        # Some layouts, dotted keys among them, are not edited faithfully; what comes out is compared.
        faithful = _as_text(tomllib.loads(changed)) == _as_text(expected)
    except (TOMLKitError, AttributeError, KeyError, TypeError, ValueError) as problem:
        raise CrossbearingError(f"{dotted(keys)} cannot be set: {problem}") from None
    if not faithful:
        raise CrossbearingError(f"{dotted(keys)} cannot be set without disturbing the rest; edit the file by hand")
    return changed


def _as_text(data: dict[str, Any]) -> str:
    # Text tells 1 from 1.0 and true, and NaN is the same as NaN.
    return json.dumps(data, sort_keys=True, default=str)


def _place(data: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    for depth, key in enumerate(keys[:-1], start=1):
        data = data.setdefault(key, {})
        if not isinstance(data, dict):
            raise CrossbearingError(f"{dotted(keys[:depth])} is a value and has no keys")
    data[keys[-1]] = value


def _rewritten(text: str, keys: tuple[str, ...], value: Any) -> str:
    import tomlkit
    from tomlkit.items import InlineTable

    document = tomlkit.parse(text)
    table: Any = document
    for depth, key in enumerate(keys[:-1], start=2):
        if key not in table:
            inside = isinstance(table, InlineTable)
            table[key] = tomlkit.inline_table() if inside else tomlkit.table(is_super_table=depth < len(keys))
        table = table[key]
    table[keys[-1]] = value
    changed = document.as_string()
    endings = text.count("\n")
    if endings and text.count("\r\n") == endings:
        changed = changed.replace("\r\n", "\n").replace("\n", "\r\n")
    return changed


def _check(path: Path, text: str) -> dict[str, Any]:
    chain: list[Layer] = read_chain(str(path), text)
    return check_chain(chain)


def _check_options(qualified: str, fields: Any, source: str) -> None:
    record = record_of(qualified)
    Seat(record, GivenOptions(fields, Origin(source)), Ledger()).load()


def _replace(path: Path, text: str) -> None:
    """Write a whole file in one step; a link is followed, and the mode of an existing file is kept."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        raise CrossbearingError(f"profile {path} cannot be written: what it should hold is not UTF-8") from None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(mode)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise CrossbearingError(f"profile {path} cannot be written: {problem.strerror}") from None
