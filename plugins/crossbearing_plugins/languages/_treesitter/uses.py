"""References: every head of a chain is looked up in the scopes of its file."""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from crossbearing_plugins.languages._treesitter.chains import BEFORE_LINKS, MAX_LINKS, UNKNOWN, Chain, read_chain, words
from crossbearing_plugins.languages._treesitter.definitions import Definitions
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.reading import RawCall, Reading
from crossbearing_plugins.languages._treesitter.scopes import NOWHERE, Declaration, Scopes


class Use(NamedTuple):
    """A chain in its scope, with what declares its head; None where the file does not, or for a receiver."""

    start: int
    scope: int
    chain: Chain
    declared: Declaration | None


Row = tuple[int, str, bool, int, int]
"""A reference under way: where its last word is, its name, whether it is called, its definition, and its start."""


class Uses:
    """The chains of a file that may lead somewhere, and by their starts those that something else asks for."""

    def __init__(self, reading: Reading, scopes: Scopes, definitions: Definitions) -> None:
        self.reading = reading
        self.scopes = scopes
        self.definitions = definitions
        self.receivers, self.builtins = _known_words(reading.language)
        self._receiver_names = frozenset(self.receivers.values())
        self.rows: list[Row] = []
        self.local_uses: list[Use] = []
        self.read: set[int] = set()
        self.by_start: dict[int, Use] = {}
        self.meanings: dict[tuple[int, bytes], set[int]] = defaultdict(set)
        """What a spelling means in each definition: with more than one meaning, the linker could mistake it."""
        self._known: list[dict[bytes, Declaration | None]] = [{} for _ in scopes.names]
        self._numbers = [definitions.number_at(scope) for scope in range(len(scopes.names))]
        self._wraps = self._all_wraps()
        self._needed = self._all_needed()
        self._declare_meanings()

    def run(self) -> None:
        """Read all chains."""
        self._read_heads()
        for span, inner in sorted(self._wraps.items(), reverse=True):
            self._read_wrap(span, inner)
        self._read_rest()

    def number_at(self, scope: int) -> int:
        """The definition that a scope belongs to."""
        return self._numbers[scope]

    def lookup(self, scope: int, word: bytes) -> Declaration | None:
        """What declares a name as seen from a scope; None where the file does not."""
        known = self._known[scope]
        if word not in known:
            known[word] = self._find(scope, word)
        return known[word]

    def _find(self, scope: int, word: bytes) -> Declaration | None:
        names, kinds, parents = self.scopes.names, self.scopes.kinds, self.scopes.parents
        sees_members = self.reading.language.implicit_receiver
        at = scope
        while at != NOWHERE:
            declared = names[at].get(word)
            if declared is not None and (sees_members or declared.is_local or kinds[at] != "class"):
                return declared
            at = parents[at]
        return None

    def _declare_meanings(self) -> None:
        for scope, names in enumerate(self.scopes.names):
            if self.scopes.kinds[scope] != "class":
                for word, declared in names.items():
                    self.meanings[self._numbers[scope], word].add(id(declared))

    def _all_wraps(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Expressions whose value is that of one inside: brackets, and ``new`` before its class."""
        wraps = dict(self.reading.wraps)
        for start, calls in self.reading.calls.items():
            for _, first, last in calls:
                if first != start:
                    wraps.setdefault((first, last), (start, last))
        return wraps

    def _all_needed(self) -> set[int]:
        """Where chains begin whose whole name something else asks for."""
        reading = self.reading
        needed = {inner[0] for inner in self._wraps.values()}
        for names in self.scopes.names:
            for declared in names.values():
                needed.update(value[0] for _, _, value in declared.values if value is not None)
        for item in reading.assignments:
            needed.update(span[0] for span in (item.target, item.value) if span is not None)
        needed.update(start for start, _ in reading.bases)
        needed.update(start for start, _ in reading.decorators)
        needed.update(span[0] for _, span in reading.owned_bases)
        needed.update(span[0] for raw in self.definitions.raw for span in raw.bases)
        return needed

    def _read_heads(self) -> None:
        """Read what begins with a name; most names end here: values of locals, and builtins."""
        reading, data, calls, needed = self.reading, self.reading.source.data, self.reading.calls, self._needed
        heads, builtins, known = reading.heads, self.builtins, self._known
        bounds, inner, piece = self.scopes.bounds, self.scopes.inner, 0
        for start in sorted(heads.keys() - reading.claimed):
            while start >= bounds[piece + 1]:
                piece += 1
            scope = inner[piece]
            word = data[start : heads[start]]
            if not word:
                # A name that the parser put where one is missing.
                continue
            memory = known[scope]
            if word in memory:
                declared = memory[word]
            else:
                declared = memory[word] = self._find(scope, word)
            if start in calls or start in needed:
                self._read_head(start, word, scope, declared)
            elif declared is None:
                if word not in builtins:
                    self._read_head(start, word, scope, None)
            elif not declared.is_local or declared.values:
                self._read_head(start, word, scope, declared)

    def _read_head(self, start: int, word: bytes, scope: int, declared: Declaration | None) -> None:
        data, calls, end = self.reading.source.data, self.reading.calls.get(start), start + len(word)
        name, language = word.decode("utf-8", "replace"), self.reading.language
        if declared is not None:
            self.meanings[self._numbers[scope], word].add(id(declared))
        stands_alone = (
            language.head is None and word not in self.receivers if declared is None else not declared.is_local
        )
        if stands_alone and start not in self._needed:
            after = end
            if calls is not None:
                after = calls[0][2] if len(calls) == 1 and calls[0][0] == end else -1
                self.reading.note_arguments(start, end, after)
            if after >= 0 and data[after : after + 1] not in BEFORE_LINKS:
                # A name or call of a name, and nothing follows: no chain to read.
                self.read.add(start)
                if declared is not None or word not in self.builtins:
                    self.rows.append((start, name, calls is not None, self._numbers[scope], start))
                return
        if declared is None:
            name = self.receivers.get(word) or (name if language.head is None else language.head(name))
        chain = read_chain(self.reading, name, start, end, _inner_first(calls))
        self._add(Use(start, scope, chain, declared), leads=declared is not None or word not in self.builtins)

    def _add(self, use: Use, *, leads: bool) -> None:
        if use.start in self._needed or use.start in self.reading.calls:
            self.by_start[use.start] = use
        if not leads:
            return
        if use.declared is not None and use.declared.is_local:
            self.local_uses.append(use)
            return
        number = self._numbers[use.scope]
        for name, at, is_call in use.chain[0]:
            # A receiver alone leads nowhere.
            if use.declared is not None or "." in name or name not in self._receiver_names:
                self.rows.append((at, name, is_call, number, use.start))

    def _read_wrap(self, span: tuple[int, int], inner: tuple[int, int]) -> None:
        """Go on from what an expression wraps."""
        start = span[0]
        if start in self.by_start:
            return
        use = self.by_start.get(inner[0])
        name, declared = UNKNOWN, None
        if use is not None and use.chain[2] == inner[1] and use.chain[1].count("(") < MAX_LINKS:
            name, declared = use.chain[1], use.declared
        calls = _inner_first(self.reading.calls.get(start))
        last = self._last_word(inner) if calls and name != UNKNOWN else None
        chain = read_chain(self.reading, name, start, span[1], calls, fresh=False, last_at=last)
        scope = self.scopes.at(start) if use is None else use.scope
        self.by_start[start] = found = Use(start, scope, chain, declared)
        head = name.partition(".")[0].removesuffix("()").encode()
        if chain[0]:
            self._add(found, leads=declared is not None or head not in self.builtins)

    def _last_word(self, span: tuple[int, int]) -> int:
        """Where the last word of an expression begins: what is called in ``(*store->on_full)(store)``."""
        match = words(self.reading.language).last.search(self.reading.source.data, max(span[0], span[1] - 200), span[1])
        return span[0] if match is None else match.start(1)

    def _read_rest(self) -> None:
        """Calls of what begins with no name: only the last word is known."""
        for start, calls in self.reading.calls.items():
            if start not in self.by_start and start not in self.read and start not in self.reading.claimed:
                chain = read_chain(self.reading, UNKNOWN, start, start, _inner_first(calls), fresh=False)
                self._add(Use(start, self.scopes.at(start), chain, None), leads=True)


@cache
def _known_words(language: Language) -> tuple[dict[bytes, str], frozenset[bytes]]:
    receivers = {word.encode(): name for word, name in language.receivers.items()}
    return receivers, frozenset(name.encode() for name in language.builtins)


def _inner_first(calls: list[RawCall] | None) -> list[RawCall]:
    if not calls:
        return []
    return calls if len(calls) == 1 else sorted(calls)
