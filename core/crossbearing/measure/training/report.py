"""The table that ``crossbearing train`` prints: what was learned from, and how the model does where it never was."""

from typing import Any

from crossbearing.measure.training.train import MEASURES, Training
from crossbearing.model.report import Table

SCHEMA = "crossbearing.train/1"
_SHOWN = {
    "file_acc@1": "file@1",
    "file_acc@3": "file@3",
    "file_acc@5": "file@5",
    "function_acc@5": "func@5",
    "function_acc@10": "func@10",
}
_FOOTNOTES = (
    "Percent of lessons with all edited files / functions within the first k, each repository ranked by a model that",
    "never saw it; hand: the weighted sum alone. Below: 95 % bootstrap intervals, of the paired difference as well.",
)


def report(training: Training) -> Table:
    """Describe a training."""
    card = training.model["card"]
    lessons, repositories = card["lessons"], len(card["repositories"])
    return Table(
        title=f"{_counted(lessons, 'lesson', 'lessons')} from {_counted(repositories, 'repository', 'repositories')}",
        columns=("", "n", *_SHOWN.values()),
        rows=tuple(_rows(card["cross_validation"])),
        data={
            "schema": SCHEMA,
            "model": training.out.name,
            "card": card,
            "useless": [{"lesson": name, "reason": reason} for name, reason in training.useless],
        },
        footer=(*(_FOOTNOTES if card["cross_validation"] else ("No cross-validation: it takes two repositories.",)),
                f"{len(training.useless)} commits taught nothing; the model is in {training.out.name}."),
    )  # fmt: skip


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _rows(figures: dict[str, Any]) -> list[tuple[str, ...]]:
    groups = sorted(figures, key=lambda group: (group != "all", group))
    return [
        (f"{group} {name}", _counts(figures[group][name]), *(_cell(figures[group][name].get(m)) for m in MEASURES))
        for group in groups
        for name in ("hand", "learned", "difference")
    ]


def _counts(own: dict[str, Any]) -> str:
    return "/".join(str(own[measure]["count"]) if measure in own else "0" for measure in (MEASURES[0], MEASURES[-1]))


def _cell(figure: dict[str, Any] | None) -> str:
    if figure is None:
        return "–"
    return f"{figure['value'] * 100:.1f}\n{figure['low'] * 100:.0f}…{figure['high'] * 100:.0f}"
