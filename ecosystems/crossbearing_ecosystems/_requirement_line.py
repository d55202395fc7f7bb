"""Lines of a requirements file, joined and stripped as pip does it, and requirements given by location."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._pep508 import Requirement

_EGG = re.compile(r"[#&]egg=(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)")
_VERSION_CONTROL = re.compile(r"(?:git|hg|svn|bzr)\+|git://|git@")
_LOCATION = re.compile(r"(?:(?:git|hg|svn|bzr)\+)?[a-z][a-z0-9+.-]*://|(?:git|hg|svn|bzr)\+|git@")
_REPOSITORY = re.compile(r"/(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*?)(?:\.git)?/?(?:@[^/]*)?(?:[#?].*)?$")
_ARCHIVE = re.compile(
    r"(?:^|[/\\])(?P<name>[A-Za-z0-9][A-Za-z0-9._]*(?:-[A-Za-z_][A-Za-z0-9._]*)*)-[0-9][^/\\]*"
    r"\.(?:whl|zip|tar\.gz|tgz|tar\.bz2|tar\.xz)(?:[#?].*)?$"
)


class LogicalLine(NamedTuple):
    """A line without comments, joined from the physical lines ``first`` to ``last`` (from 1)."""

    text: str
    first: int
    last: int


def read_lines(file: SourceFile) -> Iterator[LogicalLine]:
    """Yield the lines that say something. A line that ends in a backslash goes on; a comment ends it."""
    parts: list[str] = []
    first = 1
    for number, raw in enumerate([*file.lines, ""], 1):
        is_comment = raw.lstrip().startswith("#")
        first = first if parts else number
        if raw.endswith("\\") and not is_comment:
            parts.append(raw[:-1])
            continue
        parts.append("" if is_comment else raw)
        text = _without_comment("".join(parts)).strip()
        parts.clear()
        if text:
            yield LogicalLine(text, first, min(number, len(file.lines)))


def _without_comment(text: str) -> str:
    """Cut from the first ``#`` that starts the text or follows a space: one within a URL belongs to the URL."""
    place = text.find("#")
    while place > 0 and not text[place - 1].isspace():
        place = text.find("#", place + 1)
    return text if place < 0 else text[:place]


def named_by_location(text: str) -> Requirement | None:
    """Read a requirement that is a URL or path: by its ``#egg=``, its archive's name, or its repository's."""
    if not ("/" in text or ".whl" in text or ".zip" in text or ".t" in text or "git" in text or "\\" in text):
        return None
    location, _, marker = text.partition(" ;")
    location = location.strip()
    is_url = _LOCATION.match(location)
    found = _EGG.search(location) if is_url else None
    found = found or _ARCHIVE.search(location)
    if found is None and is_url and _VERSION_CONTROL.match(location):
        found = _REPOSITORY.search(location)
    if found is None or (not is_url and "@" in location):
        return None
    return Requirement(found["name"], None, marker.strip(), location)


def is_local_path(text: str) -> bool:
    """Say whether the line installs a folder or an archive without a name in it; not a third party's package."""
    location = text.partition(" ;")[0]
    return bool(_LOCATION.match(text)) or location.startswith((".", "/", "~")) or "/" in location.partition("@")[0]
