"""What a commit that the issue names changed: "since 3f1c2ab", the outcome of a bisection, a link to a commit.

An id of at least seven hexadecimal digits, digits and letters among them, that only one commit begins with is looked up
in the history that led to the revision. Each file that the commit touched gets ``1 / sqrt(n)``, with ``n`` the number
of files touched, and of several commits the best. Definitions that hold today what the commit wrote get all of it, the
others in the file ``inside`` of it.

Example: "bisected to 3f1c2ab" points at the two functions that this commit rewrote.

Limits: commits that touched more than ``largest`` files; ids of other repositories, of blobs and of trees (as in links
to source code); a history that is not known.
"""

import re
from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, printable
from crossbearing_channels._past import PastCommits
from crossbearing_channels._scores import Reasons
from crossbearing_channels._writings import Writings

if TYPE_CHECKING:
    from crossbearing.plugin import History, Query

VERSION = 1

_ID = re.compile(r"(?:(?<![\w/.#+-])|(?<=/commit/)|(?<=/commits/))([0-9a-f]{7,40})(?![\w-])")
_DIGITS = 40
_MOST = 64
_SHOWN = 60


@frozen
class Options:
    """``inside``: what a definition keeps that the commit did not write; ``largest``: files that a commit may touch."""

    inside: float = field(default=0.3, validator=[validators.ge(0), validators.le(1)])
    largest: int = field(default=50, validator=validators.in_(range(1, 10_001)))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates in files that a named commit touched."""
    import numpy as np

    options = options or Options()
    names = list(dict.fromkeys(_names(query)))[:_MOST]
    if not names:
        return NoEvidence("the issue names no commit")
    history = query.history.read()
    if isinstance(history, NoEvidence):
        return history
    past = PastCommits.of(history, query.graph, largest=options.largest, bots=True)
    commits = [commit for name in names for commit in _meant(history, name) if past.counted[commit]]
    if not commits:
        return NoEvidence("the commits that the issue names did not lead to this revision, or touched too much")
    scores = np.zeros(len(history))
    for commit in commits:
        scores[commit] = 1 / sqrt(len(history.touched(commit)))
    files = past.best(scores)
    writings = Writings(query, past, scores)
    writings.follow(commits)
    found = {
        int(entity): share
        if entity in writings.weights or query.graph.kinds[entity] == "module"
        else share * options.inside
        for entity in query.candidates
        if (share := float(files[query.graph.file_index[entity]])) > 0
    }
    if not found:
        return NoEvidence("the commits that the issue names touched no candidate's file")
    best = {int(past.files[row]): int(past.rows[row]) for row in np.argsort(scores[past.rows], kind="stable")}

    def reason(entity: int) -> str:
        wrote = writings.commits.get(entity)
        commit = best[int(query.graph.file_index[entity])] if wrote is None else wrote
        did = "changed its file" if wrote is None else "wrote a part of it"
        return f"commit {_described(history, commit)}, which the issue names, {did}"

    return Evidence(found, Reasons(found, reason))


def _names(query: "Query") -> Iterator[str]:
    for match in _ID.finditer(query.text_of("title", "prose", "code", "output")):
        name = match[1]
        if len(name) == _DIGITS or not (name.isdigit() or name.isalpha()):
            yield name


def _meant(history: "History", name: str) -> list[int]:
    """The commit whose id begins so; none where several do."""
    import numpy as np

    whole = np.frombuffer(bytes.fromhex(name[: len(name) // 2 * 2]), np.uint8)
    alike = (history.ids[:, : len(whole)] == whole).all(axis=1)
    if len(name) % 2:
        alike &= history.ids[:, len(whole)] >> 4 == int(name[-1], 16)
    found: list[int] = np.flatnonzero(alike).tolist()
    return found if len(found) == 1 else []


def _described(history: "History", commit: int) -> str:
    subject = printable(history.messages[commit].partition("\n")[0])
    shown = subject if len(subject) <= _SHOWN else f"{subject[: _SHOWN - 1]}…"
    return f"{history.commit_id(commit)[:9]} ({shown})"
