"""What a run says in the end; the JSON output is these objects field by field."""

from typing import Any, Literal

from attrs import Factory, frozen

from crossbearing.model.answer import PluginStatus
from crossbearing.model.issue import IssueBundle
from crossbearing.model.location import Problem


@frozen
class RankedStatement:
    """A line of a ranked entity, with the text that stands there and what points at it."""

    line: int
    score: float
    text: str
    reason: str = ""


@frozen
class CodeExcerpt:
    """Lines of a file from ``first_line`` on."""

    first_line: int
    lines: tuple[str, ...] = ()


@frozen
class Neighbour:
    """What calls or uses a place (``caller``), or what it calls or uses (``callee``), of the project's own code."""

    relation: str
    qualname: str
    file: str
    line: int


@frozen
class RankedEntity:
    """A candidate place: ``evidence`` holds each channel's score in ``[0, 1]``, ``reasons`` the words behind it.

    ``excerpt`` and ``neighbours`` are there only where a renderer asks for details.
    """

    qualname: str
    kind: str
    file: str
    line: int
    end_line: int
    score: float
    causal_story: str
    evidence: dict[str, float] = Factory(dict)
    reasons: dict[str, str] = Factory(dict)
    statements: tuple[RankedStatement, ...] = ()
    excerpt: CodeExcerpt | None = None
    neighbours: tuple[Neighbour, ...] = ()


@frozen
class RankedFile:
    """A candidate file with its best entities, and the test files (or the folder, ending in ``/``) likely its own."""

    file: str
    score: float
    entities: tuple[RankedEntity, ...] = ()
    tests: tuple[str, ...] = ()


@frozen
class Ranking:
    """Two views of one order: at most 10 files of 5 entities of 5 statements each, and the best entities of all files.

    The second list holds up to five times as many entities as files were asked for, at most 50; those that are not
    among the first files' best carry no statements.
    """

    files: tuple[RankedFile, ...] = ()
    entities: tuple[RankedEntity, ...] = ()


@frozen
class Agreement:
    """The confidence test's ground: the leading entity and the channels that agree on it."""

    top1: str | None
    channels_agreeing: tuple[str, ...] = ()
    count: int = 0
    margin: float = 0.0


@frozen
class ChannelSummary:
    """Whether a channel took part, how much it weighed, and its own favourite."""

    channel: str
    status: Literal["evidence", "none", "failed"]
    weight: float = 0.0
    top1: str | None = None
    reason: str = ""


@frozen
class Report:
    """The answer to one ``locate``."""

    repo: str
    revision: str | None
    profile: str
    ranking: Ranking
    confidence: Literal["agree", "disagree", "none"]
    agreement: Agreement
    bundle: IssueBundle
    channels: tuple[ChannelSummary, ...] = ()
    plugins: tuple[PluginStatus, ...] = ()
    errors: tuple[Problem, ...] = ()
    notes: dict[str, Any] = Factory(dict)


@frozen
class Table:
    """Any other report as a renderer sees it: a title, column names and rows of cells, and the same as plain data."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    data: dict[str, Any] = Factory(dict)
    footer: tuple[str, ...] = ()
