"""Reading which class a written type names."""

import re
from collections.abc import Iterator

MAX_LENGTH = 300

_DOTTED = re.compile(r"[^\W\d][\w.]*")
# Wrappers that leave the class of the value as it is.
_WRAPPERS = frozenset(
    {"Optional", "Union", "Final", "ClassVar", "Annotated", "Required", "NotRequired", "ReadOnly", "InitVar"}
)
# Standard types of other languages that are used for what they hold; a project may have its own of such a name.
# fmt: off
_HOLDERS = frozenset((
    "Arc", "Awaited", "Box", "Cell", "CompletableFuture", "Cow", "Lazy", "Mutex", "NonNullable", "Nullable", "Option",
    "Partial", "Promise", "PromiseLike", "Rc", "Readonly", "Ref", "RefCell", "RefMut", "Result", "RwLock", "Task",
    "ValueTask", "shared_ptr", "unique_ptr", "weak_ptr",
))
# fmt: on
_EMPTY = frozenset({"None", "null", "undefined", "nil", "void"})
_CLASS_ITSELF = frozenset({"type", "Type"})


def named_classes(annotation: str) -> Iterator[tuple[str, bool]]:
    """Yield the dotted names of the classes that a value of this type may have.

    The flag says that the value is the class itself (``type[Parser]``). Quotes, ``Optional``, ``Union``, ``X | None``,
    pointers and references are looked through; of ``Mapping[str, Parser]`` only ``Mapping`` is named, of
    ``Promise<Parser>`` both.

    >>> list(named_classes("Optional['Parser'] | type[Lexer] | None"))
    [('Parser', False), ('Lexer', True)]
    """
    if len(annotation) > MAX_LENGTH:
        return
    pending = [(annotation, False)]
    while pending:
        text, is_class = pending.pop()
        part, *others = _split(text)
        if others:
            pending += [(item, is_class) for item in reversed((part, *others))]
            continue
        match = _DOTTED.match(part)
        if not match or match[0] in _EMPTY:
            continue
        last = match[0].rpartition(".")[2]
        inner = part[match.end() :].strip()
        if inner.startswith(("[", "<")) and (last in _WRAPPERS or last in _CLASS_ITSELF):
            arguments = _split(inner[1:-1], ",")[: 1 if last == "Annotated" else None]
            pending += [(argument, last in _CLASS_ITSELF) for argument in reversed(arguments)]
        else:
            yield match[0], is_class
            if last in _HOLDERS and inner.startswith(("[", "<")):
                pending += [(argument, is_class) for argument in reversed(_split(inner[1:-1], ","))]


def _split(text: str, separators: str = "|") -> list[str]:
    """Cut at separators outside brackets, and strip quotes, blanks, pointers and references."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in "[(<{":
            depth += 1
        elif character in "])>}":
            depth -= 1
        elif character in separators and not depth:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return [part.strip(" \t\n'\"*&?") for part in parts]
