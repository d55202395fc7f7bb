"""The few facts about a repository that every task needs: languages, package manager, how to build, test and lint."""

import json
from itertools import product
from typing import Any

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.manifest import Manifest
from crossbearing.model.text import escape_surrogates
from crossbearing.model.tokens import count_tokens

MAX_HEADER_TOKENS = 500
"""The budget of the header (reconnaissance specification, §5)."""

_PURPOSES = ("build", "test", "lint")
_MOST_LANGUAGES = (64, 16, 4, 1)
_LONGEST_TEXTS = (1_000, 300, 100, 40, 12)


def manifest_header(manifest: Manifest, max_tokens: int = MAX_HEADER_TOKENS) -> dict[str, Any]:
    """Return languages, package manager and the commands to build, test and lint, in at most ``max_tokens`` as JSON.

    A command that no file states is left out. One that only makes sense in a subfolder starts with ``cd``. Languages
    are those with most source files; where the budget is exceeded, languages are left out from the last, and then texts
    are cut with ``…``.

    Raises :class:`CrossbearingError` where ``max_tokens`` is too small for anything.
    """
    texts: dict[str, str] = {}
    if manifest.package_manager:
        texts["package_manager"] = manifest.package_manager.name
    for purpose in _PURPOSES:
        if command := _command(manifest, purpose):
            texts[purpose] = command
    for longest, most in product(_LONGEST_TEXTS, _MOST_LANGUAGES):
        shortened: dict[str, Any] = {"languages": [_cut(claim.name, longest) for claim in manifest.languages[:most]]}
        shortened |= {key: _cut(text, longest) for key, text in texts.items()}
        if count_tokens(escape_surrogates(json.dumps(shortened, ensure_ascii=False))) <= max_tokens:
            return shortened
    raise CrossbearingError(f"a manifest header of {max_tokens} tokens holds nothing: allow more")


def _command(manifest: Manifest, purpose: str) -> str | None:
    """The command for a purpose at the root, or else in the first folder that has one."""
    for directory in dict.fromkeys(("", *(runner.directory for runner in manifest.runners))):
        if runner := manifest.runner(purpose, directory):
            return f"cd {directory} && {runner.command}" if directory else runner.command
    return None


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
