"""Runs any command as an agent: a script, a container, a coding agent with a command line.

Why: a comparison needs to know no more of an agent than how it is started. The command runs in a clean copy of the base
commit; what it has changed there when it ends is its patch. It finds the issue and the places in files named by the
variables ``CROSSBEARING_ISSUE_FILE``, ``CROSSBEARING_CONTEXT_FILE`` and so on (see ``docs/ab.md``), and may leave
``{"tokens": 1234, "cost": 0.05}`` in ``CROSSBEARING_USAGE_FILE``.

Example, in a profile or a plan of ``crossbearing ab``::

    [options."agent.shell"]
    command = ["sh", "-c", 'my-agent --task "$CROSSBEARING_ISSUE_FILE" --hints "$CROSSBEARING_CONTEXT_FILE"']
    seconds = 900

Limits: it is given no terminal and no standard input. Whatever it leaves running is ended with it.
"""

from attrs import field, frozen, validators

from crossbearing.plugin import AgentTask, Attempt, UnreadableError, hookimpl
from crossbearing_plugins.agents._outcome import attempt_of, read_usage

VERSION = 1


@frozen
class Options:
    """Options of ``agent.shell``."""

    command: tuple[str, ...] = ()
    """The program and its arguments; no shell reads them, unless the program is one."""
    seconds: float = field(default=1800.0, validator=validators.gt(0))
    """How long one attempt may take."""


@hookimpl
def attempt(instance: AgentTask, options: Options) -> Attempt:
    """Run the command and take what it changed."""
    if not options.command:
        raise UnreadableError('no command: set one under [options."agent.shell"], as in command = ["./agent.sh"]')
    run = instance.run(options.command, options.seconds)
    return attempt_of(instance, run, read_usage(instance))
