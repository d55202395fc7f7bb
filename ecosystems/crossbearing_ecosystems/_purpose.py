"""What a file that lists dependencies is for, by its name and its folders."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._pep508 import is_for_developers
from crossbearing_ecosystems._project_sheet import DependencyKind

_KIND_OF_FILE = re.compile(r"requirements?|reqs?|environment|\benv\b|conda")
_OPTIONAL = frozenset({"optional", "extra", "extras"})


class Purpose(NamedTuple):
    """The kind and group that all dependencies of a file have."""

    kind: DependencyKind
    group: str


def purpose_of_file(file: SourceFile) -> Purpose:
    """Judge by the words of the name (``requirements-dev.txt``), else of the folder (``docs/requirements.txt``)."""
    *folders, name = file.path.split("/")
    group = "-".join(_words(_KIND_OF_FILE.sub("-", name.rpartition(".")[0].lower())))
    if not group and folders and is_for_developers(folders[-1]):
        group = folders[-1].lower()
    if is_for_developers(group) or file.role in ("test", "docs"):
        return Purpose("dev", group)
    return Purpose("optional" if group in _OPTIONAL else "runtime", group)


def extra_kind(group: str) -> DependencyKind:
    """What the dependencies of an extra are for; those without one are needed at run time."""
    if not group:
        return "runtime"
    return "dev" if is_for_developers(group) else "optional"


def _words(text: str) -> Iterator[str]:
    return (word for word in re.split(r"[-_.\s]+", text) if word)
