"""HEEx templates in the code: components are calls, and so is what stands in braces."""

import re
from collections.abc import Iterator

_COMPONENT = re.compile(rb"<(?:([A-Z][\w.]*)?\.([a-z_]\w*[?!]?)|[a-z/!])")
_BRACES = re.compile(rb"\{(?:[^{}]|\{[^{}]{0,1000}\}){0,1000}\}|<%[=-]?(?:[^%]|%(?!>)){0,1000}%>")
_CALL = re.compile(rb"(?<![\w.@:&])(?:([A-Z][\w.]*)\.)?([a-z_]\w*[?!]?)\(")
_STRINGS = re.compile(rb'"(?:[^"\\#]|\\.)*"')


def uses(data: bytes, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Where names of called functions begin: the start and end of the chain's first word, and the end of the callee."""
    for match in _COMPONENT.finditer(data, start, end):
        if match[2] is not None:
            first = 2 if match[1] is None else 1
            yield match.start(first), match.end(first), match.end(2)
    for braces in _BRACES.finditer(data, start, end):
        quiet = [item.span() for item in _STRINGS.finditer(data, *braces.span())]
        for match in _CALL.finditer(data, *braces.span()):
            if not any(first <= match.start() < last for first, last in quiet):
                first = 2 if match[1] is None else 1
                yield match.start(first), match.end(first), match.end(2)
