"""``crossbearing manifest``: what a repository is made of."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from crossbearing.cli.options import add_common, add_repository, verdict
from crossbearing.cli.session import open_harness, scan, show

DESCRIPTION = """\
Show languages, package manager, components, dependencies, tests, commands and entry points of a repository, as its
own files state them. Every claim names the line that proves it."""

EPILOG = """
examples:
  crossbearing manifest
  crossbearing manifest path/to/repository --format json
"""


_UNSHOWN = ("evidence", "spelling")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=True)
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Bring the map up to date and print the manifest."""
    from crossbearing.model.report import Table
    from crossbearing.recon.manifest import manifest_to_json

    with open_harness(arguments) as harness:
        data = manifest_to_json(scan(harness, arguments).manifest)
        table = Table(
            title=f"manifest of {data['repo']}",
            columns=("section", "name", "details", "evidence"),
            rows=tuple(_rows(data)),
            data=data,
            footer=tuple(f"problem: {_where(error)}: {error['reason']}" for error in data["errors"]),
        )
        show(harness.host, arguments, table)
    return verdict(arguments, data["errors"])


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
