"""Reads projects of MSBuild: `*.csproj`, `*.fsproj`, `*.vbproj`, and the `*.props` and `*.targets` that they share.

What it claims, each with the line that says so:

- **Project**: a component named by `PackageId`, `AssemblyName` or the file; an app where it makes a program.
- **Dependencies**: `PackageReference`, `PackageDownload`, `DotNetCliToolReference`, an SDK with a version, and
  `ProjectReference`, which is `workspace`. Those with `PrivateAssets="all"`, global ones, and all those of a test
  project are for development; tools and SDKs are for the build. Conditions, of groups too, are the marker.
- **Versions**, with `$(Properties)` replaced, from the reference, `VersionOverride`, `Directory.Packages.props`, and
  `Update` items of `Directory.Build.*` and imported files. A property that is not known stays as written, and a version
  that depends on a condition is left out.
- **Language** by the kind of project, in the target frameworks. **Package manager**: NuGet.
- **Tests**: xUnit, NUnit, MSTest and TUnit, by package or SDK, run by `dotnet test`.
- **Entry points**: programs (`OutputType`, web and worker SDKs) and tools (`ToolCommandName`).
- **Runners** by convention for projects that name an SDK: `dotnet run` for a program, `dotnet build` and `dotnet test`
  where no solution is in the folder or above; the plugin `dotnet_solution` claims those of solutions.

Example: `<PackageReference Include="Serilog" />` on line 12 claims `Serilog` in the version of
`Directory.Packages.props`, kind `runtime`, at line 12.

Limits: items in targets, wildcards and property functions are not evaluated; assemblies of `Reference` are none of
NuGet's. Other `*.props` and `*.targets` than `Directory.*` claim only packages, and nothing where they are no XML.
"""

from collections.abc import Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._msbuild_facts import attribute, included, items, metadata
from crossbearing_ecosystems._msbuild_workspace import FRAMEWORKS, PROJECTS, Project, workspace_of
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._xml import Element, read_xml

VERSION = 1
PATTERNS = ("*.csproj", "*.fsproj", "*.vbproj", "*.props", "*.targets")

