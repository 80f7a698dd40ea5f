"""Text files with rows: their encoding and separator are found out, quotes may hold new lines."""

from __future__ import annotations

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.grid import Grid, Meter, Row
from aule.text.encodings import decode
from aule.text.tables import BadTable, find_separator, read_rows

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
    separator, text = find_separator(text)
    meter = Meter()
    rows: list[Row] = []
    try:
        for row in read_rows(text, separator):
            meter.count(row)
            rows.append(row)
    except BadTable as error:
        raise Refusal("bad_csv", why=error) from None
    return Grid(rows, "csv", read.encoding, separator, mended=read.mended, broken=read.broken)


def refuse_others(content: bytes, name: str) -> None:
    """Stop at files that are something else, whatever they are called."""
    head = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for start, what in _BINARY:
        if head.startswith(start.lower()):
            raise Refusal("not_a_sheet", name=name, what=what)
