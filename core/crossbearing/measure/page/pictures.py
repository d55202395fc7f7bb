"""The pictures of a report, each as SVG text that is the same for the same figures.

One colour says one thing throughout: files, functions, and what was lost. Every mean has its interval.
"""

import io
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

FILES, FUNCTIONS, LOST, REST = "#1b6ca8", "#e07b39", "#b23a48", "#9aa5b1"
_WIDTH = 7.2
_STAGE_COLOURS = {"found": "#3a7d44", "ranked low": "#e0a339", "failed": "#5b5b5b"}

Data = Mapping[str, Any]
Draw = Callable[["Axes"], None]


def draw_pictures(data: Data) -> dict[str, str]:
    """Draw everything that the summary's ``data`` has figures for, by title.

    Raises :class:`CrossbearingError` where matplotlib is not installed.
    """
    drawn: dict[str, tuple[Draw, float]] = {}
    if data["budgets"]:
        drawn["Accuracy by how many lines are read"] = (lambda axes: _budgets(axes, data), 3.2)
    rows = _rows(data)
    if rows:
        drawn["By repository, language and kind of instance"] = (
            lambda axes: _groups(axes, rows),
            1.0 + 0.42 * len(rows),
        )
    if data["channels"]:
        names = list(data["channels"])
        drawn["What each channel contributes"] = (
            lambda axes: _channels(axes, data["channels"]),
            1.2 + 0.42 * len(names),
        )
    if sum(data["stages"].values()):
        drawn["Where gold functions were lost"] = (lambda axes: _stages(axes, data["stages"]), 1.9)
    return {title: _svg(draw, height, title) for title, (draw, height) in drawn.items()}


def _svg(draw: Draw, height: float, title: str) -> str:
    with _style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


@contextmanager
def _style() -> "Iterator[None]":
    try:
        import matplotlib as mpl
    except ImportError:
        raise CrossbearingError(
            "a report needs the package matplotlib; install it with: pip install 'crossbearing[report]'"
        ) from None
    settings: Any = {
        "svg.hashsalt": "crossbearing",  # ids would differ from run to run
        "svg.fonttype": "path",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#e5e8eb",
        "axes.axisbelow": True,
    }
    with mpl.rc_context(settings):
        yield


def _budgets(axes: "Axes", data: Data) -> None:
    points = data["budgets"]
    budgets = [point["lines"] for point in points]
    share = [100 * point["value"] for point in points]
    axes.fill_between(
        budgets, [100 * p["low"] for p in points], [100 * p["high"] for p in points], color=FUNCTIONS, alpha=0.2, lw=0
    )
    axes.plot(budgets, share, marker="o", color=FUNCTIONS)
    for budget, value in zip(budgets, share, strict=True):
        axes.annotate(
            f"{value:.0f}", (budget, value), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8
        )
    axes.set_xscale("log")
    axes.set_xticks(budgets, [str(budget) for budget in budgets])
    axes.minorticks_off()
    axes.set_xlabel("lines read, in the order of the ranked functions")
    axes.set_ylabel("% with all gold functions read")
    axes.set_ylim(0, 105)


def _rows(data: Data) -> list[tuple[str, Data]]:
    """The groups to show, each with a name; those without gold files have nothing to show."""
    rows = [("all", data["overall"])]
    rows += list(data["repositories"].items())
    rows += [(name, own) for name, own in data["languages"].items() if len(data["languages"]) > 1]
    names = {
        "rich": "long history",
        "poor": "short history",
        "with": "failing test known",
        "without": "no failing test",
    }
    for what in ("history", "repro"):
        present = {name: own for name, own in data[what].items() if "file_acc@1" in own}
        if len(present) > 1:
            rows += [(names[name], own) for name, own in present.items()]
    return [(name, own) for name, own in rows if "file_acc@1" in own]


def _groups(axes: "Axes", rows: list[tuple[str, Data]]) -> None:
    series = (("file_acc@1", "file@1", FILES), ("function_acc@5", "function@5", FUNCTIONS))
    for offset, (metric, label, colour) in enumerate(series):
        shown = [(row, own[metric]) for row, (_, own) in enumerate(rows) if metric in own]
        _bars(axes, [row + 0.2 - 0.4 * (1 - offset) for row, _ in shown], [each for _, each in shown], label, colour)
    counted = [f"{name}  (n={own['file_acc@1']['count']})" for name, own in rows]
    axes.set_yticks(range(len(rows)), counted)
    axes.invert_yaxis()
    _percent(axes)


def _channels(axes: "Axes", channels: Mapping[str, Data]) -> None:
    names = sorted(channels, key=lambda name: (-channels[name]["supported"]["value"], name))
    series = (
        ("answered", "had evidence", REST),
        ("supported", "supported a gold function", FILES),
        ("led", "had one as its first choice", FUNCTIONS),
    )
    for offset, (key, label, colour) in enumerate(series):
        places = [row + 0.27 * (offset - 1) for row in range(len(names))]
        _bars(axes, places, [channels[name][key] for name in names], label, colour, height=0.26)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    _percent(axes)


def _bars(axes: "Axes", places: list[float], shares: list[Data], label: str, colour: str, height: float = 0.38) -> None:
    values = [100 * share["value"] for share in shares]
    errors = [
        [value - 100 * share["low"] for value, share in zip(values, shares, strict=True)],
        [100 * share["high"] - value for value, share in zip(values, shares, strict=True)],
    ]
    style = {"ecolor": "#3b4252", "elinewidth": 0.9, "capsize": 2}
    # Rounding may leave an end a hair on the wrong side of the mean.
    ends = [[max(0.0, each) for each in side] for side in errors]
    axes.barh(places, values, height, xerr=ends, label=label, color=colour, error_kw=style)


def _percent(axes: "Axes") -> None:
    axes.set_xlim(0, 102)
    axes.set_xlabel("% of instances, with 95 % intervals")
    axes.grid(visible=False, axis="y")
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=3, frameon=False, fontsize=8)


def _stages(axes: "Axes", stages: Mapping[str, int]) -> None:
    total, left = sum(stages.values()), 0.0
    reds = ["#7f1d1d", "#b23a48", "#d97b83"]
    for number, (stage, count) in enumerate(stages.items()):
        if not count:
            continue
        width = 100 * count / total
        colour = _STAGE_COLOURS.get(stage) or reds[number % len(reds)]
        axes.barh(0, width, 0.5, left=left, color=colour, label=f"{stage}: {count}")
        if width > 4:
            axes.text(left + width / 2, 0, f"{width:.0f} %", ha="center", va="center", color="white", fontsize=8)
        left += width
    axes.set_xlim(0, 100)
    axes.set_yticks([])
    axes.set_xlabel(f"% of {total} gold functions, by the first stage that lost them")
    axes.grid(visible=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, fontsize=8)
