"""Build files of Gradle: their tokens and statements, and what their expressions lead to."""

from contextlib import suppress
from typing import Any

import pytest
from evidence import unproved
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Component, Dependency, Language, LockedPackage, Runner, SourceFile, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import gradle, gradle_catalog, gradle_lock
from crossbearing_ecosystems._gradle_build import accessor_of
from crossbearing_ecosystems._gradle_dependencies import kind_of
from crossbearing_ecosystems._gradle_tokens import source_of, statements, tokenize, tokens_of, walk

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

WORDS = st.from_regex(r"[a-z][a-z0-9-]{0,6}[a-z0-9]", fullmatch=True)
CONFIGURATIONS = st.sampled_from(["implementation", "api", "testImplementation", "kapt", "detektPlugins"])
VERSIONS = st.sampled_from(["1.0", "2.+", "[1,2)", ""])
TRIPLES = st.tuples(CONFIGURATIONS, WORDS, WORDS, VERSIONS)


def claims_of(files: dict[str, str], path: str = "build.gradle", plugin: Any = gradle) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


def dependencies(text: str, path: str = "build.gradle") -> list[tuple[str, str | None]]:
    claims, tree = claims_of({path: text}, path)
    assert unproved(claims, tree) == []
    return [(claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)]


def block(*lines: str) -> str:
    return "dependencies {\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def split(text: str) -> list[str]:
    return [source_of(statement) for statement in statements(tokenize(text, is_kotlin=False))]


def test_statements_end_with_the_line_unless_it_goes_on() -> None:
    assert split("a 'b'\nc d; e\n") == ["a'b'", "c d", "e"]
    assert split("a 'b',\n  'c'\nd\n  .e()\n  .f") == ["a'b', 'c'", "d.e().f"]
    assert split("val x =\n  1\nval y by\n  z\n") == ["val x = 1", "val y by z"]
    assert split("a(\n1,\n2\n)\nb") == ["a(1, 2)", "b"]
    assert split("if (a) { b }\nelse { c }\nd") == ["if(a){b}else{c}", "d"]


def test_blocks_are_labelled_by_what_stands_before() -> None:
    text = 'a { b("x") { c } }\nif (p) { d } else { e }\nf({ g })'
    found = [
        (source_of(statement), [label.last for label in labels])
        for labels, statement in walk(tokenize(text, is_kotlin=False))
    ]
    assert [(source, names) for source, names in found if source in "cdeg"] == [
        ("c", ["a", "b"]),
        ("d", ["if"]),
        ("e", ["else"]),
        ("g", ["f"]),
    ]
    conditions = [
        labels[0].condition
        for labels, statement in walk(tokenize(text, is_kotlin=False))
        if source_of(statement) in "de"
    ]
    assert conditions == ["p", "!(p)"]


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ('\'a\' "b" \'\'\'c\n\'\'\' """d""""', ["a", "b", "c\n", 'd"']),
        ("'it\\'s' \"a\\\"b\"", ["it\\'s", 'a\\"b']),
        ('"x ${f("y")} z" \'q\'', ['x ${f("y")} z', "q"]),
        ("x = ~/it's/\ny = a / b / c", ["it's"]),
        ("$/a'b/$", ["a'b"]),
        ("// it's\n/* it's\n*/ 'a' # 'b'", ["a", "b"]),
        ("#! it's\n'a'", ["a"]),
    ],
)
def test_strings_and_comments(text: str, strings: list[str]) -> None:
    assert [token.text for token in tokenize(text, is_kotlin=False) if token.kind == "string"] == strings


