"""F2: follows the tests that an agent runs, and says whether the fault has been shown and then fixed.

What it is for: a test that fails on the unfixed source and passes on the fixed one is an executable specification, and
the decisive sign that the work is done. The state is ``none`` until a test or scratch script fails, ``failing`` until
the same one passes after the source was edited, then ``flipped``.

Example: ``pytest tests/test_cart.py -q`` fails at step 4, ``shop/cart.py`` is edited, ``cd /repo && python -m pytest -x
tests/test_cart.py`` passes at step 9: flipped.

Same command: ``cd``, variables, ``timeout``, ``uv run`` and the order of flags do not count, nor do flags that only
change the output; targets, node ids, ``-k`` and the like do. A pass of more than what failed counts, one of less does
not.

A failure counts where it can be one of the fault. A test that could not be collected, a library that is missing, a
project that cannot be imported, a test that passed before and fails since the source was edited do not count. A
script's error counts before any edit and where it comes from what the script calls; an error of its own lines, and one
that it only prints, count as soon as the same script passes on edited source, and not before. An error that is not
tried again, though others are on edited source, is given up.

A pass without an edit of source in between is no flip: after an edit of the test it was the test that was wrong, after
none it is flaky. Programs that write sources are edits, not tests. What fails while the edits are taken back (``git
stash``) fails on the untouched source. Where a stream shows no edits at all, the order of runs decides. Outputs are
judged by the summaries of the runners (pytest, unittest, Django, tox, nox, jest, vitest, mocha, go, cargo, Maven,
Gradle, ctest, RSpec, PHPUnit, .NET); a pipe's exit status is not the test's.

Limits: what a shell command writes is read from its words, and what a program writes from its text; the rest is missed.
A script that only prints values, for its reader to judge, has no verdict of its own and passes.
"""

from pathlib import PurePosixPath

from attrs import define, evolve, field, frozen
from attrs.validators import min_len

from crossbearing.plugin import Event, OracleReport, OracleTask, TestRun, hookimpl
from crossbearing_plugins.stages._runners import Command, commands_of
from crossbearing_plugins.stages._scratch import Ownership, ownership_of, written_by
from crossbearing_plugins.stages._shell import Write
from crossbearing_plugins.stages._texts import text
from crossbearing_plugins.stages._verdicts import verdict_of

VERSION = 2
TAKES = OracleTask


@frozen
class Options:
    """Options of ``stage.spec_test``."""

    scratch: tuple[str, ...] = field(default=("/tmp/", ".crossbearing/scratch/"), converter=tuple, validator=min_len(1))  # noqa: S108
    """Folders of the agent's own; what is written there is no source."""


@hookimpl
def run(state: OracleTask, options: Options) -> OracleReport:
    """Follow the events and say where the oracle stands at their end."""
    tracker = _Tracker(ownership_of(state.events, options.scratch), any(map(written_by, state.events)))
    for event in state.events:
        tracker.take(event)
    report = tracker.report()
    if state.is_midway and report.state == "none":
        return evolve(report, correction=text("no_failing_test", scratch=options.scratch[-1]))
    return report


@define
class _Seen:
    """A run, and how often sources, tests and the script itself had been edited before it."""

    run: TestRun
    command: Command
    sources: int
    tests: int
    version: int
    is_error: bool = False
    is_doubtful: bool = False


