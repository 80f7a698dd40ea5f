"""A trial of search and answers on a set of questions: real files, extraction, encoder and index, no system around."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.apps.knowledge.questions.document_files import build_file
from tests.apps.knowledge.questions.question_set import Asked

from aule.apps.knowledge.extraction import kind_of
from aule.apps.knowledge.index.answers import Judge, Judged
from aule.apps.knowledge.index.index_file import IndexedChunk, IndexFile
from aule.apps.knowledge.index.local_index import CANDIDATES, embedding_text
from aule.apps.knowledge.index.queries import IndexedDocument, StoredChunk
from aule.apps.knowledge.index.ranking import Candidate, Found, Rarity, rank
from aule.apps.knowledge.index.sentences import sentences_of
from aule.apps.knowledge.index.terms import Question, question_of, respell
from aule.apps.knowledge.index.vectors import unpack_vectors
from aule.apps.knowledge.ingestion.arrivals import stem
from aule.apps.knowledge.ingestion.reader import DocumentReader, Original, ReadDocument
from aule.apps.knowledge.ingestion.spool import Spool
from aule.apps.knowledge.records import PAGE_BREAK
from aule.models.local.embeddings import Encoder

ENCODER = "use-multilingual-v3/1"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a question."""

    asked: Asked
    place: int | None
    """At which place the right passage is, from 0; none where it was not found, or there is none."""
    judged: list[Judged]
    is_right: list[bool]
    """Of each passage that was judged, whether it is the right one."""


@dataclass(frozen=True, slots=True)
class _InProcess:
    """The built-in encoder without a process of its own: a trial has nothing else to do meanwhile."""

    encoder: Encoder
    id: str = ENCODER

    async def encode_many(self, texts: Sequence[str]) -> Any:
        return await self.encoder.encode(texts)

    async def encode_queries(self, texts: Sequence[str]) -> Any:
        return await self.encoder.encode(texts)


class Trial:
    """An index over the documents of a set."""

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._folder = folder
        self.file = IndexFile(folder / "index")
        self.encoder = encoder
        self.read: dict[str, ReadDocument] = {}
        """What was read of each document, by the name of its source."""
        self._judge = Judge()
        self._vectors: dict[str, Any] = {}
        self._documents: dict[str, IndexedDocument] = {}
        self._chunks: dict[tuple[str, int], StoredChunk] = {}

    async def take_in(self, sources: Sequence[Path]) -> None:
        """Make files, read them as they are read in use, and index them."""
        reader = DocumentReader(Spool(self._folder / "spool"))
        for source in sources:
            path = build_file(source, self._folder)
            with path.open("rb") as file:
                kind = await kind_of(file.read(8192), path.name)
            original = Original(path, path.name, kind, source.stem)
            read = await reader.read(original, _InProcess(self.encoder), {}, lambda *_: None)
            self._put(source.stem, read.title.strip() or stem(path.name), read)

    async def encode(self, texts: Sequence[str]) -> Any:
        """Return the vectors of texts, each worked out once: many questions look at the same passages."""
        import numpy as np

        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        self._vectors |= zip(missing, await self.encoder.encode(missing) if missing else [], strict=True)
        return np.stack([self._vectors[text] for text in texts])

    def _put(self, name: str, title: str, read: ReadDocument) -> None:
        self.read[name] = read
        held = [IndexedChunk(chunk.section, chunk.text) for chunk in read.chunks]
        self.file.put(name, "1", title, ENCODER, held, unpack_vectors(read.vectors))
        self._documents[name] = IndexedDocument(name, "1", ENCODER, "col_1", "prj_1", title, 1, "text", "upload", 1)
        for chunk in read.chunks:
            self._chunks[name, chunk.position] = StoredChunk(
                chunk.position, chunk.page, chunk.section, chunk.kind, chunk.start, chunk.end, chunk.text
            )

    async def ask(self, asked: Asked, k: int = 8, *, is_cut: bool = False) -> Outcome:
        """Search, judge, and look where the right passage is; cut: in documents without the sentence that answers."""
        question = question_of(asked.ask)
        found, rarity = await self.look(question, k, asked if is_cut else None)
        judged = await self._judge.judge(question, found, rarity, self.encode)
        places = [place for place, each in enumerate(found) if self._is_right(asked, each)]
        is_right = [not is_cut and self._is_right(asked, each.found) for each in judged]
        return Outcome(asked, places[0] if places else None, judged, is_right)

    async def look(self, question: Question, k: int, cut: Asked | None = None) -> tuple[list[Found], Rarity]:
        """Search without rows, in documents without the sentence that answers where there is one to cut."""
        vector: Any = (await self.encode([question.text]))[0]
        hits = self.file.find({ENCODER: vector}, question.terms, None, CANDIDATES)
        candidates = [
            Candidate(self._documents[hit.document], self._chunks[hit.document, hit.position], hit.similarity)
            for hit in hits.hits
        ]
        if cut is not None:
            candidates = [await self._cut(cut, each, vector) for each in candidates]
        rarity = Rarity(hits.frequencies, hits.total)
        return rank(respell(question, hits.respelled), candidates, rarity, k), rarity

    async def _cut(self, asked: Asked, candidate: Candidate, question: Any) -> Candidate:
        """Return a chunk without the sentence that answers, with the nearness it has then."""
        chunk, document = candidate.chunk, candidate.document
        if document.id != asked.document or plain(asked.passage) not in plain(chunk.text):
            return candidate
        wanted = plain(asked.passage)
        kept = [each for each in sentences_of(chunk.text) if not _shares(plain(each.text), wanted)]
        text = "\n".join(each.text for each in kept)
        vector = (await self.encode([embedding_text(document.title, chunk.section, text)]))[0]
        return Candidate(document, replace(chunk, text=text, end=chunk.start + len(text)), float(vector @ question))

    def _is_right(self, asked: Asked, found: Found) -> bool:
        """Tell whether a passage is the one that answers, as the pages have it."""
        if found.document.id != asked.document:
            return False
        text = PAGE_BREAK.join(page.text for page in self.read[found.document.id].pages)
        return plain(asked.passage) in plain(text[found.start : found.end])


def _shares(sentence: str, wanted: str) -> bool:
    return (
        wanted in sentence or sentence in wanted or sentence.endswith(wanted[:12]) or sentence.startswith(wanted[-12:])
    )


def plain(text: str) -> str:
    """Return a text as phrases are looked for in it: no blanks and no marks of Markdown."""
    return re.sub(r"[\s*|]", "", text)
