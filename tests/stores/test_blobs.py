"""Blobs: contents under their own fingerprint."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Never

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable
from aule.stores.home.blobs import Blobs
from aule.text.hashing import bytes_hash


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path / "blobs")


@given(st.binary(max_size=5000))
def test_what_is_put_comes_back(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    blobs = Blobs(tmp_path_factory.getbasetemp() / "shared-blobs")
    sha = blobs.put(content)
    assert (sha, blobs.get(sha), blobs.has(sha)) == (bytes_hash(content), content, True)


def test_equal_contents_are_kept_once(blobs: Blobs) -> None:
    sha = blobs.put(b"same")
    before = blobs.path(sha).stat()
    assert blobs.put(b"same") == sha
    after = blobs.path(sha).stat()
    assert before.st_ino == after.st_ino
    assert before.st_mtime_ns <= after.st_mtime_ns  # putting it again keeps it from being cleared away
    assert os.listdir(blobs.path(sha).parent) == [sha[2:]]


def test_a_damaged_content_is_noticed_and_repaired_by_putting_it_again(blobs: Blobs) -> None:
    sha = blobs.put(b"precious")
    blobs.path(sha).write_bytes(b"preciouS")
    with pytest.raises(Corrupt, match=sha):
        blobs.get(sha)
    blobs.put(b"precious")
    assert blobs.get(sha) == b"precious"


def test_a_content_that_is_not_there_is_not_found(blobs: Blobs) -> None:
    sha = blobs.put(b"x")
    blobs.delete(sha)
    blobs.delete(sha)
    assert not blobs.has(sha)
    with pytest.raises(NotFound, match=sha):
        blobs.get(sha)


@pytest.mark.parametrize("sha", ["", "abc", "../../../etc/passwd", "A" * 64, "g" * 64, "a" * 63 + "\n", "a" * 65])
def test_only_a_fingerprint_names_a_content(blobs: Blobs, sha: str) -> None:
    with pytest.raises(Invalid, match="fingerprint"):
        blobs.get(sha)


@pytest.mark.parametrize("place", ["fsync", "replace", "open"])
def test_a_disk_that_fails_while_a_content_comes_in_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """OS-9: a full disk shows at any step, not only while writing."""
    blobs = Blobs(tmp_path)

    def full(*_: object, **__: object) -> Never:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(f"aule.stores.home.blobs.os.{place}", full)
        with pytest.raises(Unavailable, match="no room left") as told, blobs.receiving() as incoming:
            incoming.write(b"content")
    assert told.value.problem.code == "disk_full" and told.value.problem.hint
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
