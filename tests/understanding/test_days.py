"""Which days a sentence speaks of: one, or several in a row; what is not plainly there is not guessed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.plans.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.models.builtin.understood import doubts
from aule.understanding.recipes import read_slots, with_ends
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Sentence, find_days, join, span
from aule.understanding.values.marks import find_marks

WEDNESDAY = date(2026, 4, 15)
DAYS = st.dates(date(2020, 1, 1), date(2035, 12, 31))
WEEK = {
    "pt": ("segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MONTHS = {
    "pt": [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
}


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("coloque no calendário na semana que vem", "2026-04-20..2026-04-24"),
        ("put it in the calendar next week", "2026-04-20..2026-04-24"),
        ("quarta da semana que vem", "2026-04-22"),
        ("o que tenho esta semana?", "2026-04-15..2026-04-17"),
        ("como foi a semana passada?", "2026-04-06..2026-04-12"),
        ("amanhã", "2026-04-16"),
        ("próxima quarta", "2026-04-22"),
        ("na sexta-feira", "2026-04-17"),
        ("sexta que vem", "2026-04-24"),
        ("sexta da semana que vem", "2026-04-24"),
        ("2ª-feira cedo", "2026-04-20"),
        ("segunda passada", "2026-04-13"),
        ("de segunda a sexta", "2026-04-20..2026-04-24"),
        ("dia 27", "2026-04-27"),
        ("até o dia 10", "2026-05-10"),
        ("on the 14th", "2026-05-14"),
        ("do dia 3 ao dia 7", "2026-05-03..2026-05-07"),
        ("de 3 a 7 de maio", "2026-05-03..2026-05-07"),
        ("de 3 a 7 de agosto", "2026-08-03..2026-08-07"),
        ("entre 28 de abril e 2 de maio", "2026-04-28..2026-05-02"),
        ("28 de dezembro a 3 de janeiro", "2026-12-28..2027-01-03"),
        ("from May 3 to 7", "2026-05-03..2026-05-07"),
        ("Aug 3-7", "2026-08-03..2026-08-07"),
        ("20/04 a 24/04", "2026-04-20..2026-04-24"),
        ("2026-05-01..2026-05-03", "2026-05-01..2026-05-03"),
        ("no primeiro de maio", "2026-05-01"),
        ("em agosto", "2026-08-01..2026-08-31"),
        ("março de 2027", "2027-03-01..2027-03-31"),
        ("no mês que vem", "2026-05-01..2026-05-31"),
        ("mês passado", "2026-03-01..2026-03-31"),
        ("até o fim do mês", "2026-04-30"),
        ("neste fim de semana", "2026-04-18..2026-04-19"),
        ("daqui a duas semanas", "2026-04-29"),
        ("em um mês", "2026-05-15"),
        ("há três dias", "2026-04-12"),
        ("two weeks ago", "2026-04-01"),
        ("nos próximos 15 dias", "2026-04-15..2026-04-29"),
        ("nos últimos 30 dias", "2026-03-17..2026-04-15"),
        ("29 de fevereiro", "2028-02-29"),
        ("a segunda avaliação do 7A", None),
        ("a nota da segunda prova", None),
        ("na sexta série", None),
        ("3 atividades para o 7A", None),
        ("o Marco faltou", None),
        ("may I march in?", None),
        ("3/4 dos alunos", None),
        ("na última sexta do mês", "2026-04-24"),
        ("de 23 a 27/11", "2026-11-23..2026-11-27"),
        ("23, 24 e 25 de novembro", "2026-11-23..2026-11-25"),
        ("dia dez de dezembro", "2026-12-10"),
        ("the second of May", "2026-05-02"),
        ("em 20-11-2026", "2026-11-20"),
        ("from May to July", "2026-05-01..2026-07-31"),
        ("em março do ano passado", "2025-03-01..2025-03-31"),
        ("since Monday", "2026-04-13"),
        ("a week from Friday", "2026-04-24"),
        ("prova em 3/5 da turma 7A", "2026-05-03"),
        ("Ana tirou 9/10", None),
        ("1/2 da turma", None),
        ("a média foi 7/10", None),
        ("aberto 24/7", None),
        ("terça parte dos alunos", None),
        ("até segunda ordem", None),
        ("a Abril entregou", None),
        ("Ask April about it", None),
        ("dia 30 de fevereiro", None),
        ("31/02", None),
        ("dia 31/02", None),
    ],
)
def test_a_sentence_speaks_of_these_days(text: str, days: str | None) -> None:
    assert span(Sentence(text, WEDNESDAY)) == days


@pytest.mark.parametrize(
    ("text", "days", "other"),
    [
        ("sexta que vem", "2026-04-24", "2026-04-17"),
        ("next Friday", "2026-04-24", "2026-04-17"),
        ("last Monday", "2026-04-13", "2026-04-06"),
        ("em março", "2027-03-01..2027-03-31", "2026-03-01..2026-03-31"),
        ("faltas entre 3 e 5 de abril", "2027-04-03..2027-04-05", "2026-04-03..2026-04-05"),
    ],
)
def test_days_that_may_mean_others_say_so(text: str, days: str, other: str) -> None:
    [found] = find_days(Sentence(text, WEDNESDAY))
    assert (found.iso, [join(*each) for each in found.others]) == (days, [other])


def test_how_doubtful_days_were_taken_is_said_to_the_person() -> None:
    def said(text: str) -> list[str]:
        return doubts(find_marks(Wording(text), WEDNESDAY), text, "pt")

    assert said("marque para sexta que vem") == ["“sexta que vem”: entendi 24/04/2026 (poderia ser 17/04/2026)."]
    assert said("marque para o dia 27") == []
    assert said("reunião às 8") == ["“às 8”: entendi 08:00 (poderia ser 20:00)."]
    assert said("reunião às 3") == []  # nobody meets at three in the night


def days_from(today: date, step: int = 1) -> Iterator[date]:
    """The days after today, or before it, one after another: nothing but counting on fingers."""
    for count in range(1, 4_000):
        yield today + timedelta(days=step * count)


@given(DAYS, st.integers(0, 6), st.sampled_from(["pt", "en"]))
def test_a_day_of_the_week_is_the_next_one_that_comes(today: date, number: int, language: str) -> None:
    name = WEEK[language][number]
    coming = next(each for each in days_from(today) if each.isoweekday() == number + 1)
    past = next(each for each in days_from(today, -1) if each.isoweekday() == number + 1)
    forms = {
        "pt": (f"prova na {name}", f"até {name}", f"{name} passada" if number < 5 else f"{name} passado"),
        "en": (f"a test on {name}", f"by {name}", f"last {name}"),
    }[language]
    found = [span(Sentence(form, today, day_first=language == "pt")) for form in forms]
    assert found == [coming.isoformat(), coming.isoformat(), past.isoformat()]


@given(DAYS, DAYS)
def test_a_named_day_without_its_year_is_the_next_of_its_name(today: date, named: date) -> None:
    same = (each for each in (today, *days_from(today)) if (each.month, each.day) == (named.month, named.day))
    coming = next(same).isoformat()
    month = MONTHS["pt"][named.month - 1]
    assert span(Sentence(f"marque dia {named.day} de {month}", today)) == coming
    assert span(Sentence(f"{named.day:02d}/{named.month:02d}", today)) == coming
    english = MONTHS["en"][named.month - 1]
    assert span(Sentence(f"on {english} {named.day}", today, day_first=False)) == coming
    assert span(Sentence(f"{named.day} de {month} de {named.year}", today)) == named.isoformat()


@given(DAYS, st.integers(1, 31))
def test_a_number_of_a_day_is_the_next_day_with_it(today: date, number: int) -> None:
    coming = next(each for each in (today, *days_from(today)) if each.day == number)
    assert span(Sentence(f"entrega dia {number}", today)) == coming.isoformat()


@given(DAYS, st.integers(2, 90))
def test_so_many_days_from_now_are_counted_one_by_one(today: date, count: int) -> None:
    ahead, back = list(days_from(today))[count - 1], list(days_from(today, -1))[count - 1]
    assert span(Sentence(f"daqui a {count} dias", today)) == ahead.isoformat()
    assert span(Sentence(f"in {count} days", today)) == ahead.isoformat()
    assert span(Sentence(f"{count} dias atrás", today)) == back.isoformat()
    window = [today, *list(days_from(today))[: count - 1]]
    assert span(Sentence(f"nos próximos {count} dias", today)) == join(window[0], window[-1])


@given(DAYS, DAYS, st.integers(1, 40))
def test_two_named_days_are_a_span_whatever_today_is(today: date, first: date, length: int) -> None:
    last = first + timedelta(days=length)
    texts = [
        f"de {first:%d/%m/%Y} a {last:%d/%m/%Y}",
        f"de {first.day} de {MONTHS['pt'][first.month - 1]} de {first.year} até {last.day} de "
        f"{MONTHS['pt'][last.month - 1]} de {last.year}",
        f"{first.isoformat()}..{last.isoformat()}",
    ]
    assert [span(Sentence(text, today)) for text in texts] == [join(first, last)] * 3


@given(st.text(max_size=200), DAYS)
def test_no_text_breaks_it_and_places_lie_in_the_text(text: str, today: date) -> None:
    for found in find_days(Sentence(text, today)):
        assert 0 <= found.start < found.end <= len(text)
        assert found.first <= found.last


def test_numbers_before_their_noun_patterns_and_choices_fill_slots_and_claim_their_words() -> None:
    """`3 atividades … com 12 questões … de 3 a 7 de maio`: each number is what stands behind it."""
    recipe = Recipe(
        id="r",
        app="school",
        title={"en": "r"},
        examples={"pt": ["crie atividades"]},
        slots={
            "quantas": Slot(kind=SlotKind.INTEGER, markers=["atividades"], required=False, default=1),
            "questoes": Slot(kind=SlotKind.INTEGER, markers=["questões"], required=False, default=10),
            "turma": Slot(kind=SlotKind.TEXT, pattern=r"\b(\d[A-H])\b|turma (\w+)", stops=["para"]),
            "materia": Slot(kind=SlotKind.TEXT, choices={"Matemática": ["math"]}, required=False),
            "tema": Slot(kind=SlotKind.TEXT, markers=["atividades de", "sobre"], required=False),
            "quando": Slot(kind=SlotKind.DATES, required=False),
        },
        calls=[RecipeCall(capability="core.now")],
    )
    said = "crie três novas atividades de matemática sobre frações para o 7A com 12 questões de 3 a 7 de maio"
    filled = read_slots(recipe, Sentence(said, WEDNESDAY))
    assert filled == {
        "quantas": 3,
        "questoes": 12,
        "turma": "7A",
        "materia": "Matemática",
        "tema": "frações",
        "quando": "2026-05-03..2026-05-07",
    }
    assert with_ends(recipe, filled)["quando_last"] == "2026-05-07"
    plain = read_slots(recipe, Sentence("crie atividades de math para a turma Girassol", WEDNESDAY))
    assert {key: value for key, value in plain.items() if value is not None} == {
        "quantas": 1,
        "questoes": 10,
        "turma": "Girassol",
        "materia": "Matemática",
    }
