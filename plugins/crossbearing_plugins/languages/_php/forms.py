"""Forms of PHP that need more than a query: ``use``, qualified names, functions of the global namespace, includes."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import Reading
from crossbearing_plugins.languages._treesitter.strings import unquoted

if TYPE_CHECKING:
    from tree_sitter import Node

GLOBAL = "\\"
"""The module of names that stand in no namespace."""
BESIDE = "./"
"""Begins the module of an include: a path seen from the file."""
_SELF = {"self": "Self", "static": "Self", "$this": "Self", "parent": ""}
_LITERAL_PATH = re.compile(
    r"\(?\s*(?:(__DIR__|dirname\(\s*__FILE__\s*\)|dirname\(\s*__DIR__\s*\))\s*\.\s*)?(['\"])([^'\"$]+)\2\s*\)?\Z"
)
_SEGMENT = re.compile(r"[^\W\d]\w*")


def dotted(text: str) -> str:
    """A qualified name with points instead of backslashes."""
    return text.strip("\\ \n\t").replace("\\", ".")


def type_name(text: str) -> str:
    """A type as the linker reads it; nothing for arrays."""
    text = re.sub(r"\s", "", text)
    if text.endswith("]"):
        return ""
    parts = [part.strip("()") for part in text.lstrip("?").split("|")]
    return "|".join(_SELF.get(part, dotted(part.partition("&")[0])) for part in parts)


def literal(text: str) -> str:
    """The text of a string; that of a heredoc has no quotes."""
    return unquoted(text)


def finish(reading: Reading) -> None:
    """Read the names of one file."""
    reading.package = dotted(reading.package)
    used = _Names(reading)
    for found in reading.custom.get("use", ()):
        used.add_use(found["custom.use"])
    for found in reading.custom.get("qualified", ()):
        used.add_qualified(found["custom.qualified"])
    for found in reading.custom.get("function", ()):
        used.add_function(found["custom.function"])
    for found in reading.custom.get("define", ()):
        _define(reading, found["custom.define"], found["text"])
    for found in reading.custom.get("include", ()):
        _include(reading, found["path"])
    used.write()
    _skip_backslashes(reading)
    _skip_attributes(reading)


def _skip_backslashes(reading: Reading) -> None:
    """The chain of ``\\Name`` begins with the name."""
    data = reading.source.data
    for start in [start for start in reading.calls if data.startswith(b"\\", start)]:
        reading.calls.setdefault(start + 1, []).extend(reading.calls.pop(start))
    reading.bases = [(start + data.startswith(b"\\", start), end) for start, end in reading.bases]
    reading.decorators = [(start + data.startswith(b"\\", start), end) for start, end in reading.decorators]
    reading.wraps = [(whole, (start + data.startswith(b"\\", start), end)) for whole, (start, end) in reading.wraps]


def _skip_attributes(reading: Reading) -> None:
    """Definitions begin behind their attributes, which are decorators."""
    nodes = [found["custom.attributes"] for found in reading.custom.get("attributes", ())]
    ends = {node.start_byte: node.end_byte for node in nodes}
    data = reading.source.data
    for raw in reading.definitions:
        if raw.start in ends and ends[raw.start] <= raw.name_at[0]:
            raw.start = ends[raw.start]
            raw.start += len(data[raw.start : raw.name_at[0]]) - len(data[raw.start : raw.name_at[0]].lstrip())


class _Names:
    """What the names of a file are imported from."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.namespace = reading.package
        self.uses: dict[str, tuple[int, str, str]] = {}
        self.spans: list[tuple[int, int]] = []
        self.whole: set[str] = set()
        self.others: dict[tuple[str, str, str], int] = {}
        self.own = {raw.name for raw in reading.definitions}

    def add_use(self, node: "Node") -> None:
        """``use A\\B as C, D\\{E, F}``."""
        self.spans.append((node.start_byte, node.end_byte))
        prefix = ""
        for child in node.named_children:
            if child.type == "namespace_name":
                prefix = self.reading.node_text(child) + "\\"
            elif child.type == "namespace_use_clause":
                self._clause(prefix, child)
            elif child.type == "namespace_use_group":
                for clause in child.named_children:
                    if clause.type == "namespace_use_clause":
                        self._clause(prefix, clause)

    def _clause(self, prefix: str, clause: "Node") -> None:
        names = [child for child in clause.named_children if child.type in ("name", "qualified_name")]
        if not names:
            return
        alias = clause.child_by_field_name("alias")
        module, _, name = dotted(prefix + self.reading.node_text(names[0])).rpartition(".")
        bound = self.reading.node_text(alias) if alias is not None else name
        self.uses[bound] = (names[0].end_byte - len(name.encode()), module or GLOBAL, name)

    def add_qualified(self, node: "Node") -> None:
        """A qualified name in the code: a chain that begins with its first part."""
        start = node.start_byte
        if any(first <= start < last for first, last in self.spans):
            return
        text = self.reading.node_text(node)
        first = _SEGMENT.search(text)
        if first is None:
            return
        begin = start + len(text[: first.start()].encode())
        self.reading.heads[begin] = begin + len(first[0].encode())
        is_absolute = text.startswith("\\")
        module, _, name = dotted(re.sub(r"\s", "", text)).rpartition(".")
        if is_absolute and not module:
            if name not in self.own and name not in self.uses:
                self.others.setdefault((GLOBAL, name, name), begin)
        elif is_absolute:
            if first[0] not in self.uses:
                self.others.setdefault((module, "", first[0]), begin)
        elif first[0] in self.uses:
            self.whole.add(first[0])
        elif module and first[0] != "namespace":
            inner = f"{self.namespace}.{module}" if self.namespace else module
            self.others.setdefault((inner, "", first[0]), begin)

    def add_function(self, node: "Node") -> None:
        """A call of a function that may be of the global namespace."""
        name = self.reading.node_text(node)
        if self.namespace and not {name} & (self.own | self.uses.keys() | self.reading.language.builtins):
            self.others.setdefault((GLOBAL, name, name), node.start_byte)

    def write(self) -> None:
        """Enter the imports; a namespace that is used by a second name is imported as a whole."""
        for bound, (place, module, name) in self.uses.items():
            if bound in self.whole:
                self.reading.add_import(place, name if module == GLOBAL else f"{module}.{name}", "", bound)
            else:
                self.reading.add_import(place, module, name, bound)
        for (module, name, bound), place in self.others.items():
            self.reading.add_import(place, module, name, bound)


def _define(reading: Reading, call: "Node", text: "Node") -> None:
    """``define('NAME', value)``: a constant."""
    name = unquoted(reading.node_text(text))
    if name.isidentifier():
        place = text.start_byte + 1
        reading.add_definition("variable", (call.start_byte, call.end_byte), (place, place + len(name.encode())), name)


def _include(reading: Reading, path: "Node") -> None:
    match = _LITERAL_PATH.match(reading.node_text(path))
    if match:
        up = "../" if match[1] and match[1].startswith("dirname") and "__DIR__" in match[1] else ""
        name = f"{BESIDE}{up}{match[3].lstrip('/')}" if match[1] else match[3]
        reading.add_import(path.start_byte, name, "", "")
