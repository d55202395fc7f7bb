"""Projects of .NET: properties, managed versions, conditions, solutions and lock files."""

import json
from contextlib import suppress
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Component, Dependency, LockedPackage, Runner, TestSuite, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import dotnet_solution, msbuild, nuget_config, nuget_lock

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[A-Z][A-Za-z0-9]{0,5}(\.[A-Z][a-z0-9]{0,4})?", fullmatch=True)
VERSIONS = st.sampled_from(["1.0.0", "[1.0,2.0)", "1.*", "$(V)", "$(None)", ""])
REFERENCES = st.lists(st.tuples(NAMES, VERSIONS, st.booleans()), max_size=5, unique_by=lambda item: item[0].lower())


def claims_of(files: dict[str, str], path: str, plugin: Any = msbuild) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


def dependencies(files: dict[str, str], path: str = "App.csproj") -> dict[str, Dependency]:
    claims, tree = claims_of(files, path)
    assert unproved(claims, tree) == []
    return {claim.name: claim for claim in claims if isinstance(claim, Dependency)}


def runners(claims: list[Any]) -> list[tuple[str, str]]:
    return [(claim.command, claim.directory) for claim in claims if isinstance(claim, Runner)]


def project(body: str, sdk: str = "Microsoft.NET.Sdk") -> str:
    return f'<Project Sdk="{sdk}">\n{body}\n</Project>\n'


def items(*lines: str) -> str:
    return "<ItemGroup>\n" + "\n".join(lines) + "\n</ItemGroup>"


def properties(**values: str) -> str:
    return (
        "<PropertyGroup>" + "".join(f"<{name}>{value}</{name}>" for name, value in values.items()) + "</PropertyGroup>"
    )


def package(name: str, more: str = "") -> str:
    return f'<PackageReference Include="{name}" {more} />'


def test_properties_come_from_the_file_its_imports_and_the_folders_above() -> None:
    files = {
        "Directory.Build.props": project(properties(A="1", B="1", C="$(B).9")),
        "build/more.props": project(properties(B="2")),
        "src/App/App.csproj": project(
            '<Import Project="..\\..\\build\\more.props" />'
            + properties(A="3")
            + items(*(package(name, f'Version="$({name})"') for name in "ABC"))
        ),
    }
    found = dependencies(files, "src/App/App.csproj")
    assert [found[name].version for name in "ABC"] == ["3", "2", "2.9"]


def test_a_property_that_depends_on_a_condition_is_not_known_unless_it_has_one_value() -> None:
    body = (
        "<PropertyGroup><A Condition=\"'$(X)' == ''\">1</A><A Condition=\"'$(X)' != ''\">2</A>"
        "<B Condition=\"'$(X)' == ''\">1</B></PropertyGroup>"
    )
    found = dependencies(
        {"App.csproj": project(body + items(package("A", 'Version="$(A)"'), package("B", 'Version="$(B)"')))}
    )
    assert [found[name].version for name in "AB"] == ["$(A)", "1"]


def test_properties_and_imports_that_lead_in_circles_end() -> None:
    grown = "".join(f"<P{n}>{f'$(P{n + 1})' * 9}</P{n}>" for n in range(15)) + "<P15>x</P15>"
    files = {
        "a.props": project('<Import Project="App.csproj" /><Import Project="a.props" />'),
        "App.csproj": project(
            f'<Import Project="a.props" /><PropertyGroup>{grown}</PropertyGroup>'
            + properties(A="$(B)", B="$(A)", C="$(C)")
            + items(*(package(name, f'Version="$({name})"') for name in ("A", "C", "P0")))
        ),
    }
    found = dependencies(files)
    assert found["A"].version in ("$(A)", "$(B)")
    assert found["C"].version == "$(C)"
    assert len(found["P0"].version or "") <= 2_000


def test_versions_are_managed_by_the_nearest_file_whatever_the_case_of_the_name() -> None:
    files = {
        "Directory.Packages.props": project(items('<PackageVersion Include="A" Version="1" />')),
        "src/Directory.Packages.props": project(items('<PackageVersion Include="a" Version="2" />')),
        "App.csproj": project(items(package("A"))),
        "src/App.csproj": project(items(package("A"), package("A", 'VersionOverride="3" Condition="x"'))),
    }
    assert dependencies(files)["A"].version == "1"
    claims, _ = claims_of(files, "src/App.csproj")
    assert [(claim.version, claim.marker) for claim in claims if isinstance(claim, Dependency)] == [
        ("2", ""),
        ("3", "x"),
    ]


