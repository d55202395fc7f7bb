"""Recipes of task runners that start a shell for each line, as one script."""

import re
from collections.abc import Sequence

_OWN_STATE = re.compile(r"(?:cd|pushd|export|set|source|\.)\s|[A-Za-z_]\w*=[^\s;&|]*\s*(?:;|&&)")
"""What changes the shell that runs it: where it is, or its variables."""


def one_script(lines: Sequence[str], *, is_one_shell: bool = False) -> str | None:
    """Join the lines so that what one of them does to its shell does not reach the next; None where they cannot be."""
    if is_one_shell or len(lines) < 2:
        return "\n".join(lines)
    *before, last = lines
    if any("#" in line for line in before if _OWN_STATE.match(line)):
        return None
    return "\n".join([*(f"({line})" if _OWN_STATE.match(line) else line for line in before), last])
