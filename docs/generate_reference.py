"""Write the reference pages from the code: ``python docs/generate_reference.py``.

The pages are committed, so that they can be read where they lie; a test says when they no longer match the code.
"""

import argparse
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from crossbearing import hookspecs
from crossbearing.cli.parser import build_parser
from crossbearing.hookspecs import KINDS
from crossbearing.model import profile as profile_model
from crossbearing.registry import describe, discover

FOLDER = Path(__file__).parent / "reference"
NOTICE = "<!-- Written by docs/generate_reference.py; edit the code instead. -->\n\n"


def pages() -> dict[str, str]:
    """Return the text of every generated page by file name."""
    return {
        "cli.md": command_line_page(),
        "hooks.md": hooks_page(),
        "plugins.md": plugins_page(),
        "profile.md": profile_page(),
        "api.md": api_page(),
    }


def command_line_page() -> str:
    """Every command and option, from the argument parser."""
    parser = build_parser(everything=True)
    sections = [f"# Command line\n\n{parser.description}\n\n```text\n{parser.format_help().strip()}\n```\n"]
    sections += [_command_section(command) for command in _leaf_commands(parser)]
    return NOTICE + "\n".join(sections)


def _leaf_commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        yield parser
    for group in groups:
        for child in group.choices.values():
            yield from _leaf_commands(child)


def _command_section(parser: argparse.ArgumentParser) -> str:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    rows = [_option_row(action) for action in parser._actions if action.dest not in ("help", "version")]
    table = "\n".join(["| argument | meaning |", "|---|---|", *rows])
    epilog = f"\n```text\n{parser.epilog}\n```\n" if parser.epilog else ""
    return f"## {parser.prog}\n\n{parser.description}\n\n```text\n{usage}\n```\n\n{table}\n{epilog}"


def _option_row(action: argparse.Action) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar or action.dest}`"
    value = f" *{action.metavar}*" if action.option_strings and action.metavar else ""
    meaning = (action.help or "").replace("%(default)s", str(action.default)).replace("|", "\\|")
    return f"| {names}{value.replace('|', chr(92) + '|')} | {meaning} |"


def hooks_page() -> str:
    """Every hook with its arguments, from the hook specifications."""
    introduction = inspect.cleandoc(hookspecs.__doc__ or "").replace(":data:", "").replace(":class:", "")
    sections = [f"# Hooks\n\n{_prose(introduction)}\n"]
    for kind in KINDS.values():
        sections.append(f"## Kind `{kind.name}`\n\nEntry-point group `{kind.group}`.\n")
        sections += [_hook_section(name) for name in kind.hooks]
    return NOTICE + "\n".join(sections)


def _hook_section(name: str) -> str:
    hook = getattr(hookspecs, name)
    arguments = ", ".join(inspect.signature(hook).parameters)
    return f"### `{name}({arguments})`\n\n{_prose(inspect.getdoc(hook) or '')}\n"


def plugins_page() -> str:
    """Every built-in plugin: its documentation, what it claims, and its options."""
    sections = ["# Built-in plugins\n"]
    for record in discover():
        if record.distribution != "crossbearing":
            continue
        description = describe(record)
        section = f"## `{record.qualified}`\n\n{_prose(description.documentation)}\n"
        if description.claims:
            section += "\nClaims: " + ", ".join(f"`{claim}`" for claim in description.claims) + "\n"
        if description.options:
            rows = [
                f"| `{option.name}` | `{_cell(option.annotation)}` | `{_cell(option.default)}` | {_cell(option.help)} |"
                for option in description.options
            ]
            section += "\n" + "\n".join(["| option | type | default | meaning |", "|---|---|---|---|", *rows]) + "\n"
        sections.append(section)
    return NOTICE + "\n".join(sections)


def profile_page() -> str:
    """Every key of a profile, from the classes that a profile is read into."""
    sections = ["# Profile keys\n"]
    for _, model in inspect.getmembers(profile_model, inspect.isclass):
        if not attrs.has(model):
            continue
        rows = [
            f"| `{field.name}` | `{_cell(_type_name(field.type))}` | `{_cell(_default(field))}` |"
            for field in attrs.fields(model)
        ]
        table = "\n".join(["| key | type | default |", "|---|---|---|", *rows])
        sections.append(f"## {model.__name__}\n\n{_prose(inspect.getdoc(model) or '')}\n\n{table}\n")
    return NOTICE + "\n".join(sections)


def api_page() -> str:
    """The public Python names, each rendered from its docstring when the documentation is built."""
    from crossbearing import plugin

    # Constants have no docstring of their own: what uses them explains them.
    exported = [name for name in plugin.__all__ if not name.isupper() and name not in ("Seeds", "hookimpl")]
    homes = {name: f"{getattr(plugin, name).__module__}.{name}" for name in exported}
    inherited = "\n    options:\n      inherited_members: true\n"
    lines = ["# Python API\n", "## Harness\n", f"::: crossbearing.harness.Harness{inherited}"]
    lines += ["## Repair sessions\n", "::: crossbearing.harness.session.RepairSession\n"]
    lines += ["::: crossbearing.harness.driver.Repair\n", "## For plugins\n"]
    lines.append("Everything below is imported from `crossbearing.plugin`.\n")
    lines += [f"::: {homes[name]}\n    options:\n      heading_level: 3\n" for name in sorted(homes)]
    return NOTICE + "\n".join(lines)


def _prose(text: str) -> str:
    """Turn reStructuredText roles and double backquotes into Markdown code."""
    import re

    text = re.sub(r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"`\1`", text)
    return text.replace("``", "`").strip()


def _cell(text: str) -> str:
    return " ".join(_prose(text).split()).replace("|", "\\|")


def _type_name(annotation: Any) -> str:
    return (
        annotation.__name__ if isinstance(annotation, type) and not hasattr(annotation, "__args__") else str(annotation)
    )


def _default(field: "attrs.Attribute[Any]") -> str:
    if field.default is attrs.NOTHING:
        return "required"
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return "{}"
    return f"{type(field.default).__name__}()" if attrs.has(type(field.default)) else repr(field.default)


def main() -> int:
    """Write the pages and say which changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote docs/reference/{name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
