"""Days of weeks, months and years, held against counting day by day, most of all where years and months end."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.understanding.test_days import MONTHS, WEEK

from aule.understanding.values.days import Sentence, find_days, join, span

ANY_DAY = st.dates(date(2020, 1, 1), date(2035, 12, 31))
EDGES = st.builds(
    lambda year, edge, away: date(year, *edge) + timedelta(days=away),
    st.integers(2020, 2035),
    st.sampled_from([(1, 1), (2, 28), (3, 1), (4, 30), (6, 30), (7, 1), (12, 31)]),
    st.integers(-2, 2),
)
TODAY = st.one_of(ANY_DAY, EDGES, st.sampled_from([date(2024, 2, 29), date(2028, 2, 29), date(2032, 2, 29)]))
PLACES = {"pt": ["primeira", "segunda", "terceira", "quarta"], "en": ["first", "second", "third", "fourth"]}
LANGUAGE = st.sampled_from(["pt", "en"])
MONTH = st.integers(1, 12)


def said(text: str, today: date) -> str | None:
    return span(Sentence(text, today))


def of_month(year: int, month: int) -> list[date]:
    """The days of a month, one by one."""
    return [
        each for week in calendar.Calendar().monthdatescalendar(year, month) for each in week if each.month == month
    ]


def after(today: date, step: int = 1) -> Iterator[date]:
    """The days after today, or before it, one after another."""
    while True:
        today += timedelta(days=step)
        yield today


def month_beside(today: date, step: int) -> list[date]:
    """The next month, or the one before: walk until the month changes."""
    first = next(each for each in after(today, step) if each.month != today.month)
    return of_month(first.year, first.month)


def year_of(month: int, today: date) -> int:
    """The year in which a month comes next, this one among them."""
    return today.year if month >= today.month else today.year + 1


def easter_of(year: int) -> date:
    """Easter by the table of Meeus, which is not the formula of the program."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    leap = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * leap) // 433
    month = (h + leap - 7 * m + 90) // 25
    return date(year, month, (h + leap - 7 * m + 33 * month + 19) % 32)


def is_worked(day: date) -> bool:
    """Whether a day is worked in Brazil, by a list of what is closed."""
    closed = ["01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "11-20", "12-25"]
    return day.isoweekday() < 6 and f"{day:%m-%d}" not in closed and day + timedelta(days=2) != easter_of(day.year)


@given(TODAY)
def test_weeks_and_months_beside_this_one(today: date) -> None:
    monday = next(each for each in after(today) if each.isoweekday() == 1)
    assert said("na semana que vem", today) == said("next week", today) == join(monday, monday + timedelta(days=4))
    sunday = next(each for each in after(today, -1) if each.isoweekday() == 7)
    assert said("semana passada", today) == said("last week", today) == join(sunday - timedelta(days=6), sunday)
    before = sunday - timedelta(days=7)
    assert said("semana retrasada", today) == join(before - timedelta(days=6), before)
    assert said("the week before last", today) == join(before - timedelta(days=6), before)
    coming, over = month_beside(today, 1), month_beside(today, -1)
    assert said("mês que vem", today) == said("next month", today) == join(coming[0], coming[-1])
    assert said("gastei 230 mês passado", today) == said("last month", today) == join(over[0], over[-1])
    assert said("fechou em 230 mês passado", today) == join(over[0], over[-1])
    assert said("ano passado", today) == join(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))


@given(TODAY, st.integers(0, 6), LANGUAGE)
def test_a_day_of_another_week(today: date, number: int, language: str) -> None:
    monday = next(each for each in after(today) if each.isoweekday() == 1)
    day = (monday + timedelta(days=number)).isoformat()
    name = WEEK[language][number]
    if language == "pt":
        forms = [f"{name} da semana que vem", f"semana que vem, {name}", f"na {name} da próxima semana"]
    else:
        forms = [f"{name} next week", f"next week {name}", f"on {name} of next week"]
    assert [said(form, today) for form in forms] == [day] * 3


