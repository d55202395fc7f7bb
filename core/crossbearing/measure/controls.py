"""What must be said with every figure (localization specification, §7.2–7.3).

- **Oracle gap**: how much better the same agent resolves with the true places than with those that were found: what
  localization can still give. Needs an agent's runs.
- **Out-of-benchmark drop**: how much worse the figures are on a control data set, of repositories that are in no
  benchmark. A large drop says that something remembers the benchmark.
- **History**: how many commits each repository had before the base: rich and poor ones are not the same measurement.
- **No failing test**: the figures of the instances for which no failing test was known, apart from the others.
- **Memorization**: what may have been learnt from the answers.

Each is measured or marked as not measured; a report that cannot do either is refused.
"""

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

from crossbearing.measure.findings import Line
from crossbearing.measure.intervals import Estimate, estimate, estimate_drop
from crossbearing.model.errors import CrossbearingError

NOT_MEASURED = "not measured"

CONTROLLED = ("file_acc@1", "file_acc@5", "function_acc@5")
"""The figures that are compared with a control data set's, and given for instances without a failing test."""

_NAMES = {"file_acc@1": "file@1", "file_acc@5": "file@5", "function_acc@5": "func@5"}


@frozen
class Control:
    """One control: what was found, in a sentence and as data, or why it was not measured (``data`` is then None)."""

    name: str
    text: str
    data: dict[str, Any] | None = None


@frozen
class Controls:
    """All controls of a report, in the order in which they are printed."""

    items: tuple[Control, ...]

    def sentences(self) -> tuple[str, ...]:
        """One line a control."""
        return tuple(f"{control.name}: {control.text}" for control in self.items)

    def data(self) -> dict[str, Any]:
        """Everything by the control's name; what was not measured says so."""
        return {control.name: control.data or NOT_MEASURED for control in self.items}


@frozen
class OracleGap:
    """Resolved shares of the same agent with the true places and with those that were found."""

    oracle: float
    retrieved: float
    count: int


def controls_of(
    lines: Sequence[Line],
    trained: Sequence[str],
    control: tuple[str, Sequence[Line]] | None = None,
    gap: OracleGap | None = None,
) -> Controls:
    """Work out every control of a bench's ``lines``.

    ``trained`` names the parts of the profile that may have learnt from data; ``control`` is a control data set's name
    and lines. Raises :class:`CrossbearingError` for lines that do not disclose what the controls need.
    """
    for line in lines:
        if line["status"] == "measured" and not {"history", "repro"} <= line.keys():
            raise CrossbearingError(
                f"the result of {line['instance_id']} does not say how much history there was and whether a failing "
                "test was known; measure it again, or report with --no-controls"
            )
    return Controls((_gap(gap), _drop(lines, control), _history(lines), _no_repro(lines), _memorization(trained)))


def _gap(gap: OracleGap | None) -> Control:
    name = "oracle gap"
    if gap is None:
        return Control(name, f"{NOT_MEASURED}: no agent was run with the true places")
    points = 100 * (gap.oracle - gap.retrieved)
    text = (
        f"{points:+.1f} points over {gap.count} instances: resolved {100 * gap.oracle:.1f} % with the true places, "
        f"{100 * gap.retrieved:.1f} % with those found"
    )
    return Control(name, text, asdict(gap) | {"gap": round(gap.oracle - gap.retrieved, 6)})


def _drop(lines: Sequence[Line], control: tuple[str, Sequence[Line]] | None) -> Control:
    name = "out-of-benchmark drop"
    if control is None:
        return Control(name, f"{NOT_MEASURED}: no control data set was named (--control)")
    title, others = control
    drops = {metric: estimate_drop(_values(lines, metric), _values(others, metric)) for metric in CONTROLLED}
    found = {metric: drop for metric, drop in drops.items() if drop is not None}
    if not found:
        return Control(name, f"{NOT_MEASURED}: {title} has nothing to be found")
    text = ", ".join(f"{_NAMES[metric]} {_points(drop)}" for metric, drop in found.items())
    return Control(
        name,
        f"{text} points lost on {title} ({len(others)} instances)",
        {"dataset": title, "instances": len(others), "drops": {m: asdict(drop) for m, drop in found.items()}},
    )


def _points(estimated: Estimate) -> str:
    return f"{100 * estimated.value:+.1f} [{100 * estimated.low:+.1f}, {100 * estimated.high:+.1f}]"


def _history(lines: Sequence[Line]) -> Control:
    name = "history"
    counts: dict[str, list[int]] = {}
    for line in lines:
        if line.get("history") is not None:
            counts.setdefault(line["repo"], []).append(line["history"])
    if not counts:
        return Control(name, f"{NOT_MEASURED}: no instance was read from a repository with commits")
    spans = {repo: (min(found), max(found)) for repo, found in sorted(counts.items())}
    text = ", ".join(f"{repo} {_span(*span)}" for repo, span in spans.items())
    data = {repo: {"least": least, "most": most} for repo, (least, most) in spans.items()}
    return Control(name, f"commits before the base: {text}", data)


def _span(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,}–{most:,}"


def _no_repro(lines: Sequence[Line]) -> Control:
    name = "no failing test"
    without = [line for line in lines if not line.get("repro")]
    if not without:
        return Control(name, f"{NOT_MEASURED}: a failing test was known for every instance")
    found = {metric: value for metric in CONTROLLED if (value := estimate(_values(without, metric)))}
    text = ", ".join(f"{_NAMES[metric]} {100 * value.value:.1f}" for metric, value in found.items())
    share = "all" if len(without) == len(lines) else str(len(without))
    data = {"instances": len(without), "of": len(lines), "figures": {m: asdict(value) for m, value in found.items()}}
    return Control(name, f"{share} of {len(lines)} instances: {text or 'nothing to be found'}", data)


def _memorization(trained: Sequence[str]) -> Control:
    learnt = f"trained parts of this profile: {', '.join(trained)}" if trained else "nothing in this profile is trained"
    text = (
        "public issues and their fixes are in the training data of language models; figures of anything trained are no "
        f"evidence of reasoning without the drop above; {learnt}"
    )
    return Control("memorization", text, {"trained": list(trained)})


def _values(lines: Sequence[Line], metric: str) -> list[float]:
    return [line["figures"][metric] for line in lines if metric in line["figures"]]
