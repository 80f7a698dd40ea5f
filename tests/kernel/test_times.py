"""When schedules are due: against the plainest oracle there is, a walk through time minute by minute."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aule.contracts.errors import Invalid
from aule.contracts.runs.schedule import Schedule
from aule.kernel.times import check_times, coming_times, missed_times, next_time

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURNS = [
    ("America/Sao_Paulo", "2018-02-18"),  # midnight comes twice
    ("America/Sao_Paulo", "2018-11-04"),  # there is no midnight
    ("America/Sao_Paulo", "2026-03-01"),  # no longer set
    ("Europe/Lisbon", "2026-03-29"),
    ("Europe/Lisbon", "2026-10-25"),
    ("Europe/Lisbon", "1992-09-27"),
    ("America/New_York", "2026-03-08"),
    ("America/New_York", "2026-11-01"),
    ("Australia/Lord_Howe", "2026-04-05"),  # half an hour
    ("Australia/Lord_Howe", "2026-10-04"),
    ("Africa/Casablanca", "2026-02-15"),
    ("Asia/Tehran", "2022-03-22"),
    ("Asia/Kathmandu", "1986-01-01"),  # a quarter of an hour, once
    ("Pacific/Chatham", "2026-04-05"),
    ("Pacific/Kiritimati", "1995-01-01"),  # a day that never was
    ("Pacific/Apia", "2011-12-30"),
    ("America/Caracas", "2016-05-01"),
    ("UTC", "2024-02-29"),
]


def at_times(cron: str, zone: str = "UTC") -> Schedule:
    return Schedule(id="s", prompt="x", project="home", cron=cron, timezone=zone, created_at="2020-01-01T00:00:00Z")


def walk(cron: str, zone: str, since: datetime, until: datetime) -> list[datetime]:
    """Every moment after `since`, up to `until`, at which a pattern is due."""
    fields = [_values(text, *bounds) for text, bounds in zip(cron.split(), _BOUNDS, strict=True)]
    is_hourly = fields[1] == set(range(24))
    found: list[datetime] = []
    here = since - DAY
    shown = _wall(here, zone)  # the latest time the clocks have shown so far
    while here < until:
        here += MINUTE
        wall = _wall(here, zone)
        passed = [wall] if is_hourly else list(_minutes(shown, wall))
        shown = max(shown, wall)
        if here > since and any(_matches(fields, cron, each) for each in passed):
            found.append(here)
    return found


_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))


def _values(text: str, low: int, high: int) -> set[int]:
    found: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        begin, end = (low, high) if span == "*" else (int(first), int(last or (high if step else first)))
        found |= set(range(begin, end + 1, int(step or 1)))
    return found


def _wall(at: datetime, zone: str) -> datetime:
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _minutes(after: datetime, until: datetime) -> Iterator[datetime]:
    while after < until:
        after += MINUTE
        yield after


def _matches(fields: list[set[int]], cron: str, wall: datetime) -> bool:
    minutes, hours, days, months, weekdays = fields
    by_day, by_weekday = wall.day in days, (wall.weekday() + 1) % 7 in weekdays
    either = cron.split()[2] != "*" and cron.split()[4] != "*"  # both given: one of them is enough, as cron has it
    day = (by_day or by_weekday) if either else (by_day and by_weekday)
    return wall.minute in minutes and wall.hour in hours and wall.month in months and day


@st.composite
def patterns(draw: st.DrawFn) -> str:
    minute = draw(st.sampled_from(["*", "0", "30", "59", "*/15", "*/7", "10-20/5", "5,35", "0-59/20"]))
    hour = draw(st.sampled_from(["*", "*", "*/2", "0", "1", "2", "1,2,3", "0-3", "23", "9-17", "*/1", "0-23"]))
    day = draw(st.sampled_from(["*", "*", "*", "1", "15-31", "*/2"]))
    month = draw(st.sampled_from(["*", "*", "*", "3,4", "10-12"]))
    weekday = draw(st.sampled_from(["*", "*", "*", "0", "1-5", "6"]))
    return f"{minute} {hour} {day} {month} {weekday}"


@settings(max_examples=60)
@given(cron=patterns(), turn=st.sampled_from(TURNS), offset=st.integers(-1, 30))
@example("30 2 * * *", ("Europe/Lisbon", "2026-03-29"), 0)
@example("0 0 * * *", ("America/Sao_Paulo", "2018-11-04"), 0)
@example("30 23 * * *", ("America/Sao_Paulo", "2018-02-18"), 0)
@example("*/15 * * * *", ("Australia/Lord_Howe", "2026-04-05"), 0)
@example("15 2 * * *", ("Australia/Lord_Howe", "2026-10-04"), 0)
@example("0 9 * * *", ("Pacific/Apia", "2011-12-30"), 0)
def test_a_pattern_is_due_exactly_when_a_walk_through_time_says(cron: str, turn: tuple[str, str], offset: int) -> None:
    """OS-19, K-15: no time lost and none doubled, whatever is done to the clocks."""
    zone, day = turn
    since = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(days=offset - 1)
    until = since + 3 * DAY
    found: list[datetime] = []
    due = next_time(at_times(cron, zone), since)
    while due is not None and due <= until:
        found.append(due)
        due = next_time(at_times(cron, zone), due)
    assert found == walk(cron, zone, since, until)


@pytest.mark.parametrize(
    ("zone", "cron", "day", "shown"),
    [
        ("Europe/Lisbon", "30 1 * * *", "2026-03-29", ["02:00+01:00"]),  # skipped: right after the gap
        ("Europe/Lisbon", "30 1 * * *", "2026-10-25", ["01:30+01:00"]),  # twice: the first time only
        ("America/Sao_Paulo", "0 0 * * *", "2018-11-04", ["01:00-02:00"]),
        ("Australia/Lord_Howe", "15 2 * * *", "2026-10-04", ["02:30+11:00"]),
    ],
)
def test_a_time_that_is_skipped_or_doubled_runs_once(zone: str, cron: str, day: str, shown: list[str]) -> None:
    start = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)) - MINUTE
    times = [due.astimezone(ZoneInfo(zone)) for due in coming_times(at_times(cron, zone), start, 3)]
    assert [due.isoformat()[11:16] + due.isoformat()[19:] for due in times if due.date().isoformat() == day] == shown


@pytest.mark.parametrize(
    ("zone", "day"), [turn for turn in TURNS if turn[0] in ("Europe/Lisbon", "Australia/Lord_Howe")]
)
def test_every_quarter_of_an_hour_stays_a_quarter_of_an_hour(zone: str, day: str) -> None:
    since = datetime.fromisoformat(day).replace(tzinfo=UTC) - DAY
    times = coming_times(at_times("*/15 * * * *", zone), since, 4 * 48)
    assert {later - earlier for earlier, later in pairwise(times)} == {timedelta(minutes=15)}


@given(every=st.integers(60, 100_000), after=st.integers(-100_000, 10_000_000))
def test_an_interval_counts_from_the_making_and_never_drifts(every: int, after: int) -> None:
    made = datetime(2026, 1, 1, 0, 0, 0, 123_000, tzinfo=UTC)
    schedule = Schedule(id="s", prompt="x", project="home", interval_s=every, created_at=made.isoformat())
    since = made + timedelta(seconds=after)
    due = next_time(schedule, since)
    assert due is not None and due > since  # also before its making, which a wrong clock may have told
    assert (due - made) % timedelta(seconds=every) == timedelta()
    assert due - timedelta(seconds=every) <= since


def test_once_is_once_and_a_pause_is_never() -> None:
    schedule = Schedule(id="s", prompt="x", project="home", at="2026-03-02T08:00:00-03:00")
    assert coming_times(schedule, NOW) == [datetime(2026, 3, 2, 11, tzinfo=UTC)]
    assert next_time(schedule, NOW + 2 * DAY) is None
    assert next_time(at_times("* * * * *").model_copy(update={"paused": True}), NOW) is None


@given(cron=patterns(), hours=st.integers(1, 90))
@settings(max_examples=20)
def test_what_was_missed_is_what_would_have_been_due(cron: str, hours: int) -> None:
    schedule, since = at_times(cron, "Europe/Lisbon"), NOW - timedelta(hours=hours)
    due = next_time(schedule, since - timedelta(seconds=1))
    expected: list[datetime] = []
    while due is not None and due <= NOW:
        expected.append(due)
        due = next_time(schedule, due)
    assert missed_times(schedule, since, NOW) == expected[-100:]


def test_years_of_missed_minutes_are_looked_at_in_no_time() -> None:
    began = time.perf_counter()
    found = missed_times(at_times("* * * * *"), NOW - 3000 * DAY, NOW)
    assert (len(found), found[-1]) == (100, NOW)
    assert len(missed_times(at_times("0 0 29 2 *"), NOW - 3000 * DAY, NOW)) == 2
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("wrong", "field", "candidates"),
    [
        ({"cron": "61 * * * *"}, "cron", []),
        ({"cron": "* * * *"}, "cron", []),
        ({"cron": "* * * * * *"}, "cron", []),
        ({"cron": "@daily"}, "cron", []),
        ({"cron": "R * * * *"}, "cron", []),
        ({"cron": "H 1 * * *"}, "cron", []),
        ({"cron": "*/0 * * * *"}, "cron", []),
        ({"cron": "0 0 30 2 *"}, "cron", []),
        ({"cron": "a b c d e"}, "cron", []),
        ({"cron": "0 7 * * *", "timezone": "America/Sao Paulo"}, "timezone", ["America/Sao_Paulo"]),
        ({"cron": "0 7 * * *", "timezone": "Lisbon"}, "timezone", ["Europe/Lisbon"]),
        ({"cron": "0 7 * * *", "timezone": "../../etc/passwd"}, "timezone", None),
        ({"at": "2020-01-01T00:00:00Z"}, "at", []),
        ({"at": "tomorrow"}, "at", []),
        ({"at": "9999-12-31T23:59:59-12:00"}, "at", []),
        ({"at": "2030-01-01T00:00:00Z", "cron": "0 7 * * *"}, "cron", []),
        ({}, "cron", []),
    ],
)
def test_a_time_that_cannot_be_kept_is_refused_with_a_hint(
    wrong: dict[str, str], field: str, candidates: list[str] | None
) -> None:
    schedule = Schedule.model_validate({"id": "s", "prompt": "x", "project": "home", **wrong})
    with pytest.raises(Invalid) as raised:
        check_times(schedule, NOW)
    problem = raised.value.problem
    assert problem.field == field and problem.hint
    assert candidates is None or problem.candidates[: len(candidates)] == candidates


def test_a_moment_without_an_offset_is_read_in_the_zone() -> None:
    schedule = Schedule(id="s", prompt="x", project="home", at="2026-12-01T08:00", timezone="America/Sao_Paulo")
    assert check_times(schedule, NOW).at == "2026-12-01T08:00:00-03:00"


def test_names_of_days_and_months_are_understood() -> None:
    assert coming_times(at_times("0 7 * jan mon-fri"), datetime(2026, 12, 31, tzinfo=UTC), 1) == [
        datetime(2027, 1, 1, 7, tzinfo=UTC)
    ]


def test_a_moment_finer_than_a_millisecond_comes_once() -> None:
    """OS-19: what is kept is a millisecond; fired in it, it is not due again."""
    schedule = Schedule(id="s", prompt="go", project="home", at="2026-03-02T07:00:00.354987+00:00")
    due = next_time(schedule, datetime(2026, 3, 2, 7, tzinfo=UTC))
    assert due == datetime(2026, 3, 2, 7, 0, 0, 354_000, tzinfo=UTC)
    assert next_time(schedule, due) is None
