"""``crossbearing profiles show``: one profile with everything that it inherits."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common
from crossbearing.cli.output import write
from crossbearing.cli.session import show_plain

DESCRIPTION = """\
Show a profile with everything that it inherits, as the TOML file that would mean the same on its own."""

EPILOG = """
examples:
  crossbearing profiles show localize-round1
  crossbearing profiles show ./tuned.toml --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "name", metavar="NAME|FILE", nargs="?", help="profile (default: --profile, $CROSSBEARING_PROFILE or 'default')"
    )
    add_common(parser, default_format="toml")


def run(arguments: Namespace) -> int:
    """Print the profile."""
    from crossbearing.registry import PluginHost, show_profile

    shown = show_profile(arguments.name or arguments.profile)
    PluginHost.open(shown.profile).check_options()
    if arguments.format == "toml":
        import tomlkit

        comments = "".join(f"# {'extends' if depth else 'profile'} {name}\n" for depth, name in enumerate(shown.chain))
        write(comments + tomlkit.dumps(shown.data))
        return 0
    show_plain(
        arguments,
        columns=("KEY", "VALUE"),
        rows=[(key, str(value)) for key, value in shown.data.items()],
        data={
            "schema": "crossbearing.profile/1",
            "name": shown.profile.name,
            "chain": list(shown.chain),
            "profile": shown.data,
        },
    )
    return 0
