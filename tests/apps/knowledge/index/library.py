"""A system with documents in its rows, as ingestion leaves them there."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Text, delete, insert

from aule.apps.knowledge import tables as t
from aule.apps.knowledge.index.local_index import embedding_text
from aule.apps.knowledge.index.vectors import pack_vector
from aule.apps.knowledge.records import PAGE_BREAK, Chunk
from aule.contracts.access.capability import Result
from aule.models.local.unpacked_encoder import unpacked_path
from aule.testing.system import System, system


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it is indexed."""

    name: str
    title: str
    chunks: list[Chunk]


def source(name: str, title: str, *texts: str, section: str = "") -> Source:
    """Return a document with a chunk for each text."""
    chunks: list[Chunk] = []
    for text in texts:
        start = chunks[-1].end + len(PAGE_BREAK) if chunks else 0
        chunks.append(Chunk(len(chunks), 1, section, "text", start, start + len(text), text))
    return Source(name, title, chunks)


class Library:
    """Documents of a running system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.kernel: Any = system.kernel

    async def put(self, one: Source, *, collection: str = "col_1", revision: str = "1", kind: str = "pdf") -> None:
        """Keep a document and its chunks, in place of what was there."""
        encoder = self.kernel.models.text_encoders.current
        texts = [embedding_text(one.title, chunk.section, chunk.text) for chunk in one.chunks]
        vectors = await encoder.encode_many(texts)
        await self.drop(one.name)
        row = {"id": one.name, "collection": collection, "project": "default", "title": one.title, "kind": kind}
        row |= {"state": "ready", "revision": revision, "encoder": encoder.id, "source": "upload"}
        text = PAGE_BREAK.join(chunk.text for chunk in one.chunks)
        page = {"document": one.name, "number": 1, "text": text}
        chunks = [
            {
                "document": one.name,
                "position": chunk.position,
                "page": chunk.page,
                "section": chunk.section,
                "kind": chunk.kind,
                "start": chunk.start,
                "end": chunk.end,
                "text": chunk.text,
                "vector": pack_vector(vector),
            }
            for chunk, vector in zip(one.chunks, vectors, strict=True)
        ]
        async with self.kernel.database.transaction() as transaction:
            await transaction.execute_many(insert(t.documents), [_filled(t.documents, row)])
            await transaction.execute_many(insert(t.pages), [_filled(t.pages, page)])
            await transaction.execute_many(insert(t.chunks), [_filled(t.chunks, each) for each in chunks])

    async def drop(self, name: str) -> None:
        """Remove a document's rows."""
        async with self.kernel.database.transaction() as transaction:
            await transaction.execute(delete(t.documents).where(t.documents.c.id == name))
            await transaction.execute(delete(t.chunks).where(t.chunks.c.document == name))
            await transaction.execute(delete(t.pages).where(t.pages.c.document == name))

    async def call(self, name: str, *, locale: str = "en", **params: Any) -> Result:
        """Call a capability of the app as the owner."""
        return (await self.kernel.call(f"knowledge.{name}", params, locale=locale)).result

    async def found(self, query: str, **params: Any) -> Sequence[str]:
        """Return the documents of the passages that a search finds, best first."""
        result = await self.call("search_knowledge", query=query, **params)
        return [passage["document"] for passage in result.data["passages"]]


def own_cache(path: Path) -> Path:
    """Return a folder for caches that has the unpacked encoder already: unpacking it takes seconds."""
    folder = path / "cache" / "aule"
    folder.mkdir(parents=True)
    if (unpacked := unpacked_path()) is not None and unpacked.exists():
        (folder / unpacked.name).symlink_to(unpacked)
    return path / "cache"


def _filled(table: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row with something in every column that needs it."""
    empty = {
        column.name: None if column.nullable else "" if isinstance(column.type, Text) else int(column.name == "version")
        for column in table.columns
    }
    return empty | values


@asynccontextmanager
async def library(path: Path, **more: Any) -> AsyncGenerator[Library]:
    """Run a system whose documents are searched."""
    async with system(path, **more) as running:
        await running.kernel.loads.load("knowledge")  # pyright: ignore[reportAttributeAccessIssue]
        yield Library(running)


__all__ = ["Library", "library", "own_cache", "source"]
