"""Key results and check-ins from a spreadsheet: one line each, months as columns (AT-45).

What a line leaves empty stays as it is. A line whose key result is there changes it, months one by one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.importing.nested import NEW
from aule.apps.atlas.importing.parcel import Parcel, RowProblem, Said, parcel_of
from aule.apps.atlas.importing.refusals import Refusal
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, VALUES
from aule.apps.atlas.rows.queries import Row, RowQueries, short_parts
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.scope import company_of
from aule.apps.atlas.views.sheets import (
    CHECK_IN_COLUMNS,
    KEY_RESULT_COLUMNS,
    MONTH_WORDS,
    NUMBERS,
    field_of,
    is_like_month,
    month_column,
    number_of,
)
from aule.sdk import Reading
from aule.text.encodings import decode
from aule.text.tables import BadTable, find_separator, read_rows, unguard_cell

_SHOWN_ONLY = frozenset({"id", "pillar", "objective", "key_result"})
_SHOWN_CELLS = 5
"""Different cells that are told of a column that is not taken."""
_LONGEST_CELL = 40


_Note = tuple[str, tuple[tuple[str, Any], ...]]
"""A sentence about a line: its key, and its values."""


@dataclass(slots=True)
class _Line:
    """One line, its cells by field."""

    number: int
    cells: dict[str, Any] = field(default_factory=dict[str, Any])
    months: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    problem: Said | None = None
    notes: list[_Note] = field(default_factory=list[_Note])
    """What of it is not taken."""
    unknown: dict[tuple[int, str], str] = field(default_factory=dict[tuple[int, str], str])
    """Its cells in columns nobody knows, by the number and the heading of the column."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The key results that lines may mean."""

    by_id: Mapping[str, Row]
    """By id and by short id."""
    by_name: Mapping[str, list[Row]]
    """By their folded title."""
    above: Mapping[tuple[str, str], Row]
    """What those belong to."""


async def open_csv(content: bytes, reading: Reading, company: str) -> Parcel:
    """Return the rows of a CSV of key results or of check-ins, as tables."""
    table, lines = await asyncio.to_thread(_lines, content)
    async with reading.snapshot() as source:
        row = await company_of(source, company)
        queries = RowQueries(source, row.id)
        known = await _known(queries, lines) if table == KEY_RESULTS else None
    return await asyncio.to_thread(_parcel, table, lines, known, row.id)


def _parcel(table: str, lines: Sequence[_Line], known: _Known | None, company: str) -> Parcel:
    rows: list[dict[str, Any]] = []
    problems: list[RowProblem] = []
    for line in lines:
        rows.append(_check_in(line) if known is None else _key_result(line, known))
        if line.problem is not None:
            shown = line.cells.get("title") or line.cells.get("id") or None
            problems.append(RowProblem(table, line.number, shown, line.problem))
    notes = list(dict.fromkeys(note for line in lines for note in line.notes))
    left = [*_unknown_columns(lines), *(Said(key, dict(values)) for key, values in notes)]
    return parcel_of({table: rows}, "csv", {"source_company_id": company}, {}, problems, left)


def _unknown_columns(lines: Sequence[_Line]) -> list[Said]:
    """Return the columns that are not taken, each with what stands in it."""
    columns: dict[tuple[int, str], dict[str, None]] = {}
    for line in lines:
        for column, cell in line.unknown.items():
            columns.setdefault(column, {})[repr(cell[:_LONGEST_CELL])] = None
    told: list[Said] = []
    for (number, head), cells in columns.items():
        more = f", … (+{len(cells) - _SHOWN_CELLS})" if len(cells) > _SHOWN_CELLS else ""
        value = ", ".join(list(cells)[:_SHOWN_CELLS]) + more
        if head:
            told.append(Said("not_taken", {"field": head[:80], "value": value}))
        else:
            told.append(Said("nameless_column", {"number": number, "value": value}))
    return told


def _lines(content: bytes) -> tuple[str, list[_Line]]:
    separator, text = find_separator(decode(content).text)
    try:
        rows = [row for row in read_rows(text, separator) if any(row)]
    except BadTable as error:
        raise Refusal("bad_csv", why=error) from None
    if not rows:
        raise Refusal("empty")
    heads = rows[0]
    is_check_ins = {"period_date", "value"} <= {field_of(head, CHECK_IN_COLUMNS) for head in heads}
    columns = CHECK_IN_COLUMNS if is_check_ins else KEY_RESULT_COLUMNS
    if not is_check_ins and not {"id", "title"} & {field_of(head, columns) for head in heads}:
        raise Refusal("no_columns", heads=", ".join(repr(head) for head in heads[:5]))
    for head in heads:
        if not is_check_ins and is_like_month(head) and month_column(head) is None:
            raise Refusal("no_month", head=head)
    is_comma = separator == ";"
    return (VALUES if is_check_ins else KEY_RESULTS), [
        _line(number, heads, row, columns, is_comma) for number, row in enumerate(rows[1:])
    ]


