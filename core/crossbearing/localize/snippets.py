"""The code that an issue shows, as language plugins read it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import Passage

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

MOST_BLOCKS = 16
"""Blocks of code that are read."""
LONGEST_BLOCK = 20_000
"""Characters of a block that are read."""

# What people write behind a fence, where it is not the suffix of a file.
_SUFFIXES = {
    "c#": ".cs",
    "c++": ".cpp",
    "csharp": ".cs",
    "elixir": ".ex",
    "golang": ".go",
    "javascript": ".js",
    "kotlin": ".kt",
    "node": ".js",
    "py3": ".py",
    "pycon": ".py",
    "python": ".py",
    "python3": ".py",
    "ruby": ".rb",
    "rust": ".rs",
    "typescript": ".ts",
}


class Snippets:
    """Reads the blocks of code of an issue when it is first called, and remembers what it read.

    A block is of the language that its fence names, else of the language of most of the repository's files. Blocks that
    no plugin reads, or that are of another kind of file (output, settings), are left out.
    """

    def __init__(self, passages: Sequence[Passage], graph: CodeGraph, host: "PluginHost") -> None:
        self._passages = passages
        self._graph = graph
        self._host = host
        self._read: tuple[FileFacts, ...] | None = None

    def __call__(self) -> tuple[FileFacts, ...]:
        """What was read, in the issue's order."""
        if self._read is None:
            self._read = tuple(self._facts())
        return self._read

    def _facts(self) -> Iterator[FileFacts]:
        blocks = [passage for passage in self._passages if passage.kind == "code"][:MOST_BLOCKS]
        if not blocks:
            return
        readers = {
            suffix: plugin
            for plugin, suffixes in sorted(self._host.declared_claims("language").items(), reverse=True)
            for suffix in suffixes
        }
        usual = self._usual_suffix()
        for block in blocks:
            suffix = _SUFFIXES.get(block.language, f".{block.language}") if block.language else usual
            if suffix in readers:
                file = SourceFile(f"snippet{suffix}", block.text[:LONGEST_BLOCK].encode("utf-8", "surrogateescape"))
                answer = self._host.extract(readers[suffix], file)
                if answer.value is not None:
                    yield answer.value

    def _usual_suffix(self) -> str:
        files = zip(self._graph.files, self._graph.roles, strict=True)
        suffixes = Counter(f".{path.rpartition('.')[2]}" for path, role in files if role == "source")
        return min(suffixes, key=lambda suffix: (-suffixes[suffix], suffix), default="")
