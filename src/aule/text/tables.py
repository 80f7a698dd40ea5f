"""Tables as text: rows of cells between separators, as spreadsheet programs write and read them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

SEPARATORS = ";\t,|"
_LOOKED_AT = 40
"""Rows that are looked at to find the separator."""
_NO_FIT = (0.0, -_LOOKED_AT, 0)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet program takes for a formula."""


class BadTable(ValueError):
    """A text that cannot be read as a table, and why."""


def find_separator(text: str) -> tuple[str, str]:
    """Return the separator of a table, and its text without a first line that only names it (`sep=;`)."""
    first, _, rest = text.partition("\n")
    said = first.strip().strip('"').lower()
    if said.startswith("sep=") and len(said) == 5:
        return said[4], rest
    if first.strip().lower() == "sep=":  # a tab, which strip took away
        return "\t", rest
    return max(SEPARATORS, key=lambda separator: _fit(text, separator)), text


def read_rows(text: str, separator: str = ",") -> Iterator[list[str]]:
    """Read a table row by row; quotes may hold new lines. Raises `BadTable` where it cannot be read on."""
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    except csv.Error as error:
        raise BadTable(str(error)) from None


def write_rows(rows: Iterable[Iterable[str]], separator: str = ",") -> str:
    """Return rows as text with the line ends that spreadsheet programs expect."""
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def guard_cell(text: str) -> str:
    """Return a cell led by an apostrophe where a spreadsheet program would take it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def unguard_cell(cell: str) -> str:
    """Return what a cell says, without the apostrophe that keeps it from being a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _FORMULA else cell


def _fit(text: str, separator: str) -> tuple[float, int, int]:
    """Return how well a separator explains the first rows, to be compared with others.

    The share of rows with the commonest number of cells counts first, then how early it stands (a comma in names stands
    below the headings, their separator does not), then the number of cells.
    """
    try:
        rows = list(islice(read_rows(text, separator), _LOOKED_AT))
    except BadTable:
        return _NO_FIT
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    # A cell with half a pair of quotes was cut in two: the separator stands inside what is quoted.
    widths = Counter(len(row) for row in filled if not any(cell.count('"') % 2 for cell in row))
    widths.pop(1, None)
    if not widths:
        return _NO_FIT
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    first = next(place for place, row in enumerate(filled) if len(row) > 1)
    return (round(count / len(filled), 1), -first, width)
