"""Maven projects: what is inherited, managed and imported within a repository."""

from contextlib import suppress
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Component, Dependency, Runner, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import maven

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

WORDS = st.from_regex(r"[a-z][a-z0-9.-]{0,6}[a-z0-9]", fullmatch=True)
VERSIONS = st.sampled_from(["1.0", "2.1-SNAPSHOT", "[1,2)", "${v}", "${project.version}", "${none}", ""])
SCOPES = st.sampled_from(["", "compile", "runtime", "test", "provided"])
DEPENDENCIES = st.lists(st.tuples(WORDS, WORDS, VERSIONS, SCOPES), max_size=5, unique_by=lambda item: item[:2])


def claims_of(files: dict[str, str], path: str = "pom.xml") -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    return list(maven.parse_manifest(tree.read(path), tree)), tree


def dependencies(files: dict[str, str], path: str = "pom.xml") -> dict[str, Dependency]:
    claims, tree = claims_of(files, path)
    assert unproved(claims, tree) == []
    return {claim.name: claim for claim in claims if isinstance(claim, Dependency)}


def project(artifact: str, body: str = "", *, version: str = "1", parent: str = "") -> str:
    return (
        f"<project>\n{parent}\n<groupId>g</groupId>\n<artifactId>{artifact}</artifactId>\n"
        f"<version>{version}</version>\n{body}\n</project>\n"
    )


def dependency(name: str, version: str = "", rest: str = "") -> str:
    group, artifact = name.split(":")
    stated = f"<version>{version}</version>" if version else ""
    names = f"<groupId>{group}</groupId>\n<artifactId>{artifact}</artifactId>"
    return f"<dependency>\n{names}\n{stated}{rest}\n</dependency>\n"


def uses(*items: str) -> str:
    return f"<dependencies>{''.join(items)}</dependencies>"


def manages(*items: str) -> str:
    return f"<dependencyManagement>{uses(*items)}</dependencyManagement>"


def parent(artifact: str, path: str | None = None, version: str = "1") -> str:
    relative = "" if path is None else f"<relativePath>{path}</relativePath>"
    names = f"<groupId>g</groupId><artifactId>{artifact}</artifactId>"
    return f"<parent>{names}<version>{version}</version>{relative}</parent>"


@pytest.mark.parametrize("path", [None, "../pom.xml", ".."])
def test_a_parent_manages_versions(path: str | None) -> None:
    files = {
        "pom.xml": project("top", manages(dependency("a:b", "7"))),
        "child/pom.xml": project("child", uses(dependency("a:b")), parent=parent("top", path)),
    }
    assert dependencies(files, "child/pom.xml")["a:b"].version == "7"


def test_a_parent_is_found_by_name_where_its_path_leads_elsewhere() -> None:
    files = {
        "bom/pom.xml": project("top", manages(dependency("a:b", "7"))),
        "pom.xml": project("other"),
        "child/pom.xml": project("child", uses(dependency("a:b")), parent=parent("top", "")),
        "next/pom.xml": project("next", uses(dependency("a:b")), parent=parent("top")),
    }
    for path in ("child/pom.xml", "next/pom.xml"):
        assert dependencies(files, path)["a:b"].version == "7"


def test_a_parent_in_another_version_is_not_the_one_in_the_repository() -> None:
    files = {
        "pom.xml": project("top", manages(dependency("a:b", "7")), version="2"),
        "child/pom.xml": project("child", uses(dependency("a:b")), parent=parent("top", version="1")),
    }
    found = dependencies(files, "child/pom.xml")
    assert found["a:b"].version is None
    assert (found["g:top"].kind, found["g:top"].group, found["g:top"].version) == ("build", "parent", "1")


def test_properties_of_a_child_win_in_what_the_parent_manages() -> None:
    properties = "<properties><v>{}</v></properties>".format
    files = {
        "pom.xml": project("top", properties("1") + manages(dependency("a:b", "${v}"))),
        "child/pom.xml": project("child", properties("2") + uses(dependency("a:b")), parent=parent("top")),
    }
    assert dependencies(files, "child/pom.xml")["a:b"].version == "2"


def test_type_and_classifier_tell_managed_versions_apart() -> None:
    files = {
        "pom.xml": project(
            "top",
            manages(dependency("a:b", "1"), dependency("a:b", "2", "<type>test-jar</type>"))
            + uses(dependency("a:b", "", "<type>test-jar</type>")),
        )
    }
    assert dependencies(files)["a:b"].version == "2"


def test_own_management_goes_before_imports_and_the_first_import_before_others() -> None:
    imported = "<type>pom</type><scope>import</scope>"
    files = {
        "pom.xml": project(
            "top",
            manages(dependency("a:own", "1"), dependency("g:one", "1", imported), dependency("g:two", "1", imported))
            + uses(dependency("a:own"), dependency("a:first"), dependency("a:deep")),
        ),
        "one/pom.xml": project(
            "one",
            manages(dependency("a:own", "9"), dependency("a:first", "1"), dependency("g:deep", "1", imported)),
        ),
        "two/pom.xml": project("two", manages(dependency("a:first", "9"), dependency("a:deep", "9"))),
        "deep/pom.xml": project("deep", manages(dependency("a:deep", "1"), dependency("g:one", "1", imported))),
    }
    found = dependencies(files)
    assert [found[f"a:{name}"].version for name in ("own", "first", "deep")] == ["1", "1", "1"]
    assert found["g:one"].group == "import"
    assert found["g:one"].source == "workspace"


