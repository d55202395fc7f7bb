"""Files that commits touched before: often, or with messages that talk like the issue.

The commits that led to the revision in question are read from git when this channel is asked, merges left out and
renamed files followed to their names of today. Two forms:

- ``messages``: BM25 between the issue's title and prose and the messages of the commits. A file gets the sum over the
  ``matches`` best messages of the commits that touched it, each divided by the root of the number of files touched, and
  halved for each ``half_life`` days of age. The definitions in a file get ``inside`` of its score, and those that hold
  today what one of the ``traced`` best commits wrote get more: ``written`` times the share of the best place.
- ``churn`` (localization specification §3.5): how often each of the ``hot_files`` most touched files was touched,
  divided by the most, times the best BM25 score between the issue and the message of a commit that touched the file and
  names an issue or a fix, divided by the best; the first factor alone where no such message shares a word with the
  issue. All definitions in a file score the same.

Messages that nearly repeat the issue (``overlap``) are left out: they are of its own fix, or of attempts at it. So are
commits of bots, commits that the project lists in ``.git-blame-ignore-revs``, and those that touched more than
``largest`` files, which say nothing about any of them. Where less than ``least_commits`` commits touched the project's
files, or less than ``least_pairs`` name an issue or a fix, the history is too thin, and there is no evidence.

Example: "GBP is no currency" comes up where an old commit says "fix #12: reject unknown currencies".

Limits: files that were always stable and are faulty now; messages that say "WIP". A shallow clone has no history.
"""

from typing import TYPE_CHECKING, Literal

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, printable
from crossbearing_channels._past import PastCommits, asked, overlapping
from crossbearing_channels._scores import Reasons
from crossbearing_channels._writings import Writings

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

    Array = npt.NDArray[np.float64]

VERSION = 1

_SHOWN = 60
_SEEDS = 5
_LEAST_TOGETHER = 3


@frozen
class Options:
    """What counts, and how much.

    ``form``: what is scored, ``messages`` or ``churn``.
    ``hot_files``: how many of the most touched files have any churn (form ``churn``).
    ``matches``: how many of the best matching commits count (form ``messages``).
    ``half_life``: after how many days a commit counts half as much; 0 is never.
    ``inside``: what the definitions in a file get of its score (form ``messages``).
    ``written``: what those get on top that hold today what a matching commit wrote (form ``messages``).
    ``traced``: of how many of the best matching commits it is found out what they wrote (form ``messages``). Each costs
    a process of git; none by default, because beside the other channels it places functions no better.
    ``together``: what a file gets of the score of one of the best, times the share of the commits on that one which
    touched both (form ``messages``); none by default.
    ``overlap``: the share of words that a message has in common with the issue from which on it is left out.
    ``largest``: how many files a commit may touch to count; 0 is any number.
    ``bots``: whether the commits of bots count.
    ``least_commits``: how many commits must have touched the project's files.
    ``least_pairs``: how many of them must name an issue or a fix.
    """

    form: Literal["churn", "messages"] = field(default="messages", validator=validators.in_(("churn", "messages")))
    hot_files: int = field(default=200, validator=validators.ge(1))
    matches: int = field(default=50, validator=validators.ge(1))
    half_life: float = field(default=0.0, validator=validators.ge(0))
    inside: float = field(default=0.5, validator=[validators.ge(0), validators.le(1)])
    written: float = field(default=0.25, validator=[validators.ge(0), validators.le(1)])
    traced: int = field(default=0, validator=validators.in_(range(101)))
    together: float = field(default=0.0, validator=[validators.ge(0), validators.le(1)])
    overlap: float = field(default=0.6, validator=[validators.gt(0), validators.le(1)])
    largest: int = field(default=100, validator=validators.ge(0))
    bots: bool = False
    least_commits: int = field(default=20, validator=validators.ge(1))
    least_pairs: int = field(default=5, validator=validators.ge(0))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates in files that commits touched."""
    options = options or Options()
    history = query.history.read()
    if isinstance(history, NoEvidence):
        return history
    past = PastCommits.of(history, query.graph, largest=options.largest, bots=options.bots)
    if thin := _too_thin(past, options):
        return NoEvidence(thin)
    scores = _message_scores(query, past, options)
    return (
        _by_churn(query, past, scores, options)
        if options.form == "churn"
        else _by_messages(query, past, scores, options)
    )


def _too_thin(past: PastCommits, options: Options) -> str | None:
    commits, pairs = int(past.counted.sum()), int(past.refers().sum())
    if commits < options.least_commits:
        return f"the history is thin: {commits} commits touched the project's files, {options.least_commits} are needed"
    if pairs < options.least_pairs:
        return f"the history is thin: {pairs} commits name an issue or a fix, {options.least_pairs} are needed"
    return None


def _message_scores(query: "Query", past: PastCommits, options: Options) -> "Array":
    """The BM25 score of each commit's message; 0 for those that are not asked."""
    chosen = past.refers() if options.form == "churn" else past.counted
    return past.history.bm25(asked(query), chosen & ~overlapping(query, past.history, options.overlap))


