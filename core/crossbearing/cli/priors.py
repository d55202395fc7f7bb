"""``crossbearing priors``: what is known of how a repository works."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_common, add_repository, path
from crossbearing.cli.output import note, to_json, write
from crossbearing.cli.session import open_harness, scan

if TYPE_CHECKING:
    from crossbearing.harness import Harness
    from crossbearing.model.stages import PriorReport, PriorTask, RepoPrior

DESCRIPTION = """\
Show what is known of how a repository works, in at most 500 tokens for a prompt. The first time it is seeded from the
manifest, without a model; lessons are kept where they are procedural, and refused where they give an issue away."""

EPILOG = """
examples:
  crossbearing priors --repo path/to/repository
  crossbearing priors --lesson "MAX_NUM_FORMS=0 means unlimited"
  crossbearing priors --distill run.traj    let the model that the environment names read it out of a run
  crossbearing priors --forget
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--name", metavar="OWNER/NAME", help="what the repository is called (default: its folder)")
    parser.add_argument("--lesson", metavar="TEXT", action="append", default=[], help="add this lesson")
    parser.add_argument(
        "--distill", metavar="RUN", type=path, help="ask the model of CROSSBEARING_LLM_MODEL what a run taught"
    )
    parser.add_argument("--forget", action="store_true", help="begin again from the manifest")
    parser.add_argument("--store", metavar="DIR", type=path, help="where priors are kept (default: the user's data)")
    add_repository(parser, positional=False)
    add_common(parser, default_format="text")
    parser.set_defaults(own_formats=frozenset(("text", "json")))


def run(arguments: Namespace) -> int:
    """Seed or load the prior, add the lessons, keep it, and print it."""
    from attrs import asdict

    from crossbearing.repair.priors import PriorStore

    store = PriorStore(arguments.store) if arguments.store else PriorStore.of_user()
    with open_harness(arguments) as harness:
        name = arguments.name or harness.manifest().repo
        with store.locked(name):
            known = None if arguments.forget else store.load(name)
            found: PriorReport = harness.host.run("priors", _task(harness, arguments, name, known))
            if found.prior != known:
                store.save(found.prior)
    if not arguments.quiet:
        for entry, why in found.refused:
            note(f"not kept, it {why}: {entry}")
    if arguments.format == "text":
        write(found.text)
    else:
        write(to_json({"schema": "crossbearing.priors/1", **asdict(found)}))
    return int(bool(found.refused) and arguments.strict)


def _task(harness: "Harness", arguments: Namespace, name: str, known: "RepoPrior | None") -> "PriorTask":
    from crossbearing.model.stages import PriorTask
    from crossbearing.model.tokens import count_tokens

    manifest = None
    if known is None:
        scan(harness, arguments)
        manifest = harness.manifest()
    task = PriorTask(name, known, manifest, tuple(arguments.lesson), count=count_tokens)
    if arguments.distill is None:
        return task
    from attrs import evolve

    from crossbearing.repair.models import model_of_environment
    from crossbearing.repair.trajectories import read_trajectory

    return evolve(task, ask=model_of_environment(), trajectory=read_trajectory(arguments.distill).events)
