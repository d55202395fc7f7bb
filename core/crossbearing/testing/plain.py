"""Plugin answers as plain data, to be compared and written as JSON."""

import json
from collections.abc import Iterable, Mapping, Set
from typing import Any

import attrs


def plain(value: Any) -> Any:
    """Turn attrs objects, mappings and sequences into dicts and lists; sorted by key; claims say their section."""
    if attrs.has(type(value)):
        fields = {field.name: plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
        section = getattr(value, "section", "")
        return {"section": section, **fields} if section else fields
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value)}
    if isinstance(value, Set):
        return sorted(plain(item) for item in value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def as_json(value: Any) -> str:
    """Write an answer as JSON text that is equal exactly where the answers are."""
    return json.dumps(plain(value), ensure_ascii=True, sort_keys=True, indent=1)
