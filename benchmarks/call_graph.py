"""How right the call graph of Python projects is: against known answers, and against another resolver.

    python benchmarks/call_graph.py pycg DIR                          the micro-benchmark of PyCG, checked out at DIR
    python benchmarks/call_graph.py jedi REPO --sample 300 --seed 1   sampled call sites of any checkout, asking jedi

``pycg`` scores the edges from caller to callee of each case below ``DIR`` (a folder with a ``callgraph.json`` beside
the code) by category and in total. Both sides are reduced to edges within the project: targets in builtins and other
packages are left out. An edge counts from the confidence that ``--threshold`` gives. Calls at the top level come from
the module, a decorator is called where the definition that it stands above is made, a call of a class is one of the
constructor that the class or an ancestor defines, and none where no class of the project defines one. A lambda goes
by its number within its scope; the graph has no entity for one that no name is given to. The benchmark is described by
Salis, Sotiropoulos, Louridas, Spinellis and Mitropoulos, *PyCG: Practical Call Graph Generation in Python*, ICSE 2021.

``jedi`` draws call sites at random, asks jedi (``pip install jedi``) where the name that is called is defined, and
compares it with the edge that the graph has at the same place. Precision and recall stand beside 95 % intervals
(Wilson) and count project-internal targets only; all disagreements are listed.
"""

import argparse
import ast
import json
import math
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from crossbearing.model.graph import CodeGraph
from crossbearing.model.profile import Profile
from crossbearing.recon.assembly import INVOKE_THRESHOLD
from crossbearing.recon.inheritance import linearize
from crossbearing.recon.persist import load_references
from crossbearing.recon.references import REFERENCE_KINDS, ReferenceTable
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.store import Store

Edge = tuple[str, str]


class Scanned(NamedTuple):
    graph: CodeGraph
    references: ReferenceTable


def scanned(folder: Path) -> Scanned:
    """The graph of a folder, as ``crossbearing scan`` makes it."""
    with tempfile.TemporaryDirectory() as build, open_source(folder) as source, Store.open(Path(build)) as store:
        found = scan(source, store, PluginHost.open(Profile("call-graph")))
        tables = load_references(store, found.fingerprint)
        return Scanned(found.graph, tables[0] if tables else ReferenceTable())


def uses(references: ReferenceTable) -> Iterator[tuple[int, int, int, str, int, float]]:
    """The rows of the table: entity, line, column, kind, target, confidence."""
    columns = (references.entities, references.lines, references.columns, references.kinds)
    rows = zip(
        *(column.tolist() for column in columns),
        references.targets.tolist(),
        references.confidence.tolist(),
        strict=True,
    )
    for entity, line, column, kind, target, confidence in rows:
        yield entity, line, column, REFERENCE_KINDS[kind], target, confidence


# Known answers


