"""A Svelte component from its text: scripts, markup, and stores by their marked names."""

import re

from crossbearing.plugin import Definition, FileFacts, Reference
from crossbearing_plugins.languages._components.component import (
    MODULE,
    Script,
    add_references,
    component_name,
    known_names,
    public_as_default,
    put_first,
    read_scripts,
    script_of,
    texts,
)
from crossbearing_plugins.languages._components.expressions import line_starts, place_of, references
from crossbearing_plugins.languages._components.markup import Span, Tag
from crossbearing_plugins.languages._svelte.template import Template
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.text import one_line

_REACTIVE = re.compile(r"^[ \t]*\$:[ \t]*([A-Za-z_$][\w$]*)[ \t]*=(?!=)", re.MULTILINE)
_STORE = re.compile(r"\$[A-Za-z_]")


def read_component(text: str, path: str, plain: Language, typed: Language) -> FileFacts:
    """The facts of a component's file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    template = Template(text)
    template.read()
    scripts = [
        script_of(tag, template.markup.content_end(tag, len(text)), text)
        for tag in template.scripts
        if not tag.is_empty
    ]
    facts = read_scripts(text, scripts, plain, typed, typed)
    _declare(facts, text, scripts)
    name = component_name(path)
    component = Definition(name, name, "class", 1, 0, 1, text.count("\n") + 1, signature=f"<{name}>")
    component.docstring = facts.docstring
    put_first(facts, [component])
    _Reader(text, facts, template).read(typed)
    public_as_default(facts, name, 1)
    facts.imports.sort(key=lambda item: (item.line, item.column))
    return facts


def _declare(facts: FileFacts, text: str, scripts: list[Script]) -> None:
    """``$: name = value`` declares a name that nothing else does."""
    starts = line_starts(text)
    known = known_names(facts)
    declared = set()
    for script in scripts:
        for match in _REACTIVE.finditer(text, script.start, script.end):
            line, column = place_of(starts, match.start(1))
            declared.add((line, column))
            if match[1] not in known:
                known[match[1]] = match[1]
                signature = one_line(text[match.start() : text.find("\n", match.end())])
                facts.definitions.append(
                    Definition(match[1], match[1], "variable", line, column, line, line, MODULE, signature)
                )
    facts.references = [item for item in facts.references if (item.line, item.column) not in declared]


class _Reader:
    """Adds what the markup uses to the component, and what stands in snippets to them."""

    def __init__(self, text: str, facts: FileFacts, template: Template) -> None:
        self.text = text
        self.facts = facts
        self.template = template
        self.starts = line_starts(text)
        self.snippets: list[tuple[int, int, int]] = []

    def read(self, language: Language) -> None:
        """Add definitions, references and texts."""
        self._define()
        self.known = known_names(self.facts)
        found = [self._component(tag) for tag in self.template.tags]
        found += [self._action(span) for span in self.template.actions]
        used = references(self.text, self.template.pieces, self.template.names, language)
        found += [self._expression(item) for item in used]
        add_references(self.facts, [item for item in found if item is not None], self._scope)
        self._stores()
        shown = sorted(self.template.shown)
        self.facts.literals += texts(self.text, shown, 0)
        self.facts.literals.sort(key=lambda item: (item.line, item.text))

    def _define(self) -> None:
        for snippet in sorted(self.template.snippets, key=lambda item: item.start):
            (line, column), (first, _) = place_of(self.starts, snippet.at), place_of(self.starts, snippet.start)
            last, _ = place_of(self.starts, max(snippet.end - 1, snippet.start))
            self.snippets.append((snippet.start, snippet.end, len(self.facts.definitions)))
            self.facts.definitions.append(
                Definition(
                    snippet.name,
                    snippet.name,
                    "function",
                    line,
                    column,
                    first,
                    max(last, line),
                    MODULE,
                    one_line(snippet.head),
                )
            )

    def _scope(self, reference: Reference) -> int:
        place = self.starts[reference.line - 1] + reference.column
        around = [item for item in self.snippets if item[0] <= place < item[1]]
        return max(around)[2] if around else 0

    def _component(self, tag: Tag) -> Reference | None:
        head, dot, _ = tag.name.partition(".")
        if self.template.names.hold(head, tag.start) or (dot and head not in self.known):
            return None
        line, column = place_of(self.starts, tag.at + tag.name.rfind(".") + 1)
        return Reference(tag.name, line, column, kind="call")

    def _action(self, span: Span) -> Reference | None:
        name = self.text[slice(*span)].rstrip(".")
        if name.partition(".")[0] not in self.known:
            return None
        line, column = place_of(self.starts, span[0] + name.rfind(".") + 1)
        return Reference(name, line, column, kind="call")

    def _expression(self, item: Reference) -> Reference | None:
        head = item.name.partition(".")[0].removesuffix("()")
        place = self.starts[item.line - 1] + item.column
        if place + len(item.name.rpartition(".")[2]) in self.template.called:
            item.kind = "call"
        if head in self.known or head == "?" or (_STORE.match(head) and head[1:] in self.known):
            return item
        return item if item.kind == "call" and not head.startswith("$") else None

    def _stores(self) -> None:
        """``$name`` is the value of the store ``name``."""
        for item in self.facts.references:
            if self._is_store(item.name):
                item.column += "." not in item.name
                item.name = item.name[1:]
        for binding in self.facts.bindings:
            if self._is_store(binding.value):
                binding.value = binding.value[1:]

    def _is_store(self, name: str) -> bool:
        if not _STORE.match(name):
            return False
        head = name.partition(".")[0].removesuffix("()")
        return head not in self.known and head[1:] in self.known
