"""Runs mini-SWE-agent, or any agent that writes its trajectories in the same form.

Why: it is small, open, and runs on the command line, so that a comparison can count what it costs. The issue and the
places are joined to one task. The patch is what has changed in the copy, else the submission of the trajectory; cost
comes from ``info.model_stats.instance_cost`` and tokens from the usage that each message's response reports.

Example, in a profile or a plan of ``crossbearing ab``::

    [options."agent.mini_swe"]
    command = ["mini", "-m", "openai/gpt-5-mini", "-y", "--exit-immediately", "-t", "{task}", "-o", "{trajectory}"]

Limits: the agent itself is not part of this project (``pip install mini-swe-agent``) and needs a model. It works on the
copy directly, not in a container; a command of your own may start one. An issue is cut after 60,000 characters. Tokens
are not known where the model's answers were not kept in the trajectory.
"""

from typing import Any

from attrs import evolve, field, frozen, validators

from crossbearing.plugin import AgentContext, AgentTask, Attempt, UnreadableError, escape_surrogates, hookimpl
from crossbearing_plugins.agents._outcome import attempt_of, read_object

VERSION = 1

TASK = """\
Solve this issue in the repository in the current directory. Change only what the fix needs, and no tests.

{issue}

{context}"""


_PATCH_STARTS = ("diff --git ", "--- ")
# What fits into one argument of a program.
_LONGEST_ISSUE = 60_000


@frozen
class Options:
    """Options of ``agent.mini_swe``."""

    command: tuple[str, ...] = ("mini", "-y", "--exit-immediately", "-t", "{task}", "-o", "{trajectory}")
    """The program and its arguments; ``{task}`` and ``{trajectory}`` stand for the task and the file to write."""
    seconds: float = field(default=1800.0, validator=validators.gt(0))
    """How long one attempt may take."""


@hookimpl
def attempt(instance: AgentTask, context: AgentContext, options: Options) -> Attempt:
    """Run the agent and read its trajectory."""
    if not options.command:
        raise UnreadableError('no command: set one under [options."agent.mini_swe"]')
    trajectory = instance.output / "run.traj.json"
    issue = escape_surrogates(instance.text).replace("\0", "")[:_LONGEST_ISSUE]
    task = TASK.replace("{context}", context.text).replace("{issue}", issue)
    words = [word.replace("{trajectory}", str(trajectory)).replace("{task}", task) for word in options.command]
    run = instance.run(words, options.seconds)
    told = read_object(trajectory)
    info = _object(told.get("info"))
    usage = {"cost": _object(info.get("model_stats")).get("instance_cost"), "tokens": _tokens(told.get("messages"))}
    made = attempt_of(instance, run, usage)
    submission = info.get("submission")
    if not made.patch and isinstance(submission, str) and submission.lstrip().startswith(_PATCH_STARTS):
        made = evolve(made, patch=submission)
    ended = info.get("exit_status")
    if made.status == "finished" and isinstance(ended, str) and ended not in ("Submitted", ""):
        made = evolve(made, status="failed", reason=f"it ended as {ended}")
    return made


def _tokens(messages: Any) -> int | None:
    """The sum over all answers of the model; None where no answer says."""
    responses = [_object(_object(_object(message).get("extra")).get("response")) for message in _list(messages)]
    counts = [_object(response.get("usage")).get("total_tokens") for response in responses]
    known = [count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0]
    return sum(known) if known else None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
