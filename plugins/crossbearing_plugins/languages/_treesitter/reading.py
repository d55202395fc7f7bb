"""What the query found in one file, before names are looked up: spans in bytes, sorted by role."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from crossbearing_plugins.languages._treesitter.arguments import written_arguments
from crossbearing_plugins.languages._treesitter.grammar import Match, matches, parse
from crossbearing_plugins.languages._treesitter.language import CUSTOM, Language, compiled
from crossbearing_plugins.languages._treesitter.text import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node, Tree

Span = tuple[int, int]
"""Start and end, in bytes."""
DEFINITIONS = ("class", "function", "method", "variable")


class RawDefinition:
    """A definition as the query found it; ``name`` where the text has none under which it is known."""

    __slots__ = (
        "bases",
        "body",
        "end",
        "is_part",
        "kind",
        "name",
        "name_at",
        "owner",
        "rank",
        "start",
        "type",
        "value",
    )

    def __init__(self, kind: str, span: Span, name_at: Span, name: str, rank: int) -> None:
        self.kind = kind
        self.start, self.end = span
        self.name_at = name_at
        self.name = name
        self.rank = rank
        self.body = self.end
        self.is_part = False
        self.bases: list[Span] = []
        self.owner: Span | None = None
        self.type: Span | None = None
        self.value: Span | None = None


class RawLocal(NamedTuple):
    """A name that a declaration binds, with its declared type and first value."""

    name_at: Span
    type: Span | None
    value: Span | None
    hoisted: bool


class RawAssignment(NamedTuple):
    """A chain that is given a value or a type after its declaration."""

    target: Span
    type: Span | None
    value: Span | None
    prefix: str


class RawImport(NamedTuple):
    """A name that an import binds; spans are None where the pattern's settings say it all."""

    at: int
    module: str
    name: str
    alias: str


RawCall = tuple[int, int, int]
"""A call: where the callee ends, where the call begins and ends."""


class Reading:
    """The spans of one file by role, and the tree that they are from.

    ``custom`` holds the matches of patterns whose main capture starts with ``custom.``, by the rest of its name: each a
    mapping from capture names to nodes. A language's ``finish`` may change everything here.

    For a language with overloads, ``arguments`` holds what calls are given, by the ends of callee and call, and
    ``called_with`` the same by the place of the last word of what is called, as chains are read.
    """

    def __init__(self, source: Source, language: Language, tree: "Tree") -> None:
        self.source = source
        self.language = language
        self.tree = tree
        self.definitions: list[RawDefinition] = []
        self.locals: list[RawLocal] = []
        self.scopes: list[tuple[int, int, bool]] = []
        self.heads: dict[int, int] = {}
        self.calls: dict[int, list[RawCall]] = {}
        self.arguments: dict[Span, str] = {}
        self.called_with: dict[int, str] = {}
        self.wraps: list[tuple[Span, Span]] = []
        self.assignments: list[RawAssignment] = []
        self.imports: list[RawImport] = []
        self.comments: list[Span] = []
        self.strings: list[Span] = []
        self.bases: list[Span] = []
        self.owned_bases: list[tuple[Span, Span]] = []
        self.returns: list[Span] = []
        self.decorators: list[Span] = []
        self.docs: list[tuple[Span, bool]] = []
        self.exports: list[str] = []
        self.exports_known = False
        self.package = ""
        self.claimed: set[int] = set()
        self.custom: dict[str, list[Mapping[str, Node]]] = {}

    def text(self, span: Span) -> str:
        """The text of a span."""
        return self.source.data[span[0] : span[1]].decode("utf-8", "replace")

    def node_text(self, node: "Node") -> str:
        """The text of a node."""
        return self.text((node.start_byte, node.end_byte))

    def add_definition(self, kind: str, span: Span, name_at: Span, name: str = "", rank: int = 0) -> RawDefinition:
        """Add a definition; of several with one place of the name the one with the lowest rank stays."""
        found = RawDefinition(kind, span, name_at, name or self.text(name_at), rank)
        self.definitions.append(found)
        self.claimed.add(name_at[0])
        return found

    def note_arguments(self, at: int, callee_end: int, end: int) -> None:
        """Say that the call with these ends is one of the word at a place."""
        if (found := self.arguments.get((callee_end, end))) is not None:
            self.called_with[at] = found

    def add_import(self, at: int, module: str, name: str, alias: str) -> None:
        """Add an import that binds ``alias``."""
        self.imports.append(RawImport(at, module, name, alias))


