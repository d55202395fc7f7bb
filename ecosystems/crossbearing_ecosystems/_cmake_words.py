"""The arguments of CMake's commands: sections by keyword, and generator expressions."""

import re
from collections.abc import Collection, Iterator

from crossbearing_ecosystems._cmake_values import is_known, split_list

_INNERMOST = re.compile(r"\$<([^<>]*)>")
_CONDITION = "\ue004"
_TRANSPARENT = (
    "BUILD_INTERFACE",
    "BUILD_LOCAL_INTERFACE",
    "COMPILE_ONLY",
    "GENEX_EVAL",
    "HOST_LINK",
    "LINK_ONLY",
    "LINK_LIBRARY",
    "LINK_GROUP",
    "TARGET_FILE",
    "TARGET_FILE_NAME",
    "TARGET_NAME",
    "TARGET_NAME_IF_EXISTS",
    "TARGET_OBJECTS",
    "TARGET_LINKER_FILE",
    "SHELL_PATH",
)
_MOST_EXPRESSIONS = 30


def sections(words: Collection[str], keywords: Collection[str]) -> list[tuple[str, list[str]]]:
    """The words under each keyword, in their order; those in front of the first under an empty one."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in keywords:
            found.append((word, []))
        else:
            found[-1][1].append(word)
    return found


def section(words: Collection[str], keywords: Collection[str], wanted: str) -> list[str]:
    """The words under one keyword."""
    return [word for keyword, part in sections(words, keywords) if keyword == wanted for word in part]


def plain_items(words: Collection[str]) -> Iterator[str]:
    """The items that generator expressions may lead to, whatever decides; what is left out when building is none."""
    for word in words:
        if "$<" not in word:
            yield word
            continue
        for _ in range(_MOST_EXPRESSIONS):
            replaced = _INNERMOST.sub(_meaning, word)
            if replaced == word:
                break
            word = replaced
        yield from (item for item in split_list(word) if "$<" not in item and _CONDITION not in item)


def _meaning(match: re.Match[str]) -> str:
    kind, colon, value = match[1].partition(":")
    if not colon:
        return _CONDITION
    if kind in _TRANSPARENT:
        # Of a feature and the libraries that it is for, the libraries.
        return value.partition(",")[2].replace(",", ";") if kind in ("LINK_LIBRARY", "LINK_GROUP") else value
    if kind == "IF":
        return value.partition(",")[2].replace(",", ";")
    if kind in (_CONDITION, "1") or (kind and set(kind) <= {_CONDITION}):
        return value
    if not is_known(kind):
        return value
    return "" if kind in ("0", "INSTALL_INTERFACE") else _CONDITION
