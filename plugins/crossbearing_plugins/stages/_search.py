"""The search of the shrinker: which changes of a patch its oracle can do without, in how many runs."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Protocol

from attrs import define, evolve, field

from crossbearing.plugin import Change, Patch, ShrinkResult, ShrinkTask, changes_of, grouped, keeping
from crossbearing_plugins.stages._code import normal_line

LEVELS = ("file", "hunk", "run", "line")
FLAKY = "the oracle is flaky"
PROSE = frozenset((".md", ".rst", ".txt", ".adoc", ".log"))
PROSE_NAME = re.compile(r"(?:readme|changelog|changes|notes|news|authors|license|copying)(?:\.|$)", re.IGNORECASE)

Part = tuple[Change, ...]


class Bounds(Protocol):
    """The options that the search keeps to; those of ``stage.shrink`` say what they mean."""

    @property
    def max_oracle_runs(self) -> int:
        """Runs of the oracle at most."""

    @property
    def parallel(self) -> int:
        """Candidates tried at once."""

    @property
    def confirm(self) -> bool:
        """Whether the answer is run once more."""


@define
class Search:
    """What is kept so far, what has been tried, and how many runs are left."""

    state: ShrinkTask
    patch: Patch
    options: Bounds
    kept: tuple[Change, ...] = ()
    runs: int = 0
    is_cut_short: bool = False
    is_settled: bool = False
    needed: set[Part] = field(factory=set)
    tried: dict[tuple[Change, ...], bool | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.kept = changes_of(self.patch)

    @property
    def left(self) -> int:
        """Runs that the search may still spend; one is kept for the confirmation."""
        return self.options.max_oracle_runs - self.runs - self.options.confirm

    def verdicts(self, candidates: Sequence[tuple[Change, ...]]) -> list[bool | None]:
        """The oracle's answers; what was tried before is not run again."""
        new = [each for each in dict.fromkeys(candidates) if each not in self.tried]
        if new:
            self._tell(self._attempt(new[0]))
            texts = [keeping(self.patch, each).text if each else "" for each in new]
            for candidate, verdict in zip(new, self.state.oracle(texts), strict=True):
                self.tried[candidate] = verdict
                self.runs += verdict is not None
        return [self.tried[each] for each in candidates]

    def check(self) -> str:
        """Why the oracle is of no use; empty where it fails on the base and passes with the whole patch."""
        base, whole = self.verdicts([(), changes_of(self.patch)])
        if whole is None:
            return "the patch does not apply to the base"
        if base and self._again("") is not True:
            return f"{FLAKY}: it passed without the patch, and then did not"
        if base:
            return "the oracle passes without the patch, so it cannot tell what the patch needs"
        if not whole and self._again(self.state.patch):
            return f"{FLAKY}: it failed with the whole patch, and then passed"
        return "" if whole else "the oracle does not pass with the whole patch"

    def _again(self, text: str) -> bool | None:
        """Run what was run before, to see whether the verdict is the same."""
        verdict = self.state.oracle([text])[0]
        self.runs += verdict is not None
        return verdict

    def reduce(self, level: str) -> None:
        """Drop what can go of the parts of one level."""
        groups = grouped(self.kept, level)
        parts = [part for part in groups if part not in self.needed and not self._is_protected(part)]
        if len(groups) > 1 and parts:
            # All parts together would leave the base, which is known to fail.
            covers = sum(map(len, parts)) == len(self.kept)
            self._drop_among(self._halves(parts) if covers else [parts])

    def drop_idle(self) -> None:
        """Try to drop all that is seldom needed in one go; where that fails the levels find out what is needed."""
        parts = [part for part in grouped(self.kept, "hunk") if self._is_idle(part) and not self._is_protected(part)]
        smaller = self._without(parts)
        if len(parts) > 1 and smaller and self._affords(parts) and self._may_ask([smaller]):
            if self.verdicts([smaller])[0]:
                self.kept = smaller
            self._tell()

    def _is_idle(self, part: Part) -> bool:
        """Whether all that a part changes are blank lines, comments, or text about the code."""
        file = self.patch.files[part[0].file]
        if PurePosixPath(file.path).suffix.lower() in PROSE or PROSE_NAME.match(file.path.rpartition("/")[2]):
            return True
        return all(
            change.hunk >= 0
            and not normal_line(file.hunks[change.hunk].lines[change.line][1:], file.path, comments=False)
            for change in part
        )

    def settle(self, levels: Sequence[str]) -> None:
        """Go through all levels again until nothing can go any more, as far as the runs last."""
        if self.is_cut_short:
            return
        before: tuple[Change, ...] = ()
        while before != self.kept:
            before = self.kept
            self.needed.clear()
            for level in levels:
                self.reduce(level)
                self._keep_alone(level)
            if self.is_cut_short:
                # Every part was tried once; what is not known is whether one became superfluous since.
                self.is_cut_short, self.is_settled = False, False
                return
        self.is_settled = True

    def _keep_alone(self, level: str) -> None:
        """Try each part without all others: parts that only work together can only go together."""
        groups = grouped(self.kept, level)
        protected = [part for part in groups if self._is_protected(part)]
        for part in groups if len(groups) > 2 else ():
            chosen = {change for each in (part, *protected) for change in each}
            candidate = tuple(change for change in self.kept if change in chosen)
            if not self._may_ask([candidate]):
                self.is_cut_short = True
                return
            if candidate != self.kept and self.verdicts([candidate])[0]:
                self.kept = candidate
                self._tell()
                return

    def _drop_among(self, queue: list[list[Part]]) -> None:
        """Try to drop the parts of each attempt together; where that fails, the halves by themselves."""
        while queue:
            while len(queue[0]) > 1 and not self._affords(queue[0]):
                queue = self._halves(queue[0]) + queue[1:]
            if not self._affords(queue[0]):
                queue.pop(0)  # a file of several hunks, which will be tried one by one
                continue
            batch = [queue[0], *(parts for parts in queue[1 : self.options.parallel] if self._affords(parts))]
            batch = batch if batch == queue[: len(batch)] else batch[:1]
            alternatives = [self._without(part) for part in batch]
            if not self._may_ask(alternatives):
                self.is_cut_short = True
                return
            verdicts = self.verdicts(alternatives)
            self._tell()
            gone = next((number for number, verdict in enumerate(verdicts) if verdict), None)
            done = batch if gone is None else batch[: gone + 1]
            if gone is not None:
                self.kept = alternatives[gone]
            # Halves wait behind their elders: what those drop makes many of the sets of their children known.
            queue = queue[len(done) :]
            for number, failed in enumerate(done):
                if number == gone:
                    continue
                if len(failed) > 1:
                    queue += self._halves(failed)
                elif len(grouped(failed[0], "hunk")) == 1:
                    self.needed |= {failed[0], *grouped(failed[0], "hunk")}

    def _affords(self, parts: list[Part]) -> bool:
        """Whether trying these together leaves enough runs to try every hunk by itself, where there are that many."""
        if (
            len(grouped([change for part in parts for change in part], "hunk")) == 1
            or self._without(parts) in self.tried
        ):
            return True
        undecided = sum(hunk not in self.needed for hunk in grouped(self.kept, "hunk"))
        return undecided != self.left

    def _halves(self, parts: list[Part]) -> list[list[Part]]:
        middle = (len(parts) + 1) // 2
        return [half for half in (parts[:middle], parts[middle:]) if half]

    def _without(self, parts: list[Part]) -> tuple[Change, ...]:
        dropped = {change for part in parts for change in part}
        return tuple(change for change in self.kept if change not in dropped)

    def _may_ask(self, candidates: list[tuple[Change, ...]]) -> bool:
        return self.left >= sum(each not in self.tried for each in set(candidates))

    def _is_protected(self, part: Part) -> bool:
        path = self.patch.files[part[0].file].path
        return bool(path) and bool(
            re.search(rf"(?<![\w./-])(?:\./)*{re.escape(path)}(?![\w/-])", self.state.references)
        )

    def _tell(self, remark: str = "") -> None:
        if self.state.progress:
            self.state.progress(self.runs, keeping(self.patch, self.kept).hunks, remark)

    def _attempt(self, candidate: tuple[Change, ...]) -> str:
        """What is tried, in words."""
        if not candidate:
            return "trying the base"
        gone = set(self.kept).difference(candidate)
        if not gone:
            return "trying the whole patch"
        paths = sorted({self.patch.files[change.file].path for change in gone})
        return f"trying without {len(grouped(gone, 'hunk'))} hunks of {', '.join(map(ascii, paths))}"

    def untried(self, reason: str, *, flaky: bool = False) -> ShrinkResult:
        """The patch as it was given, since nothing can be tried."""
        return evolve(self._unchanged(reason), is_tried=False, is_flaky=flaky)

    def stopped(self, why: str) -> ShrinkResult:
        """The smallest patch that had passed when the oracle could not go on; it is not run once more."""
        self.is_settled = False
        if self.kept == changes_of(self.patch):
            return evolve(self._unchanged(f"{why} before anything could be dropped"), is_stopped=True)
        return evolve(self._smaller(f"{why}; what is left passed when it was tried"), is_stopped=True)

    def result(self) -> ShrinkResult:
        """The smallest patch that passed, after it passed once more."""
        short = (
            f"; the {self.options.max_oracle_runs} runs were used up before all was tried" if self.is_cut_short else ""
        )
        if self.kept == changes_of(self.patch):
            return self._unchanged(f"every part that was tried is needed{short}")
        if self.options.confirm and not self._again(keeping(self.patch, self.kept).text):
            self.is_settled = False
            reason = f"{FLAKY}: the reduced patch passed, and then did not"
            return evolve(self._unchanged(reason), is_flaky=True)
        return self._smaller(f"dropped what the oracle does not need{short}")

    def _unchanged(self, reason: str) -> ShrinkResult:
        """The patch as it was given."""
        lines, hunks = self.patch.changed_lines, self.patch.hunks
        return ShrinkResult(self.state.patch, hunks, 0, self.runs, False, self.is_settled, False, reason, lines, lines)

    def _smaller(self, reason: str) -> ShrinkResult:
        """The patch with what is kept."""
        smaller = keeping(self.patch, self.kept)
        gone = tuple(path for path in self.patch.paths if path not in smaller.paths)
        return ShrinkResult(
            smaller.text,
            smaller.hunks,
            max(0, self.patch.hunks - smaller.hunks),
            self.runs,
            True,
            self.is_settled,
            False,
            reason,
            self.patch.changed_lines,
            smaller.changed_lines,
            gone,
        )
