"""Reads `packages.config` of NuGet: the packages that a project of the older style takes.

Each `package` element is a dependency in its exact version; one with `developmentDependency="true"` is for development.
The package manager is NuGet.

Example: `<package id="Newtonsoft.Json" version="13.0.1" targetFramework="net472" />` claims `Newtonsoft.Json`.

Limits: the file lists what others need too, without telling which was asked for by name; `allowedVersions` is not read.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._msbuild_facts import attribute
from crossbearing_ecosystems._msbuild_workspace import FRAMEWORKS
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._xml import read_xml

VERSION = 1
PATTERNS = ("packages.config", "packages.*.config")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``packages.config``."""
    root = read_xml(file)
    if root.name != "packages":
        raise UnreadableError(f"no list of packages: the root element is {root.name!r}", root.line)
    sheet = ProjectSheet(file, tree, "nuget")
    for element in root.all("package"):
        name, version = attribute(element, "id"), attribute(element, "version")
        if not name:
            sheet.problem("a package without id", element.line)
            continue
        if not sheet.claims:
            sheet.manager("nuget", element.tag, "<package")
        is_private = attribute(element, "developmentDependency").lower() == "true"
        sheet.declare(name, version, element.tag, "dev" if is_private else "runtime")
        if framework := FRAMEWORKS.get(name.lower()):
            sheet.test_suite(framework, element.tag, None, name)
    return sheet.claims
