"""Which file a required name means: beside the file, or under the load paths that projects have."""

import re
from collections.abc import Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders
from crossbearing_plugins.languages._ruby.macros import RELATIVE

PACKAGE = "ruby"
"""Constants and methods of the top level are global: all files are of one package."""
_SUFFIX = re.compile(r"\.(?:rb|rake|gemspec|ru)\Z")
_ROOT = re.compile(r"(?:^|/)(?:lib|spec|test|ext|app/[^/]+|app/[^/]+/concerns)/")


def link_ruby_modules(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name every file by its path and resolve what it requires."""
    roots = _load_paths(files)
    return {
        path: ModuleLinks(
            _SUFFIX.sub("", path).replace(".", "_").replace("/", "."),
            [_target(path, statement.module, roots, files) for statement in facts.imports],
            PACKAGE,
        )
        for path, facts in sorted(files.items())
    }


def _load_paths(files: Mapping[str, FileFacts]) -> dict[str, list[str]]:
    """The paths of files by the names under which load paths know them."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        plain = _SUFFIX.sub("", path)
        names = {plain, *(plain[match.end() :] for match in _ROOT.finditer(path))}
        for name in names:
            found.setdefault(name, []).append(path)
    return found


def _target(path: str, name: str, roots: Mapping[str, list[str]], files: Mapping[str, FileFacts]) -> str | None:
    folder = path.rpartition("/")[0]
    if name.startswith(("./", "../")):
        if name.startswith(RELATIVE):
            name = name.removeprefix(RELATIVE)
        joined = normpath(f"{folder}/{name}" if folder else name)
        return next((item for item in (f"{joined}.rb", joined) if item in files), None)
    candidates = roots.get(name.removesuffix(".rb"), ())
    return min(candidates, key=lambda item: (-shared_folders(item, path), item)) if candidates else None