@given(TODAY, st.integers(0, 6), st.integers(1, 6))
def test_weeks_from_a_day_of_the_week(today: date, number: int, weeks: int) -> None:
    coming = next(each for each in after(today) if each.weekday() == number)
    counted = (coming + timedelta(days=7 * weeks)).isoformat()
    assert said(f"{weeks} weeks from {WEEK['en'][number]}", today) == counted
    assert said(f"{weeks} semanas depois de {WEEK['pt'][number]}", today) == counted


@given(TODAY, MONTH, st.integers(0, 3), st.integers(0, 6), LANGUAGE)
def test_the_nth_weekday_of_a_month(today: date, month: int, place: int, number: int, language: str) -> None:
    days = [each for each in of_month(year_of(month, today), month) if each.weekday() == number]
    name, of = WEEK[language][number], MONTHS[language][month - 1]
    nth, last, lead = (
        (PLACES[language][place], "última", "na") if language == "pt" else (PLACES["en"][place], "last", "on the")
    )
    joint = "de" if language == "pt" else "of"
    assert said(f"{lead} {nth} {name} {joint} {of}", today) == days[place].isoformat()
    assert said(f"{lead} {last} {name} {joint} {of}", today) == days[-1].isoformat()


@given(TODAY, MONTH, st.integers(0, 3), LANGUAGE)
def test_weeks_of_a_month_are_those_whose_wednesday_lies_in_it(
    today: date, month: int, place: int, language: str
) -> None:
    year = year_of(month, today)
    weeks = [week[:5] for week in calendar.Calendar().monthdatescalendar(year, month) if week[2].month == month]
    week = [each for each in weeks[place] if each.month == month]
    form = f"na {PLACES['pt'][place]} semana de" if language == "pt" else f"in the {PLACES['en'][place]} week of"
    assert said(f"{form} {MONTHS[language][month - 1]}", today) == join(week[0], week[-1])


@given(TODAY, MONTH)
def test_parts_of_a_month_are_ten_days_and_halves_fifteen(today: date, month: int) -> None:
    days, name, english = of_month(year_of(month, today), month), MONTHS["pt"][month - 1], MONTHS["en"][month - 1]
    expected = {
        f"no início de {name}": days[:10], f"early {english}": days[:10],
        f"em meados de {name}": days[10:20], f"in mid-{english}": days[10:20],
        f"no final de {name}": days[20:], f"at the end of {english}": days[20:],
        f"na primeira quinzena de {name}": days[:15], f"na segunda quinzena de {name}": days[15:],
        f"até o fim de {name}": days[-1:], f"by the end of {english}": days[-1:],
        f"no último dia de {name}": days[-1:],
    }  # fmt: skip
    assert {text: said(text, today) for text in expected} == {
        text: join(found[0], found[-1]) for text, found in expected.items()
    }


