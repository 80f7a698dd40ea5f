"""Reading goes on where it was: from pages and vectors in the spool, also after a line that was cut off (KN-2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.apps.knowledge.pdf_files import pdf

from aule.apps.knowledge.ingestion.reader import DocumentReader, Original
from aule.apps.knowledge.ingestion.spool import Spool
from aule.contracts.errors import Unavailable

PAGES = 600


class Counting:
    """An encoder that counts what it is given, and stops where it is told to."""

    id = "counting/1"

    def __init__(self, most: int = 10_000) -> None:
        self.texts: list[str] = []
        self.most = most

    async def encode_many(self, texts: Sequence[str]) -> Any:
        """Return a vector for each text."""
        import numpy as np

        if len(self.texts) + len(texts) > self.most:
            raise Unavailable("The encoder went away.")
        self.texts += texts
        return np.ones((len(texts), 4), np.float32)

    async def encode_queries(self, texts: Sequence[str]) -> Any:
        """Return a vector for each question."""
        return await self.encode_many(texts)


@pytest.fixture
def original(tmp_path: Path) -> Original:
    """A document of many pages."""
    path = tmp_path / "livro.pdf"
    path.write_bytes(pdf(*(f"Página {number} sobre o tema {number * 3}." for number in range(PAGES))))
    return Original(path, "livro.pdf", "pdf", "doc_1-abc")


async def test_pages_that_were_read_are_not_read_again(tmp_path: Path, original: Original) -> None:
    """KN-2: the second attempt extracts nothing; then the spool is gone."""
    reader, told = DocumentReader(Spool(tmp_path / "spool")), list[str]()
    with pytest.raises(Unavailable):
        await reader.read(original, Counting(most=0), {}, lambda key, *_: told.append(key))
    assert told.count("progress_pages") == PAGES
    told.clear()
    read = await reader.read(original, Counting(), {}, lambda key, *_: told.append(key))
    assert ("progress_pages" in told, len(read.pages)) == (False, PAGES)
    assert list((tmp_path / "spool").iterdir()) == []


async def test_vectors_that_were_made_are_not_made_again(tmp_path: Path) -> None:
    """KN-2: what a process encoded before it died is kept, and so is what the document had."""
    path = tmp_path / "longo.md"
    path.write_text(
        "".join(f"# Título {number}\n\nO texto {number} fala do tema {number * 3}.\n\n" for number in range(600))
    )
    original, reader = Original(path, "longo.md", "markdown", "doc_2-abc"), DocumentReader(Spool(tmp_path / "spool"))
    first, second, third = Counting(most=300), Counting(), Counting()
    with pytest.raises(Unavailable):
        await reader.read(original, first, {}, lambda *_: None)
    read = await reader.read(original, second, {}, lambda *_: None)
    assert first.texts and not set(first.texts) & set(second.texts)
    assert len(first.texts) + len(second.texts) == len(set(read.hashes)) > 300
    await reader.read(original, third, dict(zip(read.hashes, read.vectors, strict=True)), lambda *_: None)
    assert third.texts == []


async def test_a_line_that_was_cut_off_costs_that_line(tmp_path: Path, original: Original) -> None:
    """KN-2: as after a power cut; what is whole before it is kept."""
    folder = tmp_path / "spool"
    reader, told = DocumentReader(Spool(folder)), list[str]()
    with pytest.raises(Unavailable):
        await reader.read(original, Counting(most=0), {}, lambda *_: None)
    spooled = folder / "doc_1-abc-pages.jsonl"
    spooled.write_bytes(b"".join(spooled.read_bytes().splitlines(keepends=True)[:101]) + b'{"page": {"num')
    read = await reader.read(original, Counting(), {}, lambda key, *_: told.append(key))
    assert (told.count("progress_pages"), len(read.pages)) == (PAGES - 100, PAGES)
    assert [page.number for page in read.pages] == list(range(1, PAGES + 1))


async def test_a_spool_that_cannot_be_written_stops_nothing(tmp_path: Path, original: Original) -> None:
    """KN-2: the cache is a help, no condition; two at once do not mix their lines."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    read = await DocumentReader(Spool(blocked / "spool")).read(original, Counting(), {}, lambda *_: None)
    assert len(read.pages) == PAGES
    spool = Spool(tmp_path / "spool")
    with spool.open("k") as mine, spool.open("k") as other:
        mine.append(1)
        other.append(2)
        assert (tmp_path / "spool" / "k.jsonl").read_bytes() == b"1\n"