def test_kotlin_divides_where_groovy_has_strings() -> None:
    assert [token.kind for token in tokenize("x = /a/", is_kotlin=False)] == ["word", "symbol", "string"]
    assert "string" not in [token.kind for token in tokenize("x = /a/", is_kotlin=True)]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a {\n b(\n", "unparseable: '(' is not closed", 2),
        ("a }\n", "unparseable: '}' closes nothing", 1),
        ("a {\n]}\n", "unparseable: ']' closes nothing", 2),
        ("\n'a\n'", "unparseable: a string is not closed", 2),
        ('"a${', "unparseable: a string is not closed", 1),
        ("/* a\n", "unparseable: a comment is not closed", 1),
        ("\n" + "{" * 300, "unparseable: nested too deeply", 2),
        ("x" * 2_000_001, "larger than 2000000 bytes", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, reason: str, line: int | None) -> None:
    with pytest.raises(UnreadableError) as caught:
        tokens_of(SourceFile("build.gradle", text.encode()))
    assert (caught.value.reason, caught.value.line) == (reason, line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("api 'a.b:c:1'", [("a.b:c", "1")]),
        ("api 'a.b:c'", [("a.b:c", None)]),
        ("api 'a.b:c:1:sources@jar'", [("a.b:c", "1")]),
        ("api('a.b:c:1') { transitive = false }", [("a.b:c", "1")]),
        ("api 'a.b:c:1', 'd.e:f:2'", [("a.b:c", "1"), ("d.e:f", "2")]),
        ("api(['a.b:c:1', 'd.e:f:2'])", [("a.b:c", "1"), ("d.e:f", "2")]),
        ("api(\n'a.b:c:1',\n'd.e:f:2',\n)", [("a.b:c", "1"), ("d.e:f", "2")]),
        ("api group: 'a.b', name: 'c', version: '1'", [("a.b:c", "1")]),
        ("api([group: 'a.b', name: 'c'], [group: 'd.e', name: 'f'])", [("a.b:c", None), ("d.e:f", None)]),
        ('api(group = "a.b", name = "c", version = "1")', [("a.b:c", "1")]),
        ('api("a.b", "c", "1")', [("a.b:c", "1")]),
        ("api platform('a.b:c:1')", [("a.b:c", "1")]),
        ("api(enforcedPlatform(group: 'a.b', name: 'c'))", [("a.b:c", None)]),
        ("api(project(':x:y'))", [(":x:y", None)]),
        ("api project(path: ':x', configuration: 'z')", [(":x", None)]),
        ('api(testFixtures(project(":x")))', [(":x", None)]),
        ('api(kotlin("stdlib", "1.9"))', [("org.jetbrains.kotlin:kotlin-stdlib", "1.9")]),
        ('"api"("a.b:c:1")', [("a.b:c", "1")]),
        ('add("api", "a.b:c:1")', [("a.b:c", "1")]),
        ("api 'a.b:c:' + v", [("a.b:c", "7")]),
        ('api "a.b:c:$v"', [("a.b:c", "7")]),
        ('api "a.b:c:${rootProject.ext.v}"', [("a.b:c", "7")]),
        ('api "a.b:c:${unknown}"', [("a.b:c", "${unknown}")]),
        ("api \"a.b:c:${findProperty('w') ?: '8'}\"", [("a.b:c", "8")]),
        ("api('a.b:c') { version { strictly '[1,2)' } }", [("a.b:c", "[1,2)")]),
        ("api files('a.jar'), fileTree('libs')", []),
        ("api gradleApi()", []),
        ("api sourceSets.main.output", []),
        ("constraints { api 'a.b:c:1' }", []),
        ("modules { module('a.b:c') { replacedBy('d.e:f') } }", []),
        ("def x = 'a.b:c:1'", []),
        ("println 'a.b:c:1'", []),
        ("api 'not a notation'", []),
        ('api "$unknown:c:1"', []),
    ],
)
def test_notations(line: str, expected: list[tuple[str, str | None]]) -> None:
    assert dependencies("ext.v = '7'\n" + block(line)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('api("a.b:c:1")', [("a.b:c", "1")]),
        ('api("a.b:c:$v")', [("a.b:c", "7")]),
        ('api("a.b:c:$v.1")', [("a.b:c", "7.1")]),
        ('api("a.b:c:${extra["v"]}")', [("a.b:c", "7")]),
        ("api(mapped)", [("a.b:c", "7")]),
        ("listed.forEach { api(it) }", []),
    ],
)
def test_notations_of_kotlin(line: str, expected: list[tuple[str, str | None]]) -> None:
    before = 'extra["v"] = "7"\nval listed = listOf("a.b:c:1")\nval mapped by extra("a.b:c:$v")\n'
    assert dependencies(before + block(line), "build.gradle.kts") == expected


