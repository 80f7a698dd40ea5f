"""Key results with a column for each month, and check-ins, as CSV written page by page (AT-45)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.figures.months import read_month
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, PILLARS, VALUES
from aule.apps.atlas.rows.queries import Row, RowQueries, Source
from aule.apps.atlas.views.sheets import CHECK_IN_COLUMNS, KEY_RESULT_COLUMNS, MONTH_WORDS, cell
from aule.text.messages import is_portuguese
from aule.text.tables import write_rows

What = Literal["key_results", "check_ins"]
_BOM = b"\xef\xbb\xbf"


class Sheet:
    """Lines of a CSV in the way spreadsheets of a language read it."""

    def __init__(self, locale: str) -> None:
        self.language = 1 if is_portuguese(locale) else 0
        self._delimiter, self._point = (";", ",") if self.language else (",", ".")

    def lines(self, rows: Sequence[Sequence[Any]]) -> bytes:
        """Some lines."""
        text = write_rows(([cell(value, self._point) for value in row] for row in rows), self._delimiter)
        return text.encode("utf-8", "replace")


async def sheet(source: Source, company: str, what: What, locale: str) -> AsyncIterator[bytes]:
    """Yield the pieces of a CSV."""
    yield _BOM
    lines = _key_results if what == "key_results" else _check_ins
    async for piece in lines(RowQueries(source, company), Sheet(locale)):
        yield piece


async def _key_results(queries: RowQueries, out: Sheet) -> AsyncIterator[bytes]:
    months = await _months(queries)
    columns = [(field, month) for month in months for field in MONTH_WORDS]
    heads = [words[out.language] for words in KEY_RESULT_COLUMNS.values()]
    yield out.lines([[*heads, *(f"{month} {MONTH_WORDS[field][out.language]}" for field, month in columns)]])
    async for page in stacks.pages(queries.source, queries.company, KEY_RESULTS):
        above = await queries.ancestors(page)
        yield await asyncio.to_thread(_key_result_lines, out, page, above, columns)


def _key_result_lines(
    out: Sheet, page: Sequence[Row], above: Mapping[tuple[str, str], Row], columns: Sequence[tuple[str, str]]
) -> bytes:
    return out.lines([_key_result(row, above, columns) for row in page])


def _key_result(row: Row, above: Mapping[tuple[str, str], Row], columns: Sequence[tuple[str, str]]) -> list[Any]:
    """Return the cells of a key result; `columns` are fields and months of them."""
    record = row.record
    objective = above.get((OBJECTIVES, row.parent or ""))
    pillar = above.get((PILLARS, objective.parent or "")) if objective is not None else None
    shown = {"id": row.short, "objective": _title(objective), "pillar": _title(pillar)}
    values = [shown.get(field, record.get(field)) for field in KEY_RESULT_COLUMNS]
    return [*values, *(_month(record.get(field), month) for field, month in columns)]


async def _check_ins(queries: RowQueries, out: Sheet) -> AsyncIterator[bytes]:
    yield out.lines([[words[out.language] for words in CHECK_IN_COLUMNS.values()]])
    async for page in stacks.pages(queries.source, queries.company, VALUES):
        wanted = {row.parent for row in page if row.parent}
        above = {row.id: row for row in await queries.rows(KEY_RESULTS, wanted)}
        yield await asyncio.to_thread(_check_in_lines, out, page, above)


def _check_in_lines(out: Sheet, page: Sequence[Row], above: Mapping[str, Row]) -> bytes:
    return out.lines([_check_in(row, above.get(row.parent or "")) for row in page])


def _check_in(row: Row, of: Row | None) -> list[Any]:
    shown = {"id": row.id, "key_result": of.short if of is not None else row.parent, "title": _title(of)}
    return [shown.get(field, row.record.get(field)) for field in CHECK_IN_COLUMNS]


async def _months(queries: RowQueries) -> list[str]:
    """Return all months any key result has a value for."""
    found: set[str] = set()
    async for page in stacks.docs(queries.source, queries.company, KEY_RESULTS):
        found |= await asyncio.to_thread(_months_in, page)
    return sorted(month for month in found if read_month(month) is not None)


def _months_in(texts: Sequence[str]) -> set[str]:
    records = map(exact.parse, texts)
    maps = (record.get(field) for record in records for field in MONTH_WORDS)
    return {month for months in maps if exact.is_object(months) for month in months}


def _month(months: Any, month: str) -> Any:
    return months.get(month) if exact.is_object(months) else None


def _title(row: Row | None) -> str | None:
    return None if row is None else row.title
