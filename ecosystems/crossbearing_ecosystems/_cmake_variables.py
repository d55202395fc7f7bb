"""The commands that set variables, define nothing, and steer what is read next."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from posixpath import basename, dirname, relpath

from crossbearing_ecosystems._cmake_frames import Call, absolute, join, located
from crossbearing_ecosystems._cmake_machine import LIST_FILE, Handler, Machine
from crossbearing_ecosystems._cmake_values import REPOSITORY, Scope, is_known, split_list, unknown

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WILD = re.compile(r"[*?\[]")
_SAFE_PATTERN = re.compile(r"[^*+?{(]*(?:[*+?][^*+?{(]*){0,2}")
_LONGEST_SUBJECT = 2_000
_LONGEST_TEXT = 50_000
_MOST_MATCHES = 2_000


def set_(machine: Machine, call: Call) -> None:
    """``set(NAME items… [PARENT_SCOPE])``, ``set(NAME items… CACHE type doc [FORCE])``."""
    if not call.words or call.words[0].startswith("ENV{"):
        return
    name, *items = call.words
    if not items:
        call.frame.scope.doubt(name)
    elif "CACHE" in items:
        kept = items[: items.index("CACHE")]
        if call.frame.scope.get(name) is None:
            machine.assign(call, name, ";".join(kept), is_sure=False)
            call.frame.scope.doubt(name)
    elif items[-1] == "PARENT_SCOPE":
        machine.assign(call, name, _joined(items[:-1]), in_parent=True)
    else:
        machine.assign(call, name, _joined(items))


def unset(machine: Machine, call: Call) -> None:
    """``unset(NAME)``."""
    if call.words:
        call.frame.scope.doubt(call.words[0])


def option(machine: Machine, call: Call) -> None:
    """``option(NAME text [value])``: the user decides."""
    if len(call.words) > 1 and call.frame.scope.get(call.words[0]) is None:
        default = call.words[2] if len(call.words) > 2 else "OFF"
        machine.assign(call, call.words[0], default, is_sure=False)
        call.frame.scope.doubt(call.words[0])


def list_(machine: Machine, call: Call) -> None:
    """The forms of ``list()`` whose outcome is known; any other leaves the list as it is."""
    if len(call.words) < 2:
        return
    mode, name, *rest = call.words
    value = call.frame.scope.get(name)
    items = split_list(value.texts[-1]) if value else []
    if mode in ("APPEND", "PREPEND", "REMOVE_ITEM", "REMOVE_DUPLICATES"):
        changed = _changed(mode, items, rest)
        if value is not None and len(value.texts) > 1:
            # Each of the values that the list may have changes alike.
            texts = tuple(_joined(_changed(mode, split_list(text), rest)) for text in value.texts)
            call.frame.scope.put(name, value._replace(texts=texts))
        else:
            machine.assign(call, name, _joined(changed))
    elif mode in ("LENGTH", "JOIN") and rest:
        machine.assign(call, rest[-1], _joined([str(len(items))]) if mode == "LENGTH" else rest[0].join(items))
    elif mode == "GET" and len(rest) == 2 and re.fullmatch(r"-?[0-9]{1,6}", rest[0]):
        place = int(rest[0])
        machine.assign(call, rest[1], items[place] if -len(items) <= place < len(items) else unknown("item"))
    elif mode == "TRANSFORM" and len(rest) == 2 and rest[0] in ("PREPEND", "APPEND"):
        before, after = (rest[1], "") if rest[0] == "PREPEND" else ("", rest[1])
        machine.assign(call, name, _joined([f"{before}{item}{after}" for item in items]))
    elif mode in ("FIND", "SUBLIST", "POP_BACK", "POP_FRONT") and rest:
        machine.assign(call, rest[-1], unknown("item"))
    elif mode not in ("SORT", "REVERSE"):
        call.frame.scope.doubt(name)


def _changed(mode: str, items: list[str], rest: list[str]) -> list[str]:
    if mode == "APPEND":
        return [*items, *rest]
    if mode == "PREPEND":
        return [*rest, *items]
    if mode == "REMOVE_ITEM":
        gone = set(rest)
        return [item for item in items if item not in gone]
    return list(dict.fromkeys(items))


def string(machine: Machine, call: Call) -> None:
    """The forms of ``string()`` whose outcome is known; of any other the last name is not known any more."""
    words = call.words
    if len(words) < 2:
        return
    mode = words[0]
    if mode in ("APPEND", "PREPEND"):
        value = call.frame.scope.get(words[1])
        held = value.texts[-1] if value else ""
        added = "".join(words[2:])
        machine.assign(call, words[1], held + added if mode == "APPEND" else added + held)
    elif mode == "CONCAT":
        machine.assign(call, words[1], "".join(words[2:]))
    elif mode == "JOIN" and len(words) > 2:
        machine.assign(call, words[2], words[1].join(words[3:]))
    elif mode in ("TOLOWER", "TOUPPER", "STRIP", "MAKE_C_IDENTIFIER") and len(words) == 3:
        machine.assign(call, words[2], _converted(mode, words[1]))
    elif mode == "REPLACE" and len(words) > 4 and words[1]:
        replaced = "".join(words[4:]).replace(words[1], words[2])
        machine.assign(call, words[3], replaced)
    elif words[:2] == ["REGEX", "REPLACE"] and len(words) > 5:
        machine.assign(call, words[4], _substituted(words[2], words[3], "".join(words[5:])))
    else:
        for word in words[1:]:
            if call.frame.scope.get(word) is not None:
                call.frame.scope.doubt(word)


def _converted(mode: str, text: str) -> str:
    if not is_known(text):
        return unknown("text")
    if mode == "STRIP":
        return text.strip()
    if mode == "MAKE_C_IDENTIFIER":
        return re.sub(r"^(?=[0-9])", "_", re.sub(r"[^A-Za-z0-9_]", "_", text))
    return text.lower() if mode == "TOLOWER" else text.upper()


def _substituted(pattern: str, replacement: str, text: str) -> str:
    """What is replaced by a regular expression that cannot take long."""
    plain = pattern.replace("(", "").replace(")", "")
    is_safe = _SAFE_PATTERN.fullmatch(plain) and not re.search(r"\)[*+?{]", pattern)
    if not is_safe or not is_known(text) or len(text) > _LONGEST_SUBJECT or len(pattern) > _LONGEST_SUBJECT:
        return unknown("text")
    try:
        return re.sub(pattern, re.sub(r"\\0", r"\\g<0>", replacement), text)
    except (re.error, IndexError, OverflowError, RecursionError):
        return unknown("text")


def file_(machine: Machine, call: Call) -> None:
    """``file(GLOB NAME patterns…)`` and ``GLOB_RECURSE``, over the files of the repository; ``RELATIVE_PATH``."""
    if len(call.words) < 2:
        return
    mode, name, *patterns = call.words
    if mode == "RELATIVE_PATH" and len(patterns) == 2:
        start, path = (located(word, "") for word in patterns)
        known = start is not None and path is not None
        machine.assign(call, name, relpath(f"/{path}", f"/{start}") if known else unknown("path"))
        return
    if mode not in ("GLOB", "GLOB_RECURSE"):
        for word in call.words[1:]:
            call.frame.scope.doubt(word)
        return
    base: str | None = None
    found: list[str] = []
    skip = ""
    for word in patterns:
        if skip:
            base = located(word, call.directory) if skip == "RELATIVE" else base
            skip = ""
        elif word in ("RELATIVE", "LIST_DIRECTORIES", "CONFIGURE_DEPENDS", "FOLLOW_SYMLINKS"):
            skip = word if word in ("RELATIVE", "LIST_DIRECTORIES") else ""
        elif (pattern := located(word, call.directory)) is not None:
            found += _globbed(machine, pattern, is_deep=mode == "GLOB_RECURSE")
    items = [
        path[len(base) :].lstrip("/") if base is not None and path.startswith(base) else absolute(path)
        for path in found
    ]
    machine.assign(call, name, _joined(items[:_MOST_MATCHES]))


def _globbed(machine: Machine, pattern: str, *, is_deep: bool) -> Iterator[str]:
    folder, name = dirname(pattern), basename(pattern)
    if _WILD.search(folder):
        return
    prefix = f"{folder}/" if folder else ""
    for path in _below(machine.tree.paths, prefix):
        rest = path[len(prefix) :]
        if (is_deep or "/" not in rest) and fnmatchcase(basename(rest), name):
            yield path


def _below(paths: tuple[str, ...], prefix: str) -> Iterator[str]:
    for place in range(bisect_left(paths, prefix), len(paths)):
        if not paths[place].startswith(prefix):
            return
        yield paths[place]


def get_filename_component(machine: Machine, call: Call) -> None:
    """``get_filename_component(NAME path mode)``."""
    if len(call.words) < 3:
        return
    name, text, mode = call.words[:3]
    last = text.rpartition("/")[2]
    if not is_known(text):
        answer = unknown("path")
    elif mode in ("NAME", "NAME_WE", "NAME_WLE"):
        answer = {"NAME": last, "NAME_WE": last.partition(".")[0]}.get(mode, last.rpartition(".")[0] or last)
    elif mode in ("DIRECTORY", "PATH"):
        answer = text.rpartition("/")[0]
    elif mode in ("ABSOLUTE", "REALPATH") and (path := located(text, call.directory)) is not None:
        answer = absolute(path)
    elif mode in ("EXT", "LAST_EXT"):
        answer = last[last.find(".") if mode == "EXT" else last.rfind(".") :] if "." in last else ""
    else:
        answer = unknown("path")
    machine.assign(call, name, answer)


def parse_arguments(machine: Machine, call: Call) -> None:
    """``cmake_parse_arguments(prefix options one-value multi-value arguments…)``, and the form ``PARSE_ARGV n``."""
    words = call.words
    given: list[str]
    if words[:1] == ["PARSE_ARGV"] and len(words) >= 6:
        first = int(words[1]) if words[1].isdigit() and len(words[1]) < 5 else 0
        held = call.frame.scope.get("ARGV")
        given = split_list(held.texts[-1])[first:] if held else []
        words = words[2:]
    else:
        given = words[4:]
    if len(words) < 4:
        return
    prefix = words[0]
    flags, singles, lists = (split_list(text) for text in words[1:4])
    values = _parsed(given, flags, singles, lists)
    for name, text in values.items():
        if text:
            machine.assign(call, f"{prefix}_{name}", text)
        else:
            call.frame.scope.bind(f"{prefix}_{name}", "")


def _parsed(given: list[str], flags: list[str], singles: list[str], lists: list[str]) -> Mapping[str, str]:
    values: dict[str, list[str]] = {name: [] for name in (*singles, *lists, "UNPARSED_ARGUMENTS")}
    present = dict.fromkeys(flags, "FALSE")
    current, is_single = "UNPARSED_ARGUMENTS", False
    for word in given:
        if word in present:
            present[word] = "TRUE"
            current, is_single = "UNPARSED_ARGUMENTS", False
        elif word in values and word != "UNPARSED_ARGUMENTS":
            current, is_single = word, word in singles
            if is_single:
                values[word] = []
        else:
            values[current].append(word)
            if is_single:
                current, is_single = "UNPARSED_ARGUMENTS", False
    return {**present, **{name: _joined(items) for name, items in values.items()}}


def include(machine: Machine, call: Call) -> None:
    """``include(file)`` and ``include(module)`` of the project; CMake's own modules are none of it."""
    if not call.words or not is_known(call.words[0]):
        return
    name = call.words[0]
    if name.endswith(".cmake") or "/" in name:
        path = located(name, call.directory)
        candidates = [path] if path else []
    else:
        candidates = [path for folder in _module_folders(call) if (path := located(f"{folder}/{name}.cmake", ""))]
    for path in candidates:
        if machine.tree.exists(path) and not _is_vendored(machine, path):
            machine.include(path, call)
            return


