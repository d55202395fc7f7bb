"""The whole training on small real repositories."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from crossbearing.measure.training.commits import mine_commits
from crossbearing.measure.training.fit import Settings
from crossbearing.measure.training.report import report
from crossbearing.measure.training.train import TrainRequest, repo_name, train
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost, load_profile
from crossbearing_plugins.fusion._learned.model import read_model

WORDS = ("parser", "lexer", "writer", "reader", "cache", "router", "filter", "sorter")


def git(folder: Path, *arguments: str, day: int = 1, author: str = "a") -> str:
    when = f"2020-01-{day:02}T00:00:00Z"
    identity = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PATH": os.environ["PATH"], "HOME": str(folder)}
    base = ["git", "-c", f"user.name={author}", "-c", "user.email=a@example.org", "-C", str(folder)]
    return subprocess.check_output([*base, *arguments], env=identity, text=True).strip()


def source(word: str, fixed: int = 0) -> str:
    return (
        f'"""The {word}."""\n\n\ndef open_{word}(text):\n    """Open the {word}."""\n    return text[{fixed}:]\n\n\n'
        f"def close_{word}(text):\n    return open_{word}(text)\n"
    )


def commit(folder: Path, path: str, text: str, message: str, *, day: int, author: str = "a") -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message, day=day, author=author)


@pytest.fixture(scope="module")
def mirrors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two repositories of a module a word, each fixed once; and commits that are no fixes of one fault."""
    root = tmp_path_factory.mktemp("mirrors")
    for name, words in (("o+one", WORDS[:4]), ("o+two", WORDS[4:])):
        folder = root / name
        folder.mkdir()
        git(folder, "init", "-q")
        for word in words:
            commit(folder, f"{word}.py", source(word), f"Add {word}", day=1)
        for day, word in enumerate(words, 2):
            commit(folder, f"{word}.py", source(word, 1), f"Fix the {word} that opens too much text (#{day})", day=day)
        commit(folder, "parser.py", source("parser", 2), "Fix parser again by machine (#90)", day=20, author="x[bot]")
        commit(folder, "new.py", "x = 1\n", "Fix what was missing before this (#91)", day=21)
        commit(folder, "tests/test_a.py", "def test(): ...\n", "Fix the wrong check of nothing (#92)", day=22)
    return root


@pytest.fixture
def request_(mirrors: Path, tmp_path: Path) -> TrainRequest:
    settings = Settings(trees=5, leaves=4, smallest_leaf=1, entity_amount=0.1)
    places = (mirrors / "o+two", mirrors / "o+one")
    return TrainRequest(places, tmp_path / "model.json", cache=tmp_path / "cache", folds=2, settings=settings)


@pytest.fixture
def host() -> PluginHost:
    profile = load_profile("default", environment={})
    return PluginHost.open(evolve(profile, fusion=evolve(profile.fusion, name="learned")))


def test_fixes_are_mined_as_solved_issues_of_the_parent(mirrors: Path):
    instances = mine_commits(mirrors / "o+one", "o/one", 10)
    assert [each.task.text for each in instances] == [f"Fix the {word} that opens too much text" for word in WORDS[:4]]
    first = instances[0]
    assert first.task.base_commit == git(mirrors / "o+one", "rev-list", "--reverse", "HEAD").split()[3]
    assert first.task.repo == "o/one"
    assert first.language == ".py"
    assert "+    return text[1:]" in first.patch


def test_a_limit_spreads_over_the_fixes(mirrors: Path):
    texts = [each.task.text for each in mine_commits(mirrors / "o+one", "o/one", 2)]
    assert texts == ["Fix the lexer that opens too much text", "Fix the reader that opens too much text"]


def test_a_folder_without_git_is_refused(tmp_path: Path):
    with pytest.raises(CrossbearingError, match="is no git repository"):
        mine_commits(tmp_path, "o/n", 1)


