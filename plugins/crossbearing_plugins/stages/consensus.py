"""F5: chooses among candidate patches, and asks a selector only where the evidence leaves it open.

What it is for: two patches that were made independently and say the same are a free sign that they are right, and a
call of a selector holds all diffs in its context: the dearest call there is.

Example: of four candidates of which two passing ones differ in white space only, the smaller of the two is chosen and
no selector is asked.

The cases: at least two equivalent passing candidates (the largest such group, its smallest member); one passing
candidate; several that differ (a selector has to choose, one of each group); none that passes (best evidence: a flipped
oracle, then a failing one, green touched tests, the smallest diff; a selector on a true tie only).

Diffs are compared by what they change: line numbers, the order of files, ``index`` lines, trailing white space, blank
lines and, where indentation is not syntax, layout do not count, nor do comments where ``ignore_comments`` says so.
Where the files at the base commit can be read and a grammar is there, the results are compared as syntax trees. Two
changes with the same lines at different places differ, because the lines around them do.
"""

from collections.abc import Callable

from attrs import frozen

from crossbearing.plugin import (
    Candidate,
    Cluster,
    ConsensusTask,
    CrossbearingError,
    FilePatch,
    Hunk,
    Patch,
    Selection,
    apply_to,
    hookimpl,
    parse_patch,
)
from crossbearing_plugins.stages._code import normal_line, same_tree

VERSION = 1
TAKES = ConsensusTask
_ORACLES = {"flipped": 2, "failing": 1, "none": 0}

Normal = tuple[tuple[str, str, tuple[str, ...]], ...]


@frozen
class Options:
    """Options of ``stage.consensus``."""

    ignore_comments: bool = False
    """Whether patches that differ in comments of whole lines only are equivalent."""

    trees: bool = True
    """Whether results are compared as syntax trees where the files at the base commit can be read."""


@hookimpl
def run(state: ConsensusTask, options: Options) -> Selection:
    """Group the candidates and go through the cases."""
    candidates = [each for each in state.candidates if each.patch.strip()]
    groups = _groups(candidates, state.read if options.trees else None, options)
    clusters = tuple(
        Cluster(tuple(each.id for each in group), any(each.passes for each in group), _size(group[0]))
        for group in groups
    )
    # Without the rules, a selector would be asked wherever there is a choice.
    would_ask = int(len(candidates) > 1)
    passing = [[each for each in group if each.passes] for group in groups]
    passing = [group for group in passing if group]
    agreed = max((group for group in passing if len(group) > 1), key=len, default=None)
    if not candidates:
        return Selection(None, "nothing", "no candidate changes anything", clusters)
    if agreed:
        reason = f"{len(agreed)} passing candidates say the same; the smallest has {_size(agreed[0])} lines"
        return Selection(agreed[0].id, "agreement", reason, clusters, (), 0, would_ask)
    if len(passing) == 1:
        return Selection(
            passing[0][0].id, "only one passes", "it is the only one that passes", clusters, (), 0, would_ask
        )
    if passing:
        undecided = tuple(group[0].id for group in passing)
        return Selection(None, "selector", f"{len(passing)} passing candidates differ", clusters, undecided, 1)
    return _best(groups, clusters, would_ask)


def _best(groups: list[list[Candidate]], clusters: tuple[Cluster, ...], would_ask: int) -> Selection:
    ranked = sorted((group[0] for group in groups), key=_evidence)
    tied = [each.id for each in ranked if _evidence(each) == _evidence(ranked[0])]
    if len(tied) > 1:
        return Selection(None, "selector", "nothing passes, and the evidence is the same", clusters, tuple(tied), 1)
    reason = f"nothing passes; its oracle is {ranked[0].oracle}, with {_size(ranked[0])} lines"
    return Selection(ranked[0].id, "best evidence", reason, clusters, (), 0, would_ask)


def _evidence(candidate: Candidate) -> tuple[int, int, int]:
    green = {True: 0, None: 1, False: 2}[candidate.touched_green]
    return -_ORACLES[candidate.oracle], green, _size(candidate)


