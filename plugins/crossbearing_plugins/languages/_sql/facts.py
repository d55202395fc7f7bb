"""The facts of one file: definitions for the shared front end, then what statements use."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from crossbearing.plugin import FileFacts, Import, Reference, SyntaxProblem
from crossbearing_plugins.languages._sql.definitions import DEFAULT_SCHEMAS, Found, definitions, dotted
from crossbearing_plugins.languages._sql.names import OUTSIDE_SCHEMAS, TYPES
from crossbearing_plugins.languages._sql.uses import Use, uses
from crossbearing_plugins.languages._sql.words import Token, statements, tokens_of
from crossbearing_plugins.languages._treesitter.reading import Reading
from crossbearing_plugins.languages._treesitter.text import Source

OTHER = ""
"""As an import's module: whatever file defines the name; the linking finds it."""
MOST_PROBLEMS = 100
_POINT = re.compile(r" ?\. ?(?=[^\W\d])")
_INCLUDED = re.compile(
    r"^[ \t]*(?:\\ir?[ \t]+|\\include(?:_relative)?[ \t]+|:r[ \t]+|source[ \t]+|@@?)[\"']?([\w./-]+)",
    re.MULTILINE | re.I,
)


class Script:
    """The statements of a text, read once: each with the definitions that it makes and the schema it stands in."""

    def __init__(self, data: bytes) -> None:
        self.tokens = tokens_of(data)
        self.statements: list[tuple[int, int, list[Found], Token | None]] = []
        path: Token | None = None
        for first, last in statements(self.tokens):
            path = self._path(first, last, path)
            self.statements.append((first, last, definitions(self.tokens, first, last, path), path))

    def _path(self, first: int, last: int, before: Token | None) -> Token | None:
        """``SET search_path``: the schema of names without one from here on."""
        texts = [token.text for token in self.tokens[first : min(first + 4, last)]]
        if texts[:2] != ["set", "search_path"] or len(texts) < 4 or texts[2] not in ("=", "to"):
            return before
        schema = self.tokens[first + 3]
        is_own = schema.kind == "word" and schema.name not in DEFAULT_SCHEMAS | OUTSIDE_SCHEMAS
        return schema if is_own else None


@lru_cache(maxsize=1)
def script_of(data: bytes) -> Script:
    """The script of a text; the last one is kept, because the definitions and the uses of a file both ask for it."""
    return Script(data)


def finish(reading: Reading) -> None:
    """Enter the definitions of all statements."""
    data = reading.source.data
    reading.strings = [span for span in reading.strings if data[span[0] : span[0] + 1] == b"'"]
    known: set[str] = set()
    for _, _, found, _ in script_of(data).statements:
        for item in found:
            span = (item.name.start, item.name.end)
            raw = reading.add_definition(item.kind, item.span, span)
            raw.body, raw.type = item.body, item.type
            if item.owner is not None:
                raw.owner = (item.owner.start, item.owner.end)
            elif item.kind == "class":
                # Of several definitions in one file the first counts, and the others add to it; a schema is in many.
                raw.is_part = raw.name in known or item.is_schema
                known.add(raw.name)


def completed(facts: FileFacts, text: str, original: str) -> FileFacts:
    """Add the uses of all statements, and the imports that lead to schemas and files."""
    source = Source(text)
    script = script_of(source.data)
    places = {(item.line, item.column): number for number, item in enumerate(facts.definitions)}
    schemas: dict[str, int] = {}
    others: dict[str, int] = {}
    mine = {item.name for item in facts.definitions if item.scope < 0 and not item.is_part}
    for first, last, defined, path in script.statements:
        scope = -1
        if defined and script.tokens[first].text == "create":
            scope = places.get(source.place(defined[0].name.start), -1)
            if defined[0].owner is not None:
                schemas.setdefault(defined[0].owner.name, defined[0].owner.start)
        own = {
            at for item in defined for at in (item.name_at, item.name_at - 2 * _is_dotted(script.tokens, item.name_at))
        }
        used = [(use, scope) for use in uses(script.tokens, first, last, own, path)]
        for use, inside in [*used, *_types(script.tokens, defined, source, places)]:
            if use.schema not in OUTSIDE_SCHEMAS:
                if use.schema:
                    schemas.setdefault(use.schema, use.start)
                elif (head := use.name.partition(".")[0]) not in mine:
                    others.setdefault(head, use.start)
                line, column = source.place(use.start)
                facts.references.append(Reference(use.name, line, column, inside, use.kind))
    facts.references.sort(key=lambda item: (item.line, item.column, item.name))
    for name, start, module in [
        *((name, start, OTHER) for name, start in others.items()),
        *((name, start, name) for name, start in schemas.items()),
    ]:
        line, column = source.place(start)
        facts.imports.append(Import(module, name, name, line, column))
    facts.imports += _included(original)
    facts.imports.sort(key=lambda item: (item.line, item.column, item.name))
    for definition in facts.definitions:
        definition.signature = _POINT.sub(".", definition.signature)
        if definition.kind == "method":
            definition.kind = "function"
    facts.bindings = []
    facts.problems = _problems(script, source)
    return facts


def _is_dotted(tokens: list[Token], at: int) -> bool:
    return at > 1 and tokens[at - 1].text == "."


def _problems(script: Script, source: Source) -> list[SyntaxProblem]:
    """Statements with brackets or quotes that do not match; the grammar would name all that other dialects write."""
    found = []
    for first, last, _, _ in script.statements:
        depth, opening = 0, script.tokens[first]
        for token in script.tokens[first:last]:
            if token.text == "(":
                opening, depth = (opening if depth else token), depth + 1
            depth -= token.text == ")"
            if depth < 0:
                break
        if depth:
            line = source.line(opening.start if depth > 0 else token.start)
            found.append(SyntaxProblem(line, "syntax error: brackets do not match"))
        elif script.tokens[last - 1].kind == "open":
            found.append(
                SyntaxProblem(source.line(script.tokens[last - 1].start), "syntax error: a quote does not end")
            )
    return found[:MOST_PROBLEMS]


def _types(
    tokens: list[Token], defined: list[Found], source: Source, places: Mapping[tuple[int, int], int]
) -> Iterator[tuple[Use, int]]:
    """The types of columns that are no built-in ones, each in the scope of its column: the table may have its name."""
    for item in defined:
        if item.type is not None:
            parts, _ = dotted(tokens, item.name_at + 1, min(item.name_at + 6, len(tokens)))
            words = [tokens[part].name for part in parts[-2:]]
            if words and words[-1] not in TYPES:
                words = words[1:] if len(words) > 1 and words[0] in DEFAULT_SCHEMAS else words
                schema = words[0] if len(words) > 1 else ""
                scope = places.get(source.place(item.name.start), -1)
                yield Use("read", ".".join(words), tokens[parts[-1]].start, schema), scope


def _included(text: str) -> list[Import]:
    """Files that the text tells a client to read."""
    return [
        Import(
            match[1],
            "*",
            "",
            text.count("\n", 0, match.start(1)) + 1,
            match.start(1) - text.rfind("\n", 0, match.start(1)) - 1,
        )
        for match in _INCLUDED.finditer(text)
    ]
