"""The installed command line on small real repositories."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import subprocess

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Check = Callable[[str], dict[str, Any]]
Git = Callable[..., str]


def test_locate_ranks_the_faulty_file_first_and_says_why(
    crossbearing: Run, repository: Path, issue: str, check_schema: Check
):
    done = crossbearing("locate", "-", "--format", "json", stdin=issue, cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    data = check_schema(done.stdout)
    assert data["ranking"]["files"][0]["file"] == "calc/parser.py"
    place = next(each for each in data["ranking"]["entities"] if each["qualname"] == "calc.parser.Parser.peek")
    assert (place["file"], place["line"], place["end_line"]) == ("calc/parser.py", 13, 15)
    assert place["evidence"]["stack"] == 1
    assert place["causal_story"]
    assert data["bundle"]["deepest_frame"]["function"] == "peek"
    assert not any(file["file"].startswith("tests/") for file in data["ranking"]["files"])


def test_locate_shows_a_table(crossbearing: Run, repository: Path, issue: str):
    (repository / "report.md").write_text(issue, "utf-8")
    done = crossbearing("locate", "report.md", cwd=repository)
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.search(r"1 calc/parser\.py +█", done.stdout)
    assert re.search(r"calc\.parser\.Parser\.\w+ method calc/parser\.py:\d+", done.stdout)
    assert "\x1b" not in done.stdout


def test_top_and_traceback_and_repro_are_taken(
    crossbearing: Run, repository: Path, issue: str, check_schema: Check, tmp_path: Path
):
    text, _, trace = issue.partition("```\n")
    (tmp_path / "trace.log").write_text(trace, "utf-8")
    arguments = ["--traceback", tmp_path / "trace.log", "--repro", "tests/test_parser.py::test_sum", "--top", "1"]
    done = crossbearing("locate", *arguments, "--format", "json", stdin=text, cwd=repository)
    data = check_schema(done.stdout)
    assert [file["file"] for file in data["ranking"]["files"]] == ["calc/parser.py"]
    assert data["bundle"]["repro_target"] == "tests/test_parser.py::test_sum"
    assert [frame["function"] for frame in data["bundle"]["frames"]][-1] == "peek"


@pytest.mark.parametrize("command", [["scan"], ["manifest"], ["locate", "-"]], ids=lambda words: words[0])
def test_the_same_command_gives_the_same_bytes(
    crossbearing: Run, repository: Path, issue: str, command: list[str], tmp_path: Path, git: Git
):
    def run(cwd: Path, where: str | Path, seed: str, *more: str | Path) -> str:
        place = ["--repo", where] if command[0] == "locate" else [where]
        done = crossbearing(
            *command, *place, *more, "--format", "json", stdin=issue, cwd=cwd, env={"PYTHONHASHSEED": seed}
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    (repository / "calc" / "noise.py").write_bytes(b"\x00\xff" * 100)
    (repository / "calc" / "broken.py").write_text("def broken(:\n    x = = 1\n", "utf-8")
    cold = run(repository, ".", "0")
    assert run(repository, ".", "1") == cold  # warm
    assert run(tmp_path, repository, "2") == cold  # another folder
    assert run(repository / "calc", "..", "3") == cold
    shutil.rmtree(repository / ".crossbearing", ignore_errors=command == ["manifest"])  # which keeps nothing
    assert run(repository, repository, "4") == cold  # cold again
    elsewhere = tmp_path / "elsewhere" / "calc"
    shutil.copytree(repository, elsewhere)
    assert run(tmp_path, elsewhere, "5", "--build-dir", tmp_path / "build") == cold
    assert str(tmp_path) not in cold
    # After an edit and back, from a cache that knows both states.
    path = repository / "calc" / "report.py"
    before = path.read_bytes()
    path.write_bytes(before + b"\n\ndef extra():\n    pass\n")
    run(repository, ".", "6")
    path.write_bytes(before)
    assert run(repository, ".", "7") == cold


def test_a_revision_is_read_from_the_git_objects(
    crossbearing: Run, repository: Path, issue: str, check_schema: Check, git: Git, tmp_path: Path
):
    first = git(repository, "rev-parse", "HEAD")
    (repository / "calc" / "parser.py").write_text("'''Emptied.'''\n", "utf-8")
    git(repository, "commit", "-q", "-a", "-m", "Empty the parser")
    git(repository, "clone", "-q", "--bare", str(repository), str(tmp_path / "bare" / "calc.git"))
    outputs = []
    for place in (repository, tmp_path / "bare" / "calc.git"):
        done = crossbearing("locate", "--repo", place, "--rev", "HEAD~1", "--format", "json", stdin=issue)
        data = check_schema(done.stdout)
        assert data["revision"] == first
        assert "calc.parser.Parser.peek" in {each["qualname"] for each in data["ranking"]["entities"]}
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert (repository / "calc" / "parser.py").read_text("utf-8") == "'''Emptied.'''\n"
    now = check_schema(crossbearing("locate", "--repo", repository, "--format", "json", stdin=issue).stdout)
    assert "Parser.peek" not in json.dumps(now["ranking"])
    assert "absent" in crossbearing("scan", repository, "--rev", "absent").stderr


def test_scan_counts_what_is_on_the_map(crossbearing: Run, repository: Path, check_schema: Check):
    table = crossbearing("scan", repository)
    assert table.returncode == 0
    assert "map of calc" in table.stdout
    again = crossbearing("scan", repository).stdout
    assert re.search(r"parsed now +0 ", again), again
    data = check_schema(crossbearing("scan", repository, "--format", "json").stdout)
    assert data["statistics"]["definitions"] >= 8
    assert data["statistics"]["edges"] > 0
    assert data["errors"] == []


def test_scan_leaves_the_repository_clean(crossbearing: Run, repository: Path, git: Git):
    crossbearing("scan", repository)
    assert git(repository, "status", "--porcelain", "--ignored") in ("", "!! .crossbearing/")


def test_manifest_proves_its_claims(crossbearing: Run, repository: Path):
    data = json.loads(crossbearing("manifest", repository, "--format", "json").stdout)
    assert data["schema"] == "crossbearing.manifest/1"
    (dependency,) = [each for each in data["dependencies"] if each["name"] == "attrs"]
    path, _, line = dependency["evidence"].rpartition(":")
    assert "attrs" in (repository / path).read_text("utf-8").splitlines()[int(line) - 1]
    table = crossbearing("manifest", repository).stdout
    assert "attrs" in table
    assert dependency["evidence"] in table


def test_a_manifest_is_cut_to_its_budget_unless_asked_for_in_full(crossbearing: Run, repository: Path):
    names = [f"library-{number}" for number in range(3000)]
    (repository / "requirements.txt").write_text("\n".join(names), "utf-8")
    cut = json.loads(crossbearing("manifest", repository, "--format", "json").stdout)
    assert cut["truncated"]["dependencies"]["of"] >= 3000
    full = json.loads(crossbearing("manifest", repository, "--format", "json", "--full").stdout)
    assert "truncated" not in full
    assert set(names) <= {each["name"] for each in full["dependencies"]}
    table = crossbearing("manifest", repository, "--format", "markdown").stdout
    assert f"of {len(full['dependencies'])} shown; --full shows all" in table


def test_the_header_of_a_manifest(crossbearing: Run, repository: Path):
    assert json.loads(crossbearing("manifest", repository, "--header").stdout)["languages"] == ["python"]


def test_a_file_that_cannot_be_parsed_is_named_and_strict_fails(
    crossbearing: Run, repository: Path, check_schema: Check
):
    (repository / "calc" / "broken.py").write_text("def broken(:\n", "utf-8")
    (repository / "calc" / "noise.py").write_bytes(b"\x00\xff" * 100)
    done = crossbearing("scan", repository, "--format", "json")
    data = check_schema(done.stdout)
    assert done.returncode == 0
    assert "calc/broken.py" in {error["file"] for error in data["errors"]}
    assert "calc/noise.py" in {problem["file"] for problem in data["skipped"]}
    strict = crossbearing("scan", repository, "--strict", "--format", "json")
    assert strict.returncode == 1


def test_names_that_are_no_unicode_survive(crossbearing: Run, repository: Path, check_schema: Check):
    name = os.fsencode(repository) + b"/calc/we\nird \xff\xc3\xa9.py"
    Path(os.fsdecode(name)).write_text("def zyzzyva_peek():\n    return 'zyzzyva'\n", "utf-8")
    done = crossbearing("locate", "--format", "json", stdin="zyzzyva_peek is wrong", cwd=repository)
    assert done.returncode == 0, done.stderr
    best = check_schema(done.stdout)["ranking"]["files"][0]["file"]
    assert best == "calc/we\nird \udcffé.py"
    table = crossbearing("locate", stdin="zyzzyva_peek is wrong", cwd=repository).stdout
    assert "calc/we\\nird \\udcffé.py:1" in "".join(table.split("\n"))


@pytest.mark.parametrize("flag", [{"LOCALIZE": "current"}, {"RECON": "current"}])
def test_a_stage_that_is_switched_off_provides_nothing_and_says_so(
    crossbearing: Run, repository: Path, issue: str, check_schema: Check, flag: dict[str, str]
):
    done = crossbearing("locate", "--format", "json", stdin=issue, cwd=repository, env=flag)
    data = check_schema(done.stdout)
    assert data["ranking"] == {"files": [], "entities": []}
    assert data["confidence"] == "none"
    assert "=current" in data["notes"]["explanation"]
    assert "=current" in crossbearing("locate", stdin=issue, cwd=repository, env=flag).stdout
    assert not (repository / ".crossbearing").exists()


def test_flags_that_do_not_exist_are_refused(crossbearing: Run, repository: Path):
    done = crossbearing("scan", repository, env={"RECON": "grph"})
    assert done.stderr == "crossbearing: error: environment variable RECON is 'grph'; it can be graph or current\n"
    done = crossbearing("scan", repository, env={"RECON": "current"})
    assert "the repository map is switched off by RECON=current" in done.stderr


def test_plugins_can_be_left_out_by_name(crossbearing: Run, repository: Path, issue: str, check_schema: Check):
    done = crossbearing(
        "locate",
        "--without",
        "channel.bm25",
        "--without",
        "channel.stack",
        "--format",
        "json",
        stdin=issue,
        cwd=repository,
    )
    data = check_schema(done.stdout)
    off = {plugin["plugin"] for plugin in data["plugins"] if plugin["status"] == "disabled"}
    assert {"channel.bm25", "channel.stack"} <= off
    without_plugins = json.dumps({key: value for key, value in data.items() if key != "plugins"})
    assert "bm25" not in without_plugins
    unknown = crossbearing("locate", "--without", "channel.bm2", stdin=issue, cwd=repository)
    assert unknown.returncode == 2
    assert "did you mean channel.bm25?" in unknown.stderr


def test_every_preset_locates(crossbearing: Run, repository: Path, issue: str, check_schema: Check):
    profiles = check_schema(crossbearing("profiles", "--format", "json").stdout)["profiles"]
    for profile in profiles:
        done = crossbearing("locate", "--profile", profile["name"], "--format", "json", stdin=issue, cwd=repository)
        data = check_schema(done.stdout)
        assert data["profile"] == profile["name"]
        assert data["ranking"]["files"][0]["file"] == "calc/parser.py", profile["name"]


def test_trace_tells_each_call_and_its_time(crossbearing: Run, repository: Path, issue: str):
    done = crossbearing("locate", "--trace", stdin=issue, cwd=repository)
    assert done.returncode == 0
    assert "channel.bm25" in done.stderr
    assert "channel.bm25" not in done.stdout.split("evidence:")[0]


def test_a_plain_folder_and_an_empty_repository_work(
    crossbearing: Run, tmp_path: Path, issue: str, check_schema: Check, git: Git
):
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "peek.py").write_text("def peek():\n    raise IndexError\n", "utf-8")
    done = crossbearing("locate", "--repo", plain, "--format", "json", stdin=issue)
    assert check_schema(done.stdout)["ranking"]["files"][0]["file"] == "peek.py"
    empty = tmp_path / "empty"
    empty.mkdir()
    git(empty, "init", "-q")
    done = crossbearing("locate", "--repo", empty, "--format", "json", stdin=issue)
    assert done.returncode == 0, done.stderr
    assert check_schema(done.stdout)["confidence"] == "none"
    done = crossbearing("locate", "--repo", tmp_path / "absent", stdin=issue)
    assert done.returncode == 2


def test_a_huge_issue_is_read_in_part_and_said_so(crossbearing: Run, repository: Path, issue: str, check_schema: Check):
    done = crossbearing("locate", "--format", "json", stdin=issue + "x = 1\n" * 300_000, cwd=repository)
    assert done.returncode == 0
    assert "longer than 1 MiB; the rest of it is left out" in done.stderr
    assert check_schema(done.stdout)["ranking"]["files"][0]["file"] == "calc/parser.py"
    quiet = crossbearing("locate", "-q", stdin=issue + "x = 1\n" * 300_000, cwd=repository)
    assert quiet.stderr == ""
