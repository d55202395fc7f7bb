"""A file as plugins see it: its path and its bytes, never the disk."""

import codecs
import hashlib
import re
from functools import cached_property
from typing import Literal, Protocol

from attrs import define, field

Role = Literal["source", "test", "docs", "example", "generated", "vendored"]

_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# Codecs for text that is not in files; they raise on what they cannot decode, or make half characters of it.
_NOT_FOR_FILES = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
_NEWLINE = re.compile(r"\r\n|\r|\n")


def blob_id(data: bytes) -> str:
    """Return the git blob id (SHA-1) of ``data``, so that a file has one name in the working tree and in any commit."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


@define(frozen=True, slots=False, eq=False)
class SourceFile:
    """One file of the repository at one revision.

    ``path`` is relative to the repository root with ``/`` separators; bytes of a file name that are not UTF-8 are
    carried as surrogate escapes (PEP 383). ``digest`` is the git blob id of ``data``.
    """

    path: str
    data: bytes = field(repr=False)
    digest: str = ""
    role: Role = "source"

    def __attrs_post_init__(self) -> None:
        if not self.digest:
            object.__setattr__(self, "digest", blob_id(self.data))

    @cached_property
    def text(self) -> str:
        """The content decoded by its byte order mark, else its coding line (PEP 263), else UTF-8; never raises.

        A byte order mark is removed and undecodable bytes become U+FFFD. Line endings are kept.
        """
        return decode(self.data)

    @cached_property
    def lines(self) -> list[str]:
        r"""The lines of ``text`` without their endings; only ``\n``, ``\r\n`` and ``\r`` end a line."""
        return _NEWLINE.split(self.text)


class FileTree(Protocol):
    """The files of the repository at one revision, read-only; what a plugin reads through it is remembered."""

    @property
    def name(self) -> str:
        """The repository's name, for example ``flask``."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Every scanned path, sorted; skipped and ignored files are absent."""

    def exists(self, path: str) -> bool:
        """Say whether ``path`` is one of ``paths``."""

    def read(self, path: str) -> SourceFile | None:
        """Return the file, or None where there is no such scanned file."""


def decode(data: bytes) -> str:
    """Decode file content as :attr:`SourceFile.text` describes."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_declared_encoding(data), errors="replace")


def _declared_encoding(data: bytes) -> str:
    for line in data.split(b"\n", 2)[:2]:
        if match := _CODING.match(line):
            try:
                # Only text encodings: "hex" and "zip" are codecs too, and would raise or inflate.
                codec = codecs.lookup(match[1].decode("ascii"))
            except (LookupError, UnicodeDecodeError):
                return "utf-8"
            usable = getattr(codec, "_is_text_encoding", True) and codec.name not in _NOT_FOR_FILES
            return codec.name if usable else "utf-8"
    return "utf-8"
