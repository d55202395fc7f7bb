"""The versions that a workspace gives in one place, to which its packages refer as `catalog:`."""

from functools import cached_property, lru_cache

from crossbearing.plugin import FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._npm_manager import MANIFEST, parse_package
from crossbearing_ecosystems._npm_workspaces import inside, upwards
from crossbearing_ecosystems._placed import PlacedDocument
from crossbearing_ecosystems._yaml import YamlDocument

PROTOCOL = "catalog:"
_DEFAULT = "default"
_FILES = ("pnpm-workspace.yaml", ".yarnrc.yml", MANIFEST)


class Catalogs:
    """The catalogs that hold in a folder: those of the folder itself and of all above it."""

    def __init__(self, tree: FileTree, folder: str) -> None:
        self._tree = tree
        self._folder = folder

    def find(self, package: str, text: str) -> str:
        """What the nearest catalog says of ``package``, of which ``text`` names the catalog, or an empty string."""
        name = text.removeprefix(PROTOCOL).strip() or _DEFAULT
        # bun keeps its catalogs with the workspaces, or at the top.
        for document in self._documents:
            for root in ((), ("workspaces",)):
                found = document.text(*root, "catalogs", name, package)
                found = found or (document.text(*root, "catalog", package) if name == _DEFAULT else "")
                if found:
                    return found
        return ""

    @cached_property
    def _documents(self) -> list[PlacedDocument]:
        files = (self._tree.read(inside(parent, name)) for parent in upwards(self._folder) for name in _FILES)
        return [
            parse_package(file.data) if file.path.endswith(MANIFEST) else _parse_settings(file.data)
            for file in files
            if file and b"catalog" in file.data
        ]


@lru_cache(maxsize=8)
def _parse_settings(data: bytes) -> PlacedDocument:
    try:
        return YamlDocument(SourceFile("settings.yaml", data))
    except UnreadableError:
        return PlacedDocument(None)
