"""What each side of a comparison finds: one bench line an instance, whoever did the finding."""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from attrs import evolve

from crossbearing.measure.bench import BenchRequest, run_bench
from crossbearing.measure.dataset import Instance
from crossbearing.measure.metrics import Span, file_figures, function_figures
from crossbearing.measure.results import read_lines, to_line
from crossbearing.measure.trial.plan import Side, TrialPlan
from crossbearing.model.attempt import AgentPlace
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost, load_profile

if TYPE_CHECKING:
    from crossbearing.model.profile import Profile

TASK_SCHEMA = "crossbearing.task/1"
Lines = dict[str, dict[str, Any]]
"""By instance: a line as a bench writes it; of an external side, ``files``, ``entities``, ``gold`` and ``figures``."""

_SHOWN = 300


def open_side(side: Side, plan: TrialPlan, executor: str | None = None, *, agents: bool = False) -> PluginHost:
    """Open the host of a side that is a profile, with the plan's options on top of the profile's.

    Options of agents are left out unless asked for: nothing that is localized depends on them, nor are results that
    were kept of another configuration because of them.
    """
    profile: Profile = load_profile(side.profile)
    options = {name: dict(fields) for name, fields in profile.options.items()}
    for name, fields in plan.options.items():
        options[name] = {**options.get(name, {}), **fields}
    options = {name: fields for name, fields in options.items() if agents or not name.startswith("agent.")}
    profile = evolve(profile, options=options, executor=executor or profile.executor)
    return PluginHost.open(profile, without=side.without)


def bench_side(
    plan: TrialPlan,
    host: PluginHost,
    instances: Sequence[Instance],
    out: Path,
    build_dir: Path,
    jobs: int,
    progress: Callable[[int, int], None] | None,
) -> Lines:
    """Localize every instance; what ``out`` holds already is not run again."""
    request = BenchRequest(
        dataset=plan.dataset,
        repositories=plan.repositories,
        out=out,
        build_dir=build_dir,
        instances=tuple(instance.task.instance_id for instance in instances),
        jobs=jobs,
    )
    bench = run_bench(request, host, progress)
    return {record.line["instance_id"]: record.line for record in bench.records}


def ask_command(side: Side, plan: TrialPlan, instances: Sequence[Instance], judged: Lines) -> Lines:
    """Have a command of others localize every instance, and measure its answers against the gold in ``judged``.

    The command is started once, in the plan's folder. ``CROSSBEARING_TASKS_FILE`` names a file with a task on each line
    (``instance_id``, ``repo``, ``base_commit``, ``problem_statement``; nothing of the fix), and
    ``CROSSBEARING_REPOSITORIES`` the folder of git directories. It prints an answer on each line: ``instance_id``,
    ``files`` (paths, the likeliest first), and where it knows functions, ``entities`` (``file``, ``line``,
    ``end_line``). An instance without an answer is a miss.
    """
    answers = _answers(side, plan, instances)
    return {name: _judged(answers.get(name, {}), judged[name], answers.values()) for name in judged}


def places_of(line: Mapping[str, Any]) -> tuple[AgentPlace, ...]:
    """What an agent is told of a side's line: its functions where it ranks any, and its files."""
    return _places([entry["file"] for entry in line.get("files", ())], line.get("entities", ()))


def gold_places(line: Mapping[str, Any]) -> tuple[AgentPlace, ...]:
    """The true places, as an oracle would tell them."""
    return _places(line["gold"]["files"], line["gold"]["functions"])


def _places(files: Iterable[str], entities: Iterable[Mapping[str, Any]]) -> tuple[AgentPlace, ...]:
    found = [
        AgentPlace(each["file"], str(each.get("qualname") or f"line {each['line']}"), each["line"], each["end_line"])
        for each in entities
    ]
    by_file = [place for file in files for place in (AgentPlace(file), *(p for p in found if p.file == file))]
    named = {place.file for place in by_file}
    return (*by_file, *(place for place in found if place.file not in named))


