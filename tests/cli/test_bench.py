"""The bench command on a small real repository."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import subprocess

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Check = Callable[[str], dict[str, Any]]
Git = Callable[..., str]

PATCH = """\
--- a/calc/parser.py
+++ b/calc/parser.py
@@ -13,3 +13,3 @@ class Parser:
     def peek(self):
         \"\"\"Return the token under the cursor.\"\"\"
-        return self.tokens[self.position]
+        return self.tokens[self.position] if self.tokens else None
"""


@pytest.fixture
def dataset(repository: Path, git: Git, issue: str, tmp_path: Path) -> Path:
    """Two instances of the calculator's repository, which lies bare in ``mirrors``, and one of a missing repository."""
    (tmp_path / "mirrors").mkdir()
    git(tmp_path, "clone", "-q", "--bare", str(repository), "mirrors/me+calc")
    row = {
        "instance_id": "me__calc-1",
        "repo": "me/calc",
        "base_commit": git(repository, "rev-parse", "HEAD"),
        "problem_statement": issue,
        "patch": PATCH,
        "language": "Python",
    }
    rows = [row, {**row, "instance_id": "me__calc-2"}, {**row, "instance_id": "me__gone-1", "repo": "me/gone"}]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), "utf-8")
    return path


def test_bench_prints_a_summary_and_writes_a_line_an_instance(
    crossbearing: Run, dataset: Path, check_schema: Check, tmp_path: Path
):
    arguments = ["bench", dataset, "--repos", tmp_path / "mirrors", "--build-dir", tmp_path / "build"]
    table = crossbearing(*arguments, "--out", tmp_path / "out.jsonl")
    assert (table.returncode, table.stderr) == (0, "")
    assert "failed, counted as a miss: me__gone-1: no git repository named me+gone" in table.stdout
    lines = [check_schema(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [line["status"] for line in lines] == ["measured", "measured", "failed"]
    done = crossbearing(*arguments, "--out", tmp_path / "out.jsonl", "--format", "json", "--strict")
    data = check_schema(done.stdout)
    assert done.returncode == 1
    assert data["instances"] == 3
    assert data["overall"]["file_acc@1"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    assert data["repositories"]["me/calc"]["file_acc@1"]["value"] == 1
    assert data["failed"][0]["instance_id"] == "me__gone-1"


def test_the_same_bench_gives_the_same_bytes(crossbearing: Run, dataset: Path, tmp_path: Path):
    outputs, files = set(), set()
    for number in range(3):
        out = tmp_path / f"{number}.jsonl"
        place = {"cwd": tmp_path} if number == 1 else {}
        build = tmp_path / ("other" if number == 2 else "build")
        done = crossbearing(
            "bench", dataset, "--repos", tmp_path / "mirrors", "--build-dir", build, "--out", out, "--format", "json",
            env={"PYTHONHASHSEED": str(number)}, **place,
        )  # fmt: skip
        outputs.add(done.stdout)
        files.add(out.read_bytes())
    assert len(outputs) == len(files) == 1
    assert str(tmp_path) not in outputs.pop()


def test_instances_and_limit_and_profile_are_taken(
    crossbearing: Run, dataset: Path, check_schema: Check, tmp_path: Path
):
    arguments = [
        "bench",
        dataset,
        "--repos",
        tmp_path / "mirrors",
        "--build-dir",
        tmp_path / "build",
        "--format",
        "json",
    ]
    data = check_schema(crossbearing(*arguments, "--instances", "me__calc-2", "--profile", "localize-round1").stdout)
    assert (data["instances"], data["profile"]) == (1, "localize-round1")
    assert check_schema(crossbearing(*arguments, "--limit", "2", "--jobs", "2").stdout)["instances"] == 2
    assert "did you mean executor.local" in crossbearing(*arguments, "--executor", "locl").stderr


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"--repos": "absent"}, "the folder of repositories 'absent' does not exist"),
        ({"--out": "."}, ". is no file to write results to"),
        ({"--instances": "me__calc-9"}, "unknown instance 'me__calc-9': did you mean me__calc-"),
        ({"dataset": "absent.jsonl"}, "data set 'absent.jsonl' cannot be read: No such file or directory"),
    ],
)
def test_bad_input_is_one_sentence(
    crossbearing: Run, dataset: Path, tmp_path: Path, change: dict[str, str], sentence: str
):
    given: dict[str, str | Path] = {"dataset": dataset, "--repos": tmp_path / "mirrors", **change}
    options = [word for name, value in given.items() if name != "dataset" for word in (name, value)]
    done = crossbearing("bench", given["dataset"], *options, "--build-dir", tmp_path / "build", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"crossbearing: error: {sentence}")
    assert done.stderr.count("\n") == 1


