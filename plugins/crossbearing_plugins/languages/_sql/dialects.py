"""The same text with names as databases fold them, and without what belongs to clients and not to the language.

Every character stays where it was, so that all lines and columns are those of the file.
"""

import re
from functools import cache

from crossbearing_plugins.languages._sql.words import FOLD, QUOTE

_PIECE = re.compile(
    r"(?P<kept>--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|'(?:[^'\\]|''|\\[^']|\\'(?![\s,;)]))*'?)"
    r'|"(?P<double>[^"\n]+)"|`(?P<back>[^`\n]+)`|(?<![\w\]\x80-\xff])\[(?P<square>[^\W\d][^\]\n\[]*)\]'
    r"|(?P<phrase>\b(?:CREATE\s+(?:OR\s+REPLACE\s+|UNIQUE\s+)?(?:INDEX|TYPE|SCHEMA|SEQUENCE|DOMAIN)"
    r"|(?:PRIMARY|FOREIGN)\s+KEY|EACH\s+ROW|LANGUAGE(?=\s+[a-z]))\b)"
    r"|(?P<word>[^\W\d]\w*)"
)
_COPIED = re.compile(
    r"^(COPY[ \t][^;\n]+FROM[ \t]+STDIN[^;\n]*;[^\n]*\n)((?:(?!\\\.)[^\n]*\n)*)(\\\.)?", re.MULTILINE | re.IGNORECASE
)
_DELIMITER = re.compile(r"^[ \t]*DELIMITER[ \t]+(\S+)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_CLIENT = re.compile(
    r"^[ \t]*(?:\\[^\n]*|:(?:setvar|r|on)\b[^\n]*|(?:@@?|source[ \t]+)[\w./-]+\.sql\b)", re.MULTILINE | re.I
)
_GO = re.compile(r"^([ \t]*)GO([ \t]*(?:\d+[ \t]*)?)$", re.MULTILINE | re.IGNORECASE)
_LETTER = re.compile(r"\W")
_IDENTIFIERS_TEXT = """
ACTION ADDRESS CATEGORY CODE COMMENT CONTENT COUNT DATA DATE DAY DESCRIPTION DOCUMENT DOMAIN EMAIL EVENT FILE FORMAT
GROUP GROUPS HASH HOUR ID INDEX INPUT INTERVAL KEY KIND LABEL LANGUAGE LEVEL LINK LOCATION LOG MESSAGE METHOD MODE
MONTH NAME NUMBER OBJECT OPTION OPTIONS ORDER OWNER PARENT PASSWORD PATH POLICY POSITION PRIORITY PROVIDER RESULT
ROLE ROLES ROW SCHEMA SEQUENCE SESSION SIZE SOURCE STATUS STATE STATISTICS TAG TEXT TIME TITLE TOKEN TYPE URL USER
USERS UUID VALUE VERSION YEAR
"""
_IDENTIFIERS = frozenset(_IDENTIFIERS_TEXT.split())
"""Words of the language that are commoner as names."""


def readable(text: str) -> str:
    """The text with names in lower case and without quotes, and without commands and data for clients."""
    text = _COPIED.sub(lambda match: match[1] + _blank(match[2]) + "  " * bool(match[3]), text)
    text = _delimited(text)
    text = _GO.sub(r"\1;;\2", text)
    return _PIECE.sub(_fold, _CLIENT.sub(lambda match: _blank(match[0]), text))


@cache
def _keywords() -> frozenset[str]:
    from crossbearing_plugins.languages._treesitter.grammar import grammar

    sql = grammar("sql")
    kinds = (sql.node_kind_for_id(number) or "" for number in range(sql.node_kind_count))
    words = {kind.removeprefix("keyword_").upper() for kind in kinds if kind.startswith("keyword_")}
    return frozenset(words | {"PROC", "RETURN", "INOUT", "OUT", "DEFINER", "PERFORM", "DECLARE"}) - _IDENTIFIERS


def _fold(match: "re.Match[str]") -> str:
    kind = match.lastgroup
    if kind in ("kept", "phrase"):
        return match[0]
    if kind == "word":
        return match[0] if match[0] in _keywords() else match[0].translate(FOLD)
    assert kind is not None
    return f"{QUOTE}{_LETTER.sub('_', match[kind]).translate(FOLD)}{QUOTE}"


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _delimited(text: str) -> str:
    """Put semicolons where a client was told to take something else for the end of a statement."""
    parts, position = [], 0
    found = list(_DELIMITER.finditer(text))
    for at, match in enumerate(found):
        parts += [text[position : match.start()], _blank(match[0])]
        position = found[at + 1].start() if at + 1 < len(found) else len(text)
        mark = match[1]
        between = text[match.end() : position]
        parts.append(between if mark == ";" else between.replace(mark, ";".ljust(len(mark))))
    return "".join([*parts, text[position:]]) if found else text
