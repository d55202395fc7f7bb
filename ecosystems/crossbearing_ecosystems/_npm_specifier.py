"""What the text beside a package's name in `package.json` asks for: a version, another package, a URL, a folder."""

import re
from typing import NamedTuple

_NAME = re.compile(r"(?:@[A-Za-z0-9~_-][\w.~-]*/)?[A-Za-z0-9~_$-][\w.~!'()*-]*", re.ASCII)
_NAMED = re.compile(rf"(?P<name>{_NAME.pattern})(?:@(?P<version>.*))?", re.ASCII | re.DOTALL)
_RANGE = re.compile(r"\s*(?:[\d^~<>=*|]|v\d|[xX](?:$|[.\s]))")
_PLAIN = re.compile(r"[\^~<>=*\d][^:/]*", re.ASCII)
"""By far the most frequent: a range that nothing else can be."""
_PATH = re.compile(r"(?P<protocol>file|link|portal):(?P<path>.*)", re.DOTALL)
_LOCATION = re.compile(
    r"(?:git|git\+\w+|https?|ssh|ftp|github|gitlab|bitbucket|gist|exec):|[\w.-]+@[\w.-]+[:/]"
    r"|\.{1,2}(?:/|$)|~?/|\\|[A-Za-z]:[/\\]|[\w.-]+/[\w.-]+(?:#|$)"
)
_LONGEST_NAME = 214


class Wanted(NamedTuple):
    """A package that something asks for: its own name, the range of versions, and where it comes from if not npm."""

    name: str
    version: str | None = None
    source: str = ""
    ecosystem: str = "npm"


def is_package_name(name: str) -> bool:
    """Say whether npm takes a name, those that it only takes for their age included."""
    return len(name) <= _LONGEST_NAME and bool(_NAME.fullmatch(name))


def read_specifier(name: str, text: str) -> Wanted:
    """Read what is asked for under ``name``."""
    text = text.strip()
    if _PLAIN.fullmatch(text):
        return Wanted(name, text)
    if text.startswith("patch:"):
        from urllib.parse import unquote

        # patch:name@npm%3A^1.0#file: the package is the inner one, changed here.
        inner = _NAMED.fullmatch(unquote(text[len("patch:") :].partition("#")[0]))
        text = (inner["version"] or "") if inner else text
    for protocol in ("npm", "jsr"):
        if text.startswith(f"{protocol}:"):
            return _from_registry(name, text[len(protocol) + 1 :], protocol)
    if text.startswith("workspace:"):
        named = _NAMED.fullmatch(text[len("workspace:") :])
        is_alias = named and named["version"] is not None
        return Wanted(named["name"] if named and is_alias else name, text, "workspace")
    if path := _PATH.fullmatch(text):
        return Wanted(name, None, path["path"])
    if _LOCATION.match(text):
        return Wanted(name, None, text)
    return Wanted(name, text or None)


def _from_registry(name: str, rest: str, protocol: str) -> Wanted:
    """``npm:other@^1.0`` is another package under this name, ``npm:^1.0`` this one."""
    named = None if _RANGE.match(rest) else _NAMED.fullmatch(rest.removeprefix("/"))
    if named is None:
        return Wanted(name, rest or None, ecosystem=protocol)
    return Wanted(named["name"], named["version"] or None, ecosystem=protocol)
