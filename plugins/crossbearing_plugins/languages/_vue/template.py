"""The template of a Vue component: directives, expressions in double braces, slots, and tags of components."""

import re
from typing import NamedTuple

from crossbearing_plugins.languages._components.expressions import Names, Piece
from crossbearing_plugins.languages._components.markup import Attribute, Elements, Markup, Span, Tag

_DIRECTIVE = re.compile(r"(?:v-|[:@#.])")
_EVENT = re.compile(r"@|v-on\b")
_SLOT = re.compile(r"#|v-slot\b")
_LOOP = re.compile(r"\s(?:in|of)\s")
_PATH = re.compile(r"\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\Z")
_SHOWN = frozenset(("alt", "aria-label", "label", "placeholder", "title"))
_FAMILIAR = re.compile(r"[a-z][a-z0-9]*\Z")


class Template(NamedTuple):
    """What a template uses: expressions, names that it binds, tags that may be components, and what it shows.

    ``called`` are the ends of names that stand alone as handlers of events.
    """

    pieces: list[Piece]
    names: Names
    tags: list[Tag]
    shown: list[Span]
    called: set[int]


class Blocks(NamedTuple):
    """The blocks of a component's file: the tags of its scripts, and those of its template with its end."""

    scripts: list[Tag]
    template: list[Tag]
    end: int


def blocks(markup: Markup) -> Blocks:
    """Find the scripts at the top level, and the first template."""
    text, scripts, template = markup.text, list[Tag](), list[Tag]()
    depth, end, inside, done = 0, len(text), False, False
    for tag in markup.tags(0, len(text)):
        if not inside and tag.name == "script" and not tag.is_end:
            scripts.append(tag)
        if inside or (tag.name == "template" and not tag.is_end and not done):
            template.append(tag)
            inside = True
            if tag.name == "template" and not tag.is_empty:
                depth += -1 if tag.is_end else 1
            if not depth:
                inside, done, end = False, True, tag.start
    return Blocks(scripts, template, end)


def read_template(text: str, found: Blocks) -> Template:
    """Read the tags of a template and the text between them."""
    template = Template([], Names(), [], [], set())
    if not found.template or _is_foreign(found.template[0], text):
        return template
    elements, bound = Elements(), list[tuple[str, int, int]]()
    for tag in found.template:
        number = elements.add(tag)
        if number < 0:
            continue
        if not _FAMILIAR.match(tag.name):
            template.tags.append(tag)
        for attribute in tag.attributes:
            pattern = _read_attribute(text, tag, attribute, template)
            if pattern:
                bound.append((pattern, tag.start, number))
    elements.finish(found.end)
    for pattern, start, number in bound:
        template.names.bind(pattern, start, elements.ends[number])
    _read_texts(text, found, template)
    return template


def _is_foreign(tag: Tag, text: str) -> bool:
    """Whether a template is written in another language, or in another file."""
    values = {item.name: item.value for item in tag.attributes}
    language = values.get("lang")
    return "src" in values or (language is not None and text[slice(*language)] != "html")


def _read_attribute(text: str, tag: Tag, attribute: Attribute, template: Template) -> str:
    """Read one attribute; the names that it binds, if it binds some."""
    name, span = attribute.name, attribute.value
    if not _DIRECTIVE.match(name):
        if span is not None and name in _SHOWN:
            template.shown.append(span)
        return ""
    if span is None or span[0] >= span[1]:
        if span is None and name.startswith(":") and name[1:].isidentifier():
            # ``:name`` alone stands for ``:name="name"``.
            template.pieces.append(Piece(attribute.at + 1, attribute.at + len(name), 1))
        return ""
    value = text[slice(*span)]
    lead = 2 if text[span[0] - 1] in "\"'" else 1
    if name == "v-for":
        loop = _LOOP.search(value)
        if loop is None:
            return ""
        template.pieces.append(Piece(span[0] + loop.end(), span[1], 2))
        return value[: loop.start()]
    if _SLOT.match(name):
        return value
    template.pieces.append(Piece(*span, lead))
    if _EVENT.match(name) and _PATH.match(value):
        template.called.add(span[0] + len(value.rstrip()))
    return ""


def _read_texts(text: str, found: Blocks, template: Template) -> None:
    tags = found.template
    for tag, following in zip(tags, [*tags[1:], None], strict=True):
        start, end = tag.end, found.end if following is None else following.start
        template.shown.append((start, end))
        while (opening := text.find("{{", start, end)) >= 0:
            close = text.find("}}", opening, end)
            if close < 0:
                break
            template.pieces.append(Piece(opening + 2, close, 2))
            start = close + 2
