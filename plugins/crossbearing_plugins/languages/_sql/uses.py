"""What statements use: tables and views, functions, types, and columns of tables that the statement names."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from crossbearing_plugins.languages._sql.definitions import DEFAULT_SCHEMAS, KINDS, created, dotted
from crossbearing_plugins.languages._sql.names import FUNCTIONS, NO_ALIAS, NO_RELATION, TYPES
from crossbearing_plugins.languages._sql.words import Token

_FROM_INSIDE = frozenset(("extract", "trim", "substring", "overlay", "position", "btrim"))
_INSERTS = frozenset(("insert", "ignore", "overwrite", "replace", "merge", "delayed"))
_NAMED = frozenset((*KINDS, "policy", "rule"))
_HAVE_TABLES = frozenset(("index", "trigger", "policy", "rule"))
_QUERIES = frozenset(("select", "with", "insert", "update", "delete", "values", "("))
_BEFORE_LISTS = frozenset(("key", "index", "unique", "fulltext", "spatial", "using", "constraint", "as", "partition"))
_SYSTEM = ("pg_", "sqlite_", "information_schema")
_NO_CALL = FUNCTIONS | NO_ALIAS
_MOST_COLUMNS = 400


class Use(NamedTuple):
    """A use of a name: its kind, the dotted name, where its last word begins, and the schema that it starts with."""

    kind: Literal["call", "read"]
    name: str
    start: int
    schema: str = ""


def uses(tokens: list[Token], first: int, last: int, own: set[int], path: Token | None) -> Iterator[Use]:
    """The uses in a statement; ``own`` are the places of names that it defines, ``path`` the default schema."""
    start = first
    for at in range(first, last + 1):
        if at == last or tokens[at].text == ";":
            if start < at:
                yield from _Unit(tokens, start, at, own, path).read()
            start = at + 1


class _Unit:
    """One statement without others in it: what names mean in it."""

    def __init__(self, tokens: list[Token], first: int, last: int, own: set[int], path: Token | None) -> None:
        self.tokens, self.first, self.last = tokens, first, last
        self.done = set(own)
        self.path = path
        self.queries: set[str] = set()
        """Names of queries that the statement itself defines."""
        self.tables: dict[str, str] = {}
        """Tables by the names that the statement gives them; empty for its own queries."""
        self.found: list[Use] = []

    def read(self) -> list[Use]:
        openers: list[str] = []
        is_creating = created(self.tokens, self.first, self.last)[0]
        for at in range(self.first, self.last):
            token = self.tokens[at]
            if token.text == "(":
                openers.append(self.text(at - 1))
            elif token.text == ")" and openers:
                openers.pop()
            elif token.kind == "word" and at not in self.done:
                self._query(at)
                self._relations(at, openers[-1] if openers else "", is_creating)
            elif token.text == "::":
                self._type(at + 1)
        self._calls_and_columns()
        return sorted(self.found, key=lambda use: use.start)

    def text(self, at: int) -> str:
        return self.tokens[at].text if self.first <= at < self.last else ""

    def name(self, at: int) -> str:
        """The word at a place as a name."""
        return self.tokens[at].name

    def _query(self, at: int) -> None:
        """``WITH name AS (SELECT …``: a name of this statement alone."""
        if self.text(at - 1) not in ("with", "recursive", ","):
            return
        after = at + 1
        if self.text(after) == "(":
            after = self._closing(after) + 1
        if self.text(after) != "as":
            return
        after += 1
        while self.text(after) in ("not", "materialized"):
            after += 1
        if self.text(after) == "(" and self.text(after + 1) in _QUERIES:
            self.queries.add(self.name(at))
            self.done.add(at)

    def _closing(self, opening: int) -> int:
        depth = 0
        for at in range(opening, min(self.last, opening + _MOST_COLUMNS)):
            depth += (self.tokens[at].text == "(") - (self.tokens[at].text == ")")
            if not depth:
                return at
        return opening

    def _relations(self, at: int, opener: str, creating: str) -> None:
        """Read what a word of a clause is followed by: tables, types, routines."""
        text, before = self.text(at), self.text(at - 1)
        if self._begins_list(at, opener):
            self._list(at + 1 + (text == "inherits"))
        elif text == "on" and self.text(self.first) in ("grant", "revoke"):
            self._list(at + 1)
        elif (text == "into" and before in _INSERTS) or text == "references" or self._is_about(at, creating):
            self._columns(*self._relation(at + 1))
        elif text == "update" and "set" in {self.text(item) for item in range(at + 2, at + 8)}:
            self._relation(at + 1)
        elif text in ("call", "exec") and self.text(at + 1) not in ("(", "sp_executesql"):
            self._call(at + 1)
        elif text in ("setof", "returns"):
            self._type(at + 1)
        elif self.text(at + 1) == "%" and self.text(at + 2) in ("rowtype", "type"):
            self._relation(at)

    def _begins_list(self, at: int, opener: str) -> bool:
        """Whether a word stands before one or more tables."""
        text, before, start = self.text(at), self.text(at - 1), self.text(self.first)
        if text == "from":
            return opener not in _FROM_INSIDE and before != "distinct" and start not in ("revoke", "fetch")
        if text == "using":
            return start in ("delete", "merge")
        if text in _NAMED:
            return before in ("alter", "drop", "truncate", "lock", "on")
        return text in ("join", "straight_join", "inherits", "truncate") or (text == "of" and before == "partition")

    def _is_about(self, at: int, creating: str) -> bool:
        """Whether ``on`` stands before the table that an index, a trigger or a policy is for."""
        start = self.text(self.first)
        is_drop = start == "drop" and self.text(self.first + 1) in _HAVE_TABLES
        return self.text(at) == "on" and (creating in _HAVE_TABLES or is_drop)

    def _list(self, at: int) -> None:
        while True:
            name, after = self._relation(at)
            if name is None or self.text(after) != ",":
                return
            at = after + 1

    def _relation(self, at: int) -> tuple[str | None, int]:
        """Read the table that is named at a place with its alias; the name, and where reading ended."""
        while self.text(at) in ("only", "lateral", "if", "exists", "table", "ignore", "concurrently"):
            at += 1
        parts, after = dotted(self.tokens, at, self.last)
        if (
            not parts
            or (len(parts) == 1 and self.text(parts[0]) in NO_RELATION)
            or self.name(parts[0])[:1] in ("@", "#")
        ):
            return None, after
        if self.text(after) == "(" and self.text(at - 1) in ("from", "join", ",", "lateral"):
            return None, after
        name = self.name(parts[-1]) if self.text(at - 1) == "schema" else self._name(parts)
        self.done.update(range(parts[0], after))
        last = self.name(parts[-1])
        if len(parts) == 1 and last in self.queries:
            name = ""
        elif not last.startswith(_SYSTEM):
            self._add("read", name, parts, name if self.text(at - 1) == "schema" else "")
        self.tables.setdefault(last, name)
        after += self.text(after) == "*"
        alias = after + (self.text(after) == "as")
        if alias < self.last and self.tokens[alias].kind == "word" and self.text(alias) not in NO_ALIAS:
            self.tables[self.name(alias)] = name
            self.done.add(alias)
            after = alias + 1
        return name, after

    def _name(self, parts: list[int]) -> str:
        """A dotted name without a schema that is the default."""
        words = [self.name(part) for part in parts[-2:]]
        if len(words) > 1 and words[0] in DEFAULT_SCHEMAS:
            words = words[1:]
        if len(parts) == 1 and self.path is not None:
            words = [self.path.name, *words]
        return ".".join(words)

    def _add(self, kind: Literal["call", "read"], name: str, parts: list[int], schema: str = "") -> None:
        head, dot, _ = name.partition(".")
        self.found.append(Use(kind, name, self.tokens[parts[-1]].start, head if dot else schema))

    def _column(self, table: str, at: int) -> None:
        schema, dot, _ = table.partition(".")
        self.found.append(Use("read", f"{table}.{self.name(at)}", self.tokens[at].start, schema if dot else ""))

    def _columns(self, name: str | None, after: int) -> None:
        """The columns in brackets behind a table's name."""
        if not name or self.text(after) != "(":
            return
        end = self._closing(after)
        for at in range(after + 1, end):
            if self.tokens[at].kind == "word" and self.text(at - 1) in ("(", ",") and self.text(at + 1) in (")", ","):
                self._column(name, at)
                self.done.add(at)

    def _type(self, at: int) -> None:
        while self.text(at) == "setof":
            at += 1
        parts, after = dotted(self.tokens, at, self.last)
        if parts and self.name(parts[-1]) not in TYPES and at not in self.done:
            self.done.update(range(parts[0], after))
            self._add("read", self._name(parts), parts)

    def _call(self, at: int) -> None:
        parts, after = dotted(self.tokens, at, self.last)
        if parts and self.name(parts[0])[:1] not in ("@", "#"):
            self.done.update(range(parts[0], after))
            self._add("call", self._name(parts), parts)

    def _calls_and_columns(self) -> None:
        at = self.first
        while at < self.last:
            if self.tokens[at].kind != "word" or at in self.done:
                at += 1
                continue
            parts, after = dotted(self.tokens, at, self.last)
            if self.text(after) == "(":
                if self._is_call(parts):
                    self._add("call", self._name(parts), parts)
            elif len(parts) > 1 and (table := self.tables.get(self.name(parts[-2]))):
                self._column(table, parts[-1])
            at = after

    def _is_call(self, parts: list[int]) -> bool:
        word, before = self.text(parts[-1]), self.text(parts[0] - 1)
        if before in _BEFORE_LISTS or before == ")" or word[:1] in ("@", "#"):
            return False
        is_known = word in _NO_CALL or word.startswith(_SYSTEM)
        return (len(parts) > 1 or not is_known) and word not in TYPES