class Case:
    """One case of the benchmark: the answer expected, and ours in the same names."""

    def __init__(self, folder: Path, threshold: float) -> None:
        self.folder = folder
        self.graph, self.references = scanned(folder)
        self.modules = {self._module(path) for path in self.graph.files if path.endswith(".py")}
        answer = json.loads((folder / "callgraph.json").read_text("utf-8"))
        self.expected = {
            (caller, callee)
            for caller, callees in answer.items()
            for callee in callees
            if self._is_ours(caller) and self._is_ours(callee)
        }
        self.lambdas = dict(self._lambdas())
        self.orders: dict[int, tuple[int, ...]] = {}
        self.bases = self._bases()
        self.found = {edge for edge in self._edges(threshold) if edge is not None}

    @staticmethod
    def _module(path: str) -> str:
        name = path.removesuffix(".py").replace("/", ".")
        return name.removesuffix(".__init__")

    def _is_ours(self, name: str) -> bool:
        parts = name.split(".")
        return any(".".join(parts[:used]) in self.modules for used in range(1, len(parts) + 1))

    def _edges(self, threshold: float) -> Iterator[Edge | None]:
        graph = self.graph
        for entity, _, _, kind, target, confidence in uses(self.references):
            if target < 0 or confidence < threshold or kind not in ("call", "decorator"):
                continue
            source = int(graph.parents[entity]) if kind == "decorator" else entity
            while graph.kinds[source] in ("class", "variable"):
                source = int(graph.parents[source])
            callee = self._constructor(target) if graph.kinds[target] == "class" else target
            if callee is not None and graph.kinds[callee] in ("function", "method"):
                yield self._name(source), self._name(callee)

    def _bases(self) -> dict[int, list[int]]:
        rows = sorted(
            (entity, line, column, target)
            for entity, line, column, kind, target, _ in uses(self.references)
            if kind == "base" and target >= 0
        )
        bases: dict[int, list[int]] = defaultdict(list)
        for entity, _, _, target in rows:
            bases[entity].append(target)
        return bases

    def _constructor(self, cls: int) -> int | None:
        graph = self.graph
        for ancestor in linearize(cls, lambda item: self.bases.get(item, ()), self.orders):
            for entity, parent in enumerate(graph.parents.tolist()):
                if parent == ancestor and graph.names[entity] == "__init__":
                    return entity
        return None

    def _name(self, entity: int) -> str:
        graph = self.graph
        module = self._module(graph.files[int(graph.file_index[entity])])
        parent = int(graph.parents[entity])
        if parent < 0:
            return module
        place = graph.files[int(graph.file_index[entity])], int(graph.lines[entity])
        name = self.lambdas[place] if "= lambda" in graph.signatures[entity] else graph.names[entity]
        return f"{self._name(parent)}.{name}"

    def _lambdas(self) -> Iterator[tuple[tuple[str, int], str]]:
        for path in self.graph.files:
            if not path.endswith(".py"):
                continue
            pending: list[ast.AST] = [ast.parse((self.folder / path).read_bytes())]
            for scope in pending:
                inside = list(_own_nodes(scope))
                pending += [node for node in inside if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda)]
                lambdas = sorted((node.lineno, node.col_offset) for node in inside if isinstance(node, ast.Lambda))
                yield from (((path, line), f"<lambda{number}>") for number, (line, _) in enumerate(lambdas, 1))


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those inside the scopes within it."""
    pending = list(ast.iter_child_nodes(scope))
    for node in pending:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            pending += ast.iter_child_nodes(node)


class Score(NamedTuple):
    """Counts that add up."""

    cases: int
    exact: int
    empty: int
    right: int
    found: int
    expected: int

    @classmethod
    def of(cls, cases: Iterable[Case]) -> "Score":
        rows = [
            (
                1,
                case.found == case.expected,
                not case.expected,
                len(case.found & case.expected),
                len(case.found),
                len(case.expected),
            )
            for case in cases
        ]
        return cls(*map(sum, zip(*rows, strict=True)))

    def row(self, name: str) -> str:
        precision = self.right / self.found if self.found else 1.0
        recall = self.right / self.expected if self.expected else 1.0
        return (
            f"{name:14} {self.cases:5} {self.exact:6} {self.empty:6} {self.expected:9} {self.found:6}"
            f" {precision:10.3f} {recall:7.3f}"
        )


def score_pycg(arguments: argparse.Namespace) -> None:
    folders = sorted(path.parent for path in Path(arguments.folder).rglob("callgraph.json"))
    if not folders:
        sys.exit(f"error: no callgraph.json lies below {arguments.folder}")
    groups: dict[str, list[Case]] = defaultdict(list)
    for folder in folders:
        groups[folder.parent.name].append(Case(folder, arguments.threshold))
    print(f"edges from confidence {arguments.threshold}; empty: cases that no edge at all answers rightly\n")
    print(f"{'category':14} {'cases':>5} {'exact':>6} {'empty':>6} {'expected':>9} {'found':>6}  precision  recall")
    for category, cases in sorted(groups.items()):
        print(Score.of(cases).row(category))
    print(Score.of(case for cases in groups.values() for case in cases).row("all"))
    for category, cases in sorted(groups.items()):
        for case in cases:
            for sign, edges in (("-", case.expected - case.found), ("+", case.found - case.expected)):
                for caller, callee in sorted(edges):
                    print(f"{sign} {category}/{case.folder.name}: {caller} -> {callee}")


# Another resolver


class Site(NamedTuple):
    """A call in the code: where the last part of the name that is called begins."""

    path: str
    line: int
    column: int
    name: str


Target = tuple[str, int]
"""A definition of the project: path and line."""


def call_sites(folder: Path, paths: Iterable[str]) -> list[Site]:
    """All calls of names, with or without a receiver."""
    found: list[Site] = []
    for path in sorted(paths):
        try:
            data = (folder / path).read_bytes()
            tree = ast.parse(data)
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        lines = data.splitlines()
        for node in ast.walk(tree):
            function = node.func if isinstance(node, ast.Call) else None
            if isinstance(function, ast.Name):
                found.append(Site(path, function.lineno, function.col_offset, function.id))
            elif isinstance(function, ast.Attribute) and function.end_lineno and function.end_col_offset:
                line = lines[function.end_lineno - 1][: function.end_col_offset]
                column = len(line.decode("utf-8", "replace")) - len(function.attr)
                found.append(Site(path, function.end_lineno, column, function.attr))
    return found


class Peer:
    """What jedi says, in the terms of the graph."""

    def __init__(self, folder: Path) -> None:
        try:
            import jedi  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError:
            sys.exit("error: jedi is not installed; `pip install jedi` brings it")
        self.jedi = jedi
        self.folder = folder.resolve()
        self.project = jedi.Project(self.folder, smart_sys_path=True)
        self.version = jedi.__version__

    def targets(self, site: Site) -> set[Target]:
        """The definitions within the project that a call may run."""
        try:
            script = self.jedi.Script(path=self.folder / site.path, project=self.project)
            names = script.goto(site.line, site.column, follow_imports=True)
            if any(name.type not in ("function", "class") for name in names) or not names:
                names = script.infer(site.line, site.column)
        except Exception:  # jedi fails in many ways on real code; a failure is no answer.
            return set()
        return {place for name in names if name.type in ("function", "class") and (place := self._place(name))}

    def _place(self, name: Any) -> Target | None:
        if name.module_path is None or name.line is None:
            return None
        path = Path(name.module_path).resolve()
        if not path.is_relative_to(self.folder):
            return None
        return path.relative_to(self.folder).as_posix(), name.line


def wilson(hits: int, total: int) -> str:
    """A share with its 95 % interval (Wilson, JASA 1927)."""
    if not total:
        return "no cases"
    share, z = hits / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return f"{share:.3f} [{middle - half:.3f}, {middle + half:.3f}] of {total}"


def compare_jedi(arguments: argparse.Namespace) -> None:
    folder = Path(arguments.repository)
    peer = Peer(folder)
    graph, references = scanned(folder)
    ours: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    for entity, line, column, kind, target, confidence in uses(references):
        if target >= 0 and confidence >= arguments.threshold and kind in ("call", "decorator"):
            ours[graph.files[int(graph.file_index[entity])], line, column].add(target)
    sites = call_sites(folder, [path for path in graph.files if path.endswith(".py")])
    random.Random(arguments.seed).shuffle(sites)
    right = wrong = found = missed = asked = 0
    notes = []
    for site in sites:
        if found + missed >= arguments.sample:
            break
        asked += 1
        expected = peer.targets(site)
        entities = ours.get((site.path, site.line, site.column), set())
        places = {place for entity in entities for place in _places(graph, entity)}
        if not expected:
            continue
        agrees = bool(places & expected)
        found, missed = found + agrees, missed + (not agrees)
        right += agrees
        wrong += bool(entities) and not agrees
        if not agrees:
            theirs = ", ".join(f"{path}:{line}" for path, line in sorted(expected))
            own = ", ".join(sorted(graph.qualnames[entity] for entity in entities)) or "nothing"
            notes.append(f"{site.path}:{site.line}:{site.column} {site.name}: jedi {theirs}; here {own}")
    print(f"jedi {peer.version}, seed {arguments.seed}, edges from confidence {arguments.threshold}")
    print(f"{asked} call sites asked, {found + missed} with a target in the project according to jedi")
    print(f"precision {wilson(right, right + wrong)}")
    print(f"recall    {wilson(found, found + missed)}")
    print("\n".join(notes))


def _places(graph: CodeGraph, entity: int) -> Iterator[Target]:
    """A definition; for a class also its constructor counts, and the reverse."""
    path = graph.files[int(graph.file_index[entity])]
    yield path, int(graph.lines[entity])
    if graph.names[entity] in ("__init__", "__new__", "__call__"):
        yield path, int(graph.lines[int(graph.parents[entity])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    pycg = commands.add_parser("pycg", help="score the graph on the micro-benchmark of PyCG")
    pycg.add_argument("folder", help="where the benchmark is checked out")
    pycg.add_argument("--threshold", type=float, default=INVOKE_THRESHOLD, help="confidence from which an edge counts")
    pycg.set_defaults(run=score_pycg)
    peer = commands.add_parser("jedi", help="compare sampled call sites of a checkout with what jedi says")
    peer.add_argument("repository", help="a checkout")
    peer.add_argument("--sample", type=int, default=300, help="call sites with a target in the project (default: 300)")
    peer.add_argument("--seed", type=int, default=1, help="seed of the sample")
    peer.add_argument("--threshold", type=float, default=INVOKE_THRESHOLD, help="confidence from which an edge counts")
    peer.set_defaults(run=compare_jedi)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
