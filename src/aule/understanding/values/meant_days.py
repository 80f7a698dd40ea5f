"""Meant days: which of the days that a sentence holds it is about; others hold no longer, or belong to a name."""

from __future__ import annotations

import re
from typing import cast

from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.marks import Mark, MarkKind, is_of_month
from aule.understanding.values.terms import day_in

_WAS = re.compile(
    r"\b(?:era|eram|nao e mais|seria|estava(?: marcad[oa])?|tinha ficado|em vez d[eoa]|ao inves d[eoa]|was|were"
    r"|used to be|instead of|rather than)\s+(?:(?:para|pra|pro|em|no|na|o|a|dia|for|on|to|supposed to be|set for)\s+)*$"
)
"""What stands before a day that holds no longer: `que era amanhã`."""
_TO_DAY = re.compile(r"\s+(?:para|pra|pro|to)\s+(?:(?:o|a|dia|the)\s+)*")
_PERIOD = re.compile(
    r"\b(?:trimestres?|semestres?|quarter|trimester|semester|[qsht][1-4]|[1-4][qts]|fy ?\d+|(?:inicio|comeco) do ano)\b"
)
"""Spans that a thing is of, where exact days are said beside them: `o 3º trimestre vai de 25/08 a 12/12`."""
_IN_WEEK = re.compile(r"\s*,?\s*(?:(?:na|no|on)\s+)?")


def meant_days(marks: list[Mark], wording: Wording, *, is_edit: bool) -> list[Mark]:
    """Return the days that are meant, in order; where something is changed, not the day from which it is moved."""
    marks = _once([mark for mark in marks if not _days(mark).is_open], wording)
    marks = [mark for mark in marks if not _WAS.search(wording.folded[: mark.start])] or marks
    marks = [mark for mark in marks if not is_of_month(mark, wording)] or marks
    marks = [mark for mark in marks if not _PERIOD.search(wording.folded, mark.start, mark.end)] or marks
    return _in_weeks(_moved_to(marks, wording) if is_edit else marks, wording)


def _days(mark: Mark) -> Days:
    return cast("Days", mark.value)


def _once(marks: list[Mark], wording: Wording) -> list[Mark]:
    """Return days without a weekday that is said beside its date: `quinta, dia 26`."""
    return [
        mark
        for place, mark in enumerate(marks)
        if place + 1 == len(marks)
        or wording.folded[mark.end : marks[place + 1].start].strip(" ,")
        or _days(mark).first.weekday() != _days(marks[place + 1]).first.weekday()
    ]


def _moved_to(marks: list[Mark], wording: Wording) -> list[Mark]:
    """Return days without that from which something is moved: `de sexta pra segunda`."""
    return [
        mark
        for place, mark in enumerate(marks)
        if place + 1 == len(marks) or not _TO_DAY.fullmatch(wording.folded, mark.end, marks[place + 1].start)
    ]


def _in_weeks(marks: list[Mark], wording: Wording) -> list[Mark]:
    """Return days of which a week is said before its day: `semana que vem na quarta`."""
    found: list[Mark] = []
    for mark in marks:
        between = wording.folded[found[-1].end : mark.start] if found else "-"
        if found and _IN_WEEK.fullmatch(between) and (day := day_in(_days(found[-1]), _days(mark))) is not None:
            found[-1] = Mark(MarkKind.DAY, found[-1].start, mark.end, day)
        else:
            found.append(mark)
    return found
