"""The sheet of Composer's files, which may be written with a backslash before every slash."""

from crossbearing.plugin import FileTree, SourceFile
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Proof, Span


class ComposerSheet(ProjectSheet):
    """Claims about packages, whose names are looked for as the file writes its slashes."""

    ecosystem = "composer"

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        super().__init__(file, tree)
        self.is_escaped = "\\/" in file.text

    def proof(self, span: Span, name: str, *spellings: str) -> Proof:
        """Find the line of ``name``, in the file's own writing first, because a failed search reads the whole span."""
        if not self.is_escaped or "/" not in name:
            return super().proof(span, name, *spellings)
        escaped = name.replace("/", "\\/")
        found = super().proof(span, escaped, name, *spellings)
        return Proof(found.evidence, "" if found.spelling == name else found.spelling or escaped)
