"""The manifest as text: within its budget, valid, and honest about what was cut."""

import json
from importlib.resources import files
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from crossbearing.model.claims import (
    Claim,
    Component,
    Configuration,
    Dependency,
    EntryPoint,
    Language,
    Layout,
    LockedPackage,
    PackageManager,
    Runner,
    Target,
    TestSuite,
)
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.location import Location, Problem
from crossbearing.model.tokens import count_tokens
from crossbearing.recon.manifest import (
    Manifest,
    assemble_manifest,
    manifest_from_json,
    manifest_header,
    manifest_to_json,
    render_manifest,
)

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

SCHEMA = json.loads((files("crossbearing") / "schemas" / "manifest.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

TEXTS = st.text(min_size=1, max_size=30)
PLACES = st.builds(Location, TEXTS, st.integers(1, 10**6))
CLAIMS = st.one_of(
    st.builds(Language, evidence=PLACES, name=TEXTS, version_hint=st.none() | TEXTS),
    st.builds(PackageManager, evidence=PLACES, name=TEXTS),
    st.builds(Component, evidence=PLACES, name=TEXTS, path=TEXTS, kind=st.sampled_from(["package", "app"])),
    st.builds(Dependency, evidence=PLACES, spelling=TEXTS, name=TEXTS, version=st.none() | TEXTS, group=TEXTS),
    st.builds(TestSuite, evidence=PLACES, framework=TEXTS, command=st.none() | TEXTS),
    st.builds(
        Runner,
        evidence=PLACES,
        name=st.sampled_from(["test", "lint", "x"]),
        command=TEXTS,
        directory=TEXTS,
        job=st.sampled_from(["", "unit"]),
        matrix=st.lists(TEXTS, max_size=2).map(tuple),
    ),
    st.builds(Layout, evidence=PLACES, convention=TEXTS),
    st.builds(EntryPoint, evidence=PLACES, name=TEXTS, kind=st.sampled_from(["bin", "service"]), target=TEXTS),
    st.builds(Configuration, evidence=PLACES, name=TEXTS, kind=st.sampled_from(["database", "file"]), value=TEXTS),
    st.builds(
        Target,
        evidence=PLACES,
        name=TEXTS,
        kind=st.sampled_from(["executable", "test"]),
        depends_on=st.lists(TEXTS, max_size=4).map(tuple),
        sources=st.lists(TEXTS, max_size=4).map(tuple),
    ),
    st.builds(
        LockedPackage,
        evidence=PLACES,
        name=TEXTS,
        version=TEXTS,
        ecosystem=st.sampled_from(["npm", "pypi"]),
        requirements=st.lists(TEXTS, max_size=2).map(tuple),
        folder=st.none() | st.just("") | TEXTS,
        direct=st.booleans(),
    ),
)
PROBLEMS = st.builds(Problem, TEXTS, TEXTS, st.none() | st.integers(1, 99), st.sampled_from(["", "ecosystem.x"]))
MANIFESTS = st.builds(
    lambda repo, claims, problems: assemble_manifest(repo, claims, problems),
    TEXTS,
    st.lists(CLAIMS, max_size=25),
    st.lists(PROBLEMS, max_size=3),
)


def at(place: str) -> Location:
    path, _, line = place.rpartition(":")
    return Location(path, int(line))


def dependencies(count: int) -> list[Claim]:
    places = (Location("requirements.txt", number) for number in range(1, count + 1))
    return [Dependency(evidence=place, name=f"package-{place.line}", version=f">={place.line}") for place in places]


def components(count: int) -> list[Claim]:
    paths = (f"src/p{number}" for number in range(count))
    return [Component(evidence=Location(f"{path}/__init__.py", 1), name=path, path=path) for path in paths]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema"]["const"] == SCHEMA["$id"] == "crossbearing.manifest/1"


@STEADY
@given(MANIFESTS)
def test_the_data_follow_the_schema_and_come_back_as_they_were(manifest: Manifest) -> None:
    data = manifest_to_json(manifest)
    VALIDATOR.validate(data)
    again = manifest_from_json(json.loads(json.dumps(data)))
    assert manifest_to_json(again) == data
    assert set(again.claims()) == set(manifest.claims())


@STEADY
@given(MANIFESTS, st.integers(300, 3_000))
def test_the_text_fits_its_budget_and_follows_the_schema(manifest: Manifest, budget: int) -> None:
    text = render_manifest(manifest, budget)
    assert count_tokens(text) <= budget
    VALIDATOR.validate(json.loads(text))
    assert render_manifest(manifest, budget) == text


@STEADY
@given(MANIFESTS)
def test_the_header_fits_its_budget(manifest: Manifest) -> None:
    header = manifest_header(manifest)
    assert count_tokens(json.dumps(header, ensure_ascii=False)) <= 500
    assert set(header) <= {"languages", "package_manager", "build", "test", "lint"}


def test_a_small_manifest_is_written_whole() -> None:
    manifest = assemble_manifest("tool", [*dependencies(2), *components(1)])
    data = json.loads(render_manifest(manifest))
    assert "truncated" not in data
    assert data == manifest_to_json(manifest)


def test_the_keys_are_those_of_the_specification_in_its_order() -> None:
    data = json.loads(render_manifest(assemble_manifest("tool", [])))
    expected = ["repo", "languages", "package_manager", "components", "dependencies", "tests", "external-packages",
                "runners", "entry-points", "layout", "errors"]  # fmt: skip
    assert [key for key in data if key not in ("schema", "config", "targets", "locked")] == expected
    assert data["package_manager"] == {"name": None, "evidence": None}
    assert data["layout"] == {"conventions": [], "evidence": None, "claims": []}


def test_the_longest_list_is_cut_first_and_says_so() -> None:
    manifest = assemble_manifest("tool", [*dependencies(500), *components(3)])
    data = json.loads(render_manifest(manifest))
    assert set(data["truncated"]) == {"dependencies"}
    kept = data["truncated"]["dependencies"]["kept"]
    assert data["truncated"]["dependencies"]["of"] == 500
    assert data["dependencies"] == manifest_to_json(manifest)["dependencies"][:kept]
    assert len(data["components"]) == 3
    assert count_tokens(render_manifest(manifest)) > 4_900, "the budget is used"


def test_lists_that_are_cut_end_up_about_equally_long() -> None:
    manifest = assemble_manifest("tool", [*dependencies(2_000), *components(1_000)])
    data = json.loads(render_manifest(manifest))
    sizes = [count_tokens("\n".join(map(json.dumps, data[key]))) for key in ("dependencies", "components")]
    assert max(sizes) < 1.1 * min(sizes)


def test_further_evidence_and_alternatives_go_before_claims() -> None:
    pip = [PackageManager(evidence=at(f"services/s{number}/requirements.txt:1"), name="pip") for number in range(300)]
    python = [Language(evidence=at(f"s{number}/a.py:1"), spelling="import", name="python") for number in range(300)]
    tests = [
        Runner(evidence=at(f".github/workflows/ci.yml:{number}"), name="test", command=f"pytest {number}", source="ci")
        for number in range(1, 300)
    ]
    layout = [Layout(evidence=at(f"{number}/a.py:1"), convention=f"convention {number}") for number in range(5)]
    manifest = assemble_manifest("tool", [*pip, *python, *tests, *layout, *dependencies(300)])
    data = json.loads(render_manifest(manifest))
    VALIDATOR.validate(data)
    assert (len(data["languages"]), len(data["runners"]), len(data["layout"]["conventions"])) == (1, 1, 5)
    assert len(data["languages"][0]["also"]) == len(data["runners"][0]["alternatives"]) == 3
    assert data["truncated"]["also"] == {"left_out": 2 * (299 - 3)}
    assert data["truncated"]["alternatives"] == {"left_out": 298 - 3}
    assert data["truncated"]["dependencies"]["kept"] > 100
    assert set(data["truncated"]) == {"also", "alternatives", "dependencies"}


def test_locked_packages_are_given_what_the_other_lists_leave() -> None:
    locked = [
        LockedPackage(evidence=Location("uv.lock", number), name=f"p{number}", version="1", ecosystem="pypi")
        for number in range(1, 400)
    ]
    alone = json.loads(render_manifest(assemble_manifest("tool", [*locked, *components(3)])))
    assert alone["truncated"]["locked"]["kept"] > 100
    assert len(alone["components"]) == 3
    beside = json.loads(render_manifest(assemble_manifest("tool", [*locked, *dependencies(500)])))
    assert beside["truncated"]["locked"]["kept"] < 3
    assert beside["truncated"]["dependencies"]["kept"] > 100


def test_what_comes_first_is_what_is_needed_first() -> None:
    build = [evolve(claim, kind="build") for claim in dependencies(300)]  # type: ignore[call-arg]
    manifest = assemble_manifest("tool", [*build, Dependency(evidence=at("a.toml:1"), name="needed")])
    data = json.loads(render_manifest(manifest, 600))
    assert data["dependencies"][0]["name"] == "needed"


def test_a_huge_manifest_is_cut() -> None:
    manifest = assemble_manifest("tool", [*dependencies(20_000), *components(20_000)])
    assert count_tokens(render_manifest(manifest)) <= 5_000
    assert count_tokens(render_manifest(manifest, 1_000)) <= 1_000


def test_texts_of_any_length_are_cut_and_pointers_are_not() -> None:
    long = "x y " * 50_000
    claims = [
        Runner(evidence=at("Makefile:1"), name="test", command=long),
        Runner(evidence=at("Makefile:2"), name="test", command=long + "z", source="script"),
        PackageManager(evidence=at(f"{'deep/' * 30}m:1"), name=long),
        *(
            Layout(evidence=at(f"l:{number}"), convention=f"convention {number} {long[:900]}")
            for number in range(1, 40)
        ),
        *(Dependency(evidence=at(f"r{number}.txt:1"), name="six") for number in range(400)),
    ]
    manifest = assemble_manifest(long, claims, [Problem("setup.py", long)])
    text = render_manifest(manifest)
    data = json.loads(text)
    assert count_tokens(text) <= 5_000
    VALIDATOR.validate(data)
    assert data["package_manager"]["evidence"] == f"{'deep/' * 30}m:1"
    assert data["repo"].endswith("…")
    assert data["truncated"]["also"] == {"left_out": 396}
    assert data["truncated"]["conventions"] == {"left_out": 36}
    header = manifest_header(manifest)
    assert count_tokens(json.dumps(header)) <= 500
    assert header["test"].endswith("…")


def test_pointers_longer_than_the_budget_are_left_out_with_their_claims() -> None:
    deep = f"{'/'.join('αβγδ' * 8 for _ in range(80))}/m:1"
    claims = [PackageManager(evidence=at(deep), name="pip"), Layout(evidence=at(deep), convention="src-layout")]
    data = json.loads(render_manifest(assemble_manifest("tool", [*claims, *dependencies(3)]), 1_000))
    VALIDATOR.validate(data)
    assert data["package_manager"] == {"name": None, "evidence": None}
    assert data["truncated"] == {"layout": {"left_out": 1}, "package_manager": {"left_out": 1}}
    assert len(data["dependencies"]) == 3


def test_undecodable_names_survive_as_escapes() -> None:
    manifest = assemble_manifest(
        "caf\udce9", [Component(evidence=at("a\udcff/x.py:1"), name="a\udcff", path="a\udcff")]
    )
    text = render_manifest(manifest)
    assert text.encode("utf-8")
    assert json.loads(text)["components"][0]["path"] == "a\udcff"
    assert manifest_header(manifest) == {"languages": []}


def test_a_budget_for_nothing_is_refused() -> None:
    manifest = assemble_manifest("tool", dependencies(100))
    with pytest.raises(CrossbearingError, match="allow more"):
        render_manifest(manifest, 20)
    with pytest.raises(CrossbearingError, match="allow more"):
        manifest_header(manifest, 2)


@pytest.mark.parametrize("broken", [{}, {"repo": "x"}, {"package_manager": None}])
def test_other_data_are_refused(broken: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError, AttributeError)):
        manifest_from_json(broken)
