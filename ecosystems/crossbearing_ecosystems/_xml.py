"""An XML file as elements with the lines on which they and their texts stand.

Entity declarations are refused (an entity can unfold into gigabytes), nothing outside of the file is ever fetched, and
namespaces are left out: `pom.xml` is read with and without them. The entities of HTML are known where asked for, as
Maven knows them.
"""

from collections.abc import Iterator
from html.entities import name2codepoint
from typing import Any
from xml.parsers import expat

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._sheet import Span

_DEEPEST = 200


class Element:
    """An element: its name without namespace, its attributes, its own text (stripped), its children and its lines.

    ``line`` is that of its start tag, which ends on ``tag_end``; ``end`` that of its end tag, and ``text_line`` the one
    on which the first words of its text stand.
    """

    __slots__ = ("attributes", "children", "end", "line", "name", "parts", "tag_end", "text_line")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = self.end = self.tag_end = self.text_line = line
        self.children: list[Element] = []
        self.parts: list[str] = []

    @property
    def text(self) -> str:
        """The text directly inside of the element, without the spaces around it."""
        return "".join(self.parts).strip()

    @property
    def span(self) -> Span:
        """First and last line."""
        return self.line, self.end

    @property
    def tag(self) -> Span:
        """First and last line of the start tag, where the attributes stand."""
        return self.line, self.tag_end

    @property
    def text_span(self) -> Span:
        """From the first line of the text to the end tag; the start tag where there is no text."""
        return (self.text_line, self.end) if self.parts else self.tag

    def child(self, *names: str) -> "Element | None":
        """The first child of that name, or the child of the child for several names; None where there is none."""
        element: Element | None = self
        for name in names:
            element = next((child for child in element.children if child.name == name), None) if element else None
        return element

    def all(self, *names: str) -> Iterator["Element"]:
        """All children of the last name below the children of the names before it."""
        found = [self]
        for name in names:
            found = [child for element in found for child in element.children if child.name == name]
        return iter(found)

    def value(self, *names: str) -> str:
        """The text of the element at ``names``, or an empty string."""
        element = self.child(*names)
        return element.text if element else ""

    def walk(self) -> Iterator["Element"]:
        """The element and everything below it, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


def read_xml(file: SourceFile, *, html_entities: bool = False) -> Element:
    """Parse an XML file; raises :class:`UnreadableError` with the line where it is none."""
    parser = expat.ParserCreate()
    builder = _Builder(parser)
    if html_entities:
        # With a document type that might declare them elsewhere, unknown entities are told of instead of refused.
        parser.UseForeignDTD(True)
        parser.SkippedEntityHandler = builder.entity
    try:
        parser.Parse(file.data, True)
    except expat.ExpatError as problem:
        raise UnreadableError(f"unparseable: {expat.ErrorString(problem.code)}", problem.lineno) from None
    except (ValueError, LookupError) as problem:
        raise UnreadableError(f"unparseable: {problem}") from None
    if builder.root is None:
        raise UnreadableError("unparseable: no element")
    return builder.root


class _Builder:
    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.root: Element | None = None
        self.stack: list[Element] = []
        self.opened: Element | None = None
        # Text comes line by line: buffered, it would be told of at the tag that ends it.
        parser.buffer_text = False
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.finish
        parser.CharacterDataHandler = self.characters
        parser.CommentHandler = self.other
        parser.ProcessingInstructionHandler = self.other
        parser.StartCdataSectionHandler = self.other
        parser.EntityDeclHandler = self.refuse

    def start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.line()
        if len(self.stack) >= _DEEPEST:
            raise UnreadableError("unparseable: nested too deeply", line)
        element = Element(name.rpartition(":")[2], attributes, line)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)
        if attributes:
            self.opened = element

    def finish(self, name: str) -> None:
        self.stack.pop().end = self.line()

    def characters(self, text: str) -> None:
        if self.opened:
            self.line()
        element = self.stack[-1]
        if not element.parts:
            if text.isspace():
                return
            element.text_line = self.line()
        element.parts.append(text)

    def entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter and self.stack:
            self.characters(chr(name2codepoint[name]) if name in name2codepoint else f"&{name};")

    def other(self, *parts: str) -> None:
        if self.opened:
            self.line()

    def refuse(self, *declaration: Any) -> None:
        raise UnreadableError("declares entities, which are not read", self.parser.CurrentLineNumber)

    def line(self) -> int:
        """The line of the event; that of the first one after a start tag is where the tag ends."""
        line = self.parser.CurrentLineNumber
        if self.opened:
            self.opened.tag_end = line
            self.opened = None
        return line
