"""Spreadsheets and CSV files: a sheet is a page, its rows a table. Formulas are never worked out."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from aule.apps.knowledge.extraction.readers.archive import Archive
from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.number_formats import shown_moment, shown_number
from aule.apps.knowledge.extraction.readers.pages import PageDraft
from aule.apps.knowledge.extraction.readers.plain import decoded
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE, RefusedDocument
from aule.text.tables import find_separator, read_rows

MOST_CELLS = 4_000_000
"""Cells of one sheet that are looked at."""
MOST_COLUMNS = 512
Cells = list[str]


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a spreadsheet or a CSV file."""
    yield from _csv(reading) if reading.kind == "csv" else _workbook(reading)


def _csv(reading: Reading) -> Iterator[Told]:
    import csv  # its limit of a cell is set in this process only

    csv.field_size_limit(min(sys.maxsize, reading.limits["page_characters"]))
    separator, text = find_separator(decoded(reading))
    yield reading.facts(1)
    if not reading.after:
        yield reading.finished(_page(reading, reading.page(1), read_rows(text, separator)))


def _workbook(reading: Reading) -> Iterator[Told]:
    archive = Archive(reading)
    archive.measure()
    if any(name.endswith("vbaProject.bin") for name in archive.names):
        reading.note("macros_left_out")
    if charts := sum(name.startswith("xl/charts/chart") for name in archive.names):
        reading.note("charts_left_out", count=charts)
    if pictures := sum(name.startswith("xl/media/") for name in archive.names):
        reading.note("pictures_left_out", count=pictures)
    if any(name.startswith("xl/comments") for name in archive.names):
        reading.note("comments_left_out")
    openpyxl: Any = import_module("openpyxl")
    reading.file.seek(0)
    options = {"read_only": True, "keep_links": False}
    values = openpyxl.load_workbook(reading.file, data_only=True, **options)
    formulas = openpyxl.load_workbook(reading.file, data_only=False, **options)
    sheets: list[Any] = list(values.worksheets)
    if not sheets:
        raise RefusedDocument("broken_document", "no sheets")
    for sheet in sheets:
        if sheet.sheet_state != "visible":
            reading.note("hidden_sheet", detail=sheet.title)
    about: Any = values.properties
    yield reading.facts(len(sheets), about.title or "", about.creator or "" if about.creator != "openpyxl" else "")
    for number, sheet in enumerate(sheets[: reading.limits["pages"]], 1):
        if number > reading.after:
            yield reading.finished(_sheet(reading, number, sheet, formulas[sheet.title]))


def _sheet(reading: Reading, number: int, sheet: Any, formulas: Any) -> PageDraft:
    page = reading.page(number, label=str(sheet.title)[:200])
    page.heading(sheet.title, 1)
    try:
        return _page(reading, page, _rows(reading, number, sheet, formulas))
    except DAMAGE:
        return reading.page(number, label=page.label, problem="unreadable")


def _rows(reading: Reading, number: int, sheet: Any, formulas: Any) -> Iterator[Cells]:
    """Yield the rows of a sheet as text; where a formula has no saved value, the formula itself."""
    # What the sheet says of its own size may be a million rows of nothing.
    sheet.reset_dimensions()
    formulas.reset_dimensions()
    looked_at = 0
    for row, written in zip(sheet.iter_rows(), formulas.iter_rows(values_only=True), strict=False):
        looked_at += len(row) + 1
        if looked_at > MOST_CELLS:
            reading.note("rows_left_out", number, detail=sheet.title)
            return
        if beyond := sum(cell.value is not None for cell in row[MOST_COLUMNS:]):
            reading.note("columns_left_out", number, detail=sheet.title, count=beyond)
        cells: Cells = []
        for cell, formula in zip(row[:MOST_COLUMNS], written, strict=False):
            text = _shown(cell)
            if not text and isinstance(formula, str) and formula.startswith("="):
                reading.note("formulas_without_value", number)
                text = formula
            cells.append(text)
        yield cells


def _shown(cell: Any) -> str:
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case datetime.datetime():
            plain = value.date().isoformat() if value.time() == datetime.time(0) else value.isoformat(" ", "seconds")
            return shown_moment(value, cell.number_format) or plain
        case int() | float():
            return shown_number(value, cell.number_format) or f"{value:.12g}"
        case _:
            return str(value)


def _page(reading: Reading, page: PageDraft, rows: Iterable[Cells]) -> PageDraft:
    """Add rows as tables; blank rows part them."""
    group: list[Cells] = []
    size = 0
    has_rows = False
    for row in rows:
        if not any(cell.strip() for cell in row):
            if group:
                page.table(_without_blank_columns(group))
            group, size = [], 0
            continue
        has_rows = True
        size += sum(map(len, row))
        if size + page.size > 2 * page.most:
            page.left_out += sum(map(len, row))
            continue
        group.append(row)
    if group:
        page.table(_without_blank_columns(group))
    if not has_rows:
        page.problem = "no_text"
    return page


def _without_blank_columns(rows: list[Cells]) -> list[Cells]:
    width = max(map(len, rows))
    used = [column for column in range(width) if any(column < len(row) and row[column].strip() for row in rows)]
    return [[row[column] if column < len(row) else "" for column in used] for row in rows]
