"""What of a text counts when two are compared as code."""

import re
from pathlib import PurePosixPath

# Indentation that means something is compared; elsewhere white space at the beginning of a line is layout.
INDENTED = frozenset(
    (".py", ".pyi", ".pyx", ".yaml", ".yml", ".haml", ".pug", ".coffee", ".nim", ".fs", ".sass", ".md", ".rst")
)
_HASH = frozenset(
    (".py", ".pyi", ".pyx", ".rb", ".sh", ".bash", ".pl", ".r", ".yaml", ".yml", ".toml", ".ex", ".exs", ".nim", ".cfg")
)
# Files in which a tab is not a space, and no line is layout.
_EXACT = frozenset((".mk", ".tsv", ".csv", ".diff", ".patch"))
_EXACT_NAMES = frozenset(("Makefile", "makefile", "GNUmakefile"))
_SPACE = re.compile(r"[ \t\r\f\v]+")


def normal_line(line: str, path: str, *, comments: bool) -> str:
    """A line of code without what does not count: runs of white space, layout, and, without ``comments``, a comment."""
    name = PurePosixPath(path)
    suffix = name.suffix.lower()
    if suffix in _EXACT or name.name in _EXACT_NAMES:
        return line.rstrip("\r")
    text = line.expandtabs(8).rstrip()
    body = text.lstrip()
    if not comments and body.startswith("#" if suffix in _HASH else ("//", "/*", "* ", "*/")):
        return ""
    indentation = text[: len(text) - len(body)] if suffix in INDENTED else ""
    return indentation + _SPACE.sub(" ", body) if body else ""


def normal_lines(text: str, path: str, *, comments: bool) -> tuple[str, ...]:
    """The lines of a text that count, each without what does not."""
    return tuple(line for each in text.split("\n") if (line := normal_line(each, path, comments=comments)))