def test_another_version_than_the_one_in_the_repository_is_no_workspace() -> None:
    files = {
        "pom.xml": project("top", uses(dependency("g:a", "1"), dependency("g:b", "1"), dependency("g:c"))),
        "a/pom.xml": project("a"),
        "b/pom.xml": project("b", version="2"),
        "c/pom.xml": project("c", version="2"),
    }
    found = dependencies(files)
    assert [found[f"g:{name}"].source for name in "abc"] == ["workspace", "", "workspace"]


def test_parents_and_properties_that_lead_in_circles_end() -> None:
    files = {
        "pom.xml": project(
            "top",
            "<properties><x>${y}</x><y>${x}</y><z>${z}</z></properties>"
            + uses(dependency("a:x", "${x}"), dependency("a:z", "${z}")),
            parent=parent("child", "child/pom.xml"),
        ),
        "child/pom.xml": project("child", uses(dependency("a:b", "${x}")), parent=parent("top")),
    }
    assert dependencies(files)["a:x"].version == "${x}"
    assert dependencies(files)["a:z"].version == "${z}"
    assert dependencies(files, "child/pom.xml")["a:b"].version == "${x}"


def test_properties_do_not_unfold_without_end() -> None:
    properties = "".join(f"<p{n}>{f'${{p{n + 1}}}' * 9}</p{n}>" for n in range(15)) + "<p15>x</p15>"
    files = {"pom.xml": project("top", f"<properties>{properties}</properties>" + uses(dependency("a:b", "${p0}")))}
    assert dependencies(files)["a:b"].version == "${p0}"


def test_only_the_project_that_no_other_builds_has_commands() -> None:
    files = {
        "pom.xml": project("top", "<modules><module>a</module></modules>"),
        "a/pom.xml": project("a"),
        "alone/pom.xml": project("alone"),
    }
    runners = {path: [c for c in claims_of(files, path)[0] if isinstance(c, Runner)] for path in files}
    assert [(runner.command, runner.directory) for runner in runners["pom.xml"]] == [
        ("mvn compile", ""),
        ("mvn test", ""),
    ]
    assert runners["a/pom.xml"] == []
    assert {runner.directory for runner in runners["alone/pom.xml"]} == {"alone"}


def test_the_answer_does_not_depend_on_trees_that_were_read_before() -> None:
    first = {"pom.xml": project("top", uses(dependency("g:a", "1"))), "a/pom.xml": project("a")}
    second = {"pom.xml": first["pom.xml"]}
    assert dependencies(first)["g:a"].source == "workspace"
    assert dependencies(second)["g:a"].source == ""


@STEADY
@given(DEPENDENCIES, DEPENDENCIES, st.sampled_from(["\n", "\r\n"]))
def test_generated_projects(own: list[Any], profile: list[Any], end: str) -> None:
    def write(items: list[Any]) -> str:
        return uses(
            *(
                dependency(f"{g}:{a}", version, f"<scope>{scope}</scope>" if scope else "")
                for g, a, version, scope in items
            )
        )

    body = (
        f"<properties><v>3.3</v></properties>{write(own)}"
        f"<profiles><profile><id>p</id><properties><v>4.4</v></properties>{write(profile)}</profile></profiles>"
    )
    claims, tree = claims_of({"pom.xml": project("top", body, version="5").replace("\n", end)})
    assert unproved(claims, tree) == []
    known = {"${v}": "3.3", "${project.version}": "5", "": None}
    expected = [
        (f"{g}:{a}", {**known, **special}.get(version, version), "dev" if scope == "test" else "runtime", marker)
        for items, marker, special in ((own, "", {}), (profile, "profile:p", {"${v}": "4.4"}))
        for g, a, version, scope in items
    ]
    found = [(c.name, c.version, c.kind, c.marker) for c in claims if isinstance(c, Dependency)]
    assert found == expected
    assert [claim.name for claim in claims if isinstance(claim, Component)] == ["g:top"]


NAMES = """
    project parent groupId artifactId version dependencies dependency scope build plugins plugin profiles profile id
    properties modules module dependencyManagement configuration mainClass relativePath type
"""
TAGS = st.sampled_from(NAMES.split())
TREES = st.recursive(
    st.sampled_from(["", "a", "${a}", "${project.version}", "test", "import", "pom", "../pom.xml", "x\ny"]),
    lambda inner: st.lists(st.tuples(TAGS, inner), max_size=5).map(
        lambda items: "".join(f"<{tag}>\n{text}</{tag}>" for tag, text in items)
    ),
    max_leaves=25,
)


@STEADY
@given(TREES, TREES)
def test_any_project_is_read_and_proved(one: str, two: str) -> None:
    files = {"pom.xml": f"<project>{one}</project>", "a/pom.xml": f"<project>{two}</project>"}
    for path in files:
        claims, tree = claims_of(files, path)
        assert unproved(claims, tree) == []


@STEADY
@given(st.text(alphabet="<project/>&;{}$ \n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(UnreadableError):
        claims_of({"pom.xml": text})
