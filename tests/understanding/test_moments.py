"""When something is to happen once, as people say it, at three in the afternoon of a Wednesday."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from aule.understanding.sentence import Wording
from aule.understanding.values.hours import find_hours
from aule.understanding.values.marks import find_marks
from aule.understanding.values.moments import find_moment

NOW = datetime(2026, 3, 18, 15, 0, tzinfo=UTC)


def moment_of(said: str, now: date | datetime = NOW) -> str | None:
    wording = Wording(said)
    found = find_moment(wording, find_marks(wording, date(2026, 3, 18)), find_hours(said), now)
    return None if found is None else found.value


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("me lembra daqui a meia hora", "2026-03-18T15:30"),
        ("me lembra daqui a uma hora e meia", "2026-03-18T16:30"),
        ("remind me in an hour and a half", "2026-03-18T16:30"),
        ("remind me in a couple of hours", "2026-03-18T17:00"),
        ("me lembra daqui 20 min", "2026-03-18T15:20"),
        ("me lembra daqui a 1h30", "2026-03-18T16:30"),
        ("amanhã cedo às 6", "2026-03-19T06:00"),
        ("hoje à noite às 8", "2026-03-18T20:00"),
        ("amanha de noite as 9", "2026-03-19T21:00"),
        ("amanhã de manhã às 7", "2026-03-19T07:00"),
        ("hoje à tarde às 5:30", "2026-03-18T17:30"),
        ("sexta à tarde, às 2", "2026-03-20T14:00"),
        ("às 8 de amanhã à noite", "2026-03-19T20:00"),
        ("tonight at 9", "2026-03-18T21:00"),
        ("at 8 tomorrow evening", "2026-03-19T20:00"),
        ("tomorrow at 6:30", "2026-03-19T06:30"),
        ("no Natal às 20h", "2026-12-25T20:00"),
        ("quinze pras quatro", "2026-03-18T15:45"),
    ],
)
def test_a_moment_is_a_day_and_an_hour(said: str, moment: str) -> None:
    assert moment_of(said) == moment


def test_a_doubtful_hour_that_has_gone_by_today_is_the_one_still_to_come() -> None:
    assert [moment_of("me lembra às 8"), moment_of("me lembra amanhã às 8")] == ["2026-03-18T20:00", "2026-03-19T08:00"]
    assert moment_of("me lembra às 8", NOW.replace(hour=6)) == "2026-03-18T08:00"
    assert moment_of("me lembra às 8h") == "2026-03-18T08:00"
    assert moment_of("me lembra às 8", date(2026, 3, 18)) == "2026-03-18T08:00"
