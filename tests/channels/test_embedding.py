"""The encoder is a real ONNX model, made here: each word has a direction of its own, a text is their mean."""

import shutil
import sys

import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.plugin import UnreadableError
from crossbearing_channels import _encoder
from crossbearing_channels.embedding import Options, collect

WORDS = ("[UNK]", "[PAD]", "peek", "token", "colour", "def", "return", "broken", "(", ")", ":")
SOURCES = {
    "app/parser.py": "def peek():\n    return token\n\ndef colour():\n    return colour\n",
    "app/lexer.py": "def token():\n    return token\n",
}
NEEDS = ("onnx", "onnxruntime", "tokenizers")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    onnx, _, tokenizers = (pytest.importorskip(name, reason="needs the extra 'embedding' and onnx") for name in NEEDS)
    import numpy as np

    folder = tmp_path_factory.mktemp("model")
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    make, kinds = onnx.helper, onnx.TensorProto
    table = onnx.numpy_helper.from_array(np.eye(len(WORDS), dtype=np.float32), "table")
    ids = make.make_tensor_value_info("input_ids", kinds.INT64, ["batch", "tokens"])
    rows = make.make_tensor_value_info("rows", kinds.FLOAT, ["batch", "tokens", len(WORDS)])
    node = make.make_node("Gather", ["table", "input_ids"], ["rows"])
    network = make.make_model(
        make.make_graph([node], "words", [ids], [rows], [table]),
        opset_imports=[make.make_opsetid("", 17)],
        ir_version=8,
    )
    onnx.save(network, str(folder / "model.onnx"))
    return folder


@pytest.fixture(autouse=True)
def forget():
    _encoder.load_encoder.cache_clear()


@pytest.fixture(scope="module")
def small(build_map):
    return build_map(SOURCES)


def scores(small, text, **options):
    answer = collect(small.query(text), Options(**options))
    return {small.name_of(entity): score for entity, score in answer.scores.items()}


def test_what_is_most_alike_comes_first(small, model):
    found = scores(small, "peek token broken", model=str(model))
    assert max(found, key=found.get) == "app.parser.peek"
    assert found["app.parser.peek"] == 1.0
    assert "app.parser.colour" not in found


def test_a_text_is_the_same_beside_others(model):
    encoder = _encoder.load_encoder(str(model), "mean", 64)
    alone = encoder.encode(["peek token"])[0]
    beside = encoder.encode(["colour " * 30, "peek token", *["def"] * 40])[1]
    assert alone.tolist() == beside.tolist()
    assert encoder.encode(["peek token"] * 2).shape == (2, len(WORDS))
    for pooling, word in [("cls", "peek"), ("last", "token")]:
        alone, beside = _encoder.load_encoder(str(model), pooling, 64).encode(["peek token", "colour " * 30])
        assert alone[WORDS.index(word)] == 1.0
        assert beside[WORDS.index("colour")] == 1.0


def test_vectors_are_kept_by_blob(small, model, tmp_path, monkeypatch):
    options = {"model": str(model), "cache": str(tmp_path)}
    fresh = scores(small, "peek token", **options)
    kept = sorted(tmp_path.rglob("*.npz"))
    assert {file.stem for file in kept} == {small.tree.read(path).digest for path in SOURCES}
    encoded = []
    encoder = _encoder.load_encoder(str(model), "mean", 512)
    own = type(encoder).encode
    monkeypatch.setattr(type(encoder), "encode", lambda self, texts: encoded.append(len(texts)) or own(self, texts))
    assert scores(small, "peek token", **options) == fresh
    assert encoded == [1]
    kept[0].write_bytes(b"damaged")
    assert scores(small, "peek token", **options) == fresh
    assert len(encoded) == 3


def test_what_stands_before_a_place_is_part_of_what_is_kept(small, model, tmp_path):
    options = {"model": str(model), "cache": str(tmp_path)}
    plain = scores(small, "peek colour", **options)
    prefixed = scores(small, "peek colour", place_prefix="broken broken broken ", **options)
    assert prefixed != plain
    assert scores(small, "peek colour", **options) == plain
    assert len(list(tmp_path.iterdir())) == 2


def test_another_model_has_vectors_of_its_own(model, tmp_path):
    other = shutil.copytree(model, tmp_path / "other")
    (other / "tokenizer.json").write_text((other / "tokenizer.json").read_text().replace("colour", "color"))
    keys = {_encoder.load_encoder(str(folder), "mean", 64).key for folder in (model, other)}
    assert len({*keys, _encoder.load_encoder(str(model), "cls", 64).key}) == 3


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("peek", {}, "no model is configured"),
        ("peek", {"model": "anything", "most": 1}, "there are 3 candidates"),
        ("", {"model": "anything"}, "there is no text"),
    ],
)
def test_no_evidence(small, text, options, reason):
    answer = collect(small.query(text), Options(**options))
    assert isinstance(answer, NoEvidence)
    assert reason in answer.reason


def test_a_folder_without_a_model_is_an_error(small, tmp_path):
    with pytest.raises(UnreadableError, match="no model lies in 'nothing'"):
        collect(small.query("peek"), Options(model=str(tmp_path / "nothing")))


@pytest.mark.parametrize(
    ("broken", "reason"), [("model.onnx", "cannot be loaded"), ("tokenizer.json", "cannot be loaded")]
)
def test_a_broken_model_is_an_error(small, model, tmp_path, broken, reason):
    folder = shutil.copytree(model, tmp_path / "broken")
    (folder / broken).write_bytes(b"\x00garbage")
    with pytest.raises(UnreadableError, match=reason):
        collect(small.query("peek"), Options(model=str(folder)))
    (folder / "tokenizer.json").unlink()
    with pytest.raises(UnreadableError, match=r"no tokenizer\.json"):
        collect(small.query("peek"), Options(model=str(folder)))


def test_without_the_libraries_the_extra_is_named(small, tmp_path, monkeypatch):
    (tmp_path / "model.onnx").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UnreadableError, match=r"pip install 'crossbearing\[embedding\]'"):
        collect(small.query("peek"), Options(model=str(tmp_path)))