@pytest.fixture
def options(tmp_path: Path) -> list[str | Path]:
    return ["--repos", tmp_path / "mirrors", "--build-dir", tmp_path / "build"]


def test_gold_is_shown_with_and_without_the_repositories(
    crossbearing: Run, dataset: Path, options: list[str | Path], check_schema: Check
):
    bare = check_schema(crossbearing("bench", "gold", dataset, "--format", "json").stdout)
    assert (bare["with_files"], bare["with_functions"]) == (3, 0)
    assert bare["instances"][0]["files"] == ["calc/parser.py"]
    done = crossbearing("bench", "gold", dataset, *options, "--format", "json", "--strict")
    read = check_schema(done.stdout)
    assert done.returncode == 1
    assert (read["with_files"], read["with_functions"]) == (2, 2)
    assert [function["line"] for function in read["instances"][0]["functions"]] == [13]
    assert read["instances"][0]["statements"] == [{"file": "calc/parser.py", "line": 15}]
    assert read["reasons"] == {"no git repository named me+gone among the repositories": 1}
    table = crossbearing("bench", "gold", dataset, *options)
    assert "2 of 3 have gold files, 2 gold functions." in table.stdout


def test_figures_come_with_controls_unless_they_are_left_out_aloud(
    crossbearing: Run, dataset: Path, options: list[str | Path], check_schema: Check, tmp_path: Path
):
    out = tmp_path / "out.jsonl"
    plain = crossbearing("bench", dataset, *options, "--out", out)
    for control in ("oracle gap: not measured", "out-of-benchmark drop: not measured", "history: commits before"):
        assert control in plain.stdout
    assert "WITHOUT" not in plain.stdout
    alone = crossbearing("bench", dataset, *options, "--out", out, "--no-controls", "--format", "json")
    assert check_schema(alone.stdout)["controls"] is None
    assert "WITHOUT HONESTY CONTROLS" in crossbearing("bench", dataset, *options, "--out", out, "--no-controls").stdout
    # Results that do not disclose what the controls need.
    silent = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    for line in silent:
        line.pop("history", None)
    out.write_text("".join(json.dumps(line) + "\n" for line in silent), "utf-8")
    refused = crossbearing("bench", dataset, *options, "--out", out)
    assert refused.returncode == 2
    assert "report with --no-controls" in refused.stderr


