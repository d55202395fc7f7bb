"""``crossbearing manifest``: what a repository is made of."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from crossbearing.cli.options import add_common, add_repository, verdict
from crossbearing.cli.progress import scan_progress
from crossbearing.cli.session import check_renderer, open_host, show

if TYPE_CHECKING:
    from crossbearing.model.report import Table
    from crossbearing.recon.manifest import Manifest
    from crossbearing.registry import PluginHost

DESCRIPTION = """\
Show languages, package manager, components, dependencies, tests, commands and entry points of a repository, as its
own files state them. Every claim names the line that proves it."""

EPILOG = """
examples:
  crossbearing manifest
  crossbearing manifest path/to/repository --format json
  crossbearing manifest --header          what to tell a model that needs no more than that
"""


_UNSHOWN = ("evidence", "spelling")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=True)
    parser.add_argument("--full", action="store_true", help="show every claim, beyond the profile's budget of tokens")
    parser.add_argument("--header", action="store_true", help="show languages, package manager and main commands only")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Read the manifest files, and nothing else, and print the manifest."""
    from crossbearing.cli.output import to_json, write
    from crossbearing.recon.manifest import manifest_header, manifest_to_json, render_manifest

    host = open_host(arguments)
    check_renderer(host, arguments)
    host.check_options(("ecosystem",))
    manifest, budgets = _collect(host, arguments), host.profile.budgets
    if arguments.header:
        write(to_json(manifest_header(manifest, budgets.header_tokens)))
    elif arguments.full:
        show(host, arguments, _table(manifest_to_json(manifest)))
    elif arguments.format == "json":
        # As the budget was measured: a prettier layout would cost more tokens.
        write(render_manifest(manifest, budgets.manifest_tokens))
    else:
        show(host, arguments, _table(json.loads(render_manifest(manifest, budgets.manifest_tokens))))
    return verdict(arguments, manifest.errors)


def _collect(host: "PluginHost", arguments: Namespace) -> "Manifest":
    """The manifest, without a map of the repository: no source file is parsed and nothing is stored."""
    from crossbearing.harness.flags import Flags
    from crossbearing.recon.manifest import collect_manifest
    from crossbearing.source import open_source

    Flags.read().require_map()
    with open_source(arguments.repo, arguments.rev) as source, scan_progress(arguments) as progress:
        show_step = None if progress is None else lambda done, total: progress("manifest", done, total)
        return collect_manifest(source, host, show_step)


def _table(data: dict[str, Any]) -> "Table":
    from crossbearing.model.report import Table

    footer = [f"problem: {_where(error)}: {error['reason']}" for error in data["errors"]]
    for section, cut in data.get("truncated", {}).items():
        if "of" in cut:
            footer.append(f"{section}: {cut['kept']} of {cut['of']} shown; --full shows all")
    return Table(
        title=f"manifest of {data['repo']}",
        columns=("section", "name", "details", "evidence"),
        rows=tuple(_rows(data)),
        data=data,
        footer=tuple(footer),
    )


def _rows(data: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    for section, value in data.items():
        claims = value if isinstance(value, list) else [value]
        for claim in claims:
            if section != "errors" and isinstance(claim, dict) and claim.get("evidence"):
                yield _row(section, claim)


def _row(section: str, claim: dict[str, Any]) -> tuple[str, str, str, str]:
    facts = {key: str(value) for key, value in claim.items() if isinstance(value, str | int) and key not in _UNSHOWN}
    name = facts.pop("name", None) or facts.pop("framework", None) or ", ".join(claim.get("conventions", ()))
    return (section, name, "  ".join(filter(None, facts.values())), claim["evidence"])


def _where(error: dict[str, Any]) -> str:
    return error["file"] if error.get("line") is None else f"{error['file']}:{error['line']}"