def test_a_name_that_is_not_known_is_said_so() -> None:
    claims, _ = claims_of({"build.gradle": block('api "a.b:${name}:1"')})
    assert [claim.reason for claim in claims if claim.section == "errors"] == [
        "a.b:${name} depends on a value that is not stated in the repository"
    ]


def test_dependencies_in_other_places() -> None:
    text = (
        "allprojects { dependencies { api 'a.b:all:1' } }\n"
        "project(':x') { dependencies { api 'a.b:one:1' } }\n"
        "buildscript { dependencies { classpath 'a.b:build:1' } }\n"
        "dependencies.add('api', 'a.b:added:1')\n"
        "tasks.shadowJar { dependencies { include 'a.b:not:1' } }\n"
        "publishing { publications { maven { pom { dependencies { api 'a.b:not:1' } } } } }\n"
    )
    assert [name for name, _ in dependencies(text)] == ["a.b:all", "a.b:one", "a.b:build", "a.b:added"]


@pytest.mark.parametrize(
    ("configuration", "kind"),
    [
        ("implementation", "runtime"),
        ("api", "runtime"),
        ("compileOnlyApi", "runtime"),
        ("providedCompile", "runtime"),
        ("debugImplementation", "runtime"),
        ("commonMainApi", "runtime"),
        ("optionalApi", "optional"),
        ("testImplementation", "dev"),
        ("commonTestImplementation", "dev"),
        ("androidTestImplementation", "dev"),
        ("testFixturesApi", "dev"),
        ("jmhAnnotationProcessor", "dev"),
        ("developmentOnly", "dev"),
        ("annotationProcessor", "build"),
        ("kapt", "build"),
        ("kspJvm", "build"),
        ("classpath", "build"),
        ("detektPlugins", "build"),
        ("checkstyle", "build"),
        ("latestRelease", "build"),
    ],
)
def test_kinds(configuration: str, kind: str) -> None:
    assert kind_of(configuration) == kind


def test_values_are_found_where_gradle_finds_them() -> None:
    uses = block('api "a.b:c:$one"', 'api "a.b:d:$two"', 'api "a.b:e:$three"', 'api "a.b:f:${Versions.four}"')
    files = {
        "settings.gradle": "include ':m'\n",
        "build.gradle": "ext { one = '1' }\napply from: \"$rootDir/gradle/versions.gradle\"\n",
        "gradle/versions.gradle": 'ext.two = "${one}.2"\n',
        "gradle.properties": "# comment\nthree = 3\nunrelated\n",
        "buildSrc/src/main/kotlin/Versions.kt": 'object Versions {\n    const val four = "4"\n}\n',
        "m/build.gradle": uses,
    }
    claims, tree = claims_of(files, "m/build.gradle")
    assert unproved(claims, tree) == []
    assert [claim.version for claim in claims if isinstance(claim, Dependency)] == ["1", "1.2", "3", "4"]


def test_a_value_that_is_set_twice_is_not_known() -> None:
    text = "if (x) { ext.v = '1' } else { ext.v = '2' }\n" + block('api "a.b:c:$v"')
    assert dependencies(text) == [("a.b:c", "$v")]


def test_values_that_lead_in_circles_or_grow_without_end_are_not_known() -> None:
    assert dependencies('def a = "$b"\ndef b = "$a"\n' + block('api "a.b:c:$a"')) == [("a.b:c", "$a")]
    assert dependencies("def a = b\ndef b = a\n" + block("api a")) == []
    growing = "".join(f'def v{n} = "{f"${{v{n + 1}}}" * 9}"\n' for n in range(15)) + "def v15 = 'x'\n"
    assert len(dependencies(growing + block('api "a.b:c:$v0"'))[0][1] or "") <= 2_000
    lists = "".join(f"def l{n} = [{', '.join([f'l{n + 1}'] * 9)}]\n" for n in range(15)) + "def l15 = ['a.b:c:1']\n"
    assert len(dependencies(lists + block("api l0"))) <= 500


def test_a_file_that_is_read_for_another_is_read_with_its_own_language() -> None:
    tree = {"build.gradle": "def x = /'/\n" + block("api 'a.b:c:1'"), "build.gradle.kts": "val x = '/'\n"}
    assert [claim.name for claim in claims_of(tree)[0] if isinstance(claim, Dependency)] == ["a.b:c"]


