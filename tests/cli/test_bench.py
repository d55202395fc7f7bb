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
