"""Reading XML as a stream of start tags; declared entities are refused and nothing is ever fetched."""

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from crossbearing.model.errors import CrossbearingError

_DEEPEST = 200
_CHUNK = 1 << 16

Start = tuple[int, str, dict[str, str]]


def elements(path: Path) -> Iterator[Start]:
    """Yield depth, name (without namespace) and attributes of each element, in the order of the file.

    Raises :class:`CrossbearingError` where the file is no XML, nests too deeply, or declares entities.
    """
    parser = expat.ParserCreate()
    waiting: list[Start] = []
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise CrossbearingError(f"it nests too deeply (line {parser.CurrentLineNumber})")
        waiting.append((depth, name.rpartition(":")[2], attributes))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*declaration: object) -> None:
        raise CrossbearingError("it declares entities, which are not read")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                parser.Parse(chunk, False)
                yield from waiting
                waiting.clear()
            parser.Parse(b"", True)
            yield from waiting
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        raise CrossbearingError(f"it is no XML: {message} (line {error.lineno})") from None
