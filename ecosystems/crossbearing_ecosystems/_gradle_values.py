"""What an expression of a build file stands for, as far as the files of the repository state it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from crossbearing.plugin import UnreadableError
from crossbearing_ecosystems._gradle_catalog import Catalog, normal
from crossbearing_ecosystems._gradle_tokens import Statement, Token, source_of, tokenize

Path = tuple[str, ...]
Definitions = dict[Path, Sequence[Token] | None]

_DEEPEST = 12
_LONGEST = 2_000
_MOST_NOTATIONS = 500
_MOST_TOKENS = 1_000_000
_COORDINATES = re.compile(
    r"(?P<group>[^:\s]+):(?P<artifact>[^:\s@]+)(?::(?P<version>[^:@]*))?(?::[^:@]*)?(?:@[\w.+-]+)?"
)
_TEMPLATE = re.compile(
    r"\\(?P<escaped>.)|\$\{(?P<code>[^{}\n]*)\}|\$(?P<path>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)", re.DOTALL
)
_PREFIXES = frozenset(
    {"project", "rootProject", "ext", "extra", "this", "gradle", "parent", "extensions", "extraProperties"}
)
_PROPERTY_CALLS = frozenset({"property", "findProperty", "get", "gradleProperty", "getProperty", "getByName"})
_WRAPPERS = frozenset({"platform", "enforcedPlatform", "testFixtures", "create", "variantOf", "module"})
_NPM = frozenset({"npm", "devNpm", "peerNpm", "optionalNpm"})


class Notation(NamedTuple):
    """A dependency that an expression asks for, the line that says so, and the words that stand there."""

    name: str
    version: str
    line: int
    spelling: str
    source: str = ""
    ecosystem: str = ""


class Segment(NamedTuple):
    """A part of ``a.b("c").d["e"]``: its name and, where it is called, what is in the parentheses."""

    name: str
    arguments: Sequence[Token] | None


class Surroundings(Protocol):
    """What a build file can refer to outside of itself."""

    @property
    def catalogs(self) -> Mapping[str, Catalog]:
        """The version catalogs by the name of their accessor."""

    def definition(self, path: Path) -> Sequence[Token] | None:
        """The expression that a variable or extra property is set to."""

    def stated_property(self, name: str) -> str | None:
        """A property of ``gradle.properties``."""

    def project_of_accessor(self, accessor: str) -> str:
        """The path of the project that ``projects.accessor`` leads to, or an empty string."""


def split(tokens: Sequence[Token], symbol: str = ",") -> list[list[Token]]:
    """The parts between the commas (or another symbol), without line ends and empty parts."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.is_symbol(symbol):
            parts.append([])
        elif token.kind != "newline":
            parts[-1].append(token)
    return [part for part in parts if part]


def chain_of(tokens: Sequence[Token]) -> list[Segment]:
    """The segments of a path at the start of an expression; empty where it starts with none."""
    segments: list[Segment] = []
    expects = True
    for token in tokens:
        if expects and token.kind in ("word", "string"):
            segments.append(Segment(token.text, None))
            expects = False
        elif token.is_symbol(".", "?."):
            expects = True
        elif not segments or expects:
            break
        elif token.is_group("(") and segments[-1].arguments is None:
            segments[-1] = Segment(segments[-1].name, token.items)
        elif token.is_group("[") and len(token.items) == 1 and token.items[0].kind == "string":
            segments.append(Segment(token.items[0].text, None))
        elif not (token.is_symbol("!") or token.is_group("{")):
            break
    return segments


