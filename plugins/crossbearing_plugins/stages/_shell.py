"""Reading shell commands as far as it matters here: what is run, from where, and what is written."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

_HEREDOC = re.compile(
    r"<<-?[ \t]{0,9}(['\"]?)(\w{1,80})\1([^\n]{0,400})\n(.*?)(?:\n[ \t]*\2[ \t]*(?=\n|$)|\Z)", re.DOTALL
)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_WRAPPERS = frozenset(
    (
        "env",
        "time",
        "nice",
        "nohup",
        "sudo",
        "command",
        "exec",
        "stdbuf",
        "xvfb-run",
        "catchsegv",
        "then",
        "do",
        "{",
        "(",
    )
)
_RUNNERS = frozenset(
    ("uv", "poetry", "pipenv", "hatch", "pdm", "rye", "conda", "micromamba", "bundle", "direnv", "docker")
)
UNKNOWN_PATH = "?"


class Segment(NamedTuple):
    """One simple command: its words, the folder it runs in, and what joins it to the next (empty at the end)."""

    words: tuple[str, ...]
    folder: str
    then: str
    stdin: str = ""


@lru_cache(maxsize=512)
def segments(command: str) -> tuple[Segment, ...]:
    """The simple commands of a command line, in order; ``cd`` and assignments before them are taken in."""
    bodies: list[str] = []

    def set_aside(match: re.Match[str]) -> str:
        bodies.append(match[4])
        return f" <<{len(bodies) - 1} {match[3]}\n"

    found: list[Segment] = []
    folder = ""
    for tokens, then in _simple(_HEREDOC.sub(set_aside, command[:_LONGEST_COMMAND])):
        stdin = next((bodies[int(word[2:])] for word in tokens if re.fullmatch(r"<<\d+", word)), "")
        words = [word for word in tokens if not re.fullmatch(r"<<\d+", word)]
        if words[:1] == ["cd"] and len(words) > 1:
            folder = joined(folder, words[1])
        elif words:
            found.append(Segment(tuple(words), folder, then, stdin))
    return tuple(found)


def joined(folder: str, path: str) -> str:
    """A path as seen from where the command line began."""
    if path.startswith("/") or not folder:
        return _tidy(path)
    return _tidy(f"{folder}/{path}")


def _tidy(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] not in ("..", ""):
            parts.pop()
        elif part not in (".", "") or (not parts and part == "" and path.startswith("/")):
            parts.append(part)
    return "/".join(parts) or ("/" if path.startswith("/") else "")


def unwrapped(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without assignments, ``timeout 60``, ``uv run`` and the like before the program."""
    rest = list(words)
    while rest:
        head = PurePosixPath(rest[0]).name
        if _ASSIGNMENT.match(rest[0]) or head in _WRAPPERS:
            rest.pop(0)
        elif head == "timeout":
            rest.pop(0)
            while rest and (rest[0].startswith("-") or re.fullmatch(r"[\d.]+[smhd]?", rest[0])):
                rest = rest[2:] if rest[0] in ("-k", "-s") else rest[1:]
        elif head in _RUNNERS and len(rest) > 2 and rest[1] in ("run", "exec"):
            rest = rest[2:]
            while rest and rest[0].startswith("-"):
                rest = rest[2:] if rest[0] in ("-n", "--name", "-p", "--prefix", "--with", "-e") else rest[1:]
        else:
            break
    return tuple(rest)


_TOKEN = re.compile(
    r"""(?P<single>'[^']*(?:'|\Z))|(?P<double>"(?:[^"\\]|\\.)*(?:"|\Z))|(?P<join>\\\n)|(?P<escape>\\.)|"""
    r"""(?P<blank>[ \t\r]+)|(?P<redirect>\d?>&\d?|&>{1,2}|<&)|(?P<operator>&&|\|\||;;|\|&|[;|&\n])|"""
    r"""(?P<comment>(?<![^\s;|&])\#[^\n]*)|(?P<plain>[^\s'"\\;|&<>]+|.)""",
    re.DOTALL,
)


def _simple(command: str) -> Iterator[tuple[list[str], str]]:
    """Yield the words of each simple command and the operator after it."""
    words: list[str] = []
    word: list[str] | None = None
    for match in (*_TOKEN.finditer(command), None):
        kind = match.lastgroup if match else "end"
        if match and kind in _WORDLIKE:
            word = [] if word is None else word
            word.append(_meaning(kind, match[0]))
        elif kind in ("blank", "operator", "end"):
            words += ["".join(word)] if word is not None else []
            word = None
            if kind != "blank" and words:
                yield words, match[0] if match else ""
            words = words if kind == "blank" else []


_WORDLIKE = ("single", "double", "escape", "plain", "redirect")


def _meaning(kind: str, source: str) -> str:
    """What a part of a word stands for, without its quoting."""
    if kind == "single":
        return source[1:].removesuffix("'")
    if kind == "double":
        return re.sub(r"\\(.)", r"\1", source[1:].removesuffix('"'), flags=re.DOTALL)
    return source[1:] if kind == "escape" else source


