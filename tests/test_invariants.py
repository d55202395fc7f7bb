"""The numbers that are promised whatever the input, seen from outside on inputs that exceed them all."""

from pathlib import Path

import pytest

from crossbearing import Harness
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.report import Report
from crossbearing.model.tokens import count_tokens
from crossbearing.recon.manifest import manifest_header, render_manifest

FILES, FUNCTIONS = 60, 9


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("large")
    (root / "works").mkdir()
    (root / "works" / "__init__.py").write_text("")
    for number in range(FILES):
        functions = (
            f"def widget_{number}_{index}(gear):\n"
            f'    """Turn the gear of the widget."""\n'
            + "".join(f"    gear = widget_{number}_{(index + step) % FUNCTIONS}(gear)\n" for step in range(1, 8))
            + "    return gear\n"
            for index in range(FUNCTIONS)
        )
        (root / "works" / f"part_{number}.py").write_text("\n\n".join(functions))
    (root / "requirements.txt").write_text("".join(f"library-{number}==1.{number}\n" for number in range(4000)))
    return root


def issue() -> str:
    names = " ".join(f"`widget_{number}_{index}`" for number in range(FILES) for index in range(2))
    paths = " ".join(f"works/part_{number}.py" for number in range(FILES))
    errors = "\n".join(f"ValueError: gear {number} is stuck {'x' * 200}" for number in range(30))
    return f"The gear of a widget turns the wrong way\n\n{names}\n{paths}\n{errors}\n"


@pytest.fixture(scope="module", params=["default", "localize-round1"])
def report(request: pytest.FixtureRequest, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    build = tmp_path_factory.mktemp("build")
    with Harness.open(repository, request.param, build_dir=build) as harness:
        return harness.locate(issue(), top=10)


def test_what_is_mined_is_bounded(report: Report) -> None:
    bundle = report.bundle
    assert len(bundle.identifiers) == 32
    assert len(bundle.file_paths) == 8
    assert len(bundle.error_strings) == 8
    signals = (*bundle.identifiers, *bundle.unresolved, *bundle.file_paths, *bundle.error_strings)
    assert max(map(len, signals)) == 120


def test_the_pool_is_bounded(report: Report) -> None:
    pool = report.notes["pool"]
    assert pool["seeds"] == {"default": 200, "localize-round1": 40}[report.profile]
    assert pool["seeds"] <= pool["entities"] <= 200
    assert pool["iterations"] <= 10


def test_the_answer_is_bounded(report: Report) -> None:
    assert len(report.ranking.files) == 10
    assert max(len(file.entities) for file in report.ranking.files) == 5
    assert max(len(place.statements) for file in report.ranking.files for place in file.entities) <= 5


def test_every_place_exists(report: Report, repository: Path) -> None:
    for place in report.ranking.entities:
        lines = (repository / place.file).read_text().splitlines()
        assert 1 <= place.line <= place.end_line <= len(lines)
        for statement in place.statements:
            assert place.line <= statement.line <= place.end_line


def test_the_manifest_fits_its_budget_and_says_what_was_cut(repository: Path, tmp_path: Path) -> None:
    with Harness.open(repository, build_dir=tmp_path / "build") as harness:
        manifest = harness.manifest()
    assert len(manifest.dependencies) == 4000
    text = render_manifest(manifest)
    assert count_tokens(text) <= 5000
    assert '"truncated"' in text
    assert count_tokens(str(manifest_header(manifest))) <= 500


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("prefilter.size", 201),
        ("expansion.max_nodes", 201),
        ("expansion.max_iterations", 11),
        ("ranking.max_files", 11),
    ],
)
def test_no_profile_may_exceed_a_bound(repository: Path, tmp_path: Path, key: str, value: int) -> None:
    table, name = key.split(".")
    profile = tmp_path / "greedy.toml"
    profile.write_text(f'extends = "default"\n\n[{table}]\n{name} = {value}\n')
    with pytest.raises(CrossbearingError, match=rf"greedy\.toml:4: {key}"):
        Harness.open(repository, str(profile), build_dir=tmp_path / "build")
