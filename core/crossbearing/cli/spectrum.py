"""``crossbearing spectrum``: run a failing test and show who executed what."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crossbearing.cli.options import add_common, add_repository, path, positive
from crossbearing.cli.session import open_harness, scan, show
from crossbearing.cli.testing import add_test_options, spectrum_of
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crossbearing.dynamic.suspects import Suspect
    from crossbearing.harness import Harness
    from crossbearing.model.spectrum import Spectrum

DESCRIPTION = """\
Run a failing test and passing ones near it in the project's own interpreter, and rank definitions (or lines) by how
suspicious it is that they were executed. The tests run in a copy of the tree, and nothing that they start outlives the
command. Coverage that other tools wrote is read instead where --coverage names it."""

EPILOG = """
examples:
  crossbearing spectrum --repro tests/test_cart.py::test_total
  crossbearing spectrum --repro tests/test_cart.py::test_total --tests all --python .venv/bin/python --level line
  crossbearing spectrum --repro crash.py --export spectrum.html
  crossbearing spectrum --coverage coverage/*.xml --failed com.shop.CartTest#total --format json

--export writes everything to a file by its suffix: .json (which --coverage reads again), .csv, or .html with coloured
source.
"""

FORMULA_NAMES = ("ochiai", "tarantula", "dstar", "op2", "barinel", "jaccard")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_test_options(parser)
    table = parser.add_argument_group("the table")
    table.add_argument("--formula", choices=FORMULA_NAMES, default="ochiai", help="default: %(default)s")
    table.add_argument("--level", choices=("entity", "line"), default="entity", help="default: %(default)s")
    table.add_argument(
        "--divided", action="store_true", help="count assertions of the failing test that held as passing tests"
    )
    table.add_argument("--top", metavar="N", type=positive, default=20, help="suspects to show (default: %(default)s)")
    table.add_argument("--export", metavar="FILE", action="append", default=[], type=path, help=".json, .csv or .html")
    add_repository(parser, positional=False)
    add_common(parser)
    parser.set_defaults(own_formats=frozenset(("json",)))


def run(arguments: Namespace) -> int:
    """Collect the spectrum, export it, and print the suspects; 1 where no test failed."""
    for target in arguments.export:
        if target.suffix not in (".json", ".csv", ".html"):
            raise CrossbearingError(f"{target} has no suffix that says what to write; expected .json, .csv or .html")
    with open_harness(arguments) as harness:
        scan(harness, arguments)
        spectrum = spectrum_of(harness, arguments)
        if spectrum is None:
            raise CrossbearingError("nothing to do: name a failing test with --repro, or coverage with --coverage")
        found = _suspects(harness, spectrum, arguments)
        for target in arguments.export:
            _export(target, harness, spectrum, found, arguments)
        _show(harness, spectrum, found, arguments)
        return int(not spectrum.failing)


def _suspects(harness: "Harness", spectrum: "Spectrum", arguments: Namespace) -> "Sequence[Suspect]":
    from crossbearing.dynamic.suspects import suspects

    return suspects(
        spectrum,
        harness.scan().graph,
        formula=arguments.formula,
        divided=arguments.divided,
        lines=arguments.level == "line",
    )


def _show(harness: "Harness", spectrum: "Spectrum", found: "Sequence[Suspect]", arguments: Namespace) -> None:
    from crossbearing.cli.output import to_json, write

    data = _data(harness, spectrum, found, arguments)
    if arguments.format == "json":
        write(to_json(data))
        return
    from crossbearing.model.report import Table

    rows = tuple(
        (f"{s.score:.3f}", f"{s.failed}", f"{s.passed}", s.qualname, f"{s.file}:{s.line}")
        for s in found[: arguments.top]
    )
    title = f"{len(spectrum.failing)} failing, {len(spectrum.passing)} passing tests; {arguments.formula}"
    footer = [
        f"{test.name}: {test.outcome} {test.message.splitlines()[0] if test.message else ''}"
        for test in spectrum.failing
    ]
    footer += [f"{name}: {value}" for name, value in spectrum.environment.items()]
    if "preserved" in data:
        kept = data["preserved"]
        footer.append(f"the {kept['chosen']} tests that the graph would choose keep {kept['top']:.0%} of the first ten")
    show(
        harness.host,
        arguments,
        Table(title, ("score", "failing", "passing", "name", "place"), rows, data, tuple(footer)),
    )


def _data(harness: "Harness", spectrum: "Spectrum", found: "Sequence[Suspect]", arguments: Namespace) -> dict[str, Any]:
    from crossbearing.dynamic.suspects import as_data
    from crossbearing.model.spectrum import spectrum_to_json

    data = spectrum_to_json(spectrum) | {
        "formula": arguments.formula,
        "level": arguments.level,
        "suspects": as_data(found[: arguments.top]),
    }
    if arguments.tests == ["all"] and spectrum.failing:
        data["preserved"] = _preserved(harness, spectrum, arguments.most)
    return data


def _preserved(harness: "Harness", spectrum: "Spectrum", most: int) -> dict[str, Any]:
    """What the graph's choice of tests would have kept of the ranking with all tests."""
    from attrs import asdict

    from crossbearing.dynamic.selection import chosen_of
    from crossbearing.dynamic.suspects import preserved

    graph = harness.scan().graph
    return asdict(preserved(spectrum, graph, chosen_of(spectrum, graph, most)))


def _export(
    target: Path, harness: "Harness", spectrum: "Spectrum", found: "Sequence[Suspect]", arguments: Namespace
) -> None:
    from crossbearing.cli.output import to_json
    from crossbearing.dynamic.export import to_csv, to_html

    if target.suffix == ".json":
        text = to_json(_data(harness, spectrum, found, arguments)) + "\n"
    elif target.suffix == ".csv":
        text = to_csv(spectrum)
    else:
        tree = harness.scan().tree
        text = to_html(spectrum, tree, found, formula=arguments.formula, divided=arguments.divided) + "\n"
    try:
        target.write_text(text, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise CrossbearingError(f"{target} cannot be written: {error.strerror or error}") from error
