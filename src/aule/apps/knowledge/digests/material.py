"""The material of a digest: one document with its text, chunks and lines, and passages cut out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from aule.apps.knowledge.digests.lines import Line, lines_of
from aule.apps.knowledge.index.finder import passage_of
from aule.apps.knowledge.index.queries import (
    IndexedDocument,
    StoredChunk,
    chunks_of_document,
    ready_documents,
    text_between,
)
from aule.apps.knowledge.index.ranking import Found
from aule.sdk import Passage, Source, errors

EVERYTHING = 2**31


@dataclass(frozen=True)
class Material:
    """One document as it is read for a digest."""

    document: IndexedDocument
    text: str
    chunks: Sequence[StoredChunk]

    @cached_property
    def lines(self) -> list[Line]:
        """Its sentences, items and rows, in order."""
        return lines_of(self.text, self.chunks)

    def passage(self, start: int, end: int, page: int, section: str) -> Passage:
        """Return a part of the document as it stands there; it has no mark yet."""
        text = self.text[start:end]
        return passage_of(Found(self.document, page, section, "text", start, end, text, 0.0, 0.0, 0.0, ()))

    def passage_of_line(self, line: Line) -> Passage:
        """Return a line as a passage."""
        return self.passage(line.start, line.end, line.page, line.section)

    def passage_of_chunk(self, chunk: StoredChunk) -> Passage:
        """Return a chunk as a passage."""
        return self.passage(chunk.start, chunk.end, chunk.page, chunk.section)


async def material_of(source: Source, document: str) -> Material:
    """Read a document that can be searched; raise `NotFound` where there is none."""
    known = (await ready_documents(source)).get(document)
    if known is None:
        raise errors.NotFound(f"There is no document {document!r} that can be read.", hint="List the documents.")
    text = await text_between(source, document, 0, EVERYTHING)
    return Material(known, text, await chunks_of_document(source, document))