def _module_folders(call: Call) -> Iterable[str]:
    value = call.frame.scope.get("CMAKE_MODULE_PATH")
    for text in value.texts if value else ():
        for folder in split_list(text):
            # A relative module path is one of the folder that is built in; the project's are absolute.
            if folder.startswith(REPOSITORY):
                yield folder


def add_subdirectory(machine: Machine, call: Call) -> None:
    """``add_subdirectory(folder)``: read it once, in a scope below, unless it is a third party's."""
    if not call.words:
        return
    folder = located(call.words[0], call.directory)
    if folder is None:
        if not is_known(call.words[0]):
            machine.problem(call.place, "the folder of add_subdirectory() is not known")
        return
    path = join(folder, LIST_FILE)
    is_new = path not in machine.reached and machine.is_below_top(path)
    if is_new and machine.tree.exists(path) and not _is_vendored(machine, path):
        machine.enter_folder(folder, Scope(call.frame.scope), call)


def _is_vendored(machine: Machine, path: str) -> bool:
    file = machine.tree.read(path)
    return file is None or file.role == "vendored"


def return_(machine: Machine, call: Call) -> None:
    """``return()``."""
    machine.return_()


def leave_round(machine: Machine, call: Call) -> None:
    """``break()`` and ``continue()``."""
    machine.skip_rest_of_loop()


def _joined(items: list[str]) -> str:
    text = ";".join(items)
    return text if len(text) <= _LONGEST_TEXT else unknown("…")


def _set_unknown(machine: Machine, call: Call) -> None:
    """A command that sets what it names first, to something that only CMake knows."""
    if call.words:
        place = 1 if call.command.name == "math" and len(call.words) > 1 else 0
        machine.assign(call, call.words[place], unknown(call.words[place]))


VARIABLE_HANDLERS: Mapping[str, Handler] = {
    "set": set_,
    "unset": unset,
    "option": option,
    "cmake_dependent_option": option,
    "list": list_,
    "string": string,
    "file": file_,
    "math": _set_unknown,
    "get_filename_component": get_filename_component,
    "cmake_parse_arguments": parse_arguments,
    "include": include,
    "add_subdirectory": add_subdirectory,
    "return": return_,
    "break": leave_round,
    "continue": leave_round,
}
