"""What the first bytes of a file tell."""

import codecs

SNIFFED_BYTES = 8192

_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def is_binary(data: bytes) -> bool:
    """Say whether ``data`` is no text: a NUL byte in its first 8 KiB, as git judges, unless it is UTF-16 or UTF-32.

    Those two begin with a byte order mark, and what follows must decode.
    """
    start = data[:SNIFFED_BYTES]
    if b"\0" not in start:
        return False
    for mark, encoding in _WIDE_MARKS:
        if start.startswith(mark):
            return not _decodes(start[len(mark) :], encoding)
    return True


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return False
    return True