class Evaluator:
    """Evaluates the expressions of one build file."""

    def __init__(self, surroundings: Surroundings, *, is_kotlin: bool) -> None:
        self.surroundings = surroundings
        self.is_kotlin = is_kotlin
        self._texts: dict[Path, str | None] = {}
        self._budget = _MOST_TOKENS

    def text(self, tokens: Sequence[Token], depth: int = 0) -> str | None:
        """The string that an expression stands for, or None where that is not stated."""
        if depth > _DEEPEST:
            return None
        parts = [self._term(part, depth) for part in split(tokens, "+")]
        known = [part for part in parts if part is not None]
        whole = "".join(known)
        return whole if parts and len(known) == len(parts) and len(whole) <= _LONGEST else None

    def _term(self, tokens: Sequence[Token], depth: int) -> str | None:
        alternatives = split(tokens, "?:")
        if len(alternatives) > 1:
            found = (self._term(part, depth + 1) for part in alternatives[:_DEEPEST])
            return next((text for text in found if text is not None), None)
        first = tokens[0]
        if first.kind == "string":
            return self.template(first, depth)
        if first.kind == "number":
            return first.text
        if first.is_group("("):
            return self.text(first.items, depth + 1) if first.items else None
        return self._named(chain_of(tokens), depth)

    def template(self, token: Token, depth: int = 0) -> str:
        """The content of a string; what is put in from elsewhere and is not known stays as written."""
        if token.mark not in ('"', '"""') or ("$" not in token.text and "\\" not in token.text):
            return token.text

        def replace(match: re.Match[str]) -> str:
            if match["escaped"] is not None:
                return match["escaped"] if match["escaped"] in "$\"'\\" else match[0]
            return self._inserted(match, depth)

        whole = _TEMPLATE.sub(replace, token.text)
        return whole if len(whole) <= _LONGEST else token.text

    def _inserted(self, match: re.Match[str], depth: int) -> str:
        code, rest = match["code"], ""
        if code is None:
            code = match["path"]
            if self.is_kotlin:
                code, dot, rest = code.partition(".")
                rest = dot + rest
        try:
            found = self.text(tokenize(code, is_kotlin=self.is_kotlin), depth + 1) if code.strip() else None
        except UnreadableError:
            found = None
        return match[0] if found is None else found + rest

    def _named(self, segments: Sequence[Segment], depth: int) -> str | None:
        """The string that a variable, property or version of a catalog holds."""
        if not segments:
            return None
        if segments[0].name in self.surroundings.catalogs and len(segments) > 1:
            return self._catalog_version(segments)
        called = next((part for part in segments if part.arguments and part.name in _PROPERTY_CALLS), None)
        if called and called.arguments:
            name = self.text(called.arguments, depth + 1)
            return None if name is None else self._variable((name,), depth)
        return self._variable(path_of(segments), depth)

    def _catalog_version(self, segments: Sequence[Segment]) -> str | None:
        catalog = self.surroundings.catalogs[segments[0].name]
        words = [part.name for part in segments[1:] if part.arguments is None]
        if words[:1] == ["versions"]:
            return catalog.versions.get(normal(".".join(words[1:])))
        if words[:1] == ["plugins"] and (plugin := catalog.plugins.get(normal(".".join(words[1:])))):
            return f"{plugin.name}:{plugin.version}"
        found = catalog.find(normal(".".join(words)))
        return f"{found[0].name}:{found[0].version}" if found and found[0].version else None

    def _variable(self, path: Path, depth: int) -> str | None:
        if not path:
            return None
        if path not in self._texts:
            # A definition that leads back to itself is none.
            self._texts[path] = None
            tokens = self.surroundings.definition(path)
            found = self.text(tokens, depth + 1) if tokens else self.surroundings.stated_property(".".join(path))
            self._texts[path] = found
        return self._texts[path]

    def notations(self, tokens: Sequence[Token]) -> Iterator[Notation]:
        """The dependencies that the arguments of a configuration ask for."""
        waiting: list[tuple[Sequence[Token], int, Notation | None]] = [(tokens, 0, None)]
        for _ in range(_MOST_NOTATIONS):
            if not waiting:
                return
            current, depth, seen_from = waiting.pop()
            self._budget -= len(current)
            if self._budget < 0:
                return
            arguments = split(_without_blocks(current))
            if not arguments or depth > _DEEPEST:
                continue
            if found := self._by_names(arguments):
                yield found if seen_from is None else _seen(found, seen_from)
                continue
            if positional := self._by_position(arguments):
                yield positional
                continue
            inner: list[tuple[Sequence[Token], int, Notation | None]] = []
            for argument in arguments:
                for item in self._expression(argument, depth):
                    if isinstance(item, Notation):
                        yield item if seen_from is None else _seen(item, seen_from)
                    else:
                        inner.append((item[0], depth + 1, seen_from or item[1]))
            waiting += reversed(inner)

    def _by_names(self, arguments: list[list[Token]]) -> Notation | None:
        """``group: 'g', name: 'a', version: 'v'`` and ``path: ':x'``."""
        named = {part[0].text: part[2:] for part in arguments if len(part) > 2 and part[1].is_symbol(":", "=")}
        if "name" in named and "group" in named:
            group, artifact = self.text(named["group"]), self.text(named["name"])
            version = self.text(named["version"]) or source_of(named["version"]) if "version" in named else ""
            if group and artifact:
                return Notation(f"{group}:{artifact}", version, named["name"][0].line, _spelling(named["name"]))
        return None

    def _by_position(self, arguments: list[list[Token]]) -> Notation | None:
        """``("g", "a", "v")``."""
        if len(arguments) not in (2, 3) or any(part[0].kind != "string" for part in arguments):
            return None
        texts = [self.template(part[0]) for part in arguments]
        if any(":" in text for text in texts[:2]) or "." not in texts[0]:
            return None
        return Notation(f"{texts[0]}:{texts[1]}", [*texts, ""][2], arguments[1][0].line, arguments[1][0].text)

    def _expression(
        self, tokens: Sequence[Token], depth: int
    ) -> Iterator[Notation | tuple[Sequence[Token], Notation | None]]:
        """What one argument asks for: notations, and further expressions that it leads to."""
        first = tokens[0]
        if first.is_symbol("*") and len(tokens) > 1:
            tokens = tokens[1:]
            first = tokens[0]
        if first.kind == "string":
            text = self.text(tokens)
            yield from self._coordinates(self.template(first) if text is None else text, first)
        elif first.is_group("[") or first.is_group("("):
            yield first.items, None
        elif segments := chain_of(tokens):
            yield from self._of_chain(segments, tokens)

    def _coordinates(self, text: str, token: Token) -> Iterator[Notation]:
        if match := _COORDINATES.fullmatch(text.strip()):
            name = f"{match['group']}:{match['artifact']}"
            yield Notation(name, match["version"] or "", token.line, _spelling([token]))

    def _of_chain(
        self, segments: Sequence[Segment], tokens: Sequence[Token]
    ) -> Iterator[Notation | tuple[Sequence[Token], Notation | None]]:
        line = tokens[0].line
        for segment in segments:
            if segment.arguments is None:
                continue
            if segment.name in _WRAPPERS:
                yield segment.arguments, None
                return
            if segment.name == "project":
                yield from self._project(segment.arguments, line)
                return
            if segment.name in ("kotlin", "embeddedKotlin") and segment.arguments:
                yield from self._kotlin(segment.arguments, line)
                return
            if segment.name in _NPM:
                texts = [self.text(part) or "" for part in split(segment.arguments)]
                if texts and texts[0]:
                    yield Notation(texts[0], [*texts, ""][1], line, texts[0], "", "npm")
                return
            if segment.name in ("findLibrary", "findBundle"):
                alias = self.text(segment.arguments) or ""
                prefix = "bundles." if segment.name == "findBundle" else ""
                for catalog in self.surroundings.catalogs.values():
                    for entry in catalog.find(prefix + normal(alias)):
                        yield Notation(*entry, line, alias)
                return
        yield from self._of_path(segments, line)

    def _of_path(
        self, segments: Sequence[Segment], line: int
    ) -> Iterator[Notation | tuple[Sequence[Token], Notation | None]]:
        words = [part.name for part in segments if part.arguments is None]
        spelling = ".".join(words)
        if definition := self.surroundings.definition(path_of(segments)):
            yield definition, Notation("", "", line, spelling)
            return
        while words and words[0] in ("project", "rootProject"):
            del words[0]
        if words and words[0] in self.surroundings.catalogs:
            for entry in self.surroundings.catalogs[words[0]].find(normal(".".join(words[1:]))):
                yield Notation(*entry, line, spelling)
        elif words and words[0] == "projects" and (path := self.surroundings.project_of_accessor(".".join(words[1:]))):
            yield Notation(path, "", line, spelling, "workspace")

    def _project(self, arguments: Sequence[Token], line: int) -> Iterator[Notation]:
        parts = split(arguments)
        named = {part[0].text: part[2:] for part in parts if len(part) > 2 and part[1].is_symbol(":", "=")}
        tokens = named.get("path") or (parts[0] if parts and not named else None)
        path = self.text(tokens) if tokens else None
        if tokens and path and "$" not in path:
            yield Notation(f":{path.lstrip(':')}", "", tokens[0].line or line, path, "workspace")

    def _kotlin(self, arguments: Sequence[Token], line: int) -> Iterator[Notation]:
        parts = [self.text(part) for part in split(arguments)]
        if parts and parts[0]:
            version = parts[1] if len(parts) > 1 and parts[1] else ""
            yield Notation(f"org.jetbrains.kotlin:kotlin-{parts[0]}", version, line, "kotlin")