@define
class _Tracker:
    owned: Ownership
    shows_edits: bool
    is_reverted: bool = False
    sources: int = 0
    tests: int = 0
    written: frozenset[str] = frozenset()
    versions: dict[str, int] = field(factory=dict)
    runs: list[TestRun] = field(factory=list)
    passed: list[_Seen] = field(factory=list)
    open: list[_Seen] = field(factory=list)
    red: dict[str, Command] = field(factory=dict)
    flaky: list[str] = field(factory=list)
    flip: tuple[TestRun, TestRun] | None = None
    lost: str = ""

    def take(self, event: Event) -> None:
        """Look at one event: first at what it writes, then at what it runs."""
        writes = written_by(event)
        for write in writes:
            self._note_write(write)
        if event.kind != "command":
            return
        for command in commands_of(event.text, self.written):
            if not (command.is_scratch and not command.script and writes):  # a program that edits
                self._take_run(event, command)

    def _note_write(self, write: Write) -> None:
        name = PurePosixPath(write.path).name
        self.versions[name] = self.versions.get(name, 0) + 1
        if self.owned.is_source(write.path):
            self.sources += 1
            self.is_reverted = write.is_revert
        elif self.owned.is_scratch(write.path) or self.owned.is_test(write.path):
            self.written |= {write.path}
            self.tests += 1

    def _take_run(self, event: Event, command: Command) -> None:
        verdict, why, weight = verdict_of(command, event.output, event.exit_code)
        if command.script and self.owned.edits(command.script):
            self.sources += verdict in ("passed", "unknown")
            self.is_reverted = False
            return
        is_edited = self.sources > 0 and not self.is_reverted
        run = TestRun(event.step, event.text, command.runner, command.key, verdict, why, command.is_scratch, is_edited)
        self.runs.append(run)
        version = self.versions.get(PurePosixPath(command.script).name, 0)
        seen = _Seen(run, command, self.sources, self.tests, version, weight == "error", weight == "doubtful")
        if weight == "said" and not self._is_of_the_fault(seen):
            seen.is_doubtful = True
        if verdict == "failed" and (weight in ("stated", "said") or self._is_of_the_fault(seen)):
            self._fail(seen)
        elif verdict == "passed":
            self._pass(seen)

    def _is_of_the_fault(self, seen: _Seen) -> bool:
        """Whether an error of a script can be the fault: not code that is run once to look around, nor after an
        edit.
        """
        return bool(seen.command.script) and (not seen.run.after_edit or self._was_open(seen))

    def _fail(self, seen: _Seen) -> None:
        if not seen.command.is_scratch:
            self.red[seen.run.key] = seen.command
        before = [each for each in self.passed if each.command.covers(seen.command)]
        is_known = bool(before) and before[-1].tests == seen.tests
        if is_known and before[-1].sources < seen.sources and seen.run.after_edit and not self._was_open(seen):
            return  # the agent's own edit broke what had passed
        if is_known and before[-1].sources == seen.sources and self.shows_edits:
            self._is_flaky(seen.run.key)
        if self.flip and self.flip[1].key == seen.run.key:
            self.flip = None
        self.open = [each for each in self.open if each.run.key != seen.run.key or each.tests == seen.tests]
        if not any(each.run.key == seen.run.key and each.is_doubtful <= seen.is_doubtful for each in self.open):
            self.open.append(seen)

    def _was_open(self, seen: _Seen) -> bool:
        return bool(self.flip and self.flip[1].key == seen.run.key) or any(
            each.run.key == seen.run.key for each in self.open
        )

    def _pass(self, seen: _Seen) -> None:
        self.red = {key: command for key, command in self.red.items() if not seen.command.covers(command)}
        self.passed.append(seen)
        for failing in [each for each in self.open if seen.command.covers(each.command)]:
            if failing.is_doubtful and (seen.version != failing.version or seen.sources == failing.sources):
                self.open.remove(failing)  # it was the script that was wrong
            elif not self.shows_edits or seen.sources > failing.sources:
                if self.flip is None or not failing.sources or self.flip[0].after_edit:
                    self.flip = (failing.run, seen.run)  # what failed on the untouched source says most
                self.open.remove(failing)
            elif seen.tests > failing.tests:
                self.lost = f"{failing.run.key} passes since it was edited itself"
                self.open.remove(failing)
            else:
                self._is_flaky(failing.run.key)

    def _is_given_up(self, seen: _Seen) -> bool:
        """Whether a script that ended in an error was not tried again, though others were on edited source."""
        if not seen.is_error:
            return False
        last = max(number for number, run in enumerate(self.runs) if run.key == seen.run.key)
        return any(run.after_edit for run in self.runs[last + 1 :])

    def _is_flaky(self, key: str) -> None:
        if key not in self.flaky:
            self.flaky.append(key)

    def report(self) -> OracleReport:
        """Where things stand."""
        scratch = tuple(sorted(path for path in self.written if self.owned.is_scratch(path)))
        facts = {
            "runs": tuple(self.runs),
            "red": tuple(sorted(self.red)),
            "flaky": tuple(self.flaky),
            "scratch": scratch,
        }
        if self.flip:
            failing, flipped = self.flip
            late = ", first after an edit," if failing.after_edit else ""
            reason = f"{failing.key} failed at step {failing.step}{late} and passed at step {flipped.step}"
            return OracleReport("flipped", reason, failing=failing, flipped=flipped, **facts)  # type: ignore[arg-type]
        if shown := [each for each in self.open if not each.is_doubtful and not self._is_given_up(each)]:
            failing = max(shown, key=lambda each: not each.sources).run
            reason = f"{failing.key} failed at step {failing.step} ({failing.why}) and has not passed since an edit"
            return OracleReport("failing", reason, failing=failing, **facts)  # type: ignore[arg-type]
        if given_up := [each.run for each in self.open if self._is_given_up(each)]:
            run = given_up[0]
            reason = f"{run.key} failed at step {run.step} ({run.why}), and was not tried again on edited source"
            return OracleReport("none", reason, **facts)  # type: ignore[arg-type]
        reason = self.lost or (f"none of {len(self.runs)} runs showed a fault" if self.runs else "no test was run")
        return OracleReport("none", reason, **facts)  # type: ignore[arg-type]