def test_a_control_data_set_and_an_oracle_are_reported(
    crossbearing: Run, dataset: Path, options: list[str | Path], check_schema: Check, tmp_path: Path
):
    control = tmp_path / "unseen.jsonl"
    control.write_text(dataset.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    oracle = tmp_path / "ab.json"
    gap = {"oracle": 0.75, "retrieved": 0.5, "gap": {"difference": {"value": 0.25, "low": 0, "high": 1, "count": 4}}}
    oracle.write_text(json.dumps({"oracle": {"candidate": gap}}), "utf-8")
    out = tmp_path / "out.jsonl"
    more = ["--control", control, "--oracle", oracle, "--out", out, "--limit", "2"]
    data = check_schema(crossbearing("bench", dataset, *options, *more, "--format", "json").stdout)
    assert data["controls"]["out-of-benchmark drop"]["instances"] == 1
    assert data["controls"]["oracle gap"]["gap"] == 0.25
    assert (tmp_path / "out.jsonl.control.jsonl").exists()
    oracle.write_text("{}", "utf-8")
    wrong = crossbearing("bench", dataset, *options, "--oracle", oracle)
    assert (wrong.returncode, "holds no oracle's gap" in wrong.stderr) == (2, True)
    both = crossbearing("bench", dataset, *options, "--no-controls", "--control", control)
    assert (both.returncode, both.stderr.count("\n")) == (2, 1)


def test_a_report_is_a_page_and_the_summary(
    crossbearing: Run, dataset: Path, options: list[str | Path], check_schema: Check, tmp_path: Path
):
    crossbearing("bench", dataset, *options, "--report", tmp_path / "report")
    check_schema((tmp_path / "report" / "summary.json").read_text("utf-8"))
    assert "Where gold functions were lost" in (tmp_path / "report" / "report.html").read_text("utf-8")


def test_limits_of_an_instance_are_kept_and_failures_retried(
    crossbearing: Run, dataset: Path, options: list[str | Path], tmp_path: Path
):
    out = tmp_path / "out.jsonl"
    capped = [*options, "--out", out, "--limit", "2"]
    # No Python with this project in it fits into 20 MB.
    crossbearing("bench", dataset, *capped, "--memory", "20")
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert {line["reason"] for line in lines} == {"took more than 20 MB of memory"}
    crossbearing("bench", dataset, *capped)
    assert "failed" in out.read_text("utf-8")
    crossbearing("bench", dataset, *capped, "--retry", "--timeout", "300")
    whole = tmp_path / "whole.jsonl"
    crossbearing("bench", dataset, *options, "--limit", "2", "--out", whole)
    assert out.read_bytes() == whole.read_bytes()


def test_a_recorded_result_is_verified(
    crossbearing: Run, dataset: Path, options: list[str | Path], check_schema: Check, tmp_path: Path
):
    import tomllib

    result = tmp_path / "results" / "calc.toml"
    crossbearing("bench", dataset, *options, "--limit", "2", "--record", result, "--condition", "two of calc")
    check_schema(json.dumps(tomllib.loads(result.read_text("utf-8"))))
    verify = ["bench", "verify", result, "--dataset", dataset, *options]
    same = crossbearing(*verify)
    assert same.returncode == 0
    assert "two of calc · reproduced" in same.stdout
    result.write_text(
        result.read_text("utf-8").replace('"file_acc@1" = {value = 1.0', '"file_acc@1" = {value = 0.9'), "utf-8"
    )
    other = crossbearing(*verify, "--format", "json")
    data = check_schema(other.stdout)
    assert (other.returncode, [each["metric"] for each in data["differences"]]) == (1, ["file_acc@1"])
    assert crossbearing(*verify, "--profile", "minimal").returncode == 2


def test_questions_are_graded(crossbearing: Run, repository: Path, check_schema: Check):
    data = check_schema(crossbearing("bench", "questions", repository, "--format", "json").stdout)
    assert data["questions"]["defines"]["value"] == 1
    assert "accuracy" in crossbearing("bench", "questions", repository, "--sample", "3").stdout


def test_gold_is_called_what_a_bench_calls_it(
    crossbearing: Run, dataset: Path, options: list[str | Path], tmp_path: Path
):
    out = tmp_path / "out.jsonl"
    crossbearing("bench", dataset, *options, "--limit", "1", "--out", out)
    (line,) = map(json.loads, out.read_text("utf-8").splitlines())
    gold = json.loads(crossbearing("bench", "gold", dataset, *options, "--limit", "1", "--format", "json").stdout)
    assert line["gold"]["functions"] == gold["instances"][0]["functions"]
