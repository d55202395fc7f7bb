"""What an agent did, in a form that is nobody's own: the neutral event stream that every stage reads."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from attrs import evolve, frozen

from crossbearing.model.errors import CrossbearingError

EventKind = Literal["message", "command", "edit", "submission"]
EVENT_KINDS: tuple[EventKind, ...] = ("message", "command", "edit", "submission")


@frozen
class Event:
    """One thing that happened, at ``step`` (from 0, as the agent counts its turns).

    A ``message`` has a ``role`` (``system``, ``user``, ``assistant``) and a ``text``; a ``command`` the shell command
    in ``text``, its ``output`` and its ``exit_code``, None where that is not known; an ``edit`` the ``path`` that was
    written, ``is_whole`` where all of the file was (it was made, or replaced), with what then stands in it in ``text``;
    a ``submission`` the final diff as ``text``.
    """

    kind: EventKind
    step: int = 0
    role: str = ""
    text: str = ""
    path: str = ""
    output: str = ""
    exit_code: int | None = None
    is_whole: bool = False


def event_of(given: Event | Mapping[str, Any], number: int = 0) -> Event:
    """An event, or the fields of one as the neutral format has them; fields of other names or types are left out.

    ``number`` is the step of one that tells none. Raises :class:`CrossbearingError` for what is no event.
    """
    if isinstance(given, Event):
        return given
    if not isinstance(given, Mapping) or given.get("kind") not in EVENT_KINDS:
        raise CrossbearingError(f"an event has a kind of {', '.join(EVENT_KINDS)}; this is none: {given!r:.80}")
    texts = {key: given[key] for key in ("role", "text", "path", "output") if isinstance(given.get(key), str)}
    code, step = given.get("exit_code"), given.get("step", number)
    return Event(
        given["kind"],
        step if isinstance(step, int) and step >= 0 else number,
        exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        is_whole=given.get("is_whole") is True,
        **texts,
    )


def placed(event: Event, root: str) -> Event:
    """The event with paths and commands as seen from ``root``, an absolute path: where a checkout lies says nothing of
    its files.
    """
    if root in ("", "/"):
        return event
    text = event.text
    if event.kind == "command":
        text = re.sub(rf"{re.escape(root)}(?![\w.-])/?", lambda match: "" if match[0].endswith("/") else ".", text)
    return evolve(event, path=event.path.removeprefix(f"{root}/"), text=text)


@frozen
class Trajectory:
    """The events of one run, in order; ``source`` names the format that they were read from."""

    events: tuple[Event, ...]
    source: str = "events"
    instance: str = ""

    @property
    def steps(self) -> int:
        """How many turns the agent took."""
        return 1 + max((event.step for event in self.events), default=-1)

    @property
    def submission(self) -> str:
        """The last diff that was submitted; empty where none was."""
        return next((event.text for event in reversed(self.events) if event.kind == "submission"), "")
