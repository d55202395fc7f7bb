"""An XML file as elements with the lines on which they and their texts stand.

Entity declarations are refused (an entity can unfold into gigabytes), nothing outside of the file is ever fetched, and
namespaces are left out: `pom.xml` is read with and without them.
"""

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._sheet import Span

_DEEPEST = 200


class Element:
    """An element: its name without namespace, its attributes, its own text (stripped), its children and its lines.

    ``text_line`` is the line on which the first words of its text stand; ``line`` and ``end`` those of its tags.
    """

    __slots__ = ("attributes", "children", "end", "line", "name", "parts", "text_line")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = self.end = self.text_line = line
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


def read_xml(file: SourceFile) -> Element:
    """Parse an XML file; raises :class:`UnreadableError` with the line where it is none."""
    builder = _Builder()
    parser = expat.ParserCreate()
    # Text comes line by line: buffered, it would be told of at the tag that ends it.
    parser.buffer_text = False
    parser.StartElementHandler = lambda name, attributes: builder.start(name, attributes, parser.CurrentLineNumber)
    parser.EndElementHandler = lambda name: builder.finish(parser.CurrentLineNumber)
    parser.CharacterDataHandler = lambda text: builder.characters(text, parser.CurrentLineNumber)
    parser.EntityDeclHandler = lambda *declaration: _refuse(parser.CurrentLineNumber)
    try:
        parser.Parse(file.data, True)
    except expat.ExpatError as problem:
        raise UnreadableError(f"unparseable: {expat.ErrorString(problem.code)}", problem.lineno) from None
    except (ValueError, LookupError) as problem:
        raise UnreadableError(f"unparseable: {problem}") from None
    if builder.root is None:
        raise UnreadableError("unparseable: no element")
    return builder.root


def _refuse(line: int) -> Any:
    raise UnreadableError("declares entities, which are not read", line)


class _Builder:
    def __init__(self) -> None:
        self.root: Element | None = None
        self.stack: list[Element] = []

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if len(self.stack) >= _DEEPEST:
            raise UnreadableError("unparseable: nested too deeply", line)
        element = Element(name.rpartition(":")[2], attributes, line)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)

    def finish(self, line: int) -> None:
        self.stack.pop().end = line

    def characters(self, text: str, line: int) -> None:
        element = self.stack[-1]
        if not element.parts:
            if not text.strip():
                return
            element.text_line = line
        element.parts.append(text)
