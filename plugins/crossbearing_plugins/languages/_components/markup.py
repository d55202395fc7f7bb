"""A tolerant reader of markup: tags with their attributes, and what stands between them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_OPENING = re.compile(r"<!--|<(/?)([A-Za-z][\w.:-]*)")
_ATTRIBUTE = re.compile(r"""\s*(?:(/?>)|(<)|([^\s=<>"'{}/]+(?:\{[^{}\s]*\})?[^\s=<>"'{}/]*|[^\s<>]))""")
_VALUE = re.compile(r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>={}`]+))""")
_BRACE = re.compile(r"\s*=\s*(?=\{)")
_QUOTED_BRACES = re.compile(r"""\s*=\s*["'](?=[^"'{}]{0,2000}\{)""")
_MARKS = re.compile(
    r"""//[^\n]*|/\*(?s:.{0,2000}?)\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?s:[^`\\]|\\.)*`|[{}]""",
)
_LONGEST_EXPRESSION = 20_000
_VOID_TEXT = "area base br col embed hr img input link meta param source track wbr"
VOID = frozenset(_VOID_TEXT.split())
"""HTML elements that have no end."""

Span = tuple[int, int]


class Attribute(NamedTuple):
    """An attribute: its name and where that begins, and where its value begins and ends (None without one).

    ``is_braced`` says that the value is one expression in braces; a name in braces alone has itself as its value.
    """

    name: str
    at: int
    value: Span | None
    is_braced: bool = False


class Tag(NamedTuple):
    """A tag: the element's name and where that begins, where the tag begins and ends, and its attributes."""

    name: str
    at: int
    start: int
    end: int
    attributes: list[Attribute]
    is_end: bool = False
    is_empty: bool = False


class Markup:
    """A cursor over markup; with ``braces`` an expression in braces may stand wherever a value may."""

    def __init__(self, text: str, *, braces: bool = False) -> None:
        self.text = text
        self.braces = braces
        self.unclosed = len(text) + 1
        """From here on braces are no expressions: one was never closed."""

    def tags(self, start: int, end: int) -> Iterator[Tag]:
        """The tags of a stretch in the order of the text; comments and the content of scripts are passed over."""
        while (match := _OPENING.search(self.text, start, end)) is not None:
            if match[2] is None:
                close = self.text.find("-->", match.end(), end)
                start = end if close < 0 else close + 3
                continue
            tag = self.tag(match, end)
            yield tag
            start = tag.end
            if tag.name in ("script", "style") and not tag.is_end and not tag.is_empty:
                start = self.content_end(tag, end)

    def content_end(self, tag: Tag, end: int) -> int:
        """Where the content of an element ends that holds no markup."""
        match = re.compile(rf"</{re.escape(tag.name)}\s*>").search(self.text, tag.end, end)
        return end if match is None else match.start()

    def tag(self, opening: "re.Match[str]", end: int) -> Tag:
        """Read the attributes of a tag up to its end."""
        attributes: list[Attribute] = []
        position, text = opening.end(), self.text
        while (match := _ATTRIBUTE.match(text, position, end)) is not None:
            if match[1] or match[2]:
                position = match.end() if match[1] else match.start(2)
                return Tag(
                    opening[2],
                    opening.start(2),
                    opening.start(),
                    position,
                    attributes,
                    bool(opening[1]),
                    match[1] == "/>",
                )
            at, name = match.start(3), match[3]
            if self.braces and text.startswith("{", at):
                close = self.closing(at, end)
                if close < 0:
                    position = match.end()
                    continue
                attributes.append(Attribute("", at, (at + 1, close), is_braced=True))
                position = close + 1
                continue
            position, value, is_braced = self._value(match.end(), end)
            attributes.append(Attribute(name, at, value, is_braced))
        return Tag(opening[2], opening.start(2), opening.start(), end, attributes, bool(opening[1]))

    def _value(self, position: int, end: int) -> tuple[int, Span | None, bool]:
        text = self.text
        if self.braces and (brace := _BRACE.match(text, position, end)):
            close = self.closing(brace.end(), end)
            if close >= 0:
                return close + 1, (brace.end() + 1, close), True
        if self.braces and (quoted := _QUOTED_BRACES.match(text, position, end)):
            stop = self._quoted(quoted.end(), text[quoted.end() - 1], end)
            if stop >= 0:
                return stop + 1, (quoted.end(), stop), False
        value = _VALUE.match(text, position, end)
        if value is None:
            return position, None, False
        group = value.lastindex or 1
        return value.end(), value.span(group), False

    def _quoted(self, start: int, quote: str, end: int) -> int:
        """Where a quoted value ends whose expressions may have quotes of their own."""
        position = start
        while True:
            stop = self.text.find(quote, position, end)
            brace = self.text.find("{", position, stop if stop >= 0 else end)
            if brace < 0:
                return stop
            close = self.closing(brace, end)
            if close < 0:
                return stop
            position = close + 1

    def closing(self, start: int, end: int) -> int:
        """The place of the brace that closes the one at ``start``, or -1; strings and comments are passed over."""
        if start >= self.unclosed:
            return -1
        depth = 0
        for match in _MARKS.finditer(self.text, start, min(end, start + _LONGEST_EXPRESSION)):
            mark = match[0]
            if mark == "{":
                depth += 1
            elif mark == "}":
                depth -= 1
                if not depth:
                    return match.start()
        self.unclosed = start
        return -1


class Elements:
    """Which element each place belongs to: keeps the open ones, and says where each ends."""

    def __init__(self) -> None:
        self.open: list[tuple[Tag, int]] = []
        self.ends: list[int] = []

    def add(self, tag: Tag) -> int:
        """Enter a tag in the order of the text; the number of the element that it opens, or -1."""
        if tag.is_end:
            # What was never closed ends with what is around it.
            for depth in range(len(self.open) - 1, max(len(self.open) - 65, -1), -1):
                if self.open[depth][0].name == tag.name:
                    for _, number in self.open[depth:]:
                        self.ends[number] = tag.end
                    del self.open[depth:]
                    break
            return -1
        self.ends.append(tag.end)
        if not tag.is_empty and tag.name not in VOID:
            self.open.append((tag, len(self.ends) - 1))
        return len(self.ends) - 1

    def finish(self, end: int) -> None:
        """Elements that are still open end here."""
        for _, number in self.open:
            self.ends[number] = end
