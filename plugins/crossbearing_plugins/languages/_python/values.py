"""Values as bindings and references write them: Python expressions in the form that all languages share.

What can hold nothing of the project (numbers, strings, sums, comparisons) is left out.
"""

import re
from functools import lru_cache

from crossbearing_plugins.languages._python.headers import one_line
from crossbearing_plugins.languages._python.names import BUILTINS, KEYWORDS
from crossbearing_plugins.languages._python.tokens import Tokens

LONGEST = 240
"""Longer expressions say nothing."""

_STRING = r"\"[^\"\\\n]*+\"|'[^'\\\n]*+'"
_PLAIN = rf"[^()\"'#\n]|{_STRING}"
_ARGUMENTS = re.compile(rf"((?:{_PLAIN}|\((?:{_PLAIN}|\((?:{_PLAIN})*+\))*+\))*+)\)")
_BARE_NAME = re.compile(rf"(?:{_STRING})|(?<![\w.])([^\W\d]\w*)(?!\w*\s*=[^=])")
_WORD = re.compile(rf"{_STRING}|[^\W\d]\w*|[()\[\]{{}}]")
_OPERATOR = re.compile(rf"{_STRING}|([+/%<>&^@~!]|[=]=|[^\s(,*]\s*\*|[^\s(,=\[:]\s*-|^-)")
_SUPER = re.compile(r"\bsuper\([^()]*\)")
_GETATTR = re.compile(r"getattr\(([\w.]+),\s*['\"](\w+)['\"](?:,\s*[^,]+)?\)")
_THROUGH = re.compile(r"(?:list|set|sorted|reversed|iter)\(((?:[^(),]|\([^()]*\))+)\)")
_NEXT = re.compile(r"next\(((?:[^(),]|\([^()]*\))+)(?:,[^,]*)?\)")
_FILTERED = re.compile(r"filter\([^(),]+,\s*((?:[^(),]|\([^()]*\))+)\)")
_MAPPED = re.compile(r"map\((?:[^()A-Za-z_]*,)?\s*([^\W\d][\w.]*)\s*(?:,.*)?\)", re.DOTALL)
_PARTIAL = re.compile(r"(?:functools\.)?partial\(\s*([^\W\d][\w.]*)\s*(?:,.*)?\)", re.DOTALL)
_LISTED = re.compile(r"([\[({])(?P<item>.*?)\s+(?:async\s+)?for\s.*[\])}]", re.DOTALL)
SEEN_THROUGH = frozenset(
    ("filter", "functools.partial", "getattr", "iter", "list", "map", "next", "partial", "reversed", "set", "sorted")
)
"""Calls whose value is that of what they are given."""
_ENDS_AND = frozenset(("or", "and"))
_OTHER = frozenset(("not", "in", "is", "yield", "lambda"))


def value_text(tokens: Tokens, start: int, end: int) -> str:
    """The expression between two offsets, or nothing where it can hold nothing of the project."""
    if end - start > LONGEST:
        return ""
    text = tokens.text[start:end]
    if "\n" in text or "#" in text:
        text = one_line(tokens, start, end)
    text = text.strip()
    if text in ("[]", "{}"):
        return text
    return _translated(text) if has_names(text) else ""


@lru_cache(maxsize=1 << 15)
def has_names(text: str) -> bool:
    """Whether an expression has names that may lead somewhere."""
    for name in _BARE_NAME.findall(text):
        if name and (name == "super" or (name not in BUILTINS and name not in KEYWORDS)):
            return True
    return False


def arguments_at(text: str, offset: int) -> str:
    """The arguments of the call whose bracket opens just before an offset, where they are short and have names."""
    if text.startswith(")", offset):
        return ""
    found = _ARGUMENTS.match(text, offset, offset + LONGEST)
    return found[1] if found and has_names(found[1]) else ""


@lru_cache(maxsize=1 << 14)
def _translated(text: str) -> str:
    text = _SUPER.sub("super", text)
    if len(_parts(text)) > 1:
        return f"({text})"
    return " | ".join(part for part in _alternatives(text) if part)


