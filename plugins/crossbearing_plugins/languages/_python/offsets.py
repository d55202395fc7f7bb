"""From the byte offsets that parsers give to character offsets."""

import re
from bisect import bisect_right
from itertools import accumulate

_WIDE = re.compile(r"[^\x00-\x7f]")


class Offsets:
    """Maps offsets into the UTF-8 form of a text to offsets into the text."""

    def __init__(self, text: str) -> None:
        wide = [] if text.isascii() else list(_WIDE.finditer(text))
        self.surplus = list(accumulate((len(match[0].encode("utf-8", "replace")) - 1 for match in wide), initial=0))
        self.ends = [match.end() + surplus for match, surplus in zip(wide, self.surplus[1:], strict=True)]

    def character(self, byte: int) -> int:
        """The character offset of a byte offset that lies between characters."""
        return byte - self.surplus[bisect_right(self.ends, byte)] if self.ends else byte
