"""Telling which commits fix a reported fault, and turning their messages into what a reporter might have written.

A message is no issue: it is shorter, names the code, and carries what trackers, review tools and squash merges put in.
What only those put there is taken out (trailers, references, lists of files, notes on review, templates of pull
requests), so that a model does not learn from what no issue holds.
"""

import re

_CLOSING = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|clos(?:e[sd]?|ing)|resolv(?:e[sd]?|ing)|address(?:e[sd])?)\b:?[^\n#]{0,40}?"
    r"(?:#\d+|\bgh-?\d+|/issues/\d+|\b[A-Z]{2,}-\d+)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"#\d+|\bgh-?\d+|/issues/\d+|\b[A-Z]{2,12}-\d+", re.IGNORECASE)
_FAULT = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|bug(?:fix)?|regression|crash(?:e[sd]|ing)?|incorrect(?:ly)?|wrong(?:ly)?|broken|fail(?:s|ure)?"
    r"|error|exception|panic|leak|deadlock|race)\b",
    re.IGNORECASE,
)
# Work that answers no report of a fault in the code.
_CHORE = re.compile(
    r"\s*(?:\[[^\]]*\]\s*)?(?:revert|merge|bump|release|prepare|update (?:dep|change)|upgrade|typos?\b|docs?\b|chore\b"
    r"|ci\b|build\b|style\b|tests?\b|lint|format|refactor|rename|move\b|remove unused|clean ?up|v?\d+\.\d+)"
    r"|.*\b(?:typos?|changelog|readme|docstrings?|javadocs?|website|links?|documentation|docs|flaky|lint(?:er|ing)?|clippy|rubocop|mypy|ruff"
    r"|flake8|spelling|CI|compiler warnings?|unit tests?|test suite|failing tests?|version bump|dependabot)\b",
    re.IGNORECASE,
)
_BOT = re.compile(r"\[bot\]|dependabot|renovate|pre-commit-ci|greenkeeper|pyup|weblate|transifex|-bot\b", re.IGNORECASE)

_CUT = re.compile(
    r"^(?:-{3,}|={3,}|_{3,})\s*\Z|^\s*#{0,4}\s*(?:\*\*)?(?:checklist|test plan|how (?:has this been|was this) tested"
    r"|testing|screenshots?|release notes?|reviewers?|todo)\b.*|^\s*<!--.*|^diff --git .*|^squashed commit.*",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"""
      \s*[\w-]+-(?:by|to|id|url):\s.*                                   # Signed-off-by:, Change-Id:, PR-URL:
    | \s*(?:cc|bug|issue|issues|pr|ref|refs|see|see\ also|closes?|fixes|fixed|resolves?|related(?:\ to)?|backport\w*
      |ticket|links?|part\ of|fix)\b\s*:?\s*(?:(?:[\w./-]*\#\d+|https?://\S+|gh-?\d+|[A-Z]{2,}-\d+)[\s,.;&]*(?:and)?)*\s*
    | \s*\(?cherry[ -]picked\ from.*
    | \s*git-svn-id:.*
    | \s*https?://\S+\s*
    | \s*(?:[*-]\s*)?[\w./@+-]+\.\w{1,5}\s*(?:\([^)]*\))?:?\s*          # a list of files
    | \s*[*-]\s\[[ xX]\].*
    | \s*(?:[*+-]\s*)?(?:apply|address(?:es|ed)?|fix(?:es|ed)?|from|more|incorporate\w*|respond\s\w+|handle)?\s*
      (?:\w+\s){0,3}(?:code\ review|review(?:er)?s?\ (?:comments?|feedback|suggestions?)|pr\ (?:comments?|feedback)
      |suggestions?(?:\ from)?.*|feedback).*
    | \s*(?:[*+-]\s*)?(?:(?:add|update|fix|improve|more|adjust|adapt|extend|remove|tweak|clean\ ?up|run|apply
      |please)\w*\s)?
      (?:the\s|a\s|some\s|an?other\s)?(?:unit\s|regression\s|failing\s|new\s|missing\s)?
      (?:change ?log|news|tests?|test\ cases?|lint(?:er|ing)?|format(?:ting)?|style|whitespace|typos?|docs?
      |documentation|comments?|imports?|black|ruff|flake8|mypy|rubocop|prettier|eslint|clippy|rustfmt|gofmt|spotless|checkstyle|ci
      |release\ notes?|wip|nits?|clean\ ?up|merge.*|rebase.*)(?:\s(?:entry|file|fix(?:es)?|errors?|failures?))?\.?\s*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_INLINE = re.compile(
    r"\s*[(\[]?(?:\b(?:this\s+)?(?:partially\s+)?(?:fix(?:e[sd])?|clos(?:e[sd]?|ing)|resolv(?:e[sd]?|ing)|refs?|see|issue"
    r"|bug|ticket|pr|pull request|for|per|from|in|address(?:e[sd])?)\s*:?\s*)?(?:issues?\s*|bugs?\s*|ticket\s*)?"
    r"(?:[\w./-]*#\d+|\bgh-?\d+|https?://\S*/(?:issues|pull)/\d+\S*)(?:\s*(?:,|and|&)\s*[\w./-]*#\d+)*[)\]]?",
    re.IGNORECASE,
)
_TICKET = re.compile(r"^\s*\[?[A-Z][A-Z0-9]+-\d+\]?\s*[:.-]?\s*")
_PREFIX = re.compile(
    r"^\s*(?:\[[^\]]{1,30}\]\s*)*(?:(?:fix|bugfix|hotfix|bug|fixed|fixes)(?:\([^)]*\))?!?\s*[:-]\s*|:[a-z_]+:\s*)?",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"\n{3,}")
_LONGEST = 6000
_FEWEST_WORDS = 4


def fixes_a_fault(author: str, message: str) -> bool:
    """Say whether a commit claims to fix something that was reported, and was made by a person."""
    subject, _, _ = message.partition("\n")
    if _BOT.search(author) or _CHORE.match(subject):
        return False
    return bool(_CLOSING.search(message) or (_FAULT.search(subject) and _REFERENCE.search(message)))


def as_report(message: str) -> str | None:
    """What is left of a message without all that trackers and reviews put there; None where that says too little."""
    lines: list[str] = []
    for line in message.replace("\r\n", "\n").split("\n"):
        if _CUT.match(line) and lines:
            break
        if not _NOISE.fullmatch(line):
            lines.append(_INLINE.sub("", line).rstrip())
    lines = _without_repeats(lines)
    text = _BLANKS.sub("\n\n", "\n".join(lines)).strip()
    text = _PREFIX.sub("", _TICKET.sub("", text), count=1).strip()[:_LONGEST]
    return text if len(re.findall(r"\w+", text)) >= _FEWEST_WORDS else None


def _without_repeats(lines: list[str]) -> list[str]:
    """A squash merge lists the subjects of its commits, of which the first often is the title again."""
    seen: set[str] = set()
    kept = []
    for line in lines:
        plain = line.strip().lstrip("*-+ ").lower()
        if not plain or plain not in seen:
            kept.append(line)
        seen.add(plain)
    return kept
