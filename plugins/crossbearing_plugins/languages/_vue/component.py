"""A Vue component from its text: scripts, options, and what its template uses."""

import re

from crossbearing.plugin import Definition, FileFacts, Import, Reference
from crossbearing_plugins.languages._components.component import (
    MODULE,
    add_references,
    component_name,
    known_names,
    public_as_default,
    read_scripts,
    script_of,
    texts,
)
from crossbearing_plugins.languages._components.expressions import line_starts, place_of, references
from crossbearing_plugins.languages._components.markup import Markup, Tag
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.text import blank_outside
from crossbearing_plugins.languages._vue.options import add_props, make_component
from crossbearing_plugins.languages._vue.template import Blocks, blocks, read_template

TEMPLATE = "template"
SETUP = "setup"
_WORD = re.compile(r"(?:^|[-_.])(\w)")
_OWN = frozenset(("component", "slot", TEMPLATE))


def read_component(text: str, path: str, plain: Language, typed: Language, jsx: Language) -> FileFacts:
    """The facts of a component's file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    markup = Markup(text)
    found = blocks(markup)
    scripts = [script_of(tag, markup.content_end(tag, len(text)), text) for tag in found.scripts if not tag.is_empty]
    facts = read_scripts(text, scripts, plain, typed, jsx)
    name = component_name(path)
    make_component(facts, name, text.count("\n") + 1)
    add_props(facts, blank_outside(text, [(script.start, script.end) for script in scripts]))
    public_as_default(facts, name, 1)
    if found.template:
        _Reader(text, facts, found).read(typed)
    facts.imports.sort(key=lambda item: (item.line, item.column))
    return facts


class _Reader:
    """Adds what the template uses; the template is a method of the component."""

    def __init__(self, text: str, facts: FileFacts, found: Blocks) -> None:
        self.text = text
        self.facts = facts
        self.found = found
        self.starts = line_starts(text)
        self.template = read_template(text, found)
        self.known = known_names(facts)
        self.members = {item.name for item in facts.definitions if item.scope == 0}
        self.setup = next(
            (at for at, item in enumerate(facts.definitions) if item.scope == 0 and item.name == SETUP), -2
        )
        self.local = {item.name for item in facts.definitions if item.scope == self.setup}
        self.local |= {item.name for item in facts.bindings if item.scope == self.setup}
        self.number = len(facts.definitions)

    def read(self, language: Language) -> None:
        """Add the template's definition, references and texts."""
        tag = self.found.template[0]
        (line, column), (last, _) = place_of(self.starts, tag.at), place_of(self.starts, self.found.end)
        name = f"{self.facts.definitions[0].name}.{TEMPLATE}"
        self.facts.definitions.append(
            Definition(TEMPLATE, name, "method", line, column, line, max(last, line), 0, f"<{TEMPLATE}>")
        )
        found = [self._component(tag) for tag in self.template.tags if tag.name not in _OWN]
        used = references(self.text, self.template.pieces, self.template.names, language)
        found += [self._expression(item) for item in used]
        add_references(self.facts, [item for item in found if item is not None], self._scope)
        self.facts.literals += texts(self.text, self.template.shown, self.number)
        self.facts.literals.sort(key=lambda item: (item.line, item.text))

    def _scope(self, reference: Reference) -> int:
        head = reference.name.partition(".")[0].removesuffix("()")
        return self.setup if head in self.local and head not in self.known else self.number

    def _component(self, tag: Tag) -> Reference | None:
        """A component's tag calls it; one that the file does not import may be known to the whole project."""
        place = tag.at + tag.name.rfind(".") + 1
        line, column = place_of(self.starts, place)
        head = tag.name.partition(".")[0]
        if self.template.names.hold(head, tag.start):
            return None
        pascal = _WORD.sub(lambda match: match[1].upper(), tag.name) if "." not in tag.name else head
        camel = pascal[:1].lower() + pascal[1:]
        own = self.facts.definitions[0].name
        # What is imported goes before the component itself.
        for spelling in sorted((head, pascal, camel), key=lambda name: name == own):
            if spelling in self.known or spelling in self.local:
                rest = tag.name[len(head) :] if spelling == head else ""
                return Reference(f"{spelling}{rest}", line, column, kind="call")
        if "." in tag.name or ":" in tag.name:
            return None
        self.known[pascal] = pascal
        self.facts.imports.append(Import(f"<{pascal}>", "default", pascal, line, column, 0, MODULE))
        return Reference(pascal, line, column, kind="call")

    def _expression(self, item: Reference) -> Reference | None:
        head = item.name.partition(".")[0].removesuffix("()")
        place = self.starts[item.line - 1] + item.column
        if place + len(item.name.rpartition(".")[2]) in self.template.called:
            item.kind = "call"
        if head in self.known or head in self.local or head in ("this", "?"):
            return item
        if head in self.members:
            item.name = f"this.{item.name}"
            return item
        return item if item.kind == "call" and not head.startswith("$") else None
