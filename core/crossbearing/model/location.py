"""A place in a file of the scanned repository."""

from attrs import frozen


@frozen(order=True)
class Location:
    """A line of a file: ``path`` relative to the repository with ``/`` separators, ``line`` counted from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@frozen(order=True)
class Problem:
    """Something that could not be read, kept as part of the result instead of being dropped.

    ``plugin`` is the qualified name of the plugin that met the problem (empty: the core itself), ``file`` the file it
    was about (empty: none in particular), ``line`` its line where known.
    """

    file: str
    reason: str
    line: int | None = None
    plugin: str = ""


def problem_order(problem: Problem) -> tuple[str, int, str, str]:
    """Sort key of problems: by file, line, plugin and reason."""
    return problem.file, problem.line or 0, problem.plugin, problem.reason
