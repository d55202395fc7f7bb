"""Configuration reference: the task names a setting, or a file of settings, that stands outside the current file.

Recognised are environment variables (``DATABASE_URL``, ``process.env.PORT``), dotted keys and settings modules that the
manifest knows (``spring.datasource.url``, ``shop.settings``), and names of configuration files (``pyproject.toml``,
``config/app.yaml``) that exist in the repository. Each is proved by the manifest's ``config`` claim, or by the file
itself. The hit points at the module that reads or holds the setting, where it is one of the graph's.

Example: ``tests ignore DATABASE_URL`` fires with ``shop/settings.py:12``. Limits: a variable that no claim of the
manifest mentions does not fire; a mention of the file that is being worked on does not either.
"""

import re
from typing import TYPE_CHECKING

from crossbearing.plugin import Location, SignalHit, hookimpl
from crossbearing_channels.signals._places import MOST_HITS
from crossbearing_channels.signals._task import without_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crossbearing.plugin import Configuration, ContextQuery

VERSION = 1

_WORD = re.compile(r"(?<![\w.])[A-Za-z_][\w-]*+(?:\.[A-Za-z_][\w-]*+)*+")
_FILE = re.compile(
    r"(?<![\w./-])(?:\.{0,2}/)?(?:[\w-]+/)*[\w-][\w.-]*?\.(?:toml|ya?ml|ini|cfg|conf|json5?|properties|env|xml|config|editorconfig)\b"
    r"|(?<![\w/.])(?:[\w-]+/)*(?:\.env(?:\.\w+)?|Dockerfile|Makefile|justfile|setup\.py|conftest\.py|settings\.py)\b"
)
_PREFIXES = ("os.environ.", "process.env.", "import.meta.env.", "env.", "ENV.", "settings.")


@hookimpl
def check(query: "ContextQuery") -> list[SignalHit]:
    """Fire for each setting and each configuration file that the task names."""
    text = without_addresses(query.task)
    found: dict[str, SignalHit] = {}
    for hit in (*_settings(query, text), *_files(query, text)):
        if hit.evidence.path != query.file:
            found.setdefault(hit.words, hit)
    return list(found.values())[:MOST_HITS]


def _settings(query: "ContextQuery", text: str) -> "Iterator[SignalHit]":
    claims: dict[str, Configuration] = {}
    for claim in query.manifest.config:
        if claim.kind != "file" and _is_distinct(claim.name):
            claims.setdefault(claim.name, claim)
    for match in _WORD.finditer(text):
        word = match[0]
        for prefix in _PREFIXES:
            word = word.removeprefix(prefix)
        setting = claims.get(match[0]) or claims.get(word)
        if setting is not None:
            reason = f"{setting.name} is a setting ({setting.kind})"
            yield SignalHit(match[0], setting.evidence, reason, _module(query, setting.evidence.path))


def _is_distinct(name: str) -> bool:
    """Whether a setting's name is no word of a sentence."""
    return bool(re.search(r"[._]", name)) or (name.isupper() and len(name) > 2)


def _files(query: "ContextQuery", text: str) -> "Iterator[SignalHit]":
    proofs: dict[str, Location] = {}
    for claim in query.manifest.claims():
        proofs.setdefault(claim.evidence.path, claim.evidence)
    for match in _FILE.finditer(text):
        word = match[0].strip("./") if not match[0].startswith(".env") else match[0]
        path = _path(query, word, proofs)
        if path is not None:
            evidence = proofs.get(path, Location(path, 1))
            yield SignalHit(match[0], evidence, f"{path} holds settings", _module(query, path))


def _path(query: "ContextQuery", word: str, proofs: dict[str, Location]) -> str | None:
    if query.tree.exists(word):
        return word
    ends = sorted((path for path in proofs if path.endswith(f"/{word}")), key=lambda path: (path.count("/"), path))
    return ends[0] if ends else None


def _module(query: "ContextQuery", path: str) -> int | None:
    return query.graph.module_of_file(path)