def path_of(segments: Sequence[Segment]) -> Path:
    """The names of a path without the objects that extra properties belong to, and without calls."""
    names = [part.name for part in segments if part.arguments is None]
    while len(names) > 1 and names[0] in _PREFIXES:
        del names[0]
    return tuple(names)


def _without_blocks(tokens: Sequence[Token]) -> Sequence[Token]:
    """The arguments of ``("a:b:1") { ... }``, ``("a:b:1")`` and ``'a:b:1', 'c:d:2'``."""
    kept = [token for token in tokens if not token.is_group("{") and token.kind != "newline"]
    return kept[0].items if kept and kept[0].is_group("(") and len(kept) == 1 else kept


def _spelling(tokens: Statement) -> str:
    return tokens[0].text.partition("\n")[0]


def _seen(notation: Notation, seen_from: Notation) -> Notation:
    return notation._replace(line=seen_from.line, spelling=seen_from.spelling)


def define(definitions: Definitions, path: Path, tokens: Sequence[Token]) -> None:
    """Note what a variable is set to; a map also defines its entries. What is set twice is not known."""
    waiting: list[tuple[Path, Sequence[Token]]] = [(path, [token for token in tokens if token.kind != "newline"])]
    while waiting:
        name, value = waiting.pop()
        if not value or not name or len(name) > _DEEPEST:
            continue
        if entries := _entries(value):
            waiting += (((*name, key), inner) for key, inner in entries)
        elif name in definitions and _code(definitions[name]) != _code(value):
            definitions[name] = None
        else:
            definitions[name] = value


def _code(tokens: Sequence[Token] | None) -> str:
    return source_of(tokens) if tokens else ""


def _entries(tokens: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The entries of a map: ``[a: 'x', b: 'y']`` or ``mapOf("a" to "x")``."""
    if tokens[0].is_group("["):
        parts, symbols = split(tokens[0].items), (":",)
    elif tokens[0].text in ("mapOf", "mutableMapOf") and len(tokens) > 1 and tokens[1].is_group("("):
        parts, symbols = split(tokens[1].items), ("to",)
    else:
        return []
    return [
        (part[0].text, part[2:])
        for part in parts
        if len(part) > 2 and part[0].kind in ("word", "string") and part[1].text in symbols
    ]
