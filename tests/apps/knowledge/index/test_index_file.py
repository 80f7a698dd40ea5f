"""The index on disk: exact, safe with several processes, made anew when damaged (KN-5, KN-6)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aule.apps.knowledge.index import index_file
from aule.apps.knowledge.index.index_file import IndexedChunk, IndexFile

ENCODER = "use-multilingual-v3/1"


def vectors(count: int, seed: int = 1, dimensions: int = 32) -> Any:
    made = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def put(file: IndexFile, name: str, rows: Any, word: str = "aluguel", revision: str = "1") -> None:
    chunks = [IndexedChunk("Prazo", f"{word} parte {number}") for number in range(len(rows))]
    file.put(name, revision, f"Título {name}", ENCODER, chunks, rows)


def nearest(file: IndexFile, query: Any, most: int = 8, documents: Any = None) -> list[tuple[str, int]]:
    hits = file.find({ENCODER: query}, [], documents, most).hits
    return [(hit.document, hit.position) for hit in sorted(hits, key=lambda hit: -hit.similarity)]


def test_every_vector_is_compared(tmp_path: Path) -> None:
    """KN-5: recall 1.0 against brute force, also behind gaps of documents that are gone."""
    file, made = IndexFile(tmp_path), {f"doc_{n}": vectors(50 + 37 * n, n) for n in range(6)}
    for name, rows in made.items():
        put(file, name, rows)
    file.drop(["doc_2"])
    del made["doc_2"]
    for query in vectors(20, 99):
        brute = sorted(
            ((float(row @ query), name, place) for name, rows in made.items() for place, row in enumerate(rows)),
            reverse=True,
        )
        assert nearest(file, query) == [(name, place) for _, name, place in brute[:8]]
        only = [(name, place) for _, name, place in brute if name in ("doc_1", "doc_4")][:8]
        assert nearest(file, query, documents={"doc_1", "doc_4"}) == only


def test_words_find_without_a_vector_whatever_their_accents_and_endings(tmp_path: Path) -> None:
    file = IndexFile(tmp_path)
    put(file, "a", vectors(2, 1), "Cauções")
    put(file, "b", vectors(2, 2), "garagem")
    found = file.find({}, ["cauc", "caucao"], None, 8)
    assert {hit.document for hit in found.hits} <= {"a"}
    assert file.find({}, ["garag"], None, 8).hits
    assert file.find({}, ["garag"], {"a"}, 8).hits == []


def test_another_revision_takes_the_place_of_the_former(tmp_path: Path) -> None:
    file = IndexFile(tmp_path)
    put(file, "a", vectors(3, 1), "antes")
    put(file, "a", vectors(2, 2), "depois", revision="2")
    assert file.revisions() == {"a": "2"}
    assert file.find({}, ["ant"], None, 8).frequencies == {"ant": 0}
    assert len(nearest(file, vectors(1, 2)[0])) == 2


def test_what_is_dropped_is_overwritten(tmp_path: Path) -> None:
    """KN-3: nothing of a deleted document stays in the files."""
    file = IndexFile(tmp_path)
    rows = vectors(4, 1)
    put(file, "a", rows, "segredissimo")
    put(file, "b", vectors(4, 2))
    file.drop(["a"])
    file.close()
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert rows.tobytes() not in left and b"segrediss" not in left


def test_encoders_are_kept_apart(tmp_path: Path) -> None:
    file = IndexFile(tmp_path)
    put(file, "a", vectors(3, 1))
    file.put("b", "1", "b", "ollama/nomic", [IndexedChunk("", "x")], vectors(1, 2, 64))
    query = vectors(1, 3)[0]
    assert {document for document, _ in nearest(file, query)} == {"a"}
    both = file.find({ENCODER: query, "ollama/nomic": vectors(1, 3, 64)[0]}, [], None, 8).hits
    assert {hit.document for hit in both} == {"a", "b"}


@pytest.mark.parametrize("damage", ["cut", "garbage", "gone", "altered", "no_words", "words_garbage"])
def test_damaged_files_are_made_anew(tmp_path: Path, damage: str) -> None:
    """KN-6: whatever became of the files, nobody is told something wrong, and the next use begins anew."""
    file = IndexFile(tmp_path)
    put(file, "a", vectors(30, 1))
    file.close()
    [matrix] = tmp_path.glob("vectors-*.f32")
    words = tmp_path / "words.db"
    match damage:
        case "cut":
            os.truncate(matrix, 1_000)
        case "garbage":
            matrix.write_bytes(b"x" * matrix.stat().st_size)
        case "gone":
            matrix.unlink()
        case "altered":
            content = bytearray(matrix.read_bytes())
            content[500] ^= 1
            matrix.write_bytes(content)
        case "no_words":
            words.unlink()
        case _:
            words.write_bytes(b"not a database" * 500)
    again = IndexFile(tmp_path)
    assert nearest(again, vectors(1, 1)[0]) == []
    assert again.revisions() == {}
    put(again, "a", vectors(30, 1))
    assert nearest(again, vectors(30, 1)[7])[0] == ("a", 7)


def test_another_format_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = IndexFile(tmp_path)
    put(file, "a", vectors(3))
    file.close()
    monkeypatch.setattr(index_file, "FORMAT", 1_000)
    assert IndexFile(tmp_path).revisions() == {}


def test_many_gone_documents_let_the_vectors_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "COMPACT_FROM", 50)
    file, other = IndexFile(tmp_path), IndexFile(tmp_path)
    put(file, "kept", vectors(20, 1))
    for number in range(6):
        put(file, f"gone_{number}", vectors(20, 10 + number))
    assert nearest(other, vectors(20, 1)[3])[0] == ("kept", 3)
    file.drop([f"gone_{number}" for number in range(6)])
    [matrix] = tmp_path.glob("vectors-*.f32")
    assert matrix.stat().st_size == 20 * 32 * 4
    for each in (file, other):
        assert nearest(each, vectors(20, 1)[3])[:1] == [("kept", 3)]
        assert {document for document, _ in nearest(each, vectors(20, 12)[0], 60)} == {"kept"}


def test_two_processes_see_what_the_other_did(tmp_path: Path) -> None:
    one, other = IndexFile(tmp_path), IndexFile(tmp_path)
    put(one, "a", vectors(3, 1))
    assert other.revisions() == {"a": "1"}
    put(other, "b", vectors(3, 2))
    assert nearest(one, vectors(3, 2)[1])[0] == ("b", 1)
    other.drop(["a"])
    assert one.revisions() == {"b": "1"}


_WRITER = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from tests.apps.knowledge.index.test_index_file import put, vectors
from aule.apps.knowledge.index.index_file import IndexFile
file = IndexFile(Path(sys.argv[1]))
for number in range(10_000):
    put(file, f"doc_{{number % 7}}", vectors(40 + number % 5, number), revision=str(number))
    print(number, flush=True)
"""


def test_a_killed_writer_leaves_whole_documents(tmp_path: Path) -> None:
    """KN-6: kill -9 at any moment of writing; every document that is there has all its vectors."""
    for stop_after in (1, 3, 6, 11):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER.format(path=sys.path), str(tmp_path)], stdout=subprocess.PIPE
        )
        assert writer.stdout is not None
        for _ in range(stop_after):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        file = IndexFile(tmp_path)
        for name, revision in file.revisions().items():
            seed = int(revision)
            rows = vectors(40 + seed % 5, seed)
            assert nearest(file, rows[-1], documents={name})[0] == (name, len(rows) - 1)
        file.close()
