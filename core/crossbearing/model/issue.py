"""What is read from an issue before anything is searched: the mined bundle of the localization spec, §3.1."""

from typing import Literal

from attrs import frozen

MAX_IDENTIFIERS = 32
MAX_FILE_PATHS = 8
MAX_ERROR_STRINGS = 8
MAX_SIGNAL_LENGTH = 120


@frozen
class Frame:
    """One frame of a stack trace, as printed: ``file`` is the path in the trace, ``function`` may be empty."""

    file: str
    line: int
    function: str = ""


@frozen
class IssueBundle:
    """Independent signals mined from an issue without a language model.

    ``identifiers`` resolve to definitions of the project; ``unresolved`` look like identifiers but do not, and are kept
    as search terms. ``frames`` are all frames of the traceback from its outermost to its innermost call, library
    frames already dropped; ``deepest_frame`` is the last of them. ``repro_target`` is a failing test's id.
    """

    identifiers: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()
    file_paths: tuple[str, ...] = ()
    error_strings: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    deepest_frame: Frame | None = None
    repro_target: str | None = None


PassageKind = Literal["title", "prose", "code", "output", "trace", "template"]
"""What a part of an issue is: its first line, the reporter's words, code shown, output pasted (logs, results), a stack
trace, or what a template asked for (headings, checklists, versions, the environment)."""


@frozen
class Passage:
    """A stretch of an issue of one kind, in its own words; ``language`` is what the fence around it says, if any."""

    kind: PassageKind
    text: str
    language: str = ""