@pytest.mark.parametrize(
    ("path", "accessor"),
    [(":a", "a"), (":web-api", "webApi"), (":a:b_c.d", "a.bCD"), (":mockwebserver3-junit4", "mockwebserver3Junit4")],
)
def test_accessors_of_projects(path: str, accessor: str) -> None:
    assert accessor_of(path) == accessor


def test_languages_are_those_of_the_plugins() -> None:
    def languages(text: str) -> list[tuple[str, str | None]]:
        claims, tree = claims_of({"build.gradle": text})
        assert unproved(claims, tree) == []
        return [(claim.name, claim.version_hint) for claim in claims if isinstance(claim, Language)]

    assert languages("plugins { id 'java' }\nsourceCompatibility = 1.8\n") == [("java", "1.8")]
    assert languages("apply plugin: 'java'\ntargetCompatibility = '11'\n") == [("java", "11")]
    assert languages("plugins { id 'kotlin' apply false\nid 'groovy' }") == [("groovy", None)]
    assert languages("apply plugin: 'kotlin'\napply plugin: 'application'\n") == [("kotlin", None)]
    assert languages("java { toolchain { languageVersion.set(JavaLanguageVersion.of(21)) } }") == [("java", "21")]
    assert languages("tasks.register('x', JavaCompile) { options.release = 9 }") == []


def test_tasks_are_runners_where_they_are_registered() -> None:
    files = {
        "settings.gradle": "include ':m'\n",
        "gradlew": "",
        "m/build.gradle": (
            "tasks.register('a')\ntask b(type: Copy)\ntasks.create(name)\ntask('c') {\n tasks.named('d')\n}\n"
        ),
    }
    claims, tree = claims_of(files, "m/build.gradle")
    assert unproved(claims, tree) == []
    assert [(claim.name, claim.command, claim.directory) for claim in claims if isinstance(claim, Runner)] == [
        (name, f"./gradlew :m:{name}", "") for name in "abc"
    ]


def test_a_project_is_claimed_once_by_its_own_build_file() -> None:
    files = {"settings.gradle": "include 'a', 'b'\n", "a/a.gradle": "version = '1'\n", "b/src/x.txt": ""}
    found = {
        path: [claim.name for claim in claims_of(files, path)[0] if isinstance(claim, Component)]
        for path in ("settings.gradle", "a/a.gradle")
    }
    assert found == {"settings.gradle": [":b"], "a/a.gradle": [":a"]}


def test_a_build_script_makes_no_claim_of_plugins_that_the_repository_holds() -> None:
    files = {
        "settings.gradle": "pluginManagement { includeBuild('logic') }\n",
        "logic/settings.gradle": "",
        "logic/build.gradle": "gradlePlugin { plugins { x { id = 'made.here' } } }\n"
        + block("implementation 'a.b:c:1'"),
        "logic/src/main/groovy/written.here.gradle": "plugins { id 'java' }\n",
        "build.gradle": "plugins { id 'made.here'\nid 'written.here'\nid 'from.elsewhere' version '2' }\n",
    }
    claims, tree = claims_of(files)
    assert unproved(claims, tree) == []
    assert [c.name for c in claims if isinstance(c, Dependency)] == ["from.elsewhere:from.elsewhere.gradle.plugin"]
    assert [claim.command for claim in claims if isinstance(claim, Runner)][:1] == ["gradle build"]
    inner, _ = claims_of(files, "logic/build.gradle")
    assert [claim.kind for claim in inner if isinstance(claim, Dependency)] == ["build"]


STYLES = st.sampled_from(
    [
        "{c} '{g}:{a}{v}'",
        '{c} "{g}:{a}{v}"',
        "{c}('{g}:{a}{v}') {{ exclude group: 'x' }}",
        '{c}("{g}:{a}{v}") // it\'s',
        "{c} platform('{g}:{a}{v}')",
        "{c}(\n  '{g}:{a}{v}'\n)",
    ]
)


