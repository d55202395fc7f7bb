"""The methods of Meson's values, and what values mean as paths and commands."""

import re
from typing import Any

from crossbearing_ecosystems._meson_values import UNKNOWN, Arguments, Host, Reference, SourcePath, flatten

_LONGEST_COMMAND = 1_000


def located(item: Any, directory: str) -> str:
    """The path, relative to the repository, of a source that is written relative to its folder."""
    if not isinstance(item, str) or not item or item.startswith("/"):
        return ""
    parts: list[str] = directory.split("/") if directory else []
    for part in item.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def written(value: Any) -> str:
    """A command in words; what is not known is left out as ``…``."""
    words: list[str] = []
    for item in flatten(value):
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, Host | Reference):
            words.append(item.name if isinstance(item, Host) else item.target or " ".join(item.names[:1]))
        elif isinstance(item, SourcePath):
            words.append(item.path)
        else:
            words.append("…")
    return " ".join(" ".join(word for word in words if word).split())[:_LONGEST_COMMAND]


def method(owner: Any, name: str, arguments: Arguments) -> Any:
    """The methods of plain values that are known; those of a target or dependency lead to itself."""
    if isinstance(owner, Reference):
        if name == "name" and owner.target:
            return owner.target
        return UNKNOWN if name in ("found", "get_variable", "version", "get_pkgconfig_variable", "name") else owner
    if isinstance(owner, dict):
        if name == "get" and arguments.text(0):
            return owner.get(arguments.text(0), arguments.values[1] if len(arguments.values) > 1 else UNKNOWN)
        return list(owner) if name == "keys" else UNKNOWN
    if isinstance(owner, str):
        return _text_method(owner, name, arguments)
    if isinstance(owner, list) and name == "contains" and arguments.text(0):
        return arguments.text(0) in owner or (False if all(isinstance(item, str) for item in owner) else UNKNOWN)
    if isinstance(owner, list) and name == "get":
        place = arguments.values[0] if arguments.values else None
        return owner[place] if isinstance(place, int) and -len(owner) <= place < len(owner) else UNKNOWN
    return UNKNOWN


def _text_method(owner: str, name: str, arguments: Arguments) -> Any:
    if name == "format":
        found = re.sub(r"@([0-9]{1,3})@", lambda match: _item_text(arguments, int(match[1])), owner)
        return UNKNOWN if "\0" in found or len(found) > _LONGEST_COMMAND else found
    if name == "underscorify":
        return re.sub(r"[^A-Za-z0-9_]", "_", owner)
    if name == "replace" and arguments.text(0) and len(arguments.values) > 1:
        found = owner.replace(arguments.text(0), arguments.text(1))
        return found if len(found) <= _LONGEST_COMMAND else UNKNOWN
    if name in ("contains", "startswith", "endswith") and arguments.text(0):
        return {"contains": str.__contains__, "startswith": str.startswith}.get(name, str.endswith)(
            owner, arguments.text(0)
        )
    if name == "split":
        return owner.split(arguments.text(0) or None)
    simple = {"strip": owner.strip, "to_lower": owner.lower, "to_upper": owner.upper}
    return simple[name]() if name in simple and not arguments.values else UNKNOWN


def _item_text(arguments: Arguments, place: int) -> str:
    value = arguments.values[place] if place < len(arguments.values) else None
    return str(value) if isinstance(value, str | int) else "\0"
