"""``crossbearing bench``: measure localization on solved issues."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_build_dir, add_common, add_execution, path, positive, verdict
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from pathlib import Path

    from crossbearing.measure.bench import Bench, BenchRequest
    from crossbearing.measure.controls import Controls, OracleGap
    from crossbearing.model.report import Table
    from crossbearing.registry import PluginHost

DESCRIPTION = """\
Localize every issue of a data set at its base commit, read straight from the git objects, and compare with what its
fix edited. The fix and its tests are used for the comparison only."""

EPILOG = """
The data set is JSON Lines with SWE-bench's fields instance_id, repo, base_commit, problem_statement and patch.
Git directories are looked for as DIR/owner+name, DIR/owner+name.git and DIR/owner+name/repo.

examples:
  crossbearing bench lite.jsonl --repos mirrors --out default.jsonl
  crossbearing bench lite.jsonl --repos mirrors --profile localize-round1 --limit 20 --jobs 4
  crossbearing bench lite.jsonl --repos mirrors --out default.jsonl --report report --control unseen.jsonl
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("dataset", metavar="DATASET", type=path, help="JSON Lines file of instances")
    parser.add_argument("--repos", metavar="DIR", type=path, required=True, help="folder of git repositories")
    parser.add_argument(
        "--out", metavar="FILE", type=path, help="write one line an instance; lines already there are kept, not rerun"
    )
    parser.add_argument("--limit", metavar="N", type=positive, help="only the first N instances")
    parser.add_argument(
        "--instances", metavar="ID", nargs="+", default=[], help="only these instances, in the data set's order"
    )
    add_execution(parser)
    limits = parser.add_argument_group("limits of one instance")
    limits.add_argument("--timeout", metavar="SECONDS", type=positive, help="give up one that takes longer")
    limits.add_argument("--memory", metavar="MB", type=positive, help="give up one that takes more")
    limits.add_argument("--retry", action="store_true", help="run those again that failed before")
    report = parser.add_argument_group("report")
    report.add_argument(
        "--report", metavar="DIR|FILE", type=path, help="write a page with pictures, and into a folder summary.json too"
    )
    report.add_argument(
        "--control", metavar="DATASET", type=path, help="data set of unseen repositories, to say how much is lost there"
    )
    report.add_argument("--oracle", metavar="FILE", type=path, help="JSON of an 'ab' with an oracle, to say the gap")
    report.add_argument(
        "--record", metavar="FILE", type=path, help="write the result as TOML, for 'bench verify' to measure again"
    )
    report.add_argument("--condition", metavar="TEXT", default="", help="what --record says was measured, in words")
    report.add_argument(
        "--no-controls", action="store_true", help="report figures alone; the title then says that they are"
    )
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Run what has no result yet and print the summary of everything asked for."""
    from crossbearing.measure.bench import run_bench
    from crossbearing.measure.summary import summarize

    if arguments.no_controls and (arguments.control or arguments.oracle):
        raise CrossbearingError("--no-controls leaves out what --control and --oracle are given for")
    host = open_host(arguments, arguments.executor)
    host.check_options()
    check_renderer(host, arguments)
    gap = read_gap(arguments.oracle) if arguments.oracle else None
    with bench_progress(arguments) as progress:
        bench = run_bench(_request(arguments, arguments.dataset), host, progress)
    controls = None if arguments.no_controls else _controls(arguments, bench, host, gap)
    table = summarize(bench, controls)
    if arguments.report:
        from crossbearing.measure.page import Report, write_report

        write_report(Report(table, controls.sentences() if controls else None), arguments.report)
    if arguments.record:
        _record(arguments, bench, table)
    show(host, arguments, table)
    return verdict(arguments, [record for record in bench.records if record.line["status"] == "failed"])


def _record(arguments: Namespace, bench: "Bench", table: "Table") -> None:
    from crossbearing.measure.published import Published, figures_of, write_published

    published = Published(
        condition=arguments.condition or table.title,
        command=f"crossbearing bench verify {arguments.record.name} --dataset {bench.dataset} --repos DIR",
        profile=arguments.profile or bench.profile,
        configuration=bench.configuration,
        dataset=bench.dataset,
        dataset_hash=bench.dataset_hash,
        rows=len(bench.records),
        limit=arguments.limit,
        instances=tuple(arguments.instances),
        without=tuple(arguments.without),
        only=tuple(arguments.only),
        figures=figures_of(table.data),
    )
    write_published(arguments.record, published)


def _request(arguments: Namespace, dataset: "Path", *, is_control: bool = False) -> "BenchRequest":
    from crossbearing.measure.bench import BenchRequest
    from crossbearing.measure.capped import Caps

    out = arguments.out
    if is_control and out is not None:
        out = out.with_name(f"{out.name}.control.jsonl")
    return BenchRequest(
        dataset=dataset,
        repositories=arguments.repos,
        out=out,
        build_dir=arguments.build_dir,
        instances=() if is_control else tuple(arguments.instances),
        limit=None if is_control else arguments.limit,
        jobs=arguments.jobs,
        caps=Caps(arguments.timeout, arguments.memory),
        retry=arguments.retry,
    )


def _controls(arguments: Namespace, bench: "Bench", host: "PluginHost", gap: "OracleGap | None") -> "Controls":
    from crossbearing.measure.bench import run_bench
    from crossbearing.measure.controls import controls_of
    from crossbearing.measure.summary import lines_of

    control = None
    if arguments.control:
        with bench_progress(arguments) as progress:
            other = run_bench(_request(arguments, arguments.control, is_control=True), host, progress)
        control = (other.dataset, lines_of(other))
    return controls_of(lines_of(bench), bench.trained, control, gap)


def read_gap(path: "Path") -> "OracleGap":
    """Read the gap between an oracle and the candidate from the JSON of an ``ab``."""
    import json

    from crossbearing.measure.controls import OracleGap

    try:
        data = json.loads(path.read_bytes())
        own = data["oracle"]["candidate"]
        return OracleGap(float(own["oracle"]), float(own["retrieved"]), int(own["gap"]["difference"]["count"]))
    except OSError as error:
        raise CrossbearingError(f"{path} cannot be read: {error.strerror or error}") from None
    except (LookupError, TypeError, ValueError):
        raise CrossbearingError(
            f"{path} holds no oracle's gap; write it with 'crossbearing ab PLAN --format json', the plan's agent with "
            "an oracle"
        ) from None
