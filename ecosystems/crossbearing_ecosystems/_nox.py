"""The sessions of a `noxfile.py` and what is called on them, without running anything."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._static import StaticModule, Text, dotted_name

_DECORATORS = frozenset({"session", "nox.session", "nox_poetry.session", "nox_uv.session", "nox.session.session"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Session(NamedTuple):
    """A function that is, or takes, a session: its name for nox (empty for a helper), its parameter, its node."""

    name: str
    parameter: str
    node: Function


class Called(NamedTuple):
    """A method called on a session's parameter."""

    method: str
    node: ast.Call


def sessions(module: StaticModule) -> Iterator[Session]:
    """Every function that is decorated as a session, and every other that has a parameter ``session``."""
    for node in module.nodes:
        if isinstance(node, Function):
            parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            name = _session_name(module, node)
            if name and parameters:
                yield Session(name, parameters[0], node)
            elif not name and "session" in parameters:
                yield Session("", "session", node)


def _session_name(module: StaticModule, node: Function) -> str:
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        if dotted_name(call.func if call else decorator) in _DECORATORS:
            stated = next((word.value for word in call.keywords if word.arg == "name"), None) if call else None
            if stated is None:
                return node.name
            text = module.text(stated)
            return text.value if text else ""
    return ""


def calls(module: StaticModule, found: list[Session]) -> Iterator[tuple[Session, Called]]:
    """What is called on each session, in the order of the file; of functions in functions, the inner one counts."""
    inner = sorted(found, key=lambda session: (session.node.lineno, -(session.node.end_lineno or 0)))
    open_sessions: list[Session] = []
    place = 0
    for node in module.nodes:
        line = getattr(node, "lineno", 0)
        while place < len(inner) and inner[place].node.lineno <= line:
            open_sessions.append(inner[place])
            place += 1
        while open_sessions and (open_sessions[-1].node.end_lineno or 0) < line:
            open_sessions.pop()
        if isinstance(node, ast.Call) and open_sessions:
            session = next(
                (one for one in reversed(open_sessions) if dotted_name(node.func).startswith(f"{one.parameter}.")), None
            )
            if session:
                yield session, Called(dotted_name(node.func).partition(".")[2], node)


def words(module: StaticModule, call: ast.Call) -> list[Text]:
    """The arguments of a call that are known, in order, starred lists included."""
    return [text for argument in call.args for text in module.texts(argument)]
