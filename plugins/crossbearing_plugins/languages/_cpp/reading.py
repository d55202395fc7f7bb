"""Reading a file of C++, whichever plugin it comes from."""

import re

from crossbearing.plugin import FileFacts
from crossbearing_plugins.languages._cpp.forms import finish
from crossbearing_plugins.languages._cpp.names import WORDS
from crossbearing_plugins.languages._cpp.places import settle
from crossbearing_plugins.languages._cpp.text import readable, without_cpp
from crossbearing_plugins.languages._cpp.types import owner_name, type_name
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language

_ARGUMENTS = r"(?:\s*<(?:[^<>();{}=&|]|<[^<>();{}=&|]{0,60}>){0,60}>)?"
LANGUAGE = Language(
    name="cpp",
    grammar="cpp",
    queries=("cpp.scm",),
    builtins=WORDS,
    receivers={"this": "this"},
    operators=rf"(?:\.(?!\.)\*?|->\*?|{_ARGUMENTS}::)(?:\s*template\b\s*)?",
    word=r"(?!template\b)[^\W\d][\w]*",
    implicit_receiver=True,
    overloads=True,
    parts=True,
    placeholder=r"%[-+ #0]*[\d.*]*(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]|\{[^{}\s]*\}",
    module=lambda text: (text if text.startswith("<") else text.strip('"'), 0),
    type_name=type_name,
    owner=owner_name,
    finish=finish,
)

_SIGN = re.compile(
    r"^[ \t]*(?:class[ \t]+\w|(?:inline[ \t]+)?namespace\b|template[ \t]*<|(?:public|private|protected)[ \t]*:"
    r"|using[ \t]+\w|virtual[ \t]|#[ \t]*include[ \t]*<c?[a-z_]+>)|\w::~?\w|\benum class\b|\boperator[^\w\s]",
    re.MULTILINE,
)
_WORDS = (
    "::",
    "\nclass ",
    "namespace ",
    "template",
    "public:",
    "private:",
    "virtual ",
    "enum class",
    "operator",
    "\nusing ",
)
"""One of them is in every header of C++; looking for them costs next to nothing."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def read_cpp(text: str) -> FileFacts:
    """The facts of one file; stretches that do not parse are listed."""
    text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return settle(facts_of(readable(text), LANGUAGE), text)


def is_cpp(text: str) -> bool:
    """Whether a header holds C++: outside of comments, strings and what is there for C++ alone."""
    if not any(word in text for word in _WORDS) or not _SIGN.search(text):
        return False
    text = _COMMENT.sub(" ", text)
    return _SIGN.search(without_cpp(text) if "__cplusplus" in text else text) is not None
