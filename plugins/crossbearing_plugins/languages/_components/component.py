"""A component as facts: those of its scripts, a class that stands for it, and the uses in its markup."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from crossbearing.plugin import Definition, FileFacts, Import, Reference, StringLiteral
from crossbearing_plugins.languages._components.expressions import line_starts, place_of
from crossbearing_plugins.languages._components.markup import Tag
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.text import blank_outside

MODULE = -1
DEFAULT = "default"
_TWO_WORDS = re.compile(r"[^\W_]\S*\s(?:.*\s)?\S*[^\W_]", re.DOTALL)
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}|\{+|\}+")
_LONGEST_TEXT = 1_000
_TYPED = ("ts", "tsx", "typescript")


class Script(NamedTuple):
    """The content of a script element, and the language that it says it has."""

    start: int
    end: int
    language: str
    is_setup: bool


def component_name(path: str) -> str:
    """The name of a component: that of its file, or of the folder that it is the index of."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem == "index" and folder else stem or path


def script_of(tag: Tag, end: int, text: str) -> Script:
    """The script that a tag opens."""
    values = {item.name: "" if item.value is None else text[slice(*item.value)] for item in tag.attributes}
    language = values.get("lang", "") or ("ts" if "typescript" in values.get("type", "") else "")
    return Script(tag.end, end, language, "setup" in values)


def read_scripts(text: str, scripts: Iterable[Script], plain: Language, typed: Language, jsx: Language) -> FileFacts:
    """The facts of all scripts of a file, as of one module."""
    scripts = list(scripts)
    language = plain
    if any(script.language in _TYPED for script in scripts):
        language = jsx if any(script.language == "tsx" for script in scripts) else typed
    return facts_of(blank_outside(text, [(script.start, script.end) for script in scripts]), language)


def put_first(facts: FileFacts, added: list[Definition]) -> None:
    """Put definitions before all others, whose numbers change."""
    placed: list[Any] = [*facts.definitions, *facts.references, *facts.imports, *facts.bindings, *facts.literals]
    for fact in placed:
        if fact.scope >= 0:
            fact.scope += len(added)
    facts.definitions = [*added, *facts.definitions]


def public_as_default(facts: FileFacts, name: str, line: int) -> None:
    """Make a definition what the file's importers get."""
    facts.imports = [item for item in facts.imports if item.module or item.alias != DEFAULT]
    facts.imports.insert(0, Import("", name, DEFAULT, line, 0))
    facts.exports = None


def texts(text: str, stretches: Iterable[tuple[int, int]], scope: int) -> list[StringLiteral]:
    """What markup shows: stretches of two words or more, expressions as ``{}``."""
    starts = line_starts(text)
    found = []
    for start, end in stretches:
        content = text[start:end]
        if len(content) > _LONGEST_TEXT or " " not in content.strip():
            continue
        shown = _SPACE.sub(" ", _CODE.sub("{}", content)).strip()
        if _TWO_WORDS.search(shown):
            place = start + len(content) - len(content.lstrip())
            found.append(StringLiteral(shown, place_of(starts, place)[0], scope))
    return found


def known_names(facts: FileFacts) -> dict[str, str]:
    """The names that a module binds at its top level."""
    found = {item.name: item.name for item in facts.definitions if item.scope == MODULE}
    found |= {item.alias: item.alias for item in facts.imports if item.scope == MODULE and item.alias}
    return found


def add_references(facts: FileFacts, found: Iterable[Reference], scope_at: Callable[[Reference], int]) -> None:
    """Add uses in markup to those of the scripts."""
    for item in found:
        item.scope = scope_at(item)
        facts.references.append(item)
    facts.references.sort(key=lambda item: (item.line, item.column))
    facts.imports.sort(key=lambda item: (item.line, item.column))
    facts.literals.sort(key=lambda item: (item.line, item.text))