class Write(NamedTuple):
    """A path that is written; ``is_whole`` where all of the file is, with what then stands in it as far as told, and
    ``is_revert`` where edits are taken back.
    """

    path: str
    is_whole: bool = False
    content: str = ""
    is_revert: bool = False


def writes_of(command: str) -> tuple[Write, ...]:
    """What a command line writes; :data:`UNKNOWN_PATH` where it writes something that it does not name."""
    return tuple(dict.fromkeys(write for segment in segments(command) for write in _writes(segment)))


def _writes(segment: Segment) -> Iterator[Write]:
    words = unwrapped(segment.words)
    head = PurePosixPath(words[0]).name if words else ""
    for word, following in zip(segment.words, (*segment.words[1:], ""), strict=True):
        redirect = re.fullmatch(r"(?:[1&]?)(>{1,2})\|?(.*)", word)
        target = (redirect[2] or following) if redirect else ""
        if redirect and target and not target.startswith(("&", "/dev/")):
            yield Write(joined(segment.folder, target), redirect[1] == ">", segment.stdin)
    plain = [word for word in _without_redirections(words[1:]) if not word.startswith("-")]
    if head == "tee":
        yield from (Write(joined(segment.folder, path), not {"-a", "--append"} & {*words}) for path in plain)
    elif head in ("cp", "mv") and len(plain) > 1:
        yield Write(joined(segment.folder, plain[-1]))
    elif head in ("sed", "perl", "gsed") and any(
        re.match(r"-[a-zA-Z]*i", word) or word == "--in-place" for word in words[1:]
    ):
        yield Write(joined(segment.folder, plain[-1]) if plain else UNKNOWN_PATH)
    elif head == "git" and plain[:1] and plain[0] in _GIT_WRITERS and plain[1:2] not in (["list"], ["show"], ["drop"]):
        is_named = plain[0] in ("checkout", "restore") and len(plain) > 1
        path = joined(segment.folder, plain[-1]) if is_named else UNKNOWN_PATH
        yield Write(path, is_revert=_takes_back(plain, words))
    elif head in ("patch", "apply_patch", "ed", "ex"):
        yield Write(UNKNOWN_PATH)
    elif head.startswith(("python", "node", "ruby")):
        yield from written_by_code(segment.stdin or "\n".join(words[1:]), segment.folder)


def _takes_back(plain: list[str], words: tuple[str, ...]) -> bool:
    """Whether a git command undoes edits: ``git stash``, ``git checkout -- a.py``, ``git apply -R``."""
    if plain[0] == "stash":
        return plain[1:2] in ([], ["push"], ["save"])
    return plain[0] in ("checkout", "restore", "reset", "revert") or bool({"-R", "--reverse"} & {*words})


def _without_redirections(words: tuple[str, ...]) -> Iterator[str]:
    is_target = False
    for word in words:
        redirect = re.match(r"(?:\d|&)?[<>]{1,2}[|&]?", word)
        if not redirect and not is_target:
            yield word
        is_target = bool(redirect) and redirect[0] == word  # type: ignore[index]


_GIT_WRITERS = frozenset(("apply", "am", "checkout", "restore", "stash", "reset", "revert", "cherry-pick"))


_LONGEST_CODE = 200_000
_LONGEST_COMMAND = 1_000_000
_OPENED = re.compile(
    r"""(?:\bopen|\bPath|writeFile(?:Sync)?|File\.write)\(\s{0,20}[rbf]?(?:(?P<quote>['"])(?P<path>[^'"\n]{1,400})(?P=quote)|"""
    r"""(?P<name>\w{1,80})|(?P<rest>[^\n]{0,200}?))\s{0,20}(?:,\s{0,20}(?:mode\s?=\s?)?['"][wa][bt+]{0,2}['"]|\)\.write_|,)"""
)
_WRITTEN = re.compile(r"""['"][wa][bt+]{0,2}['"]$|write""")
_METHOD = re.compile(r"\b(\w{1,80})\.write_(?:text|bytes)\(")
_NAMED = re.compile(r"""\b(\w{1,80})\s{0,20}=\s{0,20}(?:Path\(\s{0,20})?[rb]?(['"])([^'"\n]{1,400})\2""")


def written_by_code(code: str, folder: str = "") -> Iterator[Write]:
    """What a program writes, by its text: files that it opens for writing, by name as far as the text tells it."""
    code = code[:_LONGEST_CODE]
    names = {name: path for name, _, path in _NAMED.findall(code)}
    found: dict[str, None] = {}
    for match in _OPENED.finditer(code):
        if _WRITTEN.search(match[0]):
            found[match["path"] or names.get(match["name"] or "", UNKNOWN_PATH)] = None
    for name in _METHOD.findall(code):
        found[names.get(name, UNKNOWN_PATH)] = None
    yield from (Write(path if path == UNKNOWN_PATH else joined(folder, path)) for path in found)
