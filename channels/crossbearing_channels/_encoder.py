"""Turning texts into vectors with a model that lies on the disk; nothing is ever downloaded."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from crossbearing.plugin import UnreadableError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vectors = npt.NDArray[np.float32]

EXTRA = "channel.embedding needs the extra 'embedding': pip install 'crossbearing[embedding]'"
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_BATCH = 16
_SAMPLE = 1 << 16


class Encoder(Protocol):
    """A model; ``key`` names it and how it is used, so that vectors kept on the disk are its own."""

    key: str

    def encode(self, texts: Sequence[str]) -> "Vectors":
        """One row of length 1 for each text."""


@lru_cache(maxsize=2)
def load_encoder(model: str, pooling: str, tokens: int) -> Encoder:
    """Load a folder with ``model.onnx`` (also in ``onnx/``) and ``tokenizer.json``, or one of sentence-transformers.

    Raises :class:`UnreadableError` where there is none, where a library is missing, and where it cannot be read.
    """
    folder = Path(model).expanduser()
    network = next((path for path in (folder / "model.onnx", folder / "onnx" / "model.onnx") if path.is_file()), None)
    if network is not None:
        return _Onnx(network, folder / "tokenizer.json", pooling, tokens)
    if (folder / "modules.json").is_file():
        return _SentenceTransformer(folder, tokens)
    raise UnreadableError(f"no model lies in {folder.name!r}: it needs model.onnx and tokenizer.json, or modules.json")


class _Onnx:
    def __init__(self, network: Path, words: Path, pooling: str, tokens: int) -> None:
        try:
            from onnxruntime import InferenceSession
            from tokenizers import Tokenizer
        except ImportError:
            raise UnreadableError(EXTRA) from None
        if not words.is_file():
            raise UnreadableError("beside the model there is no tokenizer.json")
        try:
            self._words = Tokenizer.from_file(str(words))
            self._session = InferenceSession(str(network), providers=["CPUExecutionProvider"])
        except Exception as error:
            raise UnreadableError(f"the model cannot be loaded: {type(error).__name__}") from None
        self._words.enable_truncation(tokens)
        self._words.enable_padding()
        self._pooling = pooling
        self._inputs = {each.name for each in self._session.get_inputs()}
        if unknown := sorted(self._inputs - _INPUTS):
            raise UnreadableError(f"the model asks for {unknown[0]!r}, which a text encoder has no use for")
        self.key = _key([network, words], pooling, tokens)

    def encode(self, texts: Sequence[str]) -> "Vectors":
        import numpy as np

        # Texts of one length beside each other need least padding; a text's vector does not depend on its neighbours.
        order = sorted(range(len(texts)), key=lambda number: (len(texts[number]), number))
        rows: dict[int, Vectors] = {}
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            rows.update(zip(batch, self._run([texts[number] for number in batch]), strict=True))
        return np.stack([rows[number] for number in range(len(texts))])

    def _run(self, texts: list[str]) -> "Vectors":
        import numpy as np

        encoded = self._words.encode_batch(texts)
        mask = np.array([each.attention_mask for each in encoded], np.int64)
        feed: dict[str, Any] = {
            "input_ids": np.array([each.ids for each in encoded], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        found = np.asarray(self._session.run(None, {name: feed[name] for name in self._inputs})[0], np.float32)
        if found.ndim == 3:
            found = self._pooled(found, mask)
        return _unit(found)

    def _pooled(self, found: "Vectors", mask: "npt.NDArray[np.int64]") -> "Vectors":
        """One row for each text, of those of its tokens."""
        import numpy as np

        weights = mask[:, :, None].astype(np.float32)
        rows: Vectors = (found * weights).sum(1) / weights.sum(1).clip(1)
        if self._pooling != "mean":
            place = mask.sum(1) - 1 if self._pooling == "last" else np.zeros(len(found), np.int64)
            rows = found[np.arange(len(found)), place.clip(0)]
        return rows


class _SentenceTransformer:
    def __init__(self, folder: Path, tokens: int) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise UnreadableError("a model of sentence-transformers needs: pip install sentence-transformers") from None
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        self._model.max_seq_length = tokens
        self.key = _key(sorted(folder.glob("*.safetensors")) or sorted(folder.glob("*.bin")), "own", tokens)

    def encode(self, texts: Sequence[str]) -> "Vectors":
        import numpy as np

        return _unit(np.asarray(self._model.encode(list(texts), batch_size=_BATCH), np.float32))


def _unit(rows: "Vectors") -> "Vectors":
    import numpy as np

    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(length > 0, length, 1.0)).astype(np.float32)


def _key(files: Sequence[Path], *settings: object) -> str:
    """A name for a model's files, from their sizes and their ends: they may be large."""
    digest = hashlib.sha256(repr(settings).encode())
    for path in files:
        size = path.stat().st_size
        digest.update(f"{path.name} {size}".encode())
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE))
            file.seek(max(0, size - _SAMPLE))
            digest.update(file.read(_SAMPLE))
    return digest.hexdigest()[:24]
