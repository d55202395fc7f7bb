"""Telling the frames of libraries from those of the project, by the paths that traces print.

A library is what is installed, vendored or part of a language's distribution. The project may be installed too: who
reports a fault has it in ``site-packages`` or ``node_modules``, and a path there that names a file of the project is
the project's.
"""

import re
from collections.abc import Iterator

from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import Frame

# Where package managers install: what follows is a path inside the package, whose name is the group where it is known.
_INSTALLED = re.compile(
    r".*/(?:site|dist)-packages/(?:[^/]+\.egg/)?"
    r"|(?:.*/)?node_modules/(?P<npm>(?:@[^/]+/)?[^/]+)/"
    r"|.*/pkg/mod/(?P<go>[^@]+)@[^/]+/"
    r"|.*/\.cargo/(?:registry/src|git/checkouts)/[^/]+/(?P<crate>[\w-]+?)(?:-\d[^/]*|/[0-9a-f]{7,})/"
    r"|.*/gems/(?P<gem>[\w-]+)-\d[^/]*/"
)
_STANDARD_LIBRARY = re.compile(
    r".*/lib(?:64)?/python\d[\d.]*/"
    r"|.*/python[\d.]+/lib/"
    r"|.*/(?:ana|mini)conda\d?/(?:envs/[^/]+/)?lib/"
    r"|(?:node:|internal/|/?rustc/)"
    r"|(?:module|timers|events|net|fs|vm|domain|stream|child_process|bootstrap_node|_stream_\w+|_http_\w+)\.js\Z"
    # Below go/src/, the standard library's folders have no dot in their names; those of a workspace have (github.com).
    r"|.*/go(?:-?[\d.]+)?/(?:\d[\d.]*/(?:x64|arm64|libexec)/)?src/[^/.]+/"
    r"|.*/lib/rustlib/src/rust/|/_/src/(?:libraries|coreclr)/"
    r"|.*/lib/ruby/\d"
    r"|/usr/(?:local/)?include/|.*/(?:Xcode\.app|VC/Tools)/",
    re.IGNORECASE,
)
# Java's stacks name packages, not files: the project's own file of such a package lies below its source root.
_STANDARD_PACKAGE = re.compile(r"(?:java|javax|jdk|sun|kotlin|kotlinx|scala|android|org/junit)/")
_LIBRARY_FOLDERS = frozenset({"vendor", "node_modules", "third_party"})
_SOURCE_ROOTS = ("", "src/", "lib/", "python/")


def project_frames(frames: list[Frame], graph: CodeGraph, name: str = "") -> Iterator[Frame]:
    """Leave out the frames of libraries (and of places that are no file, as ``<stdin>``); ``name`` is the project's."""
    return (frame for frame in frames if not frame.file.startswith("<") and not is_library(frame.file, graph, name))


def is_library(path: str, graph: CodeGraph, name: str = "") -> bool:
    """Say whether a path printed in a trace leads to a library: installed, standard, vendored.

    A path behind ``site-packages/`` that names a file of the project is not a library's; behind the folders that other
    languages install to, the package has to have the ``name`` of the project or of a folder that the file is in.
    """
    path = path.replace("\\", "/")
    if installed := _INSTALLED.match(path):
        package = next(filter(None, installed.groups()), None)
        file = _installed_project_file(path[installed.end() :], graph)
        return file is None or not (package is None or _is_own(package, file[: -len(path) + installed.end()], name))
    if _LIBRARY_FOLDERS.intersection(path.split("/")):
        return True
    if _STANDARD_PACKAGE.match(path):
        return graph.resolve_path(path) is None
    return _STANDARD_LIBRARY.match(path) is not None and graph.module_of_file(path) is None


def _is_own(package: str, folder: str, name: str) -> bool:
    """Say whether a package is the project, or one of several in it: then it lies in a folder of its name."""
    folders = [each.replace("_", "-") for each in folder.lower().split("/")]
    return _last(package) in (_last(name), *folders)


def _last(name: str) -> str:
    return re.split(r"[/+]", name.lower())[-1].removesuffix(".js").removesuffix(".git").replace("_", "-")


def _installed_project_file(path: str, graph: CodeGraph) -> str | None:
    file = graph.resolve_path(path)
    module = graph.module_of_file(file) if file else None
    if file is None or module is None or graph.role(module) == "vendored":
        return None
    at_root = file in {root + path for root in _SOURCE_ROOTS}
    return file if at_root or ("/" in path and file.endswith(f"/{path}")) else None