def _size(candidate: Candidate) -> int:
    patch = _read(candidate.patch)
    return patch.changed_lines if patch else candidate.patch.count("\n")


def _read(text: str) -> Patch | None:
    try:
        return parse_patch(text)
    except CrossbearingError:
        return None


def _groups(
    candidates: list[Candidate], read: Callable[[str], str | None] | None, options: Options
) -> list[list[Candidate]]:
    """Equivalent candidates together, smallest first; groups in the order of their first candidate."""
    groups: list[tuple[Normal | str, list[Candidate]]] = []
    for candidate in candidates:
        patch = _read(candidate.patch)
        normal = normalize(patch, comments=not options.ignore_comments) if patch else candidate.patch
        for known, group in groups:
            if known == normal or (read and patch and _same_results(_read(group[0].patch), patch, read)):
                group.append(candidate)
                break
        else:
            groups.append((normal, [candidate]))
    return [sorted(group, key=lambda each: (_size(each), each.id)) for _, group in groups]


def normalize(patch: Patch, *, comments: bool = True) -> Normal:
    """What a patch changes, in a form in which equivalent patches are equal."""
    return tuple(sorted(_normal_file(file, comments) for file in patch.files))


def _normal_file(file: FilePatch, comments: bool) -> tuple[str, str, tuple[str, ...]]:
    if file.is_binary or file.is_opaque:
        content = tuple(line for line in file.header if not line.startswith("index "))
        return file.path, file.status, content
    name = f"{file.old_path}>" if file.status in ("renamed", "copied") else ""
    modes = tuple(line.strip() for line in file.header if " mode " in line and not line.startswith("new file"))
    changes = tuple(line for hunk in file.hunks for line in _normal_hunk(hunk, file.path, comments))
    return f"{name}{file.path}", file.status, modes + changes


def _normal_hunk(hunk: Hunk, path: str, comments: bool) -> list[str]:
    """Changed lines in runs, each between the lines around it; a run that changes nothing that counts is left out."""
    lines = [(line[:1] if line[:1] in ("+", "-") else " ", _plain(line)) for line in hunk.lines]
    normal = [(kind, normal_line(body, path, comments=comments)) for kind, body in lines]
    kept = [(kind, body) for kind, body in normal if body]
    result: list[str] = []
    at = 0
    while at < len(kept):
        if kept[at][0] == " ":
            at += 1
            continue
        end = at
        while end < len(kept) and kept[end][0] != " ":
            end += 1
        gone = [body for kind, body in kept[at:end] if kind == "-"]
        come = [body for kind, body in kept[at:end] if kind == "+"]
        if gone != come:
            before = kept[at - 1][1] if at else ""
            after = kept[end][1] if end < len(kept) else ""
            result += [f"@{before}", *(f"-{body}" for body in gone), *(f"+{body}" for body in come), f"@{after}"]
        at = end
    return result


def _plain(line: str) -> str:
    body = line.partition("\n")[0]
    return body[1:] if body[:1] in ("+", "-", " ") else body


def _same_results(one: Patch | None, other: Patch, read: Callable[[str], str | None]) -> bool:
    """Whether both patches lead to the same syntax trees in every file that either of them touches."""
    if one is None or sorted(one.paths) != sorted(other.paths):
        return False
    theirs = {file.path: file for file in other.files}
    for file in one.files:
        results = [_result(each, read) for each in (file, theirs[file.path])]
        if results[0] is None or results[1] is None:
            return False
        if results[0] != results[1] and not same_tree(file.path, results[0], results[1]):
            return False
    return True


def _result(file: FilePatch, read: Callable[[str], str | None]) -> str | None:
    base = "" if file.status == "added" else read(file.old_path or file.path)
    if base is None or file.status in ("deleted", "renamed", "copied") or file.changes_mode:
        return None
    try:
        return apply_to(file, base)
    except CrossbearingError:
        return None
