"""Makes the helper module of these tests importable, here and in workers; starts a cluster for those who ask."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)
sys.path.append(FOLDER)


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers, each a process; yields its address and the workers."""
    folder = tmp_path_factory.mktemp("cluster")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([FOLDER, *sys.path])}
    processes = []

    def start(*arguments):
        with (folder / f"{len(processes)}.log").open("wb") as log:
            command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
            processes.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder))
        return processes[-1]

    file = folder / "scheduler.json"
    nowhere = ("--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(file))
    start("scheduler", "--host", "127.0.0.1", "--port", "0", *nowhere)
    deadline = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < deadline, (folder / "0.log").read_text()
        time.sleep(0.05)
    worker = ("worker", "--nworkers", "1", "--nthreads", "1", "--no-nanny", *nowhere)
    workers = [start(*worker) for _ in range(2)]
    yield json.loads(file.read_text())["address"], workers
    for process in reversed(processes):
        process.kill()
        process.wait()
