"""Likeness of meaning between the issue and a place's code, by a text encoder that you have on your disk.

A bi-encoder turns the issue and the code of each candidate into vectors; a candidate's score is how much its cosine is
above the mean of all, as a share of the best one's. The model is a folder with ``model.onnx`` and ``tokenizer.json``
(most encoders are published in this form too), or one of sentence-transformers, named in a profile::

    extends = "default"

    [fusion.weights]
    embedding = 0.5

    [options."channel.embedding"]
    model = "~/models/code-encoder"
    query_prefix = "Represent this query for searching relevant code: "
    cache = "~/.cache/crossbearing/vectors"

Nothing is downloaded: without a model the channel has no evidence. With ``cache`` the vectors of a file's places are
kept by the file's blob id, so that a later run or another revision encodes only what changed. ``pooling`` is ``mean``,
``cls`` or ``last``, as the model was trained; one of sentence-transformers knows its own.

Limits: needs ``pip install 'crossbearing[embedding]'``. Weigh it under ``[fusion.weights]`` only: more than ``most``
candidates are not encoded. Of a long definition the first ``tokens`` tokens are read.
"""

import io
import os
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._encoder import Encoder, load_encoder
from crossbearing_channels._scores import Reasons

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, Query
    from crossbearing_channels._encoder import Vectors

VERSION = 1

_LONGEST_ISSUE = 20_000
_LONGEST_PLACE = 12_000


@frozen
class Options:
    """Which model, and how it is used."""

    model: str = field(default="", validator=validators.instance_of(str))
    """Folder of the model; empty: the channel has no evidence."""
    query_prefix: str = field(default="", validator=validators.instance_of(str))
    """What the model wants to read before a question."""
    place_prefix: str = field(default="", validator=validators.instance_of(str))
    """What the model wants to read before the code of a place."""
    pooling: str = field(default="mean", validator=validators.in_(("mean", "cls", "last")))
    """How the vectors of a text's tokens become one."""
    tokens: int = field(default=512, validator=validators.in_(range(8, 8193)))
    """Tokens read of a text."""
    most: int = field(default=1000, validator=validators.in_(range(1, 100_001)))
    """Candidates that are encoded at most."""
    cache: str = field(default="", validator=validators.instance_of(str))
    """Folder that keeps vectors; empty: they are kept in memory only."""


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates whose code is more like the issue than their mean."""
    options = options or Options()
    if not options.model:
        return NoEvidence('no model is configured (options."channel.embedding".model)')
    if len(query.candidates) > options.most:
        return NoEvidence(f"there are {len(query.candidates)} candidates; at most {options.most} are encoded")
    text = query.text_of("title", "prose", "code", "trace").strip() or query.text.strip()
    if not text or not len(query.candidates):
        return NoEvidence("there is no text, or no place, to compare")
    encoder = load_encoder(options.model, options.pooling, options.tokens)
    asked = encoder.encode([f"{options.query_prefix}{text[:_LONGEST_ISSUE]}"])[0]
    cosines = _Places(query, encoder, options).vectors(query.candidates.tolist()) @ asked
    above = cosines - cosines.mean()
    best = float(above.max())
    if best <= 0:
        return NoEvidence("all places are alike to the model")
    shares = {
        entity: round(float(share) / best, 4) for entity, share in zip(query.candidates.tolist(), above, strict=True)
    }
    scores = {entity: share for entity, share in shares.items() if share > 0}
    return Evidence(scores, Reasons(scores, lambda entity: "its code is like the issue to the encoder"))


class _Places:
    """Vectors of places: from the folder that keeps them, the rest from the encoder."""

    def __init__(self, query: "Query", encoder: Encoder, options: Options) -> None:
        self.query = query
        self.graph: CodeGraph = query.graph
        self.encoder = encoder
        self.prefix = options.place_prefix
        # Vectors of texts that began otherwise are others.
        name = f"{encoder.key}{sha256(self.prefix.encode()).hexdigest()[:8] if self.prefix else ''}"
        self.folder = Path(options.cache).expanduser() / name if options.cache else None

    def vectors(self, entities: Sequence[int]) -> "Vectors":
        """One row for each entity, in the given order."""
        import numpy as np

        by_file: dict[str, list[int]] = {}
        for entity in entities:
            by_file.setdefault(self.graph.file(entity), []).append(entity)
        known: dict[int, Vectors] = {}
        kept = {path: self._kept(path) for path in by_file}
        missing = [(path, e) for path, own in by_file.items() for e in own if self._span(e) not in kept[path]]
        if missing:
            encoded = self.encoder.encode([self._text(path, entity) for path, entity in missing])
            for (path, entity), row in zip(missing, encoded, strict=True):
                kept[path][self._span(entity)] = row
            for path in dict.fromkeys(path for path, _ in missing):
                self._keep(path, kept[path])
        for path, own in by_file.items():
            known.update((entity, kept[path][self._span(entity)]) for entity in own)
        return np.stack([known[entity] for entity in entities])

    def _span(self, entity: int) -> str:
        return f"{self.graph.start_lines[entity]}-{self.graph.end_lines[entity]}"

    def _text(self, path: str, entity: int) -> str:
        file = self.query.tree.read(path)
        lines = file.lines if file else []
        first, last = int(self.graph.start_lines[entity]), int(self.graph.end_lines[entity])
        return self.prefix + "\n".join(lines[first - 1 : last])[:_LONGEST_PLACE]

    def _place(self, path: str) -> Path | None:
        file = self.query.tree.read(path) if self.folder is not None else None
        return self.folder / file.digest[:2] / f"{file.digest}.npz" if self.folder is not None and file else None

    def _kept(self, path: str) -> "dict[str, Vectors]":
        """What the folder keeps of a file; a damaged one counts as none."""
        import numpy as np

        place = self._place(path)
        try:
            if place is None or not place.is_file():
                return {}
            with np.load(place, allow_pickle=False) as rows:
                return {span: rows[span].astype(np.float32) for span in rows.files}
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return {}

    def _keep(self, path: str, rows: "dict[str, Vectors]") -> None:
        import numpy as np

        place = self._place(path)
        if place is None:
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        content = io.BytesIO()
        np.savez(content, **rows)  # type: ignore[arg-type]
        # Written whole and then named, so that nobody reads half of it.
        handle, name = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content.getvalue())
        Path(name).replace(place)
