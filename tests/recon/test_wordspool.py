"""Words of files that do not fit into memory come back from a file as they were."""

import numpy as np
import pytest

from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.recon.codec import encode_facts
from crossbearing.recon.textfacts import text_facts
from crossbearing.recon.wordspool import WordSpool

TEXTS = {"b.md": "One zebra.\nTwo zebras.\n", "a.md": "A lion\n" * 40, "c.md": ""}


@pytest.mark.parametrize("limit", [0, 100, 10_000])
def test_words_come_back_whatever_fits_into_memory(limit: int) -> None:
    spool = WordSpool(limit)
    kept = {}
    for path, text in TEXTS.items():
        words = text_facts(SourceFile(path, text.encode()), None)
        kept[path] = words
        spool.put(path, words, encode_facts(FileFacts("text"), words))
    assert list(spool) == sorted(TEXTS)
    assert "d.md" not in spool
    for path, words in kept.items():
        found = spool[path]
        assert found.vocabulary == words.vocabulary
        assert found.line_count == spool.line_counts[path] == words.line_count
        for name in ("documents", "fields", "terms", "counts", "lengths"):
            np.testing.assert_array_equal(getattr(found, name), getattr(words, name))
            assert getattr(found, name).dtype == getattr(words, name).dtype
