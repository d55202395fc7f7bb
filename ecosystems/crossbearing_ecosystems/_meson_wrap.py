"""The wrap files of Meson: where the source of a dependency comes from if it is not installed."""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._project_sheet import ProjectSheet

_SECTION = re.compile(r"\[(?P<name>[^\]]+)\]")
_KEY = re.compile(r"(?P<key>[A-Za-z0-9_.+-]+)\s*[=:]\s*(?P<value>.*)")


def read_wrap(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Claim the dependency that a wrap file is about, in the version or revision that it gets."""
    name = file.path.rpartition("/")[2].removesuffix(".wrap")
    values: dict[str, str] = {}
    kind, header, section = "", 0, ""
    for number, line in enumerate(file.lines, 1):
        text = line.strip()
        if not text or text.startswith(("#", ";")):
            continue
        if match := _SECTION.fullmatch(text):
            section = match["name"]
            if section.startswith("wrap-") and not header:
                kind, header = section.removeprefix("wrap-"), number
        elif (match := _KEY.fullmatch(text)) is None:
            raise UnreadableError(f"unparseable: neither a section nor a setting: {text[:40]!r}", number)
        elif section.startswith("wrap-"):
            values.setdefault(match["key"], match["value"])
    if not header:
        if any(line.strip() for line in file.lines):
            raise UnreadableError("unparseable: no section [wrap-…]", 1)
        return []
    if kind == "redirect" or not name:
        return []
    url = values.get("url") or values.get("source_url", "")
    sheet = ProjectSheet(file, tree, "generic")
    sheet.declare(
        name,
        values.get("revision") or _version(name, values.get("directory", "")),
        (header, len(file.lines)),
        "runtime",
        f"[wrap-{kind}]",
        source=f"git+{url}" if url and kind == "git" else url,
    )
    return sheet.claims


def _version(name: str, directory: str) -> str | None:
    """The version in the name of the folder that an archive unpacks to: ``zlib-1.3.1`` for ``zlib``."""
    match = re.fullmatch(rf"{re.escape(name)}-v?(?P<version>[0-9][\w.+-]*)", directory, re.IGNORECASE)
    return match["version"] if match else None
