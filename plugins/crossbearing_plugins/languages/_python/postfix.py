"""What calls and members of results belong to: ``make().put``, ``table["key"]()``, read backwards from their end."""

import re
from collections.abc import Iterator

from crossbearing_plugins.languages._python.names import BUILTIN, CALL, CHAIN, DOTTED, NAME, bare, kind_of
from crossbearing_plugins.languages._python.tokens import DROPPED, Tokens

_MOST_STEPS = 300
"""Longer brackets than this many tokens are not read."""
_NAMES = (NAME, CHAIN, CALL, DOTTED, BUILTIN)
_OPENERS = {")": "(", "]": "["}
_CONSTANT = re.compile(r"\s*(?:(-?\d+)|([\"'])([^\"'\\\n]*)\2)\s*")
CALLED_AGAIN = re.compile(r"[)\]]\(")


_CHAIN_STARTS = (NAME, CHAIN, BUILTIN, DOTTED)
_BLANK = frozenset(" \t\n\f\\")
_INNER_SPACE = re.compile(r"^\.[ \t\\\n]+")
_HEAD = re.compile(r"\w*")


def head_of(chain: str) -> str:
    """The name that a chain begins with; empty where it begins with something that is not a name."""
    found = _HEAD.match(chain)
    return found[0] if found else ""


class Leads:
    """Reads backwards what stands before a place in a gap; ``chains`` are dotted names already joined, by token."""

    def __init__(self, tokens: Tokens, chains: dict[int, str]) -> None:
        self.tokens = tokens
        self.chains = chains

    def before(self, gap: int, end: int) -> str:
        """The chain whose last bracket closes at ``end`` of a gap; empty where it begins with anything but a name."""
        links: list[str] = []
        while True:
            opening = self._opening(gap, end)
            if opening is None:
                return ""
            at, position = opening
            if position < 0:
                # The bracket belongs to the token, whose name is called.
                links.append("()")
                head = self._name(at)
                break
            closing = self.tokens.gaps[gap][end - 1]
            links.append("()" if closing == ")" else self._key(at, position, gap, end))
            before = self.tokens.gaps[at][:position]
            if before[-1:] in (")", "]"):
                gap, end = at, position
                continue
            head = self._name(at - 1) if not before and at else ""
            if head and self.tokens.texts[at - 1][-1] in "(=":
                head = ""
            break
        return head + "".join(reversed(links)) if head and len(links) < 9 else ""

    def _opening(self, gap: int, end: int) -> tuple[int, int] | None:
        """Where the bracket that closes at ``end`` of a gap opens: a gap and place, or a token and -1."""
        gaps, texts = self.tokens.gaps, self.tokens.texts
        wanted = _OPENERS[gaps[gap][end - 1]]
        depth, text = 0, gaps[gap][:end]
        for at in range(gap, max(gap - _MOST_STEPS, -1), -1):
            for position in range(len(text) - 1, -1, -1):
                sign = text[position]
                if sign in ")]}":
                    depth += 1
                elif sign in "([{":
                    depth -= 1
                    if not depth:
                        return (at, position) if sign == wanted else None
            if not at:
                break
            token = texts[at - 1]
            if token[-1] == "(" and token[0] != "#":
                depth -= 1
                if not depth:
                    return (at - 1, -1) if wanted == "(" else None
            text = gaps[at - 1]
        return None

    def _name(self, index: int) -> str:
        text = self.tokens.texts[index]
        if index in self.chains:
            return bare(self.chains[index])
        if text[0] == "#" or kind_of(text) not in _NAMES or text[0] == ".":
            return ""
        return bare(text)

    def _key(self, at: int, position: int, gap: int, end: int) -> str:
        begin = self._offset(at, position) + 1
        key = self.tokens.text[begin : self._offset(gap, end) - 1]
        found = _CONSTANT.fullmatch(key) if len(key) < 60 else None
        if not found:
            return "[_]"
        return f"[{found[1]}]" if found[1] else f'["{found[3]}"]'

    def _offset(self, gap: int, position: int) -> int:
        """The offset in the file of a place in a gap."""
        tokens = self.tokens
        end = tokens.starts[gap] if gap < len(tokens.starts) else len(tokens.text)
        return end - len(tokens.gaps[gap]) + position

    def called_again(self) -> Iterator[tuple[int, int, str]]:
        """Calls of what a call or an item gives: the token before, the offset of the bracket, what is called."""
        gaps = self.tokens.gaps
        odd = {gap for gap in set(gaps) if CALLED_AGAIN.search(gap)}
        for index in [at for at, gap in enumerate(gaps) if gap in odd] if odd else ():
            for match in CALLED_AGAIN.finditer(gaps[index]):
                if index and (name := self.before(index, match.start() + 1)):
                    yield index - 1, self._offset(index, match.end() - 1), name


def join_chains(tokens: Tokens, dotted: list[int]) -> dict[int, str]:
    """Complete the tokens at ``dotted`` that begin with a dot; the answer maps their index to the whole chain.

    ``.put(`` continues the name before it where only space and comments lie between, or the call or item of a name
    that ends before it; it belongs to ``super`` after ``super(...)``, and follows something that is not a name (``?``)
    elsewhere.
    """
    texts, gaps = tokens.texts, tokens.gaps
    chains: dict[int, str] = {}
    leads = Leads(tokens, chains)
    for index in dotted:
        before = index - 1
        while before >= 0 and texts[before][0] == "#" and _BLANK.issuperset(gaps[before + 1]):
            before -= 1
        head = "?"
        if before >= 0:
            if _BLANK.issuperset(gaps[before + 1]):
                if texts[before][-1] not in "(=" and kind_of(texts[before]) in _CHAIN_STARTS:
                    head = chains.pop(before, texts[before])
                    texts[before] = DROPPED
            elif _follows_super(texts, gaps, before):
                head = "super"
            elif gaps[index].rstrip()[-1:] in (")", "]"):
                head = leads.before(index, len(gaps[index].rstrip())) or "?"
        chains[index] = head + _INNER_SPACE.sub(".", texts[index])
    return chains


def _follows_super(texts: list[str], gaps: list[str], last: int) -> bool:
    if texts[last] == "super(":
        return gaps[last + 1].strip() == ")"
    return last >= 2 and texts[last - 2] == "super(" and gaps[last].strip() == "," and gaps[last + 1].strip() == ")"
