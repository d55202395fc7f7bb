"""The namespaces of the project's files, and what using directives lead to."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from crossbearing.plugin import FileFacts, Import, ModuleLinks
from crossbearing_plugins.languages._csharp.forms import GLOBAL

_GLOBAL_FILES = ("globalusings.cs", "usings.cs", "globalusing.cs", "imports.cs", "globalimports.cs")


def link_namespaces(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name every file by namespace and stem; an import leads to one of the files of its namespace, or to None."""
    spaces = _Namespaces(files)
    return {
        path: ModuleLinks(
            spaces.names[path], [spaces.target(path, item) for item in facts.imports], package=facts.package or GLOBAL
        )
        for path, facts in sorted(files.items())
    }


class _Namespaces:
    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        self.files = files
        self.members: dict[str, list[str]] = defaultdict(list)
        self.classes: dict[tuple[str, str], str] = {}
        self.globals: list[str] = []
        for path in sorted(files):
            package = files[path].package
            self.members[package].append(path)
            for item in files[path].definitions:
                if item.scope < 0 and item.kind == "class" and not item.is_part:
                    self.classes.setdefault((package, item.name), path)
            if path.rpartition("/")[2].lower() in _GLOBAL_FILES:
                self.globals.append(path)
        wanted = {path: f"{facts.package}.{_stem(path)}".lstrip(".") for path, facts in files.items()}
        counts = Counter(wanted.values())
        self.names = {path: name if counts[name] == 1 else _plain(path) for path, name in wanted.items()}

    def target(self, path: str, item: Import) -> str | None:
        """The file that an import leads to; None outside the project."""
        if item.module == GLOBAL:
            # What leads out of the project would hide that a name is unknown; the file itself adds nothing.
            return self._global(path) or path
        if not item.module:
            return path
        if item.name == "*":
            is_around = self.files[path].package.startswith(f"{item.module}.")
            return next(iter(self.members.get(item.module, ())), path if is_around else None)
        return self.classes.get((item.module.rpartition(".")[0], item.name))

    def _global(self, path: str) -> str | None:
        """The file with the global using directives of the innermost project around a file."""
        best = None
        for other in self.globals:
            folder = other.rpartition("/")[0]
            inside = not folder or path.startswith(f"{folder}/")
            if inside and other != path and (best is None or len(folder) > len(best.rpartition("/")[0])):
                best = other
        return best


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".cs").replace(".", "_")


def _plain(path: str) -> str:
    return path.removesuffix(".cs").replace(".", "_").replace("/", ".")