def test_training_writes_the_same_model_twice_and_a_card(request_: TrainRequest, host: PluginHost):
    seen: list[tuple[int, int]] = []
    first = train(request_, host, lambda done, total: seen.append((done, total)))
    assert seen == [(number, 8) for number in range(1, 9)]
    content = request_.out.read_bytes()
    again = evolve(request_, out=request_.out.with_name("again.json"))
    train(again, host)
    assert again.out.read_bytes() == content
    fresh = evolve(again, cache=request_.out.with_name("other"))
    train(fresh, host)
    assert again.out.read_bytes() == content
    card = json.loads(content)["card"]
    assert card["lessons"] == card["lessons_with_functions"] == 8
    assert [(each["repository"], each["lessons"], each["oldest"], each["newest"]) for each in card["repositories"]] == [
        ("o/one", 4, "2020-01-01", "2020-01-04"),
        ("o/two", 4, "2020-01-01", "2020-01-04"),
    ]
    assert card["cross_validation"]["all"]["hand"]["file_acc@1"]["count"] == 8
    assert card["cross_validation"]["all"]["hand"]["file_acc@1"]["value"] == 1.0
    assert first.useless == ()


def test_the_model_is_read_and_ranks(request_: TrainRequest, host: PluginHost, mirrors: Path):
    training = train(request_, host)
    model = read_model(request_.out)
    assert model.card == training.model["card"]
    assert len(model.entities.roots) == len(model.files.roots) == 5
    rows = np.zeros((3, len(model.files.features)))
    assert model.files.predict(model.files.features, rows).shape == (3,)


def test_an_amount_of_nothing_grows_no_trees(request_: TrainRequest, host: PluginHost):
    train(evolve(request_, settings=evolve(request_.settings, entity_amount=0.0)), host)
    model = read_model(request_.out)
    assert (len(model.entities.roots), len(model.files.roots)) == (0, 5)
    assert model.entities.predict((), np.zeros((2, 0))).tolist() == [0.0, 0.0]


def test_the_report_shows_the_figures(request_: TrainRequest, host: PluginHost):
    table = report(train(request_, host))
    assert [row[0] for row in table.rows][:3] == ["all hand", "all learned", "all difference"]
    assert table.rows[0][1] == "8/8"
    assert table.data["schema"] == "crossbearing.train/1"


def test_one_repository_cannot_be_cross_validated(request_: TrainRequest, host: PluginHost, mirrors: Path):
    training = train(evolve(request_, repositories=(mirrors / "o+one",)), host)
    assert training.model["card"]["cross_validation"] == {}
    assert report(training).rows == ()


def test_rows_of_a_data_set_are_lessons_too(request_: TrainRequest, host: PluginHost, mirrors: Path, tmp_path: Path):
    row = {
        "instance_id": "o__one-1",
        "repo": "o/one",
        "base_commit": git(mirrors / "o+one", "rev-list", "--reverse", "HEAD").split()[3],
        "problem_statement": "open_parser keeps text",
        "patch": mine_commits(mirrors / "o+one", "o/one", 10)[0].patch,
    }
    dataset = tmp_path / "set.jsonl"
    dataset.write_text(json.dumps(row) + "\n", "utf-8")
    asked = evolve(request_, repositories=(), dataset=dataset, dataset_repositories=mirrors)
    assert train(asked, host).model["card"]["lessons"] == 1
    with pytest.raises(CrossbearingError, match="needs the folder of its repositories"):
        train(evolve(asked, dataset_repositories=None), host)


def test_a_fix_without_gold_teaches_nothing_and_is_named(request_: TrainRequest, host: PluginHost, mirrors: Path):
    with pytest.raises(CrossbearingError, match="nothing to learn from"):
        train(evolve(request_, repositories=()), host)


def test_a_fusion_that_cannot_be_trained_is_refused(request_: TrainRequest):
    profile = load_profile("localize-round1", environment={})
    with pytest.raises(CrossbearingError, match=r"fusion\.rrs cannot be trained"):
        train(request_, PluginHost.open(profile))


@pytest.mark.parametrize(
    ("folder", "name"),
    [("o+n", "o/n"), ("o+n.git", "o/n"), ("o+n/repo", "o/n"), ("o+n/.git", "o/n"), ("plain", "plain")],
)
def test_repositories_are_named_by_their_folder(tmp_path: Path, folder: str, name: str):
    assert repo_name(tmp_path / folder) == name
