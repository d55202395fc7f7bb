"""F5: chooses among candidate patches, and asks a selector only where the evidence leaves it open.

What it is for: two patches that were made independently and say the same are a free sign that they are right, and a
call of a selector holds all diffs in its context: the dearest call there is. Candidates without a diff are left out.

Example: of four candidates of which two passing ones differ in white space only, the smaller of the two is chosen and
no selector is asked.

The cases: at least two equivalent passing candidates (the largest such group, its smallest member); one passing
candidate; several that differ (a selector has to choose, one of each group); none that passes (best evidence: a flipped
oracle, then a failing one, green touched tests, the smallest diff; a selector on a true tie only).

Without the files at the base commit, diffs are compared by what they change: line numbers, the order of files, the
``index`` lines, white space at the ends of lines and within them, blank lines and, where indentation is not syntax,
layout do not count, nor do comments of whole lines where ``ignore_comments`` says so. Two changes with the same lines
at different places differ, because the lines around them do. Where the files can be read, the results are compared: by
their syntax, without layout and comments, where a language plugin can tell it; else as lines. Either way candidates are
equivalent that have the same canonical form, so it does not matter in which order they come.
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
from crossbearing_plugins.stages._code import normal_line, normal_lines

VERSION = 2
TAKES = ConsensusTask
_ORACLES = {"flipped": 2, "failing": 1, "none": 0}

# What becomes of a file, in a form in which equivalent changes are equal.
Normal = tuple[tuple[str, ...], ...]


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
    candidates = [each for each in state.candidates if _may_be_chosen(each)]
    groups = _groups(candidates, _Reader(state, options))
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
    ranked = sorted((min(group, key=_evidence) for group in groups), key=_evidence)
    tied = [each.id for each in ranked if _evidence(each) == _evidence(ranked[0])]
    if len(tied) > 1:
        return Selection(None, "selector", "nothing passes, and the evidence is the same", clusters, tuple(tied), 1)
    reason = f"nothing passes; its oracle is {ranked[0].oracle}, with {_size(ranked[0])} lines"
    return Selection(ranked[0].id, "best evidence", reason, clusters, (), 0, would_ask)


def _may_be_chosen(candidate: Candidate) -> bool:
    """Whether it changes something; a diff that cannot be read counts where it is known to pass."""
    patch = _read(candidate.patch)
    return candidate.passes if patch is None else bool(patch.files)


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


def _groups(candidates: list[Candidate], reader: "_Reader") -> list[list[Candidate]]:
    """Equivalent candidates together, smallest first; the groups by their smallest."""
    groups: dict[object, list[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda each: (_size(each), each.id)):
        groups.setdefault(reader.normal(candidate.patch), []).append(candidate)
    return list(groups.values())


class _Reader:
    """Gives patches their canonical form: by their results where the files can be read, else by what they change."""

    def __init__(self, state: ConsensusTask, options: Options) -> None:
        self._read = state.read if options.trees else None
        self._shape = state.shape
        self._comments = not options.ignore_comments
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}

    def normal(self, text: str) -> object:
        """Equal for equivalent patches."""
        patch = _read(text)
        if patch is None:
            return text
        results = self._results(patch, self._read) if self._read else None
        return results if results is not None else normalize(patch, comments=self._comments)

    def _results(self, patch: Patch, read: Callable[[str], str | None]) -> frozenset[object] | None:
        """What becomes of each file; None where the patch does not apply."""
        texts: dict[str, str | None] = {}
        marks: dict[str, tuple[str, ...]] = {}
        for file in patch.files:
            old = file.old_path or file.path
            base = "" if file.status == "added" else texts[old] if old in texts else read(old)
            if base is None:
                return None
            if file.status in ("deleted", "renamed"):
                texts[old] = None
            if file.status == "deleted":
                continue
            marks[file.path] = marks.get(file.path, ()) + _mode(file)
            if file.is_binary or file.is_opaque:
                marks[file.path] += _payload(file)
                continue
            try:
                texts[file.path] = apply_to(file, base)
            except CrossbearingError:
                return None
        names = sorted({*texts, *marks})
        forms = ((name, marks.get(name, ()), self._form(name, texts.get(name, ""))) for name in names)
        return frozenset(
            (name, mark, form) for name, mark, form in forms if mark or form != self._form(name, read(name))
        )

    def _form(self, path: str, text: str | None) -> tuple[str, ...]:
        """The syntax of a text without layout and comments, else its lines that count; of no file, one that differs."""
        if text is None:
            return ("no file",)
        if (path, text) not in self._known:
            tree = self._shape(path, text) if self._shape else None
            lines = () if tree else normal_lines(text, path, comments=self._comments)
            self._known[path, text] = (tree,) if tree else ("lines", *lines)
        return self._known[path, text]


def normalize(patch: Patch, *, comments: bool = True) -> Normal:
    """What a patch changes, in a form in which equivalent patches are equal."""
    return tuple(sorted(form for file in patch.files if (form := _normal_file(file, comments))[2:]))


def _normal_file(file: FilePatch, comments: bool) -> tuple[str, ...]:
    """The file's name before, if it is another, its name after, and what changes; no more where nothing does."""
    old = file.old_path if file.status in ("renamed", "copied") else None
    state = (file.status,) if file.status != "modified" else ()
    content = _payload(file) if file.is_binary or file.is_opaque else ()
    changes = tuple(line for hunk in file.hunks for line in _normal_hunk(hunk, file.path, comments))
    return (old or "", file.path, *state, *_mode(file), *content, *changes)


def _mode(file: FilePatch) -> tuple[str, ...]:
    """The mode that a file is given, where that is not the ordinary one of a new file."""
    modes = (
        line.rpartition(" ")[2].strip() for line in file.header if line.startswith(("new mode ", "new file mode "))
    )
    return tuple(f"mode {mode}" for mode in modes if file.changes_mode or mode != "100644")


def _payload(file: FilePatch) -> tuple[str, ...]:
    return tuple(line for line in file.header if not line.startswith("index "))


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
