"""What a written type names."""

import re

from crossbearing_plugins.languages._cpp.names import HOLDERS, PRIMITIVES

_LONGEST = 400
_QUALIFIERS = re.compile(
    r"(?:(?:const|volatile|typename|struct|class|union|enum|mutable|constexpr|static|inline|virtual|extern|template)\b\s*"
    r"|::\s*)+"
)
_WORD = re.compile(r"\s*([^\W\d]\w*)\s*")
_NEXT = re.compile(r"\s*::\s*(?:template\b\s*)?")


def type_name(text: str) -> str:
    """The class that a type names, dotted; that which a smart pointer holds; nothing for plain values."""
    text = text.strip()[:_LONGEST]
    for _ in range(6):
        name, argument = _split(text)
        if name.rpartition(".")[2] not in HOLDERS or not argument:
            return "" if name in PRIMITIVES else name
        text = argument
    return ""


def _split(text: str) -> tuple[str, str]:
    """The dotted name of a type without its arguments, and the first argument of its last part."""
    match = _QUALIFIERS.match(text)
    position, parts, argument = match.end() if match else 0, [], ""
    while word := _WORD.match(text, position):
        parts.append(word[1])
        position, argument = word.end(), ""
        if text[position : position + 1] == "<":
            end, first = _closing(text, position)
            argument, position = text[position + 1 : first], end
        following = _NEXT.match(text, position)
        if following is None:
            break
        position = following.end()
    return ".".join(parts), argument


def _closing(text: str, start: int) -> tuple[int, int]:
    """Where the bracket at ``start`` closes, and where its first argument ends."""
    depth, first = 0, -1
    for position in range(start, len(text)):
        character = text[position]
        if character in "<([{":
            depth += 1
        elif character in ">)]}":
            depth -= 1
            if depth == 0:
                return position + 1, position if first < 0 else first
        elif character == "," and depth == 1 and first < 0:
            first = position
    return len(text), len(text) if first < 0 else first


_ARGUMENTS = re.compile(r"<[^<>]*>")


def owner_name(text: str) -> str:
    """The class in front of a name that is defined outside of it, without template arguments: ``A::B``."""
    for _ in range(6):
        shorter = _ARGUMENTS.sub("", text)
        if shorter == text:
            break
        text = shorter
    return "::".join(part for part in re.findall(r"[^\W\d]\w*", text) if part != "template")
