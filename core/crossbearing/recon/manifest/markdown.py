"""The manifest as Markdown, for people to read."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from crossbearing.model.text import printable
from crossbearing.recon.manifest.document import manifest_to_json
from crossbearing.recon.manifest.model import Manifest

_TITLES = {
    "languages": "Languages",
    "components": "Components",
    "dependencies": "Dependencies",
    "tests": "Tests",
    "external-packages": "External packages",
    "runners": "Runners",
    "entry-points": "Entry points",
    "config": "Configuration",
    "errors": "Errors",
}
_NAMES = ("name", "framework", "convention", "file")
_LEFT_OUT = frozenset({*_NAMES, "evidence", "spelling", "also", "alternatives", "path", "line", "plugin"})
_TICKS = re.compile(r"`+")


def render_markdown(manifest: Manifest) -> str:
    """Write the whole manifest as Markdown: a list for each section, each claim with the line that proves it."""
    data = manifest_to_json(manifest)
    blocks = [f"# {_plain(data['repo'])}"]
    if data["package_manager"]["name"]:
        blocks.append(f"Package manager: {_item(data['package_manager'])}")
    for section, title in _TITLES.items():
        if data[section]:
            blocks.append(f"## {title}\n\n" + "\n".join(f"- {_item(item)}" for item in data[section]))
    if data["layout"]["claims"]:
        blocks.append("## Layout\n\n" + "\n".join(f"- {_item(item)}" for item in data["layout"]["claims"]))
    return "\n\n".join(blocks) + "\n"


def _item(item: Mapping[str, Any]) -> str:
    name = next(str(item[key]) for key in _NAMES if key in item)
    details = ", ".join(_details(item))
    place = item.get("evidence") or (f"{item['file']}:{item['line']}" if item.get("line") else "")
    return _code(name) + (f" {details}" if details else "") + (f" ({_code(place)})" if place else "")


def _details(item: Mapping[str, Any]) -> Iterator[str]:
    for key, value in item.items():
        if key not in _LEFT_OUT and value is not None:
            yield _code(value) if key in ("command", "target") else f"{key.replace('_', ' ')} {_plain(value)}"


def _plain(value: object) -> str:
    """Text on one line that means nothing to Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", printable(str(value)))


def _code(value: object) -> str:
    """A code span with more backticks than its content has in a row."""
    text = printable(str(value))
    fence = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
