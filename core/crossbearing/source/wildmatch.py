r"""One line of an ignore file, matched byte by byte as git's ``wildmatch`` does.

``*`` and ``?`` stop at ``/``; ``**`` is any number of directories where it stands alone between slashes; ``[...]`` are
classes with ranges, ``!`` or ``^`` negation, backslash escapes and POSIX names. A line starting with ``!`` brings back,
one ending in ``/`` means directories only, one with another ``/`` in it is anchored to the ignore file's directory.

Written here because general matchers decide on whole paths and resolve ``*`` followed by ``!a/`` otherwise than git,
which decides on each directory on the way down. Matching takes time linear in the path for each pattern, also for
patterns made to backtrack. One oddity of git is left out, against its documentation: after a literal start, the stars
of ``a**/b`` cross directories there.
"""

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

_STAR: Literal["*"] = "*"
_SLASH: Literal["/"] = "/"
Token = bytes | Literal["*", "/"]
"""A regular expression for one byte, or one of the two that are more."""

_BYTES = bytes(range(256))
_POSIX_CLASSES = {
    name: frozenset(re.findall(expression, _BYTES[:128], re.DOTALL))
    for name, expression in {
        b"alnum": rb"[0-9A-Za-z]",
        b"alpha": rb"[A-Za-z]",
        b"blank": rb"[ \t]",
        b"cntrl": rb"[\x00-\x1f\x7f]",
        b"digit": rb"[0-9]",
        b"graph": rb"[!-~]",
        b"lower": rb"[a-z]",
        b"print": rb"[ -~]",
        b"punct": rb"[!-/:-@\[-`{-~]",
        b"space": rb"[ \t-\r]",
        b"upper": rb"[A-Z]",
        b"xdigit": rb"[0-9A-Fa-f]",
    }.items()
}


class NoMatchError(ValueError):
    """The pattern is malformed, so that it matches nothing."""


@frozen
class Pattern:
    """A compiled line; ``segments`` has None for ``**``."""

    negated: bool
    directories_only: bool
    segments: tuple[re.Pattern[bytes] | None, ...]

    def matches(self, parts: Sequence[bytes], *, directory: bool) -> bool:
        """Say whether the pattern means the very path with these ``parts``, relative to its ignore file."""
        if self.directories_only and not directory:
            return False
        return _match_segments(self.segments, parts)


def compile_line(line: bytes) -> Pattern | None:
    """Compile one line without its ending; None for blank lines, comments and patterns that match nothing."""
    line = _without_trailing_spaces(line)
    if not line or line.startswith(b"#"):
        return None
    negated = line.startswith(b"!")
    body = line[negated:]
    directories_only = body.endswith(b"/")
    body = body[: len(body) - directories_only]
    try:
        tokens = _tokens(body)
    except NoMatchError:
        return None
    anchored = b"/" in body
    if body.startswith(b"/"):
        tokens = tokens[1:]
    segments = [_segment(part, anchored=anchored) for part in _split(tokens)]
    return Pattern(negated, directories_only, tuple(segments if anchored else [None, *segments]))


def _without_trailing_spaces(line: bytes) -> bytes:
    stripped = line.rstrip(b" ")
    escapes = len(stripped) - len(stripped.rstrip(b"\\"))
    # An odd backslash escapes the first of the spaces, which then belongs to the name.
    return line[: len(stripped) + 1] if escapes % 2 else stripped


def _tokens(body: bytes) -> list[Token]:
    tokens: list[Token] = []
    position = 0
    while position < len(body):
        character = body[position : position + 1]
        position += 1
        if character == b"\\":
            character = body[position : position + 1]
            position += 1
            if not character:
                raise NoMatchError
            tokens.append(_SLASH if character == b"/" else re.escape(character))
        elif character == b"*":
            tokens.append(_STAR)
        elif character == b"/":
            tokens.append(_SLASH)
        elif character == b"?":
            tokens.append(b".")
        elif character == b"[":
            members, position = _class(body, position)
            tokens.append(members)
        else:
            tokens.append(re.escape(character))
    return tokens


def _class(body: bytes, position: int) -> tuple[bytes, int]:
    """Read a bracket expression from behind its ``[``; return it as an expression, and the position behind its end."""
    negated = body[position : position + 1] in (b"!", b"^")
    position += negated
    members: set[bytes] = set()
    previous = b""
    first = True
    while first or body[position : position + 1] != b"]":
        first = False
        character = body[position : position + 1]
        if character == b"[" and body[position + 1 : position + 2] == b":" and (named := _posix(body, position + 2)):
            members |= named[0]
            previous, position = b"", named[1]
        elif character == b"-" and previous and body[position + 1 : position + 2] not in (b"", b"]"):
            last, position = _literal(body, position + 1)
            members |= {_BYTES[code : code + 1] for code in range(previous[0], last[0] + 1)}
            previous = b""
        else:
            previous, position = _literal(body, position)
            members.add(previous)
    chosen = {_BYTES[code : code + 1] for code in range(256)} - members if negated else members
    inside = b"".join(re.escape(member) for member in sorted(chosen - {b"/"}))
    return (b"[" + inside + b"]" if inside else b"(?!)"), position + 1


def _literal(body: bytes, position: int) -> tuple[bytes, int]:
    position += body[position : position + 1] == b"\\"
    character = body[position : position + 1]
    if not character:
        raise NoMatchError
    return character, position + 1


def _posix(body: bytes, position: int) -> tuple[frozenset[bytes], int] | None:
    """Read ``alpha:]``; None where that is not what stands there."""
    end = body.find(b"]", position)
    if end < 0:
        raise NoMatchError
    if end == position or body[end - 1 : end] != b":":
        return None
    members = _POSIX_CLASSES.get(body[position : end - 1])
    if members is None:
        raise NoMatchError
    return members, end + 1


def _split(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token == _SLASH:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _segment(tokens: list[Token], *, anchored: bool) -> re.Pattern[bytes] | None:
    """Compile what stands between two slashes; None for ``**``."""
    if anchored and len(tokens) > 1 and set(tokens) == {_STAR}:
        return None
    pieces = [b""]
    for token in tokens:
        if isinstance(token, bytes):
            pieces[-1] += token
        else:
            pieces.append(b"")
    if not tokens:
        return re.compile(rb"(?!)")
    head, *rest = pieces
    if not rest:
        return re.compile(head, re.DOTALL)
    # The first place where a piece fits leaves the most for the others: atomic groups never try a second.
    middle = b"".join(b"(?>.*?" + piece + b")" for piece in rest[:-1] if piece)
    return re.compile(head + middle + b".*" + rest[-1], re.DOTALL)


def _match_segments(segments: Sequence[re.Pattern[bytes] | None], parts: Sequence[bytes]) -> bool:
    """Match with at most one place to come back to, the last ``**``: its earliest fit leaves the most for the rest."""
    at = done = 0
    retry_at = retry_done = -1
    while done < len(parts):
        if at < len(segments) and segments[at] is None:
            if at == len(segments) - 1:
                return True
            at += 1
            retry_at, retry_done = at, done
        elif at < len(segments) and segments[at].fullmatch(parts[done]):  # type: ignore[union-attr]
            at, done = at + 1, done + 1
        elif retry_at >= 0:
            retry_done += 1
            at, done = retry_at, retry_done
        else:
            return False
    return at == len(segments)
