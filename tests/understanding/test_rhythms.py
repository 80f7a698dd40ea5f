"""How often something is to happen, as people say it."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime, timedelta

import pytest
from croniter import croniter
from hypothesis import given
from hypothesis import strategies as st

from aule.understanding.alignment import align
from aule.understanding.values.hours import find_hours
from aule.understanding.values.rhythms import Rhythm, find_rhythm

WEEK = ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"]
NOW = st.integers(0, 16 * 365 * 24 * 60).map(
    lambda minutes: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


def rhythm_of(text: str) -> Rhythm | None:
    return find_rhythm(align(text), find_hours(text))


@pytest.mark.parametrize(
    ("said", "cron"),
    [
        ("todo dia às 8h me manda o resumo", "0 8 * * *"),
        ("every Monday at 9am list the open insights", "0 9 * * 1"),
        ("toda sexta as cinco da tarde roda o fluxo", "0 17 * * 5"),
        ("de segunda a sexta às 7h30", "30 7 * * 1-5"),
        ("every weekday at 7", "0 7 * * 1-5"),
        ("às 7h todo dia útil", "0 7 * * 1-5"),
        ("todas as terças e quintas às 14h", "0 14 * * 2,4"),
        ("every Monday and Thursday at 10:30", "30 10 * * 1,4"),
        ("todo dia 5 às 10h", "0 10 5 * *"),
        ("on the first of each month at 8am", "0 8 1 * *"),
        ("todo mês, dia 5, às 9h", "0 9 5 * *"),
        ("todo ano em 25 de dezembro às 8h", "0 8 25 12 *"),
        ("todo dia às 8h e às 18h", "0 8,18 * * *"),
        ("toda manhã às 6", "0 6 * * *"),
        ("every night at 11", "0 23 * * *"),
        ("every 2 days at 9am", "0 9 */2 * *"),
        ("todo fim de semana às 10h", "0 10 * * 0,6"),
        ("programa no cron 0 6 * * 1-5 a busca", "0 6 * * 1-5"),
    ],
)
def test_days_with_an_hour_are_a_cron_pattern(said: str, cron: str) -> None:
    found = rhythm_of(said)
    assert found is not None
    assert (found.cron, found.minutes) == (cron, None)


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("check the inbox every 30 minutes", 30),
        ("de 15 em 15 min rode o script", 15),
        ("de hora em hora confere a pasta", 60),
        ("a cada duas horas", 120),
        ("every half hour", 30),
    ],
)
def test_an_interval_is_a_number_of_minutes(said: str, minutes: int) -> None:
    found = rhythm_of(said)
    assert found is not None
    assert (found.cron, found.minutes) == (None, minutes)


def test_days_without_an_hour_are_no_pattern_yet_but_keep_their_place() -> None:
    found = rhythm_of("todo domingo de noite me prepara a lista")
    assert found == Rhythm(((0, len("todo domingo de noite")),))


@pytest.mark.parametrize("said", ["segunda às 8h", "a reunião de 30 minutos", "amanhã às 15h"])
def test_what_happens_once_is_no_rhythm(said: str) -> None:
    assert rhythm_of(said) is None


def times_of(cron: str | None, now: datetime, count: int) -> list[datetime]:
    """The next times of a pattern."""
    assert cron is not None
    times = croniter(cron, now)
    return [times.get_next(datetime) for _ in range(count)]


def days_at(now: datetime, hour: int) -> list[datetime]:
    """An hour of each of the coming days, one by one."""
    first = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return [each for away in range(400) if (each := first + timedelta(days=away)) > now]


@given(NOW, st.sets(st.integers(0, 6), min_size=1, max_size=3), st.integers(0, 23))
def test_days_of_the_week_come_as_they_are_counted(now: datetime, numbers: set[int], hour: int) -> None:
    *names, last = (WEEK[number] for number in sorted(numbers))
    said = f"toda {', '.join(names)} e {last} às {hour}h" if names else f"toda {last} às {hour}h"
    found, expected = rhythm_of(said), [each for each in days_at(now, hour) if each.weekday() in numbers]
    assert found is not None
    assert times_of(found.cron, now, 8) == expected[:8]


@given(NOW, st.integers(0, 3), st.integers(0, 6), st.integers(0, 23))
def test_one_weekday_of_each_month_comes_as_it_is_counted(now: datetime, place: int, number: int, hour: int) -> None:
    def nth(year: int, month: int, which: int) -> int:
        return [week[number] for week in calendar.monthcalendar(year, month) if week[number]][which]

    gender = "o" if number >= 5 else "a"
    for which, word in ((place, ("primeir", "segund", "terceir", "quart")[place]), (-1, "últim")):
        found = rhythm_of(f"tod{gender} {word}{gender} {WEEK[number]} do mês às {hour}h")
        assert found is not None
        expected = [each for each in days_at(now, hour) if each.day == nth(each.year, each.month, which)]
        assert times_of(found.cron, now, 4) == expected[:4]


@given(NOW, st.integers(0, 23))
def test_the_last_day_of_each_month_comes_as_it_is_counted(now: datetime, hour: int) -> None:
    found = rhythm_of(f"todo último dia do mês às {hour}h")
    assert found is not None
    expected = [each for each in days_at(now, hour) if (each + timedelta(days=1)).day == 1]
    assert times_of(found.cron, now, 6) == expected[:6]


@given(st.integers(2, 59), st.integers(2, 23))
def test_intervals_are_as_many_minutes(minutes: int, hours: int) -> None:
    for said, expected in ((f"a cada {minutes} minutos", minutes), (f"de {hours} em {hours} horas", hours * 60)):
        found = rhythm_of(said)
        assert found is not None
        assert (found.cron, found.minutes) == (None, expected)
