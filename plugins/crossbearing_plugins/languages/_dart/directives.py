"""Directives of Dart libraries: imports, exports and parts."""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import Reading

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_DIRECTIVE = re.compile(r"""(import|export|part\s+of|part)\s+(?:r?(['"])(.*?)\2|([\w.]+))""", re.DOTALL)
_AS = re.compile(r"\bas\s+([\w$]+)")
_SHOW = re.compile(r"\bshow\s+([\w$]+(?:\s*,\s*[\w$]+)*)")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def read_directive(reading: Reading, node: "Node") -> None:
    """Imports, exports and parts: what is exported is imported as well, and a part sees all of its library."""
    at = node.start_byte
    for word in _NAME.finditer(reading.source.data, at, node.end_byte):
        reading.heads.pop(word.start(), None)
    text = _COMMENTS.sub(" ", reading.node_text(node)) if b"/*" in reading.source.data else reading.node_text(node)
    match = _DIRECTIVE.match(text)
    if match is None:
        return
    kind, module, rest = match[1], match[3] or match[4], text[match.end() :]
    if kind.startswith("part") and kind != "part":
        reading.package = module
    shown, alias = _SHOW.search(rest), _AS.search(rest)
    if alias is not None:
        reading.add_import(at, module, "", alias[1])
    elif shown is not None:
        for name in re.split(r"\s*,\s*", shown[1]):
            reading.add_import(at, module, name, name)
    else:
        reading.add_import(at, module, "*", "")
    if kind == "part" or (kind == "export" and shown is None):
        reading.custom.setdefault("open", []).append({})
    if kind == "export" and shown is not None:
        reading.exports += re.split(r"\s*,\s*", shown[1])


def close(reading: Reading) -> None:
    """Say what the library exports, where it does not export all of another one."""
    if "open" not in reading.custom and not reading.package:
        reading.exports_known = True
        names = [raw.name for raw in reading.definitions]
        reading.exports += [name for name in names if not name.startswith("_")]