def read(source: Source, language: Language) -> Reading:
    """Parse a text and sort what the language's query finds in it."""
    tree = parse(source.data, language.grammar)
    reading = Reading(source, language, tree)
    query, patterns = compiled(language.grammar, language.queries)
    collector = _Collector(reading)
    mains = [pattern.main for pattern in patterns]
    heads, calls, strings, scopes = reading.heads, reading.calls, reading.strings, reading.scopes
    claimed, others = reading.claimed, list[Match]()
    for number, found in matches(query, tree.root_node, source.data):
        main = mains[number]
        # Most matches by far are of these; a function call for each would cost as much as the query.
        if main == "head":
            node = found["head"][0]
            heads[node.start_byte] = node.end_byte
        elif main == "call":
            node = found["call"][0]
            if "callee" in found:
                callee = found["callee"][0]
                start = callee.start_byte
            else:
                # The callee reaches from where the call begins to the name that is called.
                callee, start = found["called"][0], node.start_byte
                if callee.start_byte != start:
                    claimed.add(callee.start_byte)
            call = (callee.end_byte, node.start_byte, node.end_byte)
            if language.overloads:
                reading.arguments[callee.end_byte, node.end_byte] = written_arguments(node, source.data)
            if start in calls:
                calls[start].append(call)
            else:
                calls[start] = [call]
        elif main == "string":
            node = found["string"][0]
            strings.append((node.start_byte, node.end_byte))
        elif main == "scope":
            node = found["scope"][0]
            scopes.append((node.start_byte, node.end_byte, False))
        else:
            others.append((number, found))
    for number, found in others:
        collector.add(mains[number], found, patterns[number].settings, number)
    # The readers lead back to their collector: the tree would stay until somebody looks for cycles.
    collector.readers.clear()
    if language.finish is not None:
        language.finish(reading)
    return reading


Reader = Callable[[str, dict[str, list["Node"]], "Mapping[str, str]"], None]
"""Takes a match: the main capture, all that the pattern captured, and its settings."""


class _Collector:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.readers: dict[str, Reader] = {
            "local": self.local,
            "local.hoisted": self.local,
            "scope.function": self.scope,
            "wrap": self.wrap,
            "assign": self.assign,
            "import": self.imports,
            "export": self.export,
            "package": self.package,
            "doc": self.doc,
            "doc.inner": self.doc,
            "ignore": self.ignore,
            "comment": lambda main, found, settings: reading.comments.append(_span(found[main][0])),
            "base": self.base,
            "returns": lambda main, found, settings: reading.returns.append(_span(found[main][0])),
            "decorator": lambda main, found, settings: reading.decorators.append(_span(found[main][0])),
        }

    def add(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]", rank: int) -> None:
        if main in DEFINITIONS:
            self.definition(main, found, settings, rank)
        elif main.startswith(CUSTOM):
            parts = {name: nodes[0] for name, nodes in found.items()}
            self.reading.custom.setdefault(main.removeprefix(CUSTOM), []).append(parts)
        else:
            self.readers[main](main, found, settings)

    def definition(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]", rank: int) -> None:
        span, name = _span(found[main][0]), settings.get("name", "")
        name_at = _part(found, "name") or (span[0], span[0])
        raw = self.reading.add_definition(main, span, name_at, name, rank)
        if (body := _part(found, "body")) is not None:
            raw.body = body[0]
        raw.bases += map(_span, found.get("base", ()))
        raw.owner, raw.type, raw.value = _part(found, "owner"), _part(found, "type"), _part(found, "value")

    def local(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        type_, value = _part(found, "type"), _part(found, "value")
        for node in found[main]:
            name_at = _span(node)
            self.reading.claimed.add(name_at[0])
            self.reading.locals.append(RawLocal(name_at, type_, value, main == "local.hoisted"))

    def scope(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        self.reading.scopes.append((*_span(found[main][0]), main == "scope.function"))

    def wrap(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        self.reading.wraps.append((_span(found[main][0]), _span(found["inner"][0])))

    def assign(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        target, prefix = _span(found["target"][0]), settings.get("prefix", "")
        self.reading.assignments.append(RawAssignment(target, _part(found, "type"), _part(found, "value"), prefix))

    def imports(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        reading = self.reading
        module, name, alias = _part(found, "module"), _part(found, "name"), _part(found, "alias")
        for span in (name, alias):
            if span is not None:
                reading.claimed.add(span[0])
        text = settings["name"] if "name" in settings else reading.text(name) if name else ""
        at = name or alias or module or _span(found[main][0])
        bound = settings["alias"] if "alias" in settings else reading.text(alias) if alias else text
        reading.add_import(at[0], reading.text(module) if module else "", text, "" if text == "*" else bound)

    def export(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        reading = self.reading
        reading.exports_known = True
        if "name" in settings:
            reading.exports.append(settings["name"])
        reading.exports += [reading.node_text(node) for node in found.get("name", ())]

    def package(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        self.reading.package = self.reading.node_text(found[main][0])

    def base(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        spans = [_span(node) for node in found[main]]
        owner = _part(found, "owner")
        if owner is None:
            self.reading.bases += spans
        else:
            self.reading.owned_bases += [(owner, span) for span in spans]

    def doc(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        self.reading.docs.append((_span(found[main][0]), main == "doc.inner"))

    def ignore(self, main: str, found: "dict[str, list[Node]]", settings: "Mapping[str, str]") -> None:
        self.reading.claimed.update(node.start_byte for node in found[main])


def _span(node: "Node") -> Span:
    return node.start_byte, node.end_byte


def _part(found: "dict[str, list[Node]]", name: str) -> Span | None:
    nodes = found.get(name)
    return None if not nodes else (nodes[0].start_byte, nodes[0].end_byte)