def _line(
    number: int, heads: Sequence[str], row: Sequence[str], columns: Mapping[str, tuple[str, str]], is_comma: bool
) -> _Line:
    line = _Line(number)
    for place, (head, cell) in enumerate(zip(heads, row, strict=False), start=1):
        if not cell.strip():
            continue
        month = month_column(head) if columns is KEY_RESULT_COLUMNS else None
        name = month[0] if month is not None else field_of(head, columns)
        if name is None:
            line.unknown[place, head.strip()] = cell.strip()
            continue
        value: Any = unguard_cell(cell)
        if month is not None or name in NUMBERS:
            value = number_of(cell, is_comma=is_comma)
            if value is None:
                line.problem = line.problem or Said("not_number", {"field": head, "value": cell[:40]})
        cells, field = (line.months.setdefault(name, {}), month[1]) if month is not None else (line.cells, name)
        if cells.setdefault(field, value) != value:
            shown = (("row", number + 2), ("field", head.strip()[:80]), ("value", repr(cell.strip()[:_LONGEST_CELL])))
            line.notes.append(("column_twice", shown))
    for cell in row[len(heads) :]:
        if cell.strip():
            line.notes.append(("surplus_cells", (("row", number + 2), ("value", repr(cell[:40])))))
    return line


async def _known(queries: RowQueries, lines: Sequence[_Line]) -> _Known:
    """Return what the lines name, asked for some hundred at a time: by id, by short id, and by title."""
    ids = [str(line.cells["id"]) for line in lines if line.cells.get("id")]
    found = {row.id: row for row in await queries.rows(KEY_RESULTS, ids)}
    found |= await queries.called(KEY_RESULTS, [id for id in ids if id not in found])
    titles = [key(line.cells.get("title")) for line in lines if str(line.cells.get("id") or "") not in found]
    alike = await queries.joined(KEY_RESULTS, filter(None, titles))
    by_name: dict[str, list[Row]] = {}
    for row in sorted(alike, key=lambda row: (row.position, row.id)):
        by_name.setdefault(row.name, []).append(row)
    return _Known(found, by_name, await queries.ancestors(alike))


def _key_result(line: _Line, known: _Known) -> dict[str, Any]:
    """Return the row of a line: of a key result that is there only what the line says, of a new one all of it."""
    cells = line.cells
    wanted = str(cells.get("id") or "")
    row = known.by_id.get(wanted)
    if row is None and wanted and short_parts(wanted)[0] is not None:
        line.problem = line.problem or Said("unknown_id", {"id": wanted[:60]})
    if row is None:
        row = _alike(line, known)
    given = {name: value for name, value in cells.items() if name not in _SHOWN_ONLY}
    for name in MONTH_WORDS:
        if name in line.months:
            there = row.record.get(name) if row is not None else None
            given[name] = {**there, **line.months[name]} if exact.is_object(there) else line.months[name]
    if row is not None:
        return {"id": row.id, **given}
    if not cells.get("objective"):
        line.problem = line.problem or Said("no_title", {"field": "objective"})
    if not cells.get("title"):
        line.problem = line.problem or Said("no_title", {"field": "title"})
    return {"id": f"{NEW}{line.number}", "objective_id": cells.get("objective"), **given}


def _alike(line: _Line, known: _Known) -> Row | None:
    """Return the one key result with the title of a line, under its objective if it names one."""
    title = line.cells.get("title")
    found = known.by_name.get(key(title), []) if title else []
    objective = line.cells.get("objective")
    if objective:
        found = [row for row in found if _is_called(known.above.get((OBJECTIVES, row.parent or "")), str(objective))]
    if len(found) > 1:
        options = " / ".join(row.short for row in found[:5])
        line.problem = line.problem or Said("unclear_link", {"field": "title", "value": title, "options": options})
        return None
    return found[0] if found else None


def _is_called(row: Row | None, wanted: str) -> bool:
    return row is not None and (row.name == key(wanted) or row.short == wanted.strip().lower() or row.id == wanted)


def _check_in(line: _Line) -> dict[str, Any]:
    cells = line.cells
    of = cells.get("key_result") or cells.get("title")
    if not of:
        line.problem = line.problem or Said("no_title", {"field": "key result"})
    given = {name: value for name, value in cells.items() if name not in _SHOWN_ONLY and name != "title"}
    return {"id": cells.get("id") or f"{NEW}{line.number}", "key_result_id": of, **given}
