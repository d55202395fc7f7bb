"""Small projects from files to edges, and what must hold of the facts of any file."""

import textwrap

from crossbearing.model.profile import Profile
from crossbearing.recon.persist import load_references
from crossbearing.recon.references import REFERENCE_KINDS
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, PluginRecord
from crossbearing.source import open_source
from crossbearing.store import Store

ALWAYS = (
    ("executor", "local", "crossbearing_plugins.executors.local"),
    ("expansion", "gated_bfs", "crossbearing_plugins.expansion.gated_bfs"),
    ("fusion", "rrs", "crossbearing_plugins.fusion.rrs"),
)


class Graph:
    """The code graph of a small project, by names."""

    def __init__(self, found, references):
        self.graph = found.graph
        self.references = references

    def edges(self, edge_type):
        names, kept = self.graph.qualnames, self.graph.edges[edge_type]
        return {(names[a], names[b]) for a, b in zip(kept.sources.tolist(), kept.targets.tolist(), strict=True)}

    def _certain_calls(self):
        table = self.references
        columns = (table.entities, table.name_numbers, table.targets, table.kinds, table.confidence)
        for entity, name, target, kind, sure in zip(*(column.tolist() for column in columns), strict=True):
            if target >= 0 and sure == 1 and REFERENCE_KINDS[kind] == "call":
                yield self.graph.qualnames[entity], table.names[name], self.graph.qualnames[target]

    @property
    def calls(self):
        """The calls that are certain, by the qualified names of caller and called."""
        return {(caller, called) for caller, _, called in self._certain_calls()}

    @property
    def certain(self):
        """Names of calls as written with the definitions that they certainly lead to."""
        return {(name, called) for _, name, called in self._certain_calls()}

    def calls_of(self, caller):
        return {called for name, called in self.calls if name == caller}

    @property
    def unresolved(self):
        table = self.references
        rows = zip(table.name_numbers.tolist(), table.targets.tolist(), strict=True)
        return {table.names[number] for number, target in rows if target < 0}


def linked(folder, languages, files):
    """The graph of `files` (path to dedented text), read by the plugins of `languages`."""
    root = folder / "project"
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    records = [PluginRecord(kind, name, target, "crossbearing", "0") for kind, name, target in ALWAYS]
    for name in sorted(languages):
        target = f"crossbearing_plugins.languages.{name}"
        records.append(PluginRecord("language", name, target, "crossbearing", "0"))
    host = PluginHost.open(Profile("test", source="test"), records=records)
    with open_source(root) as source, Store.open(folder / "build") as store:
        found = scan(source, store, host)
        assert found.errors == ()
        references, _ = load_references(store, found.fingerprint)
        return Graph(found, references)


def check_facts(facts, file, *, words=True):
    """Every line exists, every column is on its line and at its word, every scope is a definition before its own."""
    lines = file.lines
    for items in (facts.definitions, facts.references, facts.imports):
        for item in items:
            assert 1 <= item.line <= len(lines)
            assert 0 <= item.column <= len(lines[item.line - 1])
            assert -1 <= item.scope < len(facts.definitions)
    for items in (facts.bindings, facts.literals, facts.problems):
        for item in items:
            assert 1 <= item.line <= len(lines)
            assert -1 <= getattr(item, "scope", -1) < len(facts.definitions)
    for index, definition in enumerate(facts.definitions):
        assert 1 <= definition.start_line <= definition.line <= definition.end_line <= len(lines)
        assert definition.scope < index
        assert "\n" not in definition.signature
    for reference in facts.references if words else ():
        assert lines[reference.line - 1][reference.column :].startswith(reference.name.rpartition(".")[2])
