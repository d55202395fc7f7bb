"""Names in backticks."""

import re

from crossbearing.plugin import FileFacts

_WITH_POINT = re.compile(r"`[^`]*\.[^`]*`")


def leave_out_points(facts: FileFacts) -> None:
    """Leave out uses of quoted names that contain a point: as links of a chain they would be taken apart."""
    facts.references = [
        item for item in facts.references if "`" not in item.name or _WITH_POINT.search(item.name) is None
    ]
    for binding in facts.bindings:
        if "`" in binding.value and _WITH_POINT.search(binding.value):
            binding.value, binding.kind = "?", "alias"
