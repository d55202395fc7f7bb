"""An agent without a model, for rehearsals: it knows the solutions, and uses one only where it is led to it.

Why: whether a comparison is set up rightly should be known before a model is paid for. For each issue the agent looks
up its solution, a patch, and applies it if all of the patch's files are among the first few that it is pointed at. So
it repairs what localization finds, and nothing else.

Example, in a profile or a plan of ``crossbearing ab``::

    [options."agent.scripted"]
    solutions = "solutions.jsonl"      # {"instance_id": "...", "patch": "..."} on each line
    reads = 3

Limits: it measures nothing but localization. Its tokens are a quarter of the characters of the issue, the context and
the files it reads, and its cost is that times ``price``.
"""

import sys
from pathlib import Path

from attrs import field, frozen, validators

from crossbearing.plugin import AgentTask, Attempt, hookimpl
from crossbearing_plugins.agents._outcome import attempt_of, read_usage

VERSION = 1


@frozen
class Options:
    """Options of ``agent.scripted``."""

    solutions: str = ""
    """JSON Lines with ``instance_id`` and ``patch``; a data set will do. Empty: it knows none."""
    reads: int = field(default=3, validator=validators.ge(0))
    """How many files it looks at."""
    price: float = field(default=0.000_001, validator=validators.ge(0))
    """Dollars a token."""
    seconds: float = field(default=60.0, validator=validators.gt(0))
    """How long one attempt may take."""


@hookimpl
def attempt(instance: AgentTask, options: Options) -> Attempt:
    """Run the script in a process of its own, as any other agent."""
    script = str(Path(__file__).with_name("_scripted_agent.py"))
    solutions = str(Path(options.solutions).absolute()) if options.solutions else ""
    command = [sys.executable, "-I", script, solutions, str(options.reads), str(options.price)]
    return attempt_of(instance, instance.run(command, options.seconds), read_usage(instance))
