import subprocess
from pathlib import Path

import pytest

from crossbearing.measure.repositories import Repositories, commit_times
from crossbearing.model.errors import CrossbearingError


def init(path: Path, *flags: str) -> Path:
    subprocess.run(["git", "init", "-q", *flags, str(path)], check=True)
    return path


@pytest.mark.parametrize(
    ("place", "flags", "asked"),
    [
        ("o+n", (), "o/n"),
        ("o+n", ("--bare",), "o/n"),
        ("o+n/repo", ("--bare",), "o/n"),
        ("o+n.git", ("--bare",), "o/n"),
        ("Owner+Name", (), "owner/name"),
        ("owner+name/repo", (), "Owner/NAME"),
    ],
)
def test_a_repository_is_found_in_each_usual_place(tmp_path: Path, place: str, flags: tuple[str, ...], asked: str):
    expected = init(tmp_path / place, *flags)
    assert Repositories(tmp_path).find(asked) == expected


def test_the_exact_name_wins_over_one_in_another_case(tmp_path: Path):
    for name in ("A+b", "a+b", "a+B"):
        init(tmp_path / name)
    assert Repositories(tmp_path).find("a/b") == tmp_path / "a+b"


def test_a_folder_within_another_repository_is_none_itself(tmp_path: Path):
    init(tmp_path)
    (tmp_path / "o+n").mkdir()
    with pytest.raises(CrossbearingError, match=r"no git repository named o\+n among the repositories"):
        Repositories(tmp_path).find("o/n")


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path):
    init(tmp_path / "outside")
    (tmp_path / "inside").mkdir()
    with pytest.raises(CrossbearingError, match="no git repository"):
        Repositories(tmp_path / "inside").find("../outside")


def test_a_folder_that_is_missing_is_refused(tmp_path: Path):
    with pytest.raises(CrossbearingError, match="does not exist"):
        Repositories(tmp_path / "absent")


def test_commit_times_leave_out_what_does_not_exist(tmp_path: Path):
    init(tmp_path)
    base = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    commits = []
    for day in ("2020-01-02T00:00:00Z", "2020-01-01T00:00:00Z"):
        environment = {"GIT_COMMITTER_DATE": day, "GIT_AUTHOR_DATE": day, "PATH": "/usr/bin:/bin"}
        subprocess.run([*base, "commit", "-q", "--allow-empty", "-m", day], env=environment, check=True)
        commits.append(subprocess.check_output([*base, "rev-parse", "HEAD"], text=True).strip())
    times = commit_times(tmp_path, [*commits, "0" * 40])
    assert set(times) == set(commits)
    assert times[commits[0]] - times[commits[1]] == 86400
    assert commit_times(tmp_path / "..", commits) == {}
