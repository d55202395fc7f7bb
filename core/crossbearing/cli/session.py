"""From a command's options to a harness, a plugin host and a printed answer."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from crossbearing.cli.output import note, to_json, write
from crossbearing.cli.progress import scan_progress
from crossbearing.cli.streams import answering
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crossbearing.harness import Harness
    from crossbearing.model.report import Report, Table
    from crossbearing.recon.scan import RepositoryMap
    from crossbearing.registry import PluginHost


def open_harness(arguments: Namespace) -> "Harness":
    """Open the repository that the options name, with the plugins that they choose."""
    from crossbearing.harness import Harness

    harness = Harness.open(
        arguments.repo,
        arguments.profile,
        rev=arguments.rev,
        build_dir=arguments.build_dir,
        without=arguments.without,
        only=arguments.only,
        strict=arguments.strict,
        trace=arguments.trace,
    )
    try:
        check_renderer(harness.host, arguments)
    except CrossbearingError:
        harness.close()
        raise
    return harness


def check_renderer(host: "PluginHost", arguments: Namespace) -> None:
    """Refuse a renderer that cannot be used before the work whose outcome it is to show."""
    if arguments.format not in getattr(arguments, "own_formats", ()):
        host.version(f"renderer.{arguments.format}")


def scan(harness: "Harness", arguments: Namespace) -> "RepositoryMap":
    """Bring the map up to date, with progress for a person, and pass on what the user should know about the store."""
    with scan_progress(arguments) as progress:
        found = harness.scan(progress)
    if not arguments.quiet:
        for notice in harness.notices:
            note(f"{notice.file}: {notice.reason}" if notice.file else notice.reason)
    return found


def open_host(arguments: Namespace, executor: str | None = None) -> "PluginHost":
    """Open the plugins that the options choose, for commands that need no repository."""
    from attrs import evolve

    from crossbearing.registry import PluginHost, load_profile

    profile = load_profile(arguments.profile)
    return PluginHost.open(
        profile if executor is None else evolve(profile, executor=executor),
        without=arguments.without,
        only=arguments.only,
        strict=arguments.strict,
        trace=arguments.trace,
    )


def show(host: "PluginHost", arguments: Namespace, report: "Report | Table") -> None:
    """Print the answer with the renderer that ``--format`` names."""
    with answering():  # a renderer asks what standard output is
        write(host.render(arguments.format, report))


def show_plain(
    arguments: Namespace,
    *,
    columns: tuple[str, ...],
    rows: "Iterable[tuple[str, ...]]",
    data: dict[str, Any],
    footer: tuple[str, ...] = (),
) -> None:
    """Print a short list: as plain columns or JSON without loading any plugin, else with the renderer asked for."""
    lines = tuple(rows)
    if arguments.format == "json":
        write(to_json(data))
    elif arguments.format == "table":
        write(in_columns([columns, *lines]))
        if not arguments.quiet:
            for line in footer:
                note(line)
    else:
        from crossbearing.model.report import Table

        show(open_host(arguments), arguments, Table("", columns, lines, data, footer))


def in_columns(rows: "Sequence[tuple[str, ...]]") -> str:
    """Lay rows out in columns, two spaces apart."""
    from crossbearing.model.text import printable

    cells = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)
