"""The folders that the patterns of a workspace name, and the root that a package inherits from."""

import re
from collections.abc import Iterable, Iterator

from crossbearing.plugin import FileTree

_MANIFEST = "package.json"
_GLOB = re.compile(r"(?P<any>\*\*/?)|(?P<star>\*+)|(?P<one>\?)|(?P<set>\[[^\]/]*\])|(?P<text>[^*?\[]+|\[)")
_BRACES = re.compile(r"\{(?P<choices>[^{}]*,[^{}]*)\}")
_MOST_CHOICES = 64
_MOST_STARS = 12


def upwards(folder: str) -> Iterator[str]:
    """``folder`` and those above it, the root (an empty string) last."""
    yield folder
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def inside(folder: str, name: str) -> str:
    """The path of ``name`` in ``folder``."""
    return f"{folder}/{name}" if folder else name


def patterns_with_members(
    tree: FileTree, folder: str, patterns: Iterable[str], manifests: tuple[str, ...] = (_MANIFEST,)
) -> list[str]:
    """Those of ``patterns`` that name at least one folder below ``folder`` with a manifest of its own."""
    patterns = list(patterns)
    prefix = f"{folder}/" if folder else ""
    endings = tuple(f"/{name}" for name in manifests)
    inner = [
        path[len(prefix) :].rpartition("/")[0]
        for path in tree.paths
        if path.endswith(endings) and path.startswith(prefix) and "/node_modules/" not in f"/{path}"
    ]
    refused = [regex for text in patterns if text.startswith("!") for regex in _compiled(text[1:])]
    members = [path for path in inner if path and not any(regex.fullmatch(path) for regex in refused)]
    return [
        text
        for text in patterns
        if not text.startswith("!") and any(regex.fullmatch(path) for regex in _compiled(text) for path in members)
    ]


def _compiled(pattern: str) -> list[re.Pattern[str]]:
    cleaned = pattern.strip().removeprefix("./").rstrip("/")
    if cleaned.count("*") > _MOST_STARS:
        return []
    return [re.compile("".join(map(_translated, _GLOB.finditer(text))), re.DOTALL) for text in _choices(cleaned)]


def _choices(pattern: str) -> list[str]:
    """The patterns that ``{a,b}`` stands for."""
    found = [pattern]
    while len(found) <= _MOST_CHOICES and (match := next(filter(None, map(_BRACES.search, found)), None)):
        place = found.index(match.string)
        before, after = match.string[: match.start()], match.string[match.end() :]
        found[place : place + 1] = [f"{before}{choice}{after}" for choice in match["choices"].split(",")]
    return found


def _translated(match: re.Match[str]) -> str:
    if match["any"]:
        return "(?:[^/]+/)*" if match["any"].endswith("/") else ".*"
    if match["star"]:
        return "[^/]*"
    if match["one"]:
        return "[^/]"
    # A set of characters is written differently enough to be taken as any one of them.
    return "[^/]" if match["set"] else re.escape(match["text"])
