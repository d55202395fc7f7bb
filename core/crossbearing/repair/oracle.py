"""A command as the oracle of patches: each is applied to a clean worktree of the base commit, and the command run
there.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType

from crossbearing.model.errors import CrossbearingError
from crossbearing.repair.processes import Ended, run_shell
from crossbearing.repair.worktrees import Worktree, inner_folder, open_worktree


class CommandOracle:
    """Says of patches whether ``command`` ends with status 0 on the base commit with them; use as a context manager.

    It runs in the folder of the worktree that ``repository`` is in its own, its top as a rule.

    ``given`` is a patch that every worktree has besides (the tests); ``setup`` a command that is run once in each
    (its ignored files stay). Up to ``parallel`` worktrees are in use at once. A command that takes longer than
    ``timeout`` seconds fails. Nothing is left behind: no worktree, no process.
    """

    def __init__(
        self,
        repository: Path,
        base: str,
        command: str,
        *,
        given: str = "",
        setup: str = "",
        parallel: int = 1,
        timeout: float | None = 600,
    ) -> None:
        self._repository = repository
        self._base = base
        self._command = command
        self._given = given
        self._setup = setup
        self._timeout = timeout
        self._parallel = parallel
        self._stack = ExitStack()
        self._free: SimpleQueue[Worktree] = SimpleQueue()
        self._stop = (-1, -1)
        self.output = ""

    def __enter__(self) -> "CommandOracle":
        try:
            self._stop = os.pipe()
            os.set_blocking(self._stop[0], False)
            for end in self._stop:
                self._stack.callback(os.close, end)
            for _ in range(self._parallel):
                self._free.put(self._prepared())
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __call__(self, patches: Sequence[str]) -> list[bool | None]:
        """Judge each patch; None where it does not apply. ``output`` is then what the last one printed.

        An exception, an interrupt for one, ends all commands that are running.
        """
        if len(patches) == 1 or self._parallel == 1:
            return [self._judge(patch) for patch in patches]
        with self._stoppable(), ThreadPoolExecutor(self._parallel) as pool:
            try:
                return list(pool.map(self._judge, patches))
            except BaseException:
                self._end_all()
                raise

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # What was to end has ended; the next commands are not meant.
            with suppress(BlockingIOError):
                os.read(self._stop[0], 64)
            raise

    def refusal(self, patch: str) -> str:
        """Why a patch does not apply to the base commit, or not beside the given one; empty where it does."""
        worktree = self._free.get()
        try:
            worktree.reset(keep_ignored=bool(self._setup))
            why = worktree.refusal(patch, is_check=False)
            if not why and self._given and (clash := worktree.refusal(self._given)):
                why = f"the patch that is to be there besides does not fit beside it, {clash}"
            return why
        finally:
            self._free.put(worktree)

    def _end_all(self) -> None:
        os.write(self._stop[1], b"x")

    def _run(self, command: str, worktree: Worktree) -> Ended:
        folder = worktree.path / inner_folder(self._repository)
        return run_shell(
            command, folder if folder.is_dir() else worktree.path, timeout=self._timeout, stop=self._stop[0]
        )

    def _prepared(self) -> Worktree:
        worktree = self._stack.enter_context(open_worktree(self._repository, self._base))
        if self._given and (why := worktree.refusal(self._given)):
            raise CrossbearingError(f"the patch that is to be there besides does not apply to the base commit: {why}")
        if self._setup:
            ended = self._run(self._setup, worktree)
            if ended.code != 0:
                how = "took too long" if ended.code is None else f"failed with status {ended.code}"
                raise CrossbearingError(f"the setup command {how}{said_last(ended.output)}")
        return worktree

    def _judge(self, patch: str) -> bool | None:
        worktree = self._free.get()
        try:
            worktree.reset(keep_ignored=bool(self._setup))
            # The patch first: where both add a file, the given one has the last word only if it still applies.
            for each in (patch, self._given):
                if each and not worktree.apply(each):
                    return None
            if self._setup:
                _forget_bytecode(worktree)
            ended = self._run(self._command, worktree)
            self.output = ended.output if ended.code is not None else f"{ended.output}\n(it took too long)"
            return ended.code == 0
        finally:
            self._free.put(worktree)


def said_last(output: str) -> str:
    """The last line that was printed, after a colon; nothing where nothing was."""
    last = output.strip().rpartition("\n")[2].strip()
    return f": {last}" if last else ""


def _forget_bytecode(worktree: Worktree) -> None:
    """Remove what Python compiled of files that were written anew in the second in which it did: it takes it for fresh.

    Python tells a source from another by its size and its time in whole seconds.
    """
    for folder in worktree.path.rglob("__pycache__"):
        for compiled in folder.glob("*.pyc"):
            source = folder.parent / f"{compiled.name.partition('.')[0]}.py"
            with suppress(OSError):
                if source.stat().st_mtime >= int(compiled.stat().st_mtime):
                    compiled.unlink()
