"""Where a symbolic link leads, found step by step so that nothing outside the tree is looked at."""

from collections.abc import Callable

LONGEST_TARGET = 4096
MOST_HOPS = 40

Look = Callable[[str], str | bool]
"""Tells what stands at a path of the tree: a link's target, True for anything else, False for nothing."""


def describe_link(path: str, look: Look) -> str:
    """Say in words why the symbolic link at ``path`` is not scanned and where it leads."""
    resolved: list[str] = []
    pending = path.split("/")[::-1]
    hops = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not resolved:
                return "symbolic link that points outside the scanned tree"
            resolved.pop()
            continue
        resolved.append(part)
        found = look("/".join(resolved))
        if found is False:
            return "symbolic link that is broken: its target does not exist"
        if found is True:
            continue
        hops += 1
        if hops > MOST_HOPS:
            return "symbolic link that leads in a loop"
        if found.startswith("/"):
            return "symbolic link that points outside the scanned tree"
        resolved.pop()
        pending.extend(found.split("/")[::-1])
    return f"symbolic link to {'/'.join(resolved) or '.'!r} inside the tree: links are not followed"
