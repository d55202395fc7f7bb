"""What the questions to the code graph have in common: their options, and how an answer is shown."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from crossbearing.cli.options import add_common, add_repository, positive, verdict
from crossbearing.cli.output import write
from crossbearing.cli.session import in_columns, open_harness, scan, show

if TYPE_CHECKING:
    from crossbearing.harness import Harness
    from crossbearing.model.relations import GraphAnswer, Match, UnresolvedName, Use, Uses
    from crossbearing.recon.scan import RepositoryMap

SYMBOL = """
SYMBOL is a qualified name or the end of one (Parser.peek), FILE, FILE:NAME, or FILE:LINE for the innermost definition
there. A name that means several definitions asks about all of them. Columns count from 0.
"""
DEFAULT_LIMIT = 100
UNRESOLVED_SHOWN = 10
MATCHES_SHOWN = 5
Layout = tuple[str, tuple[str, ...], list[tuple[str, ...]], list[str]]
"""Title, column names, rows and footer of a table."""
_REASONS = {
    "exact": "its qualified name",
    "file": "its file",
    "line": "its lines",
    "suffix": "the end of its name",
    "case": "its name but for case",
    "spelling": "its name but for case and underscores",
    "similar": "a similar name",
}


def add_symbol(parser: ArgumentParser, *names: str) -> None:
    """Add which symbols are asked about."""
    for name in names or ("symbol",):
        parser.add_argument(
            name, metavar=name.upper(), help="qualified name or the end of one, FILE, FILE:NAME, FILE:LINE"
        )


def add_depth(parser: ArgumentParser, help: str, default: int | None = 1) -> None:  # noqa: A002 - as argparse has it
    """Add how many steps an answer goes."""
    parser.add_argument("--depth", metavar="N", type=positive, default=default, help=help)


def add_types(parser: ArgumentParser, choices: Sequence[str], help: str) -> None:  # noqa: A002 - as argparse has it
    """Add which kinds of things are wanted; the option may be repeated."""
    parser.add_argument("--type", metavar="TYPE", dest="types", action="append", default=[], choices=choices, help=help)


def add_certain(parser: ArgumentParser) -> None:
    """Add that guesses do not count."""
    parser.add_argument("--certain", action="store_true", help="leave out what has a confidence below 1")


def add_files(parser: ArgumentParser) -> None:
    """Add which files an answer may name."""
    parser.add_argument(
        "--file",
        metavar="PATH",
        dest="files",
        action="append",
        default=[],
        help="only places in this file or folder, or in files that match this pattern; may be repeated",
    )


def add_uses(parser: ArgumentParser, depth_help: str) -> None:
    """Add what the questions about calls and other uses take."""
    add_symbol(parser)
    add_depth(parser, depth_help)
    add_types(parser, ("call", "read", "base", "decorator"), "only this kind of use; may be repeated")
    add_files(parser)
    add_certain(parser)
    add_shared(parser)


def choice_of_uses(arguments: Namespace) -> dict[str, Any]:
    """What :func:`add_uses` added, as the harness takes it."""
    return {
        "depth": arguments.depth,
        "kinds": arguments.types,
        "files": arguments.files,
        "certain": arguments.certain,
        "limit": arguments.limit,
    }


def add_shared(parser: ArgumentParser) -> None:
    """Add how much is listed, which repository is asked, and what every command takes."""
    parser.add_argument(
        "--limit",
        metavar="N",
        type=_limit,
        default=DEFAULT_LIMIT,
        help="list at most N of everything; 0: all (default: %(default)s)",
    )
    add_repository_and_common(parser)


def add_repository_and_common(parser: ArgumentParser) -> None:
    """Add which repository is asked, and what every command takes."""
    add_repository(parser, positional=False)
    add_common(parser)


def _limit(text: str) -> int | None:
    if text.isascii() and text.isdigit():
        return int(text) or None
    raise ArgumentTypeError(f"{text!r} is not a whole number")


def answer(
    arguments: Namespace, query: str, ask: "Callable[[Harness], GraphAnswer]", lay_out: Callable[[Any], Layout]
) -> int:
    """Bring the map up to date, ask it, and print the answer."""
    with open_harness(arguments) as harness:
        found = scan(harness, arguments)
        reply = ask(harness)
        layout = lay_out(reply)
        if arguments.format == "table":
            # Places stay in one piece, however long: they are there to be clicked on, and to be searched.
            write(_as_text(*layout))
        else:
            from crossbearing.model.report import Table

            title, columns, rows, footer = layout
            show(
                harness.host, arguments, Table(title, columns, tuple(rows), as_data(query, found, reply), tuple(footer))
            )
        return verdict(arguments, found.errors)


def _as_text(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], footer: Sequence[str]) -> str:
    from crossbearing.model.text import printable

    table = in_columns([tuple(name.upper() for name in columns), *rows]) if rows else "none found"
    blocks = [printable(title), table, "\n".join(map(printable, footer))]
    return "\n\n".join(block for block in blocks if block)


def as_data(query: str, found: "RepositoryMap", reply: "GraphAnswer") -> dict[str, Any]:
    """The answer as plain data; problems are those of the whole map and those of the files that the answer names."""
    from attrs import asdict

    data = asdict(reply)
    data.pop("query", None)
    named = set(_files_in(data))
    return {
        "schema": "crossbearing.graph/1",
        "query": query,
        "repo": found.name,
        "revision": found.revision,
        **data,
        "errors": [asdict(problem) for problem in found.errors if not problem.file or problem.file in named],
    }


def _files_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("file"), str):
            yield value["file"]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _files_in(item)


def about(what: str, matches: "Sequence[Match]", matched: int, asked: str) -> str:
    """The title of an answer about a symbol that means ``matched`` definitions, the first of which are ``matches``."""
    if matched != 1:
        return f"{what} {asked} ({matched} definitions)"
    symbol, reason = matches[0].symbol, matches[0].reason
    by = "" if reason == "exact" else f", by {_REASONS[reason]}"
    return f"{what} {symbol.qualname} ({symbol.kind} {symbol.place}{by})"


def why(match: "Match") -> str:
    """The reason for a match in words."""
    return _REASONS[match.reason] + (f" ({match.score:.2f})" if match.reason == "similar" else "")


def meanings(matches: "Sequence[Match]", matched: int, asked: str) -> list[str]:
    """A line for each of several definitions that a symbol means."""
    if matched < 2:
        return []
    lines = [f"{asked} may mean {matched} definitions, by {_REASONS[matches[0].reason]}:"]
    lines += [f"  {match.symbol.qualname} ({match.symbol.place})" for match in matches[:MATCHES_SHOWN]]
    if matched > MATCHES_SHOWN:
        lines.append(f"  and {matched - MATCHES_SHOWN} more; name the file as well, as in FILE:NAME")
    return lines


def cut(what: str, shown: int, total: int) -> list[str]:
    """A line where not everything is shown."""
    return [f"{shown} of {total} {what} shown; --limit 0 shows all"] if shown < total else []


def lay_out_uses(reply: "Uses", title: str, user: str, used: str, unresolved: str = "") -> Layout:
    """A row for each use; ``user`` and ``used`` name the columns of definitions that use and that are used."""
    columns = _columns(reply, user, used)
    rows = [tuple(cell(use) for _, cell in columns) for use in reply.places]
    if reply.candidates:
        rows.append(("candidates:", *[""] * (len(columns) - 1)))
        rows += [tuple(cell(use) for _, cell in columns) for use in reply.candidates]
    footer = meanings(reply.matches, reply.matched, reply.symbol)
    footer += cut("places", len(reply.places), reply.totals.places)
    footer += cut("candidates", len(reply.candidates), reply.totals.candidates)
    if reply.totals.unresolved:
        footer += [f"{reply.totals.unresolved} {unresolved}:", *_unresolved_lines(reply.unresolved)]
    return about(title, reply.matches, reply.matched, reply.symbol), tuple(name for name, _ in columns), rows, footer


def _columns(reply: "Uses", user: str, used: str) -> "list[tuple[str, Callable[[Use], str]]]":
    """Names and contents of the columns; those that would say the same in every row are left out."""
    uses = (*reply.places, *reply.candidates)
    of_users = reply.query in ("callers", "importers")
    columns: list[tuple[str, Callable[[Use], str]]] = [("place", lambda use: use.place)]
    if of_users or len({use.source for use in uses}) > 1:
        columns.append((user, lambda use: use.source))
    if not of_users or len({use.target for use in uses}) > 1:
        columns.append((used, lambda use: use.target))
    if reply.query in ("callers", "callees"):
        columns += [("use", lambda use: use.kind), ("as written", lambda use: use.name)]
    if reply.candidates:
        columns.append(("confidence", lambda use: f"{use.confidence:.2f}"))
    if any(use.depth > 1 for use in uses):
        columns.append(("depth", lambda use: str(use.depth)))
    return columns


def _unresolved_lines(names: "Sequence[UnresolvedName]") -> Iterator[str]:
    for name in names[:UNRESOLVED_SHOWN]:
        times = f" {name.count} times, first" if name.count > 1 else ""
        yield f"  {name.name}{times} at {name.place}"
    if len(names) > UNRESOLVED_SHOWN:
        yield f"  and {len(names) - UNRESOLVED_SHOWN} more names; --format json lists them"
