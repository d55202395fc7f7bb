"""Which file an include means, where what a header declares is defined, and which words name namespaces."""

import re
from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, Import, ModuleLinks
from crossbearing_plugins.languages._c.headers import Headers, best_definition, module_name
from crossbearing_plugins.languages._cpp.places import DECLARED, NAMESPACE
from crossbearing_plugins.languages._folders import shared_folders

SOURCES = (".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".mm")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".txx", ".inc", ".cuh", ".H")
_OPENED = re.compile(rb"\bnamespace\s+((?:inline\s+)?[A-Za-z_][\w:]*)\s*(?:\[\[[^\]]*\]\]\s*)?\{")
_INCLUDED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"\n]+[>\"])", re.MULTILINE)
_MACRO = re.compile(r"#\s*define\b[^\n]*?\bnamespace\s+([A-Za-z_]\w*)\s*\{")
_INTERNAL = re.compile(r"\bstatic\b")
_MOST_READ = 4_000


def link_cpp_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its path, and resolve includes, namespaces and declarations."""
    project = _Project(files, tree)
    return {
        path: ModuleLinks(module_name(path), [project.target(path, facts, item) for item in facts.imports])
        for path, facts in sorted(files.items())
    }


class _Project:
    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        paths = [path for path in tree.paths if path.endswith(HEADERS) or path.endswith(SOURCES) or path in files]
        self.headers = Headers(paths)
        self.sources: dict[str, list[str]] = {}
        for path in paths:
            if path.endswith(SOURCES):
                self.sources.setdefault(_stem(path), []).append(path)
        self.defined = _defined(files)
        self.classes = _classes(files)
        self.by_last: dict[str, list[str]] = {}
        for name in self.classes:
            self.by_last.setdefault(name.rpartition(".")[2], []).append(name)
        self.spaces = self._namespaces(tree)

    def target(self, path: str, facts: FileFacts, item: Import) -> str | None:
        """The file that an import leads to; None outside the project."""
        if item.name == "*":
            found = self.headers.target(path, item.module)
            # What leads out of the project would hide that a name is unknown; the file itself adds nothing.
            return path if found is None and is_standard(item.module) else found
        if item.module.startswith(DECLARED):
            return self._class(path, item.module.removeprefix(DECLARED))
        if item.module:
            return path if item.module.rpartition(".")[2] in self.spaces else None
        return self._definition(path, facts, item)

    def _class(self, path: str, name: str) -> str | None:
        """The nearest file that defines a class of a qualified name; after a point, the name may be its end."""
        places = self.classes.get(name, ())
        if name.startswith("."):
            found = self.by_last.get(name.rpartition(".")[2], ())
            places = [other for whole in found if f".{whole}".endswith(name) for other in self.classes[whole]]
        places = [other for other in places if other != path]
        return min(places, key=lambda other: (-shared_folders(other, path), other)) if places else None

    def _definition(self, path: str, facts: FileFacts, item: Import) -> str | None:
        """Where a name that a file declares is defined: as far as is known, or in the source of the same name."""
        place = item.line, item.column
        qualname = next((found.qualname for found in facts.definitions if (found.line, found.column) == place), "")
        if found := best_definition(path, self.defined.get(qualname, ())):
            return found
        near = [source for source in self.sources.get(_stem(path), ()) if source != path]
        return min(near, key=lambda other: (-shared_folders(other, path), other)) if near else None

    def _namespaces(self, tree: FileTree) -> set[str]:
        """The namespaces of the project: of the files themselves, and of headers that another plugin reads."""
        found: set[str] = set()
        pending: dict[str, None] = {}
        for path, facts in sorted(self.files.items()):
            for definition in facts.definitions:
                if definition.kind == "class" and NAMESPACE.match(definition.signature):
                    found.update(definition.qualname.split("."))
                elif definition.kind == "variable" and (match := _MACRO.match(definition.signature)):
                    found.add(match[1])
            for item in facts.imports:
                if item.name == "*" and (target := self.headers.target(path, item.module)) not in self.files:
                    pending[target or ""] = None
        self._read_headers(pending, found, tree)
        return found

    def _read_headers(self, pending: dict[str, None], found: set[str], tree: FileTree) -> None:
        pending.pop("", None)
        queue = list(pending)
        for path in queue:
            file = tree.read(path)
            data = b"" if file is None else file.data
            for match in _OPENED.finditer(data):
                found.update(match[1].decode("ascii").replace("inline", "").strip().split("::"))
            if b"define" in data:
                text = data.decode("utf-8", "replace").replace("\\\n", " ").replace("\\\r\n", " ")
                found.update(match[1] for match in _MACRO.finditer(text))
            for match in _INCLUDED.finditer(data):
                target = self.headers.target(path, match[1].decode("utf-8", "replace").strip('"'))
                if target and target not in self.files and target not in pending and len(queue) < _MOST_READ:
                    pending[target] = None
                    queue.append(target)


def is_standard(module: str) -> bool:
    """Whether an include names a header of the standard library, as far as the name tells."""
    name = module.strip('<>"')
    return module.startswith("<") and "/" not in name and ("." not in name or len(name) < 16)


def _defined(files: Mapping[str, FileFacts]) -> dict[str, list[str]]:
    """The files that define each qualified name for others."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        for definition in files[path].definitions:
            is_public = definition.scope < 0 and not definition.is_part and definition.kind in ("function", "variable")
            if is_public and not _INTERNAL.search(definition.signature) and not definition.signature.startswith("#"):
                found.setdefault(definition.qualname, []).append(path)
    return found


def _classes(files: Mapping[str, FileFacts]) -> dict[str, list[str]]:
    """The files that define each class, by its qualified name."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        for definition in files[path].definitions:
            if definition.kind == "class" and definition.scope < 0 and not definition.is_part:
                found.setdefault(definition.qualname, []).append(path)
    return found


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
