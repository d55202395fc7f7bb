"""A repository of a few lines, mapped by hand, for tests of what works on a map."""

import ast
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from attrs import define

from crossbearing.localize.passages import split_passages
from crossbearing.model.facts import Definition, FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.graph import CodeGraph, Edges
from crossbearing.model.history import UNKNOWN, Past
from crossbearing.model.index import TextIndex
from crossbearing.model.issue import IssueBundle
from crossbearing.model.query import Query
from crossbearing.recon.index import build_index
from crossbearing.recon.textfacts import text_facts

sys.path.append(str(Path(__file__).parent))  # the helper modules of several folders


@define
class SmallTree:
    """Files in memory."""

    files: dict[str, SourceFile]
    name: str = "small"

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def exists(self, path: str) -> bool:
        return path in self.files

    def read(self, path: str) -> SourceFile | None:
        return self.files.get(path)


@define(eq=False)
class SmallMap:
    """A mapped repository."""

    graph: CodeGraph
    index: TextIndex
    tree: SmallTree
    name: str = "small"
    revision: str | None = None
    history: Past = UNKNOWN

    def entity(self, name: str) -> int:
        """The one entity that a dotted suffix of its qualified name means."""
        (found,) = self.graph.named(name)
        return found

    def name_of(self, entity: int) -> str:
        return self.graph.qualnames[entity]

    def query(
        self,
        text: str = "",
        bundle: IssueBundle | None = None,
        kinds: Iterable[str] = ("class", "function", "method"),
    ) -> Query:
        """A question about all source entities of ``kinds``."""
        chosen = np.isin(self.graph.kinds, list(kinds))
        population = chosen & np.isin(np.array(self.graph.roles)[self.graph.file_index], ["source"])
        title = text.strip().partition("\n")[0]
        candidates = np.flatnonzero(population).astype(np.int32)
        bundle, passages = bundle or IssueBundle(), split_passages(text)
        return Query(
            title, text, bundle, self.graph, self.index, self.tree, candidates, population, passages, self.history
        )


BuildMap = Callable[..., SmallMap]


@pytest.fixture(scope="session")
def build_map() -> BuildMap:
    """Map Python sources by path; edges by qualified names: ``calls=[("a.f", "b.g")]``, ``imports=[("a", "b")]``."""
    return _build


def _build(
    sources: Mapping[str, str],
    calls: Iterable[tuple[str, str]] = (),
    imports: Iterable[tuple[str, str]] = (),
    roles: Mapping[str, str] | None = None,
    inherits: Iterable[tuple[str, str]] = (),
) -> SmallMap:
    files = {path: SourceFile(path, text.encode()) for path, text in sorted(sources.items())}
    facts = {
        path: FileFacts("python", _definitions(file.text), docstring=_doc(file.text)) for path, file in files.items()
    }
    graph = _graph(facts, calls, imports, roles or {}, inherits)
    text = {path: text_facts(files[path], facts[path]) for path in files}
    return SmallMap(graph, build_index(graph, text), SmallTree(files))


def _doc(text: str) -> str:
    return ast.get_docstring(ast.parse(text)) or ""


def _definitions(text: str) -> list[Definition]:
    found: list[Definition] = []
    lines = text.splitlines()

    def visit(nodes: Iterable[ast.stmt], scope: int, prefix: str, in_class: bool) -> None:
        for node in nodes:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef):
                continue
            kind = "class" if isinstance(node, ast.ClassDef) else "method" if in_class else "function"
            found.append(
                Definition(
                    name=node.name,
                    qualname=prefix + node.name,
                    kind=kind,  # type: ignore[arg-type]
                    line=node.lineno,
                    column=node.col_offset,
                    start_line=node.lineno,
                    end_line=node.end_lineno or node.lineno,
                    scope=scope,
                    signature=lines[node.lineno - 1].strip(),
                    docstring=ast.get_docstring(node) or "",
                )
            )
            visit(node.body, len(found) - 1, f"{prefix}{node.name}.", kind == "class")

    visit(ast.parse(text).body, -1, "", False)
    return found


def _rows(facts: Mapping[str, FileFacts]) -> Iterator[tuple[str, str, Definition]]:
    for path in sorted(facts):
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        name = module.rpartition(".")[2]
        yield path, module, Definition(name, "", "class", 1, 0, 1, 1_000_000, docstring=facts[path].docstring)
        for definition in facts[path].definitions:
            yield path, module, definition


def _graph(
    facts: Mapping[str, FileFacts],
    calls: Iterable[tuple[str, str]],
    imports: Iterable[tuple[str, str]],
    roles: Mapping[str, str],
    inherits: Iterable[tuple[str, str]],
) -> CodeGraph:
    rows = list(_rows(facts))
    files = sorted(facts)
    first = {path: next(i for i, row in enumerate(rows) if row[0] == path) for path in files}
    parents = [-1 if not d.qualname else first[path] + 1 + d.scope for path, _, d in rows]
    qualnames = [f"{module}.{d.qualname}" if d.qualname else module for _, module, d in rows]
    number = {qualname: entity for entity, qualname in enumerate(qualnames)}

    def edges(pairs: Iterable[tuple[int, int]]) -> Edges:
        sources, targets = np.array([*pairs], np.int32).reshape(-1, 2).T
        return Edges(sources, targets, len(rows))

    def column(values: Iterable[int]) -> np.ndarray:
        return np.array(list(values), np.int32)

    return CodeGraph(
        files=files,
        file_index=column(files.index(path) for path, _, _ in rows),
        names=[d.name for _, _, d in rows],
        qualnames=qualnames,
        kinds=[d.kind if d.qualname else "module" for _, _, d in rows],
        lines=column(d.line for *_, d in rows),
        columns=column(d.column for *_, d in rows),
        start_lines=column(d.start_line for *_, d in rows),
        end_lines=column(d.end_line for *_, d in rows),
        parents=column(parents),
        signatures=[d.signature for *_, d in rows],
        docstrings=[d.docstring for *_, d in rows],
        roles=[roles.get(path, "source") for path in files],
        edges={
            "contain": edges((entity, parent) for entity, parent in enumerate(parents) if parent >= 0),
            "invoke": edges((number[caller], number[callee]) for caller, callee in calls),
            "import": edges((number[importer], number[imported]) for importer, imported in imports),
            "inherit": edges((number[cls], number[base]) for cls, base in inherits),
        },
    )


@pytest.fixture
def make_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install a distribution with one stage, for this process and those that it starts."""
    made = []

    def make(name: str, code: str) -> None:
        metadata = tmp_path / "installed" / f"{name}-1.0.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[crossbearing.stages]\n{name} = {name}_stage\n")
        (metadata.parent / f"{name}_stage.py").write_text(code)
        monkeypatch.syspath_prepend(str(metadata.parent))
        monkeypatch.setenv("PYTHONPATH", str(metadata.parent), prepend=os.pathsep)
        made.append(f"{name}_stage")

    yield make
    for module in made:
        sys.modules.pop(module, None)
