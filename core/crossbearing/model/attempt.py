"""What a coding agent is given to solve an issue, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from attrs import frozen


@frozen
class AgentPlace:
    """A place that an agent is pointed at: a file, or a function of it with its lines (0: the file as a whole)."""

    file: str
    qualname: str = ""
    line: int = 0
    end_line: int = 0


@frozen
class AgentContext:
    """What an agent is told beside the issue.

    ``places`` are where the fault may be, the likeliest first, and ``text`` says the same in Markdown. ``file`` holds
    the text and ``places_file`` the places as JSON.
    """

    text: str
    places: tuple[AgentPlace, ...]
    file: Path
    places_file: Path


@frozen
class ProgramRun:
    """What became of a program: ``why`` it ended (``ended`` by itself, ``time``, or another limit), and how.

    ``code`` is None where it could not be started; ``detail`` says why it was ended, ``output`` is the beginning and
    the end of what it printed.
    """

    why: str
    code: int | None
    detail: str = ""
    output: str = ""


class RunProgram(Protocol):
    """Runs a program in an agent's folder."""

    def __call__(
        self, command: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None
    ) -> ProgramRun:
        """Run ``command`` for at most so many seconds; everything that it started has ended when this returns.

        It finds the paths of its files in the variables ``CROSSBEARING_...``; ``environment`` adds to them.
        """


@frozen(eq=False)
class AgentTask:
    """One issue, and a place to work on it.

    ``folder`` holds the files of the base commit in a git repository of one commit: nothing in it comes from the fix
    or from later. ``output`` is an empty folder for whatever the agent writes beside that. ``run`` runs a program in
    the folder and ``diff`` returns what has changed in it so far, as a patch.
    """

    instance_id: str
    repo: str
    base_commit: str
    text: str
    folder: Path
    output: Path
    issue_file: Path
    run: RunProgram
    diff: Callable[[], str]


@frozen
class Attempt:
    """What an agent did: its ``patch`` (empty: none), and what it took.

    ``tokens`` and ``cost`` (in dollars) are None where they are not known. ``status`` is ``timeout`` where a limit
    ended the agent and ``failed`` where it says itself that it failed; ``reason`` then says how.
    """

    patch: str
    status: Literal["finished", "failed", "timeout"]
    exit_code: int | None = None
    tokens: int | None = None
    cost: float | None = None
    reason: str = ""
