"""Text files with rows: their encoding and separator are found out, quotes may hold new lines."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import islice

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.encoding import decode
from aule.apps.school.importing.sheets.grid import Grid, Meter, Row

_SEPARATORS = ";\t,|"
_LOOKED_AT = 40
_BINARY = (
    (b"%PDF", "PDF"),
    (b"\xd0\xcf\x11\xe0", "XLS (Excel 97-2003)"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"<html", "HTML"),
    (b"<!doctype html", "HTML"),
    (b"<table", "HTML"),
    (b"<?xml", "XML"),
    (b"{\\rtf", "RTF"),
)


def open_csv(content: bytes, name: str = "") -> Grid:
    """Return the rows of a text file."""
    refuse_others(content, name)
    read = decode(content)
    text = read.text
    if not text.strip():
        raise Refusal("empty")
    if "\x00" in text:
        raise Refusal("not_a_sheet", name=name, what="binary")
    text, separator = _separated(text)
    meter = Meter()
    rows: list[Row] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            meter.count(row)
            rows.append(row)
    except csv.Error as error:
        raise Refusal("bad_csv", why=error) from None
    return Grid(rows, "csv", read.encoding, separator, mended=read.mended, broken=read.broken)


def refuse_others(content: bytes, name: str) -> None:
    """Stop at files that are something else, whatever they are called."""
    head = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for start, what in _BINARY:
        if head.startswith(start.lower()):
            raise Refusal("not_a_sheet", name=name, what=what)


def _separated(text: str) -> tuple[str, str]:
    """Return the text without a line that only names the separator, and the separator."""
    first, _, rest = text.partition("\n")
    said = first.strip().strip('"').lower()
    if said.startswith("sep=") and len(said) == 5:
        return rest, said[4]
    if first.strip().lower() == "sep=":  # a tab, which strip took away
        return rest, "\t"
    return text, max(_SEPARATORS, key=lambda separator: _fit(text, separator))


def _fit(text: str, separator: str) -> tuple[float, int]:
    """Return how well a separator explains the first rows.

    The share with the commonest number of cells, and that number.
    """
    try:
        rows = list(islice(csv.reader(io.StringIO(text, newline=""), delimiter=separator), _LOOKED_AT))
    except csv.Error:
        return (0.0, 0)
    widths = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
    widths.pop(1, None)
    if not widths:
        return (0.0, 0)
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    filled = sum(any(cell.strip() for cell in row) for row in rows)
    return (round(count / filled, 1), width)
