"""The tables of a file that hold functions: which of them are classes, and what belongs to them."""

from typing import TYPE_CHECKING

from crossbearing_plugins.languages._lua.nodes import span, top_names
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node


class Tables:
    """The tables of a file by name.

    ``tops`` are the names that the top level declares, ``owned`` the definitions of tables with their table's name,
    ``same`` the fields that hold what has their own name, ``classes`` the tables that are more than holders of
    functions, ``returned`` is the one that the file gives to others as a class.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.tops: dict[str, Node] = {}
        for node in top_names(reading.tree.root_node):
            self.tops.setdefault(reading.node_text(node), node)
        self.owned: list[tuple[str, RawDefinition]] = []
        self.same: list[tuple[str, Node, Mapping[str, Node]]] = []
        self.classes: set[str] = set()
        self.returned = ""

    def add(
        self, table: str, kind: str, whole: "Node", name: "Node", owner: "Node", body: "Node | None"
    ) -> RawDefinition:
        """Add what a table holds as a definition."""
        raw = self.reading.add_definition(kind, span(whole), span(name))
        raw.owner = span(owner)
        raw.body = body.start_byte if body is not None else raw.end
        if owner.id != whole.id:
            self.reading.claimed.add(owner.start_byte)
        self.owned.append((table, raw))
        return raw

    def make_classes(self) -> None:
        """Turn the variables that hold classes into classes, and let go of fields of all others."""
        reading = self.reading
        with_functions = {table for table, raw in self.owned if raw.kind == "method"} | self.classes
        fields = {id(raw) for table, raw in self.owned if table not in with_functions}
        reading.definitions = [raw for raw in reading.definitions if id(raw) not in fields]
        places = {span(self.tops[name]) for name in with_functions if name in self.tops}
        for raw in reading.definitions:
            if raw.kind == "variable" and raw.owner is None and raw.name_at in places:
                raw.kind, raw.value, raw.type = "class", None, None
        for table, name, found in self.same:
            if table in with_functions:
                # ``A.b = b`` of a class is a second way to a definition of the file.
                raw = self.add(table, "variable", found["custom.field"], name, found["owner"], None)
                raw.value = span(found["value"])
