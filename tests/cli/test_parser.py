import argparse
from collections.abc import Iterator

import pytest

from crossbearing.cli.commands import COMMANDS, Command
from crossbearing.cli.parser import UsageError, build_parser, normalize, parse


def leaves(
    commands: tuple[Command, ...] = COMMANDS, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Command]]:
    for command in commands:
        if command.actions:
            assert command.default in {"", *(action.name for action in command.actions)}
            yield from leaves(command.actions, (*path, command.name))
        else:
            yield (*path, command.name), command


def subparser(parser: argparse.ArgumentParser, path: tuple[str, ...]) -> argparse.ArgumentParser:
    for name in path:
        (group,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        parser = group.choices[name]
    return parser


@pytest.mark.parametrize("path", [path for path, _ in leaves()], ids=" ".join)
def test_every_command_has_the_common_options_and_helps(path: tuple[str, ...]):
    parser = subparser(build_parser(path), path)
    options = {option for action in parser._actions for option in action.option_strings}
    common = {
        "--profile",
        "--without",
        "--only",
        "--strict",
        "--trace",
        "--format",
        "--quiet",
        "-q",
        "--version",
        "--help",
    }
    assert common <= options
    for action in parser._actions:
        assert action.help, action
    assert parser.description.endswith(".")


def test_the_whole_tree_can_be_built_at_once_for_documentation():
    parser = build_parser(everything=True)
    for path, _ in leaves():
        assert subparser(parser, path).get_default("run")


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        (["plugins"], ["plugins", "list"]),
        (["plugins", "--format", "json"], ["plugins", "list", "--format", "json"]),
        (["plugins", "--help"], ["plugins", "--help"]),
        (["profiles", "show", "x"], ["profiles", "show", "x"]),
        (["locate", "plugins"], ["locate", "plugins"]),
        ([], []),
        (["--version"], ["--version"]),
    ],
)
def test_a_command_without_an_action_gets_its_default(given: list[str], normal: list[str]):
    assert normalize(given) == normal


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["locat"], "unknown command 'locat': did you mean locate?"),
        (["plugins", "lst"], "unknown action of 'plugins' 'lst': did you mean list?"),
        (["locate", "--tpo", "3"], "unrecognized arguments: --tpo (see 'crossbearing locate --help')"),
        (
            ["locate", "--before", "yesterday"],
            "argument --before: 'yesterday' is no time; expected 2024-05-01 or 2024-05-01T12:00:00+02:00 "
            "(see 'crossbearing locate --help')",
        ),
        (
            ["locate", "--top", "0"],
            "argument --top: '0' is not a positive whole number (see 'crossbearing locate --help')",
        ),
        (["bench", "d.jsonl"], "the following arguments are required: --repos (see 'crossbearing bench run --help')"),
        (
            ["bench", "gold", "--limit", "0", "d.jsonl"],
            "argument --limit: '0' is not a positive whole number (see 'crossbearing bench gold --help')",
        ),
        ([], "the following arguments are required: COMMAND (see 'crossbearing --help')"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(arguments: list[str], sentence: str):
    with pytest.raises(UsageError) as caught:
        parse(arguments)
    assert str(caught.value) == sentence


def test_options_cannot_be_abbreviated():
    with pytest.raises(UsageError):
        parse(["scan", "--prof", "default"])


@pytest.mark.parametrize("option", ["--format", "-q", "--strict"])
def test_an_option_before_the_command_is_told_where_it_belongs(option: str):
    with pytest.raises(UsageError, match=f"{option} comes before the command; write 'crossbearing COMMAND {option}"):
        parse([option, "scan"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["scan", ""],
        ["scan", "--build-dir", ""],
        ["locate", "--repo="],
        ["bench", "", "--repos", "x"],
        ["bench", "x", "--repos", ""],
        ["bench", "x", "--repos", "y", "--out="],
        ["plugins", "new", "channel", "x", "--into", ""],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_current_folder(arguments: list[str]):
    with pytest.raises(UsageError, match="the path is empty"):
        parse(arguments)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2024-05-01", 1714521600), ("2024-05-01T12:00:00", 1714564800), ("2024-05-01T12:00:00+02:00", 1714557600)],
)
def test_a_time_is_in_utc_unless_it_says_otherwise(text: str, seconds: int):
    assert parse(["locate", "report.md", "--before", text]).before == seconds
