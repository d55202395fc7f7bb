"""Names that an issue mentions, weighed by how it writes them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from crossbearing_channels._words import STOP_WORDS

if TYPE_CHECKING:
    from crossbearing.plugin import Query

# An identifier chain, with what stands around it; each run of name characters is read once.
_CHAIN = re.compile(r"(`{0,2})([A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)*+)(\()?|\w++")
_COMPOUND = re.compile(r"[a-z0-9]_+[a-zA-Z0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]|__\w")
_URL = re.compile(r"https?://\S++")
_LONGEST = 160
_ROOTS = ("src", "lib", "source", "packages", "python")

PLAIN = 0.1
"""The weight of a word that may as well be prose."""
NAMED = 0.5
"""The weight of a capitalised word, which may begin a sentence."""

_PASSAGE_WEIGHTS = {"title": 2.0, "prose": 1.0, "code": 0.7, "trace": 0.4, "output": 0.3}


def mentions(query: "Query") -> dict[str, float]:
    """Dotted chains and single identifiers of the issue, with weights above 0: the best that any place gives each.

    A chain in backticks, with a dot, in camel case or with an underscore, called, or in code counts as a name; a
    capitalised word half, any other word next to nothing. What the title says counts twice, pasted text less than
    half. Templates, stop words and the project's own name are left out.
    """
    found: dict[str, float] = {}
    own_names = _project_names(query)
    for passage in query.passages:
        weight = _PASSAGE_WEIGHTS.get(passage.kind, 0.0)
        for name, certainty in _chains(_URL.sub(" ", passage.text), code=passage.kind == "code"):
            if weight and name.lower() not in own_names:
                found[name] = max(found.get(name, 0.0), weight * certainty)
    return found


def _project_names(query: "Query") -> set[str]:
    """The repository's name, and the folder that most of its source files lie in, in lower case."""
    graph = query.graph
    files = [path.split("/") for path, role in zip(graph.files, graph.roles, strict=True) if role == "source"]
    tops = Counter(parts[1] if parts[0] in _ROOTS and len(parts) > 2 else parts[0] for parts in files if len(parts) > 1)
    most = {name.lower() for name, count in tops.items() if 2 * count > len(files)}
    return {re.split(r"[/+]", query.tree.name)[-1].lower(), *most}


def _chains(text: str, *, code: bool) -> Iterator[tuple[str, float]]:
    for match in _CHAIN.finditer(text):
        if match[2] and 1 < len(match[2]) <= _LONGEST:
            marked = code or bool(match[1] or match[3])
            if marked or match[2].lower() not in STOP_WORDS:
                yield match[2], _certainty(match[2], marked=marked)


def _certainty(name: str, *, marked: bool) -> float:
    if marked or "." in name or _COMPOUND.search(name):
        return 1.0
    return NAMED if name[0].isupper() else PLAIN
