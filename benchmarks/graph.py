"""What the code graph costs: against other tools, against parsing alone, and when little or nothing has changed.

    python benchmarks/graph.py peer aider DIR --python PYTHON            its repository map, cold
    python benchmarks/graph.py peer locagent DIR --python PYTHON --source CHECKOUT
    python benchmarks/graph.py peer orcaloca DIR --python PYTHON --source CHECKOUT
    python benchmarks/graph.py parse DIR                                  tree-sitter on the same Python files
    python benchmarks/graph.py rescan DIR                                 nothing changed; a function or a remark added
    python benchmarks/graph.py large DIR                                  one cold scan: time and memory

``PYTHON`` is the interpreter of an environment with the other tool. Seconds are those of the processor, of whole
processes and their children; what is compared runs in turn, and ratios are taken pair by pair. Each round works on a
fresh copy of the folder ``DIR``, so that nothing is cached.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

AIDER = """
import sys
from pathlib import Path
from aider.io import InputOutput
from aider.repomap import RepoMap

class Model:
    def token_count(self, text):
        return len(text) // 4

root = Path(sys.argv[1])
files = sorted(str(path) for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
shown = RepoMap(map_tokens=1024, root=str(root), main_model=Model(), io=InputOutput(yes=True)).get_repo_map([], files)
sys.exit(not shown)
"""
LOCAGENT = """
import sys
sys.path.insert(0, sys.argv[2])
from dependency_graph.build_graph import build_graph
sys.exit(not build_graph(sys.argv[1], global_import=True).number_of_edges())
"""
ORCALOCA = """
import sys
sys.path.insert(0, sys.argv[2])
from Orcar.search.build_graph import RepoGraph
sys.exit(not RepoGraph(repo_path=sys.argv[1], build_kg=True).graph.number_of_edges())
"""
PARSE = """
import sys
from pathlib import Path
from tree_sitter import Parser
from tree_sitter_language_pack import get_language

parser = Parser(get_language("python"))
for path in sorted(Path(sys.argv[1]).rglob("*.py")):
    parser.parse(path.read_bytes())
"""
PEERS = {"aider": AIDER, "locagent": LOCAGENT, "orcaloca": ORCALOCA}


class Cost(NamedTuple):
    """What a process and its children took: seconds of the processor, seconds of the clock, bytes at most at once."""

    cpu: float
    wall: float
    memory: int


def measure(command: Sequence[str]) -> Cost:
    """Run a command to its end; one that fails ends the benchmark."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = [0]
    watch = threading.Thread(target=watch_memory, args=(process.pid, peak), daemon=True)
    watch.start()
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    watch.join()
    if process.returncode:
        raise SystemExit(f"{command} failed with {process.returncode}:\n{said.decode(errors='replace')[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, max(peak[0], usage.ru_maxrss * 1024))


def watch_memory(root: int, peak: list[int]) -> None:
    """Note the most memory that a process and its children are seen to have together, until it ends."""
    page = os.sysconf("SC_PAGE_SIZE")
    while True:
        sizes: dict[int, int] = {}
        parents: dict[int, int] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                parents[int(entry.name)], sizes[int(entry.name)] = int(fields[1]), int(fields[21]) * page
        if not sizes.get(root):
            return
        family = {root}
        while more := {child for child, parent in parents.items() if parent in family} - family:
            family |= more
        peak[0] = max(peak[0], sum(sizes[item] for item in family))
        time.sleep(0.05)


@contextmanager
def fresh_copy(folder: Path) -> Iterator[Path]:
    """A copy of a folder under its own name, without what git and earlier runs keep in it."""
    with tempfile.TemporaryDirectory() as place:
        leave_out = shutil.ignore_patterns(".git", ".crossbearing", ".aider*")
        yield Path(shutil.copytree(folder, Path(place, folder.resolve().name), symlinks=True, ignore=leave_out))


def scan(folder: Path) -> list[str]:
    """The command that maps a folder."""
    return [sys.executable, "-m", "crossbearing", "scan", str(folder), "--format", "json"]


def scan_and_look(folder: Path) -> list[str]:
    """The command that maps a folder and prints how many files were parsed."""
    code = (
        "import sys; from crossbearing.harness import Harness\n"
        "with Harness.open(sys.argv[1]) as harness: print(harness.scan().statistics.parsed)"
    )
    return [sys.executable, "-c", code, str(folder)]


def parsed_by(folder: Path) -> int:
    """How many files a scan parses."""
    return int(subprocess.run(scan_and_look(folder), check=True, capture_output=True, text=True).stdout)


def report(name: str, own: Sequence[Cost], other: Sequence[Cost], what: str, limit: float) -> None:
    ratio = statistics.median(first.cpu / second.cpu for first, second in zip(own, other, strict=True))
    print(
        f"{name}: {median_cpu(own):.2f} s CPU, {what} {median_cpu(other):.2f}: {ratio:.3f} x (target {limit} x,"
        f" median of {len(own)}), at most {max(cost.memory for cost in own) / 1e6:.0f} MB in all processes"
    )


def median_cpu(costs: Sequence[Cost]) -> float:
    return statistics.median(cost.cpu for cost in costs)


def compare_with_peer(arguments: argparse.Namespace) -> None:
    own, peer = [], []
    for _ in range(arguments.rounds):
        with fresh_copy(arguments.folder) as folder:
            peer.append(measure([arguments.python, "-c", PEERS[arguments.peer], str(folder), arguments.source]))
        with fresh_copy(arguments.folder) as folder:
            own.append(measure(scan(folder)))
    limit = {"aider": 0.5, "locagent": 0.1, "orcaloca": 1.0}[arguments.peer]
    report(arguments.folder.name, own, peer, arguments.peer, limit)


def compare_with_parsing(arguments: argparse.Namespace) -> None:
    own, bare = [], []
    for _ in range(arguments.rounds):
        with fresh_copy(arguments.folder) as folder:
            bare.append(measure([sys.executable, "-c", PARSE, str(folder)]))
            own.append(measure(scan(folder)))
    report(arguments.folder.name, own, bare, "bare parse", 2.0)


def compare_rescans(arguments: argparse.Namespace) -> None:
    full, none, edited, remarked = [], [], [], []
    for number in range(arguments.rounds):
        with fresh_copy(arguments.folder) as folder:
            full.append(measure(scan(folder)))
            none.append(measure(scan(folder)))
            if again := parsed_by(folder):
                raise SystemExit(f"a scan of what has not changed parsed {again} files")
            change_one(folder, f"\n\ndef added_by_an_edit_{number}(value):\n    return value\n")
            edited.append(measure(scan(folder)))
            change_one(folder, f"# Remark {number}.\n", behind=False)
            remarked.append(measure(scan(folder)))
    report(arguments.folder.name, none, full, "full scan", 0.05)
    for name, costs in (("a function added to one file", edited), ("a remark added to one file", remarked)):
        wall = statistics.median(cost.wall for cost in costs)
        print(f"{name}: {median_cpu(costs):.2f} s CPU, {wall:.2f} s wall (target 1 s)")


def change_one(folder: Path, text: str, *, behind: bool = True) -> None:
    """Add text to the end or the beginning of the largest Python file."""
    path = max(sorted(folder.rglob("*.py")), key=lambda path: path.stat().st_size)
    data = path.read_bytes()
    path.write_bytes(data + text.encode() if behind else text.encode() + data)


def scan_large(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as build:
        cost = measure([*scan(arguments.folder), "--build-dir", build])
        again = measure([*scan(arguments.folder), "--build-dir", build])
    name = arguments.folder.name
    print(f"{name}: {cost.cpu:.0f} s CPU, {cost.wall:.0f} s wall, at most {cost.memory / 1e9:.2f} GB in all processes")
    print(f"{name} again: {json.dumps(again._asdict())}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (
        ("peer", compare_with_peer),
        ("parse", compare_with_parsing),
        ("rescan", compare_rescans),
        ("large", scan_large),
    ):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        if name == "peer":
            command.add_argument("peer", choices=sorted(PEERS))
            command.add_argument("--python", required=True, help="interpreter of an environment with the peer")
            command.add_argument("--source", default="", help="checkout of the peer, where it is no package")
        command.add_argument("folder", type=Path)
        command.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
