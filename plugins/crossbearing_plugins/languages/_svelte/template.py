"""The markup of a Svelte component: expressions in braces, blocks, directives and tags of components."""

import re
from typing import NamedTuple

from crossbearing_plugins.languages._components.expressions import Names, Piece
from crossbearing_plugins.languages._components.markup import Attribute, Elements, Markup, Span, Tag

_NEXT = re.compile(r"<!--|<(/?)([A-Za-z][\w.:-]*)|\{")
_BLOCK = re.compile(r"\s*([#:/@])\s*(else\s+if|[a-z]+)\s*")
_SNIPPET = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:<[^()]*>)?\(")
_AS = re.compile(r"\sas\s")
_THEN = re.compile(r"\s(then|catch)(?:\s|\Z)")
_PATH = re.compile(r"\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\Z")
_ACTION = re.compile(r"(?:use|transition|in|out|animate):([A-Za-z_$][\w$.]*)")
_SHORT = re.compile(r"(?:bind|class|style):([A-Za-z_$][\w$]*)\Z")
_EVENT = re.compile(r"on:|on[a-z]")
_SHOWN = frozenset(("alt", "aria-label", "label", "placeholder", "title"))
_COMPONENT = re.compile(r"[A-Z]|[\w$]+\.")


class Snippet(NamedTuple):
    """A snippet: its name, where that and the block begin and end, and the text of its head."""

    name: str
    at: int
    start: int
    end: int
    head: str


class Open(NamedTuple):
    """A block that is still open: its word, where it began, where its content begins, and patterns that hold in it."""

    word: str
    start: int
    content: int
    patterns: list[tuple[str, int]]
    snippet: tuple[str, int, str] | None = None


class Template:
    """What markup uses and binds, in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.markup = Markup(text, braces=True)
        self.names = Names()
        self.pieces: list[Piece] = []
        self.scripts: list[Tag] = []
        self.tags: list[Tag] = []
        self.actions: list[Span] = []
        self.shown: list[Span] = []
        self.snippets: list[Snippet] = []
        self.called: set[int] = set()
        """Ends of names that stand alone where something is called: handlers of events."""
        self._open: list[Open] = []
        self._elements = Elements()
        self._bound: list[tuple[str, int, int]] = []

    def read(self) -> None:
        """Read the whole text."""
        text, position, shown = self.text, 0, 0
        while (match := _NEXT.search(text, position)) is not None:
            if match[0] == "{":
                close = self.markup.closing(match.start(), len(text))
                position = match.end() if close < 0 else close + 1
                if close >= 0:
                    self._mustache(match.end(), close)
                continue
            self.shown.append((shown, match.start()))
            if match[2] is None:
                close = text.find("-->", match.end())
                position = len(text) if close < 0 else close + 3
            else:
                tag = self.markup.tag(match, len(text))
                position = self._tag(tag)
            shown = position
        self.shown.append((shown, len(text)))
        self._finish()

    def _finish(self) -> None:
        end = len(self.text)
        while self._open:
            self._close(end, end)
        self._elements.finish(end)
        for pattern, start, number in self._bound:
            self.names.bind(pattern, start, self._elements.ends[number])

    def _tag(self, tag: Tag) -> int:
        if tag.name in ("script", "style") and not tag.is_end:
            if tag.name == "script":
                self.scripts.append(tag)
            return tag.end if tag.is_empty else self.markup.content_end(tag, len(self.text))
        number = self._elements.add(tag)
        if number >= 0:
            if _COMPONENT.match(tag.name):
                self.tags.append(tag)
            for attribute in tag.attributes:
                self._attribute(attribute, tag.start, number)
        return tag.end

    def _attribute(self, attribute: Attribute, start: int, number: int) -> None:
        name, span = attribute.name, attribute.value
        if action := _ACTION.match(name):
            self.actions.append((attribute.at + action.start(1), attribute.at + action.end(1)))
        if name.startswith("let:"):
            pattern = name[4:] if span is None else self.text[slice(*span)].strip("{}")
            self._bound.append((pattern, start, number))
        elif span is None:
            if short := _SHORT.match(name):
                self.pieces.append(Piece(attribute.at + short.start(1), attribute.at + short.end(1), 1))
        elif not attribute.is_braced:
            self._quoted(name, span)
        elif not name:
            self._mustache(*span)
        else:
            self._expression(*span, is_called=_EVENT.match(name) is not None)

    def _quoted(self, name: str, span: Span) -> None:
        if name in _SHOWN:
            self.shown.append(span)
        position = span[0]
        while (brace := self.text.find("{", position, span[1])) >= 0:
            close = self.markup.closing(brace, span[1])
            if close < 0:
                break
            self._expression(brace + 1, close, is_called=_EVENT.match(name) is not None)
            position = close + 1

    def _expression(self, start: int, end: int, *, is_called: bool = False) -> None:
        if is_called and _PATH.match(self.text[start:end]):
            self.called.add(start + len(self.text[start:end].rstrip()))
        self.pieces.append(Piece(start, end, 1))

    # Blocks

    def _mustache(self, start: int, end: int) -> None:
        block = _BLOCK.match(self.text, start, end)
        if block is None:
            spread = self.text.startswith("...", start)
            self._expression(start + 3 * spread, end)
        elif block[1] == "#":
            self._begin(block[2], start, block.end(), end)
        elif block[1] == "/":
            self._close(start - 1, end + 1)
        elif block[1] == ":":
            self._middle(block[2], block.end(), end)
        else:
            self._tagged(block[2], block.end(), end)

    def _begin(self, word: str, start: int, head: int, end: int) -> None:
        opened = Open(word, start - 1, end + 1, [])
        text = self.text[head:end]
        if word == "each":
            self._each(text, head, end, opened)
        elif word == "await" and (then := _THEN.search(text)):
            self._expression(head, head + then.start())
            if then[1] == "then":
                opened.patterns.append((text[then.end() :], end))
        elif word == "snippet" and (named := _SNIPPET.match(text)):
            parameters = text[named.end() :].rstrip().removesuffix(")")
            opened.patterns.append((parameters, start))
            opened = opened._replace(snippet=(named[1], head, f"{{#snippet {text.strip()}}}"))
        else:
            self._expression(head, end)
        self._open.append(opened)

    def _each(self, text: str, head: int, end: int, opened: Open) -> None:
        places = list(_AS.finditer(text))
        if not places:
            self._expression(head, end)
            return
        self._expression(head, head + places[-1].start())
        pattern = text[places[-1].end() :]
        key = _key(pattern) if pattern.rstrip().endswith(")") else -1
        if key >= 0:
            start = head + places[-1].end() + key + 1
            self._expression(start, head + len(text.rstrip()) - 1)
            pattern = pattern[:key]
        # The key, which stands in the head, may use the names already.
        opened.patterns.append((pattern, head + places[-1].end()))

    def _middle(self, word: str, head: int, end: int) -> None:
        if word in ("then", "catch"):
            if self._open:
                self._open[-1].patterns.append((self.text[head:end], end))
        elif word.startswith("else"):
            self._expression(head, end)

    def _tagged(self, word: str, head: int, end: int) -> None:
        if word == "const":
            name, equals, _ = self.text[head:end].partition("=")
            if equals:
                self._expression(head + len(name) + 1, end)
                if self._open:
                    self._open[-1].patterns.append((name, head))
                else:
                    self.names.bind(name, head, len(self.text))
        else:
            self._expression(head, end, is_called=word == "attach")

    def _close(self, place: int, end: int) -> None:
        if not self._open:
            return
        opened = self._open.pop()
        for pattern, start in opened.patterns:
            self.names.bind(pattern, start, place)
        if opened.snippet is not None:
            name, at, head = opened.snippet
            self.snippets.append(Snippet(name, at, opened.start, end, head))


def _key(pattern: str) -> int:
    """Where the key of ``{#each}`` begins: in brackets behind the pattern, whose defaults may have some too."""
    depth = 0
    for at, character in enumerate(pattern[:2_000]):
        if character == "(" and not depth:
            return at
        depth += (character in "{[(") - (character in "}])")
    return -1
