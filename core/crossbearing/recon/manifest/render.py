"""The manifest within a budget of tokens, as a model is given it.

The text is JSON with one claim on each line, so that the tokens of the lines add up to those of the text. Where it is
too much, the lists within claims (further evidence, alternatives, sources) keep their first few items, and what is
still too much is cut from the longest list first, down to the length of the next, and so on: all lists that lose
something end up about equally long. What lock files hold is given what the other lists leave. How much is left of each,
and of how much, stands under ``truncated``, with how much the lists within what is left have lost. ``spelling`` is left
out.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from attrs import define, field

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.manifest import Manifest
from crossbearing.model.text import escape_surrogates
from crossbearing.model.tokens import count_tokens
from crossbearing.recon.manifest.document import manifest_to_json

MAX_TOKENS = 5_000
"""The budget of the whole manifest (reconnaissance specification, §5)."""

_WHOLE = frozenset({"evidence", "file", "kind", "schema"})
"""Half a pointer points nowhere, and half a word of the schema is none of it."""
_LONGEST_TEXTS = (300, 100, 40, 12)
_LONGEST_INNER_LIST = 3
_LONGEST_CONVENTIONS = 12
_LAST = "locked"
_FEWEST_TOKENS = 10
"""No claim is shorter than this, however it is written."""


def render_manifest(manifest: Manifest, max_tokens: int = MAX_TOKENS) -> str:
    """Write the manifest as JSON of at most ``max_tokens`` tokens.

    Raises :class:`CrossbearingError` where ``max_tokens`` is too small even for empty lists.
    """
    data = {key: _without_spelling(value) for key, value in manifest_to_json(manifest).items()}
    if _FEWEST_TOKENS * sum(len(value) for value in data.values() if isinstance(value, list)) <= max_tokens:
        text = _write(data)
        if count_tokens(text) <= max_tokens:
            return text
    for longest in (None, *_LONGEST_TEXTS):
        if truncated := _Truncation(data, longest, max_tokens).render():
            return truncated
    bare = {
        **data,
        "package_manager": {"name": None, "evidence": None},
        "layout": {"conventions": [], "evidence": None},
    }
    if truncated := _Truncation(bare, _LONGEST_TEXTS[-1], max_tokens, Counter(package_manager=1, layout=1)).render():
        return truncated
    raise CrossbearingError(f"a manifest of {max_tokens} tokens holds nothing: allow more")


def _without_spelling(value: Any) -> Any:
    """Leave out how a claim is spelled in its file: that serves those who check it, at the price of other claims."""
    if isinstance(value, dict):
        return {key: _without_spelling(item) for key, item in value.items() if key != "spelling"}
    return [_without_spelling(item) for item in value] if isinstance(value, list) else value


class _Line(NamedTuple):
    """A claim as it is written, the tokens that this takes, and how much its inner lists have lost."""

    text: str
    tokens: int
    lost: Counter[str]


@define
class _Truncation:
    """One attempt: strings of at most ``longest`` characters, short inner lists, and lists cut to what is left.

    ``lost`` counts what is left out of the sections that are no lists.
    """

    data: Mapping[str, Any]
    longest: int | None
    max_tokens: int
    lost: Counter[str] = field(factory=Counter)

    def render(self) -> str | None:
        """Return the text, or None where even empty lists are too much."""
        lists = {key: value for key, value in self.data.items() if isinstance(value, list)}
        # The specification's two keys stay: the conventions, and the line that proves the first of them.
        layout = {key: value for key, value in self.data["layout"].items() if key != "claims"}
        whole = {key: value for key, value in self.data.items() if key not in lists} | {"layout": layout}
        rest = {key: self._shortened(value, self.lost, key) for key, value in whole.items()}
        fixed = count_tokens(_write({**self.data, **rest}, {key: [] for key in lists}))
        available = self.max_tokens - fixed
        lines = {key: self._lines(items, available) for key, items in lists.items()}
        while available > 0:
            kept = _share_out(lines, available)
            text = self._text(rest, {key: kept[key] for key in lists})
            excess = count_tokens(text) - self.max_tokens
            if excess <= 0:
                return text
            available -= excess
        return None

    def _text(self, rest: Mapping[str, Any], lines: Mapping[str, list[_Line]]) -> str:
        truncated: dict[str, Any] = {}
        lost = sum((line.lost for kept in lines.values() for line in kept), self.lost)
        for key, kept in lines.items():
            if len(kept) < len(self.data[key]):
                truncated[key] = {"kept": len(kept), "of": len(self.data[key])}
        truncated |= {key: {"left_out": count} for key, count in sorted(lost.items())}
        written = {key: [line.text for line in kept] for key, kept in lines.items()}
        return _write({**self.data, **rest, "truncated": truncated}, written)

    def _lines(self, items: list[Any], available: int) -> list[_Line]:
        """The items as lines, as many as could possibly be kept."""
        lines: list[_Line] = []
        total = 0
        for item in items:
            if total > available:
                break
            lost: Counter[str] = Counter()
            text = _line(self._shortened(item, lost))
            lines.append(_Line(text, count_tokens(f"{text},\n"), lost))
            total += lines[-1].tokens
        return lines

    def _shortened(self, value: Any, lost: Counter[str], key: str = "") -> Any:
        """Cut strings and inner lists."""
        if isinstance(value, dict):
            return {name: self._shortened(item, lost, name) for name, item in value.items()}
        if isinstance(value, str) and self.longest is not None and key not in _WHOLE:
            return value if len(value) <= self.longest else f"{value[: self.longest - 1]}…"
        if isinstance(value, list):
            most = _LONGEST_CONVENTIONS if key == "conventions" and self.longest is None else _LONGEST_INNER_LIST
            if len(value) > most:
                lost[key] += len(value) - most
            return value[:most] if key == "also" else [self._shortened(item, lost, key) for item in value[:most]]
        return value


def _share_out(lines: Mapping[str, list[_Line]], available: int) -> dict[str, list[_Line]]:
    """Keep of each list what fits the level at which all of them together fit."""
    first = {key: items for key, items in lines.items() if key != _LAST}
    sizes = sorted(map(_size, first.values()))
    level, left = 0, available
    for number, size in enumerate(sizes):
        share = left // (len(sizes) - number)
        level = max(level, min(size, share))
        left -= min(size, share)
    kept = {key: _fitting(items, level) for key, items in first.items()}
    left = available - sum(map(_size, kept.values()))
    return {key: kept[key] if key in kept else _fitting(items, left) for key, items in lines.items()}


def _size(lines: list[_Line]) -> int:
    return sum(line.tokens for line in lines)


def _fitting(lines: list[_Line], level: int) -> list[_Line]:
    """The first lines that fit; one that is too long by itself is passed over."""
    kept: list[_Line] = []
    total = 0
    for line in lines:
        if line.tokens <= level:
            if total + line.tokens > level:
                break
            kept.append(line)
            total += line.tokens
    return kept


def _write(data: Mapping[str, Any], lines: Mapping[str, list[str]] | None = None) -> str:
    """JSON with the keys of ``data`` in order and each item of a list on its own line; ``lines`` are ready-made."""
    parts = []
    for key, value in data.items():
        if lines is not None and key in lines:
            items = lines[key]
        else:
            items = [_line(item) for item in value] if isinstance(value, list) else []
        body = ",\n".join(items)
        written = f"[\n{body}\n]" if items else _line([] if isinstance(value, list) else value)
        parts.append(f"{_line(key)}: {written}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return escape_surrogates(json.dumps(value, ensure_ascii=False))
