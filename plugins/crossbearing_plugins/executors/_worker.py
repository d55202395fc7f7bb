"""A worker process of the local executor: receives a function, then items, and answers each.

Run as a script by path, with the number of an inherited pipe, so that nothing of the caller's program is imported but
what the function itself needs. The first message is the caller's module search path.
"""

import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any


def main() -> None:
    """Answer every item until the pipe is closed."""
    # The terminal's Ctrl-C reaches the whole group; the caller ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_caller, daemon=True).start()
    pipe: Connection[Any, Any] = Connection(int(sys.argv[1]))
    try:
        sys.path[:] = pipe.recv()
        function = _attempt(pickle.loads, pipe.recv_bytes())
        while True:
            item = pipe.recv()
            _answer(pipe, _attempt(function[1], item) if function[0] else function)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _follow_caller() -> None:
    """Exit at once when the caller is gone: standard input is a pipe that only it holds open."""
    while os.read(0, 1):
        pass
    os._exit(1)


def _attempt(function: Any, argument: Any) -> tuple[bool, Any]:
    try:
        return True, function(argument)
    except Exception as error:
        return False, error


def _answer(pipe: "Connection[Any, Any]", answer: tuple[bool, Any]) -> None:
    try:
        data = pickle.dumps(answer)
        if not answer[0]:
            # Many exceptions pickle well and fail to come back: better found out here.
            pickle.loads(data)  # noqa: S301 - our own bytes
    except Exception:
        what = "a result" if answer[0] else f"{type(answer[1]).__name__}: {answer[1]}, an exception"
        data = pickle.dumps((False, RuntimeError(f"{what} that cannot be pickled")))
    pipe.send_bytes(data)


if __name__ == "__main__":
    main()
