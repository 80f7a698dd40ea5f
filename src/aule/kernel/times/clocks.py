"""Clocks: when a schedule is due. Pure: a schedule and a moment go in, moments come out.

A pattern is read on the clocks of the schedule's zone, which are set back and forth twice a year in many of them:

- A pattern for certain hours (`30 2 * * *`) is due at the first moment the clocks show that time or a later one.
  A time that is skipped runs once, right after the gap; a time that comes twice runs the first time only.
- A pattern for every hour (`*/15 * * * *`, `5 * * * *`) is due whenever the clocks show one of its times, so that
  it goes on at its own pace through both.

An interval counts from the making of its schedule, without regard to clocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from aule.contracts.ambient import timestamp
from aule.contracts.errors import Invalid
from aule.contracts.runs.schedule import Schedule

MOST_MISSED = 100
"""The most missed times that are made up for."""
_SECOND, _STRIDE = timedelta(seconds=1), timedelta(hours=12)
_FIELD = re.compile(r"[0-9A-Za-z*/,#?-]+")
_CHANCE = frozenset({"R", "H"})  # the library reads these as "at random", which nobody could foresee
_CRON_HINT = "Five fields: minute, hour, day, month, weekday. `0 7 * * 1-5` is 7:00 from Monday to Friday."


def next_time(schedule: Schedule, after: datetime) -> datetime | None:
    """Return when a schedule is due first after a moment; None when it never is again, or is paused."""
    if schedule.paused:
        return None
    if schedule.at is not None:
        once = moment(schedule.at)
        # Times are kept in milliseconds: a finer one would be due again in the very millisecond it was fired in.
        once = once.replace(microsecond=once.microsecond // 1000 * 1000)
        return once if once > after else None
    if schedule.interval_s is not None:
        start, step = moment(schedule.created_at), timedelta(seconds=schedule.interval_s)
        return start + ((after - start) // step + 1) * step  # also right when a wrong clock set a start in the future
    return _cron_time(schedule.cron or "", zone_of(schedule.timezone), after)


def coming(schedule: Schedule, after: datetime, count: int = 5) -> list[datetime]:
    """Return the next few times a schedule is due."""
    return list(islice(_times(schedule, after), count))


def missed(schedule: Schedule, since: datetime, now: datetime, most: int = MOST_MISSED) -> list[datetime]:
    """Return the times from `since` to `now`, both included, the oldest first; of very many only the latest."""
    whole, span = now - since + _SECOND, timedelta(hours=1)
    while True:
        begin = now - min(span, whole)
        found: list[datetime] = []
        for due in _times(schedule, begin):
            if due > now:
                break
            if due >= since:
                found.append(due)
        if len(found) >= most or span >= whole:
            return found[-most:]
        span *= 4


def due_at(schedule: Schedule, now: datetime) -> str | None:
    """Return when a schedule is due next, as it is stored."""
    due = next_time(schedule, now)
    return None if due is None else timestamp(due)


def moment(text: str) -> datetime:
    """Return a stored moment as a datetime."""
    return datetime.fromisoformat(text).astimezone(UTC)


def checked(schedule: Schedule, now: datetime, before: Schedule | None = None) -> Schedule:
    """Return a schedule with valid times and an offset on its one moment; `before` is what it replaces."""
    given = [name for name in ("at", "interval_s", "cron") if getattr(schedule, name) is not None]
    if len(given) != 1:
        raise Invalid(
            "A schedule has exactly one of a moment, an interval and a pattern.",
            field=given[-1] if given else "cron",
            hint="Give one of `at`, `interval_s` and `cron`.",
        )
    zone = zone_of(schedule.timezone)
    if schedule.at is not None:
        schedule = schedule.model_copy(update={"at": _moment_in(zone, schedule.at)})
        is_new = before is None or (before.at, before.paused) != (schedule.at, schedule.paused)
        if is_new and not schedule.paused and next_time(schedule, now) is None:
            raise Invalid(f"{schedule.at!r} has passed.", field="at", code="past", hint="Choose a later moment.")
    if schedule.cron is not None:
        _check_cron(schedule.cron)
    return schedule


@lru_cache(maxsize=256)
def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with a name."""
    if name not in _zones():
        near = {each.lower(): each for each in _zones()}
        last = {each.lower().rpartition("/")[2]: each for each in sorted(_zones())}
        wanted = name.strip().lower().replace(" ", "_")
        found = [near[each] for each in get_close_matches(wanted, near, 3)]
        found += [last[each] for each in get_close_matches(wanted.rpartition("/")[2], last, 3)]
        raise Invalid(
            f"{name!r} is not a time zone.",
            field="timezone",
            code="unknown_timezone",
            candidates=list(dict.fromkeys(found))[:3],
            hint="Use a name such as America/Sao_Paulo or UTC.",
        )
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _times(schedule: Schedule, after: datetime) -> Iterator[datetime]:
    due = next_time(schedule, after)
    while due is not None:
        yield due
        due = next_time(schedule, due)