def _answers(side: Side, plan: TrialPlan, instances: Sequence[Instance]) -> Lines:
    with TemporaryDirectory(prefix="crossbearing-ab-") as folder:
        tasks, output = Path(folder, "tasks.jsonl"), Path(folder, "answers.jsonl")
        tasks.write_text("".join(to_line(_task(instance)) for instance in instances), "utf-8")
        environment = {
            **os.environ,
            "CROSSBEARING_TASKS_FILE": str(tasks),
            "CROSSBEARING_REPOSITORIES": str(plan.repositories.resolve()),
        }
        _run(side, plan.file.parent, environment, output)
        rows = list(read_lines(output))
    known = {instance.task.instance_id for instance in instances}
    answers = {}
    for row in rows:
        if row.get("instance_id") in known:
            answers[row["instance_id"]] = _checked(row, side)
    if not answers:
        raise CrossbearingError(f"{side.command[0]} printed no answer to any of {len(instances)} instances")
    return answers


def _task(instance: Instance) -> dict[str, str]:
    task = instance.task
    return {
        "schema": TASK_SCHEMA,
        "instance_id": task.instance_id,
        "repo": task.repo,
        "base_commit": task.base_commit,
        "problem_statement": task.text,
    }


def _run(side: Side, folder: Path, environment: Mapping[str, str], output: Path) -> None:
    try:
        with output.open("wb") as file:
            process = subprocess.Popen(
                list(side.command), cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.PIPE, start_new_session=True,
            )  # fmt: skip
            try:
                _, errors = process.communicate(timeout=side.seconds)
            finally:
                _end(process)
    except OSError as error:
        raise CrossbearingError(f"{side.command[0]} cannot be started: {error.strerror or error}") from None
    except subprocess.TimeoutExpired:
        raise CrossbearingError(f"{side.command[0]} took more than {side.seconds:g} seconds") from None
    if process.returncode:
        last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2][:_SHOWN]
        raise CrossbearingError(f"{side.command[0]} failed with exit code {process.returncode}: {last}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End all that the command started, which shares its group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        process.wait()


def _checked(row: dict[str, Any], side: Side) -> dict[str, Any]:
    files, entities = row.get("files"), row.get("entities", [])
    entities_fit = isinstance(entities, list) and all(
        isinstance(each, dict) and isinstance(each.get("file"), str) and _is_line(each.get("line")) for each in entities
    )
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files) or not entities_fit:
        raise CrossbearingError(
            f"{side.command[0]} answers {row['instance_id']} with {json.dumps(row)[:_SHOWN]}; expected files (paths) "
            "and, if any, entities (file, line, end_line)"
        )
    return row


def _is_line(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _judged(answer: Mapping[str, Any], line: Mapping[str, Any], all_answers: Iterable[Any]) -> dict[str, Any]:
    """Measure an answer; functions only where the command names any at all. The distance needs a graph it has not."""
    gold, entities = line["gold"], answer.get("entities", [])
    files = list(dict.fromkeys([*answer.get("files", []), *(each["file"] for each in entities)]))
    figures: dict[str, float] = {}
    if gold["files"]:
        figures = file_figures(files, gold["files"])
    if gold["functions"] and any(each.get("entities") for each in all_answers):
        wanted = [Span(each["file"], each["line"], each["end_line"]) for each in gold["functions"]]
        figures |= function_figures([_span(each, wanted) for each in entities], wanted)
    return {
        "instance_id": line["instance_id"],
        "files": [{"file": file} for file in files],
        "entities": [{**each, "end_line": each.get("end_line", each["line"])} for each in entities],
        "gold": gold,
        "figures": {name: round(value, 6) for name, value in figures.items()},
    }


def _span(entity: Mapping[str, Any], gold: Sequence[Span]) -> Span:
    """An entity as a span: the gold function that holds its line, whatever line it counts from, else itself."""
    own = Span(entity["file"], entity["line"], entity.get("end_line", entity["line"]))
    return next((each for each in gold if each.file == own.file and each.line <= own.line <= each.end_line), own)
