"""The cache of sentence vectors: what one process worked out, the next finds; a broken file is as good as none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aule.models.local.sentence_cache import cache_file, keep, key_of, load


def test_what_was_kept_is_found_again_exactly(tmp_path: Path) -> None:
    path = cache_file("model", {"XDG_CACHE_HOME": str(tmp_path)})
    known = {key_of(text): np.arange(4, dtype=np.float32) + n for n, text in enumerate(["olá", "hello"])}
    keep(path, known)
    found = load(path, 4)
    assert found.keys() == known.keys() and all((found[key] == known[key]).all() for key in known)
    assert load(path, 5) == {}, "vectors of another size are another model's"


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04broken"], ids=["empty", "text", "torn"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(content)
    assert load(path, 4) == {} and load(tmp_path / "missing.npz", 4) == {} and load(None, 4) == {}


def test_where_nothing_can_be_written_nothing_is_missed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    keep(tmp_path / "file" / "aule" / "model.npz", {"a": np.zeros(4, dtype=np.float32)})
    assert cache_file("model", {}) is None and cache_file("m", {"HOME": "/h"}) == Path("/h/.cache/aule/m.npz")