def test_conditions_of_everything_around_are_the_marker() -> None:
    body = (
        '<Choose><When Condition="a"><ItemGroup Condition="b">'
        + package("A", 'Condition="c"')
        + "</ItemGroup></When><Otherwise>"
        + items(package("B"))
        + '</Otherwise></Choose><Target Name="t">'
        + items(package("C"))
        + "</Target>"
    )
    found = dependencies({"App.csproj": project(body)})
    assert {name: claim.marker for name, claim in found.items()} == {"A": "a and b and c", "B": "otherwise"}


def test_what_only_changes_or_removes_a_reference_is_none() -> None:
    lines = ['<PackageReference Update="A" Version="1" />', '<PackageReference Remove="B" />', package("C")]
    assert list(dependencies({"App.csproj": project(items(*lines))})) == ["C"]


def test_a_reference_to_a_project_has_the_name_that_the_project_gives_itself() -> None:
    reference = '<ProjectReference Include="..\\Core\\Core.fsproj" />'
    files = {
        "Core/Core.fsproj": project(properties(PackageId="Example.Core")),
        "App/App.csproj": project(items(reference, '<ProjectReference Include="../None/None.csproj" />')),
    }
    found = dependencies(files, "App/App.csproj")
    assert {name: claim.source for name, claim in found.items()} == {"Example.Core": "workspace", "None": "workspace"}


@pytest.mark.parametrize(
    ("body", "sdk", "is_test"),
    [
        (items(package("xunit")), "Microsoft.NET.Sdk", True),
        (items(package("Microsoft.NET.Test.Sdk")), "Microsoft.NET.Sdk", True),
        ("", "MSTest.Sdk/3.2.0", True),
        (items(package("NUnit")) + properties(IsTestProject="false"), "Microsoft.NET.Sdk", False),
        (properties(IsTestProject="True"), "Microsoft.NET.Sdk", True),
        (items(package("xunit.abstractions")), "Microsoft.NET.Sdk", False),
    ],
)
def test_projects_of_tests(body: str, sdk: str, is_test: bool) -> None:
    claims, tree = claims_of({"App.csproj": project(body + items(package("Other")), sdk)}, "App.csproj")
    assert unproved(claims, tree) == []
    kinds = {claim.name: claim.kind for claim in claims if isinstance(claim, Dependency)}
    assert kinds["Other"] == ("dev" if is_test else "runtime")
    assert (("dotnet test", "") in runners(claims)) == is_test


def test_commands_belong_to_the_solution_where_there_is_one() -> None:
    files = {
        "Shop.slnx": '<Solution>\n<Project Path="src/App/App.csproj" />\n</Solution>\n',
        "src/App/App.csproj": project(items(package("xunit"))),
    }
    assert runners(claims_of(files, "src/App/App.csproj")[0]) == []
    assert runners(claims_of(files, "Shop.slnx", dotnet_solution)[0]) == [("dotnet build", ""), ("dotnet test", "")]
    alone = {"src/App/App.csproj": files["src/App/App.csproj"], "src/App/Other.csproj": project("")}
    assert runners(claims_of(alone, "src/App/App.csproj")[0]) == [
        ("dotnet build App.csproj", "src/App"),
        ("dotnet test App.csproj", "src/App"),
    ]


def test_a_project_without_an_sdk_is_not_built_by_the_dotnet_command() -> None:
    files = {"App.csproj": f"<Project>{properties(OutputType='Exe')}</Project>"}
    assert runners(claims_of(files, "App.csproj")[0]) == []


def test_other_files_of_properties_may_be_anything() -> None:
    assert claims_of({"a.props": "key=value\n"}, "a.props")[0] == []
    assert claims_of({"a.targets": "<targets />"}, "a.targets")[0] == []
    assert list(dependencies({"a.props": project(items(package("A")))}, "a.props")) == ["A"]


@STEADY
@given(REFERENCES, REFERENCES, st.sampled_from(["\n", "\r\n"]))
def test_generated_projects(own: list[Any], central: list[Any], end: str) -> None:
    def write(name: str, version: str, is_private: bool) -> str:
        stated = f"\nVersion={quoteattr(version)}" if version else ""
        return package(name, stated + ('\nPrivateAssets="all"' if is_private else ""))

    managed = (f'<PackageVersion Include="{name}" Version="{version}" />' for name, version, _ in central)
    files = {
        "App.csproj": project(properties(V="7") + items(*(write(*item) for item in own))).replace("\n", end),
        "Directory.Packages.props": project(items(*managed)),
    }
    claims, tree = claims_of(files, "App.csproj")
    assert unproved(claims, tree) == []
    versions = {name.lower(): version for name, version, _ in central}
    known = {"$(V)": "7", "": None}
    expected = []
    for name, version, is_private in own:
        stated = version or versions.get(name.lower(), "")
        expected.append((name, known.get(stated, stated), "dev" if is_private else "runtime"))
    assert [(c.name, c.version, c.kind) for c in claims if isinstance(c, Dependency)] == expected
    assert [claim.name for claim in claims if isinstance(claim, Component)] == ["App"]


