"""Rows about people: what later words add to them, or change in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from aule.text.words import fold
from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.numerals import Figure

Row = dict[str, Any]
Changed = dict[str, tuple[Any, list[tuple[int, int]]]]
_SAME = re.compile(
    r"\b(?:mesma coisa|o mesmo|a mesma|idem|igual|tambem|tb|tbm|same|ditto|likewise|too|as well|so did|so was|also)\b"
)

_AGAIN = re.compile(r"\b(?:mesma coisa|o mesmo|idem|same (?:for|thing)|ditto|likewise)\b")
"""Words that ask for the same again, apart from what waits."""


def merge_rows(
    frame: Frame, said: Said, filled: Filled, before: Mapping[str, Any], *, waits: bool, folded: str
) -> Changed:
    """Return rows as they come to: somebody new is added to what waits, somebody known is changed.

    *Não, era 9* changes the mark of the only one; *mesma coisa pro Heitor* gives somebody else the same.
    """
    found: Changed = {}
    for each in (one for one in frame.fields if one.kind is FieldKind.EACH):
        old = before.get(each.name)
        if not isinstance(old, list) or not old:
            continue
        rows = [dict(cast("Row", row)) for row in cast("list[Any]", old)]
        new = cast("list[Row] | None", filled.values.get(each.name))
        places = list(filled.places.get(each.name, []))
        if new is None and _SAME.search(folded):
            new, places = _same_for_others(each, rows, said)
        if new:
            is_joined = waits and not _AGAIN.search(folded)
            found[each.name] = (_joined(each, rows, new) if is_joined else new, places)
        elif waits and len(rows) == 1 and (changed := _changed(each, rows[0], said, filled)) is not None:
            found[each.name] = ([changed[0]], [changed[1]])
    return found


def _joined(each: Field, rows: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Return rows with others put in: in place of those about the same person, else behind."""
    who = each.parts[0].name if each.parts else ""
    known = {fold(str(row.get(who, ""))): place for place, row in enumerate(rows)}
    joined = [dict(row) for row in rows]
    for row in new:
        place = known.get(fold(str(row.get(who, ""))))
        if place is None:
            joined.append({**_shared(rows, who), **row})
        else:
            joined[place] = {**joined[place], **row}
    return joined


def _shared(rows: Sequence[Row], who: str) -> Row:
    """Return what is the same in all rows: somebody who is added has it too."""
    first = rows[0]
    return {name: value for name, value in first.items() if name != who and all(row.get(name) == value for row in rows)}


def _same_for_others(each: Field, rows: Sequence[Row], said: Said) -> tuple[list[Row] | None, list[tuple[int, int]]]:
    """Return the last row again, for people who are named with words such as *too*."""
    marks: list[Mark] = [mark for mark in said.marks if mark.kind in (MarkKind.PROPER, MarkKind.NAME)]
    if not marks or not each.parts:
        return None, []
    who = each.parts[0].name
    people = [said.wording.text[mark.start : mark.end] for mark in marks]
    return [{**rows[-1], who: person} for person in people], [(mark.start, mark.end) for mark in marks]


def _changed(each: Field, row: Row, said: Said, filled: Filled) -> tuple[Row, tuple[int, int]] | None:
    """Return the only row with the number or the choice that is said."""
    number = next((part for part in each.parts if part.kind is FieldKind.NUMBER), None)
    figures = [mark for mark in said.marks if isinstance(mark.value, Figure) and not mark.value.is_article]
    figures = [mark for mark in figures if filled.is_free(mark.start, mark.end)]
    if figures and number is not None:
        figure = figures[0]
        return {**row, number.name: cast("Figure", figure.value).number}, (figure.start, figure.end)
    for part in (one for one in each.parts if one.kind is FieldKind.CHOICE and one.name in row):
        if chosen := find_choices(part, said.wording, filled.taken):
            return {**row, part.name: chosen[0].value}, (chosen[0].start, chosen[0].end)
    return None
