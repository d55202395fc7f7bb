"""Forms of Go that a query cannot say: imports without a name, embedded fields, type assertions and type switches."""

import re
from bisect import bisect_left, bisect_right

from crossbearing_plugins.languages._go.names import BUILTINS
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, RawLocal, Reading

_RECEIVER = re.compile(r"[\s(*]*(?:\w+\s*\.\s*)?(\w+)")
_TYPE = re.compile(r"[\s(*]*([^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)?)")
_NO_CLASS = re.compile(r"[\s(*]*(?:\[|<-|(?:map|chan|func|struct|interface)\b)")
_VERSION = re.compile(r"v\d+")
_GROUP = re.compile(rb"type\s*\(")
_SUFFIX = re.compile(r"\.v\d+$")


def owner(text: str) -> str:
    """The type that a receiver is of: ``*Store[T]`` is ``Store``."""
    match = _RECEIVER.match(text)
    return match[1] if match else ""


def declared_type(text: str) -> str:
    """The named type behind a declared one; nothing for slices, maps, channels and functions."""
    if _NO_CLASS.match(text):
        return ""
    match = _TYPE.match(text)
    return "".join(match[1].split()) if match else ""


def literal(text: str) -> str:
    """The text of a string literal; between backquotes nothing is escaped."""
    return text.strip("`") if text.startswith("`") else text[1:-1]


def finish(reading: Reading) -> None:
    """Complete the reading of one file."""
    _imports(reading)
    _embedded(reading)
    _allocated(reading)
    _promised(reading)
    if "assertion" in reading.custom:
        _assertions(reading)
    if "case" in reading.custom:
        _switches(reading)
    reading.definitions = [raw for raw in reading.definitions if raw.name != "_" and not _is_group(reading, raw)]
    builtins = {name.encode() for name in BUILTINS}
    reading.bases = [span for span in reading.bases if reading.source.data[slice(*span)] not in builtins]
    if "tag" in reading.custom:
        tags = {found["custom.tag"].start_byte for found in reading.custom["tag"]}
        reading.strings = [span for span in reading.strings if span[0] not in tags]


def _is_group(reading: Reading, raw: RawDefinition) -> bool:
    """Whether a definition spans several types in brackets, each of which is found alone as well."""
    return raw.kind == "class" and _GROUP.match(reading.source.data, raw.start) is not None


def _imports(reading: Reading) -> None:
    words: set[bytes] = set()
    for found in reading.custom.get("import", ()):
        node, named = found["module"], found.get("alias")
        module = reading.node_text(node).strip('"`')
        if named is None:
            if not words:
                data = reading.source.data
                words = {data[start:end] for start, end in reading.heads.items()}
            reading.add_import(node.start_byte, module, "", _package_name(module, words))
            continue
        alias = reading.node_text(named)
        reading.claimed.add(named.start_byte)
        name = "*" if alias == "." else ""
        reading.add_import(named.start_byte, module, name, "" if alias in "._" else alias)


def _package_name(module: str, words: set[bytes]) -> str:
    """The name of an imported package as far as its path and what the file uses tell."""
    parts = [_SUFFIX.sub("", part) for part in module.split("/")]
    last = parts[-2] if len(parts) > 1 and _VERSION.fullmatch(parts[-1]) else parts[-1]
    if last.isidentifier():
        return last
    plain = last.removesuffix(".go").removeprefix("go.")
    pieces = re.split(r"[-.]", plain)
    trimmed = [piece for piece in pieces if piece != "go"]
    forms = ["".join(trimmed), "_".join(pieces), "".join(pieces), *trimmed[::-1]]
    return next((form for form in forms if form.encode() in words), forms[0])


def _embedded(reading: Reading) -> None:
    """An embedded type is a base and a field of its own name."""
    for found in reading.custom.get("embedded", ()):
        node = found["custom.embedded"]
        last = node.child_by_field_name("name") or node
        span, name_at = (node.start_byte, node.end_byte), (last.start_byte, last.end_byte)
        is_free = name_at[0] not in reading.claimed
        raw = reading.add_definition("variable", span, name_at)
        raw.type = span
        reading.bases.append(span)
        if is_free:
            reading.claimed.discard(name_at[0])


def _allocated(reading: Reading) -> None:
    """``new(Store)`` is a call of ``Store``."""
    for found in reading.custom.get("new", ()):
        call, called, node = found["custom.new"], found["allocate"], found["type"]
        if reading.node_text(called) == "new":
            reading.calls.pop(called.start_byte, None)
            reading.claimed.add(called.start_byte)
            reading.calls.setdefault(node.start_byte, []).append((node.end_byte, call.start_byte, call.end_byte))


def _promised(reading: Reading) -> None:
    """``var _ Sink = (*Store)(nil)`` says that ``Store`` has what ``Sink`` asks for."""
    for found in reading.custom.get("promised", ()):
        promised, value = found["custom.promised"], found["value"]
        text = reading.node_text(value).lstrip("&")
        if promised.type in ("type_identifier", "qualified_type") and len(text) < 200:
            at = value.start_byte + len(reading.node_text(value).encode()) - len(text.encode())
            if match := re.match(r"\(\*(\w+)\)|new\((\w+)\)|(\w+)\{", text):
                group = match.lastindex or 1
                start = at + len(text[: match.start(group)].encode())
                end = start + len(match[group].encode())
                reading.owned_bases.append(((start, end), (promised.start_byte, promised.end_byte)))


def _assertions(reading: Reading) -> None:
    """A local that holds a type assertion is of the asserted type."""
    types = {}
    for found in reading.custom["assertion"]:
        whole, node = found["custom.assertion"], found["type"]
        types[whole.start_byte, whole.end_byte] = (node.start_byte, node.end_byte)
    reading.locals = [
        local._replace(type=types[local.value], value=None) if local.value in types else local
        for local in reading.locals
    ]


def _switches(reading: Reading) -> None:
    """In a case of one type, the variable of a type switch is of that type."""
    data, starts = reading.source.data, sorted(reading.heads)
    for found in reading.custom["case"]:
        case, alias, node = found["custom.case"], found["alias"], found["type"]
        word, type_ = data[alias.start_byte : alias.end_byte], (node.start_byte, node.end_byte)
        first, last = bisect_right(starts, node.end_byte), bisect_left(starts, case.end_byte)
        for start in starts[first:last]:
            end = reading.heads[start]
            if data[start:end] == word and start not in reading.claimed:
                reading.locals.append(RawLocal((start, end), type_, None, False))