@given(TODAY, st.integers(1, 4), st.integers(2019, 2040))
def test_quarters_and_halves_are_those_of_the_calendar(today: date, place: int, year: int) -> None:
    def days_of(which: int, parts: int) -> str:
        days = [
            day for month in range(1, 13) for day in of_month(year, month) if (month - 1) * parts // 12 == which - 1
        ]
        return join(days[0], days[-1])

    quarter, half = days_of(place, 4), days_of((place + 1) // 2, 2)
    forms = [f"no {place}º trimestre de {year}", f"sales in Q{place} {year}", f"vendas do {place}T{year % 100:02d}"]
    assert [said(form, today) for form in forms] == [quarter] * 3
    forms = [f"no {(place + 1) // 2}º semestre de {year}", f"sales in H{(place + 1) // 2} {year}"]
    assert [said(form, today) for form in forms] == [half] * 2


@given(TODAY, st.integers(1, 25))
def test_days_of_work_are_counted_one_by_one(today: date, count: int) -> None:
    in_brazil, elsewhere = (
        (each for each in after(today) if is_worked(each)),
        (each for each in after(today) if each.isoweekday() < 6),
    )
    assert said(f"em {count} dias úteis", today) == [next(in_brazil) for _ in range(count)][-1].isoformat()
    assert said(f"in {count} business days", today) == [next(elsewhere) for _ in range(count)][-1].isoformat()


@given(TODAY)
def test_the_fifth_day_of_work_is_the_next_one(today: date) -> None:
    months = (of_month(today.year, today.month), month_beside(today, 1))
    fifths = [[each for each in days if is_worked(each)][4] for days in months]
    assert said("pagar no quinto dia útil", today) == next(each for each in fifths if each >= today).isoformat()


@given(TODAY)
def test_holidays_are_the_next_of_their_name(today: date) -> None:
    def coming(away: int) -> date:
        days = (easter_of(year) + timedelta(days=away) for year in (today.year, today.year + 1))
        return next(each for each in days if each >= today)

    assert said("na Páscoa", today) == said("at Easter", today) == coming(0).isoformat()
    assert said("na sexta-feira santa", today) == said("on Good Friday", today) == coming(-2).isoformat()
    assert said("em Corpus Christi", today) == coming(60).isoformat()
    assert said("na quarta-feira de cinzas", today) == coming(-46).isoformat()
    assert said("no carnaval", today) == join(coming(-47) - timedelta(days=3), coming(-47))
    sundays = (
        [each for each in of_month(year, 5) if each.isoweekday() == 7][1] for year in (today.year, today.year + 1)
    )
    assert said("no dia das mães", today) == next(each for each in sundays if each >= today).isoformat()
    christmas = next(
        each for each in (today, *[today + timedelta(days=1 + n) for n in range(400)]) if f"{each:%m%d}" == "1225"
    )
    assert said("no Natal", today) == said("on Christmas day", today) == christmas.isoformat()


@given(TODAY, MONTH, MONTH, st.integers(2019, 2040))
def test_a_year_behind_the_last_of_two_months_holds_for_both(today: date, first: int, last: int, year: int) -> None:
    begins = year if first <= last else year - 1
    days = join(date(begins, first, 1), of_month(year, last)[-1])
    if first != last:
        assert said(f"de {MONTHS['pt'][first - 1]} a {MONTHS['pt'][last - 1]} de {year}", today) == days
        assert said(f"from {MONTHS['en'][first - 1]} to {MONTHS['en'][last - 1]} {year}", today) == days


@given(TODAY, st.integers(1, 28), st.integers(1, 12))
def test_a_number_takes_the_month_of_the_day_behind_it(today: date, number: int, month: int) -> None:
    last = next(
        each
        for each in (today, *[today + timedelta(days=1 + n) for n in range(400)])
        if (each.month, each.day) == (month, 28)
    )
    expected = join(last.replace(day=number), last)
    name, english = MONTHS["pt"][month - 1], MONTHS["en"][month - 1]
    suffix = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(number, "th")
    if number < 28:
        assert said(f"do dia {number} ao dia 28 de {name}", today) == expected
        assert said(f"de {number} a 28 de {name}", today) == expected
        assert said(f"from the {number}{suffix} to the 28th of {english}", today) == expected


@pytest.mark.parametrize(
    ("text", "days", "others"),
    [
        ("no fim de semana que vem", "2026-03-28..2026-03-29", ["2026-03-21..2026-03-22"]),
        ("no próximo fim de semana", "2026-03-21..2026-03-22", ["2026-03-28..2026-03-29"]),
        ("no final de abril", "2026-04-21..2026-04-30", ["2026-04-30"]),
        ("no fim do mês", "2026-03-31", ["2026-03-21..2026-03-31"]),
        ("até o fim do mês", "2026-03-31", []),
        ("na primeira semana de abril", "2026-04-01..2026-04-03", ["2026-04-06..2026-04-10"]),
        ("no carnaval", "2027-02-06..2027-02-09", ["2026-02-14..2026-02-17"]),
        ("de janeiro a março", "2027-01-01..2027-03-31", ["2026-01-01..2026-03-31"]),
        ("desde janeiro", "2026-01-01..2026-01-31", []),
        ("dia 27", "2026-03-27", []),
    ],
)
def test_words_with_two_readings_keep_the_other(text: str, days: str, others: list[str]) -> None:
    [found] = find_days(Sentence(text, date(2026, 3, 18)))
    assert (found.iso, [join(*each) for each in found.others]) == (days, others)
