"""Builds facts by hand, and names what linking made of them."""

from crossbearing.model.facts import Binding, Definition, FileFacts, Import, ModuleLinks, Reference
from crossbearing.recon.candidates import LanguageNames
from crossbearing.recon.link import link
from crossbearing.recon.references import REFERENCE_KINDS, UNRESOLVED

LANGUAGES = {"python": LanguageNames(frozenset({"print", "len", "object"}), frozenset({"append", "get"}))}


class File:
    """Facts of one file under way; every method returns the number of the definition or the file itself."""

    def __init__(self):
        self.facts = FileFacts("python")
        self.targets = []
        self._line = 0

    def define(self, kind, name, scope=-1, **more):
        outer = self.facts.definitions[scope].qualname + "." if scope >= 0 else ""
        line = more.pop("line", None) or self.next_line()
        definition = Definition(name, outer + name, kind, line, 4, line, line, scope, **more)
        self.facts.definitions.append(definition)
        return len(self.facts.definitions) - 1

    def use(self, name, scope=-1, kind="call", line=None):
        self.facts.references.append(Reference(name, line or self.next_line(), 8, scope, kind))
        return self

    def imports(self, module, name="", alias=None, target=None, level=0, scope=-1):
        default = "" if name == "*" else name or module.partition(".")[0]
        self.facts.imports.append(
            Import(module, name, default if alias is None else alias, self.next_line(), 0, level, scope)
        )
        self.targets.append(target)
        return self

    def bind(self, name, value, kind="call", scope=-1, line=None):
        self.facts.bindings.append(Binding(name, value, kind, line or self.next_line(), scope))
        return self

    def next_line(self):
        self._line += 1
        return self._line


def join(roles=None, languages=LANGUAGES, packages=None, **files):
    """Link files given by dotted module name; ``package__init`` is ``package/__init__.py``.

    ``packages`` gives the package whose top level a file shares, by the file's name as given.
    """
    facts, links = {}, {}
    for key, file in files.items():
        name = key.replace("__init", "").replace("__", ".")
        path = name.replace(".", "/") + ("/__init__.py" if key.endswith("__init") else ".py")
        facts[path] = file.facts
        links[path] = ModuleLinks(name, file.targets, (packages or {}).get(key, ""))
    return link(facts, links, roles or {}, languages=languages)


def invokes(linked):
    return edges(linked, "invoke")


def edges(linked, edge_type):
    graph = linked.graph
    found = graph.edges[edge_type]
    return [
        (graph.qualnames[source], graph.qualnames[target])
        for source, target in zip(found.sources.tolist(), found.targets.tolist(), strict=True)
    ]


def uses(linked):
    """Every row of the reference table as ``(name, kind, target or None, confidence)``."""
    table, names = linked.references, linked.graph.qualnames
    return [
        (
            table.names[table.name_numbers[row]],
            REFERENCE_KINDS[table.kinds[row]],
            None if table.targets[row] == UNRESOLVED else names[table.targets[row]],
            round(float(table.confidence[row]), 3),
        )
        for row in range(len(table))
    ]
