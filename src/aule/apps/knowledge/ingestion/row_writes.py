"""Row writes of documents: how what was read becomes rows, and how rows go."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple
from typing import Any

from aule.apps.knowledge import queries
from aule.apps.knowledge import tables as t
from aule.apps.knowledge.ingestion.reader import ReadDocument
from aule.apps.knowledge.records import PAGE_BREAK
from aule.sdk import Context, Row, RowWrite, Source

FEW = 300
"""Rows that are written at once; more are staged first."""
MOST_NOTES = 200
"""Notes that a document keeps."""


async def write_rows(context: Context, writes: Sequence[RowWrite], *, entity: str, op: str, title: str) -> None:
    """Write rows as one undoable change, however many they are."""
    if not writes:
        return
    if len(writes) <= FEW:
        await context.change_rows(writes, entity=entity, op=op, title=title)
        return
    async with context.bulk(entity=entity, op=op, title=title) as bulk:
        for table in (t.collections, t.documents, t.versions, t.pages, t.chunks):
            mine = [write for write in writes if write.table is table]
            for start in range(0, len(mine), queries.BATCH):
                await bulk.put(table, mine[start : start + queries.BATCH])


async def removal(source: Source, documents: Sequence[Row]) -> list[RowWrite]:
    """Return the writes that remove documents with everything of theirs."""
    writes: list[RowWrite] = []
    for row in documents:
        writes.append(RowWrite(t.documents, row, None))
        writes += [RowWrite(t.versions, each, None) for each in await queries.versions(source, row["id"])]
        writes += [RowWrite(t.pages, each, None) for each in await queries.pages(source, row["id"])]
        writes += [RowWrite(t.chunks, each, None) for each in await queries.chunks(source, row["id"])]
    return writes


async def contents(source: Source, document: str, read: ReadDocument) -> list[RowWrite]:
    """Return the writes that put the pages and chunks of a document in the place of those it has."""
    old_pages = {row["number"]: row for row in await queries.pages(source, document)}
    old_chunks = {row["position"]: row for row in await queries.chunks(source, document)}
    new_pages = {row["number"]: row for row in _pages(document, read)}
    new_chunks = {row["position"]: row for row in _chunks(document, read)}
    return [*_replaced(t.pages, old_pages, new_pages), *_replaced(t.chunks, old_chunks, new_chunks)]


def facts(read: ReadDocument) -> dict[str, Any]:
    """Return what the row of a document says of what was read."""
    return {
        "language": read.language,
        "pages": len(read.pages),
        "chunks": len(read.chunks),
        "characters": sum(len(page.text) for page in read.pages),
        "notes": json.dumps([asdict(note) for note in read.notes[:MOST_NOTES]], ensure_ascii=False),
        "outline": json.dumps([asdict(entry) for entry in read.outline], ensure_ascii=False),
    }


def _replaced(table: t.Table, old: Mapping[int, Row], new: Mapping[int, Row]) -> Iterator[RowWrite]:
    """Yield the writes that make new rows of old ones; rows that stay as they are, are left alone."""
    for key, row in new.items():
        before = old.get(key)
        if before is None:
            yield RowWrite(table, None, row)
        elif {name: value for name, value in before.items() if name != "stamp"} != row:
            yield RowWrite(table, before, row)
    yield from (RowWrite(table, row, None) for key, row in old.items() if key not in new)


def _pages(document: str, read: ReadDocument) -> Iterator[Row]:
    start = 0
    for page in read.pages:
        lines = json.dumps([astuple(line) for line in page.lines], separators=(",", ":")) if page.lines else ""
        yield {
            "document": document,
            "number": page.number,
            "start": start,
            "text": page.text,
            "label": page.label,
            "width": page.width,
            "height": page.height,
            "lines": lines,
            "problem": page.problem,
        }
        start += len(page.text) + len(PAGE_BREAK)


def _chunks(document: str, read: ReadDocument) -> Iterator[Row]:
    for chunk, hash, vector in zip(read.chunks, read.hashes, read.vectors, strict=True):
        yield {"document": document, **asdict(chunk), "hash": hash, "vector": vector}
