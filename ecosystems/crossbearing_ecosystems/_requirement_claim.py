"""One requirement as pip takes it from a file or the command line, as a claim."""

import re

from crossbearing_ecosystems._purpose import Purpose
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_line import is_local_path, named_by_location
from crossbearing_ecosystems._sheet import Span

_EDITABLE = re.compile(r"(?:-e|--editable)(?:\s*=\s*|\s+)")
_OPTION_AFTER = re.compile(r"\s--?[A-Za-z].*", re.DOTALL)
_LONGEST = 2_000


def claim_requirement(sheet: PythonSheet, line: str, span: Span, purpose: Purpose, marker: str = "") -> bool:
    """Claim what one line asks for; false where it is neither a requirement nor an option."""
    text, editable = _EDITABLE.subn("", line, count=1) if line.startswith("-") else (line, 0)
    if text.startswith("-"):
        return True
    text = _OPTION_AFTER.sub("", text).strip()
    if len(text) > _LONGEST:
        return False
    if located := named_by_location(text):
        markers = " and ".join(part for part in (marker, located.marker) if part)
        sheet.dependency(located.name, None, span, purpose.kind, purpose.group, markers, located.source)
        return True
    if editable or is_local_path(text):
        return True
    before = len(sheet.claims)
    sheet.requirement(text, span, purpose.kind, purpose.group, marker)
    if sheet.claims[before:] and sheet.claims[before].section == "dependencies":
        return True
    del sheet.claims[before:]
    return False
