"""How often something is to happen, as people say it."""

from __future__ import annotations

import pytest

from aule.understanding.alignment import align
from aule.understanding.values.hours import find_hours
from aule.understanding.values.rhythms import Rhythm, find_rhythm


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
