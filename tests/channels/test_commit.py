import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.evidence import NoEvidence
from crossbearing.recon.history import RepositoryHistory
from crossbearing.source import open_source
from crossbearing_channels.commit import Options, _meant, collect
from planted import Planted, garden

CART = "class Cart:\n    def total(self):\n        return {}\n\n    def add(self):\n        pass\n"
SOURCES = {
    "app/cart.py": CART.format("sum(self.prices)"),
    "app/money.py": "def convert(amount):\n    return amount\n",
    "app/page.py": "def render():\n    return ''\n",
}


@pytest.fixture(scope="module")
def project(build_map, tmp_path_factory):
    commits = [
        Planted("Begin", SOURCES | {"app/cart.py": CART.format("0")}),
        Planted("Add up prices", {"app/cart.py": SOURCES["app/cart.py"]}),
        Planted("Touch all", {path: f"# touched\n{text}" for path, text in SOURCES.items()}),
        Planted("Finish", SOURCES),
    ]
    planted = garden(tmp_path_factory.mktemp("project") / "project", commits)
    small = build_map(SOURCES)
    small.history = RepositoryHistory(open_source(planted.path), None)
    history = small.history.read()
    ids = {history.messages[number].strip(): history.commit_id(number) for number in range(len(history))}
    return small, ids


def scores(project, text, **options):
    small, _ = project
    answer = collect(small.query(text), Options(**options))
    return {small.name_of(entity).removeprefix("app."): score for entity, score in answer.scores.items()}, answer


@pytest.mark.parametrize(
    "text", ["Bug since {}", "Bug\n\nbisected to `{}`.", "Bug\n\nsee https://github.com/a/b/commit/{}", "Bug a/b@{}"]
)
def test_what_a_named_commit_wrote_comes_first(project, text):
    small, ids = project
    for name in (ids["Add up prices"], ids["Add up prices"][:11], ids["Add up prices"][:12]):
        found, answer = scores(project, text.format(name))
        assert found["cart.Cart.total"] == 1.0
        assert found["cart.Cart.add"] == pytest.approx(0.3)
        assert not any(place.startswith("money") for place in found)
        assert "(Add up prices), which the issue names, wrote a part of it" in answer.reasons[small.entity("total")]
        assert answer.reasons[small.entity("add")].endswith("changed its file")


def test_the_more_files_the_less(project):
    _, ids = project
    found, _ = scores(project, f"Bug since {ids['Touch all']}", inside=1.0)
    assert found["page.render"] == pytest.approx(1 / 3**0.5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Bug", "names no commit"),
        ("Bug 1234567 deadbeef-cafe abcdefab", "names no commit"),
        ("Bug since 0123456789abcdef", "did not lead to this revision"),
        ("Bug https://github.com/a/b/blob/{}/app/cart.py", "names no commit"),
        ("Bug since {}", "touched too much"),
    ],
)
def test_no_evidence(project, text, reason):
    small, ids = project
    answer = collect(small.query(text.format(ids["Touch all"])), Options(largest=2))
    assert isinstance(answer, NoEvidence)
    assert reason in answer.reason


def test_without_a_history(build_map):
    answer = collect(build_map(SOURCES).query("Bug since 0123456789abcdef"), None)
    assert isinstance(answer, NoEvidence)


@given(st.text("0123456789abcdef", min_size=7, max_size=40))
def test_any_id_can_be_looked_up(project, name):
    small, ids = project
    expected = [each for each in ids.values() if each.startswith(name)]
    assert len(_meant(small.history.read(), name)) == (len(expected) == 1)
