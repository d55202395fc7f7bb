"""F6: takes out of a passing patch what its oracle does not need.

What it is for: superfluous hunks are what breaks hidden tests. What is seldom needed (comments, blank lines, text about
the code) is dropped in one go where that works. Then whole files are tried, then hunks, and on request runs of lines
and single lines, as hierarchical delta debugging does (Misherghi and Su, 2006, over ddmin of Zeller and Hildebrandt,
2002): at each level the parts are halved until a part can go or stands alone, and what has been tried is never tried
again. In the end each part is tried without all others, which finds parts that can only go together.

Example: a patch of five hunks of which the test needs two comes back with these two, after at most ten runs.

Guarantees: the answer is a patch that passed, or the one that was given; it never has more changes. The base must fail
and the whole patch pass, or nothing is done and the reason says so. The reduced patch is run once more, and so is a
base that passes or a whole that fails: a verdict that changes is a flaky oracle, and the patch comes back as it was.
Files that ``references`` (the oracle's command) names are never dropped. Candidates that do not apply cost no run. When
the oracle is interrupted, the answer is the smallest patch that had passed.

Limits: what the oracle does not test looks superfluous. By default hunks are the smallest part for that reason; a line
that handles a case without a test is as easily dropped as one without a use. Own code, since the maintained reducer
(``picire``) has neither a budget nor a verdict for "could not be tried", and asks in processes of its own.
"""

from attrs import field, frozen
from attrs.validators import ge, in_

from crossbearing.plugin import OracleStoppedError, ShrinkResult, ShrinkTask, hookimpl, parse_patch
from crossbearing_plugins.stages._search import FLAKY, LEVELS, Search

VERSION = 2
TAKES = ShrinkTask


@frozen
class Options:
    """Options of ``stage.shrink``."""

    max_oracle_runs: int = field(default=12, validator=ge(3))
    """How often the oracle may be run, all checks included."""

    level: str = field(default="hunk", validator=in_(LEVELS))
    """The smallest part that is dropped by itself: ``file``, ``hunk``, ``run`` (of changed lines) or ``line``."""

    parallel: int = field(default=1, validator=ge(1))
    """How many candidates are tried at once; more than one is faster, and spends runs on what one would have spared."""

    confirm: bool = True
    """Whether the reduced patch is run once more."""


@hookimpl
def run(state: ShrinkTask, options: Options) -> ShrinkResult:
    """Reduce the patch level by level."""
    patch = parse_patch(state.patch)
    search = Search(state, patch, options)
    if not patch.files:
        return search.untried("the patch changes nothing")
    try:
        trouble = search.check()
        if trouble:
            return search.untried(trouble, flaky=trouble.startswith(FLAKY))
        levels = LEVELS[: LEVELS.index(options.level) + 1]
        search.drop_idle()
        for level in levels:
            search.reduce(level)
        search.settle(levels)
        return search.result()
    except OracleStoppedError as reason:
        return search.stopped(str(reason))
