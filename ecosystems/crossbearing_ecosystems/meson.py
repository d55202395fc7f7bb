"""Reads `meson.build`, with the subfolders that it includes, and `subprojects/*.wrap`. Nothing is run.

A project is read from its top: `subdir`, variables, loops, `files()` and string functions are followed. A build file
that another one includes claims nothing by itself.

- **Project**: a component, its languages with the standard of `default_options`, and by convention the runners
  `meson setup build && meson compile -C build` and, where there is a test, `meson test -C build`.
- **Targets** (`executable`, `library` and its kin, `custom_target`, `run_target`, `alias_target`, Python's
  `extension_module`): kind, folder, sources that are in the repository, and what they depend on.
- **Tests** (`test`, `benchmark`): with the program and its arguments.
- **Dependencies** (`dependency()`): the version as written, `optional` unless required, the conditions of the
  surrounding `if` as the marker. A wrap file claims the dependency that it fetches.

Example: `dependency('zlib', version: '>=1.2')` on line 5 claims `zlib`, version `>=1.2`, at line 5.

Limits: both branches of an `if` are read unless the condition is certain, so that targets of other platforms are
claimed too; `library()` counts as shared, which is Meson's default; options are not read, so that what they decide is
not known. A name that is computed beyond strings, lists and loops is listed in `errors`. The build files that a wrap
lays over a third party's source (`packagefiles`) claim nothing.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._meson_machine import BUILD_FILE
from crossbearing_ecosystems._meson_project import read_project
from crossbearing_ecosystems._meson_wrap import read_wrap
from crossbearing_ecosystems._whole_projects import WholeProjects

VERSION = 1
PATTERNS = ("meson.build", "**/subprojects/*.wrap")

_OVERLAYS = "/subprojects/packagefiles/"

_PROJECTS = WholeProjects(BUILD_FILE, read_project)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one build file, unless it is a part of a project that is read with its top, or one wrap file."""
    if not file.path.endswith(BUILD_FILE):
        return read_wrap(file, tree)
    if _OVERLAYS in f"/{file.path}":
        return []
    return _PROJECTS.claims(file, tree)
