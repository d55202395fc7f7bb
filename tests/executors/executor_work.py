"""Functions that the tests of executors send to workers: they must live in an importable module."""

import os
import signal
import time
from pathlib import Path


def double(number):
    return 2 * number


def double_on(item):
    from crossbearing_plugins.executors import dask

    address, number = item
    return list(dask.map(double, range(number, number + 3), 2, dask.Options(scheduler=address)))


def process_id(_item):
    return os.getpid()


def slow_first(number):
    time.sleep(0.3 if number == 0 else 0)
    return number


def fail_on_three(number):
    if number == 3:
        raise ValueError("three is not allowed")
    return number


def crash(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def crash_once(item):
    mark, number = item
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def exit_at_once(_item):
    os._exit(7)


def announce_and_sleep(mark):
    part = Path(f"{mark}.part")
    part.write_text(str(os.getpid()))
    part.rename(mark)
    time.sleep(600)


class Unpicklable:
    @staticmethod
    def make(_item):
        return Unpicklable()

    def __reduce__(self):
        raise TypeError("no")


class StrangeError(Exception):
    def __init__(self, what, more):
        super().__init__(what)


def unpicklable_error(_item):
    raise StrangeError("odd", "more")
