"""Values are found in any words, at once: nothing breaks, nothing lasts, and every place lies in the text."""

from __future__ import annotations

from datetime import date
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.understanding.alignment import LONGEST, align
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Sentence, find_days
from aule.understanding.values.hours import find_hours
from aule.understanding.values.numerals import find_figures
from aule.understanding.values.rhythms import find_rhythm
from aule.understanding.values.terms import term_of

PIECES = [
    "1",
    "12 ",
    "1.",
    "1,",
    "1/",
    "12/",
    "1-",
    "1:",
    "0 ",
    "8h ",
    "8h",
    "1.000",
    "1 000 ",
    "1,000,",
    "01/01 ",
    "2026-",
    "2026-01-01 ",
    "a ",
    "e ",
    "de ",
    "as ",
    "as 8 ",
    "das 8 as 9 ",
    "dia ",
    "dia 3 ",
    "dia 3 a ",
    "3, ",
    "de 3 a ",
    "segunda ",
    "segunda e ",
    "segunda, ",
    "toda segunda e ",
    "primeira segunda ",
    "mil ",
    "mil e ",
    "vinte e ",
    "vinte e um ",
    "cento e ",
    "um ",
    "março ",
    "março de ",
    "abril ",
    "de abril a ",
    "março de 0000 ",
    "semana que vem ",
    "para as ",
    "ten to ",
    "half ",
    "a hundred ",
    "no natal ",
    "vespera de ",
    "feriado de ",
    "ultimo dia ",
    "fim de ",
    "entre ",
    "every ",
    "todo dia ",
    "* ",
    "q2 ",
    "1T26 ",
    "um terço ",
    "R$ ",
    "R$ 1.",
    "10 reais e 5 centavos e ",
    "nove virgula ",
    "two weeks from ",
    "dois dias antes de ",
    "de meia em meia hora ",
    "ª",
    "º",
    "'",
    '"',
    " ",
    "\n",
    "29/02 ",
    "31 ",
    "FY00 ",
    "em 1950 ",
    "mês passado ",
    "que vem ",
    "das ",
    "até ",
    "às ",
    "da noite ",
    "pm ",
    "am ",
    "dias úteis ",
    "quinto dia útil ",
    "de abril ",
    "do mês ",
    "em 999 anos ",
    "semana ",
    "mes ",
    "ano ",
    "sexta que vem ",
    "every other ",
    "friday ",
    "0000",
    "9999 ",
    "jan/00 ",
    "12/2049 ",
    "the 31st ",
    "of next month ",
    "until ",
    "to ",
    "- ",
]
LONGEST_WAIT = 1.5
"""Seconds for a text of the greatest length on a busy machine; it takes a tenth of a second."""


def find_all(text: str, today: date) -> None:
    hours = find_hours(text)
    places = [(each.start, each.end) for each in (*find_days(Sentence(text, today)), *hours, *find_figures(text))]
    rhythm, term = find_rhythm(align(text), hours), term_of(Wording(text), today)
    places += rhythm.places if rhythm is not None else ()
    places += [(term.start, term.end)] if term is not None else []
    assert all(0 <= start < end <= len(text) for start, end in places)


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_of_one_piece_takes_no_time(piece: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    before = perf_counter()
    find_all(text, date(2026, 3, 18))
    assert perf_counter() - before < LONGEST_WAIT


@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.one_of(st.dates(date(2020, 1, 1), date(2035, 12, 31)), st.sampled_from([date(2024, 2, 29), date(2027, 12, 31)])),
)
def test_no_row_of_such_words_breaks_it(text: str, today: date) -> None:
    find_all(text, today)