def _by_churn(query: "Query", past: PastCommits, scores: "Array", options: Options) -> Evidence | NoEvidence:
    import numpy as np

    churn = past.churn()
    hot = np.argsort(-churn, kind="stable")[: options.hot_files]
    files = np.zeros(len(churn))
    files[hot] = churn[hot] / churn.max()
    fixes = past.best(scores)
    if fixes.max() > 0:
        files *= fixes / fixes.max()
    found = {int(e): score for e in query.candidates if (score := float(files[query.graph.file_index[e]])) > 0}
    if not found:
        return NoEvidence("no candidate lies in a file that was changed often, and by a fix that talks like the issue")
    return Evidence(found, Reasons(found, _Witnesses(query, past, scores, churn).reason))


def _by_messages(query: "Query", past: PastCommits, scores: "Array", options: Options) -> Evidence | NoEvidence:
    import numpy as np

    best = np.argsort(-scores, kind="stable")[: options.matches]
    best = best[scores[best] > 0]
    weights = np.zeros(len(scores))
    weights[best] = scores[best] / np.sqrt(past.history.sizes()[best]) * past.recency(options.half_life)[best]
    files = past.total(weights)
    if options.together:
        files += options.together * past.together(files, _SEEDS, _LEAST_TOGETHER)
    own = files[query.graph.file_index[query.candidates]]
    if not len(best) or not own.max(initial=0.0) > 0:
        return NoEvidence("no earlier commit on the candidates' files talks like the issue")
    kinds = np.array(query.graph.kinds, dtype=np.str_)[query.candidates]
    shares = own / own.max() * np.where(kinds == "module", 1.0, options.inside)
    found = {int(e): float(share) for e, share in zip(query.candidates, shares, strict=True) if share > 0}
    writings = Writings(query, past, weights)
    writings.follow(np.argsort(-weights, kind="stable")[: min(options.traced, len(best))].tolist())
    most = max(writings.weights.values(), default=1.0)
    for entity, weight in writings.weights.items():
        found[entity] = min(1.0, found.get(entity, 0.0) + options.written * weight / most)
    witnesses = _Witnesses(query, past, weights, past.churn(), writings.commits)
    return Evidence(found, Reasons(found, witnesses.reason))


@define(eq=False)
class _Witnesses:
    """Says in a few words which commits speak for a place."""

    query: "Query"
    past: PastCommits
    scores: "Array"
    churn: "Array"
    writers: dict[int, int] = field(factory=dict)

    def reason(self, entity: int) -> str:
        """Name the commit that wrote a part of the entity, or the best one that touched its file."""
        if entity in self.writers:
            return f"commit {self._named(self.writers[entity])} wrote a part of it"
        file = int(self.query.graph.file_index[entity])
        commits = self.past.rows[self.past.files == file]
        best = int(commits[self.scores[commits].argmax()])
        if self.scores[best] > 0:
            return f"commit {self._named(best)} changed its file"
        return f"its file changed in {int(self.churn[file])} commits"

    def _named(self, commit: int) -> str:
        subject = printable(self.past.history.messages[commit].partition("\n")[0])
        shown = subject if len(subject) <= _SHOWN else f"{subject[: _SHOWN - 1]}…"
        return f"{self.past.history.commit_id(commit)[:9]} ({shown})"
