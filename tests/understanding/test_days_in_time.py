"""Which days are meant where something is told of the past, and where exact days stand beside a longer span."""

from __future__ import annotations

from datetime import date

import pytest

from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days, Sentence, find_days
from aule.understanding.values.marks import MarkKind, find_marks
from aule.understanding.values.meant_days import meant_days
from aule.understanding.values.terms import in_time

TODAY = date(2026, 3, 18)


@pytest.mark.parametrize(
    ("said", "past", "ahead"),
    [
        ("no Natal", "2025-12-25", "2026-12-25"),
        ("na Páscoa", "2025-04-20", "2026-04-05"),
        ("no carnaval", "2026-02-14..2026-02-17", "2027-02-06..2027-02-09"),
        ("no Q4", "2025-10-01..2025-12-31", "2026-10-01..2026-12-31"),
        ("no 1º trimestre", "2026-01-01..2026-03-31", "2026-01-01..2026-03-31"),
        ("em dezembro", "2025-12-01..2025-12-31", "2026-12-01..2026-12-31"),
        ("no fim de novembro", "2025-11-21..2025-11-30", "2026-11-21..2026-11-30"),
        ("de janeiro a março", "2026-01-01..2026-03-31", "2027-01-01..2027-03-31"),
        ("no Natal de 2026", "2026-12-25", "2026-12-25"),
        ("neste mês", "2026-03-01..2026-03-31", "2026-03-18..2026-03-31"),
        ("do dia 2 ao dia 13 deste mês", "2026-03-02..2026-03-13", "2026-03-02..2026-03-13"),
    ],
)
def test_what_is_told_of_the_past_lies_in_it(said: str, past: str, ahead: str) -> None:
    [found] = find_days(Sentence(said, TODAY))
    words = Wording(said).folded[found.start : found.end]
    assert (in_time(found, words, TODAY, "past").iso, in_time(found, words, TODAY, "").iso) == (past, ahead)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("este trimestre vai até 30 de maio", ["2026-05-30"]),
        ("as datas do 3º trimestre, 25/08 até 12/12", ["2026-08-25..2026-12-12"]),
        ("período do segundo semestre, 1 de agosto a 10 de dezembro", ["2026-08-01..2026-12-10"]),
        ("um ciclo pro próximo semestre", ["2026-07-01..2026-12-31"]),
        ("sexta que vem, não mais dia 20", ["2026-03-27", "2026-03-20"]),
        ("a reunião que era amanhã fica pra sexta", ["2026-03-20"]),
    ],
)
def test_exact_days_count_more_than_the_span_beside_them(said: str, days: list[str]) -> None:
    wording = Wording(said)
    marks = [mark for mark in find_marks(wording, TODAY) if mark.kind is MarkKind.DAY]
    meant = [mark.value for mark in meant_days(marks, wording, is_edit=False)]
    assert [each.iso for each in meant if isinstance(each, Days)] == days