def _alternatives(text: str) -> list[str]:
    """What a conditional expression, ``or`` and ``and`` may give; an expression with other operators gives nothing."""
    found, depth, begin = [], 0, 0
    usable = True
    for match in _WORD.finditer(text):
        word = match[0]
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
        elif depth:
            continue
        elif word in _ENDS_AND or word == "if" or word == "else":
            if usable:
                found.append(_one(text[begin : match.start()]))
            begin, usable = match.end(), word != "if"
        elif word == "await":
            begin = match.end()
        elif word in _OTHER:
            usable = False
            if word == "lambda":
                return found
    if usable:
        found.append(_one(text[begin:]))
    return found


def _one(text: str) -> str:
    """One expression without alternatives."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")") and " " in text and "," not in text:
        inner = text[1:-1]
        if "(" not in inner and ")" not in inner and (" if " in inner or " or " in inner):
            return " | ".join(part for part in _alternatives(inner) if part)
    if found := _LISTED.fullmatch(text):
        item = found["item"]
        if item.count("(") == item.count(")") and item.count("[") == item.count("]") and ":" not in item:
            return f"[{_one(item)}]" if has_names(item) else ""
    if any(match[1] for match in _OPERATOR.finditer(text)):
        return ""
    if found := _GETATTR.fullmatch(text):
        return f"{found[1]}.{found[2]}"
    if found := _PARTIAL.fullmatch(text):
        return found[1]
    if found := _THROUGH.fullmatch(text):
        return _one(f"({found[1]})" if " for " in found[1] else found[1])
    if found := _FILTERED.fullmatch(text):
        return _one(found[1])
    if found := _NEXT.fullmatch(text):
        return f"{inner}[]" if (inner := _one(found[1])) else ""
    if found := _MAPPED.fullmatch(text):
        return f"[{found[1]}()]"
    return text if has_names(text) else ""


def target_paths(text: str) -> list[tuple[str, int, str]]:
    """The names that a target with several parts binds: name, offset in the text, where in the value it stands.

    ``a, (b, *c)`` binds ``a`` to item ``[0]``, ``b`` to ``[1][0]``, and ``c`` to the items ``[1][1:]``.
    """
    found: list[tuple[str, int, str]] = []
    stripped = text.strip()
    is_group = stripped[:1] in ("(", "[") and stripped[-1:] in (")", "]") and len(_parts(stripped)) == 1
    pending = [(stripped[1:-1], text.index(stripped) + 1, "") if is_group else (text, 0, "")]
    while pending:
        inner, offset, path = pending.pop()
        parts = _parts(inner)
        starred = next((place for place, (part, _) in enumerate(parts) if part.lstrip().startswith("*")), len(parts))
        for place, (part, begin) in enumerate(parts):
            stripped = part.strip()
            inset = offset + begin + len(part) - len(part.lstrip())
            if place == starred:
                stop = str(place - len(parts) + 1) if place < len(parts) - 1 else ""
                key, stripped, inset = f"[{place}:{stop}]", stripped[1:].strip(), inset + 1
            else:
                key = f"[{place}]" if place < starred else f"[{place - len(parts)}]"
            if stripped[:1] in ("(", "[") and stripped[-1:] in (")", "]"):
                pending.append((stripped[1:-1], inset + 1, path + key))
            elif stripped.isidentifier():
                found.append((stripped, inset, path + key))
    return found


def _parts(text: str) -> list[tuple[str, int]]:
    """The parts between commas, with their offsets."""
    found, depth, start = [], 0, 0
    for position, sign in enumerate(text):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and not depth:
            found.append((text[start:position], start))
            start = position + 1
    if text[start:].strip():
        found.append((text[start:], start))
    return found


_ITEM = re.compile(rf"([^\W\d]\w*(?:\.\w+)*)((?:\[(?:{_STRING}|-?\d+|[^\[\]\"'(){{}}]+)\])+)")
_KEY = re.compile(rf"\[\s*({_STRING}|-?\d+|[^\[\]]+?)\s*\]")


def item_name(text: str) -> str:
    """``table["key"]`` as a binding names it, ``table[]`` for a computed key; nothing for other targets."""
    found = _ITEM.fullmatch(text)
    return found[1] + keys_of(found[2]) if found else ""


def keys_of(text: str) -> str:
    """Keys between brackets, in one writing: constants as they are, others as nothing."""
    return "".join(f"[{_constant(key)}]" for key in _KEY.findall(text))


def _constant(key: str) -> str:
    if key[0] in "\"'":
        return f'"{key[1:-1]}"'
    return key if key.lstrip("-").isdigit() else ""