@STEADY
@given(st.lists(st.tuples(TRIPLES, STYLES), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_generated_dependencies(items: list[Any], end: str) -> None:
    lines = [
        style.format(c=configuration, g=group, a=artifact, v=f":{version}" if version else "")
        for (configuration, group, artifact, version), style in items
    ]
    claims, tree = claims_of({"build.gradle": ("/* 'x:y:1' */\n" + block(*lines)).replace("\n", end)})
    assert unproved(claims, tree) == []
    found = [(claim.group, claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)]
    assert found == [(c, f"{g}:{a}", version or None) for (c, g, a, version), _ in items]


CODE = """
    dependencies plugins { } ( ) [ ] 'a.b:c:1' "$x" "${libs.a.get()}" = id alias libs.a libs.bundles.b project include
    apply from : , implementation testImplementation val def ext x by tasks register version sourceSets if else . java
    toolchain languageVersion 17 / + rootProject name projectDir add exclude mainClass application set plugin 'java'
    dependencyManagement imports mavenBom task
"""
PIECES = st.sampled_from([*CODE.split(), " ", "\n"])
CATALOG = '[libraries]\na = "g.h:a:1"\n[bundles]\nb = ["a", "none"]\n'


@STEADY
@given(
    st.lists(PIECES, max_size=40), st.sampled_from(["build.gradle", "build.gradle.kts", "settings.gradle", "x.gradle"])
)
def test_any_build_file_is_read_and_proved_or_refused(pieces: list[str], path: str) -> None:
    files = {path: "".join(pieces), "gradle/libs.versions.toml": CATALOG, "gradle.properties": "x=a.b:d:2\n"}
    with suppress(UnreadableError):
        claims, tree = claims_of(files, path)
        assert unproved(claims, tree) == []


@STEADY
@given(st.text(alphabet="{}()[]'\"$/\\*\n ab.:=,#", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(UnreadableError):
        claims, tree = claims_of({"build.gradle": text})
        assert unproved(claims, tree) == []


ALIASES = st.lists(st.from_regex(r"[a-z]{1,4}(-[a-z]{1,3})?", fullmatch=True), max_size=5, unique=True)


@STEADY
@example(["a-in", "a", "b-to", "b-by", "b"], '"g.h:{0}:1"')
@given(
    ALIASES,
    st.sampled_from(
        [
            '"g.h:{0}:1"',
            '{{ module = "g.h:{0}", version = "1" }}',
            '{{ group = "g.h", name = "{0}", version.ref = "v" }}',
        ]
    ),
)
def test_entries_of_catalogs_lead_to_libraries(aliases: list[str], style: str) -> None:
    entries = "".join(f"{alias} = {style.format(alias)}\n" for alias in aliases)
    files = {
        "gradle/libs.versions.toml": f'[versions]\nv = "1"\n[libraries]\n{entries}',
        "build.gradle": block(*(f"implementation libs.{alias.replace('-', '.')}" for alias in aliases)),
    }
    claims, tree = claims_of(files)
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)]
    assert found == [(f"g.h:{alias}", "1") for alias in aliases]
    catalog, _ = claims_of(files, "gradle/libs.versions.toml", gradle_catalog)
    assert catalog == []
    code = (f'add("api", libs.findLibrary("{alias}").get());\n' for alias in aliases)
    files["buildSrc/src/main/java/P.java"] = "".join(code)
    files["build.gradle"] = ""
    catalog, tree = claims_of(files, "gradle/libs.versions.toml", gradle_catalog)
    assert unproved(catalog, tree) == []
    assert {claim.name for claim in catalog} == {f"g.h:{alias}" for alias in aliases}


@STEADY
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=6, unique=True), st.sampled_from(["\n", "\r\n"]))
def test_locks(items: list[tuple[str, str, str]], end: str) -> None:
    lines = ["# comment", *(f"{group}:{artifact}:{version}=a,b" for group, artifact, version in items), "empty="]
    claims, tree = claims_of({"gradle.lockfile": end.join(lines)}, "gradle.lockfile", gradle_lock)
    assert unproved(claims, tree) == []
    assert all(isinstance(claim, LockedPackage) for claim in claims)
    assert [(claim.name, claim.version) for claim in claims] == [(f"{g}:{a}", v) for g, a, v in items]


@STEADY
@given(st.text(alphabet="ab:=,\n#. ", max_size=60))
def test_any_lock_file_is_read_or_refused(text: str) -> None:
    with suppress(UnreadableError):
        claims, tree = claims_of({"gradle.lockfile": text}, "gradle.lockfile", gradle_lock)
        assert unproved(claims, tree) == []
