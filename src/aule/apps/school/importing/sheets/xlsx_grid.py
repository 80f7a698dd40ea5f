"""Spreadsheets: read row by row, with what their formulas came to when they were saved, and shares as percent."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import zip_longest
from typing import Any, cast

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.archive import archive, refuse_entities
from aule.apps.school.importing.sheets.grid import Fault, Grid, Meter, Row, Value

_ERRORS = frozenset({"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#GETTING_DATA", "#SPILL!"})
MOST_BLANK = 5_000
"""Empty rows in a row after which a sheet is over, however far somebody formatted it."""
_PIECE = 1 << 16
_LITERAL = re.compile(r'"[^"]*"|\\.')
"""What a number's format writes as it is, a percent sign that changes nothing among it."""
_FORMULA = (b"<f>", b"<f ", b"<f/")


def is_xlsx(content: bytes) -> bool:
    """Tell whether a file is a zip, as spreadsheets are."""
    return content[:4] == b"PK\x03\x04"


def open_xlsx(content: bytes, name: str = "", wanted: str = "") -> list[Grid]:
    """Return the sheets of a spreadsheet; only the wanted one, by name or number, if one is."""
    with archive(io.BytesIO(content), name) as found:
        if "xl/workbook.xml" not in found.namelist():
            what = "ODS" if "content.xml" in found.namelist() else "ZIP"
            raise Refusal("not_a_sheet", name=name, what=what)
        refuse_entities(found)
        has_formulas = any(_has_formulas(found, member) for member in found.namelist())
    return list(_grids(content, wanted, has_formulas))


def _grids(content: bytes, wanted: str, has_formulas: bool) -> Iterator[Grid]:
    import openpyxl  # takes a while to import, and few people import spreadsheets

    try:
        values = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        formulas = None
        if has_formulas:
            formulas = openpyxl.load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, SyntaxError) as error:
        raise Refusal("bad_xlsx", why=str(error)[:200]) from None
    try:
        sheets = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"] or values.worksheets
        names = tuple(str(sheet.title) for sheet in sheets)
        hidden = tuple(str(sheet.title) for sheet in values.worksheets if str(sheet.title) not in names)
        for title in _chosen(names, wanted):
            beside = cast("Any", formulas[title]) if formulas is not None else None
            yield replace(_grid(cast("Any", values[title]), beside, title, names), hidden=hidden)
    finally:
        values.close()
        if formulas is not None:
            formulas.close()


def _chosen(names: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    if not wanted.strip():
        return names
    for name in names:
        if name.strip().casefold() == wanted.strip().casefold():
            return (name,)
    if wanted.strip().isdigit() and 1 <= int(wanted) <= len(names):
        return (names[int(wanted) - 1],)
    raise Refusal("no_sheet", wanted=wanted, there=", ".join(repr(name) for name in names[:10]))


def _grid(sheet: Any, formulas: Any | None, title: str, names: tuple[str, ...]) -> Grid:
    meter, rows, unworked, blank = Meter(), list[Row](), 0, 0
    try:
        for values, beside in zip_longest(_cells(sheet), _rows(formulas) if formulas is not None else ()):
            row = _trimmed([_value(_as_written(each)) for each in values or ()])
            if beside is not None:
                row, faults = _with_faults(row, beside)
                unworked += faults
            blank = 0 if row else blank + 1
            if blank > MOST_BLANK:
                break
            meter.count(row)
            rows.append(row)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, SyntaxError) as error:
        raise Refusal("bad_xlsx", why=str(error)[:200]) from None
    while rows and not rows[-1]:
        rows.pop()
    return Grid(rows, "xlsx", sheet=title, sheets=names, unworked=unworked)


def _rows(sheet: Any) -> Iterable[tuple[Any, ...]]:
    sheet.reset_dimensions()  # what a file says of its own size is not to be trusted
    return sheet.iter_rows(values_only=True)


def _cells(sheet: Any) -> Iterable[tuple[Any, ...]]:
    sheet.reset_dimensions()
    return sheet.iter_rows()


def _as_written(cell: Any) -> Any:
    """Return what a cell holds; a share that is shown as percent is the percentage people typed: 0.85 is `85%`."""
    value = cell.value
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return value
    if "%" not in _LITERAL.sub("", cell.number_format or ""):
        return value
    return f"{value * 100:.6f}".rstrip("0").rstrip(".") + "%"


def _value(found: Any) -> Value:
    match found:
        case str() if found.strip().upper() in _ERRORS:
            return Fault("error", found.strip().upper())
        case datetime():
            return found.date()
        case time() | timedelta():
            return str(found)
        case None | str() | bool() | int() | float() | date():
            return found
        case _:
            return str(found)


def _with_faults(row: list[Value], beside: Iterable[Any]) -> tuple[list[Value], int]:
    """Return the row with a fault where a formula has no value, and how many those are."""
    faults = 0
    for place, formula in enumerate(beside):
        if not _is_formula(formula) or (place < len(row) and row[place] is not None):
            continue
        row += [None] * (place + 1 - len(row))
        row[place] = Fault("formula", str(formula)[:60] if isinstance(formula, str) else "=")
        faults += 1
    return row, faults


def _is_formula(value: Any) -> bool:
    """Tell whether a value is a formula: a text in one cell, an object of the library for many."""
    if isinstance(value, str):
        return value.startswith("=") and len(value) > 1
    return hasattr(value, "ref") and hasattr(value, "text")


def _trimmed(row: list[Value]) -> list[Value]:
    while row and row[-1] is None:
        row.pop()
    return row


def _has_formulas(found: zipfile.ZipFile, member: str) -> bool:
    """Tell whether a sheet has formulas at all; most have none, and are read once instead of twice."""
    if not member.startswith("xl/worksheets/") or not member.endswith(".xml"):
        return False
    last = b""
    with found.open(member) as text:
        while piece := text.read(_PIECE):
            if any(mark in last + piece for mark in _FORMULA):
                return True
            last = piece[-4:]
    return False
