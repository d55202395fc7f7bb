"""The battery's outcome as a table: accuracy by question, with intervals, and every wrong answer."""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import asdict

from crossbearing.measure.battery.census import take_census
from crossbearing.measure.battery.grade import Ask, Grade, grade, is_build_file, make_questions
from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.model.file import FileTree
from crossbearing.model.report import Table
from crossbearing.recon.questions import QUESTIONS

SCHEMA = "crossbearing.questions/1"
_LISTED = 10

Progress = Callable[[int, int], None]


def run_battery(
    tree: FileTree, ask: Ask, *, seed: int = 0, sample: int = 20, progress: Progress | None = None
) -> list[Grade]:
    """Draw questions from the files of ``tree``, put them to ``ask``, and grade the answers."""
    python = _texts(tree, [path for path in tree.paths if path.endswith(".py")])
    files = dict(_texts(tree, [path for path in tree.paths if is_build_file(path)]))
    questions = make_questions(take_census(python), files, seed, sample)
    grades: list[Grade] = []
    for each in grade(questions, ask):
        grades.append(each)
        if progress:
            progress(len(grades), len(questions))
    return grades


def battery_table(name: str, grades: Sequence[Grade], seed: int) -> Table:
    """Show the share of right answers to each question, and of all six kinds together."""
    by_question = {question: [each for each in grades if each.question == question] for question in QUESTIONS}
    shares = {question: estimate([float(each.is_right) for each in own]) for question, own in by_question.items()}
    wrong = [each for each in grades if not each.is_right]
    asked = [share.value for share in shares.values() if share is not None]
    overall = round(sum(asked) / len(asked), 6) if asked else None
    total = "–" if overall is None else f"{100 * overall:.1f}"
    rows = [_row(question, by_question[question], shares[question]) for question in QUESTIONS]
    return Table(
        title=f"{name} · {len(grades)} questions · accuracy {total}",
        columns=("question", "asked", "right %", "95 %", "places found %", "places right %"),
        rows=tuple(rows),
        data={
            "schema": SCHEMA,
            "repo": name,
            "seed": seed,
            "accuracy": overall,
            "questions": {name: asdict(share) if share else None for name, share in shares.items()},
            "wrong": [_wrong(each) for each in wrong],
        },
        footer=(
            "Right is an answer whose places are exactly the true ones; accuracy is the mean over the questions asked.",
            *(f"{each.question} {each.argument}: {_told(each)}" for each in wrong[:_LISTED]),
            *([f"and {len(wrong) - _LISTED} more wrong answers (--format json)"] if len(wrong) > _LISTED else []),
        ),
    )


def _texts(tree: FileTree, paths: Sequence[str]) -> list[tuple[str, str]]:
    files = (tree.read(path) for path in paths)
    return [(file.path, file.text) for file in files if file is not None]


def _row(question: str, grades: Sequence[Grade], share: Estimate | None) -> tuple[str, ...]:
    if share is None:
        return (question, "0", "not measured", "", "", "")
    true = sum(each.true for each in grades)
    found = true - sum(len(each.missing) for each in grades)
    given = found + sum(len(each.extra) for each in grades)
    is_choice = question == "builds"  # any of the true places is right: their number says nothing
    return (
        question,
        str(share.count),
        f"{100 * share.value:.1f}",
        f"{100 * share.low:.0f}–{100 * share.high:.0f}",
        "" if is_choice or not true else f"{100 * found / true:.1f}",
        "" if is_choice or not given else f"{100 * found / given:.1f}",
    )


def _told(graded: Grade) -> str:
    if graded.reason:
        return graded.reason
    parts = [("missing", graded.missing), ("extra", graded.extra)]
    return "; ".join(f"{what} {', '.join(places[:3])}" for what, places in parts if places)


def _wrong(graded: Grade) -> dict[str, Any]:
    return {key: value for key, value in asdict(graded).items() if key != "true"}
