"""``crossbearing plugins show``: one plugin's own page, read from its source without importing it."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common
from crossbearing.cli.output import write
from crossbearing.cli.session import in_columns, show_plain

EPILOG = """
examples:
  crossbearing plugins show channel.bm25
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("plugin", metavar="PLUGIN", help="qualified name, for example channel.bm25")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print what the plugin says about itself."""
    from crossbearing.registry import describe
    from crossbearing.registry.discovery import record_of

    record = record_of(arguments.plugin)
    description = describe(record)
    data = {
        "schema": "crossbearing.plugins/1",
        "plugins": [
            {
                **record.data(),
                "version": description.version,
                "claims": list(description.claims),
                "hooks": list(description.hooks),
                "options": [option._asdict() for option in description.options],
                "documentation": description.documentation,
            }
        ],
        "problems": [],
    }
    facts = [
        ("plugin", record.qualified),
        ("version", str(description.version)),
        ("from", f"{record.distribution} {record.distribution_version} ({record.target})"),
        ("hooks", ", ".join(description.hooks)),
        ("claims", " ".join(description.claims)),
    ]
    options = [(option.name, option.annotation, option.default, option.help) for option in description.options]
    if arguments.format == "table":
        parts = [in_columns([fact for fact in facts if fact[1]]), description.documentation]
        if options:
            parts.append(in_columns([("OPTION", "TYPE", "DEFAULT", "MEANING"), *options]))
        write("\n\n".join(parts))
    else:
        show_plain(arguments, columns=("field", "value"), rows=facts, data=data)
    return 0
