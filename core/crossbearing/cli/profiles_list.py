"""``crossbearing profiles list``: the presets, and the user's own profiles."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, verdict
from crossbearing.cli.session import show_plain


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print the list."""
    from crossbearing.registry import list_profiles

    profiles = list_profiles()
    show_plain(
        arguments,
        columns=("PROFILE", "ORIGIN", "EXTENDS", "DESCRIPTION"),
        rows=[(profile.name, profile.origin, profile.extends, profile.description) for profile in profiles],
        data={"schema": "crossbearing.profiles/1", "profiles": [profile._asdict() for profile in profiles]},
    )
    return verdict(arguments, [profile for profile in profiles if profile.description.startswith("broken: ")])
