"""Cells of a sheet that an import made nothing of, each with the reason: nothing is dropped without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from aule.apps.school.importing.marks import Account, Stray
from aule.apps.school.importing.sheets.columns import STUDENT, Headed
from aule.apps.school.importing.sheets.grid import Row, is_blank, shown

MOST_KEPT = 20_000
"""Cells that are listed; a file with more of them is counted to its end."""


def leftovers(rows: Sequence[Row], headed: Headed, account: Account) -> tuple[list[Stray], int]:
    """List the cells nothing was made of, in the order of the sheet, and count all of them."""
    found = _every(rows, headed, account)
    listed = list(islice(found, MOST_KEPT))
    total = len(listed) + sum(1 for _ in found)
    return sorted(listed, key=lambda each: (each.line, each.column)), total


def _every(rows: Sequence[Row], headed: Headed, account: Account) -> Iterator[Stray]:
    yield from account.strays
    noted = {(each.line, each.column) for each in account.strays}
    reasons = {column.place: "column_left" for column in headed.columns} | account.left
    about = {id(row): role for role, row in headed.about.items()}
    names = {column.place for column in headed.columns if column.role in STUDENT}
    for place, row in enumerate(rows):
        if place in headed.heads:
            yield from _unheaded(place, row, headed)
            continue
        why, read = account.skipped.get(place + 1, ""), account.taken
        if place + 1 in account.testless:
            read = read - account.of_tests
        if (role := about.get(id(row))) is not None:
            told = {column for each, column in account.told if each == role and column in account.taken}
            why, read = "", told | (account.who & names) if told else told
        elif place < headed.first:
            why = "over_table" if place < min(headed.heads) else "summary_row"
        for column, value in enumerate(row):
            is_read = not why and column in read
            if not is_read and not is_blank(value) and (place + 1, column) not in noted:
                yield Stray(place + 1, column, value, why or reasons.get(column, "no_heading"))


def _unheaded(place: int, row: Row, headed: Headed) -> Iterator[Stray]:
    """Yield cells in rows of headings that are over no column; all others are told with their columns."""
    named = {column.place for column in headed.columns}
    told = {column.group for column in headed.columns} | {column.shown for column in headed.columns}
    for column, value in enumerate(row):
        if not is_blank(value) and column not in named and shown(value) not in told:
            yield Stray(place + 1, column, value, "no_heading")
