"""A sheet as rows of plain values, whatever kind of file it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from aule.apps.school.importing.refusals import Refusal

MOST_ROWS = 200_000
MOST_COLUMNS = 2_000
MOST_CELLS = 4_000_000
LONGEST = 1_000
"""How many letters of a cell a list for people holds."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A cell that has no value: a formula nobody worked out, or an error of the spreadsheet."""

    kind: Literal["formula", "error"]
    text: str = ""


Value = str | int | float | bool | date | Fault | None
Row = Sequence[Value]


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet of a file."""

    rows: Sequence[Row]
    format: Literal["csv", "xlsx"]
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    """All sheets there are to choose from."""
    unworked: int = 0
    """Formulas without a value."""
    mended: int = 0
    """Lines whose letters were in another encoding than the file says."""
    broken: int = 0
    """Lines with letters that are lost in the file itself."""
    hidden: tuple[str, ...] = ()
    """Sheets that are hidden in the spreadsheet program."""


def shown(value: Value) -> str:
    """Return a value as a person would read it in its cell."""
    match value:
        case None:
            return ""
        case Fault():
            return value.text
        case bool():
            return "VERDADEIRO" if value else "FALSO"
        case str():
            return " ".join(value.split())
        case date():
            return f"{value.day:02d}/{value.month:02d}/{value.year:04d}"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


def longest(text: str) -> str:
    """Return text as far as a list for people holds it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def is_blank(value: Value) -> bool:
    """Tell whether nothing stands in a cell."""
    return value is None or (isinstance(value, str) and not value.strip())


class Meter:
    """Counts rows and cells while a sheet is read, and stops before there are too many."""

    def __init__(self) -> None:
        self._rows = 0
        self._cells = 0

    def count(self, row: Row) -> None:
        """Count one row."""
        self._rows += 1
        self._cells += len(row)
        if self._rows > MOST_ROWS:
            raise Refusal("too_many_rows", most=MOST_ROWS)
        if len(row) > MOST_COLUMNS:
            raise Refusal("too_many_columns", most=MOST_COLUMNS)
        if self._cells > MOST_CELLS:
            raise Refusal("too_many_cells", most=MOST_CELLS)
