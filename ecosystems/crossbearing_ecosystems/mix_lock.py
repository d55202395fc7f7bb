"""Reads `mix.lock`: the packages of Elixir and Erlang in the versions that Mix fetches.

Each entry is a locked package: one of Hex under its name there and in its version, one of git in its commit. The file
is read line by line as Mix writes it, one entry a line; it is Elixir code, and is never run.

Example: `"plug": {:hex, :plug, "1.16.1", "40c7…", [:mix], […], "hexpm", "a13f…"},` claims `plug` in version `1.16.1`.

Limits: which of the packages the project asks for itself is not written in the file.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = ("mix.lock",)

_ENTRY = re.compile(
    r"""\s*+(?:%\{\s*)?(?:"(?P<quoted>[^"\\]++)"|:?(?P<bare>\w++))(?::|\s*+=>)\s*+"""
    r"""\{:(?P<kind>hex|git|path),\s*+"""
    r"""(?:(?::(?P<name>\w++)|:"(?P<other>[^"\\]++)"|"(?P<url>[^"\\]++)")\s*+(?:,|\}|$))?"""
    r"""(?:\s*+"(?P<version>[^"\\]*+)")?"""
)
_MARKS = re.compile(r"\s*+(?:%\{)?[\s})\],]*+(?:#.*)?")
_MOST_PROBLEMS = 100


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``mix.lock``."""
    sheet = ProjectSheet(file, tree, "hex")
    bad: list[int] = []
    for number, line in enumerate(file.lines, 1):
        found = _ENTRY.match(line)
        if found and found["version"]:
            key = found["quoted"] or found["bare"]
            sheet.lock(found["name"] or found["other"] or key, found["version"], (number, number), key)
        elif not (found and found["kind"] == "path") and not _MARKS.fullmatch(line):
            bad.append(number)
            if len(bad) > _MOST_PROBLEMS and len(bad) > len(sheet.claims):
                break
    if len(bad) > len(sheet.claims):
        raise UnreadableError("unparseable: not an entry of a lock file", bad[0])
    for number in bad:
        sheet.problem("not an entry of a lock file", number)
    return sheet.claims
