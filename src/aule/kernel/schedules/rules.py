"""The rule for a due time: start, skip or wait, from the schedule, the clock and the previous run. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from aule.contracts.runs.schedule import Missed, Overlap, Schedule, WhyNot
from aule.kernel.times import MOST_MISSED, missed, next_time

GRACE = timedelta(minutes=2)
"""How late a time may be noticed and still count as on time: the system was busy, not off."""


@dataclass(frozen=True, slots=True)
class PreviousRuns:
    """The state of the previous runs."""

    is_busy: bool = False
    """Whether one is still active; a run that waits for a person is."""
    ended_at: datetime | None = None
    """When the last one ended."""


@dataclass(frozen=True, slots=True)
class StartNow:
    """Start a run; `then` is the next due time."""

    then: datetime | None


@dataclass(frozen=True, slots=True)
class SkipTime:
    """Skip this time, with the reason; `then` is the next due time."""

    why: WhyNot
    then: datetime | None


@dataclass(frozen=True, slots=True)
class WaitForRun:
    """Wait for the previous run to end."""


Verdict = StartNow | SkipTime | WaitForRun


def judge(schedule: Schedule, due: datetime, now: datetime, before: PreviousRuns) -> Verdict:
    """Decide what a due time starts, and when the schedule is due next."""
    if before.is_busy and schedule.overlap is Overlap.QUEUE:
        return WaitForRun()
    was_waiting = schedule.overlap is Overlap.QUEUE and before.ended_at is not None and before.ended_at > due
    verdict = _by_lateness(schedule, due, now, was_waiting)
    if isinstance(verdict, StartNow) and before.is_busy and schedule.overlap is Overlap.SKIP:
        return SkipTime("overlap", verdict.then)
    return verdict


def _by_lateness(schedule: Schedule, due: datetime, now: datetime, was_waiting: bool) -> StartNow | SkipTime:
    if now - due <= GRACE:
        return StartNow(next_time(schedule, due))
    match schedule.missed:
        case Missed.ALL:
            times = missed(schedule, due, now)
            if len(times) == MOST_MISSED and times[0] > due:  # too many: the oldest are skipped
                return SkipTime("missed", times[0])
            return StartNow(next_time(schedule, due))
        case Missed.SKIP if not was_waiting:
            return SkipTime("missed", next_time(schedule, now - GRACE))
        case Missed.SKIP | Missed.ONCE:
            return StartNow(next_time(schedule, now))
