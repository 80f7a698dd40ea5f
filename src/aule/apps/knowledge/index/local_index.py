"""The local index: follows the rows, and finds passages by meaning and by words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aule.apps.knowledge.index.index_file import IndexedChunk, IndexFile
from aule.apps.knowledge.index.queries import (
    IndexedDocument,
    StoredChunk,
    chunks_at,
    chunks_of_document,
    ready_documents,
    text_between,
)
from aule.apps.knowledge.index.ranking import Candidate, Found, Rarity, rank
from aule.apps.knowledge.index.terms import Question, question_of, respell
from aule.apps.knowledge.index.vectors import unpack_vectors
from aule.contracts.ambient import Clock
from aule.sdk import Reading

IDLE_SECONDS = 300.0
CANDIDATES = 48
"""Chunks that are looked at more closely: so many by meaning, and so many by words."""
LONGEST_QUESTION = 2_000
"""Characters of a question that are looked at."""


class LocalIndex:
    """Finds passages. Its files are made from rows, and made again when they are missing or damaged."""

    def __init__(self, folder: Path, clock: Clock, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._file = IndexFile(folder)
        self._clock = clock
        self._idle = idle_seconds
        self._used = 0.0
        self._lock = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    async def search(
        self,
        reading: Reading,
        query: str,
        *,
        collection: str | None = None,
        document: str | None = None,
        project: str | None = None,
        k: int = 8,
    ) -> list[Found]:
        """Return the passages that fit a question, best first: all that are ready, or those of one place."""
        found, _ = await self.look(
            reading,
            question_of(query[:LONGEST_QUESTION]),
            {"collection": collection, "id": document, "project": project},
            k,
        )
        return found

    async def look(
        self, reading: Reading, question: Question, place: Mapping[str, str | None], k: int
    ) -> tuple[list[Found], Rarity]:
        """Return the passages that fit a question, and how rare its words are here."""
        documents = await self.follow(reading)
        wanted = {id: each for id, each in documents.items() if _is_in(each, place)}
        if not wanted or not question.text.strip():
            return [], Rarity({}, 0)
        encoders = sorted({each.encoder for each in wanted.values()})
        vectors = await reading.text_encoders.query_vectors(encoders, [question.text])
        limited = None if len(wanted) == len(documents) else set(wanted)
        async with self._lock:
            hits = await asyncio.to_thread(
                self._file.find, {id: rows[0] for id, rows in vectors.items()}, question.terms, limited, CANDIDATES
            )
        chunks = await chunks_at(reading.source, [(hit.document, hit.position) for hit in hits.hits])
        candidates = [
            Candidate(wanted[hit.document], chunks[hit.document, hit.position], hit.similarity)
            for hit in hits.hits
            if hit.document in wanted and (hit.document, hit.position) in chunks
        ]
        rarity = Rarity(hits.frequencies, hits.total)
        ranked = rank(respell(question, hits.respelled), candidates, rarity, k)
        return [await _exact(reading, found) for found in ranked], rarity

    async def follow(self, reading: Reading) -> dict[str, IndexedDocument]:
        """Bring the index up to the rows: take out what is gone, take in what is new or was read again."""
        documents = await ready_documents(reading.source)
        async with self._lock:
            self._keep_awake()
            known = await asyncio.to_thread(self._file.revisions)
            await asyncio.to_thread(self._file.drop, [id for id in known if id not in documents])
        for id, document in documents.items():
            if known.get(id) != document.revision:
                await self._take_in(reading, document)
        return documents

    async def close(self) -> None:
        """Let go of the files."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
        async with self._lock:
            await asyncio.to_thread(self._file.close)

    async def _take_in(self, reading: Reading, document: IndexedDocument) -> None:
        chunks = await chunks_of_document(reading.source, document.id)
        async with self._lock:
            self._keep_awake()
            await asyncio.to_thread(self._put, document, chunks)

    def _put(self, document: IndexedDocument, chunks: Sequence[StoredChunk]) -> None:
        vectors = unpack_vectors([chunk.vector for chunk in chunks])
        held = [IndexedChunk(chunk.section, chunk.text) for chunk in chunks]
        self._file.put(document.id, document.revision, document.title, document.encoder, held, vectors)

    def _keep_awake(self) -> None:
        self._used = self._clock.monotonic()
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._let_go_when_idle())

    async def _let_go_when_idle(self) -> None:
        while (left := self._used + self._idle - self._clock.monotonic()) > 0:
            await self._clock.sleep(left)
        async with self._lock:
            self._file.close()


def embedding_text(title: str, section: str, text: str) -> str:
    """Return what of a chunk is encoded: what it says, after what it is about."""
    return ". ".join(part for part in (title, section, text) if part)


def _is_in(document: IndexedDocument, place: Mapping[str, str | None]) -> bool:
    return all(wanted is None or getattr(document, name) == wanted for name, wanted in place.items())


async def _exact(reading: Reading, found: Found) -> Found:
    """Return a passage of several chunks with its text as the pages have it."""
    if len(found.positions) == 1:
        return found
    text = await text_between(reading.source, found.document.id, found.start, found.end)
    return replace(found, text=text) if text else found
