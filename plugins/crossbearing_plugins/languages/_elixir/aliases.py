"""Which module a name means: aliases hold from where they stand to the end of their block.

Modules are known by their full names, which no linker finds by scopes. So each module that a file names becomes an
import that binds the last part of the name: ``Store.put`` is what is read of ``Shop.Store.put``, whose ``Store`` is
imported from ``Shop.Store``. Where one last part means several modules, each use is an import of the function in which
it stands.
"""

import re
from bisect import bisect_right, insort
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._elixir.names import MODULES
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading

if TYPE_CHECKING:
    from tree_sitter import Node

OWN = "__MODULE__"
QUOTE = "quote"
"""The name of the class of what a module quotes for those that use it."""
_MOST_LOOKS = 100
"""How many aliases of one name are tried: more than a file that people write has."""
_PATH = re.compile(r"(?:__MODULE__|[A-Z]\w*)(?:\.[A-Z]\w*)*\Z")
_PREFIX = f"{OWN}.".encode()


class Aliases:
    """The modules and aliases of a file by the stretches in which they hold."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.modules: list[RawDefinition] = []
        self.starts: list[int] = []
        self.outer: list[int] = []
        self.numbers: dict[int, int] = {}
        self.quotes: list[RawDefinition] = []
        self.quote_starts: list[int] = []
        self.known: dict[str, list[tuple[int, int, str]]] = {}
        """Aliases by name: from where to where each holds, and what it means."""
        self.stated: dict[int, tuple[str, str]] = {}
        """Imports that the file states, by place: the module and the name that it is known by."""
        self.bases: list[tuple[RawDefinition, int, int]] = []
        self.outside: set[str] = set()
        """Modules of Elixir that the file uses by their own names."""

    def open(self, raw: RawDefinition, text: str, *, is_named: bool) -> None:
        """Enter a module; a nested one is known to what follows it in the module around it."""
        outer = self.module_at(raw.start)
        self.outer.append(-1 if outer is None else self.numbers[id(outer)])
        self.numbers[id(raw)] = len(self.modules)
        self.modules.append(raw)
        self.starts.append(raw.start)
        if is_named and outer is not None and raw.name.startswith(f"{outer.name}."):
            first = text.removeprefix(f"{OWN}.").partition(".")[0]
            self._hold(first, raw.start, outer.end, f"{outer.name}.{first}")

    def module_at(self, place: int) -> RawDefinition | None:
        """The innermost module around a place."""
        at = bisect_right(self.starts, place) - 1
        while at >= 0 and self.modules[at].end <= place:
            at = self.outer[at]
        return self.modules[at] if at >= 0 else None

    def around(self, place: int) -> str:
        """The name of the innermost module around a place."""
        raw = self.module_at(place)
        return "" if raw is None else raw.name

    def nested(self, text: str, place: int) -> str:
        """The full name of a module that is defined at a place."""
        outer = self.around(place)
        if text.startswith((OWN, "Elixir.")) or not outer:
            return self.full(text, place)
        return f"{outer}.{text}"

    def full(self, text: str, place: int) -> str:
        """The full name of the module that a name means at a place."""
        first, dot, rest = text.partition(".")
        if first == "Elixir" and rest:
            return rest
        if first == OWN:
            return f"{self.around(place) or OWN}{dot}{rest}"
        known = self.known.get(first, [])
        at = bisect_right(known, (place, 1 << 62, "")) - 1
        for start, end, full in reversed(known[max(at + 1 - _MOST_LOOKS, 0) : at + 1]):
            if start <= place < end:
                return f"{full}{dot}{rest}"
        return text

    def alias(self, call: "Node", name: "Node", target: "Node | None") -> None:
        """``alias A.B, as: C``."""
        text = self._written(name)
        if not text:
            return
        full = self.full(text, name.start_byte)
        bound = full.rpartition(".")[2] if target is None else self.reading.node_text(target)
        end = call.parent.end_byte if call.parent is not None else call.end_byte
        self._state(name, full, bound)
        if target is not None:
            self.reading.claimed.add(target.start_byte)
        self._hold(bound, call.end_byte, end, full)

    def bring(self, form: str, call: "Node", name: "Node", values: "list[Node]") -> None:
        """``import``, ``require`` and ``use``; what is used, or quoted for others, adds to the module's functions."""
        text = self._written(name)
        if not text:
            return
        full = self.full(text, name.start_byte)
        quoted = self.quote_at(call.start_byte)
        self._state(name, full, text.rpartition(".")[2])
        if form == "use" or (form == "import" and quoted is not None):
            self.base(quoted or self.module_at(call.start_byte), name)

    def quote(self, raw: RawDefinition) -> bool:
        """Enter what a macro quotes, in the order of the text; False within another."""
        if self.quotes and raw.start < self.quotes[-1].end:
            return False
        self.quotes.append(raw)
        self.quote_starts.append(raw.start)
        return True

    def quote_at(self, place: int) -> RawDefinition | None:
        """What is quoted around a place for the modules that use this one."""
        at = bisect_right(self.quote_starts, place) - 1
        return self.quotes[at] if at >= 0 and place < self.quotes[at].end else None

    def class_at(self, place: int) -> RawDefinition | None:
        """What is quoted around a place, else the innermost module."""
        return self.quote_at(place) or self.module_at(place)

    def base(self, raw: RawDefinition | None, name: "Node") -> None:
        """Make a module a base of another."""
        text = self.reading.node_text(name)
        if raw is None or name.type not in ("alias", "identifier") or not _PATH.match(text):
            return
        if raw.name == QUOTE or self.full(text, name.start_byte) != raw.name:
            self.bases.append((raw, name.start_byte, name.end_byte))
            self.reading.claimed.discard(name.start_byte)
            self.reading.heads[name.start_byte] = name.end_byte

    def _written(self, name: "Node") -> str:
        """The text of a module's name; those in braces have a common beginning before them."""
        text, parent = self.reading.node_text(name), name.parent
        if parent is not None and parent.type == "tuple" and parent.parent is not None:
            left = parent.parent.child_by_field_name("left")
            text = "" if left is None else f"{self.reading.node_text(left)}.{text}"
        return text if _PATH.match(text) else ""

    def _state(self, name: "Node", full: str, bound: str) -> None:
        self.stated[name.start_byte] = (full, bound)
        self.reading.claimed.add(name.start_byte)

    def _hold(self, name: str, start: int, end: int, full: str) -> None:
        insort(self.known.setdefault(name, []), (start, end, full))

    def settle(self) -> None:
        """Let chains begin with the last part of a module's name, and import all modules that are named."""
        named = [(place, bound, full) for place, (full, bound) in self.stated.items()]
        moved: dict[int, int] = {}
        heads, claimed, data = self.reading.heads, self.reading.claimed, self.reading.source.data
        own_names = {raw.name for raw in self.modules}
        needed = {start for _, start, _ in self.bases}
        for start, end in list(heads.items()):
            if not 65 <= data[start] <= 90 and data[start : start + 2] != b"__":
                continue
            if start in claimed:
                continue
            text = data[start:end].decode("utf-8", "replace")
            first = text.partition(".")[0]
            own = data.startswith(_PREFIX, max(start - len(_PREFIX), 0)) and start >= len(_PREFIX)
            full = self.full(f"{OWN}.{text}" if own else text, start)
            if full == text and first in MODULES and text not in own_names:
                self.outside.add(first)
                if start in needed:
                    heads[start] = start + len(first.encode())
                else:
                    del heads[start]
                    self.reading.calls.pop(start, None)
                continue
            last = text.rpartition(".")[2]
            place = end - len(last.encode())
            self._move(start, place)
            if own:
                self._move(start - len(_PREFIX), place)
            moved[start] = place
            named.append((place, last, full))
        for raw, start, end in self.bases:
            raw.bases.append((moved.get(start, start), end))
        self._import(named)

    def _move(self, start: int, place: int) -> None:
        if start == place:
            return
        reading = self.reading
        if start in reading.heads:
            end = reading.heads.pop(start)
            if end > place:
                reading.heads[place] = end
        for stop, begin, end in reading.calls.pop(start, ()):
            calls = reading.calls.setdefault(place, [])
            calls.append((stop, place if begin == start else begin, end))

    def _import(self, named: list[tuple[int, str, str]]) -> None:
        """Bind each name to the module that is stated for it, else to the first; others get names of their own."""
        meaning: dict[str, str] = {}
        done: set[tuple[str, str]] = set()
        places: set[int] = set()
        for place, bound, full in sorted(named, key=lambda item: (item[0] not in self.stated, item)):
            chosen = meaning.setdefault(bound, bound if bound in self.outside else full)
            if place in places or (full == chosen and (bound, full) in done and place not in self.stated):
                continue
            done.add((bound, full))
            places.add(place)
            self.reading.add_import(place, full, full, bound if full == chosen else distinct(full))


def distinct(module: str) -> str:
    """The name of a module whose last part means another one in the same file."""
    return module.replace(".", "_") if "." in module else f"{module}_"
