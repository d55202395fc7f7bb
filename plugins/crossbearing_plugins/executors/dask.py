"""Runs work on a Dask cluster: on the cores of this machine, or on as many machines as a scheduler has.

What it is for: a benchmark over many repositories is thousands of independent jobs of minutes each. Dask's scheduler
hands them to workers, gives those of a lost worker to another, and the results come back in the items' order, the same
as from one process. A job holds all instances of one repository, so that these share its facts wherever they run.

Example, in a profile::

    executor = "dask"

    [options."executor.dask"]
    scheduler = "tcp://10.0.0.5:8786"

Without ``scheduler``, a cluster of as many processes as workers are asked for is started here and ended with the run;
with ``DASK_SCHEDULER_ADDRESS`` set, that one is used. Workers need this project, the same plugins, and the folders that
the items name, under the same paths (a shared file system). What an item itself hands to this executor is run where the
item is.

Limits: needs ``pip install 'crossbearing[dask]'``. An item whose workers die ``retries`` times after the first raises
:class:`~crossbearing.plugin.LostItemError`; Dask cannot tell a worker that ran out of memory from one that was killed.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast

from attrs import define, field, frozen, validators

from crossbearing.plugin import CrossbearingError, LostItemError, hookimpl

if TYPE_CHECKING:
    from distributed import Client

VERSION = 1

LOOKAHEAD = 8
"""Finished results that wait for an earlier one are held back by this many items a thread."""


@frozen
class Options:
    """Options of ``executor.dask``."""

    scheduler: str = field(default="", validator=validators.instance_of(str))
    """Address of a running scheduler; empty: the environment's, or a cluster of processes on this machine."""

    retries: int = field(default=3, validator=[validators.instance_of(int), validators.ge(0)])
    """How often an item is tried again after the worker that had it died."""

    timeout: float = field(default=30.0, converter=float, validator=validators.gt(0))
    """Seconds to wait for the scheduler to answer."""


@hookimpl
def map(function: Callable[[Any], Any], items: Iterable[Any], workers: int, options: Options) -> Iterator[Any]:  # noqa: A001
    """Run ``function`` over ``items`` on the cluster and yield the results in order."""
    address = options.scheduler or os.environ.get("DASK_SCHEDULER_ADDRESS", "")
    if (workers <= 1 and not address) or _is_worker():
        return (function(item) for item in items)
    return _results(function, items, workers, address, options)


def _is_worker() -> bool:
    """Whether this thread runs an item for a cluster: waiting there for more items would wait for itself."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return False
    try:
        distributed.get_worker()
    except ValueError:
        return False
    return True


def _results(
    function: Callable[[Any], Any], items: Iterable[Any], workers: int, address: str, options: Options
) -> Iterator[Any]:
    source = enumerate(items)
    first = next(source, None)
    if first is None:
        return
    import distributed

    with _client(address, workers, options) as client:
        # Its functions have no types.
        completed: Any = distributed.as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        threads = max(1, sum(client.nthreads().values()) if address else workers)
        yield from _Run(client, function, chain((first,), source), threads, completed).results()


@define(eq=False)
class _Run:
    """One batch of work: what is under way, and which results wait for their turn.

    Each thread of the cluster has one item: a worker that dies takes neither results nor the blame for another with it.
    """

    client: "Client"
    function: Callable[[Any], Any]
    source: Iterator[tuple[int, Any]]
    threads: int
    completed: Any
    positions: dict[Any, int] = field(factory=dict)
    finished: dict[int, tuple[Any, Exception | None]] = field(factory=dict)

    def results(self) -> Iterator[Any]:
        """Yield results in order; an error is raised when its turn comes."""
        turn = 0
        self._fill()
        while self.positions or self.finished:
            while turn not in self.finished:
                self._take(next(self.completed))
                self._fill()
            result, failure = self.finished.pop(turn)
            if failure is not None:
                raise failure
            yield result
            turn += 1
            self._fill()

    def _fill(self) -> None:
        room = min(self.threads, LOOKAHEAD * self.threads - len(self.finished)) - len(self.positions)
        for position, item in islice(self.source, max(0, room)):
            # Impure: equal items are worked on as often as they are given.
            future = self.client.submit(self.function, item, pure=False)
            self.positions[future] = position
            self.completed.add(future)

    def _take(self, future: Any) -> None:
        from distributed.scheduler import KilledWorker

        position = self.positions.pop(future)
        try:
            self.finished[position] = future.result(), None
        except KilledWorker as error:
            reason = f"each of {error.allowed_failures + 1} workers that had it died"
            self.finished[position] = None, LostItemError(position, reason)
        except Exception as error:
            self.finished[position] = None, error


def _client(address: str, workers: int, options: Options) -> "Client":
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise CrossbearingError("executor.dask needs Dask; install it with pip install 'crossbearing[dask]'") from None
    dask.config.set({"distributed.scheduler.allowed-failures": options.retries})
    try:
        open_client: Any = Client
        if address:
            return cast("Client", open_client(address, timeout=options.timeout, set_as_default=False))
        local = open_client(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1",
            silence_logs=50,
            set_as_default=False,
        )
        return cast("Client", local)
    except (OSError, RuntimeError, TimeoutError, ValueError) as error:
        where = address or "a cluster on this machine"
        raise CrossbearingError(f"executor.dask cannot reach {where}: {error or type(error).__name__}") from None
