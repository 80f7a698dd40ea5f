"""What becomes of a time that came: a pure rule over the schedule, the clock and the run before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from aule.contracts.runs.schedule import Missed, Overlap, Schedule, WhyNot
from aule.kernel.times import MOST_MISSED, missed, next_time

GRACE = timedelta(minutes=2)
"""How late a time may be noticed and still count as kept: the system was busy, not off."""


@dataclass(frozen=True, slots=True)
class Before:
    """What there is of the runs before."""

    is_busy: bool = False
    """Whether one is still under way; a run that waits for a person is."""
    ended_at: datetime | None = None
    """When the last one ended."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A run begins; then the schedule is due again."""

    then: datetime | None


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing begins, and why; then the schedule is due again."""

    why: WhyNot
    then: datetime | None


@dataclass(frozen=True, slots=True)
class Wait:
    """The run before has to end first."""


Verdict = Begin | Pass | Wait


def judge(schedule: Schedule, due: datetime, now: datetime, before: Before) -> Verdict:
    """Decide what a time that has come starts, and when the schedule is due next."""
    if before.is_busy and schedule.overlap is Overlap.QUEUE:
        return Wait()
    was_waiting = schedule.overlap is Overlap.QUEUE and before.ended_at is not None and before.ended_at > due
    verdict = _by_lateness(schedule, due, now, was_waiting)
    if isinstance(verdict, Begin) and before.is_busy and schedule.overlap is Overlap.SKIP:
        return Pass("overlap", verdict.then)
    return verdict


def _by_lateness(schedule: Schedule, due: datetime, now: datetime, was_waiting: bool) -> Begin | Pass:
    if now - due <= GRACE:
        return Begin(next_time(schedule, due))
    match schedule.missed:
        case Missed.ALL:
            times = missed(schedule, due, now)
            if len(times) == MOST_MISSED and times[0] > due:  # too many: the oldest are let go
                return Pass("missed", times[0])
            return Begin(next_time(schedule, due))
        case Missed.SKIP if not was_waiting:
            return Pass("missed", next_time(schedule, now - GRACE))
        case Missed.SKIP | Missed.ONCE:
            return Begin(next_time(schedule, now))
