"""The texts that stages give to an agent: data files, each with its version in its name."""

from importlib.resources import files
from string import Template

VERSION = 1
"""The version of the texts in use; a changed text is a new file with the next number."""


def text(name: str, **words: str) -> str:
    """The text of this name, with its ``$words`` filled in."""
    return Template(template(name)).substitute(words)


def template(name: str) -> str:
    """The text of this name as it stands in its file."""
    source = files("crossbearing_plugins.stages") / "texts" / f"{name}.v{VERSION}.md"
    return source.read_text("utf-8").strip()
