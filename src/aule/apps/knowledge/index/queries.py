"""What the index reads of the rows: which documents are ready, their chunks, and the text between two places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, or_, select

from aule.apps.knowledge import tables as t
from aule.apps.knowledge.records import PAGE_BREAK
from aule.sdk import Source

_READY = select(
    t.documents.c.id,
    t.documents.c.revision,
    t.documents.c.encoder,
    t.documents.c.collection,
    t.documents.c.project,
    t.documents.c.title,
    t.documents.c.version,
    t.documents.c.kind,
    t.documents.c.source,
    t.documents.c.pages,
).where(t.documents.c.state == bindparam("state"))
_COLUMNS = (
    t.chunks.c.position,
    t.chunks.c.page,
    t.chunks.c.section,
    t.chunks.c.kind,
    t.chunks.c.start,
    t.chunks.c.end,
    t.chunks.c.text,
)
_IN_DOCUMENT = t.chunks.c.document == bindparam("document")
_CHUNKS = select(*_COLUMNS, t.chunks.c.vector).where(_IN_DOCUMENT).order_by(t.chunks.c.position)
_AT_ONCE = 32
"""Chunks that one statement names; it is made once."""
_AT = select(t.chunks.c.document, *_COLUMNS).where(
    or_(
        *(
            and_(t.chunks.c.document == bindparam(f"document_{place}"), t.chunks.c.position == bindparam(f"at_{place}"))
            for place in range(_AT_ONCE)
        )
    )
)
_BETWEEN = (
    select(*_COLUMNS)
    .where(_IN_DOCUMENT, t.chunks.c.start < bindparam("end"), t.chunks.c.end > bindparam("start"))
    .order_by(t.chunks.c.position)
)
_PAGES = (
    select(t.pages.c.start, t.pages.c.text)
    .where(t.pages.c.document == bindparam("document"), t.pages.c.start < bindparam("end"))
    .order_by(t.pages.c.number)
)


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document that can be searched, as its row tells it now."""

    id: str
    revision: str
    encoder: str
    collection: str
    project: str
    title: str
    version: int
    kind: str
    source: str
    pages: int


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as its row keeps it."""

    position: int
    page: int
    section: str
    kind: str
    start: int
    end: int
    text: str
    vector: str = ""


async def ready_documents(source: Source) -> dict[str, IndexedDocument]:
    """Return all documents that can be searched, by id."""
    rows = await source.fetch(_READY, state="ready")
    return {row[0]: IndexedDocument(*row) for row in rows}


async def chunks_of_document(source: Source, document: str) -> list[StoredChunk]:
    """Return the chunks of a document with their vectors, in order."""
    return [StoredChunk(*row) for row in await source.fetch(_CHUNKS, document=document)]


async def chunks_at(source: Source, places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], StoredChunk]:
    """Return some chunks by document and position, without their vectors."""
    found: dict[tuple[str, int], StoredChunk] = {}
    for first in range(0, len(places), _AT_ONCE):
        named = list(places[first : first + _AT_ONCE])
        named += [named[-1]] * (_AT_ONCE - len(named))
        params: dict[str, str | int] = {}
        for place, (document, position) in enumerate(named):
            params |= {f"document_{place}": document, f"at_{place}": position}
        for document, *values in await source.fetch(_AT, **params):
            found[document, values[0]] = StoredChunk(*values)
    return found


async def chunks_between(source: Source, document: str, start: int, end: int) -> list[StoredChunk]:
    """Return the chunks of a document between two places, without their vectors."""
    rows = await source.fetch(_BETWEEN, document=document, start=start, end=end)
    return [StoredChunk(*row) for row in rows]


async def text_between(source: Source, document: str, start: int, end: int) -> str:
    """Return the text of a document between two places, exactly as its pages have it."""
    pages = await source.fetch(_PAGES, document=document, end=end)
    if not pages:
        return ""
    first = next((place for place in range(len(pages) - 1, -1, -1) if pages[place][0] <= start), 0)
    whole = PAGE_BREAK.join(text for _, text in pages[first:])
    return whole[start - pages[first][0] : end - pages[first][0]]
