"""What the commands of the stages share."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crossbearing.model.errors import CrossbearingError, OracleStoppedError

if TYPE_CHECKING:
    from crossbearing.model.stages import CandidateOracle
    from crossbearing.registry import PluginHost


INTERRUPTED = 130


def open_stages(arguments: Namespace, stage: str, options: Mapping[str, Any] | None = None) -> "PluginHost":
    """Open the plugins that the options choose; ``options`` that are not None replace the profile's for ``stage``."""
    from attrs import evolve

    from crossbearing.registry import PluginHost, load_profile

    profile = load_profile(arguments.profile)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    merged = {**profile.options, stage: {**profile.options.get(stage, {}), **given}}
    host = PluginHost.open(
        evolve(profile, options=merged) if given else profile,
        without=arguments.without,
        only=arguments.only,
        strict=arguments.strict,
        trace=arguments.trace,
    )
    host.check_options(("stage",))
    return host


def read_patch(name: str) -> str:
    """The text of a patch file (``-``: standard input), byte for byte."""
    import sys

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as problem:
        raise CrossbearingError(f"patch file {name!r} cannot be read: {problem.strerror or problem}") from None
    return data.decode("utf-8", "surrogateescape")


def check_writable(name: str | None) -> None:
    """Say before the work that a file cannot be written after it."""
    if name is not None and (not Path(name).absolute().parent.is_dir() or Path(name).is_dir()):
        raise CrossbearingError(f"{name} cannot be written: it is a folder, or in none")


def write_patch(text: str, name: str | None) -> None:
    """Write a patch byte for byte, to a file or to standard output."""
    import sys

    from crossbearing.cli.streams import answering

    data = text.encode("utf-8", "surrogateescape")
    if name is None:
        with answering():
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(data)
    except OSError as problem:
        raise CrossbearingError(f"{name} cannot be written: {problem.strerror or problem}") from None


def stoppable(oracle: "CandidateOracle") -> "CandidateOracle":
    """The same oracle, for which an interrupt or an error means that the search ends and its best answer counts."""

    def judge(patches: Sequence[str]) -> Sequence[bool | None]:
        try:
            return oracle(patches)
        except KeyboardInterrupt:
            raise OracleStoppedError("interrupted") from None
        except (CrossbearingError, OSError) as problem:
            raise OracleStoppedError(f"the oracle failed, {problem}") from None

    return judge


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Treat the signals that ask the process to end as an interrupt, so that what it made is removed."""
    import signal

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
