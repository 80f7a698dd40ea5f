"""A company as one JSON document, as Strategy HUB exports it (AT-40), written page by page.

Rows go out as they came in. What this program adds stands under one key of its own, `aule`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from importlib.metadata import version
from typing import Any

from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import COMPANIES, EXPORTED, KINDS
from aule.apps.atlas.rows.queries import RowQueries, Source
from aule.apps.atlas.scope import OURS

VERSION = "1.0"
_FIXED = ("company_name", "source_company_id", "exported_at", "total_records", "tables_exported")
LAYOUT = frozenset({"tables", "heading"})
"""Of a company's settings of our own: what only tells how the file looked that it came in."""


async def envelope(source: Source, company: str, now: datetime) -> AsyncIterator[bytes]:
    """Yield the pieces of the document; at no time more than a page of rows is in memory."""
    queries = RowQueries(source, company)
    head = await queries.row(COMPANIES, company)
    counts = await stacks.exported(source, company)
    ours = await _ours(queries)
    tables = _tables(counts, ours)
    heading: dict[str, Any] = {
        "version": VERSION,
        "company_name": head.record.get("name") if head is not None else None,
        "source_company_id": head.record.get("id", company) if head is not None else company,
        "exported_at": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "total_records": sum(counts.get(table, 0) for table in tables),
        "tables_exported": tables,
        **_heading(ours),
    }
    yield f'{exact.write(heading)[:-1]},"data":{{'.encode()
    for place, table in enumerate(tables):
        yield f"{',' if place else ''}\n{exact.write(table)}:[".encode()
        if counts.get(table):
            async for piece in _rows(source, company, table):
                yield piece
        yield b"]"
    yield b'\n},"aule":{"generator":' + exact.write(f"aule {version('aule')}").encode()
    settings = {name: value for name, value in ours.items() if name not in LAYOUT}
    yield f',"settings":{exact.write(settings)},"short_ids":{{'.encode()
    async for piece in _short_ids(source, company, [table for table in tables if counts.get(table)]):
        yield piece
    yield b"}}}\n"


async def _rows(source: Source, company: str, table: str) -> AsyncIterator[bytes]:
    is_first = True
    async for page in stacks.docs(source, company, table):
        text = ",\n".join(page)
        yield ("\n" if is_first else ",\n").encode() + text.encode()
        is_first = False


async def _short_ids(source: Source, company: str, tables: Iterable[str]) -> AsyncIterator[bytes]:
    """Yield numbers of short ids by table and id, so that they are the same where the file is imported."""
    mark = ""
    for table in tables:
        kind = KINDS.get(table)
        if kind is None or kind.prefix is None:
            continue
        yield f"{mark}\n{exact.write(table)}:{{".encode()
        mark, is_first = ",", True
        async for page in stacks.numbers(source, company, table):
            pairs = ",".join(f"{exact.write(id)}:{number}" for id, number in page)
            yield ("" if is_first else ",").encode() + pairs.encode()
            is_first = False
        yield b"}"


def _tables(counts: Mapping[str, int], ours: Mapping[str, Any]) -> list[str]:
    """Return the tables a company came with, in their order, and behind them all others that have rows by now."""
    came = ours.get("tables")
    known = [table for table in came if isinstance(table, str)] if exact.is_list(came) else []
    others = [*EXPORTED, *sorted(counts)]
    return list(dict.fromkeys((*known, *(table for table in others if counts.get(table) and table != OURS[0]))))


def _heading(ours: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stood beside the data of the file a company came in, and nobody here knows."""
    kept = ours.get("heading")
    fixed = ("data", OURS[0], *_FIXED)
    return {name: value for name, value in kept.items() if name not in fixed} if exact.is_object(kept) else {}


async def _ours(queries: RowQueries) -> dict[str, Any]:
    ours = await queries.row(*OURS)
    return dict(ours.record) if ours is not None and exact.is_object(ours.record) else {}
