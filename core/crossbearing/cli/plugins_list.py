"""``crossbearing plugins list``: every installed plugin, found by its entry point and not imported."""

from argparse import ArgumentParser, Namespace
from typing import Any

from crossbearing.cli.options import add_common, verdict
from crossbearing.cli.session import open_host, show_plain

DESCRIPTION = """\
List every plugin that an installed distribution offers. None is imported. With --profile, --without or --only, the
list also says which of them take part and why the others do not."""

EPILOG = """
examples:
  crossbearing plugins list
  crossbearing plugins list --kind channel
  crossbearing plugins list --profile minimal --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--kind", metavar="KIND", help="only plugins of this kind, for example channel")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print the list."""
    from crossbearing.registry import find_plugins

    found = find_plugins()
    _check_kind(arguments.kind)
    records = [record for record in found.records if arguments.kind in (None, record.kind)]
    plugins: list[dict[str, Any]] = [{**record.data()} for record in records]
    columns: tuple[str, ...] = ("PLUGIN", "DISTRIBUTION", "TARGET")
    if arguments.profile or arguments.without or arguments.only:
        columns = (*columns, "TAKES PART")
        reasons = _excluded(arguments)
        for plugin in plugins:
            plugin["enabled"] = plugin["plugin"] not in reasons
            plugin["reason"] = reasons.get(plugin["plugin"], "")
    data = {
        "schema": "crossbearing.plugins/1",
        "plugins": plugins,
        "problems": [problem._asdict() for problem in found.problems],
    }
    footer = tuple(problem.reason for problem in found.problems)
    show_plain(arguments, columns=columns, rows=map(_row, plugins), data=data, footer=footer)
    return verdict(arguments, found.problems)


def _row(plugin: dict[str, Any]) -> tuple[str, ...]:
    row = (plugin["plugin"], f"{plugin['distribution']} {plugin['distribution_version']}", plugin["target"])
    return row if "enabled" not in plugin else (*row, plugin["reason"] or "yes")


def _check_kind(kind: str | None) -> None:
    from crossbearing.hookspecs import KINDS

    if kind is not None and kind not in KINDS:
        from crossbearing.model.errors import CrossbearingError
        from crossbearing.registry.names import suggestion

        raise CrossbearingError(f"unknown kind of plugin {kind!r}: {suggestion(kind, KINDS)}")


def _excluded(arguments: Namespace) -> dict[str, str]:
    statuses = open_host(arguments).statuses()
    return {status.plugin: status.reason for status in statuses if status.status == "disabled"}
