"""How well the gate decides, and what context costs.

    python benchmarks/context.py gate DATASET --repos DIR --build-dir DIR   precision and recall of each signal
    python benchmarks/context.py budget REPO [REPO ...] [--entities 200]    tokens and milliseconds of random entities

``gate`` takes issues with known fixes. The current entity of each is a file-mate of the first function that the fix
edits: the first other function of that file. A signal is right to fire where the fix edits a source file other than the
current one. ``budget`` asks for the context of entities chosen at random, with their own names and documentation as the
task; times are processor times of a warm harness.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from crossbearing import Harness
from crossbearing.measure.dataset import Instance, read_dataset
from crossbearing.measure.gold import FUNCTION_KINDS, gold_of
from crossbearing.measure.repositories import Repositories, commit_times
from crossbearing.model.context import ContextQuery
from crossbearing.recon.context.gate import fired_signals
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import open_source
from crossbearing.store import Store


class Decision(NamedTuple):
    """What the gate said of one issue, and what it should have said."""

    instance: str
    fired: frozenset[str]
    is_needed: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    gate = commands.add_parser("gate")
    gate.add_argument("dataset", type=Path)
    gate.add_argument("--repos", type=Path, required=True)
    gate.add_argument("--build-dir", type=Path, required=True)
    gate.set_defaults(run=run_gate)
    budget = commands.add_parser("budget")
    budget.add_argument("repos", nargs="+", type=Path)
    budget.add_argument("--entities", type=int, default=200)
    budget.add_argument("--seed", type=int, default=0)
    budget.set_defaults(run=run_budget)
    arguments = parser.parse_args()
    arguments.run(arguments)


def run_gate(arguments: argparse.Namespace) -> None:
    host = PluginHost.open(load_profile("default"))
    with Store.open(arguments.build_dir) as store:
        decisions = list(decided(read_dataset(arguments.dataset), Repositories(arguments.repos), store, host))
    needed = sum(decision.is_needed for decision in decisions)
    print(f"{len(decisions)} issues with a file-mate; {needed} fixes edit another source file")
    print(f"{'signal':<12}{'fires':>7}{'precision':>11}{'recall':>8}{'without it: precision':>23}{'recall':>8}")
    names = sorted({name for decision in decisions for name in decision.fired})
    everything = frozenset(names)
    print(row("any", decisions, everything))
    for name in names:
        print(row(name, decisions, frozenset((name,)), everything - {name}))


def decided(
    instances: Iterable[Instance], repositories: Repositories, store: Store, host: PluginHost
) -> Iterator[Decision]:
    by_repo: dict[str, list[Instance]] = {}
    for instance in instances:
        by_repo.setdefault(instance.task.repo, []).append(instance)
    for repo, own in sorted(by_repo.items()):
        repository = repositories.find(repo)
        times = commit_times(repository, [instance.task.base_commit for instance in own])
        for instance in sorted(own, key=lambda item: times.get(item.task.base_commit, 0)):
            with open_source(repository, instance.task.base_commit) as source:
                decision = decide(instance, source, store, host)
            if decision is not None:
                yield decision


def decide(instance: Instance, source, store: Store, host: PluginHost) -> Decision | None:
    found = scan(source, store, host, persist=False)
    graph = found.graph

    def lines(path):
        file = found.tree.read(path)
        return None if file is None else file.text.split("\n")

    gold = gold_of(instance.patch, graph, lines)
    if not gold.functions:
        return None
    file = gold.functions[0].file
    mates = [
        entity
        for entity in graph.entities_of_file(file)
        if graph.kinds[entity] in FUNCTION_KINDS and entity not in gold.entities
    ]
    if not mates:
        return None
    query = ContextQuery(instance.task.text, mates[0], graph, found.manifest, found.tree)
    fired, _ = fired_signals(query, host)
    is_needed = any(path != file for path in gold.files)
    return Decision(instance.task.instance_id, frozenset(item.signal for item in fired), is_needed)


def row(name: str, decisions: list[Decision], signals: frozenset[str], rest: frozenset[str] | None = None) -> str:
    fires = sum(bool(decision.fired & signals) for decision in decisions)
    text = f"{name:<12}{fires:>7}{shown(*precision_and_recall(decisions, signals))}"
    if rest is not None:
        text += f"{'':>12}{shown(*precision_and_recall(decisions, rest))}"
    return text


def shown(precision: float, recall: float) -> str:
    return f"{precision:>11.2f}{recall:>8.2f}"


def precision_and_recall(decisions: list[Decision], signals: frozenset[str]) -> tuple[float, float]:
    fired = [decision for decision in decisions if decision.fired & signals]
    right = sum(decision.is_needed for decision in fired)
    needed = sum(decision.is_needed for decision in decisions)
    return right / max(1, len(fired)), right / max(1, needed)


def run_budget(arguments: argparse.Namespace) -> None:
    heads = ("entities", "tokens", "95 %", "worst", "ms", "95 %", "worst")
    print(f"{'repository':<24}" + "".join(f"{head:>9}" for head in heads))
    for repo in arguments.repos:
        with Harness.open(repo) as harness:
            graph = harness.scan().graph
            harness.context("warm up", graph.qualnames[0])
            chosen = random.Random(arguments.seed).sample(range(len(graph)), min(arguments.entities, len(graph)))
            tokens, milliseconds = [], []
            for entity in chosen:
                place = f"{graph.file(entity)}:{int(graph.lines[entity])}"
                task = f"{graph.names[entity]} {graph.docstrings[entity]}"
                start = time.process_time()
                context = harness.context(task, place)
                milliseconds.append(1000 * (time.process_time() - start))
                tokens.append(context.tokens)
                assert context.tokens <= 4000, place
            counts = (len(chosen), statistics.median(tokens), percentile(tokens), max(tokens))
            times = (statistics.median(milliseconds), percentile(milliseconds), max(milliseconds))
            print(f"{repo.name:<24}" + "".join(f"{n:>9.0f}" for n in counts) + "".join(f"{n:>9.1f}" for n in times))


def percentile(values: list[float], share: float = 0.95) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    main()
