"""Star imports that cannot bring a name are not followed, and nothing else changes."""

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from linking import File

from crossbearing.model.facts import ModuleLinks
from crossbearing.recon.names import ModuleNames
from crossbearing.recon.stars import StarIndex
from crossbearing.recon.symbols import build_project

PATHS = ("a.py", "b.py", "c.py", "d.py", "e.py")
NAMES = ("x", "y", "_z", "a", "b")
PLACES = st.sampled_from(PATHS)


@st.composite
def projects(draw: st.DrawFn):
    facts, links = {}, {}
    for path in PATHS:
        file = File()
        for name in draw(st.lists(st.sampled_from(NAMES), max_size=2)):
            file.define("function", name, is_part=draw(st.integers(0, 5)) == 0)
        for target in draw(st.lists(st.none() | PLACES, max_size=3)):
            file.imports("m", "*", target=target)
        for target in draw(st.lists(st.none() | PLACES, max_size=1)):
            file.imports("m", draw(st.sampled_from(NAMES)), target=target)
        file.facts.exports = draw(st.sampled_from([None, None, None, ["x", "_z"]]))
        package = draw(st.sampled_from(["", "", "p", "q"]))
        name = path.removesuffix(".py")
        facts[path] = file.facts
        links[path] = ModuleLinks(draw(st.sampled_from([name, f"a.{name}", f"{name}.x"])), file.targets, package)
    return facts, links


@settings(max_examples=400, deadline=None)
@given(projects())
def test_every_name_means_what_it_means_when_all_are_followed(given_project) -> None:
    asked = [(number, name) for number in range(len(PATHS)) for name in NAMES]
    found = [build(given_project).attribute(*each) for each in asked]
    with patch.object(StarIndex, "step", lambda index, target, name: (target, name)):
        expected = [build(given_project).attribute(*each) for each in asked]
    assert found == expected


def build(given_project) -> ModuleNames:
    return ModuleNames(build_project(*given_project))


def test_thousands_of_headers_in_a_circle_are_no_matter() -> None:
    count = 3_000
    facts, links = {}, {}
    for number in range(count):
        file = File()
        file.define("function", f"f{number}")
        for step in (1, 7, 31):
            file.imports("m", "*", target=f"m{(number + step) % count:04}.py")
        facts[f"m{number:04}.py"] = file.facts
        links[f"m{number:04}.py"] = ModuleLinks(f"m{number:04}", file.targets)
    names = ModuleNames(build_project(facts, links))
    with patch.object(ModuleNames, "_name_steps", autospec=True, side_effect=ModuleNames._name_steps) as steps:
        assert names.attribute(0, "nowhere") == -1
        assert names.attribute(0, "f2999") >= 0
        assert steps.call_count <= count + 2
