"""The code that an issue shows, as language plugins read it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
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
    no plugin reads, or that are of another kind of file (output, settings), are left out. Two are equal where they read
    the same of the same.
    """

    def __init__(self, passages: Sequence[Passage], graph: CodeGraph, host: "PluginHost") -> None:
        self._passages = passages
        self._graph = graph
        self._host = host
        self._read: tuple[FileFacts, ...] | None = None

    def __eq__(self, other: object) -> bool:
        """Compare what is read, and by which plugins."""
        return isinstance(other, Snippets) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> list[tuple[Passage, str, str]]:
        readers = self._readers()
        pairs = [(block, readers.get(self._suffix(block), "")) for block in self._blocks()]
        return [(block, plugin, self._host.state(plugin) if plugin else "") for block, plugin in pairs]

    def __call__(self) -> tuple[FileFacts, ...]:
        """What was read, in the issue's order."""
        if self._read is None:
            self._read = tuple(self._facts())
        return self._read

    def _facts(self) -> Iterator[FileFacts]:
        blocks = self._blocks()
        readers = self._readers() if blocks else {}
        for block in blocks:
            suffix = self._suffix(block)
            if suffix in readers:
                file = SourceFile(f"snippet{suffix}", block.text[:LONGEST_BLOCK].encode("utf-8", "replace"))
                answer = self._host.extract(readers[suffix], file)
                if answer.value is not None:
                    yield answer.value

    def _blocks(self) -> list[Passage]:
        return [passage for passage in self._passages if passage.kind == "code"][:MOST_BLOCKS]

    def _readers(self) -> dict[str, str]:
        """The plugin that reads each suffix: of several, the first by name."""
        claims = sorted(self._host.declared_claims("language").items(), reverse=True)
        return {suffix: plugin for plugin, suffixes in claims for suffix in suffixes}

    def _suffix(self, block: Passage) -> str:
        return _SUFFIXES.get(block.language, f".{block.language}") if block.language else self._usual_suffix

    @cached_property
    def _usual_suffix(self) -> str:
        files = zip(self._graph.files, self._graph.roles, strict=True)
        suffixes = Counter(f".{path.rpartition('.')[2]}" for path, role in files if role == "source")
        return min(suffixes, key=lambda suffix: (-suffixes[suffix], suffix), default="")