_LANGUAGES = {".csproj": "c#", ".fsproj": "f#", ".vbproj": "visual basic"}
_FRAMEWORK_NAMES = ("TargetFramework", "TargetFrameworks", "TargetFrameworkVersion")
_BUILD_ITEMS = ("PackageDownload", "DotNetCliToolReference")
_PACKAGE_ITEMS = ("PackageReference", "GlobalPackageReference", *_BUILD_ITEMS)
_MANAGED_ITEMS = ("PackageReference", "GlobalPackageReference", "PackageVersion", "DotNetCliToolReference")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one project or file of properties."""
    is_ours = file.path.endswith(PROJECTS) or file.path.rpartition("/")[2].startswith("Directory.")
    try:
        root = read_xml(file)
    except UnreadableError:
        if is_ours:
            raise
        return []
    if root.name != "Project":
        if is_ours:
            raise UnreadableError(f"no project of MSBuild: the root element is {root.name!r}", root.line)
        return []
    sheet = ProjectSheet(file, tree, "nuget")
    project = workspace_of(tree).project(file.path)
    if file.path.endswith(PROJECTS):
        _project(sheet, project, root)
    _sdks(sheet, project, root)
    _items(sheet, project, root)
    return sheet.claims


def _project(sheet: ProjectSheet, project: Project, root: Element) -> None:
    named = _property(root, "PackageId") or _property(root, "AssemblyName")
    span = named.span if named is not None else root.tag
    spellings = (named.text,) if named is not None else (f"<{root.name}",)
    sheet.component(project.name, sheet.directory, span, project.kind, *spellings)
    _language(sheet, project, root)
    _entry_points(sheet, project, root)
    _commands(sheet, project, root)


def _language(sheet: ProjectSheet, project: Project, root: Element) -> None:
    language = _LANGUAGES[sheet.file.path[sheet.file.path.rindex(".") :]]
    element = next((found for name in _FRAMEWORK_NAMES if (found := _property(root, name)) is not None), None)
    version = next((text for name in _FRAMEWORK_NAMES if (text := project.value(name))), None)
    if element is None:
        sheet.language(language, root.tag, f"<{root.name}", version=version)
    else:
        sheet.language(language, element.span, element.text, f"<{element.name}", version=version)


def _entry_points(sheet: ProjectSheet, project: Project, root: Element) -> None:
    if (command := _property(root, "ToolCommandName")) is not None and "$" not in command.text and command.text:
        sheet.entry_point(command.text, project.name, command.span, "console-script")
    if not project.is_executable or project.is_test:
        return
    output = _property(root, "OutputType")
    target = project.value("StartupObject") or sheet.file.path.rpartition("/")[2]
    if output is None:
        sheet.entry_point(project.name, target, root.tag, "bin", "", *_sdk_words(root))
    else:
        sheet.entry_point(project.name, target, output.span, "bin", "", output.text)
    if not project.has_sdk:
        return
    name = sheet.file.path.rpartition("/")[2]
    alone = sum(path.endswith(PROJECTS) for path in project.workspace.by_folder.get(project.folder, [])) < 2
    run = "dotnet run" if alone else f"dotnet run --project {name}"
    sheet.runner("run", run, root.tag if output is None else output.span, f"<{root.name}", source="convention")


def _sdk_words(root: Element) -> tuple[str, ...]:
    return (attribute(root, "Sdk"), f"<{root.name}")


def _commands(sheet: ProjectSheet, project: Project, root: Element) -> None:
    if not project.has_sdk or project.workspace.has_solution(project.folder):
        return
    beside = project.workspace.by_folder.get(project.folder, [])
    name = "" if len(beside) < 2 else f" {sheet.file.path.rpartition('/')[2]}"
    for purpose in ("build", "test") if project.is_test else ("build",):
        sheet.runner(purpose, f"dotnet {purpose}{name}", root.tag, f"<{root.name}", source="convention")


def _sdks(sheet: ProjectSheet, project: Project, root: Element) -> None:
    """SDKs that are packages: those with a version, as ``Sdk="Name/1.0"`` or ``<Sdk Name="Name" Version="1.0" />``."""
    for part in attribute(root, "Sdk").split(";"):
        name, _, version = part.strip().partition("/")
        if version:
            sheet.declare(name, version, root.tag, "build", group="sdk")
        _suite(sheet, name.removesuffix(".Sdk") if name == "MSTest.Sdk" else "", root.tag, name)
    for element, condition in items(root):
        name, version = attribute(element, "Name"), attribute(element, "Version")
        if element.name == "Import":
            name = attribute(element, "Sdk")
        if element.name in ("Sdk", "Import") and name and version:
            version = project.expand(version)
            sheet.declare(name, version, element.tag, "build", group="sdk", marker=condition)


def _items(sheet: ProjectSheet, project: Project, root: Element) -> None:
    has_manager = False
    for element, condition in items(root):
        if element.name in _MANAGED_ITEMS and not has_manager:
            sheet.manager("nuget", element.tag, element.name)
            has_manager = True
        if element.name in _PACKAGE_ITEMS:
            for written in included(element):
                _package(sheet, project, element, condition, written)
        elif element.name == "ProjectReference":
            for written in included(element):
                _reference(sheet, project, element, condition, written)


def _package(sheet: ProjectSheet, project: Project, element: Element, condition: str, written: str) -> None:
    name = project.expand(written)
    if "$(" in name or "@(" in name or "%(" in name or "*" in name:
        sheet.problem(f"{element.name} {name!r} depends on what is not stated in the repository", element.line)
        return
    version = metadata(element, "VersionOverride") or metadata(element, "Version")
    version = project.expand(version) if version else project.version(name, condition)
    span = element.span if element.tag == element.span else element.tag
    sheet.declare(name, version, span, _kind(project, element), written, marker=condition)
    _suite(sheet, name, span, written)


def _kind(project: Project, element: Element) -> DependencyKind:
    if element.name in _BUILD_ITEMS:
        return "build"
    is_private = metadata(element, "PrivateAssets").lower() == "all" or element.name == "GlobalPackageReference"
    return "dev" if is_private or _is_for_tests(project) else "runtime"


def _is_for_tests(project: Project) -> bool:
    """Say whether a file is a test project, or holds for a folder of them: it references a framework itself."""
    facts = project.workspace.facts(project.path)
    if facts is None or project.path.endswith(PROJECTS):
        return project.is_test
    return not facts.packages.isdisjoint({*FRAMEWORKS, "microsoft.net.test.sdk"})


def _suite(sheet: ProjectSheet, package: str, span: Span, spelling: str) -> None:
    if framework := FRAMEWORKS.get(package.lower()):
        command = "dotnet test" if sheet.file.path.endswith(PROJECTS) else None
        sheet.test_suite(framework, span, command, spelling)


def _reference(sheet: ProjectSheet, project: Project, element: Element, condition: str, written: str) -> None:
    path = project.expand(written).replace("\\", "/")
    path = path.removeprefix("$(MSBuildThisFileDirectory)").lstrip("/")
    if "*" in path or "@(" in path:
        return
    stem = path.rpartition("/")[2].rpartition(".")[0] or path
    if "$(" in stem:
        sheet.problem(f"{element.name} {path!r} depends on what is not stated in the repository", element.line)
        return
    target = normpath(sheet.beside(path))
    known = "$(" not in path and sheet.tree.exists(target) and target.endswith(PROJECTS)
    name = project.workspace.project(target).name if known else stem
    kind: DependencyKind = "dev" if _is_for_tests(project) else "runtime"
    sheet.declare(name, None, element.tag, kind, stem, written, marker=condition, source="workspace")


def _property(root: Element, name: str) -> Element | None:
    """The last element that sets a property in the file itself."""
    found = None
    for group in root.all("PropertyGroup"):
        found = next((child for child in reversed(group.children) if child.name == name and child.text), found)
    return found
