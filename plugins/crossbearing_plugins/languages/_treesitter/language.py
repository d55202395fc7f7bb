"""What a plugin says of its language besides the query."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from attrs import field, frozen

from crossbearing_plugins.languages._treesitter.grammar import grammar

if TYPE_CHECKING:
    from tree_sitter import Query

    from crossbearing_plugins.languages._treesitter.reading import Reading

_MAIN = """
class function method variable local local.hoisted scope scope.function head call wrap assign base returns decorator
doc doc.inner comment string import export package ignore
"""
MAIN = tuple(_MAIN.split())
"""The captures that say what a pattern is for; all others in the same pattern are its parts."""
CUSTOM = "custom."
"""A capture of this prefix is kept for the language's own functions, with all parts of its match."""

_COMMENT = re.compile(r";[^\n]*")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_CAPTURE = re.compile(r"@([\w.-]+)")
_PREDICATE = re.compile(r"\(#([\w-]+[?])")
_PREDICATES = frozenset({"text-is?", "text-like?"})
_QUOTES = "\"'`<>"


def plain_module(text: str) -> tuple[str, int]:
    """The module that an import names, without quotes, and no level."""
    return text.strip(_QUOTES), 0


def plain_type(text: str) -> str:
    """A declared type as written, without a leading colon or arrow; nothing where it names no class (arrays)."""
    text = text.removeprefix(":").removeprefix("->").strip()
    return "" if text.endswith("]") else text


@frozen(eq=False)
class Language:
    r"""A language that tree-sitter reads.

    ``queries`` are files beside the plugins, read one after the other. ``operators`` is a regular expression of what
    may stand between the links of a chain, ``word`` of a name. ``receivers`` says which words mean the object that a
    method belongs to, and under which name the linker knows them. ``builtins`` lead nowhere where the file does not
    bind them. With ``implicit_receiver`` names of class members are in scope inside the class without a receiver.
    With ``parts``, methods whose owner no class of the file is make a class of that name. With ``overloads`` calls say
    how many arguments they have and with which labels, by which the linker tells definitions of one name apart.

    ``module`` splits what an import names into module and level, ``type_name`` reduces a declared type to what the
    linker can read, ``owner`` the text of an ``@owner`` to a name (empty: the module itself), ``literal`` gives the
    text of a string without quotes (None: the standard way), ``head`` the chain that a word stands for which the file
    does not declare (Ruby's ``@store`` is ``self.store``), ``finish`` sees the reading before facts are made of it.
    ``placeholder`` are the fields of format strings.
    """

    name: str
    grammar: str
    queries: tuple[str, ...]
    builtins: frozenset[str] = frozenset()
    receivers: Mapping[str, str] = field(factory=lambda: {"this": "this", "super": "super"})
    operators: str = r"[?!]?\.(?!\.)"
    word: str = r"#?[^\W\d][\w$]*|[$][\w$]*"
    implicit_receiver: bool = False
    parts: bool = False
    overloads: bool = False
    placeholder: str = r"\$\{[^{}]*\}|\{[^{}\s]*\}|%[-+ #0]*[\d.*]*[a-zA-Z@]"
    module: Callable[[str], tuple[str, int]] = plain_module
    type_name: Callable[[str], str] = plain_type
    owner: Callable[[str], str] = str.strip
    literal: Callable[[str], str] | None = None
    head: Callable[[str], str] | None = None
    finish: "Callable[[Reading], None] | None" = None


class Pattern(NamedTuple):
    """What one pattern of a query is for: its main capture, and the values that ``#set!`` gives it."""

    main: str
    settings: Mapping[str, str]


class Compiled(NamedTuple):
    """A query and what its patterns mean, by number."""

    query: "Query"
    patterns: list[Pattern]


@cache
def compiled(grammar_name: str, queries: tuple[str, ...]) -> Compiled:
    """The query of a language, read from the files beside the plugins."""
    from importlib.resources import files

    from tree_sitter import Query

    folder = files("crossbearing_plugins.languages")
    source = "\n".join(folder.joinpath(name).read_text("utf-8") for name in queries)
    if strange := sorted(set(_PREDICATE.findall(source)) - _PREDICATES):
        raise ValueError(f"{', '.join(queries)}: predicates that nothing evaluates: {', '.join(strange)}")
    query = Query(grammar(grammar_name), source)
    data = source.encode()
    patterns = []
    for number in range(query.pattern_count):
        text = data[query.start_byte_for_pattern(number) : query.end_byte_for_pattern(number)].decode()
        if (first := _PREDICATE.search(text)) and "(#set!" in text[first.end() :]:
            # The library ends the process when it frees such a query.
            raise ValueError(f"{', '.join(queries)}: #set! has to stand before the predicate: {text.strip()}")
        settings = {key: value or "" for key, value in query.pattern_settings(number).items()}
        patterns.append(Pattern(_main(text), settings))
    return Compiled(query, patterns)


def _main(pattern: str) -> str:
    """The capture that says what a pattern is for."""
    captures = set(_CAPTURE.findall(_COMMENT.sub("", _STRING.sub("", pattern))))
    custom = sorted(name for name in captures if name.startswith(CUSTOM))
    found: list[str] = custom or [name for name in MAIN if name in captures]
    if not found:
        raise ValueError(f"a pattern of the query has no main capture: {pattern.strip()}")
    return found[0]