TAG_NAMES = """
    Project ItemGroup PropertyGroup PackageReference PackageVersion ProjectReference Choose When Otherwise Import Sdk
    TargetFramework OutputType AssemblyName PackageId ToolCommandName Version IsTestProject
"""
VALUES = st.sampled_from(["", "A", "xunit", "$(A)", "@(B)", "..\\b.csproj", "Exe", "a;b", "*", "all", "x\ny", "é"])
KEYS = st.sampled_from(
    ["Include", "Version", "Sdk", "Condition", "Project", "Name", "PrivateAssets", "Update", "Path", "id"]
)
TREES = st.recursive(
    VALUES,
    lambda inner: st.lists(
        st.tuples(st.sampled_from(TAG_NAMES.split()), st.dictionaries(KEYS, VALUES, max_size=3), inner), max_size=4
    ).map(
        lambda found: "".join(
            f"<{tag}{''.join(f'{chr(10)}{key}={quoteattr(value)}' for key, value in pairs.items())}>{text}</{tag}>"
            for tag, pairs, text in found
        )
    ),
    max_leaves=20,
)


@STEADY
@given(TREES, TREES)
def test_any_project_is_read_and_proved(one: str, two: str) -> None:
    files = {
        "App.csproj": f"<Project>{one}</Project>",
        "Directory.Build.props": f"<Project>{two}</Project>",
        "Any.slnx": f"<Solution>{one}</Solution>",
        "packages.config": f"<packages>{two}</packages>",
    }
    plugins = {"Any.slnx": dotnet_solution, "packages.config": nuget_config}
    for path in files:
        claims, tree = claims_of(files, path, plugins.get(path, msbuild))
        assert unproved(claims, tree) == []


LINES = st.sampled_from(
    [
        "Microsoft Visual Studio Solution File, Format Version 12.00",
        'Project("{A}") = "One", "One\\One.csproj", "{B}"',
        'Project("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "Folder", "Folder", "{C}"',
        'Project("{A}") = "", "", ""',
        'Project("{A}") = "Two", "..\\Two.csproj", "{D}"',
        'Project("{A}") = "Broken',
        "EndProject",
        "",
    ]
)


@STEADY
@given(st.lists(LINES, max_size=8))
def test_any_solution_is_read_and_proved_or_refused(lines: list[str]) -> None:
    files = {"All.sln": "\n".join(lines), "One/One.csproj": project("")}
    with suppress(UnreadableError):
        claims, tree = claims_of(files, "All.sln", dotnet_solution)
        assert unproved(claims, tree) == []


LOCKED = st.dictionaries(
    NAMES,
    st.fixed_dictionaries(
        {"type": st.sampled_from(["Direct", "Transitive", "Project"])},
        optional={"requested": st.sampled_from(["[1.0.0, )", "[1, 2)"]), "resolved": st.sampled_from(["1.0.0", "2.3"])},
    ),
    max_size=4,
)


@STEADY
@given(st.dictionaries(st.sampled_from(["net8.0", "net6.0"]), LOCKED), st.sampled_from([None, 2]))
def test_locks(frameworks: dict[str, dict[str, dict[str, str]]], indent: int | None) -> None:
    text = json.dumps({"version": 1, "dependencies": frameworks}, indent=indent)
    claims, tree = claims_of({"packages.lock.json": text}, "packages.lock.json", nuget_lock)
    assert unproved(claims, tree) == []
    found = {(claim.name, claim.version, claim.direct) for claim in claims if isinstance(claim, LockedPackage)}
    assert found == {
        (name, entry["resolved"], entry["type"] == "Direct")
        for packages in frameworks.values()
        for name, entry in packages.items()
        if entry["type"] != "Project" and "resolved" in entry
    }


@STEADY
@given(st.text(alphabet='{}[]":, \nadependencies', max_size=60))
def test_any_lock_file_is_read_or_refused(text: str) -> None:
    with suppress(UnreadableError):
        claims, tree = claims_of({"packages.lock.json": text}, "packages.lock.json", nuget_lock)
        assert unproved(claims, tree) == []


def test_frameworks_of_tests_in_the_older_style() -> None:
    text = (
        '<packages>\n<package id="NUnit" version="3" />\n<package id="MSTest.TestFramework" version="2" />\n</packages>'
    )
    claims, _ = claims_of({"packages.config": text}, "packages.config", nuget_config)
    assert [claim.framework for claim in claims if isinstance(claim, TestSuite)] == ["nunit", "mstest"]
