"""A bench on a cluster: the same results as on one machine, byte for byte, also where a worker is lost on the way."""

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from attrs import evolve

from crossbearing.measure.bench import BenchRequest, run_bench
from crossbearing.measure.capped import NO_CAPS, Caps
from crossbearing.registry import PluginHost, load_profile

pytest.importorskip("distributed", reason="needs the extra 'dask'")

pytestmark = pytest.mark.slow


def git(folder: Path, *arguments: str) -> str:
    import subprocess

    when = "2020-01-01T00:00:00Z"
    identity = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PATH": os.environ["PATH"], "HOME": str(folder)}
    base = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder)]
    return subprocess.check_output([*base, *arguments], env=identity, text=True).strip()


def module(number: int) -> str:
    functions = (f"def part_{number}_{i}(value):\n    return value + {i}\n\n\n" for i in range(30))
    return "".join(functions)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Three repositories of twenty files, and a data set of four issues about each."""
    root = tmp_path_factory.mktemp("world")
    rows = []
    for letter in "abc":
        folder = root / "repos" / f"o+{letter}"
        folder.mkdir(parents=True)
        git(folder, "init", "-q")
        for number in range(20):
            (folder / f"m{number}.py").write_text(module(number), "utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "one")
        for number in range(4):
            path = f"m{number}.py"
            patch = f"--- a/{path}\n+++ b/{path}\n@@ -2 +2 @@\n-    return value + 0\n+    return value\n"
            rows.append(
                {
                    "instance_id": f"o__{letter}-{number}",
                    "repo": f"o/{letter}",
                    "base_commit": git(folder, "rev-parse", "HEAD"),
                    "problem_statement": f"`part_{number}_0` adds nothing\n\nIt should say so.",
                    "patch": patch,
                }
            )
    dataset = root / "set.jsonl"
    dataset.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return root, dataset


def bench(world, out: Path, executor: str, *, caps=NO_CAPS, without=(), **options) -> bytes:
    root, dataset = world
    profile = load_profile("default", environment={})
    chosen = evolve(profile, executor=executor, options={**profile.options, f"executor.{executor}": options})
    request = BenchRequest(dataset, root / "repos", out=out, build_dir=out.with_suffix(".build"), jobs=2, caps=caps)
    done = run_bench(request, PluginHost.open(chosen, without=without))
    assert [record.line.get("reason") for record in done.records if record.line["status"] != "measured"] == []
    assert done.records[0].line["figures"]["file_acc@1"] == 1
    return out.read_bytes()


@pytest.mark.parametrize("without", [(), ("executor.local",)], ids=["all", "without local"])
def test_a_job_never_waits_for_workers_that_wait_for_it(world, cluster, tmp_path, without):
    # Three repositories for two workers, each instance in a process of its own: neither may ask the cluster for more.
    address, _ = cluster
    caps = Caps(seconds=60)
    bench(world, tmp_path / "dask.jsonl", "dask", scheduler=address, caps=caps, without=without)


def test_a_cluster_gives_the_bytes_of_one_machine_and_outlives_a_worker(world, cluster, tmp_path):
    address, workers = cluster
    local = bench(world, tmp_path / "local.jsonl", "local")
    out = tmp_path / "dask.jsonl"
    parts = out.with_name("dask.jsonl.parts")
    killed = []

    def kill_at_the_first_record():
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if any(b'{"line"' in path.read_bytes() for path in parts.glob("*.jsonl")):
                os.kill(workers[0].pid, signal.SIGKILL)
                killed.append(sum(path.read_bytes().count(b'{"line"') for path in parts.glob("*.jsonl")))
                return
            time.sleep(0.005)

    watcher = threading.Thread(target=kill_at_the_first_record)
    watcher.start()
    try:
        remote = bench(world, out, "dask", scheduler=address)
    finally:
        watcher.join()
    assert killed
    assert killed[0] < 12, "the worker was killed after everything was done"
    assert remote == local
    # Work is placed by repository: each was mapped once, unless its worker was lost.
    times = [json.loads(line) for line in out.with_name("dask.jsonl.times.jsonl").read_text().splitlines()]
    assert sum(row["parsed"] > 0 for row in times) <= 4
