"""The whole bench on small real repositories; nothing is stood in for."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from crossbearing.localize import LocateRequest
from crossbearing.measure import instance as instance_module
from crossbearing.measure.bench import Bench, BenchRequest, configuration_of, run_bench
from crossbearing.measure.results import Results
from crossbearing.measure.summary import summarize
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost, load_profile

TOKENS = '''\
"""Splitting text into tokens."""


def tokenize(text):
    """Yield words."""
    return text.split()
'''
PARSER = '''\
"""Parsing sums."""

from tokens import tokenize


class Parser:
    """Reads an expression."""

    def __init__(self, text):
        self.tokens = tokenize(text)
        self.position = 0

    def peek(self):
        """Return the token under the cursor."""
        return self.tokens[self.position]

    def advance(self):
        """Step over a token."""
        self.position += 1
'''
PEEK_FIX = """\
diff --git a/parser.py b/parser.py
--- a/parser.py
+++ b/parser.py
@@ -13,3 +13,3 @@ class Parser:
     def peek(self):
         \"\"\"Return the token under the cursor.\"\"\"
-        return self.tokens[self.position]
+        return self.tokens[self.position] if self.position < len(self.tokens) else None
"""
TOKENS_FIX = """\
diff --git a/tokens.py b/tokens.py
--- a/tokens.py
+++ b/tokens.py
@@ -6 +6 @@ def tokenize(text):
-    return text.split()
+    return list(text)
"""
NEW_FILE = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n"


def git(folder: Path, *arguments: str, day: int = 1) -> str:
    when = f"2020-01-{day:02}T00:00:00Z"
    identity = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PATH": os.environ["PATH"], "HOME": str(folder)}
    base = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder)]
    return subprocess.check_output([*base, *arguments], env=identity, text=True).strip()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, str]]]:
    """A folder of two repositories, and rows for them: two at one commit, one at a later one, one in the other."""
    root = tmp_path_factory.mktemp("world")
    calc = root / "repos" / "o+calc"
    calc.mkdir(parents=True)
    git(calc, "init", "-q")
    (calc / "tokens.py").write_text(TOKENS, "utf-8")
    (calc / "parser.py").write_text(PARSER, "utf-8")
    git(calc, "add", "-A")
    git(calc, "commit", "-q", "-m", "one")
    first = git(calc, "rev-parse", "HEAD")
    (calc / "more.py").write_text("def more():\n    return 1\n", "utf-8")
    git(calc, "add", "-A")
    git(calc, "commit", "-q", "-m", "two", day=2)
    second = git(calc, "rev-parse", "HEAD")
    git(root, "clone", "-q", "--bare", str(calc), str(root / "repos" / "p+twin" / "repo"))
    for path in [*calc.iterdir()]:  # the working tree must not matter
        if path.is_file():
            path.write_text("raise SystemExit\n", "utf-8")
    peek = "`Parser.peek` raises IndexError at the end"
    rows = [
        row("o__calc-3", "o/calc", second, peek, PEEK_FIX, "Python"),
        row("o__calc-1", "o/calc", first, peek, PEEK_FIX, "Python"),
        row("o__calc-2", "o/calc", first, "tokenize splits badly", TOKENS_FIX, "Python"),
        row("p__twin-1", "p/twin", second, "tokenize splits badly", TOKENS_FIX, "Snake"),
        row("p__twin-2", "p/twin", second, "something new", NEW_FILE, "Snake"),
    ]
    return root, rows


def row(name: str, repo: str, commit: str, text: str, patch: str, language: str) -> dict[str, str]:
    return {
        "instance_id": name,
        "repo": repo,
        "base_commit": commit,
        "problem_statement": text,
        "patch": patch,
        "language": language,
        "test_patch": "SECRET",
        "FAIL_TO_PASS": ["SECRET"],  # type: ignore[dict-item]
    }


@pytest.fixture
def bench(world: tuple[Path, list[dict[str, str]]], tmp_path: Path) -> Callable[..., Bench]:
    """Run a bench over the world; keywords replace fields of the request, ``rows`` the data set."""
    root, rows = world

    def run(host: PluginHost | None = None, rows: list[dict[str, Any]] = rows, **fields: Any) -> Bench:
        dataset = tmp_path / "set.jsonl"
        dataset.write_text("".join(json.dumps(each) + "\n" for each in rows), "utf-8")
        request = BenchRequest(dataset, root / "repos", build_dir=tmp_path / "build")
        return run_bench(evolve(request, **fields), host or PluginHost.open(load_profile("default")))

    return run


def test_every_instance_is_localized_at_its_commit_and_measured(bench: Callable[..., Bench], tmp_path: Path):
    done = bench(out=tmp_path / "out.jsonl")
    lines = {record.line["instance_id"]: record.line for record in done.records}
    assert list(lines) == ["o__calc-3", "o__calc-1", "o__calc-2", "p__twin-1", "p__twin-2"]
    assert {line["status"] for line in lines.values()} == {"measured"}
    peek = lines["o__calc-1"]
    assert peek["gold"]["files"] == ["parser.py"]
    (function,) = peek["gold"]["functions"]
    assert (function["file"], function["line"], function["end_line"]) == ("parser.py", 13, 15)
    assert peek["figures"]["file_acc@1"] == peek["figures"]["function_acc@1"] == 1
    assert peek["figures"]["distance"] == 0
    assert 0.03 <= peek["figures"]["context_efficiency"] <= 0.1
    assert peek["entities"][0]["qualname"].endswith("Parser.peek")
    assert (lines["o__calc-1"]["statistics"]["files"], lines["o__calc-3"]["statistics"]["files"]) == (2, 3)
    assert lines["p__twin-2"]["gold"]["why_no_files"] == "the patch only adds files"
    assert lines["p__twin-2"]["figures"] == {}
    assert "SECRET" not in (tmp_path / "out.jsonl").read_text("utf-8")


def test_each_distinct_blob_is_parsed_once(bench: Callable[..., Bench]):
    runs = [record.run for record in bench().records]
    # By repository and then by date: o/calc has 2 + 0 + 1 new files, p/twin 3.
    assert [run["parsed"] for run in runs] == [1, 2, 0, 3, 0]
    assert [run["reused"] for run in runs] == [2, 0, 2, 0, 3]
    assert [record.run["parsed"] for record in bench().records] == [0] * 5


def test_the_same_bench_gives_the_same_bytes(bench: Callable[..., Bench], tmp_path: Path):
    bench(out=tmp_path / "cold.jsonl")
    bench(out=tmp_path / "warm.jsonl")
    bench(out=tmp_path / "parallel.jsonl", jobs=2, build_dir=tmp_path / "other")
    cold = (tmp_path / "cold.jsonl").read_bytes()
    assert (tmp_path / "warm.jsonl").read_bytes() == cold
    assert (tmp_path / "parallel.jsonl").read_bytes() == cold
    assert str(tmp_path).encode() not in cold


def test_instances_with_a_result_are_not_run_again(bench: Callable[..., Bench], tmp_path: Path):
    whole = tmp_path / "whole.jsonl"
    bench(out=whole)
    out = tmp_path / "out.jsonl"
    assert bench(out=out, limit=2).run_now == {"o__calc-3", "o__calc-1"}
    assert bench(out=out, instances=("p__twin-1",)).run_now == {"p__twin-1"}
    assert len(out.read_bytes().splitlines()) == 3
    assert bench(out=out).run_now == {"o__calc-2", "p__twin-2"}
    assert out.read_bytes() == whole.read_bytes()
    assert bench(out=out).run_now == frozenset()


def test_a_row_that_changed_is_run_again(bench: Callable[..., Bench], world: Any, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    bench(out=out)
    changed = [
        {**each, "problem_statement": "advance steps badly"} if i == 1 else each for i, each in enumerate(world[1])
    ]
    assert bench(out=out, rows=changed).run_now == {"o__calc-1"}


def test_results_of_another_configuration_are_refused(bench: Callable[..., Bench], tmp_path: Path):
    out = tmp_path / "out.jsonl"
    bench(out=out, limit=1)
    other = PluginHost.open(load_profile("default"), without=["channel.lexical"])
    before = out.read_bytes()
    with pytest.raises(CrossbearingError, match="results of another configuration"):
        bench(other, out=out)
    assert out.read_bytes() == before


def test_results_of_another_data_set_are_refused(bench: Callable[..., Bench], world: Any, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    bench(out=out, limit=2)
    with pytest.raises(CrossbearingError, match=r"holds results of o__calc-3, which .*set\.jsonl lacks"):
        bench(out=out, rows=world[1][1:])


def test_the_configuration_is_what_decides_results():
    profile = load_profile("default")
    own = configuration_of(PluginHost.open(profile))
    assert configuration_of(PluginHost.open(evolve(profile, name="copy", source="elsewhere"))) == own
    assert configuration_of(PluginHost.open(profile, without=["renderer.table"])) == own
    assert (
        configuration_of(
            PluginHost.open(evolve(profile, options={**profile.options, "executor.local": {"retries": 3}}))
        )
        == own
    )
    assert configuration_of(PluginHost.open(profile, without=["channel.bm25"])) != own
    assert configuration_of(PluginHost.open(evolve(profile, options={"channel.bm25": {"k1": 1.1}}))) != own


def test_localization_is_told_the_text_of_the_issue_and_nothing_else(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
):
    asked: list[LocateRequest] = []
    locate = instance_module.locate

    def watch(scanned: Any, request: LocateRequest, host: PluginHost) -> Any:
        asked.append(request)
        return locate(scanned, request, host)

    monkeypatch.setattr(instance_module, "locate", watch)
    texts = {record.line["instance_id"] for record in bench(limit=3).records}
    assert len(texts) == 3
    assert sorted(asked, key=repr) == sorted(
        [
            LocateRequest("`Parser.peek` raises IndexError at the end"),
            LocateRequest("`Parser.peek` raises IndexError at the end"),
            LocateRequest("tokenize splits badly"),
        ],
        key=repr,
    )


def test_neither_the_fix_nor_the_tests_change_what_is_found(bench: Callable[..., Bench], world: Any):
    def found(rows: list[dict[str, Any]]) -> list[Any]:
        return [(r.line["files"], r.line["entities"], r.line["agreement"]) for r in bench(rows=rows).records]

    other = {"patch": TOKENS_FIX.replace("tokens", "more"), "test_patch": PEEK_FIX, "FAIL_TO_PASS": ["parser.py::peek"]}
    assert found(world[1]) == found([{**each, **other} for each in world[1]])


def test_what_fails_is_a_miss_with_a_reason_and_harms_nothing_else(
    bench: Callable[..., Bench], world: Any, monkeypatch: pytest.MonkeyPatch
):
    rows = [
        *world[1],
        {**world[1][0], "instance_id": "lost-commit", "base_commit": "1" * 40},
        {**world[1][0], "instance_id": "lost-repo", "repo": "no/where"},
        {**world[1][0], "instance_id": "crash", "problem_statement": "CRASH"},
    ]
    locate = instance_module.locate

    def fail(scanned: Any, request: LocateRequest, host: PluginHost) -> Any:
        if request.text == "CRASH":
            raise RecursionError("too deep")
        return locate(scanned, request, host)

    monkeypatch.setattr(instance_module, "locate", fail)
    done = bench(rows=rows)
    lines = {record.line["instance_id"]: record.line for record in done.records}
    assert [name for name, line in lines.items() if line["status"] == "failed"] == ["lost-commit", "lost-repo", "crash"]
    assert lines["lost-repo"]["reason"] == "no git repository named no+where among the repositories"
    assert lines["lost-commit"]["reason"] == f"'{'1' * 40}' names no commit of the repository at o/calc"
    assert lines["crash"]["reason"] == "RecursionError: too deep"
    for name in ("lost-commit", "lost-repo", "crash"):
        assert lines[name]["figures"]["file_acc@5"] == 0
        assert lines[name]["figures"]["distance"] == 10
    assert lines["crash"]["gold"]["files"] == ["parser.py"]
    summary = summarize(done, None)
    assert [each["instance_id"] for each in summary.data["failed"]] == ["lost-commit", "lost-repo", "crash"]
    assert summary.data["overall"]["file_acc@5"]["count"] == 7
    assert summary.data["overall"]["file_acc@5"]["value"] == pytest.approx(4 / 7)


def test_the_summary_is_by_repository_and_language(bench: Callable[..., Bench]):
    table = summarize(bench(), None)
    assert [row[:2] for row in table.rows] == [
        ("all", "4/4"),
        ("o/calc", "3/3"),
        ("p/twin", "1/1"),
        ("Python", "3/3"),
        ("Snake", "1/1"),
    ]
    assert table.data["repositories"]["o/calc"]["file_acc@1"] == {"value": 1.0, "low": 1.0, "high": 1.0, "count": 3}
    assert table.data["without_files"] == [{"instance_id": "p__twin-2", "reason": "the patch only adds files"}]
    assert table.rows[0][2] == "100.0\n100–100"


def test_progress_is_told(bench: Callable[..., Bench], world: Any, tmp_path: Path):
    told: list[tuple[int, int]] = []
    dataset = tmp_path / "set.jsonl"
    dataset.write_text("".join(json.dumps(each) + "\n" for each in world[1]), "utf-8")
    out = tmp_path / "out.jsonl"
    bench(out=out, limit=2)
    request = BenchRequest(dataset, world[0] / "repos", out=out, build_dir=tmp_path / "build")
    run_bench(request, PluginHost.open(load_profile("default")), lambda done, total: told.append((done, total)))
    assert told[-1] == (5, 5)
    assert all(2 <= done <= total == 5 for done, total in told)


@pytest.mark.slow
@pytest.mark.parametrize("limits", [(), ("--timeout", "300"), ("--jobs", "2")], ids=" ".join)
def test_a_killed_run_is_taken_up_and_ends_like_an_unbroken_one(
    world: Any, bench: Callable[..., Bench], tmp_path: Path, limits: tuple[str, ...]
):
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    bench(out=whole)
    command = [sys.executable, "-m", "crossbearing", "bench", tmp_path / "set.jsonl", "--repos", world[0] / "repos"]
    command += ["--out", out, "--build-dir", tmp_path / "other", "-q", *limits]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CROSSBEARING_") and k != "FUSION"}
    finished = 0
    for wanted in (1, 3, 99):
        process = subprocess.Popen(list(map(str, command)), env=environment, stdout=subprocess.DEVNULL)
        while process.poll() is None and finished < wanted:
            time.sleep(0.005)
            parts = tmp_path / "out.jsonl.parts"
            finished = sum(path.read_bytes().count(b'{"line"') for path in parts.glob("*.jsonl"))
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert Results(out, bench(out=out).configuration).load()
    assert out.read_bytes() == whole.read_bytes()


def test_an_instance_that_kills_its_process_is_given_up(
    bench: Callable[..., Bench], world: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # A real crash in real worker processes: a channel that ends its process at one issue.
    package = tmp_path / "site"
    info = package / "deadly-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[crossbearing.channels]\ndeadly = deadly_channel\n", "utf-8")
    (package / "deadly_channel.py").write_text(
        "import os\n"
        "from crossbearing.plugin import NoEvidence, hookimpl\n"
        "VERSION = 1\n"
        "@hookimpl\n"
        "def collect(query):\n"
        "    if 'DEADLY' in query.text:\n"
        "        os._exit(7)\n"
        "    return NoEvidence('harmless')\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(package))
    deadly = {**world[1][1], "instance_id": "o__calc-0", "problem_statement": "DEADLY Parser.peek"}
    rows = [deadly, *world[1], {**deadly, "instance_id": "o__calc-9"}]
    done = bench(PluginHost.open(load_profile("default")), rows=rows, jobs=2)
    failed = {
        record.line["instance_id"]: record.line["reason"]
        for record in done.records
        if record.line["status"] == "failed"
    }
    assert set(failed) == {"o__calc-0", "o__calc-9"}
    assert set(failed.values()) == {"the worker process exited with status 7"}
    assert len(done.records) == 7