def _moment_in(zone: ZoneInfo, text: str) -> str:
    """Return a moment as people write it, with the offset it has in their zone."""
    try:
        given = datetime.fromisoformat(text)
        if given.tzinfo is None:
            given = _first_shown(zone, given).astimezone(zone)
        given.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(f"{text!r} is not a moment.", field="at", hint="Write it like 2026-12-01T08:00.") from None
    return given.isoformat()


def _check_cron(cron: str) -> None:
    from croniter import CroniterError  # 30 ms that only schedules with a pattern need

    fields = cron.split()
    parts = [part for each in fields for part in re.split(r"[,/-]", each.upper())]
    if len(fields) != 5 or not all(map(_FIELD.fullmatch, fields)) or _CHANCE & set(parts):
        raise Invalid(f"{cron!r} is not a pattern of times.", field="cron", code="invalid_cron", hint=_CRON_HINT)
    try:
        _follow(cron, _wall(ZoneInfo("UTC"), datetime(2000, 1, 1, tzinfo=UTC)))
    except (CroniterError, ValueError, KeyError) as problem:
        never = type(problem).__name__ == "CroniterBadDateError"
        raise Invalid(
            f"{cron!r} names a day that never comes." if never else f"{cron!r} is not a pattern of times.",
            field="cron",
            code="invalid_cron",
            hint=_CRON_HINT,
        ) from None


def _cron_time(cron: str, zone: ZoneInfo, after: datetime) -> datetime:
    if _is_hourly(cron):
        return _next_shown(cron, zone, after)
    wall = _wall(zone, after)
    while True:
        wall = _follow(cron, wall)
        due = _first_shown(zone, wall)
        if due > after:  # false in a repeated hour, which the clocks have shown before
            return due


def _next_shown(cron: str, zone: ZoneInfo, after: datetime) -> datetime:
    """Return the next moment the clocks of a zone show a time of a pattern."""
    here, wall = after, _wall(zone, after)
    while True:
        due = (_follow(cron, wall) - _offset(zone, here)).replace(tzinfo=UTC)
        turn = _next_turn(zone, here, due)
        if turn is None:
            return due
        here, wall = turn, _wall(zone, turn) - _SECOND


def _first_shown(zone: ZoneInfo, wall: datetime) -> datetime:
    """Return the first moment the clocks of a zone show a time or a later one."""
    due = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if _wall(zone, due) == wall:
        return due
    return _turn_between(zone, wall.replace(tzinfo=zone, fold=1).astimezone(UTC), due)  # the clocks skip this time


def _next_turn(zone: ZoneInfo, after: datetime, until: datetime) -> datetime | None:
    """Return the first moment after one, up to another, at which a zone's clocks change."""
    offset, here = _offset(zone, after), after
    while here < until:
        there = min(here + _STRIDE, until)
        if _offset(zone, there) != offset:
            return _turn_between(zone, here, there)
        here = there
    return None


def _turn_between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the second at which a zone's clocks change, between two moments."""
    start, offset = before.replace(microsecond=0), _offset(zone, before)
    low, high = 0, -((start - after) // _SECOND)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _offset(zone, start + middle * _SECOND) == offset else (low, middle)
    return start + high * _SECOND


def _offset(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _wall(zone: ZoneInfo, at: datetime) -> datetime:
    """Return the wall-clock time of a zone at a moment."""
    return at.astimezone(zone).replace(tzinfo=None, fold=0)


def _follow(cron: str, wall: datetime) -> datetime:
    """Return the next time of a pattern on a clock that never changes."""
    from croniter import croniter  # 30 ms that only schedules with a pattern need

    library: Any = croniter
    return library(cron, wall).get_next(datetime)


@lru_cache(maxsize=1024)
def _is_hourly(cron: str) -> bool:
    """Return whether a pattern has a time in every hour of a day."""
    from croniter import croniter  # 30 ms that only schedules with a pattern need

    library: Any = croniter
    hours = library.expand(cron)[0][1]
    return hours == ["*"] or set(hours) >= set(range(24))
